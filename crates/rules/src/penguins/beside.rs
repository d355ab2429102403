//! The tiles beside whole sets of tiles, by shifts of machine words.
//!
//! Where tiles are numbered by their place in a box, a step is one of a few differences between numbers, and all
//! tiles for which it is the same can take it at once. Where too many differ, each tile is asked.

use super::bits::Bits;

/// More differences than that cost more than asking each tile.
const MOST_STEPS: usize = 8;

/// A step of all tiles that take it.
#[derive(Clone, Copy, Debug)]
struct Step<const W: usize> {
    from: Bits<W>,
    rises: bool,
    by: u32,
}

impl<const W: usize> Step<W> {
    #[inline(always)]
    fn apply(&self, set: Bits<W>) -> Bits<W> {
        let set = set & self.from;
        if self.rises { set.up(self.by) } else { set.down(self.by) }
    }
}

/// All steps of a board.
#[derive(Clone, Debug)]
pub(super) struct Beside<const W: usize> {
    /// Empty when there are too many.
    steps: Vec<Step<W>>,
    each: Vec<Bits<W>>,
}

/// Free floes by how many of the tiles beside them are free.
#[derive(Clone, Copy, Debug)]
pub struct Openness<const W: usize> {
    /// None or one.
    pub tight: Bits<W>,
    /// Two.
    pub narrow: Bits<W>,
    /// Three.
    pub fair: Bits<W>,
    /// Four and more.
    pub wide: Bits<W>,
}

impl<const W: usize> Beside<W> {
    /// Takes the tiles beside each tile.
    pub(super) fn new(each: Vec<Bits<W>>) -> Beside<W> {
        let mut steps: Vec<Step<W>> = Vec::new();
        for (tile, &beside) in (0u8..=u8::MAX).zip(&each) {
            for next in beside {
                let (rises, by) = (next > tile, u32::from(next.abs_diff(tile)));
                match steps.iter_mut().find(|step| (step.rises, step.by) == (rises, by)) {
                    Some(step) => step.from.insert(tile),
                    None => steps.push(Step { from: Bits::one(tile), rises, by }),
                }
                if steps.len() > MOST_STEPS {
                    return Beside { steps: Vec::new(), each };
                }
            }
        }
        Beside { steps, each }
    }

    /// Returns the tiles beside a tile.
    #[inline]
    pub(super) fn of(&self, tile: u8) -> Bits<W> {
        self.each[usize::from(tile)]
    }

    /// Returns the tiles beside any tile of a set.
    #[inline]
    pub(super) fn any(&self, set: Bits<W>) -> Bits<W> {
        if self.steps.is_empty() {
            return set.into_iter().fold(Bits::EMPTY, |all, tile| all | self.of(tile));
        }
        self.steps.iter().fold(Bits::EMPTY, |all, step| all | step.apply(set))
    }

    /// Sorts the tiles of a set by how many of the tiles beside them are in it.
    #[inline]
    pub(super) fn openness(&self, set: Bits<W>) -> Openness<W> {
        // Counters of three bits, a bit of all tiles in each set.
        let (mut ones, mut twos, mut fours) = (Bits::EMPTY, Bits::EMPTY, Bits::EMPTY);
        let mut count = |more: Bits<W>| {
            let carry = ones & more;
            ones = ones ^ more;
            fours = fours | (twos & carry);
            twos = twos ^ carry;
        };
        if self.steps.is_empty() {
            set.into_iter().for_each(|tile| count(self.of(tile)));
        } else {
            self.steps.iter().for_each(|step| count(step.apply(set)));
        }
        let few = set & !fours;
        Openness {
            tight: few & !twos,
            narrow: few & twos & !ones,
            fair: few & twos & ones,
            wide: set & fours,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Recipe, generate};
    use crate::penguins::{Packed, Position, RuleSet, Stage};
    use crate::random::Random;

    fn check<const W: usize>(each: Vec<Bits<W>>, random: &mut Random) {
        let beside = Beside::new(each.clone());
        for _ in 0..20 {
            let tiles = (0u8..=u8::MAX).take(each.len());
            let set =
                tiles.filter(|_| random.below(3) > 0).fold(Bits::EMPTY, |set, tile| set | Bits::one(tile));
            let any = set.into_iter().fold(Bits::EMPTY, |all, tile| all | each[usize::from(tile)]);
            assert_eq!(beside.any(set), any);
            let open = beside.openness(set);
            for tile in set {
                let sorts = [open.tight, open.narrow, open.fair, open.wide];
                let sort = (each[usize::from(tile)] & set).len().clamp(1, 4) as usize - 1;
                for (index, sort_set) in sorts.iter().enumerate() {
                    assert_eq!(sort_set.contains(tile), index == sort, "tile {tile}");
                }
            }
        }
    }

    #[test]
    fn sets_have_beside_them_what_their_tiles_have() {
        let mut random = Random::new(3);
        for (seed, side) in (0..).zip([3, 5, 8, 9, 12, 16, 20, 8, 9]) {
            for rules in [RuleSet::SQUARE, RuleSet::HEX, RuleSet::CLASSIC] {
                // A board of 20 x 20 becomes compact when most of it is water, and its numbering follows no box.
                let holes = if side == 20 { 60 } else { 10 };
                let recipe = Recipe { penguins: 2, holes, seed, ..Recipe::plain(rules, side, side) };
                let setup = generate(&recipe).unwrap();
                let stage = Stage::Placement { penguins: 2, seats: setup.seats_for(2) };
                let position = Position::new(&setup, &rules, &stage).unwrap();
                macro_rules! check_packed {
                    ($position:expr) => {{
                        let ice = $position.ice();
                        let tiles = (0..side * side).filter_map(|tile| u8::try_from(tile).ok());
                        let numbered = tiles.filter(|&tile| usize::from(tile) < ice.tiles());
                        check(numbered.map(|tile| ice.neighbours(tile)).collect(), &mut random)
                    }};
                }
                match Packed::new(&position) {
                    Some(Packed::One(position)) => check_packed!(position),
                    Some(Packed::Two(position)) => check_packed!(position),
                    Some(Packed::Four(position)) => check_packed!(position),
                    None => {}
                }
            }
        }
    }
}
