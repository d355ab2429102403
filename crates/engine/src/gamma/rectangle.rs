//! Rectangles of cells: parts of a board.

use floe_rules::gamma::Gamma;
use floe_rules::random::Random;

use crate::scattered_order::ScatteredOrder;

/// A part of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rectangle {
    pub(crate) left: u32,
    pub(crate) bottom: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Rectangle {
    pub(crate) fn all(board: &Gamma) -> Rectangle {
        Rectangle { left: 0, bottom: 0, width: board.width(), height: board.height() }
    }

    /// Returns the bounding rectangle of all cells that a player ever held and their neighbours, or `None` if it held
    /// none.
    pub(crate) fn beside(board: &Gamma, player: u32) -> Option<Rectangle> {
        let [(left, bottom), (right, top)] = board.reach(player)?;
        let (left, bottom) = (left.saturating_sub(1), bottom.saturating_sub(1));
        let (right, top) = ((right + 1).min(board.width() - 1), (top + 1).min(board.height() - 1));
        Some(Rectangle { left, bottom, width: right - left + 1, height: top - bottom + 1 })
    }

    /// Returns the rectangle of a size with a cell in its middle, moved so that it lies on the board.
    pub(crate) fn around(board: &Gamma, (x, y): (u32, u32), (width, height): (u32, u32)) -> Rectangle {
        let from = |at: u32, size: u32, all: u32| at.saturating_sub(size / 2).min(all - size);
        let (left, bottom) = (from(x, width, board.width()), from(y, height, board.height()));
        Rectangle { left, bottom, width, height }
    }

    pub(crate) fn contains(self, x: u32, y: u32) -> bool {
        (self.left..self.left + self.width).contains(&x)
            && (self.bottom..self.bottom + self.height).contains(&y)
    }

    /// Iterates over all places, row by row.
    pub(crate) fn rows(self) -> impl Iterator<Item = (u32, u32)> {
        let columns = self.left..self.left + self.width;
        (self.bottom..self.bottom + self.height).flat_map(move |y| columns.clone().map(move |x| (x, y)))
    }

    /// Iterates over all places in a scattered order.
    pub(crate) fn places(self, random: &mut Random) -> impl Iterator<Item = (u32, u32)> + use<> {
        let width = self.width as usize;
        ScatteredOrder::new(width * self.height as usize, random)
            .map(move |index| (self.left + (index % width) as u32, self.bottom + (index / width) as u32))
    }
}
