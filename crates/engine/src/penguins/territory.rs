//! Who reaches each floe first: counted in slides, which is how fast, and in single steps, which is how surely.
//!
//! Slides become shorter as the ice melts, so that in the end steps tell more about who will have a floe.

use floe_rules::penguins::{Bits, Compact, Openness, Slides};

/// How many slides ahead are told apart; further than that it is the steps that count.
pub const SLIDES: usize = 3;

/// How two sides share the free floes; the first of each pair is for the first side.
#[derive(Clone, Copy, Debug)]
pub struct Territory<const W: usize> {
    /// What a side reaches before the other, with one slide, with two, and with three.
    pub first: [[Bits<W>; SLIDES]; 2],
    /// What both reach at once, with one slide, with two, and with three.
    pub shared: [Bits<W>; SLIDES],
    /// What a side reaches with one slide.
    pub near: [Bits<W>; 2],
    /// What a side reaches before the other in single steps.
    pub held: [Bits<W>; 2],
    /// What it reaches at least two steps before the other.
    pub safe: [Bits<W>; 2],
    /// What only one side can reach at all.
    pub own: [Bits<W>; 2],
    /// What both sides can reach, sooner or later.
    pub contested: Bits<W>,
    /// How much room there is around each tile.
    pub openness: Openness<W>,
}

impl<const W: usize> Territory<W> {
    /// Divides the free floes between two sets of penguins.
    #[inline(always)]
    pub fn new(ice: &Compact<W>, mine: Bits<W>, theirs: Bits<W>) -> Territory<W> {
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
            openness: slides.openness(),
        };
        territory.slide(&slides, free);
        territory.walk(&slides, free, [mine, theirs]);
        territory
    }

    /// Slides on from what both sides have near.
    #[inline(always)]
    fn slide(&mut self, slides: &Slides<'_, W>, free: Bits<W>) {
        let mut last = self.near;
        let mut left = last.map(|near| free & !near);
        for slide in 0..SLIDES {
            if slide > 0 {
                for (last, left) in last.iter_mut().zip(&mut left) {
                    *last = slides.anew(*last, *left);
                    *left = *left & !*last;
                }
            }
            self.first[0][slide] = last[0] & left[1];
            self.first[1][slide] = last[1] & left[0];
            self.shared[slide] = last[0] & last[1];
        }
    }

    /// Walks from both sides at once, step by step.
    #[inline(always)]
    fn walk(&mut self, slides: &Slides<'_, W>, free: Bits<W>, mut edges: [Bits<W>; 2]) {
        let mut left = [free; 2];
        // What a side has reached first in the step before.
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
    use crate::penguins::samples;
    use floe_rules::penguins::{Packed, PackedVisitor, Phase, Position};

    const NEVER: u32 = u32::MAX;

    /// Counts for every tile how often one must go on from some tiles to come to it.
    fn distances<const W: usize>(
        ice: &Compact<W>,
        from: Bits<W>,
        next: impl Fn(u8) -> Bits<W>,
    ) -> impl Fn(u8) -> u32 {
        let mut distances = vec![NEVER; 256];
        let mut queue: Vec<(u8, u32)> = from.into_iter().map(|tile| (tile, 0)).collect();
        let mut at = 0;
        while let Some(&(tile, far)) = queue.get(at) {
            at += 1;
            for to in next(tile) & ice.free() {
                if distances[usize::from(to)] == NEVER {
                    distances[usize::from(to)] = far + 1;
                    queue.push((to, far + 1));
                }
            }
        }
        move |tile| distances[usize::from(tile)]
    }

    struct Check;

    impl PackedVisitor for Check {
        type Output = ();

        fn visit<const W: usize>(self, position: Position<Compact<W>>) {
            check(&position);
        }
    }

    fn check<const W: usize>(position: &Position<Compact<W>>) {
        let ice = position.ice();
        let herds: Vec<_> = position.herds().map(|(_, herd)| herd.0).collect();
        let territory = Territory::new(ice, herds[0], herds[1]);
        let slides = [0, 1].map(|side| distances(ice, herds[side], |tile| ice.reach(tile)));
        let steps = [0, 1].map(|side| distances(ice, herds[side], |tile| ice.neighbours(tile)));
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
    fn bitboards_share_the_ice_as_a_walk_from_tile_to_tile_does() {
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
