//! Sets of up to 64 × W tiles, as machine words.

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// Sets of at most so many words are shifted as a whole, in registers; larger ones word by word.
const FEW: usize = 4;

/// A set of tiles numbered from 0 to 64 × W − 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    /// The set without tiles.
    pub const EMPTY: Self = Bits([0; W]);

    /// Returns the set of one tile.
    #[inline]
    pub fn one(tile: u16) -> Self {
        let mut set = Self::EMPTY;
        set.insert(tile);
        set
    }

    /// Returns whether the tile is in the set.
    #[inline]
    pub fn contains(&self, tile: u16) -> bool {
        self.0[usize::from(tile) / 64] >> (tile % 64) & 1 == 1
    }

    /// Adds a tile.
    #[inline]
    pub fn insert(&mut self, tile: u16) {
        self.0[usize::from(tile) / 64] |= 1 << (tile % 64);
    }

    /// Removes a tile.
    #[inline]
    pub fn remove(&mut self, tile: u16) {
        self.0[usize::from(tile) / 64] &= !(1 << (tile % 64));
    }

    /// Returns whether there are no tiles.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Returns the number of tiles.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns the number of tiles that are in `ones`, and twice the number of those in `twos`.
    ///
    /// Both are summed in one pass, since the baseline target has no instruction that counts bits.
    #[inline]
    pub(super) fn weigh(&self, ones: &Self, twos: &Self) -> u32 {
        const PAIRS: u64 = u64::MAX / 3;
        const FOURS: u64 = u64::MAX / 5;
        const EIGHTS: u64 = u64::MAX / 17;
        const SIXTEENS: u64 = u64::MAX / 257;
        let by_fours = |word: u64| {
            let by_pairs = word - (word >> 1 & PAIRS);
            (by_pairs & FOURS) + (by_pairs >> 2 & FOURS)
        };
        let mut sum = 0;
        for words in (0..W).step_by(4) {
            // Four tiles weigh at most 12, and eight in four words at most 96.
            let mut by_eights = 0;
            for at in words..(words + 4).min(W) {
                let weight = by_fours(self.0[at] & ones.0[at]) + 2 * by_fours(self.0[at] & twos.0[at]);
                by_eights += (weight & EIGHTS) + (weight >> 4 & EIGHTS);
            }
            let by_sixteens = (by_eights & SIXTEENS) + (by_eights >> 8 & SIXTEENS);
            sum += (by_sixteens.wrapping_mul(u64::MAX / 65_535) >> 48) as u32;
        }
        sum
    }

    /// Returns the set of some words, the lowest tiles first.
    #[inline]
    pub(super) fn of_words(words: [u64; W]) -> Self {
        Bits(words)
    }

    /// Returns the set as words, the lowest tiles first.
    #[inline]
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// Returns the lowest tile.
    #[inline]
    pub fn first(&self) -> Option<u16> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some((word as u32 * 64 + self.0[word].trailing_zeros()) as u16)
    }

    /// Returns the set with every number increased; numbers that would be too high are dropped.
    #[inline(always)]
    pub(super) fn up(&self, by: u32) -> Self {
        if W == 1 { self.up_bits(by) } else { self.up_words(by / 64).up_bits(by % 64) }
    }

    /// Returns the set with every number decreased; numbers that would be too low are dropped.
    #[inline(always)]
    pub(super) fn down(&self, by: u32) -> Self {
        if W == 1 { self.down_bits(by) } else { self.down_words(by / 64).down_bits(by % 64) }
    }

    /// Increases every number by less than 64, without branches.
    #[inline(always)]
    pub(super) fn up_bits(&self, by: u32) -> Self {
        Bits(std::array::from_fn(|at| {
            let below = if at > 0 { self.0[at - 1] } else { 0 };
            self.0[at] << by | below >> 1 >> (63 - by)
        }))
    }

    /// Decreases every number by less than 64, without branches.
    #[inline(always)]
    pub(super) fn down_bits(&self, by: u32) -> Self {
        Bits(std::array::from_fn(|at| {
            let above = if at + 1 < W { self.0[at + 1] } else { 0 };
            self.0[at] >> by | above << 1 << (63 - by)
        }))
    }

    #[inline(always)]
    fn up_words(&self, words: u32) -> Self {
        let words = words as usize;
        // Constant shifts of few words are faster.
        match words {
            0 => *self,
            1 => Bits(std::array::from_fn(|at| if at >= 1 { self.0[at - 1] } else { 0 })),
            2 => Bits(std::array::from_fn(|at| if at >= 2 { self.0[at - 2] } else { 0 })),
            3 => Bits(std::array::from_fn(|at| if at >= 3 { self.0[at - 3] } else { 0 })),
            _ => {
                let mut moved = Self::EMPTY;
                if words < W {
                    moved.0[words..].copy_from_slice(&self.0[..W - words]);
                }
                moved
            }
        }
    }

    #[inline(always)]
    fn down_words(&self, words: u32) -> Self {
        let words = words as usize;
        match words {
            0 => *self,
            1 => Bits(std::array::from_fn(|at| if at + 1 < W { self.0[at + 1] } else { 0 })),
            2 => Bits(std::array::from_fn(|at| if at + 2 < W { self.0[at + 2] } else { 0 })),
            3 => Bits(std::array::from_fn(|at| if at + 3 < W { self.0[at + 3] } else { 0 })),
            _ => {
                let mut moved = Self::EMPTY;
                if words < W {
                    moved.0[..W - words].copy_from_slice(&self.0[words..]);
                }
                moved
            }
        }
    }

    /// Adds to the set its tiles in `from` with their numbers increased.
    #[inline(always)]
    pub(super) fn with_up(mut self, from: &Self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        if W <= FEW {
            return self | (self & *from).up(by);
        }
        // One pass from above: the words below are still those of the set.
        for at in (words + 1..W).rev() {
            let (high, low) = (at - words, at - words - 1);
            self.0[at] |=
                (self.0[high] & from.0[high]) << bits | (self.0[low] & from.0[low]) >> 1 >> (63 - bits);
        }
        if words < W {
            self.0[words] |= (self.0[0] & from.0[0]) << bits;
        }
        self
    }

    /// Adds to the set its tiles with their numbers decreased, if those are in `to`.
    #[inline(always)]
    pub(super) fn with_down(mut self, to: &Self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        if W <= FEW {
            return self | self.down(by) & *to;
        }
        // One pass from below: the words above are still those of the set.
        let inner = W.saturating_sub(words + 1);
        for at in 0..inner {
            let (low, high) = (self.0[at + words], self.0[at + words + 1]);
            self.0[at] |= (low >> bits | high << 1 << (63 - bits)) & to.0[at];
        }
        if words < W {
            self.0[inner] |= self.0[W - 1] >> bits & to.0[inner];
        }
        self
    }

    /// Adds to the set the tiles of another set with their numbers increased by less than 64 if they are in `from`, and
    /// decreased if the result is.
    #[inline(always)]
    pub(super) fn with_both(mut self, set: &Self, from: &Self, by: u32) -> Self {
        let linked = |at: usize| set.0[at] & from.0[at];
        let up = |at: usize| linked(at) << by | linked(at - 1) >> 1 >> (63 - by);
        let down = |at: usize| (set.0[at] >> by | set.0[at + 1] << 1 << (63 - by)) & from.0[at];
        let last = W - 1;
        if W == 1 {
            self.0[0] |= linked(0) << by | set.0[0] >> by & from.0[0];
            return self;
        }
        self.0[0] |= linked(0) << by | down(0);
        for at in 1..last {
            self.0[at] |= up(at) | down(at);
        }
        self.0[last] |= up(last) | set.0[last] >> by & from.0[last];
        self
    }

    /// Returns the highest tile.
    #[inline]
    pub fn last(&self) -> Option<u16> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some((word as u32 * 64 + 63 - self.0[word].leading_zeros()) as u16)
    }
}

impl<const W: usize> IntoIterator for Bits<W> {
    type Item = u16;
    type IntoIter = Tiles<W>;

    #[inline]
    fn into_iter(self) -> Tiles<W> {
        Tiles { set: self, word: 0 }
    }
}

/// The tiles of a set, the lowest first.
#[derive(Clone, Debug)]
pub struct Tiles<const W: usize> {
    set: Bits<W>,
    /// The word that the next tile may be in; those before it are empty.
    word: usize,
}

impl<const W: usize> Iterator for Tiles<W> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        while self.word < W {
            let word = &mut self.set.0[self.word];
            if *word != 0 {
                let tile = self.word as u32 * 64 + word.trailing_zeros();
                *word &= *word - 1;
                return Some(tile as u16);
            }
            self.word += 1;
        }
        None
    }
}

macro_rules! word_by_word {
    ($($operator:ident, $method:ident, $apply:expr;)*) => {$(
        impl<const W: usize> $operator for Bits<W> {
            type Output = Self;

            #[inline]
            fn $method(mut self, other: Self) -> Self {
                for (word, with) in self.0.iter_mut().zip(other.0) {
                    *word = $apply(*word, with);
                }
                self
            }
        }
    )*};
}

word_by_word! {
    BitAnd, bitand, |a: u64, b: u64| a & b;
    BitOr, bitor, |a: u64, b: u64| a | b;
    BitXor, bitxor, |a: u64, b: u64| a ^ b;
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn of<const W: usize>(tiles: &[u16]) -> Bits<W> {
        tiles.iter().fold(Bits::EMPTY, |set, &tile| set | Bits::one(tile))
    }

    #[test]
    fn a_set_knows_its_tiles_across_words() {
        let tiles = [0, 1, 63, 64, 127, 128, 200, 255];
        let set = of::<4>(&tiles);
        assert_eq!(set.into_iter().collect::<Vec<_>>(), tiles);
        assert_eq!((set.len(), set.first(), set.last()), (8, Some(0), Some(255)));
        assert!(set.contains(200) && !set.contains(201));
        assert_eq!((set & of(&[64, 65])).into_iter().collect::<Vec<_>>(), [64]);
        assert_eq!((set & !set).first(), None);
        assert_eq!((!set).len(), 248);
        assert_eq!(Bits::<4>::EMPTY.last(), None);
    }

    /// Compares every shift with moving the tiles one by one.
    fn shifts_move_every_tile<const W: usize>(random: &mut Random) {
        let most = 64 * W as u32;
        let moved = |tiles: Vec<u32>| -> Vec<u16> {
            tiles.into_iter().filter(|&tile| tile < most).map(|tile| tile as u16).collect()
        };
        for by in 0..most {
            let tiles: Vec<u16> =
                (0..most).filter(|_| random.below(3) == 0).map(|tile| tile as u16).collect();
            let set = of::<W>(&tiles);
            let up = moved(tiles.iter().map(|&tile| u32::from(tile) + by).collect());
            let down = moved(tiles.iter().filter_map(|&tile| u32::from(tile).checked_sub(by)).collect());
            assert_eq!(set.up(by).into_iter().collect::<Vec<_>>(), up, "{W} words up by {by}");
            assert_eq!(set.down(by).into_iter().collect::<Vec<_>>(), down, "{W} words down by {by}");
            let links = of::<W>(&(0..most as u16).filter(|_| random.below(2) == 0).collect::<Vec<_>>());
            let (up, down) = ((set & links).up(by), set.down(by) & links);
            assert_eq!(set.with_up(&links, by), set | up, "{W} words up by {by}");
            assert_eq!(set.with_down(&links, by), set | down, "{W} words down by {by}");
            if by < 64 {
                assert_eq!(
                    links.with_both(&set, &links, by),
                    links | up | down,
                    "{W} words both ways by {by}"
                );
            }
        }
    }

    fn weights_are_those_of_the_tiles<const W: usize>(random: &mut Random) {
        for one_in in [1, 2, 5] {
            let mut set = || {
                let tiles: Vec<u16> = (0..64 * W as u16).filter(|_| random.below(one_in) == 0).collect();
                of::<W>(&tiles)
            };
            let (set, ones, twos) = (set(), set(), set());
            assert_eq!(set.weigh(&ones, &twos), (set & ones).len() + 2 * (set & twos).len());
        }
    }

    #[test]
    fn sets_are_weighed_across_words() {
        let mut random = Random::new(1);
        for _ in 0..100 {
            weights_are_those_of_the_tiles::<1>(&mut random);
            weights_are_those_of_the_tiles::<2>(&mut random);
            weights_are_those_of_the_tiles::<3>(&mut random);
            weights_are_those_of_the_tiles::<4>(&mut random);
            weights_are_those_of_the_tiles::<16>(&mut random);
        }
    }

    #[test]
    fn sets_are_shifted_across_words() {
        let mut random = Random::new(1);
        for _ in 0..20 {
            shifts_move_every_tile::<1>(&mut random);
            shifts_move_every_tile::<2>(&mut random);
            shifts_move_every_tile::<3>(&mut random);
            shifts_move_every_tile::<4>(&mut random);
        }
        shifts_move_every_tile::<16>(&mut random);
    }
}
