//! The names of directions, as they are shown and typed.

use floe_locale::Lang;
use floe_rules::grid::{Direction, Topology};

use crate::app::keys::Key;
use crate::phrases::direction_letters;

/// Returns the usual short name of a direction.
pub(crate) fn initials(lang: Lang, direction: Direction) -> String {
    direction_letters(lang, direction).to_uppercase()
}

/// Returns a typed slide that exists on a board: squares have no diagonals.
pub(crate) fn slide_example(topology: Topology) -> &'static str {
    if topology.directions().contains(&Direction::NorthEast) { "NE 2" } else { "E 2" }
}

/// Returns the direction that an arrow stands for, if the topology has it. Letters are names of directions here.
pub(super) fn arrow_direction(key: Key, topology: Topology) -> Option<Direction> {
    let direction = match key {
        Key::Up => Direction::North,
        Key::Down => Direction::South,
        Key::Left => Direction::West,
        Key::Right => Direction::East,
        _ => return None,
    };
    topology.directions().contains(&direction).then_some(direction)
}

/// What the letters of a direction mean so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypedDirection {
    /// The only direction with this name, and no longer name starts like it.
    Certain(Direction),
    /// A direction, but a longer name starts like it.
    Possible(Direction),
    /// The start of several names.
    Start,
    /// Not a direction.
    Nothing,
}

/// Reads the letters of a direction, in a language or in English.
pub(super) fn typed_direction(text: &str, lang: Lang, topology: Topology) -> TypedDirection {
    let text = text.to_ascii_uppercase();
    let names = |way: Direction| [lang, Lang::English].map(|lang| initials(lang, way));
    let ways = topology.directions();
    let exact = ways.iter().copied().find(|&way| names(way).contains(&text));
    let starts = |way: &&Direction| names(**way).iter().any(|name| name.starts_with(&text));
    let starts = ways.iter().filter(starts).count();
    match (exact, starts) {
        (Some(way), 1) => TypedDirection::Certain(way),
        (Some(way), _) => TypedDirection::Possible(way),
        (None, 0) => TypedDirection::Nothing,
        (None, _) => TypedDirection::Start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use floe_rules::penguins::RuleSet;

    #[test]
    fn letters_of_a_direction_collect_until_they_are_certain() {
        let (square, hex) = (RuleSet::SQUARE.topology, RuleSet::HEX.topology);
        let english = |text, topology| typed_direction(text, Lang::English, topology);
        assert_eq!(english("n", square), TypedDirection::Certain(Direction::North));
        assert_eq!(english("n", hex), TypedDirection::Possible(Direction::North));
        assert_eq!(english("ne", hex), TypedDirection::Certain(Direction::NorthEast));
        assert_eq!(english("SE", hex), TypedDirection::Certain(Direction::SouthEast));
        assert_eq!(english("ne", square), TypedDirection::Nothing);
        assert_eq!(english("k", hex), TypedDirection::Nothing);
        assert_eq!((slide_example(square), slide_example(hex)), ("E 2", "NE 2"));
        let french = |text, topology| typed_direction(text, Lang::French, topology);
        for (text, topology, way) in [
            ("no", hex, Direction::NorthWest),
            ("NW", hex, Direction::NorthWest),
            ("so", hex, Direction::SouthWest),
            ("o", square, Direction::West),
            ("w", square, Direction::West),
        ] {
            assert_eq!(french(text, topology), TypedDirection::Certain(way), "{text}");
        }
        assert_eq!(french("n", hex), TypedDirection::Possible(Direction::North));
        assert_eq!(english("so", hex), TypedDirection::Nothing);
    }
}
