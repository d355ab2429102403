//! Territory: which side reaches each floe first, in slides and in single steps.
//!
//! Slides measure how fast a side is. As floes disappear slides become shorter, so that late in the game steps predict
//! better which side gets a floe.

use floe_rules::penguins::{Bits, Compact, Slides, Surroundings};

/// The largest distance in slides; beyond it only steps count.
pub(crate) const SLIDES: usize = 3;

/// All tiles, by the number of free floes next to them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Openness<const W: usize> {
    /// None; numbers without a tile are included.
    pub(crate) none: Bits<W>,
    /// One.
    pub(crate) one: Bits<W>,
    /// Two.
    pub(crate) two: Bits<W>,
    /// Three.
    pub(crate) three: Bits<W>,
    /// Four and more.
    pub(crate) more: Bits<W>,
}

impl<const W: usize> Openness<W> {
    #[inline(always)]
    fn new(surroundings: &Surroundings<W>) -> Openness<W> {
        let [ones, twos, fours] = surroundings.count;
        Openness {
            none: !(ones | twos | fours),
            one: ones & !(twos | fours),
            two: twos & !(ones | fours),
            three: ones & twos & !fours,
            more: fours,
        }
    }
}

/// How two sides share the free floes. The first of each pair is for the first side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Territory<const W: usize> {
    /// Floes that a side reaches before the opponent, with one, two and three slides.
    pub(crate) first: [[Bits<W>; SLIDES]; 2],
    /// Floes that both reach at the same time, with one, two and three slides.
    pub(crate) shared: [Bits<W>; SLIDES],
    /// Floes that a side reaches with one slide.
    pub(crate) near: [Bits<W>; 2],
    /// Floes that a side reaches before the opponent in single steps.
    pub(crate) held: [Bits<W>; 2],
    /// Floes that a side reaches at least two steps before the opponent.
    pub(crate) safe: [Bits<W>; 2],
    /// Floes that only one side can reach.
    pub(crate) own: [Bits<W>; 2],
    /// Floes that both sides can reach.
    pub(crate) contested: Bits<W>,
    /// The number of free neighbours of each tile.
    pub(crate) openness: Openness<W>,
}

impl<const W: usize> Territory<W> {
    /// Divides the free floes between two sets of penguins.
    #[inline(always)]
    pub(crate) fn new(ice: &Compact<W>, mine: Bits<W>, theirs: Bits<W>) -> Territory<W> {
        let (slides, free) = (ice.slides(), ice.free());
        let empty = [Bits::EMPTY; 2];
        let mut territory = Territory {
            first: [[Bits::EMPTY; SLIDES]; 2],
            shared: [Bits::EMPTY; SLIDES],
            near: [slides.from(mine), slides.from(theirs)],
            held: empty,
            safe: empty,
            own: empty,
            contested: Bits::EMPTY,
            openness: Openness::new(&slides.surroundings()),
        };
        territory.slide(&slides, free);
        territory.walk(&slides, free, [mine, theirs]);
        territory
    }

    /// Counts distances in slides.
    #[inline(always)]
    fn slide(&mut self, slides: &Slides<'_, W>, free: Bits<W>) {
        let mut last = self.near;
        let mut left = last.map(|near| free & !near);
        for slide in 0..SLIDES {
            if slide > 0 {
                for (last, left) in last.iter_mut().zip(&mut left) {
                    *last = slides.newly_reached(*last, *left);
                    *left = *left & !*last;
                }
            }
            self.first[0][slide] = last[0] & left[1];
            self.first[1][slide] = last[1] & left[0];
            self.shared[slide] = last[0] & last[1];
        }
    }

    /// Counts distances in steps.
    #[inline(always)]
    fn walk(&mut self, slides: &Slides<'_, W>, free: Bits<W>, mut edges: [Bits<W>; 2]) {
        let mut left = [free; 2];
        // Floes that a side reached first in the previous step.
        let mut ahead = [Bits::EMPTY; 2];
        while !(edges[0] | edges[1]).is_empty() {
            for (edge, left) in edges.iter_mut().zip(&mut left) {
                *edge = slides.beside(*edge) & *left;
                *left = *left & !*edge;
            }
            for side in 0..2 {
                self.safe[side] = self.safe[side] | ahead[side] & left[1 - side];
                ahead[side] = edges[side] & left[1 - side];
                self.held[side] = self.held[side] | ahead[side];
            }
        }
        self.own = [left[1] & !left[0], left[0] & !left[1]];
        self.contested = free & !left[0] & !left[1];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::penguins::samples::{self, NEVER, distances};
    use floe_rules::penguins::{Packed, PackedVisitor, Phase, Position};

    struct Check;

    impl PackedVisitor for Check {
        type Output = ();

        fn visit<const W: usize>(self, position: Position<Compact<W>>) {
            check(&position);
        }
    }

    fn check<const W: usize>(position: &Position<Compact<W>>) {
        let ice = position.ice();
        let flocks: Vec<_> = position.flocks().map(|(_, flock)| flock.0).collect();
        let territory = Territory::new(ice, flocks[0], flocks[1]);
        let slides = [0, 1].map(|side| distances(ice, flocks[side], |tile| ice.reach(tile)));
        let steps = [0, 1].map(|side| distances(ice, flocks[side], |tile| ice.neighbours(tile)));
        for tile in ice.free() {
            for side in 0..2 {
                let (mine, theirs) = (slides[side](tile), slides[1 - side](tile));
                assert_eq!(territory.near[side].contains(tile), mine == 1);
                for (count, slide) in (1..).zip(0..SLIDES) {
                    let first = mine == count && theirs > count;
                    assert_eq!(territory.first[side][slide].contains(tile), first);
                    assert_eq!(territory.shared[slide].contains(tile), mine == count && theirs == count);
                }
                assert_eq!(territory.own[side].contains(tile), mine < NEVER && theirs == NEVER);
                let (mine, theirs) = (steps[side](tile), steps[1 - side](tile));
                assert_eq!(territory.held[side].contains(tile), mine < theirs);
                assert_eq!(
                    territory.safe[side].contains(tile),
                    mine < NEVER && theirs.saturating_sub(mine) > 1
                );
            }
        }
    }

    #[test]
    fn bitboards_agree_with_breadth_first_search() {
        for seed in 0..90 {
            let position = samples::game(seed, 5 + seed as u32 % 11, 3, 46);
            if position.phase() != Phase::Movement {
                continue;
            }
            if let Some(packed) = Packed::new(&position) {
                packed.visit(Check);
            }
        }
    }
}
