//! SHA-256 hashes for the content security policy, which allows only the page's own script and style sheet.
//!
//! A random nonce would make two equal reports differ.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// Returns the hash as a content security policy writes it: `sha256-` and base64.
pub(super) fn source_hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_hash_is_reproduced() {
        // The hash of "abc" in FIPS 180-4, in base64.
        assert_eq!(source_hash("abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    }
}
