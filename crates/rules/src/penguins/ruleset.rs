//! Rule sets: the differences between the variants of Penguins, as data.

use crate::grid::{Layout, Topology};

/// When the fish of a tile are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// When a penguin arrives or is placed; no fish stay beneath it.
    Arrival,
    /// When a penguin leaves the tile; its last tile is never scored.
    Departure,
}

/// The rules of a variant of Penguins. The presets are [`SQUARE`](RuleSet::SQUARE),
/// [`HEX`](RuleSet::HEX) and [`CLASSIC`](RuleSet::CLASSIC).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The name of the preset, as in arguments.
    pub name: &'static str,
    /// The kind of tiles.
    pub topology: Topology,
    /// When fish are scored.
    pub scoring: Scoring,
    /// The minimum number of players.
    pub fewest_players: u8,
    /// The maximum number of players.
    pub most_players: u8,
    /// The number of penguins per player by the number of players, from `fewest_players` on; empty if it must be given.
    pub penguins: &'static [u32],
    /// Whether another layout of the hexagons may be chosen.
    layout_is_free: bool,
}

/// The error for a rule set name that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown rules '{0}': use square, hex or classic")]
pub struct UnknownRules(pub String);

/// The error for choosing a layout under rules that do not allow it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a layout can only be chosen with the rules 'hex', not '{0}'")]
pub struct LayoutRefused(pub &'static str);

impl RuleSet {
    /// Squares, fish scored on arrival, 1 to 9 players (rule P1).
    pub const SQUARE: RuleSet = RuleSet {
        name: "square",
        topology: Topology::Square,
        scoring: Scoring::Arrival,
        fewest_players: 1,
        most_players: 9,
        penguins: &[],
        layout_is_free: false,
    };

    /// Hexagons (flat-topped by default), fish scored on departure, 2 to 6 players (rule P2).
    pub const HEX: RuleSet = RuleSet {
        name: "hex",
        topology: Topology::Hex(Layout::OddQ),
        scoring: Scoring::Departure,
        fewest_players: 2,
        most_players: 6,
        penguins: &[4, 3, 2, 2, 2],
        layout_is_free: true,
    };

    /// The published board game: pointy-topped hexagons, fish scored on arrival, 2 to 4 players (rule P3).
    pub const CLASSIC: RuleSet = RuleSet {
        name: "classic",
        topology: Topology::Hex(Layout::OddR),
        scoring: Scoring::Arrival,
        fewest_players: 2,
        most_players: 4,
        penguins: &[4, 3, 2],
        layout_is_free: false,
    };

    /// The presets, the default first.
    pub const PRESETS: [RuleSet; 3] = [RuleSet::SQUARE, RuleSet::HEX, RuleSet::CLASSIC];

    /// Returns the preset with a name.
    pub fn named(name: &str) -> Result<RuleSet, UnknownRules> {
        RuleSet::PRESETS
            .into_iter()
            .find(|rules| rules.name == name)
            .ok_or_else(|| UnknownRules(name.to_owned()))
    }

    /// Returns the layout if these rules allow choosing one.
    pub fn chosen_layout(&self) -> Option<Layout> {
        match self.topology {
            Topology::Hex(layout) if self.layout_is_free => Some(layout),
            _ => None,
        }
    }

    /// Returns the same rules on hexagons in another layout.
    pub fn with_layout(self, layout: Layout) -> Result<RuleSet, LayoutRefused> {
        if self.chosen_layout().is_some() {
            Ok(RuleSet { topology: Topology::Hex(layout), ..self })
        } else {
            Err(LayoutRefused(self.name))
        }
    }

    /// Returns the number of penguins each player has, where the rules define it.
    pub fn penguins_each(&self, players: u8) -> Option<u32> {
        let index = players.checked_sub(self.fewest_players)?;
        self.penguins.get(usize::from(index)).copied()
    }

    /// Returns whether the rules allow this number of players.
    pub fn allows_players(&self, players: u8) -> bool {
        (self.fewest_players..=self.most_players).contains(&players)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn penguins_follow_the_published_tables() {
        let each = |rules: RuleSet| -> Vec<_> { (0..=9).map(|k| rules.penguins_each(k)).collect() };
        assert_eq!(each(RuleSet::SQUARE), [None; 10]);
        let hex = [None, None, Some(4), Some(3), Some(2), Some(2), Some(2), None, None, None];
        assert_eq!(each(RuleSet::HEX), hex);
        let classic = [None, None, Some(4), Some(3), Some(2), None, None, None, None, None];
        assert_eq!(each(RuleSet::CLASSIC), classic);
    }

    #[test]
    fn only_hex_takes_a_layout() {
        let hex = RuleSet::HEX.with_layout(Layout::EvenR).unwrap();
        assert_eq!(hex.topology, Topology::Hex(Layout::EvenR));
        assert_eq!(RuleSet::SQUARE.with_layout(Layout::OddQ), Err(LayoutRefused("square")));
        assert_eq!(RuleSet::CLASSIC.with_layout(Layout::OddR), Err(LayoutRefused("classic")));
    }
}
