//! Codes of tiles: what the evaluation looks at on each free floe and under each penguin.
//!
//! The code of a free floe has the distances of both sides in steps and in slides, its fish, the number of free floes
//! around it, and whether those fall apart. Slides measure how fast a side is. As floes disappear slides become shorter,
//! so that late in the game steps predict better which side gets a floe. The code of a penguin has its side, the fish
//! beneath it, its distance from the other side, and the free floes around it.
//!
//! Codes are computed for all tiles at once: each set holds one binary digit of the codes of all tiles.

use floe_rules::penguins::{Bits, Compact, Scoring, Seat, Slides, Surroundings};

/// The number of rows that [`TileCodes::each_row`] counts.
pub const ROWS: usize = LOW_CODES * HIGH_CODES;

/// The row that counts for the player to move if any floe is contested. The first rows belong to no tile.
pub const TURN_ROW: usize = 1;

/// The combinations of distances in steps and in slides.
const DISTANCES: usize = 19;
/// The codes of free floes by distance, fish and split, those of penguins by side, fish and split, and none.
const LOW_CODES: usize = 1 + DISTANCES * 3 * 2 + 2 * 4 * 2;
/// The codes by distance and number of free floes around.
const HIGH_CODES: usize = DISTANCES * 7;

/// How many steps the classes of distances have: those of 1, 2, 3, 4, 5 to 6, and more.
const MORE_STEPS: [usize; 6] = [1, 1, 1, 1, 2, usize::MAX];

/// Returns the parts of the code of a row: the distance of each side, the fish, and the free floes around.
///
/// For a penguin, the first part is its side, the fish beneath it, and whether the floes around it are split.
pub fn row_parts(row: usize) -> [usize; 4] {
    let (low, high) = (row / HIGH_CODES, row % HIGH_CODES);
    let (theirs, around) = (high / 7, high % 7);
    if (1..=DISTANCES * 6).contains(&low) {
        let (mine, split, fish) =
            ((low - 1) % DISTANCES, (low - 1) / DISTANCES % 2, 1 + (low - 1) / DISTANCES / 2);
        [mine, theirs, fish, around + 7 * split]
    } else {
        [DISTANCES + low, theirs, 0, around]
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

/// The tiles that a side reaches within some distances.
#[derive(Clone, Copy, Debug)]
struct Reach<const W: usize> {
    /// The tiles within 1, 2, 3, 4, 6 and any number of steps; occupied tiles beside the way are among them.
    steps: [Bits<W>; 6],
    /// The free floes within one, two and three slides.
    slides: [Bits<W>; 3],
}

impl<const W: usize> Reach<W> {
    const NONE: Self = Reach { steps: [Bits::EMPTY; 6], slides: [Bits::EMPTY; 3] };

    #[inline(always)]
    fn new(slides: &Slides<'_, W>, free: Bits<W>, flock: Bits<W>) -> Reach<W> {
        let first = slides.from(flock);
        let second = slides.newly_reached(first, free & !first);
        let within_two = first | second;
        let third = slides.newly_reached(second, free & !within_two);
        let mut steps = [Bits::EMPTY; 6];
        let (mut within, mut edge, mut left) = (Bits::EMPTY, flock, free);
        for (set, more) in steps.iter_mut().zip(MORE_STEPS) {
            for _ in 0..more {
                if edge.is_empty() {
                    break;
                }
                let beside = slides.beside(edge);
                within = within | beside;
                edge = beside & left;
                left = left & !edge;
            }
            *set = within;
        }
        Reach { steps, slides: [first, within_two, within_two | third] }
    }

    /// Adds what another side reaches.
    #[inline(always)]
    fn add(&mut self, other: &Reach<W>) {
        for at in 0..self.steps.len() {
            self.steps[at] = self.steps[at] | other.steps[at];
        }
        for at in 0..self.slides.len() {
            self.slides[at] = self.slides[at] | other.slides[at];
        }
    }

    /// Returns the binary digits of the classes of distances: three for steps, where occupied tiles in a set have them
    /// too, and two for slides.
    #[inline(always)]
    fn digits(&self, free: Bits<W>, occupied: Bits<W>) -> [Bits<W>; 5] {
        let tiles = free | occupied;
        let [one, two, three, four, six, any] = self.steps;
        let [first, second, third] = self.slides;
        let far = any & free & !third;
        [
            tiles & (one | three & !two | six & !four),
            tiles & (three & !one | any & !six),
            tiles & any & !three,
            second & !first | far,
            third & !second | far,
        ]
    }
}

/// What the codes of a position have in common for all players.
struct Surface<const W: usize> {
    free: Bits<W>,
    penguins: Bits<W>,
    around: Surroundings<W>,
    fish: [Bits<W>; 2],
    /// The tiles of penguins whose fish count.
    beneath: Bits<W>,
}

impl<const W: usize> Surface<W> {
    #[inline(always)]
    fn new(ice: &Compact<W>, slides: &Slides<'_, W>, scoring: Scoring, penguins: Bits<W>) -> Surface<W> {
        let beneath = if scoring == Scoring::Departure { penguins } else { Bits::EMPTY };
        let (free, around, fish) = (ice.free(), slides.surroundings(), ice.fish_digits());
        Surface { free, penguins, around, fish, beneath }
    }

    /// Computes the codes of one side against the other.
    #[inline(always)]
    fn codes(&self, mine: Bits<W>, reach: &Reach<W>, others: &Reach<W>) -> TileCodes<W> {
        let (free, theirs) = (self.free, self.penguins & !mine);
        let coded = free | self.penguins;
        let own = reach.digits(free, theirs);
        let other = others.digits(free, mine);
        let [fish_0, fish_1] = self.fish;
        let low = [
            own[0] & free | mine,
            own[1] & free | theirs,
            own[2] & free,
            own[3] | fish_0 & self.beneath,
            own[4] | fish_1 & self.beneath,
            self.around.split & coded,
            fish_0 & free,
            fish_1 & free,
        ];
        let [count_0, count_1, count_2] = self.around.count;
        let high = [
            // The distance of a penguin from the other side is in the second byte.
            other[0] | own[0] & theirs,
            other[1] | own[1] & theirs,
            other[2] | own[2] & theirs,
            other[3],
            other[4],
            count_0 & coded,
            count_1 & coded,
            count_2 & coded,
        ];
        TileCodes { low, high, coded, contested: free & reach.steps[5] & others.steps[5] }
    }
}

impl<const W: usize> TileCodes<W> {
    /// Computes the codes for two sets of penguins.
    #[inline(always)]
    pub fn new(ice: &Compact<W>, scoring: Scoring, mine: Bits<W>, theirs: Bits<W>) -> TileCodes<W> {
        let slides = ice.slides();
        let surface = Surface::new(ice, &slides, scoring, mine | theirs);
        let own = Reach::new(&slides, surface.free, mine);
        let other = Reach::new(&slides, surface.free, theirs);
        surface.codes(mine, &own, &other)
    }

    /// Calls a function with the index of every player, and its codes against all others.
    #[inline]
    pub fn of_each_player(
        ice: &Compact<W>,
        scoring: Scoring,
        flocks: &[Bits<W>],
        mut visit: impl FnMut(usize, &TileCodes<W>),
    ) {
        let slides = ice.slides();
        let penguins = flocks.iter().fold(Bits::EMPTY, |all, &flock| all | flock);
        let surface = Surface::new(ice, &slides, scoring, penguins);
        let mut reaches = [Reach::NONE; Seat::MOST as usize];
        for (reach, &flock) in reaches.iter_mut().zip(flocks) {
            *reach = Reach::new(&slides, surface.free, flock);
        }
        for (index, &flock) in flocks.iter().enumerate() {
            let mut others = Reach::NONE;
            for (other, reach) in reaches[..flocks.len()].iter().enumerate() {
                if other != index {
                    others.add(reach);
                }
            }
            visit(index, &surface.codes(flock, &reaches[index], &others));
        }
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
        // Plain loops: closures of arrays and iterators are not always inlined here.
        for word in 0..W {
            let coded = self.coded.words()[word].to_le_bytes();
            let (mut low, mut high) = ([[0; 8]; 8], [[0; 8]; 8]);
            for digit in 0..8 {
                low[digit] = self.low[digit].words()[word].to_le_bytes();
                high[digit] = self.high[digit].words()[word].to_le_bytes();
            }
            for at in 0..8 {
                if coded[at] == 0 {
                    continue;
                }
                let (mut lows, mut highs) = (0, 0);
                for digit in 0..8 {
                    lows |= SPREAD[usize::from(low[digit][at])] << digit;
                    highs |= SPREAD[usize::from(high[digit][at])] << digit;
                }
                let (lows, highs) = (lows.to_le_bytes(), highs.to_le_bytes());
                for tile in 0..8 {
                    let row = INDEX.low[usize::from(lows[tile])] + INDEX.high[usize::from(highs[tile])];
                    visit(word, usize::from(row));
                }
            }
        }
    }
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
    use floe_rules::penguins::{Packed, PackedVisitor, Position};

    use super::*;
    use crate::penguins::samples::{self, NEVER, distances};
    use crate::penguins::tile_table::sides;

    /// Returns the number of a combination of distances by counting those before it.
    fn distance_number(steps: u32, slides: u32) -> usize {
        let class = |steps: u32| match steps {
            NEVER => 0,
            0..=4 => steps,
            5 | 6 => 5,
            _ => 6,
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
            check(&position);
        }
    }

    /// Compares the rows of a position with those found by breadth-first search, tile by tile.
    fn check<const W: usize>(position: &Position<Compact<W>>) {
        let (ice, scoring) = (position.ice(), position.rules().scoring);
        let (mine, theirs) = sides(position);
        let codes = TileCodes::new(ice, scoring, mine, theirs);
        let around = ice.slides().surroundings();
        let steps = [mine, theirs].map(|flock| distances(ice, flock, |tile| ice.neighbours(tile)));
        let slides = [mine, theirs].map(|flock| distances(ice, flock, |tile| ice.reach(tile)));
        let mut expected = Vec::new();
        for tile in ice.free() | mine | theirs {
            let (split, free) = (usize::from(around.split.contains(tile)), ice.neighbours(tile) & ice.free());
            let fish = usize::from(ice.fish_of(tile).count());
            let (low, distance) = if ice.free().contains(tile) {
                let [own, other] = [0, 1].map(|side| distance_number(steps[side](tile), slides[side](tile)));
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
                (1 + DISTANCES * 6 + (side * 4 + beneath) * 2 + split, distance_number(far, 1))
            };
            expected.push(low * HIGH_CODES + distance * 7 + free.len() as usize);
        }
        let mut found = Vec::new();
        codes.each_row(|_, row| found.push(row));
        found.retain(|&row| row > 0);
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
        let flocks: Vec<Bits<W>> = position.flocks().map(|(_, flock)| flock.0).collect();
        TileCodes::of_each_player(ice, scoring, &flocks, |index, codes| {
            let others = flocks.iter().enumerate().filter(|&(other, _)| other != index);
            let others = others.fold(Bits::EMPTY, |all, (_, &flock)| all | flock);
            let expected = TileCodes::new(ice, scoring, flocks[index], others);
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
    }
}
