//! Codes of tiles: what the evaluation looks at on each free floe and under each penguin.
//!
//! The code of a free floe has the distances of both sides in steps and in slides, its fish, the number of free floes
//! around it, and whether those fall apart. Slides measure how fast a side is. As floes disappear slides become shorter,
//! so that late in the game steps predict better which side gets a floe. The code of a penguin has its side, the fish
//! beneath it, its distance from the other side, and the free floes around it.
//!
//! Codes are computed for all tiles at once: each set holds one binary digit of the codes of all tiles.

use floe_rules::grid::Topology;
use floe_rules::penguins::{Bits, Compact, RuleSet, Scoring, Seat, Slides, Surroundings};

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

/// How many steps the classes of distances have: those of 1, 2, 3, 4, 5 to 6, and more.
const MORE_STEPS: [usize; 6] = [1, 1, 1, 1, 2, usize::MAX];

/// The largest distance of the first class after those of 1, 2 and 3 steps on large boards.
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
    /// Returns the coding for rules, players and bitboards of so many words. It was chosen by matches of two players.
    pub fn of(rules: &RuleSet, players: usize, words: usize) -> Coding {
        let most_words = if rules.topology == Topology::Square { 8 } else { 3 };
        if players <= 2 && words > most_words { Coding::Far } else { Coding::Near }
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
    coding: Coding,
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
    fn new(slides: &Slides<'_, W>, coding: Coding, free: Bits<W>, flock: Bits<W>) -> Reach<W> {
        let first = slides.from(flock);
        let second = slides.newly_reached(first, free & !first);
        let within_two = first | second;
        let third = slides.newly_reached(second, free & !within_two);
        let mut steps = [Bits::EMPTY; 6];
        let (mut within, mut edge, mut left) = (Bits::EMPTY, flock, free);
        for (at, set) in steps.iter_mut().enumerate() {
            let more = match coding {
                Coding::Near => MORE_STEPS[at],
                // Only three classes count steps; all that is connected is found at once.
                Coding::Far if at == 3 => {
                    edge = edge | slides.connected(edge) & left;
                    1
                }
                Coding::Far => usize::from(at < 3),
            };
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

/// The floes that a side reaches before the other, if both need more than three steps.
#[derive(Clone, Copy, Debug)]
struct Firsts<const W: usize> {
    /// Those within so many steps as the next class has.
    middle: Bits<W>,
    /// All others.
    far: Bits<W>,
}

impl<const W: usize> Firsts<W> {
    /// Lets two sides walk on from the floes that they reach with three steps.
    #[inline(always)]
    fn of_both(slides: &Slides<'_, W>, free: Bits<W>, sides: [&Reach<W>; 2]) -> [Firsts<W>; 2] {
        let within = sides.map(|side| side.steps[2] & free);
        let last = sides.map(|side| side.steps[2] & !side.steps[1] & free);
        // A side is not later than the other only where it is not later all the way.
        let mut edges = [last[0] & (!within[1] | last[1]), last[1] & (!within[0] | last[0])];
        let mut open = free & !(within[0] | within[1]);
        let mut firsts = [Firsts { middle: Bits::EMPTY, far: Bits::EMPTY }; 2];
        let mut distance = 4;
        while !(edges[0] | edges[1]).is_empty() {
            let next = edges.map(|edge| slides.beside(edge) & open);
            open = open & !(next[0] | next[1]);
            for side in 0..2 {
                let alone = next[side] & !next[1 - side];
                let first = &mut firsts[side];
                let class = if distance > MIDDLE { &mut first.far } else { &mut first.middle };
                *class = *class | alone;
            }
            edges = next;
            distance += 1;
        }
        firsts
    }

    /// Changes the digits of distances to those of [`Coding::Far`].
    #[inline(always)]
    fn apply(&self, reach: &Reach<W>, tiles: Bits<W>, digits: &mut [Bits<W>; 5]) {
        let [one, two, three, _, _, any] = reach.steps;
        let more = tiles & any & !three;
        digits[0] = tiles & (one | three & !two) | self.far;
        digits[1] = tiles & three & !one | more & !(self.middle | self.far);
        digits[2] = more;
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
    fn codes(
        &self,
        mine: Bits<W>,
        reach: &Reach<W>,
        others: &Reach<W>,
        firsts: Option<[Firsts<W>; 2]>,
    ) -> TileCodes<W> {
        let (free, theirs) = (self.free, self.penguins & !mine);
        let coded = free | self.penguins;
        let mut own = reach.digits(free, theirs);
        let mut other = others.digits(free, mine);
        if let Some(firsts) = &firsts {
            firsts[0].apply(reach, free | theirs, &mut own);
            firsts[1].apply(others, free | mine, &mut other);
        }
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
        let coding = if firsts.is_some() { Coding::Far } else { Coding::Near };
        TileCodes { low, high, coded, contested: free & reach.steps[5] & others.steps[5], coding }
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
        let slides = ice.slides();
        let surface = Surface::new(ice, &slides, scoring, mine | theirs);
        let own = Reach::new(&slides, coding, surface.free, mine);
        let other = Reach::new(&slides, coding, surface.free, theirs);
        let firsts = (coding == Coding::Far).then(|| Firsts::of_both(&slides, surface.free, [&own, &other]));
        surface.codes(mine, &own, &other, firsts)
    }

    /// Calls a function with the index of every player, and its codes against all others, as for small boards.
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
            *reach = Reach::new(&slides, Coding::Near, surface.free, flock);
        }
        for (index, &flock) in flocks.iter().enumerate() {
            let mut others = Reach::NONE;
            for (other, reach) in reaches[..flocks.len()].iter().enumerate() {
                if other != index {
                    others.add(reach);
                }
            }
            visit(index, &surface.codes(flock, &reaches[index], &others, None));
        }
    }

    /// Returns how distances are put into classes.
    #[inline]
    pub fn coding(&self) -> Coding {
        self.coding
    }

    /// Returns how many floes both sides can reach.
    #[inline]
    pub fn contested(&self) -> u32 {
        self.contested.len()
    }

    /// Returns the binary digits of the number of free floes around every tile with a code, the lowest first.
    pub(super) fn free_around(&self) -> [Bits<W>; 3] {
        [self.high[5], self.high[6], self.high[7]]
    }

    /// Returns the tiles beside free floes.
    #[inline]
    pub(super) fn beside_free(&self) -> Bits<W> {
        let [one, two, four] = self.free_around();
        one | two | four
    }

    /// Returns the row of a tile in a table of [`ROWS`]; 0 stands for tiles without a code.
    #[inline]
    pub fn row(&self, tile: u16) -> usize {
        if !self.coded.contains(tile) {
            return 0;
        }
        let byte = |digits: &[Bits<W>; 8]| {
            let digit = |at: usize| usize::from(digits[at].contains(tile)) << at;
            (0..8).map(digit).sum::<usize>()
        };
        usize::from(INDEX.low[byte(&self.low)] + INDEX.high[byte(&self.high)])
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
mod tests;
