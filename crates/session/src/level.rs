//! The levels of engines that people play against: the default, and the names that arguments use.

use floe_engine::Level;

/// The names of the levels, from level 1 on.
pub const LEVEL_NAMES: [&str; 10] = [
    "beginner",
    "novice",
    "easy",
    "casual",
    "club",
    "strong",
    "expert",
    "master",
    "grandmaster",
    "full-strength",
];

/// The error for text that names no level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown level '{0}': use 1 to 10, or {names}", names = LEVEL_NAMES.join(", "))]
pub struct UnknownLevel(pub String);

/// Returns the level of an engine that is not given one: an easy opponent.
pub fn default_level() -> Level {
    Level::new(3).expect("3 is a level")
}

/// Returns a level by its number or its name.
///
/// ```
/// use floe_session::level_named;
/// assert_eq!(level_named("7"), level_named("expert"));
/// assert!(level_named("11").is_err());
/// ```
pub fn level_named(text: &str) -> Result<Level, UnknownLevel> {
    let word = text.trim().to_ascii_lowercase().replace([' ', '_'], "-");
    let named = LEVEL_NAMES.iter().position(|&name| name == word).and_then(|at| u8::try_from(at + 1).ok());
    let number = named.or_else(|| word.parse().ok());
    number.and_then(Level::new).ok_or_else(|| UnknownLevel(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_numbers_and_names() {
        for (number, name) in (1..).zip(LEVEL_NAMES) {
            assert_eq!(level_named(name), level_named(&number.to_string()), "{name}");
        }
        assert_eq!(level_named("Full strength"), Ok(Level::FULL));
        assert_eq!(level_named("easy"), Ok(default_level()));
        for bad in ["", "0", "11", "-1", "300", "hard", "3.0"] {
            assert!(level_named(bad).is_err(), "{bad}");
        }
    }
}
