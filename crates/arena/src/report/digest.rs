//! SHA-256 in base64, by which a page tells the browser that its own script may run and no other.
//!
//! A page is a file without a server: a random nonce would only make two equal reports differ.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// Returns the digest as a content security policy writes it: `sha256-` and base64.
pub(super) fn source_hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_example_comes_out() {
        // The digest of "abc" in FIPS 180-4, as base64.
        assert_eq!(source_hash("abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    }
}
