//! The current state of a game, without its history.

use super::{Game, Turn};
use crate::gamma;
use crate::penguins::{Position, Seat};

/// The current state of a game: all that a search needs.
///
/// ```
/// use floe_rules::game::Game;
/// use floe_rules::gamma::Gamma;
///
/// let game = Game::gamma(Gamma::new(8, 6, 3, 2)?);
/// let state = game.state();
/// assert_eq!((state.to_move(), state.is_over()), (Some(1), false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum GameState {
    /// A position of Penguins.
    Penguins(Box<Position>),
    /// The board and the player to move of Gamma.
    Gamma(Box<gamma::Turns>),
}

impl GameState {
    /// Returns the number of the player to move, unless the game is over.
    pub fn to_move(&self) -> Option<u32> {
        match self {
            GameState::Penguins(position) => position.to_move().map(Seat::into),
            GameState::Gamma(turns) => turns.to_move(),
        }
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.to_move().is_none()
    }

    /// Returns whether the player to move may make a turn.
    pub fn is_legal(&self, turn: Turn) -> bool {
        match (self, turn) {
            (GameState::Penguins(position), Turn::Penguins(turn)) => position.is_legal(turn),
            (GameState::Gamma(turns), Turn::Gamma(turn)) => turns.clone().play(turn).is_ok(),
            (GameState::Penguins(_), Turn::Gamma(_)) | (GameState::Gamma(_), Turn::Penguins(_)) => false,
        }
    }
}

impl Game {
    /// Copies the current state, which costs less than a copy of the game with its history.
    pub fn state(&self) -> GameState {
        match self {
            Game::Penguins(history) => GameState::Penguins(Box::new(history.position().clone())),
            Game::Gamma(history) => GameState::Gamma(Box::new(history.turns().without_history())),
        }
    }
}
