//! The proof table: proven lower and upper bounds of the values of positions.
//!
//! Unlike the transposition table of the search it holds no estimates, and it belongs to one thread. Keys have 96 bits, so
//! that collisions can be ruled out in practice. The table starts small and grows as it fills, up to a limit; from then on
//! entries that took less work are replaced.

use floe_rules::penguins::Bits;
use floe_rules::random::scramble;

use super::move_ordering::TilePair;
use crate::context::Budget;

/// Stands for no turn, or for a waiting turn outside the part of the board that is searched.
pub(crate) const NO_TURN: TilePair = (255, 255);

/// The proven bounds of the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProvenBounds {
    pub(crate) low: i32,
    pub(crate) high: i32,
    /// The best turn so far.
    pub(crate) best: TilePair,
}

impl ProvenBounds {
    pub(crate) const UNKNOWN: ProvenBounds = ProvenBounds { low: -(1 << 28), high: 1 << 28, best: NO_TURN };
}

/// The key of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProofKey {
    main: u64,
    check: u32,
}

impl ProofKey {
    /// Starts a key; positions of different kinds have different keys.
    #[inline]
    pub(crate) fn new(kind: u64) -> ProofKey {
        ProofKey { main: scramble(kind), check: 0 }
    }

    /// Adds a word of the position.
    #[inline]
    pub(crate) fn word(self, word: u64) -> ProofKey {
        let main = scramble(self.main ^ word);
        // An independent hash of the same words.
        let check = (u64::from(self.check) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
        ProofKey { main, check: (check >> 32) as u32 ^ self.check.rotate_left(7) }
    }

    /// Adds a set of tiles.
    #[inline]
    pub(crate) fn tiles<const W: usize>(self, set: Bits<W>) -> ProofKey {
        set.words().iter().fold(self, |key, &word| key.word(word))
    }
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    main: u64,
    check: u32,
    low: i32,
    high: i32,
    /// The tiles of the best turn. Boards that are proven have at most 256.
    best: (u8, u8),
    /// A measure of the work that the proof took; 0 for an empty slot.
    work: u8,
}

impl Slot {
    const EMPTY: Slot = Slot { main: 0, check: 0, low: 0, high: 0, best: (0, 0), work: 0 };

    fn is(&self, key: ProofKey) -> bool {
        self.work > 0 && self.main == key.main && self.check == key.check
    }
}

/// The binary logarithm of the first size.
const FIRST_BITS: u32 = 10;

/// The binary logarithm of the largest size: 100 MB.
const MOST_BITS: u32 = 22;
/// The speed that the size of the table is chosen for.
const ENTRIES_PER_SECOND: f64 = 2e6;

/// Returns the binary logarithm of the largest table that a search within a budget can fill.
pub(crate) fn proof_table_bits(budget: &Budget<'_>) -> u32 {
    let entries = budget.expected_nodes(ENTRIES_PER_SECOND);
    entries.map_or(MOST_BITS, |entries| entries.max(1).ilog2() + 2).clamp(FIRST_BITS, MOST_BITS)
}

/// A growing table of proven bounds.
#[derive(Debug)]
pub(crate) struct ProofTable {
    /// Pairs of slots: the first keeps the entry that took the most work, the second the latest.
    slots: Vec<Slot>,
    used: usize,
    most_bits: u32,
}

impl ProofTable {
    /// Creates an empty table that may grow to 2 to the power of `most_bits` entries of 24 bytes.
    pub(crate) fn new(most_bits: u32) -> ProofTable {
        let bits = FIRST_BITS.min(most_bits).max(1);
        ProofTable { slots: vec![Slot::EMPTY; 1 << bits], used: 0, most_bits }
    }

    #[inline]
    fn pair(&self, main: u64) -> usize {
        main as usize & (self.slots.len() - 2)
    }

    /// Returns the bounds of a position.
    #[inline]
    pub(crate) fn get(&self, key: ProofKey) -> ProvenBounds {
        let at = self.pair(key.main);
        for slot in &self.slots[at..at + 2] {
            if slot.is(key) {
                return ProvenBounds {
                    low: slot.low,
                    high: slot.high,
                    best: (slot.best.0.into(), slot.best.1.into()),
                };
            }
        }
        ProvenBounds::UNKNOWN
    }

    /// Stores the bounds of a position, with a measure of the work that they took.
    #[inline]
    pub(crate) fn put(&mut self, key: ProofKey, proved: ProvenBounds, work: u32) {
        let ProvenBounds { low, high, best } = proved;
        let best = (best.0 as u8, best.1 as u8);
        let work = u8::try_from(work.max(1)).unwrap_or(u8::MAX);
        self.insert(Slot { main: key.main, check: key.check, low, high, best, work });
        if self.used > self.slots.len() / 2 && self.slots.len() < 1 << self.most_bits {
            self.grow();
        }
    }

    fn insert(&mut self, slot: Slot) {
        let at = self.pair(slot.main);
        let key = ProofKey { main: slot.main, check: slot.check };
        let place =
            if self.slots[at].is(key) || (self.slots[at].work <= slot.work && !self.slots[at + 1].is(key)) {
                // The replaced entry moves to the second slot.
                if !self.slots[at].is(key) && self.slots[at].work > 0 {
                    self.used += usize::from(self.slots[at + 1].work == 0);
                    self.slots[at + 1] = self.slots[at];
                }
                at
            } else {
                at + 1
            };
        self.used += usize::from(self.slots[place].work == 0);
        self.slots[place] = slot;
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![Slot::EMPTY; (self.slots.len() * 4).min(1 << self.most_bits)];
        self.used = 0;
        for slot in std::mem::replace(&mut self.slots, larger) {
            if slot.work > 0 {
                self.insert(slot);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_growth() {
        let mut table = ProofTable::new(16);
        let proved = |n: i32| ProvenBounds { low: n, high: n + 1, best: (n as u16 % 256, 1) };
        for n in 0..20_000 {
            table.put(ProofKey::new(1).word(n as u64), proved(n), 1 + n as u32 % 7);
        }
        let kept = (0..20_000).filter(|&n| {
            let found = table.get(ProofKey::new(1).word(n as u64));
            assert!(found == proved(n) || found == ProvenBounds::UNKNOWN);
            found == proved(n)
        });
        assert!(kept.count() > 15_000);
        assert_eq!(table.get(ProofKey::new(2).word(5)), ProvenBounds::UNKNOWN);
        table.put(ProofKey::new(1).word(5), proved(9), 1);
        assert_eq!(table.get(ProofKey::new(1).word(5)), proved(9));
    }
}
