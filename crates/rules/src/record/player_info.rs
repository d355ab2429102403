//! Players of a record: a name, and the kind of player.
//!
//! A player is written `NAME (KIND)`, where the kind is `person`, `engine level 1` to `10`, or `program`. A
//! name may contain spaces and parentheses: the last pair of parentheses holds the kind.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::penguins::Id;

/// The kind of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person.
    Person,
    /// The engine.
    Engine {
        /// The playing level, from 1 to 10.
        level: u8,
    },
    /// A contest program.
    Program,
}

/// The levels of the engine.
pub const LEVELS: RangeInclusive<u8> = 1..=10;

impl PlayerKind {
    /// Parses the kind, with any whitespace between its words.
    pub(crate) fn parse(text: &str) -> Option<PlayerKind> {
        let words: Vec<&str> = text.split_ascii_whitespace().take(4).collect();
        match words[..] {
            ["person"] => Some(PlayerKind::Person),
            ["program"] => Some(PlayerKind::Program),
            ["engine", "level", digits] if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                let level = digits.parse().ok().filter(|level| LEVELS.contains(level))?;
                Some(PlayerKind::Engine { level })
            }
            _ => None,
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Person => f.write_str("person"),
            PlayerKind::Engine { level } => write!(f, "engine level {level}"),
            PlayerKind::Program => f.write_str("program"),
        }
    }
}

/// A player: its name and kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerInfo {
    name: String,
    /// The kind of player.
    pub kind: PlayerKind,
}

/// The most characters of a name.
pub const LONGEST_NAME: usize = 40;

/// Why text is not a valid name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadName {
    /// The name is empty or blank.
    #[error("a name needs at least one letter")]
    Empty,
    /// The name is too long.
    #[error("a name has at most {LONGEST_NAME} letters")]
    Long,
    /// There is a control character.
    #[error("a name cannot contain control characters")]
    Control,
}

/// Why text is not a valid player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePlayerInfoError {
    /// There is no kind in parentheses, or an unknown one.
    #[error("a player is written 'NAME (person)', 'NAME (engine level 1)' up to 10, or 'NAME (program)'")]
    Kind,
    /// The text before the kind is not a valid name.
    #[error(transparent)]
    Name(#[from] BadName),
}

impl FromStr for PlayerInfo {
    type Err = ParsePlayerInfoError;

    fn from_str(text: &str) -> Result<PlayerInfo, ParsePlayerInfoError> {
        let inner = text.trim_end().strip_suffix(')').and_then(|text| text.rsplit_once('('));
        let (name, kind) = inner.ok_or(ParsePlayerInfoError::Kind)?;
        let kind = PlayerKind::parse(kind).ok_or(ParsePlayerInfoError::Kind)?;
        Ok(PlayerInfo::new(name, kind)?)
    }
}

impl fmt::Display for PlayerInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.kind)
    }
}

impl PlayerInfo {
    /// Makes a player; whitespace around the name is removed.
    pub fn new(name: &str, kind: PlayerKind) -> Result<PlayerInfo, BadName> {
        let name = name.trim();
        if name.is_empty() {
            return Err(BadName::Empty);
        }
        if name.chars().count() > LONGEST_NAME {
            return Err(BadName::Long);
        }
        if name.chars().any(char::is_control) {
            return Err(BadName::Control);
        }
        Ok(PlayerInfo { name: name.to_owned(), kind })
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name as an id for a board file, without whitespace and quotation marks.
    ///
    /// The id differs from all in `taken`.
    pub fn id(&self, taken: &[Id]) -> Id {
        let letter = |letter: char| match letter {
            '"' => '\'',
            letter if letter.is_whitespace() => '_',
            letter => letter,
        };
        let plain: String = self.name.chars().map(letter).collect();
        let numbered = (2u32..).map(|number| format!("{plain}_{number}"));
        std::iter::once(plain.clone())
            .chain(numbered)
            .filter_map(|name| Id::new(name.as_bytes()).ok())
            .find(|id| !taken.contains(id))
            .expect("a name is not empty, its blanks and quotation marks are replaced, and there is always another number")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_ids_of_their_own() {
        let id = |name: &str, taken: &[Id]| {
            PlayerInfo::new(name, PlayerKind::Person).unwrap().id(taken).to_string()
        };
        assert_eq!(id(" Anna Maria ", &[]), "Anna_Maria");
        assert_eq!(id("the \"fish\"", &[]), "the_'fish'");
        let taken = ["Ann", "Ann_2"].map(|id| Id::new(id.as_bytes()).unwrap());
        assert_eq!(id("Ann", &taken), "Ann_3");
    }

    #[test]
    fn names_have_letters_and_steer_nothing() {
        let name =
            |name: &str| PlayerInfo::new(name, PlayerKind::Program).map(|player_info| player_info.name);
        assert_eq!(name("  "), Err(BadName::Empty));
        assert_eq!(name("a\u{1b}[2J"), Err(BadName::Control));
        assert_eq!(name(&"x".repeat(41)), Err(BadName::Long));
        assert_eq!(name("Łoś"), Ok("Łoś".to_owned()));
    }
    #[test]
    fn writing_reads_back() {
        let kinds = [
            PlayerKind::Person,
            PlayerKind::Program,
            PlayerKind::Engine { level: 1 },
            PlayerKind::Engine { level: 10 },
        ];
        for name in ["Ann", "Ann and Ben", "Ann (the second)", "(", ")", "(person)", "# [Łoś]: 1"] {
            for kind in kinds {
                let player_info = PlayerInfo::new(name, kind).unwrap();
                assert_eq!(player_info.to_string().parse(), Ok(player_info));
            }
        }
        let ann = PlayerInfo::new("Ann", PlayerKind::Engine { level: 7 }).unwrap();
        assert_eq!(" Ann( engine \tlevel 07 ) ".parse(), Ok(ann));
    }

    #[test]
    fn other_writing_is_refused() {
        for text in [
            "Ann",
            "Ann (person) x",
            "Ann person)",
            "Ann ()",
            "Ann (Person)",
            "Ann (engine)",
            "Ann (engine level 0)",
            "Ann (engine level 11)",
            "Ann (engine level +1)",
            "Ann (engine level 1 1)",
        ] {
            assert_eq!(text.parse::<PlayerInfo>(), Err(ParsePlayerInfoError::Kind), "{text}");
        }
        assert_eq!(" (person)".parse::<PlayerInfo>(), Err(ParsePlayerInfoError::Name(BadName::Empty)));
    }
}
