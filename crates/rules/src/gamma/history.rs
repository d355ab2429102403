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
    /// Starts a game of Gamma on a board, which need not be empty.
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

    /// Returns whether the board was empty at the start.
    pub(crate) fn started_empty(&self) -> bool {
        let takes = (0..self.made()).filter_map(|index| self.action(index));
        // Golden moves only change the owner of a cell.
        let takes = takes.filter(|(_, turn)| matches!(turn, Move::Take { .. })).count() as u64;
        let board = self.board();
        takes + board.empty() == u64::from(board.width()) * u64::from(board.height())
    }

    /// Makes a turn of the player to move, if it is legal.
    pub fn play(&mut self, turn: Move) -> Result<(), IllegalTurn> {
        let player = self.turns().to_move().ok_or(IllegalMove::GameOver)?;
        self.apply(player, turn)
    }
}
