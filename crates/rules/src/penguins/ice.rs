//! The `Ice` trait: how a position stores its board.

use std::fmt::Debug;

use super::tile::{Fish, Seat};
use crate::grid::{Cell, Grid};

/// A representation of the tiles: [`Sheet`](super::Sheet) for any board, [`Compact`](super::Compact) for small ones.
///
/// The rules of turns, phases and scores are in [`Position`](super::Position); an implementation only stores the
/// floes and finds straight lines. All cells passed in must be on the board.
pub trait Ice: Clone + Debug + PartialEq {
    /// The penguins of one player.
    type Flock: Clone + Debug + Default + PartialEq;

    /// Returns the grid of the board.
    fn grid(&self) -> Grid;

    /// Returns the fish on a free floe, or those still to be scored beneath a penguin; elsewhere not meaningful.
    fn fish(&self, cell: Cell) -> Fish;

    /// Returns whether the cell is a floe without a penguin.
    fn is_free(&self, cell: Cell) -> bool;

    /// Returns the number of free floes with exactly one fish.
    fn starts(&self) -> usize;

    /// Calls `visit` with every free floe that has exactly one fish.
    fn each_start(&self, visit: impl FnMut(Cell));

    /// Returns whether a penguin at `from` can slide to `to`.
    fn reaches(&self, from: Cell, to: Cell) -> bool;

    /// Returns whether any of the penguins can slide.
    fn can_slide(&self, flock: &Self::Flock) -> bool;

    /// Returns the number of legal slides of a player's penguins.
    fn count_slides(&self, flock: &Self::Flock) -> u64;

    /// Calls `visit` with the start and the end of every legal slide of a player's penguins.
    fn each_slide(&self, flock: &Self::Flock, visit: impl FnMut(Cell, Cell));

    /// Puts a penguin on a free floe; `left` fish stay beneath it.
    fn settle(&mut self, at: Cell, seat: Seat, left: Fish);

    /// Undoes [`settle`](Ice::settle): the floe is free again and holds `fish`.
    fn lift(&mut self, at: Cell, fish: Fish);

    /// Removes the floe of a penguin that left.
    fn melt(&mut self, at: Cell);

    /// Undoes [`melt`](Ice::melt): the penguin stands there again, on `fish`.
    fn freeze(&mut self, at: Cell, seat: Seat, fish: Fish);

    /// Returns the hash key of a free floe.
    fn floe_key(&self, cell: Cell) -> u64;

    /// Returns the hash key of a penguin.
    fn penguin_key(&self, cell: Cell, seat: Seat) -> u64;

    /// Adds a penguin to a flock.
    fn enter(&self, flock: &mut Self::Flock, cell: Cell);

    /// Removes the penguin on `cell` from a flock; it must be the one that was added last.
    fn leave(&self, flock: &mut Self::Flock, cell: Cell);

    /// Moves a penguin of a flock.
    fn hop(&self, flock: &mut Self::Flock, from: Cell, to: Cell);

    /// Returns whether one of the penguins stands on a cell.
    fn holds(&self, flock: &Self::Flock, cell: Cell) -> bool;

    /// Returns the owner of the penguin on a cell, if the representation stores owners. Eliminated players count,
    /// although their penguins are in no flock.
    fn owner(&self, _cell: Cell) -> Option<Seat> {
        None
    }

    /// Calls `visit` with the place of every penguin.
    fn each_penguin(&self, flock: &Self::Flock, visit: impl FnMut(Cell));
}
