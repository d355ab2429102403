//! The owner of each cell: one byte per cell for up to 255 players, four bytes for more.

use std::mem;

/// The owner of every cell; 0 for none.
#[derive(Clone, Debug)]
pub(super) enum Owners {
    Narrow(Vec<u8>),
    Wide(Vec<u32>),
}

impl Owners {
    /// Returns the number of bytes per cell.
    pub(super) fn bytes_per_cell(players: u32) -> usize {
        if u8::try_from(players).is_ok() { mem::size_of::<u8>() } else { mem::size_of::<u32>() }
    }

    /// Makes an empty board; memory is not touched before it is used.
    pub(super) fn new(cells: usize, players: u32) -> Owners {
        if u8::try_from(players).is_ok() {
            Owners::Narrow(vec![0; cells])
        } else {
            Owners::Wide(vec![0; cells])
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, cell: usize) -> u32 {
        match self {
            Owners::Narrow(owners) => u32::from(owners[cell]),
            Owners::Wide(owners) => owners[cell],
        }
    }

    #[inline(always)]
    pub(super) fn set(&mut self, cell: usize, player: u32) {
        match self {
            Owners::Narrow(owners) => owners[cell] = player as u8,
            Owners::Wide(owners) => owners[cell] = player,
        }
    }
}
