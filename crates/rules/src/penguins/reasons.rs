//! Explanations of why a turn is not allowed.

use super::ice::Ice;
use super::moves::{IllegalMove, Move};
use super::position::{Phase, Position};
use super::tile::Fish;
use crate::grid::Cell;

impl<I: Ice> Position<I> {
    /// Returns why the player to move may not make a turn, or `None` when it is legal.
    pub fn why_illegal(&self, turn: Move) -> Option<IllegalMove> {
        let Some(seat) = self.to_move() else {
            return Some(IllegalMove::GameOver);
        };
        let grid = self.grid();
        if turn.cells().any(|cell| cell.index() >= grid.cells()) {
            return Some(IllegalMove::OffBoard);
        }
        match (self.phase(), turn) {
            (Phase::Placement, Move::Place(at)) => self.why_no_place(at),
            (Phase::Placement, Move::Slide { .. }) => Some(IllegalMove::StillPlacing),
            (_, Move::Place(_)) => Some(IllegalMove::AllPlaced),
            (_, Move::Slide { from, .. }) if self.occupant(from) != Some(seat) => {
                Some(IllegalMove::NoPenguin { at: grid.coord(from), seat })
            }
            (_, Move::Slide { from, to }) => self.why_no_slide(from, to),
        }
    }

    fn why_not_free(&self, cell: Cell) -> Option<IllegalMove> {
        let at = self.grid().coord(cell);
        match self.occupant(cell) {
            Some(seat) => Some(IllegalMove::Occupied { at, seat }),
            None if self.ice().is_free(cell) => None,
            None => Some(IllegalMove::NoFloe(at)),
        }
    }

    /// Returns why no penguin can be placed on a cell, in any phase.
    pub fn why_no_place(&self, cell: Cell) -> Option<IllegalMove> {
        self.why_not_free(cell).or_else(|| {
            let fish = self.ice().fish(cell);
            (fish != Fish::ONE).then(|| IllegalMove::NotOneFish { at: self.grid().coord(cell), fish })
        })
    }

    /// Returns why a penguin at `from` cannot slide to `to`, regardless of whose turn it is.
    pub fn why_no_slide(&self, from: Cell, to: Cell) -> Option<IllegalMove> {
        if from == to {
            return Some(IllegalMove::NoDistance);
        }
        if let Some(reason) = self.why_not_free(to) {
            return Some(reason);
        }
        let grid = self.grid();
        for &way in grid.topology().directions() {
            let mut blocker = None;
            for cell in grid.line(from, way) {
                if cell == to {
                    return blocker.map(|cell| {
                        let at = grid.coord(cell);
                        match self.occupant(cell) {
                            Some(seat) => IllegalMove::PenguinBetween { at, seat },
                            None => IllegalMove::WaterBetween(at),
                        }
                    });
                }
                if blocker.is_none() && !self.ice().is_free(cell) {
                    blocker = Some(cell);
                }
            }
        }
        Some(IllegalMove::NotInLine { from: grid.coord(from), to: grid.coord(to) })
    }
}
