//! What a referee decides, besides turns (rule P11).

use super::{Phase, Position, Standing};
use crate::penguins::ice::Ice;
use crate::penguins::keys;
use crate::penguins::sheet::Sheet;
use crate::penguins::tile::Seat;

/// What is needed to undo what a referee decided.
#[derive(Clone, Debug)]
#[must_use = "a decision can only be undone with this"]
pub struct Decision<I: Ice = Sheet> {
    phase: Phase,
    turn: usize,
    hash: u64,
    /// The player that went out, as it stood.
    retired: Option<(usize, Standing<I::Flock>)>,
}

impl<I: Ice> Position<I> {
    /// Takes the turn from the player to move, for a fault (rule P11); the next one who can act has it.
    pub fn lose_turn(&mut self) -> Decision<I> {
        let decision = Decision { phase: self.phase, turn: self.turn, hash: self.hash, retired: None };
        self.give_turn(self.phase, (self.turn + 1) % self.players.len().max(1));
        decision
    }

    /// Takes a player out of the game (rule P11): its penguins stay where they are, and it never acts again.
    ///
    /// Nothing happens to a player that is not in the game, or out of it already.
    pub fn retire(&mut self, seat: Seat) -> Option<Decision<I>> {
        let index = self.players.iter().position(|player| player.seat == seat && !player.out)?;
        let player = self.players[index].clone();
        let decision =
            Decision { phase: self.phase, turn: self.turn, hash: self.hash, retired: Some((index, player)) };
        let player = &mut self.players[index];
        self.hash ^= keys::unplaced(seat, player.unplaced) ^ keys::unplaced(seat, 0);
        (player.unplaced, player.flock, player.out) = (0, I::Flock::default(), true);
        self.give_turn(self.phase, self.turn);
        Some(decision)
    }

    /// Undoes a decision, in the reverse order of turns and decisions.
    pub fn overturn(&mut self, decision: &Decision<I>) {
        if let Some((index, player)) = &decision.retired {
            self.players[*index] = player.clone();
        }
        (self.phase, self.turn, self.hash) = (decision.phase, decision.turn, decision.hash);
    }
}
