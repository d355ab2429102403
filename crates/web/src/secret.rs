//! Names of games and secrets of seats: random texts that nobody can guess.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The letters of game ids: none looks like another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const ID_LENGTH: usize = 12;
const SECRET_BYTES: usize = 16;

fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
}

/// Returns a random number, for seeds.
pub(crate) fn random_seed() -> u64 {
    u64::from_le_bytes(random_bytes())
}

/// The id of a game, as in its address: 60 random bits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct GameId(String);

impl GameId {
    pub(crate) fn random() -> GameId {
        let letter = |byte: u8| char::from(LETTERS[usize::from(byte) % LETTERS.len()]);
        GameId(random_bytes::<ID_LENGTH>().into_iter().map(letter).collect())
    }

    /// Reads an id; `None` for text that is not one.
    pub fn parse(text: &str) -> Option<GameId> {
        let fits = text.len() == ID_LENGTH && text.bytes().all(|byte| LETTERS.contains(&byte));
        fits.then(|| GameId(text.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<GameId, D::Error> {
        let text = String::deserialize(deserializer)?;
        GameId::parse(&text).ok_or_else(|| serde::de::Error::custom("not the id of a game"))
    }
}

/// A secret that gives its holder a seat, the rights of a host, or control of a tournament.
///
/// It is shown once, to the one who gets it. The server keeps only its digest. It has no `Display`, and its
/// `Debug` form hides it, so that it does not get into logs by accident.
#[derive(Clone, Serialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    pub(crate) fn random() -> Secret {
        Secret(URL_SAFE_NO_PAD.encode(random_bytes::<SECRET_BYTES>()))
    }

    pub(crate) fn digest(&self) -> SecretDigest {
        SecretDigest::of(&self.0)
    }

    /// Returns the text itself, to be shown to the one whom it is for.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The SHA-256 digest of a secret. Two are compared in constant time.
#[derive(Clone, Copy)]
pub(crate) struct SecretDigest([u8; 32]);

impl SecretDigest {
    /// Returns the digest of what somebody claims to be a secret.
    pub(crate) fn of(claimed: &str) -> SecretDigest {
        SecretDigest(Sha256::digest(claimed.as_bytes()).into())
    }
}

impl PartialEq for SecretDigest {
    fn eq(&self, other: &SecretDigest) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for SecretDigest {}

impl fmt::Debug for SecretDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretDigest(..)")
    }
}

impl Serialize for SecretDigest {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        URL_SAFE_NO_PAD.encode(self.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SecretDigest {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<SecretDigest, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(serde::de::Error::custom)?;
        let bytes = bytes.try_into().map_err(|_| serde::de::Error::custom("not a digest"))?;
        Ok(SecretDigest(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_are_not_printed() {
        let (one, other) = (Secret::random(), Secret::random());
        assert_ne!(one.digest(), other.digest());
        assert_eq!(one.digest(), SecretDigest::of(one.expose()));
        assert_eq!(one.expose().len(), 22);
        let printed = format!("{one:?} {:?}", one.digest());
        assert_eq!(printed, "Secret(..) SecretDigest(..)");
    }

    #[test]
    fn ids_are_read_back_and_nothing_else_is_an_id() {
        let id = GameId::random();
        assert_eq!(GameId::parse(id.as_str()), Some(id));
        for bad in
            ["", "abc", "../../../../", "ABCDEFGHIJKL", "abcdefghijk1", "abcdefghijkmn", "abcdefghijk\u{e9}"]
        {
            assert_eq!(GameId::parse(bad), None, "{bad}");
        }
    }
}
