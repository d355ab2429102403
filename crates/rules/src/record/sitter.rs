//! Who plays: a name, and what kind of player it is.

use std::fmt;

use crate::penguins::Id;

/// What kind of player somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A person at the terminal.
    Person,
    /// The engine.
    Engine {
        /// How well it plays, from 1 to 10.
        level: u8,
    },
    /// A program of somebody else.
    Program,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Person => f.write_str("person"),
            Kind::Engine { level } => write!(f, "engine level {level}"),
            Kind::Program => f.write_str("program"),
        }
    }
}

/// Who sits at a place of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    name: String,
    /// What kind of player it is.
    pub kind: Kind,
}

/// The most letters of a name.
pub const LONGEST_NAME: usize = 40;

/// Why some text is no name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// Nothing but blanks.
    #[error("a name needs at least one letter")]
    Empty,
    /// Too many letters.
    #[error("a name has at most {LONGEST_NAME} letters")]
    Long,
    /// Something that steers a terminal.
    #[error("a name cannot contain control characters")]
    Control,
}

impl Sitter {
    /// Names a player; blanks around the name do not count.
    pub fn new(name: &str, kind: Kind) -> Result<Sitter, BadName> {
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
        Ok(Sitter { name: name.to_owned(), kind })
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name as the id of a board file, which knows no blanks and no quotation marks.
    ///
    /// `taken` are ids that it must differ from.
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
            .expect("a name has a letter, its blanks and quotation marks are replaced, and numbers go on")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_ids_of_their_own() {
        let id = |name: &str, taken: &[Id]| Sitter::new(name, Kind::Person).unwrap().id(taken).to_string();
        assert_eq!(id(" Anna Maria ", &[]), "Anna_Maria");
        assert_eq!(id("the \"fish\"", &[]), "the_'fish'");
        let taken = ["Ann", "Ann_2"].map(|id| Id::new(id.as_bytes()).unwrap());
        assert_eq!(id("Ann", &taken), "Ann_3");
    }

    #[test]
    fn names_have_letters_and_steer_nothing() {
        let name = |name: &str| Sitter::new(name, Kind::Program).map(|sitter| sitter.name);
        assert_eq!(name("  "), Err(BadName::Empty));
        assert_eq!(name("a\u{1b}[2J"), Err(BadName::Control));
        assert_eq!(name(&"x".repeat(41)), Err(BadName::Long));
        assert_eq!(name("Łoś"), Ok("Łoś".to_owned()));
    }
}
