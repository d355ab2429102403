//! A seeded random number generator whose stream never changes.
//!
//! A seed must give the same board in every release, so the generator (SplitMix64) is part of this crate instead of
//! a dependency that may change its stream. It is not suitable for cryptography.

/// A stream of pseudo-random numbers that depends only on the seed.
#[derive(Clone, Debug)]
pub struct Random(u64);

/// Scrambles a number so that close numbers give unrelated results.
#[inline]
pub fn scramble(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Random {
    /// Starts the stream of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns the next number.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let number = scramble(self.0);
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        number
    }

    /// Returns a number below `bound`, all equally likely; 0 when `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        // The high half of a 128-bit product; its bias is below bound / 2^64 and so never seen.
        ((u128::from(self.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// Returns an index below `len`; 0 when `len` is 0.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_fixed() {
        // Published first outputs of SplitMix64 for seed 0: boards of old seeds depend on them.
        let mut random = Random::new(0);
        assert_eq!(random.next_u64(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(random.next_u64(), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(random.next_u64(), 0x06c4_5d18_8009_454f);
    }

    #[test]
    fn below_stays_below_and_reaches_all() {
        let mut random = Random::new(7);
        let mut seen = [0; 6];
        for _ in 0..600 {
            seen[random.index(6)] += 1;
        }
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
        assert_eq!(random.below(0), 0);
    }
}
