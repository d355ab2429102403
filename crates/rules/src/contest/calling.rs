//! The phase that a call asks for.

use crate::penguins::{Phase, Position, Seat, Stage};

/// The part of the game that a referee asks a program to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Calling {
    /// To place a penguin.
    Placement {
        /// The number of penguins each player has in all.
        penguins: u32,
    },
    /// To move a penguin.
    Movement,
}

impl Calling {
    /// Returns whether penguins are being placed.
    pub fn is_placement(self) -> bool {
        matches!(self, Calling::Placement { .. })
    }

    /// Returns the phase of the game.
    pub fn phase(self) -> Phase {
        match self {
            Calling::Placement { .. } => Phase::Placement,
            Calling::Movement => Phase::Movement,
        }
    }

    /// Returns the stage of a game between these players.
    pub fn stage(self, seats: Vec<Seat>) -> Stage {
        match self {
            Calling::Placement { penguins } => Stage::Placement { penguins, seats },
            Calling::Movement => Stage::Movement,
        }
    }

    /// Returns whether it is the turn of a player, and in this phase.
    pub fn has_turn(self, position: &Position, seat: Seat) -> bool {
        position.phase() == self.phase() && position.to_move() == Some(seat)
    }
}
