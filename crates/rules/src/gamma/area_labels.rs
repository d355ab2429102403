//! The areas of a board: a label for each cell, and which labels belong to the same area.
//!
//! A union-find over labels rather than over cells: when an area breaks apart, its smaller pieces simply
//! get new labels. Trees are joined by size and never compressed, so a find writes nothing and a union is undone
//! by restoring two entries.

/// Marks an entry as the root of a tree; the rest of it is the tree's size.
const ROOT: u32 = 1 << 31;

/// The labels in use, and the trees that they form.
#[derive(Clone, Debug, Default)]
pub(super) struct AreaLabels {
    /// The parent of each label, or [`ROOT`] and a size.
    entries: Vec<u32>,
}

impl AreaLabels {
    pub(super) fn with_capacity(labels: usize) -> AreaLabels {
        AreaLabels { entries: Vec::with_capacity(labels) }
    }

    /// Makes a label for a new area.
    #[inline]
    pub(super) fn create(&mut self) -> u32 {
        let label = self.entries.len() as u32;
        self.entries.push(ROOT | 1);
        label
    }

    /// Returns the root label of an area.
    #[inline]
    pub(super) fn find(&self, mut label: u32) -> u32 {
        loop {
            let entry = self.entries[label as usize];
            if entry & ROOT != 0 {
                return label;
            }
            label = entry;
        }
    }

    /// Joins two areas, given by their roots; returns the new root, and the former root.
    #[inline]
    pub(super) fn join(&mut self, one: u32, other: u32) -> (u32, u32) {
        let size = |root: u32| self.entries[root as usize] & !ROOT;
        let (large, small) = if size(one) >= size(other) { (one, other) } else { (other, one) };
        let sum = size(large).saturating_add(size(small)).min(ROOT - 1);
        self.entries[large as usize] = ROOT | sum;
        self.entries[small as usize] = large;
        (large, small)
    }

    /// Returns an entry, to be restored later.
    pub(super) fn entry(&self, label: u32) -> u32 {
        self.entries[label as usize]
    }

    /// Restores an entry.
    pub(super) fn restore(&mut self, label: u32, entry: u32) {
        self.entries[label as usize] = entry;
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Removes the latest labels.
    pub(super) fn truncate(&mut self, len: usize) {
        self.entries.truncate(len);
    }
}
