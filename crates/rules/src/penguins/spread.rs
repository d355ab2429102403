//! The slides of whole sets of penguins, by occluded fill: bit shifts as in chess bitboards.
//!
//! Tiles are numbered so that a step along an axis is the same shift for all of them, or on some boards of
//! hexagons one of two: one for shifted tiles, one for others. Two steps are the same for all again. So a slide of
//! any length takes a few shifts for all tiles of a set. Boards that cannot be numbered this way are handled tile
//! by tile.

use super::bits::Bits;
use super::compact::Compact;
use super::ice::Ice;
use crate::grid::Topology;

/// The maximum number of doublings for the longest slide.
const DOUBLINGS: usize = 6;
/// The longest line that is supported.
pub(super) const LONGEST: usize = 1 << DOUBLINGS;
/// The maximum number of axes of a grid.
const MAX_AXES: usize = 3;

/// Two opposite directions: numbers increase forwards and decrease backwards.
#[derive(Clone, Debug)]
struct Axis<const W: usize> {
    /// The shifts of one step, each by less than a word, and the tiles from which each of them leads forwards to another tile.
    steps: [(u32, Bits<W>); 2],
    /// Whether the second of them is needed.
    forked: bool,
    /// The shifts of two, four, eight, sixteen and thirty-two steps.
    leaps: [u32; DOUBLINGS - 1],
}

/// The axes of a board.
#[derive(Clone, Debug)]
pub(super) struct Axes<const W: usize> {
    axes: Vec<Axis<W>>,
    /// The number of directions of the grid.
    directions: usize,
    /// The number of doublings of the longest slide.
    doublings: usize,
}

impl<const W: usize> Axes<W> {
    /// Computes the shifts; `next` returns the number of the neighbour of a tile in each direction, and `longest`
    /// is the length of the longest line.
    ///
    /// Returns `None` when steps are not the same for all tiles.
    pub(super) fn new(
        tiles: u16,
        directions: usize,
        longest: usize,
        next: impl Fn(u16, usize) -> Option<u16>,
    ) -> Option<Axes<W>> {
        let doublings = (1..=DOUBLINGS).find(|&doublings| 1 << doublings >= longest)?;
        let mut axes = Vec::new();
        for direction in 0..directions {
            let step = |tile: u16| next(tile, direction);
            // Each axis comes up twice, once forwards.
            if (0..tiles).any(|tile| step(tile).is_some_and(|to| to > tile)) {
                axes.push(Axis::new(tiles, step)?);
            }
        }
        (axes.len() <= MAX_AXES).then_some(Axes { axes, directions, doublings })
    }
}

impl<const W: usize> Axis<W> {
    fn new(tiles: u16, next: impl Fn(u16) -> Option<u16>) -> Option<Axis<W>> {
        let ahead = |tile: u16, steps: usize| (0..steps).try_fold(tile, |tile, _| next(tile));
        let shifts = |steps: usize| -> Option<Vec<(u32, Bits<W>)>> {
            let mut found: Vec<(u32, Bits<W>)> = Vec::new();
            for tile in 0..tiles {
                let Some(to) = ahead(tile, steps) else { continue };
                let by = u32::from(to.checked_sub(tile)?);
                match found.iter_mut().find(|shift| shift.0 == by) {
                    Some((_, from)) => from.insert(tile),
                    None => found.push((by, Bits::one(tile))),
                }
            }
            Some(found)
        };
        let found = shifts(1)?;
        let mut steps = [(0, Bits::EMPTY); 2];
        if found.len() > steps.len() || found.iter().any(|&(by, _)| by >= 64) {
            return None;
        }
        steps[..found.len()].copy_from_slice(&found);
        let two_steps = match shifts(2)?.as_slice() {
            [] => 0,
            [(by, _)] => *by,
            _ => return None,
        };
        // Longer shifts lead nowhere.
        let leap = |doublings: usize| Some(two_steps << doublings).filter(|&by| by < u32::from(tiles));
        let leaps = std::array::from_fn(|doublings| leap(doublings).unwrap_or(0));
        Some(Axis { steps, forked: found.len() > 1, leaps })
    }

    /// Returns the shifts that are needed, with their tiles.
    #[inline(always)]
    fn steps(&self) -> &[(u32, Bits<W>)] {
        &self.steps[..1 + usize::from(self.forked)]
    }

    /// Returns the tiles one step forwards of a set.
    #[inline(always)]
    fn forth(&self, set: Bits<W>) -> Bits<W> {
        let [(by, from), (other, others)] = self.steps;
        let to = (set & from).up_bits(by);
        if self.forked { to | (set & others).up_bits(other) } else { to }
    }

    /// Returns the tiles one step backwards of a set.
    #[inline(always)]
    fn back(&self, set: Bits<W>) -> Bits<W> {
        let [(by, from), (other, others)] = self.steps;
        let to = set.down_bits(by) & from;
        if self.forked { to | set.down_bits(other) & others } else { to }
    }
}

/// The floes that are linked along an axis.
#[derive(Clone, Copy, Debug)]
struct Links<const W: usize> {
    /// The floes from which 1, 2, 4, 8, 16 and 32 steps forwards lead over free floes only.
    ///
    /// They serve both directions: a step backwards leads to such a floe.
    of: [Bits<W>; DOUBLINGS],
    /// The number of these that are needed.
    most: usize,
}

impl<const W: usize> Links<W> {
    const NONE: Self = Links { of: [Bits::EMPTY; DOUBLINGS], most: 0 };

    #[inline(always)]
    fn fill(&mut self, axis: &Axis<W>, free: Bits<W>, doublings: usize) {
        let mut linked = free & axis.back(free);
        self.of[0] = linked;
        self.most = 1;
        while self.most < doublings {
            linked = linked
                & match self.most {
                    1 => axis.back(linked),
                    most => linked.down(axis.leaps[most - 2]),
                };
            // A mispredicted branch costs more than a few shifts of one word.
            if W > 1 && linked.is_empty() {
                break;
            }
            self.of[self.most] = linked;
            self.most += 1;
        }
    }

    #[inline(always)]
    fn forth_by_leaps(&self, axis: &Axis<W>, mut reached: Bits<W>) -> Bits<W> {
        for at in 1..self.most {
            reached = reached.with_up(&self.of[at], axis.leaps[at - 1]);
        }
        reached
    }

    #[inline(always)]
    fn back_by_leaps(&self, axis: &Axis<W>, mut reached: Bits<W>) -> Bits<W> {
        for at in 1..self.most {
            reached = reached.with_down(&self.of[at], axis.leaps[at - 1]);
        }
        reached
    }

    /// Returns the floes of a word that one step leads to from the word below it or above it.
    #[inline(always)]
    fn carried(&self, axis: &Axis<W>, set: &[u64; W], at: usize, way: Way) -> u64 {
        let linked = self.of[0].words();
        let mut carried = 0;
        for (by, from) in axis.steps() {
            let from = from.words();
            carried |= match way {
                Way::Up if at > 0 => (set[at - 1] & linked[at - 1] & from[at - 1]) >> 1 >> (63 - by),
                Way::Down if at + 1 < W => set[at + 1] << 1 << (63 - by) & linked[at] & from[at],
                _ => 0,
            };
        }
        carried
    }

    /// Adds to some floes of a word those that a slide within the word reaches.
    #[inline(always)]
    fn fill_word(&self, axis: &Axis<W>, mut word: u64, at: usize) -> u64 {
        let linked = self.of[0].words()[at];
        for (by, from) in axis.steps() {
            let linked = linked & from.words()[at];
            word |= (word & linked) << by | word >> by & linked;
        }
        for leap in 1..self.most {
            let (by, linked) = (axis.leaps[leap - 1], self.of[leap].words()[at]);
            if by >= 64 {
                break;
            }
            word |= (word & linked) << by | word >> by & linked;
        }
        word
    }
}

/// In which order the words of a set are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Up,
    Down,
}

/// The free floes around every tile.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<const W: usize> {
    /// The binary digits of the number of free floes next to a tile, the lowest first.
    pub count: [Bits<W>; 3],
    /// The tiles whose free neighbours are in two groups or more. Neighbours are in one group if they touch each other
    /// or, on squares, the same free floe at a corner of the tile.
    pub split: Bits<W>,
}

/// All slides over some free floes, prepared for any set of tiles.
#[derive(Clone, Debug)]
pub struct Slides<'a, const W: usize> {
    ice: &'a Compact<W>,
    axes: Option<&'a Axes<W>>,
    free: Bits<W>,
    links: [Links<W>; MAX_AXES],
}

impl<'a, const W: usize> Slides<'a, W> {
    #[inline(always)]
    pub(super) fn new(ice: &'a Compact<W>, axes: Option<&'a Axes<W>>) -> Self {
        let free = ice.free();
        let mut links = [Links::NONE; MAX_AXES];
        if let Some(axes) = axes {
            for (links, axis) in links.iter_mut().zip(&axes.axes) {
                links.fill(axis, free, axes.doublings);
            }
        }
        Slides { ice, axes, free, links }
    }

    /// Returns the floes that one slide from any tile of a set reaches.
    #[inline]
    pub fn from(&self, set: Bits<W>) -> Bits<W> {
        let Some(axes) = self.axes else { return self.one_by_one(set) };
        let mut all = Bits::EMPTY;
        for (axis, links) in axes.axes.iter().zip(&self.links) {
            let (forth, back) = (axis.forth(set) & self.free, axis.back(set) & self.free);
            let forth = forth | axis.forth(forth & links.of[0]);
            let back = back | axis.back(back) & links.of[0];
            all = all | links.forth_by_leaps(axis, forth) | links.back_by_leaps(axis, back);
        }
        all
    }

    /// Returns the floes that one slide newly reaches from any of the floes reached last, given all that have not
    /// been reached yet.
    ///
    /// A slide can leave the reached floes only from one that was reached last: beyond any other, the next floe
    /// has been reached already. So a direction whose first step reaches nothing new can be skipped.
    #[inline]
    pub fn newly_reached(&self, last: Bits<W>, rest: Bits<W>) -> Bits<W> {
        let Some(axes) = self.axes else { return self.one_by_one(last) & rest };
        let mut all = Bits::EMPTY;
        for (axis, links) in axes.axes.iter().zip(&self.links) {
            let forth = last | axis.forth(last & links.of[0]);
            let back = last | axis.back(last) & links.of[0];
            if W == 1 || !(forth & rest).is_empty() {
                all = all | links.forth_by_leaps(axis, forth);
            }
            if W == 1 || !(back & rest).is_empty() {
                all = all | links.back_by_leaps(axis, back);
            }
        }
        all & rest
    }

    /// Returns the floes that any number of slides reaches from some free floes, with those.
    ///
    /// Each pass fills one word after another, with what reaches it from the word before, until a pass finds nothing.
    pub fn connected(&self, from: Bits<W>) -> Bits<W> {
        let Some(axes) = self.axes else {
            let (mut last, mut all) = (from, from);
            while !last.is_empty() {
                last = self.one_by_one(last) & !all;
                all = all | last;
            }
            return all;
        };
        let mut words = *from.words();
        let mut filled = [false; W];
        loop {
            let mut is_new = false;
            for way in [Way::Up, Way::Down] {
                for turn in 0..W {
                    let at = if way == Way::Up { turn } else { W - 1 - turn };
                    let mut word = words[at];
                    for (axis, links) in axes.axes.iter().zip(&self.links) {
                        word |= links.carried(axis, &words, at, way);
                    }
                    if word == words[at] && filled[at] {
                        continue;
                    }
                    loop {
                        let last = word;
                        for (axis, links) in axes.axes.iter().zip(&self.links) {
                            word = links.fill_word(axis, word, at);
                        }
                        if word == last {
                            break;
                        }
                    }
                    filled[at] = true;
                    is_new |= word != words[at];
                    words[at] = word;
                }
            }
            if !is_new {
                return Bits::of_words(words);
            }
        }
    }

    /// Returns the tiles next to any tile of a set, occupied or not.
    #[inline(always)]
    pub fn beside(&self, set: Bits<W>) -> Bits<W> {
        let Some(axes) = self.axes else {
            return set.into_iter().fold(Bits::EMPTY, |all, tile| all | self.ice.neighbours(tile));
        };
        let mut all = Bits::EMPTY;
        for axis in &axes.axes {
            let [(by, from), (other, others)] = &axis.steps;
            all = all.with_both(&set, from, *by);
            // A loop over both would be slower.
            if axis.forked {
                all = all.with_both(&set, others, *other);
            }
        }
        all
    }

    /// Returns the free floes around every tile.
    #[inline(always)]
    pub fn surroundings(&self) -> Surroundings<W> {
        // Three-bit counters: each set holds one bit of the counters of all tiles.
        let [mut ones, mut twos, mut fours] = [Bits::EMPTY; 3];
        let mut count = |more: Bits<W>| {
            let carry = ones & more;
            ones = ones ^ more;
            fours = fours | twos & carry;
            twos = twos ^ carry;
        };
        // A group starts at a free neighbour that is not linked to the one before it in the ring around the tile.
        let [mut one_group, mut split] = [Bits::EMPTY; 2];
        let mut start = |start: Bits<W>| {
            split = split | one_group & start;
            one_group = one_group | start;
        };
        // On thin boards an axis may be missing.
        let axes = self.axes.filter(|axes| 2 * axes.axes.len() == axes.directions);
        match axes.map(|axes| axes.axes.as_slice()) {
            Some([east, south]) => {
                let (up, down) = (south.forth(self.free), south.back(self.free));
                let ring = [east.back(self.free), down, east.forth(self.free), up];
                let corners = [east.back(up), east.back(down), east.forth(down), east.forth(up)];
                for at in 0..4 {
                    count(ring[at]);
                    start(ring[at] & !(ring[(at + 3) % 4] & corners[at]));
                }
            }
            Some([first, second, third]) => {
                let ring = [first, second, third].map(|axis| axis.back(self.free));
                let rest = [first, second, third].map(|axis| axis.forth(self.free));
                let ring = [ring[0], ring[1], ring[2], rest[0], rest[1], rest[2]];
                for at in 0..6 {
                    count(ring[at]);
                    start(ring[at] & !ring[(at + 5) % 6]);
                }
            }
            _ => {
                for tile in self.ice.tiles() {
                    let around = self.ice.neighbours(tile) & self.free;
                    (0..around.len()).for_each(|_| count(Bits::one(tile)));
                    if self.is_split(tile, around) {
                        split.insert(tile);
                    }
                }
            }
        }
        Surroundings { count: [ones, twos, fours], split }
    }

    /// Returns whether the free neighbours of a tile are in two groups or more.
    fn is_split(&self, tile: u16, around: Bits<W>) -> bool {
        let touching = |one: u16| self.ice.neighbours(one) & self.free & !Bits::one(tile);
        let square = self.ice.grid().topology() == Topology::Square;
        let mut group = around.first().map_or(Bits::EMPTY, Bits::one);
        loop {
            let near = group.into_iter().fold(Bits::EMPTY, |all, one| all | touching(one));
            let linked = |one: &u16| near.contains(*one) || square && !(touching(*one) & near).is_empty();
            let next = around.into_iter().filter(linked).fold(group, |all, one| all | Bits::one(one));
            if next == group {
                return group != around;
            }
            group = next;
        }
    }

    fn one_by_one(&self, set: Bits<W>) -> Bits<W> {
        set.into_iter().fold(Bits::EMPTY, |all, tile| all | self.ice.reach(tile))
    }
}
