//! Hash keys of positions.
//!
//! A position's hash is the exclusive-or of the keys of what it holds. The keys are computed, not drawn
//! from a table, so that boards of any size have them and all representations of a board agree.

use super::position::Phase;
use super::tile::{Fish, Seat};
use crate::grid::Cell;
use crate::random::scramble;

// Each kind of key has numbers of its own: cells take the low 32 bits.
const FLOE: u64 = 1 << 40;
const PENGUIN: u64 = 2 << 40;
const TURN: u64 = 3 << 40;
const UNPLACED: u64 = 4 << 40;
const OUT: u64 = 5 << 40;

/// Returns the key of a free floe.
#[inline]
pub(super) fn floe(cell: Cell, fish: Fish) -> u64 {
    scramble(FLOE | u64::from(fish.count()) << 32 | u64::from(cell.0))
}

/// Returns the key of a penguin on its floe.
#[inline]
pub(super) fn penguin(cell: Cell, seat: Seat) -> u64 {
    scramble(PENGUIN | u64::from(seat.number()) << 32 | u64::from(cell.0))
}

/// Returns the key of the player to move.
#[inline]
pub(super) fn turn(phase: Phase, seat: Seat) -> u64 {
    scramble(TURN | u64::from(seat.number()) << 8 | phase as u64)
}

/// Returns the key of the penguins that a player has yet to place.
#[inline]
pub(super) fn unplaced(seat: Seat, count: u32) -> u64 {
    scramble(UNPLACED | u64::from(seat.number()) << 32 | u64::from(count))
}

/// Returns the key of an eliminated player.
pub(super) fn out(seat: Seat) -> u64 {
    scramble(OUT | u64::from(seat.number()))
}
