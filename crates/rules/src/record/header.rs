//! Headers with unknown keys: kept in a record unchanged.

/// The keys that are reserved.
pub(super) const KNOWN_KEYS: [&str; 7] = ["game", "layout", "penguins", "phase", "turn", "board", "areas"];

/// The first word of the keys of players, such as `player 2`.
pub(super) const PLAYER: &str = "player";

/// A header with an unknown key, such as the seed of a board or a date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    key: String,
    value: String,
}

/// Why a key and a value are not a valid header.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadHeader {
    /// No key.
    #[error("a key is needed before the colon")]
    NoKey,
    /// The line would be read as a comment or a heading.
    #[error("a key cannot begin with '{0}'")]
    Beginning(char),
    /// There is a colon in the key.
    #[error("a key cannot contain a colon")]
    Colon,
    /// The key is reserved.
    #[error("the key '{0}' is reserved")]
    Known(String),
    /// There is a line ending or another control character.
    #[error("a header cannot contain the control character U+{:04X}", u32::from(*.0))]
    Control(char),
}

impl Header {
    /// Makes a header; spaces and tabs around the key and the value are removed.
    pub fn new(key: &str, value: &str) -> Result<Header, BadHeader> {
        let (key, value) = (trim(key), trim(value));
        if key.is_empty() {
            return Err(BadHeader::NoKey);
        }
        if let Some(letter) = key.chars().chain(value.chars()).find(|letter| letter.is_control()) {
            return Err(BadHeader::Control(letter));
        }
        if let Some(letter) = key.chars().next().filter(|letter| ['#', '['].contains(letter)) {
            return Err(BadHeader::Beginning(letter));
        }
        if key.contains(':') {
            return Err(BadHeader::Colon);
        }
        if KNOWN_KEYS.contains(&key) || key.split(is_blank).next() == Some(PLAYER) {
            return Err(BadHeader::Known(key.to_owned()));
        }
        Ok(Header { key: key.to_owned(), value: value.to_owned() })
    }

    /// Returns the key.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Returns the value.
    pub fn value(&self) -> &str {
        &self.value
    }
}

/// Removes spaces and tabs at both ends: other languages differ in what else is blank.
pub(super) fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}

fn is_blank(letter: char) -> bool {
    letter == ' ' || letter == '\t'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_reads_back_is_a_header() {
        let header =
            |key: &str, value: &str| Header::new(key, value).map(|header| (header.key, header.value));
        assert_eq!(header(" seed\t", " 4 2 "), Ok(("seed".to_owned(), "4 2".to_owned())));
        assert_eq!(header("played by", "a: b"), Ok(("played by".to_owned(), "a: b".to_owned())));
        assert_eq!(header("players", ""), Ok(("players".to_owned(), String::new())));
        for (key, value, message) in [
            (" ", "x", "a key is needed before the colon"),
            ("#a", "x", "a key cannot begin with '#'"),
            ("[a", "x", "a key cannot begin with '['"),
            ("a:b", "x", "a key cannot contain a colon"),
            ("game", "x", "the key 'game' is reserved"),
            ("player 1", "x", "the key 'player 1' is reserved"),
            ("player", "x", "the key 'player' is reserved"),
            ("a", "x\ny", "a header cannot contain the control character U+000A"),
            ("a\u{85}", "x", "a header cannot contain the control character U+0085"),
        ] {
            assert_eq!(header(key, value).unwrap_err().to_string(), message);
        }
    }
}
