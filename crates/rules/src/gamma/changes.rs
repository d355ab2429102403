//! The last changes of a board, so that an answer can be kept when nothing that matters has changed.

/// How many changes are remembered.
const REMEMBERED: usize = 64;

/// The last changes, counted from the start of the game.
///
/// A gentle change adds a cell to one area from one side, or starts an area: it changes what holds an area
/// together only in the eight cells around. Any other change may do so far away.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    count: u64,
    rough_at: u64,
    cells: [u32; REMEMBERED],
}

impl Changes {
    pub(super) fn new() -> Changes {
        // Not 0, at which nobody has ever asked anything.
        Changes { count: 1, rough_at: 1, cells: [0; REMEMBERED] }
    }

    /// Returns how many changes there have been.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    #[inline(always)]
    pub(super) fn gentle(&mut self, cell: usize) {
        self.count += 1;
        self.cells[self.count as usize % REMEMBERED] = cell as u32;
    }

    #[inline(always)]
    pub(super) fn rough(&mut self) {
        self.count += 1;
        self.rough_at = self.count;
    }

    /// Returns the cells changed since so many changes, if they are known and all changes were gentle.
    pub(super) fn since(&self, count: u64) -> Option<Vec<usize>> {
        if count < self.rough_at || self.count - count > REMEMBERED as u64 {
            return None;
        }
        Some((count + 1..=self.count).map(|at| self.cells[at as usize % REMEMBERED] as usize).collect())
    }
}
