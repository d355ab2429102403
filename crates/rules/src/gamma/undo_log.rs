//! What is needed to undo moves, logged only on request.

use super::players::PlayerStats;

/// One move, and all that it changed.
#[derive(Clone, Debug)]
pub(super) struct UndoEntry {
    pub(super) cell: usize,
    /// Who held the cell before; 0 for nobody.
    pub(super) owner: u32,
    pub(super) label: u32,
    /// The players that it touched, as they were.
    pub(super) players: Vec<(u32, PlayerStats)>,
    /// Entries of the union-find, as they were; the last change first when undone.
    pub(super) joins: Vec<(u32, u32)>,
    /// Cells that got a new label, with the old one.
    pub(super) relabelled: Vec<(usize, u32)>,
    /// How many labels there were.
    pub(super) labels: usize,
}
