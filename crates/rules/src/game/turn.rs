//! Turns of any game, their notation, and why a turn is refused.

use std::fmt;

use crate::history::Action;
use crate::{gamma, grid, penguins};

/// A turn of one of the games: what a player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Turn {
    /// A turn of Penguins.
    Penguins(penguins::Move),
    /// A turn of Gamma.
    Gamma(gamma::Move),
}

/// Why a turn is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalTurn {
    /// The rules of Penguins forbid it.
    #[error(transparent)]
    Penguins(#[from] penguins::IllegalMove),
    /// The rules of Gamma forbid it.
    #[error(transparent)]
    Gamma(#[from] gamma::IllegalMove),
    /// It is a turn of another game.
    #[error("that is a turn of another game")]
    OtherGame,
    /// A referee's decision in Gamma, which has none.
    #[error("Gamma has no penalties")]
    NoPenalties,
    /// The player is not in the game, or is eliminated.
    #[error("player {0} is not in the game, or is eliminated")]
    NotPlaying(u32),
}

/// The error for text that is not a turn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseTurnError {
    /// It is not a turn of Penguins.
    #[error(transparent)]
    Penguins(#[from] penguins::ParseMoveError),
    /// It is not a turn of Gamma.
    #[error(transparent)]
    Gamma(#[from] gamma::ParseMoveError),
}

/// An action in short notation, as [`Game::notation`](super::Game::notation) returns it.
#[derive(Clone, Copy, Debug)]
pub struct TurnNotation {
    action: Action<Turn>,
    grid: Option<grid::Grid>,
}

impl TurnNotation {
    pub(super) fn new(action: Action<Turn>, grid: Option<grid::Grid>) -> TurnNotation {
        TurnNotation { action, grid }
    }
}

impl fmt::Display for TurnNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.action, self.grid) {
            (Action::Turn(Turn::Penguins(turn)), Some(grid)) => turn.notation(&grid).fmt(f),
            // Without a grid, the cells of a turn of Penguins cannot be written as coordinates.
            (Action::Turn(Turn::Penguins(_)), None) => f.write_str("?"),
            (Action::Turn(Turn::Gamma(turn)), _) => turn.fmt(f),
            (Action::LostTurn, _) => f.write_str("lost"),
            (Action::Eliminated, _) => f.write_str("out"),
        }
    }
}

impl From<Turn> for Action<Turn> {
    fn from(turn: Turn) -> Action<Turn> {
        Action::Turn(turn)
    }
}
