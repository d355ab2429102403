//! What is needed to undo moves, logged only on request.

use super::players::PlayerStats;

/// A move, and everything that it changed.
#[derive(Clone, Debug)]
pub(super) struct UndoEntry {
    pub(super) cell: usize,
    /// The owner of the cell before; 0 for none.
    pub(super) owner: u32,
    pub(super) label: u32,
    /// The statistics of the affected players before.
    pub(super) players: Vec<(u32, PlayerStats)>,
    /// Union-find entries before the change; undone in reverse order.
    pub(super) joins: Vec<(u32, u32)>,
    /// The cells that got a new label, with the old one.
    pub(super) relabelled: Vec<(usize, u32)>,
    /// The number of labels before.
    pub(super) labels: usize,
}
