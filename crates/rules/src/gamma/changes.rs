//! The latest changes of a board, so that cached answers that they do not affect stay valid.

/// The number of changes that are remembered.
const REMEMBERED: usize = 64;

/// The latest changes, counted from the start of the game.
///
/// A local change adds a cell to one area from one side, or starts an area: it affects the connectivity of an area
/// only in the eight cells around. Any other change may affect it anywhere.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    count: u64,
    global_at: u64,
    cells: [u32; REMEMBERED],
}

impl Changes {
    pub(super) fn new() -> Changes {
        // Not 0, which stands for "never asked".
        Changes { count: 1, global_at: 1, cells: [0; REMEMBERED] }
    }

    /// Returns the number of changes so far.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    #[inline(always)]
    pub(super) fn local(&mut self, cell: usize) {
        self.count += 1;
        self.cells[self.count as usize % REMEMBERED] = cell as u32;
    }

    #[inline(always)]
    pub(super) fn global(&mut self) {
        self.count += 1;
        self.global_at = self.count;
    }

    /// Returns the cells changed since `count` changes, if they are known and all changes were local.
    pub(super) fn since(&self, count: u64) -> Option<Vec<usize>> {
        if count < self.global_at || self.count - count > REMEMBERED as u64 {
            return None;
        }
        Some((count + 1..=self.count).map(|at| self.cells[at as usize % REMEMBERED] as usize).collect())
    }
}
