//! The neighbourhood of a cell, read once and queried often.

use super::game::Gamma;
use super::owners::Owners;

/// The owner of cells beyond the edge of the board.
const WALL: u64 = u64::MAX;
const EMPTY: u64 = 0;

/// The owners of the twelve cells up to two steps away, clockwise from the north.
///
/// A loop over neighbours branches on cells that are off the board, empty or owned, and such branches are
/// mispredicted. Here all cells are read first and counted without branches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbourhood {
    /// The four cells that touch it.
    sides: [u64; 4],
    /// The four cells at its corners; the first is between the first and the second side.
    corners: [u64; 4],
    /// The four cells behind its sides.
    far: [u64; 4],
}

impl Neighbourhood {
    /// Reads the cells around one that is at least two cells from every edge.
    #[inline(always)]
    fn inside<T: Copy + Into<u64>>(owners: &[T], cell: usize, width: usize) -> Neighbourhood {
        let at = |index: usize| owners[index].into();
        let (above, below) = (cell + width, cell - width);
        Neighbourhood {
            sides: [at(above), at(cell + 1), at(below), at(cell - 1)],
            corners: [at(above + 1), at(below + 1), at(below - 1), at(above - 1)],
            far: [at(above + width), at(cell + 2), at(below - width), at(cell - 2)],
        }
    }

    /// Returns the holder of a side; 0 where it is empty or off the board.
    #[inline(always)]
    pub(super) fn holder(&self, side: usize) -> u32 {
        if self.sides[side] == WALL { 0 } else { self.sides[side] as u32 }
    }

    /// Returns the holder of a side if none of the sides before has the same; else 0.
    #[inline(always)]
    pub(super) fn new_holder(&self, side: usize) -> u32 {
        if self.sides[..side].contains(&self.sides[side]) { 0 } else { self.holder(side) }
    }

    /// Returns the holder of a side if it is another than `player`; else 0.
    #[inline(always)]
    pub(super) fn other_holder(&self, side: usize, player: u32) -> u32 {
        let holder = self.holder(side);
        if holder == player { 0 } else { holder }
    }

    /// Returns whether a player holds a side.
    #[inline(always)]
    pub(super) fn is_held(&self, side: usize, player: u32) -> bool {
        self.sides[side] == u64::from(player)
    }

    /// Returns whether a player holds any side.
    #[inline(always)]
    pub(super) fn touches(&self, player: u32) -> bool {
        let player = u64::from(player);
        // Not `any`: four comparisons are cheaper than one mispredicted branch.
        (self.sides[0] == player)
            | (self.sides[1] == player)
            | (self.sides[2] == player)
            | (self.sides[3] == player)
    }

    /// Counts the empty sides that touch no other cell of a player.
    #[inline(always)]
    pub(super) fn empty_sides_only_here(&self, player: u32) -> u64 {
        let player = u64::from(player);
        let mut count = 0;
        for side in 0..4 {
            let elsewhere = (self.corners[side] == player)
                | (self.corners[(side + 3) % 4] == player)
                | (self.far[side] == player);
            count += u64::from((self.sides[side] == EMPTY) & !elsewhere);
        }
        count
    }

    /// Counts the runs of a player's sides that are joined around corners.
    #[inline(always)]
    pub(super) fn count_runs(&self, player: u32) -> u32 {
        self.runs(player).into_iter().map(u32::from).sum()
    }

    /// Returns for each side of a player whether it begins a run of sides that are joined around corners.
    ///
    /// The number of runs is the most pieces that losing the cell could leave.
    pub(super) fn runs(&self, player: u32) -> [bool; 4] {
        let player = u64::from(player);
        let joined = |side: usize| {
            self.sides[side] == player && self.corners[side] == player && self.sides[(side + 1) % 4] == player
        };
        let mut runs = [0, 1, 2, 3].map(|side| self.sides[side] == player && !joined((side + 3) % 4));
        if runs == [false; 4] && self.sides[0] == player {
            // All four sides are joined in a ring.
            runs[0] = true;
        }
        runs
    }

    /// Returns the runs of a player's sides with their lengths.
    pub(super) fn ring(&self, player: u32) -> Ring {
        let held = |owner: u64| owner == u64::from(player);
        let (sides, corners) = (self.sides.map(held), self.corners.map(held));
        let mut ring =
            Ring { sides, runs: [(0, 0); 4], count: 0, has_gap: sides != [true; 4] || corners != [true; 4] };
        let starts = self.runs(player);
        for first in (0..4).filter(|&side| starts[side]) {
            let joined = |&length: &usize| {
                let (last, next) = ((first + length + 3) % 4, (first + length) % 4);
                !(corners[last] && sides[next])
            };
            ring.runs[ring.count] = (first, (1..4).find(joined).unwrap_or(4));
            ring.count += 1;
        }
        ring
    }
}

/// The eight cells around a cell, by whether they belong to a player, and the runs of sides that they form.
///
/// A run is a maximal sequence of sides, clockwise, that are joined around corners; between runs are gaps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    sides: [bool; 4],
    /// The first side of each run, and how many sides it has.
    runs: [(usize, usize); 4],
    count: usize,
    has_gap: bool,
}

impl Ring {
    /// Returns the number of runs.
    pub(super) fn run_count(&self) -> usize {
        self.count
    }

    /// Returns the first side of a run, and how many sides it has.
    pub(super) fn run(&self, index: usize) -> (usize, usize) {
        self.runs[index]
    }

    /// Returns whether a side belongs to the player.
    pub(super) fn is_side(&self, side: usize) -> bool {
        self.sides[side]
    }

    /// Returns whether any of the eight cells does not belong to the player.
    pub(super) fn has_gap(&self) -> bool {
        self.has_gap
    }

    /// Returns the run before the gap in which a side lies; there must be a run.
    pub(super) fn gap_of_side(&self, side: usize) -> usize {
        let before = (1..4).map(|back| (side + 4 - back) % 4).find(|&before| self.sides[before]);
        let ends = |&run: &usize| before == Some((self.runs[run].0 + self.runs[run].1 + 3) % 4);
        (0..self.count).find(ends).unwrap_or(0)
    }
}

impl Gamma {
    /// Reads the cells around a cell.
    #[inline(always)]
    pub(super) fn neighbourhood(&self, cell: usize, x: u32, y: u32) -> Neighbourhood {
        let width = self.width as usize;
        let inner = |at: u32, count: u32| at >= 2 && count - at > 2;
        if inner(x, self.width) && inner(y, self.height) {
            return match &self.owners {
                Owners::Narrow(owners) => Neighbourhood::inside(owners, cell, width),
                Owners::Wide(owners) => Neighbourhood::inside(owners, cell, width),
            };
        }
        let at = |right: i32, up: i32| {
            let x = x.checked_add_signed(right).filter(|&x| x < self.width);
            let y = y.checked_add_signed(up).filter(|&y| y < self.height);
            match (x, y) {
                (Some(x), Some(y)) => u64::from(self.owners.get(y as usize * width + x as usize)),
                _ => WALL,
            }
        };
        Neighbourhood {
            sides: [at(0, 1), at(1, 0), at(0, -1), at(-1, 0)],
            corners: [at(1, 1), at(1, -1), at(-1, -1), at(-1, 1)],
            far: [at(0, 2), at(2, 0), at(0, -2), at(-2, 0)],
        }
    }

    /// Returns the cell on a side of another; it must be on the board.
    #[inline(always)]
    pub(super) fn beside(&self, cell: usize, side: usize) -> usize {
        let width = self.width as usize;
        match side {
            0 => cell + width,
            1 => cell + 1,
            2 => cell - width,
            _ => cell - 1,
        }
    }
}
