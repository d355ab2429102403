//! The four games, with their defaults, the ranges that front ends offer, and the hard limits.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use floe_rules::penguins::{RuleSet, Seat};
use serde::{Deserialize, Serialize};

/// The maximum number of players of Gamma in a session.
pub const MOST_GAMMA_PLAYERS: usize = 9;
/// The longest side of a new board in a session: a larger one would be slow to show and to play.
pub const LONGEST_SIDE: u32 = 1000;
/// The maximum number of penguins per player that a set-up screen offers.
pub const MOST_PENGUINS_OFFERED: u32 = 99;

/// The game to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// Penguins on squares.
    Square,
    /// Penguins on hexagons.
    Hex,
    /// Penguins as the published board game.
    Classic,
    /// Gamma.
    Gamma,
}

/// Who puts the penguins on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// The players place them in turn.
    Manual,
    /// Penguins are placed at random on legal floes.
    Automatic,
}

/// The error for an unknown game name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown game '{0}': use square, hex, classic or gamma")]
pub struct UnknownGame(pub String);

impl GameKind {
    /// All games.
    pub const ALL: [GameKind; 4] = [GameKind::Square, GameKind::Hex, GameKind::Classic, GameKind::Gamma];

    /// Returns the name that arguments use.
    pub fn name(self) -> &'static str {
        match self {
            GameKind::Square => "square",
            GameKind::Hex => "hex",
            GameKind::Classic => "classic",
            GameKind::Gamma => "gamma",
        }
    }

    /// Returns the rules of a game of Penguins in their default layout; `None` for Gamma.
    pub fn rules(self) -> Option<RuleSet> {
        match self {
            GameKind::Square => Some(RuleSet::SQUARE),
            GameKind::Hex => Some(RuleSet::HEX),
            GameKind::Classic => Some(RuleSet::CLASSIC),
            GameKind::Gamma => None,
        }
    }

    /// Returns the symbol of the player in a seat, counted from 0: a letter in Penguins, a number in Gamma.
    pub fn seat_mark(self, index: usize) -> String {
        let letter = u8::try_from(index + 1).ok().and_then(Seat::new).map(Seat::letter);
        match (self, letter) {
            (GameKind::Square | GameKind::Hex | GameKind::Classic, Some(letter)) => letter.to_string(),
            _ => (index + 1).to_string(),
        }
    }

    /// Returns the allowed numbers of players.
    pub fn players(self) -> RangeInclusive<usize> {
        match self.rules() {
            Some(rules) => usize::from(rules.fewest_players)..=usize::from(rules.most_players),
            None => 1..=MOST_GAMMA_PLAYERS,
        }
    }

    /// Returns the default number of rows and columns of a new board.
    pub fn default_size(self) -> (u32, u32) {
        match self {
            GameKind::Square | GameKind::Classic => (8, 8),
            GameKind::Hex => (9, 9),
            GameKind::Gamma => (6, 8),
        }
    }

    /// Returns the allowed side lengths of a new board; the board of a file may have any.
    pub fn sides(self) -> RangeInclusive<u32> {
        match self {
            GameKind::Square | GameKind::Gamma => 1..=LONGEST_SIDE,
            GameKind::Hex => 9..=LONGEST_SIDE,
            GameKind::Classic => 8..=8,
        }
    }

    /// Returns the side lengths that a set-up screen offers for a new board.
    pub fn offered_sides(self) -> RangeInclusive<u32> {
        match self {
            GameKind::Square | GameKind::Classic => 4..=100,
            GameKind::Hex => 9..=100,
            GameKind::Gamma => 1..=LONGEST_SIDE,
        }
    }

    /// Returns the side lengths that the text prompts offer, the same as in the original console games.
    pub fn prompted_sides(self) -> RangeInclusive<u32> {
        match self {
            GameKind::Square | GameKind::Classic => 4..=20,
            GameKind::Hex => 9..=50,
            GameKind::Gamma => 1..=LONGEST_SIDE,
        }
    }

    /// Returns the numbers of penguins per player that the text prompts offer, if the rules do not fix the number.
    pub fn prompted_penguins(self) -> RangeInclusive<u32> {
        1..=5
    }

    /// Returns who places the penguins after the text prompts, the same as in the original console games.
    pub fn prompted_placement(self) -> Placement {
        match self {
            GameKind::Hex | GameKind::Classic => Placement::Automatic,
            GameKind::Square | GameKind::Gamma => Placement::Manual,
        }
    }

    /// Returns the default number of penguins per player in a game with this many players.
    pub fn default_penguins(self, players: usize) -> u32 {
        let players = u8::try_from(players).unwrap_or(u8::MAX);
        self.rules().and_then(|rules| rules.penguins_each(players)).unwrap_or(3)
    }

    /// Returns the default maximum number of areas per player of Gamma.
    pub fn default_areas(self) -> u32 {
        3
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for GameKind {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<GameKind, UnknownGame> {
        let named = GameKind::ALL.into_iter().find(|kind| kind.name() == text);
        named.ok_or_else(|| UnknownGame(text.to_owned()))
    }
}
