//! The history of a game of Gamma.

use super::game::Gamma;
use super::moves::{IllegalMove, Move};
use super::turns::Turns;
use crate::game::IllegalTurn;
use crate::history::{GameHistory, Undoable};

impl Undoable for Turns {
    type Start = ();
    type Player = u32;
    type Action = Move;
    type Undo = ();

    fn apply(&mut self, _: u32, turn: Move) -> Result<(), IllegalTurn> {
        Ok(self.play(turn)?)
    }

    fn revert(&mut self, player: u32, turn: Move, (): ()) {
        self.undo(player, turn);
    }
}

impl GameHistory<Turns> {
    /// Starts a game of Gamma on an empty board.
    pub fn gamma(board: Gamma) -> GameHistory<Turns> {
        let mut turns = Turns::new(board);
        turns.keep_history();
        GameHistory::from_state((), turns)
    }

    /// Returns the current state.
    pub fn turns(&self) -> &Turns {
        self.state()
    }

    /// Returns the board.
    pub fn board(&self) -> &Gamma {
        self.turns().game()
    }

    /// Makes a turn of the player to move, if it is legal.
    pub fn play(&mut self, turn: Move) -> Result<(), IllegalTurn> {
        let player = self.turns().to_move().ok_or(IllegalMove::GameOver)?;
        self.apply(player, turn)
    }
}
