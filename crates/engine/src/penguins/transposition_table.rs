//! The transposition table: values of searched positions, shared by all threads of a search without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// The kind of a stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// A lower bound.
    Lower,
    /// An upper bound.
    Upper,
    /// The exact value.
    Exact,
}

/// The depth of a value that was searched to the end of the game.
pub(crate) const PROVED: u8 = u8::MAX;

/// The result of a search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    /// The future fish of the player to move minus the opponent's, in hundredths.
    pub(crate) value: i32,
    /// How deep it was searched.
    pub(crate) depth: u8,
    /// The kind of the value.
    pub(crate) bound: Bound,
    /// The tiles of the best turn; equal for a placement.
    pub(crate) best: Option<(u8, u8)>,
}

impl TableEntry {
    /// Returns whether the entry answers a search of some depth with some window.
    #[inline]
    pub(crate) fn is_enough(&self, depth: u8, alpha: i32, beta: i32) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.value >= beta,
                Bound::Upper => self.value <= alpha,
            }
    }

    fn pack(self) -> u64 {
        let bound = match self.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let (from, to, known) = self.best.map_or((0, 0, 0), |(from, to)| (from, to, 1u64));
        u64::from(self.value.cast_unsigned())
            | u64::from(self.depth) << 32
            | u64::from(from) << 40
            | u64::from(to) << 48
            | bound << 56
            | known << 58
    }

    fn unpack(data: u64) -> Option<TableEntry> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = (data >> 58 & 1 == 1).then_some(((data >> 40) as u8, (data >> 48) as u8));
        Some(TableEntry { value: (data as u32).cast_signed(), depth: (data >> 32) as u8, bound, best })
    }
}

/// A table of fixed size without buckets; a new entry replaces the old one unless that is a deeper exact value of the
/// same position.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    /// Pairs of words: the key combined with the data, and the data. A pair that two threads wrote at the same time
    /// matches no key.
    words: Vec<[AtomicU64; 2]>,
    mask: usize,
}

impl TranspositionTable {
    /// Creates an empty table of 2 to the power of `bits` entries, 16 bytes each.
    pub(crate) fn new(bits: u32) -> TranspositionTable {
        let size = 1usize << bits;
        let words = (0..size).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect();
        TranspositionTable { words, mask: size - 1 }
    }

    /// Returns the binary logarithm of the size.
    pub(crate) fn bits(&self) -> u32 {
        self.words.len().ilog2()
    }

    /// Returns the entry of a position.
    #[inline]
    pub(crate) fn get(&self, hash: u64) -> Option<TableEntry> {
        let [key, data] = &self.words[hash as usize & self.mask];
        let data = data.load(Ordering::Relaxed);
        if key.load(Ordering::Relaxed) ^ data != hash {
            return None;
        }
        TableEntry::unpack(data)
    }

    /// Stores the result of a search of a position.
    #[inline]
    pub(crate) fn put(&self, hash: u64, entry: TableEntry) {
        let [key, data] = &self.words[hash as usize & self.mask];
        let old = data.load(Ordering::Relaxed);
        let same = key.load(Ordering::Relaxed) ^ old == hash;
        if same
            && TableEntry::unpack(old).is_some_and(|old| old.depth > entry.depth && old.bound == Bound::Exact)
        {
            return;
        }
        let packed = entry.pack();
        key.store(hash ^ packed, Ordering::Relaxed);
        data.store(packed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_they_were() {
        let table = TranspositionTable::new(4);
        for (hash, value, best) in
            [(7, -12345, Some((255, 0))), (23, i32::MIN / 2, None), (9, 300, Some((3, 3)))]
        {
            let entry = TableEntry { value, depth: PROVED, bound: Bound::Lower, best };
            table.put(hash, entry);
            assert_eq!(table.get(hash), Some(entry));
        }
        assert_eq!(table.get(7), None, "23 has the same slot");
        assert_eq!(table.get(8), None);
    }
}
