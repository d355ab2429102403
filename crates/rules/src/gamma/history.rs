//! A game in progress: the board, the turns that led to it, and those that were taken back.

use super::game::Gamma;
use super::moves::{IllegalMove, Move};
use super::turns::Turns;

/// A game from the empty board on, forwards and backwards.
#[derive(Clone, Debug)]
pub struct GameHistory {
    turns: Turns,
    past: Vec<(u32, Move)>,
    /// Turns that were taken back, the next one last.
    future: Vec<Move>,
}

impl GameHistory {
    /// Starts a game on an empty board.
    pub fn new(board: Gamma) -> GameHistory {
        let mut turns = Turns::new(board);
        turns.keep_history();
        GameHistory { turns, past: Vec::new(), future: Vec::new() }
    }

    /// Returns the players around the board.
    pub fn turns(&self) -> &Turns {
        &self.turns
    }

    /// Returns the board.
    pub fn board(&self) -> &Gamma {
        self.turns.game()
    }

    /// Makes a turn if it is legal, and forgets those that were taken back.
    pub fn play(&mut self, turn: Move) -> Result<(), IllegalMove> {
        self.advance(turn)?;
        self.future.clear();
        Ok(())
    }

    fn advance(&mut self, turn: Move) -> Result<(), IllegalMove> {
        let player = self.turns.to_move().ok_or(IllegalMove::GameOver)?;
        self.turns.play(turn)?;
        self.past.push((player, turn));
        Ok(())
    }

    /// Takes the last turn back; false at the start.
    pub fn undo(&mut self) -> bool {
        let Some((_, turn)) = self.past.pop() else {
            return false;
        };
        self.turns.undo();
        self.future.push(turn);
        true
    }

    /// Makes the turn again that was taken back last; false when there is none.
    pub fn redo(&mut self) -> bool {
        self.future.pop().is_some_and(|turn| self.advance(turn).is_ok())
    }

    /// Forgets the turns that were taken back.
    pub fn forget_taken_back(&mut self) {
        self.future.clear();
    }

    /// Returns how many turns have been made.
    pub fn made(&self) -> usize {
        self.past.len()
    }

    /// Returns how many turns can be made again.
    pub fn taken_back(&self) -> usize {
        self.future.len()
    }

    /// Returns a turn that was made, counted from 0, with whose it was.
    pub fn turn(&self, index: usize) -> Option<(u32, Move)> {
        self.past.get(index).copied()
    }
}
