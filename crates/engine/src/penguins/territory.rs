//! Territory: which of two sides reaches each floe first, in slides and in single steps.

use floe_rules::penguins::{Bits, Compact};

/// The largest distance in slides.
const SLIDES: usize = 2;

/// How two sides share the free floes. The first of each pair is for the first side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Territory<const W: usize> {
    /// Floes that both reach at the same time, with one and two slides.
    pub(crate) shared: [Bits<W>; SLIDES],
    /// Floes that a side reaches with one slide.
    pub(crate) near: [Bits<W>; 2],
    /// Floes that a side reaches before the opponent in single steps.
    pub(crate) held: [Bits<W>; 2],
}

impl<const W: usize> Territory<W> {
    /// Divides the free floes between two sets of penguins.
    #[inline(always)]
    pub(crate) fn new(ice: &Compact<W>, mine: Bits<W>, theirs: Bits<W>) -> Territory<W> {
        let (slides, free) = (ice.slides(), ice.free());
        let near = [slides.from(mine), slides.from(theirs)];
        let second = near.map(|near| slides.newly_reached(near, free & !near));
        let shared = [near[0] & near[1], second[0] & second[1]];
        let mut held = [Bits::EMPTY; 2];
        let (mut edges, mut left) = ([mine, theirs], [free; 2]);
        while !(edges[0] | edges[1]).is_empty() {
            for (edge, left) in edges.iter_mut().zip(&mut left) {
                *edge = slides.beside(*edge) & *left;
                *left = *left & !*edge;
            }
            for side in 0..2 {
                held[side] = held[side] | edges[side] & left[1 - side];
            }
        }
        Territory { shared, near, held }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::penguins::samples::{self, distances};
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
                    assert_eq!(territory.shared[slide].contains(tile), mine == count && theirs == count);
                }
                let (mine, theirs) = (steps[side](tile), steps[1 - side](tile));
                assert_eq!(territory.held[side].contains(tile), mine < theirs);
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
