//! Where whole sets of penguins can slide to, by shifts of machine words.
//!
//! Tiles of a board whose box fits into the words are numbered by their place in it, so that a step in a
//! direction is the same shift for all of them, or two on hexagons: one for pushed tiles, one for others. Two
//! steps are the same for all again. So a slide of any length takes a few shifts, for all tiles of a set at
//! once; those who write chess programs call it an occluded fill. Other boards are asked tile by tile.

use super::bits::Bits;
use super::compact::Compact;

/// A shift that takes some tiles one or more steps in a direction.
#[derive(Clone, Copy, Debug)]
struct Shift<const W: usize> {
    /// The tiles that have a tile of the box there.
    from: Bits<W>,
    by: u32,
}

/// A direction: its single step, and steps of two, four, eight and sixteen tiles.
#[derive(Clone, Debug)]
struct Way<const W: usize> {
    /// Whether numbers rise along it.
    rises: bool,
    single: [Shift<W>; 2],
    leaps: [Shift<W>; LEAPS],
}

const LEAPS: usize = 4;
/// The most directions of a grid.
const MOST_WAYS: usize = 6;

/// The directions of a board.
#[derive(Clone, Debug)]
pub(super) struct Ways<const W: usize> {
    ways: Vec<Way<W>>,
    /// How many leaps the longest slide needs.
    leaps: usize,
}

impl<const W: usize> Shift<W> {
    const NONE: Self = Shift { from: Bits::EMPTY, by: 0 };

    #[inline(always)]
    fn apply(&self, set: Bits<W>, rises: bool) -> Bits<W> {
        let set = set & self.from;
        if rises { set.up(self.by) } else { set.down(self.by) }
    }
}

impl<const W: usize> Way<W> {
    #[inline(always)]
    fn step(&self, set: Bits<W>) -> Bits<W> {
        self.single[0].apply(set, self.rises) | self.single[1].apply(set, self.rises)
    }
}

impl<const W: usize> Ways<W> {
    /// Works the shifts out; `next` tells the number of the tile beside another in each of so many directions,
    /// and `longest` is the length of the longest line.
    ///
    /// Nothing when steps are not the same for all tiles.
    pub(super) fn new(
        tiles: u16,
        directions: usize,
        longest: usize,
        next: impl Fn(u16, usize) -> Option<u16>,
    ) -> Option<Ways<W>> {
        let ways: Option<Vec<Way<W>>> =
            (0..directions).map(|direction| Way::new(tiles, |tile| next(tile, direction))).collect();
        // Two single steps, and each leap doubles what is reached.
        let leaps = (0..=LEAPS).find(|&leaps| 1 << (leaps + 1) >= longest.saturating_sub(1))?;
        ways.map(|ways| Ways { ways, leaps })
    }
}

impl<const W: usize> Way<W> {
    fn new(tiles: u16, next: impl Fn(u16) -> Option<u16>) -> Option<Way<W>> {
        let ahead = |tile: u16, steps: usize| (0..steps).try_fold(tile, |tile, _| next(tile));
        let shifts = |steps: usize| -> Option<(bool, Vec<Shift<W>>)> {
            let mut rises = None;
            let mut found: Vec<Shift<W>> = Vec::new();
            for tile in 0..tiles {
                let Some(to) = ahead(tile, steps) else { continue };
                if rises.replace(to > tile).is_some_and(|before| before != (to > tile)) {
                    return None;
                }
                let (by, tile) = (u32::from(to.abs_diff(tile)), u8::try_from(tile).ok()?);
                match found.iter_mut().find(|shift| shift.by == by) {
                    Some(shift) => shift.from.insert(tile),
                    None => found.push(Shift { from: Bits::one(tile), by }),
                }
            }
            Some((rises.unwrap_or(true), found))
        };
        let (rises, found) = shifts(1)?;
        let mut single = [Shift::NONE; 2];
        if found.len() > single.len() {
            return None;
        }
        single[..found.len()].copy_from_slice(&found);
        let mut leaps = [Shift::NONE; LEAPS];
        for (leap, steps) in leaps.iter_mut().zip([2, 4, 8, 16]) {
            match shifts(steps)?.1.as_slice() {
                [] => {}
                [shift] => *leap = *shift,
                _ => return None,
            }
        }
        Some(Way { rises, single, leaps })
    }
}

/// All slides over some free floes, ready to be taken from any set of tiles.
#[derive(Clone, Debug)]
pub struct Slides<'a, const W: usize> {
    ice: &'a Compact<W>,
    ways: Option<&'a Ways<W>>,
    free: Bits<W>,
    /// For each direction, the floes that can be entered by each leap: all on the way are free.
    open: [[Bits<W>; LEAPS]; MOST_WAYS],
}

impl<'a, const W: usize> Slides<'a, W> {
    #[inline]
    pub(super) fn new(ice: &'a Compact<W>, ways: Option<&'a Ways<W>>) -> Self {
        let free = ice.free();
        let mut open = [[Bits::EMPTY; LEAPS]; MOST_WAYS];
        if let Some(ways) = ways {
            for (open, way) in open.iter_mut().zip(&ways.ways) {
                if ways.leaps > 0 {
                    open[0] = free & way.step(free);
                }
                for leap in 1..ways.leaps {
                    open[leap] = open[leap - 1] & way.leaps[leap - 1].apply(open[leap - 1], way.rises);
                }
            }
        }
        Slides { ice, ways, free, open }
    }

    /// Returns the floes that one slide from any tile of a set reaches.
    #[inline]
    pub fn from(&self, set: Bits<W>) -> Bits<W> {
        let Some(ways) = self.ways else {
            return set.into_iter().fold(Bits::EMPTY, |all, tile| all | self.ice.reach(tile));
        };
        let mut all = Bits::EMPTY;
        for (way, open) in ways.ways.iter().zip(&self.open) {
            let mut reached = way.step(set) & self.free;
            reached = reached | way.step(reached) & self.free;
            for (leap, &open) in way.leaps[..ways.leaps].iter().zip(open) {
                reached = reached | leap.apply(reached, way.rises) & open;
            }
            all = all | reached;
        }
        all
    }
}
