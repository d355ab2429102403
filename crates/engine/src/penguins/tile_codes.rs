//! Codes of tiles: what the evaluation looks at on each free floe and under each penguin.
//!
//! The code of a free floe has the distances of both sides in steps and in slides, its fish, the number of free floes
//! around it, and whether those fall apart. Slides measure how fast a side is. As floes disappear slides become shorter,
//! so that late in the game steps predict better which side gets a floe. The code of a penguin has its side, the fish
//! beneath it, its distance from the other side, and the free floes around it.
//!
//! Codes are computed for all tiles at once: each set holds one binary digit of the codes of all tiles.

use floe_rules::grid::Topology;
use floe_rules::penguins::{Bits, Compact, RuleSet, Scoring, Slides};

/// The number of rows that [`TileCodes::each_row`] counts.
pub const ROWS: usize = LOW_CODES * HIGH_CODES;

/// The row that counts for the player to move if any floe is contested. The first rows belong to no tile.
pub const TURN_ROW: usize = 1;

/// The combinations of distances in steps and in slides.
const DISTANCES: usize = 19;
/// The codes of free floes by distance, fish and split, those of penguins by side, fish and split, and none.
const LOW_CODES: usize = 1 + FLOE_CODES + 2 * 4 * 2;
/// The codes of free floes among those.
const FLOE_CODES: usize = DISTANCES * 3 * 2;
/// The codes by distance and number of free floes around.
const HIGH_CODES: usize = DISTANCES * 7;

/// The class of a distance in steps; 0 is for floes that are never reached.
const STEP_CLASSES: [usize; 8] = [0, 1, 2, 3, 4, 5, 5, 6];
/// The largest distance that is a class of its own on large boards.
const NEAREST: usize = 3;
/// The largest distance of the class after those.
const MIDDLE: usize = 8;

/// How distances in steps are put into classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// For small boards: 1, 2, 3, 4, 5 to 6, 7 and more steps, and never.
    Near,
    /// For large boards, where most floes are far away and it matters more which side is nearer: 1, 2 and 3 steps; 4 to
    /// 8, and more, if the other side needs more; 4 and more if it does not; and never.
    Far,
}

impl Coding {
    /// Returns the coding that is better for rules, on bitboards of so many words, by matches.
    pub fn of(rules: &RuleSet, words: usize) -> Coding {
        let most_words = if rules.topology == Topology::Square { 8 } else { 3 };
        if words > most_words { Coding::Far } else { Coding::Near }
    }
}

/// Returns the parts of the code of a row: the distance of each side, the fish, and the free floes around.
///
/// For a penguin, the first part is its side, the fish beneath it, and whether the floes around it are split.
pub fn row_parts(row: usize) -> [usize; 4] {
    let (low, high) = (row / HIGH_CODES, row % HIGH_CODES);
    let (theirs, around) = (high / 7, high % 7);
    if (1..=FLOE_CODES).contains(&low) {
        let (mine, split, fish) =
            ((low - 1) % DISTANCES, (low - 1) / DISTANCES % 2, 1 + (low - 1) / DISTANCES / 2);
        [mine, theirs, fish, around + 7 * split]
    } else {
        [DISTANCES + low, theirs, 0, around]
    }
}

/// Returns the row of the same tile from the view of the other side; rows of no tile stay the same.
pub fn swapped_row(row: usize) -> usize {
    let (low, high) = (row / HIGH_CODES, row % HIGH_CODES);
    let (theirs, around) = (high / 7, high % 7);
    match low {
        0 => row,
        1..=FLOE_CODES => {
            let (mine, rest) = ((low - 1) % DISTANCES, (low - 1) / DISTANCES);
            (1 + rest * DISTANCES + theirs) * HIGH_CODES + mine * 7 + around
        }
        // The side of a penguin.
        _ => (1 + FLOE_CODES + ((low - 1 - FLOE_CODES) ^ 8)) * HIGH_CODES + high,
    }
}

/// The codes of all tiles of a position. The first of each pair of sides is the player to move.
#[derive(Clone, Copy, Debug)]
pub struct TileCodes<const W: usize> {
    /// The digits of the first byte: distance of the first side in steps (3) and slides (2), split, fish (2).
    low: [Bits<W>; 8],
    /// The digits of the second byte: distance of the other side in steps (3) and slides (2), free floes around (3).
    high: [Bits<W>; 8],
    /// The tiles that have a code.
    coded: Bits<W>,
    /// The floes that both sides can reach.
    contested: Bits<W>,
}

/// Where bytes of codes are found in the table.
struct RowIndex {
    low: [u16; 256],
    high: [u16; 256],
}

static INDEX: RowIndex = RowIndex::new();

impl RowIndex {
    const fn new() -> RowIndex {
        let mut index = RowIndex { low: [0; 256], high: [0; 256] };
        // Steps, then slides: fewer slides than steps, and all combinations are numbered.
        let mut distances = [0; 32];
        let (mut number, mut steps) = (1, 1);
        while steps < 7 {
            let mut slides = 0;
            while slides < 4 && slides < steps {
                distances[steps | slides << 3] = number;
                number += 1;
                slides += 1;
            }
            steps += 1;
        }
        assert!(number == DISTANCES);
        let mut code = 1;
        while code < 256 {
            let (distance, split, fish) = (code & 31, code >> 5 & 1, code >> 6);
            let number = if fish > 0 {
                1 + ((fish - 1) * 2 + split) * DISTANCES + distances[distance]
            } else {
                // A penguin: its side and the fish beneath it.
                let (side, beneath) = (distance & 1, distance >> 3);
                1 + DISTANCES * 6 + (side * 4 + beneath) * 2 + split
            };
            index.low[code] = (number * HIGH_CODES) as u16;
            code += 1;
        }
        let mut code = 0;
        while code < 256 {
            let around = if code >> 5 < 7 { code >> 5 } else { 6 };
            index.high[code] = (distances[code & 31] * 7 + around) as u16;
            code += 1;
        }
        index
    }
}

impl<const W: usize> TileCodes<W> {
    /// Computes the codes for two sets of penguins.
    #[inline(always)]
    pub fn new(
        ice: &Compact<W>,
        scoring: Scoring,
        coding: Coding,
        mine: Bits<W>,
        theirs: Bits<W>,
    ) -> TileCodes<W> {
        let (slides, free) = (ice.slides(), ice.free());
        let penguins = mine | theirs;
        let coded = free | penguins;
        let none = Bits::EMPTY;

        let first = [slides.from(mine), slides.from(theirs)];
        let mut unslid = first.map(|first| free & !first);
        let mut slid = [[none; 2]; 2];
        for side in 0..2 {
            let second = slides.newly_reached(first[side], unslid[side]);
            unslid[side] = unslid[side] & !second;
            let third = slides.newly_reached(second, unslid[side]);
            unslid[side] = unslid[side] & !third;
            slid[side] = [second, third];
        }

        let StepClasses { digits: steps, left } = match coding {
            Coding::Near => StepClasses::near(&slides, free, [mine, theirs]),
            Coding::Far => StepClasses::far(&slides, free, [mine, theirs]),
        };
        // Four slides and more are one class.
        let far = [unslid[0] & !left[0], unslid[1] & !left[1]];

        let around = slides.surroundings();
        let [fish_0, fish_1] = ice.fish_digits();
        let beneath = if scoring == Scoring::Departure { penguins } else { none };
        let low = [
            steps[0][0] | mine,
            steps[0][1] | theirs,
            steps[0][2],
            slid[0][0] | far[0] | fish_0 & beneath,
            slid[0][1] | far[0] | fish_1 & beneath,
            around.split & coded,
            fish_0 & free,
            fish_1 & free,
        ];
        let [count_0, count_1, count_2] = around.count.map(|digit| digit & coded);
        let high = [
            steps[1][0],
            steps[1][1],
            steps[1][2],
            slid[1][0] | far[1],
            slid[1][1] | far[1],
            count_0,
            count_1,
            count_2,
        ];
        TileCodes { low, high, coded, contested: free & !left[0] & !left[1] }
    }

    /// Returns how many floes both sides can reach.
    #[inline]
    pub fn contested(&self) -> u32 {
        self.contested.len()
    }

    /// Calls a function with the row of every tile in a table of [`ROWS`]; 0 stands for tiles without a code. The first
    /// argument is the number of the word that the tile is in.
    #[inline(always)]
    pub fn each_row(&self, mut visit: impl FnMut(usize, usize)) {
        for word in 0..W {
            let coded = self.coded.words()[word].to_le_bytes();
            let [low, high] =
                [&self.low, &self.high].map(|digits| digits.map(|set| set.words()[word].to_le_bytes()));
            for (at, coded) in coded.into_iter().enumerate() {
                if coded == 0 {
                    continue;
                }
                let bytes = |digits: &[[u8; 8]; 8]| {
                    let digit = |shift: usize| SPREAD[usize::from(digits[shift][at])] << shift;
                    (0..8).fold(0, |all, shift| all | digit(shift)).to_le_bytes()
                };
                for (low, high) in bytes(&low).into_iter().zip(bytes(&high)) {
                    let row = INDEX.low[usize::from(low)] + INDEX.high[usize::from(high)];
                    visit(word, usize::from(row));
                }
            }
        }
    }
}

/// The classes of all distances in steps.
struct StepClasses<const W: usize> {
    /// The binary digits of the class of each floe for each side, and with those of the second side the classes of
    /// penguins by their distance from the other side.
    digits: [[Bits<W>; 3]; 2],
    /// The floes that each side never reaches.
    left: [Bits<W>; 2],
}

impl<const W: usize> StepClasses<W> {
    /// Classifies distances as [`Coding::Near`] does.
    #[inline(always)]
    fn near(slides: &Slides<'_, W>, free: Bits<W>, flocks: [Bits<W>; 2]) -> Self {
        let mut walk = Walk::new(free, flocks);
        let mut distance = 1;
        while !(walk.edges[0] | walk.edges[1]).is_empty() {
            walk.step(slides, STEP_CLASSES[distance]);
            distance = (distance + 1).min(STEP_CLASSES.len() - 1);
        }
        walk.classes
    }

    /// Classifies distances as [`Coding::Far`] does.
    #[inline(always)]
    fn far(slides: &Slides<'_, W>, free: Bits<W>, flocks: [Bits<W>; 2]) -> Self {
        let mut walk = Walk::new(free, flocks);
        for class in 1..=NEAREST {
            walk.step(slides, class);
        }
        let Walk { flocks, mut edges, unmet, classes: StepClasses { mut digits, mut left } } = walk;
        // The floes that no side has reached yet. A side is not later than the other only where it is not later all the way.
        let mut open = left[0] & left[1];
        let mut first = [Bits::EMPTY; 2];
        edges = [edges[0] & (left[1] | edges[1]), edges[1] & (left[0] | edges[0])];
        let mut distance = NEAREST + 1;
        while !(edges[0] | edges[1]).is_empty() {
            let next = edges.map(|edge| slides.beside(edge) & open);
            open = open & !(next[0] | next[1]);
            for side in 0..2 {
                let alone = next[side] & !next[1 - side];
                first[side] = first[side] | alone;
                if distance > MIDDLE {
                    digits[side][0] = digits[side][0] | alone;
                }
            }
            edges = next;
            distance += 1;
        }
        for side in 0..2 {
            let reached = flood(slides, free & !left[side], left[side]);
            left[side] = left[side] & !reached;
            let met = slides.beside(free & !left[side]) & flocks[1 - side] & unmet;
            digits[side][2] = digits[side][2] | reached;
            digits[side][1] = digits[side][1] | reached & !first[side];
            digits[1][2] = digits[1][2] | met;
            digits[1][1] = digits[1][1] | met;
        }
        StepClasses { digits, left }
    }
}

/// Two sides that walk over the free floes, a step at a time.
struct Walk<const W: usize> {
    flocks: [Bits<W>; 2],
    /// The floes that each side reached last.
    edges: [Bits<W>; 2],
    /// The penguins that the other side has not reached.
    unmet: Bits<W>,
    classes: StepClasses<W>,
}

impl<const W: usize> Walk<W> {
    #[inline(always)]
    fn new(free: Bits<W>, flocks: [Bits<W>; 2]) -> Self {
        let classes = StepClasses { digits: [[Bits::EMPTY; 3]; 2], left: [free; 2] };
        Walk { flocks, edges: flocks, unmet: flocks[0] | flocks[1], classes }
    }

    /// Makes a step with both sides, and puts what they reach into a class.
    #[inline(always)]
    fn step(&mut self, slides: &Slides<'_, W>, class: usize) {
        let StepClasses { digits, left } = &mut self.classes;
        let beside = self.edges.map(|edge| slides.beside(edge));
        let met = (beside[0] & self.flocks[1] | beside[1] & self.flocks[0]) & self.unmet;
        self.unmet = self.unmet & !met;
        for side in 0..2 {
            self.edges[side] = beside[side] & left[side];
            left[side] = left[side] & !self.edges[side];
        }
        for (digit, all) in [1, 2, 4].into_iter().enumerate() {
            if class & all != 0 {
                digits[0][digit] = digits[0][digit] | self.edges[0];
                digits[1][digit] = digits[1][digit] | self.edges[1] | met;
            }
        }
    }
}

/// Returns the floes that any number of slides reaches from some floes, among others.
#[inline(always)]
fn flood<const W: usize>(slides: &Slides<'_, W>, from: Bits<W>, left: Bits<W>) -> Bits<W> {
    let (mut last, mut all) = (from, Bits::EMPTY);
    while !last.is_empty() {
        last = slides.newly_reached(last, left & !all);
        all = all | last;
    }
    all
}

/// Bytes whose lowest digits are the digits of a byte.
static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut digit = 0;
        while digit < 8 {
            spread[byte] |= (byte as u64 >> digit & 1) << (8 * digit);
            digit += 1;
        }
        byte += 1;
    }
    spread
};

#[cfg(test)]
mod tests {
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
        let contested = ice.free().into_iter().filter(|&tile| (0..2).all(|side| steps[side](tile) < NEVER));
        assert_eq!(codes.contested() as usize, contested.count());
    }

    #[test]
    fn codes_agree_with_breadth_first_search() {
        for seed in 0..120 {
            let position = samples::game(seed, 5 + seed as u32 % 11, 3, 60);
            if let Some(packed) = Packed::new(&position) {
                packed.visit(Check);
            }
        }
        for seed in 0..30 {
            let position = samples::game(seed, 17 + seed as u32 * 13 % 40, 3, 60);
            PackedLarge::new(&position).expect("the board is not too large").visit(Check);
        }
    }
}
