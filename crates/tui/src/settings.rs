//! What the interface remembers from one start to the next.

use std::time::Duration;

use floe_engine::Level;
use floe_locale::{Lang, tr};
use floe_session::GameSpec;

use crate::theme::Theme;

/// What the interface remembers from one start to the next. A value that is `None` was never chosen.
///
/// The interface says what to remember by [`Effect::Remember`](crate::app::Effect::Remember); the program around it stores
/// and reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The language.
    pub lang: Option<Lang>,
    /// The theme.
    pub theme: Option<Theme>,
    /// The level of new engines.
    pub level: Option<Level>,
    /// The names of people by seat; an empty one is no name.
    pub names: Vec<String>,
    /// How long an engine may think about a turn.
    pub time: Option<Duration>,
    /// How long each turn is shown at least before an engine makes the next one.
    pub pace: Option<Duration>,
    /// What is shown beside the board.
    pub window: WindowSettings,
}

/// What is shown on the screen of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WindowSettings {
    /// Whether the move list is shown, where there is room for it.
    pub moves: Option<bool>,
}

impl Settings {
    /// Applies the level and the names to the description of a game; what it already says stays.
    pub fn apply_to(&self, spec: &mut GameSpec, lang: Lang) {
        spec.level = spec.level.or(self.level);
        if spec.known_names.is_empty() {
            spec.known_names.clone_from(&self.names);
        }
        spec.person_word.get_or_insert_with(|| person_word(lang));
    }

    /// Remembers the name of the person in a seat, counted from 0.
    pub fn set_name(&mut self, seat: usize, name: &str) {
        if self.names.len() <= seat {
            self.names.resize(seat + 1, String::new());
        }
        name.trim().clone_into(&mut self.names[seat]);
        while self.names.last().is_some_and(String::is_empty) {
            self.names.pop();
        }
    }
}

/// Returns the word before the letter or number of a person without a name.
pub(crate) fn person_word(lang: Lang) -> String {
    tr!(lang, "player-word")
}

/// Returns the name of a level, such as `easy`.
pub(crate) fn level_name(lang: Lang, level: u8) -> String {
    match level {
        1 => tr!(lang, "level-1"),
        2 => tr!(lang, "level-2"),
        3 => tr!(lang, "level-3"),
        4 => tr!(lang, "level-4"),
        5 => tr!(lang, "level-5"),
        6 => tr!(lang, "level-6"),
        7 => tr!(lang, "level-7"),
        8 => tr!(lang, "level-8"),
        9 => tr!(lang, "level-9"),
        _ => tr!(lang, "level-10"),
    }
}

#[cfg(test)]
mod tests {
    use floe_session::{GameKind, LEVEL_NAMES};

    use super::*;

    #[test]
    fn names_are_kept_by_seat() {
        let mut settings = Settings::default();
        settings.set_name(2, " Cyd ");
        assert_eq!(settings.names, ["", "", "Cyd"]);
        settings.set_name(0, "Ann");
        settings.set_name(2, "");
        assert_eq!(settings.names, ["Ann"]);
    }

    #[test]
    fn a_description_keeps_what_it_says() {
        let settings =
            Settings { level: Level::new(5), names: vec!["Ann".to_owned()], ..Settings::default() };
        let mut spec = GameSpec::new(GameKind::Gamma);
        settings.apply_to(&mut spec, Lang::French);
        assert_eq!((spec.level, spec.seat_name(0)), (Level::new(5), "Ann".to_owned()));
        let mut spec = GameSpec { level: Level::new(9), ..GameSpec::new(GameKind::Gamma) };
        Settings { names: Vec::new(), ..settings }.apply_to(&mut spec, Lang::French);
        assert_eq!((spec.level, spec.seat_name(0)), (Level::new(9), "Joueur 1".to_owned()));
    }

    #[test]
    fn arguments_use_the_english_names() {
        for (level, name) in (1..).zip(LEVEL_NAMES) {
            assert_eq!(level_name(Lang::English, level).replace(' ', "-"), name);
        }
    }
}
