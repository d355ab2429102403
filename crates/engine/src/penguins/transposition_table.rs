//! The transposition table: values of searched positions, shared by all threads of a search without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use super::move_ordering::TilePair;

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
    pub(crate) best: Option<TilePair>,
    /// The static evaluation, if it was needed.
    pub(crate) static_value: Option<i32>,
}

/// The largest absolute value that is stored: no board has so many fish.
const LARGEST: i32 = (1 << 23) - 1;
/// The bits of a value.
const VALUE: u64 = (1 << 24) - 1;
/// The bits of a key that are stored; the lowest ones choose the bucket.
const KEY: u64 = !VALUE;
/// The number of searches after which ages repeat.
const AGES: u64 = 32;

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

    /// Packs the entry: the static evaluation, to be stored with the key, and all the rest.
    #[inline]
    fn pack(self, age: u64) -> [u64; 2] {
        let bound = match self.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let (from, to, known) = self.best.map_or((0, 0, 0), |(from, to)| (from, to, 1));
        let data = packed_value(self.value)
            | u64::from(self.depth) << 24
            | u64::from(from) << 32
            | u64::from(to) << 44
            | bound << 56
            | known << 58
            | age << 59;
        [self.static_value.map_or(0, packed_value), data]
    }

    #[inline]
    fn unpack(static_value: u64, data: u64) -> Option<TableEntry> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let tile = |shift: u32| (data >> shift & 0xfff) as u16;
        Some(TableEntry {
            value: unpacked_value(data & VALUE)?,
            depth: depth_of(data),
            bound,
            best: (data >> 58 & 1 == 1).then(|| (tile(32), tile(44))),
            static_value: unpacked_value(static_value),
        })
    }
}

/// Packs a value into 24 bits that are not 0.
#[inline]
fn packed_value(value: i32) -> u64 {
    (value.clamp(-LARGEST, LARGEST) + LARGEST + 1) as u64
}

#[inline]
fn unpacked_value(packed: u64) -> Option<i32> {
    (packed != 0).then(|| packed as i32 - LARGEST - 1)
}

#[inline]
fn depth_of(data: u64) -> u8 {
    (data >> 24) as u8
}

/// The number of entries of a bucket, which fills a cache line.
const WAYS: usize = 4;
/// The number of words of a bucket.
const BUCKET: usize = 2 * WAYS;
/// By what the depth of an entry counts less for every search since.
const AGING: i32 = 8;

/// A table of fixed size. Each position has a bucket of four entries; a new entry replaces the least valuable one of
/// them, by depth and age. Memory is taken from the system page by page, when it is written for the first time.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    /// Pairs of words: key and static evaluation combined with the data, and the data. A pair that two threads wrote at
    /// the same time matches no key.
    words: Box<[AtomicU64]>,
    /// The first word of the first bucket, which is at the start of a cache line.
    first: usize,
    /// The number of buckets less one.
    mask: usize,
    age: u64,
}

impl TranspositionTable {
    /// Creates an empty table of 2 to the power of `bits` entries, 16 bytes each.
    pub(crate) fn new(bits: u32) -> TranspositionTable {
        let buckets = (1usize << bits).div_ceil(WAYS).next_power_of_two();
        let words = bytemuck::zeroed_slice_box::<AtomicU64>((buckets + 1) * BUCKET);
        let first = (words.as_ptr() as usize).wrapping_neg() / 8 % BUCKET;
        TranspositionTable { words, first, mask: buckets - 1, age: 0 }
    }

    /// Returns the binary logarithm of the number of entries.
    pub(crate) fn bits(&self) -> u32 {
        ((self.mask + 1) * WAYS).ilog2()
    }

    /// Starts a new search: entries of earlier ones are replaced more easily.
    pub(crate) fn start_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &[AtomicU64] {
        let at = self.first + (hash as usize & self.mask) * BUCKET;
        &self.words[at..at + BUCKET]
    }

    /// Returns the entry of a position.
    #[inline]
    pub(crate) fn get(&self, hash: u64) -> Option<TableEntry> {
        for entry in self.bucket(hash).chunks_exact(2) {
            let data = entry[1].load(Ordering::Relaxed);
            let key = entry[0].load(Ordering::Relaxed) ^ data;
            if (key ^ hash) & KEY == 0 && data != 0 {
                return TableEntry::unpack(key & VALUE, data);
            }
        }
        None
    }

    /// Stores the result of a search of a position. A deeper exact value of the same position is kept.
    #[inline]
    pub(crate) fn put(&self, hash: u64, entry: TableEntry) {
        let bucket = self.bucket(hash);
        let (mut place, mut least) = (0, i32::MAX);
        for at in 0..WAYS {
            let data = bucket[2 * at + 1].load(Ordering::Relaxed);
            if data == 0 {
                // Entries are never removed, so the rest of the bucket is empty.
                place = at;
                break;
            }
            let key = bucket[2 * at].load(Ordering::Relaxed) ^ data;
            if (key ^ hash) & KEY == 0 {
                let exact = TableEntry::unpack(0, data).is_some_and(|old| old.bound == Bound::Exact);
                if exact && depth_of(data) > entry.depth {
                    return;
                }
                place = at;
                break;
            }
            let searches = (self.age + AGES - (data >> 59)) % AGES;
            let worth = i32::from(depth_of(data)) - AGING * searches as i32;
            if worth < least {
                (place, least) = (at, worth);
            }
        }
        let [static_value, data] = entry.pack(self.age);
        bucket[2 * place].store((hash & KEY | static_value) ^ data, Ordering::Relaxed);
        bucket[2 * place + 1].store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, depth: u8) -> TableEntry {
        TableEntry { value, depth, bound: Bound::Lower, best: None, static_value: None }
    }

    /// Returns the hash of one of many positions of the same bucket.
    fn hash(position: u64) -> u64 {
        position << 40 | 5
    }

    #[test]
    fn entries_come_back_as_they_were() {
        let table = TranspositionTable::new(4);
        for (at, value, best) in
            [(1, -12_345, Some((4095, 0))), (2, LARGEST, None), (3, 300, Some((3, 3))), (4, -LARGEST, None)]
        {
            for static_value in [None, Some(0), Some(-7), Some(LARGEST)] {
                let entry = TableEntry { static_value, best, ..entry(value, PROVED) };
                table.put(hash(at), entry);
                assert_eq!(table.get(hash(at)), Some(entry));
            }
        }
        assert_eq!(table.get(hash(5)), None);
    }

    #[test]
    fn shallow_and_old_entries_are_replaced_first() {
        let mut table = TranspositionTable::new(4);
        for (at, depth) in [(1, 9), (2, 3), (3, PROVED), (4, 7)] {
            table.put(hash(at), entry(0, depth));
        }
        table.put(hash(5), entry(0, 1));
        let kept = |table: &TranspositionTable| -> Vec<u64> {
            (1..=7).filter(|&at| table.get(hash(at)).is_some()).collect()
        };
        assert_eq!(kept(&table), [1, 3, 4, 5], "the entry of depth 3 made room");
        table.start_search();
        table.put(hash(5), entry(0, 1));
        table.put(hash(6), entry(0, 1));
        table.put(hash(7), entry(0, 1));
        assert_eq!(kept(&table), [3, 5, 6, 7], "those of the earlier search did, but not the proved one");
    }
}
