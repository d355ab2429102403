//! Sets of cells as bitboards.
//!
//! A row takes one bit more than it has cells. That bit belongs to no cell, so a shift by one never leads from the end
//! of a row to the start of the next, as long as the result is masked with a set of cells.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXorAssign, Not};

/// A set of cells in `W` machine words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellSet<const W: usize>([u64; W]);

impl<const W: usize> CellSet<W> {
    pub(crate) const EMPTY: CellSet<W> = CellSet([0; W]);

    /// Returns whether a cell is in the set; numbers that are not cells (wrapped ones too) are in no set.
    #[inline]
    pub(crate) fn contains(&self, cell: usize) -> bool {
        self.0.get(cell / 64).is_some_and(|word| word >> (cell % 64) & 1 != 0)
    }

    #[inline]
    pub(crate) fn one(cell: usize) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        set.0[cell / 64] = 1 << (cell % 64);
        set
    }

    /// Adds or removes a cell.
    #[inline]
    pub(crate) fn toggle(&mut self, cell: usize) {
        self.0[cell / 64] ^= 1 << (cell % 64);
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns the neighbours of the set, mixed with cells of the set itself and bits that are not cells.
    ///
    /// Rows are `stride` bits apart, from 2 to 63.
    #[inline]
    pub(crate) fn beside(&self, stride: u32) -> CellSet<W> {
        let from = &self.0;
        let mut to = [0; W];
        for at in 0..W {
            to[at] = from[at] << 1 | from[at] >> 1 | from[at] << stride | from[at] >> stride;
        }
        for at in 1..W {
            to[at] |= from[at - 1] >> 63 | from[at - 1] >> (64 - stride);
            to[at - 1] |= from[at] << 63 | from[at] << (64 - stride);
        }
        CellSet(to)
    }

    /// Returns the cells of a set that are connected with a cell.
    pub(crate) fn flood(start: usize, within: CellSet<W>, stride: u32) -> CellSet<W> {
        let mut all = CellSet::one(start);
        loop {
            let more = (all | all.beside(stride)) & within;
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// Iterates over the cells of the set, lowest first.
    #[inline]
    pub(crate) fn cells(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(at, word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(at * 64 + bit)
            })
        })
    }
}

macro_rules! bitwise {
    ($assign:ident, $assign_function:ident, $symbol:tt) => {
        impl<const W: usize> $assign for CellSet<W> {
            #[inline]
            fn $assign_function(&mut self, other: CellSet<W>) {
                for (word, other) in self.0.iter_mut().zip(&other.0) {
                    *word $symbol other;
                }
            }
        }
    };
}

bitwise!(BitAndAssign, bitand_assign, &=);
bitwise!(BitOrAssign, bitor_assign, |=);
bitwise!(BitXorAssign, bitxor_assign, ^=);

impl<const W: usize> BitAnd for CellSet<W> {
    type Output = CellSet<W>;

    #[inline]
    fn bitand(mut self, other: CellSet<W>) -> CellSet<W> {
        self &= other;
        self
    }
}

impl<const W: usize> BitOr for CellSet<W> {
    type Output = CellSet<W>;

    #[inline]
    fn bitor(mut self, other: CellSet<W>) -> CellSet<W> {
        self |= other;
        self
    }
}

impl<const W: usize> Not for CellSet<W> {
    type Output = CellSet<W>;

    #[inline]
    fn not(mut self) -> CellSet<W> {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}
