//! Tests of codes against breadth-first search.

use floe_rules::penguins::{Packed, PackedLarge, PackedVisitor, Position};

use super::*;
use crate::penguins::samples::{self, NEVER, distances};
use crate::penguins::tile_table::sides;

/// Returns the number of a combination of distances by counting those before it.
fn distance_number(coding: Coding, steps: u32, others: u32, slides: u32) -> usize {
    let class = |steps: u32| match (coding, steps) {
        (_, NEVER) => 0,
        (_, 0..=3) => steps,
        (Coding::Near, 4) => 4,
        (Coding::Near, 5 | 6) => 5,
        (Coding::Near, _) => 6,
        (Coding::Far, 4..=8) if steps < others => 4,
        (Coding::Far, _) if steps < others => 5,
        (Coding::Far, _) => 6,
    };
    let slides = slides.clamp(1, 4);
    let mut number = 0;
    for other in 0..=6 {
        for others in 1..=other.clamp(1, 4) {
            if (other, others) == (class(steps), if steps == NEVER { 1 } else { slides }) {
                return number;
            }
            number += 1;
        }
    }
    panic!("{slides} slides for {steps} steps");
}

struct Check;

impl PackedVisitor for Check {
    type Output = ();

    fn visit<const W: usize>(self, position: Position<Compact<W>>) {
        check(&position, Coding::Near);
        check(&position, Coding::Far);
    }
}

/// Compares the rows of a position with those found by breadth-first search, tile by tile.
fn check<const W: usize>(position: &Position<Compact<W>>, coding: Coding) {
    let (ice, scoring) = (position.ice(), position.rules().scoring);
    let (mine, theirs) = sides(position);
    let codes = TileCodes::new(ice, scoring, coding, mine, theirs);
    let around = ice.slides().surroundings();
    let steps = [mine, theirs].map(|flock| distances(ice, flock, |tile| ice.neighbours(tile)));
    let slides = [mine, theirs].map(|flock| distances(ice, flock, |tile| ice.reach(tile)));
    let (mut expected, mut others) = (Vec::new(), Vec::new());
    for tile in ice.free() | mine | theirs {
        let (split, free) = (usize::from(around.split.contains(tile)), ice.neighbours(tile) & ice.free());
        let fish = usize::from(ice.fish_of(tile).count());
        let (low, distance) = if ice.free().contains(tile) {
            let [own, other] = [0, 1].map(|side| {
                let others = steps[1 - side](tile);
                distance_number(coding, steps[side](tile), others, slides[side](tile))
            });
            (1 + ((fish - 1) * 2 + split) * DISTANCES + own, other)
        } else {
            let side = usize::from(mine.contains(tile));
            let beneath = if scoring == Scoring::Departure { fish } else { 0 };
            // The other side needs a step more than to the nearest floe beside the penguin.
            let nearest = free.into_iter().map(|beside| steps[side](beside)).min();
            let enemies = if side == 1 { theirs } else { mine };
            let touching = !(ice.neighbours(tile) & enemies).is_empty();
            let far = nearest.map_or(NEVER, |steps| steps.saturating_add(1));
            let far = if touching { 1 } else { far };
            (1 + DISTANCES * 6 + (side * 4 + beneath) * 2 + split, distance_number(coding, far, 0, 1))
        };
        expected.push(low * HIGH_CODES + distance * 7 + free.len() as usize);
    }
    let swapped = TileCodes::new(ice, scoring, coding, theirs, mine);
    swapped.each_row(|_, row| others.push(swapped_row(row)));
    let mut found = Vec::new();
    codes.each_row(|_, row| found.push(row));
    assert_eq!(found, others);
    found.retain(|&row| row > 0);
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
    let flocks: Vec<Bits<W>> = position.flocks().map(|(_, flock)| flock.0).collect();
    TileCodes::of_each_player(ice, scoring, &flocks, |index, codes| {
        let others = flocks.iter().enumerate().filter(|&(other, _)| other != index);
        let others = others.fold(Bits::EMPTY, |all, (_, &flock)| all | flock);
        let expected = TileCodes::new(ice, scoring, Coding::Near, flocks[index], others);
        assert_eq!((codes.low, codes.high), (expected.low, expected.high));
        assert_eq!(codes.contested, expected.contested);
    });
    let contested = ice.free().into_iter().filter(|&tile| (0..2).all(|side| steps[side](tile) < NEVER));
    assert_eq!(codes.contested() as usize, contested.count());
}

#[test]
fn codes_agree_with_breadth_first_search() {
    for seed in 0..120 {
        for players in [2, 4] {
            let position = samples::game_of(players, seed, 5 + seed as u32 % 11, 3, 60);
            if let Some(packed) = Packed::new(&position) {
                packed.visit(Check);
            }
        }
    }
    for seed in 0..30 {
        let position = samples::game(seed, 17 + seed as u32 * 13 % 40, 3, 60);
        PackedLarge::new(&position).expect("the board is not too large").visit(Check);
    }
}
