//! AreaLabels: a label on each cell, and which labels have grown together.
//!
//! A union-find over labels rather than over cells: when an area breaks apart, its smaller pieces simply
//! get new labels, and nothing points at cells. Trees are joined by size and never compressed, so a search
//! writes nothing and a union is undone by one assignment.

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

    /// Makes a label for an area of its own.
    #[inline]
    pub(super) fn create(&mut self) -> u32 {
        let label = self.entries.len() as u32;
        self.entries.push(ROOT | 1);
        label
    }

    /// Returns the label that stands for the whole area.
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

    /// Joins two areas, given by their roots; returns the root of both, and the one that it no longer is.
    #[inline]
    pub(super) fn join(&mut self, one: u32, other: u32) -> (u32, u32) {
        let size = |root: u32| self.entries[root as usize] & !ROOT;
        let (large, small) = if size(one) >= size(other) { (one, other) } else { (other, one) };
        let sum = size(large).saturating_add(size(small)).min(ROOT - 1);
        self.entries[large as usize] = ROOT | sum;
        self.entries[small as usize] = large;
        (large, small)
    }

    /// Returns an entry as it is, to be put back later.
    pub(super) fn entry(&self, label: u32) -> u32 {
        self.entries[label as usize]
    }

    /// Puts an entry back.
    pub(super) fn restore(&mut self, label: u32, entry: u32) {
        self.entries[label as usize] = entry;
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Forgets the labels made last.
    pub(super) fn truncate(&mut self, len: usize) {
        self.entries.truncate(len);
    }
}
