//! A referee's penalties: lost turns and eliminations (rule P12).

use super::{Phase, PlayerStanding, Position};
use crate::penguins::ice::Ice;
use crate::penguins::keys;
use crate::penguins::sheet::Sheet;
use crate::penguins::tile::Seat;

/// What is needed to undo a penalty.
#[derive(Clone, Debug)]
#[must_use = "a penalty can only be undone with this"]
pub struct PenaltyUndo<I: Ice = Sheet> {
    phase: Phase,
    turn: usize,
    hash: u64,
    /// The player that was eliminated, as it was before.
    eliminated: Option<(usize, PlayerStanding<I::Flock>)>,
}

impl<I: Ice> Position<I> {
    /// Skips the player to move (rule P12); the next one who can act is to move.
    pub fn lose_turn(&mut self) -> PenaltyUndo<I> {
        let undo = PenaltyUndo { phase: self.phase, turn: self.turn, hash: self.hash, eliminated: None };
        self.give_turn(self.phase, (self.turn + 1) % self.players.len().max(1));
        undo
    }

    /// Eliminates a player (rule P12): its penguins stay where they are, and it never acts again.
    ///
    /// Returns `None` for a player that is not in the game, or is already eliminated.
    pub fn eliminate(&mut self, seat: Seat) -> Option<PenaltyUndo<I>> {
        let index = self.players.iter().position(|player| player.seat == seat && !player.out)?;
        let player = self.players[index].clone();
        let undo = PenaltyUndo {
            phase: self.phase,
            turn: self.turn,
            hash: self.hash,
            eliminated: Some((index, player)),
        };
        let player = &mut self.players[index];
        self.hash ^= keys::unplaced(seat, player.unplaced) ^ keys::unplaced(seat, 0) ^ keys::out(seat);
        (player.unplaced, player.flock, player.out) = (0, I::Flock::default(), true);
        self.give_turn(self.phase, self.turn);
        Some(undo)
    }

    /// Undoes the latest penalty; turns and penalties are undone in reverse order.
    pub fn undo_penalty(&mut self, undo: &PenaltyUndo<I>) {
        if let Some((index, player)) = &undo.eliminated {
            self.players[*index] = player.clone();
        }
        (self.phase, self.turn, self.hash) = (undo.phase, undo.turn, undo.hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board_file;
    use crate::grid::Cell;
    use crate::penguins::{IllegalMove, Move, RuleSet, Stage};

    fn three() -> Position {
        let board = board_file::read(b"1 7\n01 10 02 10 20 03 10\na 1 1\nb 2 1\nc 3 1\n").unwrap();
        Position::new(&board, &RuleSet::SQUARE, &Stage::Movement).unwrap()
    }

    fn seat(number: u8) -> Seat {
        Seat::new(number).unwrap()
    }

    #[test]
    fn the_penguins_of_an_eliminated_player_still_block() {
        let mut position = three();
        let undo = position.eliminate(seat(2)).unwrap();
        assert_eq!((position.to_move(), position.penguins(seat(2))), (Some(seat(1)), vec![]));
        assert_eq!(position.occupant(Cell(2)), Some(seat(2)));
        let at = position.grid().coord(Cell(2));
        for (to, why) in [
            (Cell(2), IllegalMove::Occupied { at, seat: seat(2) }),
            (Cell(3), IllegalMove::PenguinBetween { at, seat: seat(2) }),
        ] {
            assert_eq!(position.why_illegal(Move::Slide { from: Cell(0), to }), Some(why));
        }
        position.undo_penalty(&undo);
        assert_eq!(position.penguins(seat(2)), [Cell(2)]);
    }

    #[test]
    fn positions_differ_by_who_is_out() {
        // Engines keep what they learned about a position under its hash.
        let mut position = three();
        let before = position.hash();
        let undo = position.eliminate(seat(2)).unwrap();
        let without_two = position.hash();
        position.undo_penalty(&undo);
        assert_eq!(position.hash(), before);
        let _ = position.eliminate(seat(3)).unwrap();
        assert!(without_two != before && position.hash() != before && position.hash() != without_two);
    }
}
