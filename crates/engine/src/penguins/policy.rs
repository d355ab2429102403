//! The policy: how likely each turn is to be the best, as a sum of weights for the tiles that it touches.
//!
//! A turn has a row of a [table](super::tile_table) for the [code](super::tile_codes) of the floe where it ends, another
//! for that of the penguin that moves, and one for how confined the penguins of others beside that floe are. It costs far
//! less than an evaluation for each turn. `examples/tune` made the weights from games of the engine, as
//! `docs/engine.md` describes.

use std::sync::OnceLock;

use floe_rules::penguins::{Bits, Compact, Move, Position, RuleSet};

use super::tile_codes::{Coding, TileCodes};
use super::tile_table::{Content, KINDS, Row, StageBlend, TileTable, kind_of, sides};

/// The number of rows of a turn.
pub const ROWS_OF_TURN: usize = 3;
/// The weight that is 1 in the exponent of a likelihood.
pub const UNITS: f32 = 50.0;

/// The first of four rows that belong to no tile: for the free floes around the most confined penguin of others that
/// the turn ends beside, from one to three, and for more or no such penguin.
const CONFINED_ROW: usize = 2;

/// The weights of a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnPolicy(TileTable);

/// The built-in policies: for squares, for hexagons with scoring on arrival, and with scoring on departure.
const BUILT_IN: [&[u8]; KINDS] = [
    include_bytes!("../../weights/square.policy"),
    include_bytes!("../../weights/classic.policy"),
    include_bytes!("../../weights/hex.policy"),
];

impl TurnPolicy {
    /// Returns the built-in policy for rules, with three and more players. It is unpacked when it is used for the first
    /// time.
    pub fn of(rules: &RuleSet) -> &'static TurnPolicy {
        static POLICIES: [OnceLock<TurnPolicy>; KINDS] = [const { OnceLock::new() }; KINDS];
        let kind = kind_of(rules);
        let unpack = || TurnPolicy::unpack(BUILT_IN[kind]).expect("the built-in weights are valid");
        POLICIES[kind].get_or_init(unpack)
    }

    /// Makes a policy of the weights of all rows.
    pub fn new(rows: Vec<Row>) -> Option<TurnPolicy> {
        TileTable::new(Coding::Near, rows).map(TurnPolicy)
    }

    /// Reads a policy as [`TurnPolicy::pack`] writes it.
    pub fn unpack(packed: &[u8]) -> Option<TurnPolicy> {
        let (table, content) = TileTable::unpack_content(packed)?;
        (content == Content::Policy).then_some(TurnPolicy(table))
    }

    /// Packs the policy as a [tile table](TileTable::pack) is packed, and marks it.
    pub fn pack(&self) -> Vec<u8> {
        self.0.pack_content(Content::Policy)
    }
}

/// What the turns of a position have in common.
#[derive(Clone, Debug)]
pub struct TurnCodes<const W: usize> {
    codes: TileCodes<W>,
    blend: StageBlend,
    /// The tiles beside penguins of others that have one, two and three free floes around them.
    beside_confined: [Bits<W>; 3],
}

impl<const W: usize> TurnCodes<W> {
    /// Computes the codes for the player to move.
    pub fn new(position: &Position<Compact<W>>) -> TurnCodes<W> {
        let (ice, (mine, theirs)) = (position.ice(), sides(position));
        let codes = TileCodes::new(ice, position.rules().scoring, Coding::Near, mine, theirs);
        let slides = ice.slides();
        let [ones, twos, fours] = codes.free_around();
        let few = theirs & !fours;
        let beside_confined = [few & ones & !twos, few & twos & !ones, few & ones & twos]
            .map(|confined| if confined.is_empty() { Bits::EMPTY } else { slides.beside(confined) });
        let blend = StageBlend::of(position, &codes, (mine | theirs).len());
        TurnCodes { codes, blend, beside_confined }
    }

    /// Returns the stages of the position.
    pub fn blend(&self) -> StageBlend {
        self.blend
    }

    /// Returns the rows of a turn of the position; 0 where there is none.
    #[inline]
    pub fn rows(&self, ice: &Compact<W>, turn: Move) -> [usize; ROWS_OF_TURN] {
        let (from, to) = match turn {
            Move::Place(at) => (None, at),
            Move::Slide { from, to } => (Some(from), to),
        };
        let Some(to) = ice.tile_of(to) else { return [0; ROWS_OF_TURN] };
        let mover = from.and_then(|from| ice.tile_of(from)).map_or(0, |from| self.codes.row(from));
        let confined = self.beside_confined.iter().position(|beside| beside.contains(to));
        [self.codes.row(to), mover, CONFINED_ROW + confined.unwrap_or(self.beside_confined.len())]
    }

    /// Returns the weight of a turn: the natural logarithm of its likelihood, up to a constant.
    #[inline]
    pub(crate) fn weight(&self, policy: &TurnPolicy, ice: &Compact<W>, turn: Move) -> f32 {
        let rows = self.rows(ice, turn);
        rows.iter().map(|&row| policy.0.weight(row, self.blend)).sum::<f32>() / UNITS
    }
}

#[cfg(test)]
mod tests {
    use floe_rules::penguins::{Packed, PackedVisitor};

    use super::*;
    use crate::penguins::samples;

    /// Compares the rows of all turns with those found tile by tile.
    struct Check;

    impl PackedVisitor for Check {
        type Output = usize;

        fn visit<const W: usize>(self, position: Position<Compact<W>>) -> usize {
            let (ice, (_, theirs)) = (position.ice(), sides(&position));
            let codes = TurnCodes::new(&position);
            let (mut all, mut turns) = (Vec::new(), 0);
            codes.codes.each_row(|_, row| all.push(row));
            all.retain(|&row| row > 0);
            let tiles = ice.free() | sides(&position).0 | theirs;
            let mut one_by_one: Vec<usize> = tiles.into_iter().map(|tile| codes.codes.row(tile)).collect();
            all.sort_unstable();
            one_by_one.sort_unstable();
            assert_eq!(one_by_one, all);
            position.each_turn(|turn| {
                let mut tiles: Vec<u16> = turn.cells().map(|cell| ice.tile_of(cell).unwrap()).collect();
                let to = tiles.pop().unwrap();
                let room = |&tile: &u16| (ice.neighbours(tile) & ice.free()).len() as usize;
                let beside = ice.neighbours(to) & theirs;
                let confined = beside.into_iter().map(|tile| room(&tile)).filter(|&room| room > 0).min();
                let confined = CONFINED_ROW + confined.unwrap_or(4).min(4) - 1;
                let from = tiles.pop().map_or(0, |from| codes.codes.row(from));
                assert_eq!(codes.rows(ice, turn), [codes.codes.row(to), from, confined]);
                turns += 1;
            });
            turns
        }
    }

    #[test]
    fn policies_are_packed_and_are_no_tables() {
        for rules in [RuleSet::SQUARE, RuleSet::CLASSIC, RuleSet::HEX] {
            let policy = TurnPolicy::of(&rules);
            assert_eq!(TurnPolicy::unpack(&policy.pack()).as_ref(), Some(policy));
            assert_eq!(TileTable::unpack(&policy.pack()), None);
            assert_eq!(TurnPolicy::unpack(&TileTable::of(&rules, 3, 1).pack()), None);
        }
    }

    #[test]
    fn rows_of_turns_agree_with_those_of_tiles() {
        let positions = (0..60).map(|seed| samples::game_of(3, seed, 5 + seed as u32 % 11, 3, 50));
        let packed = positions.filter_map(|position| Packed::new(&position));
        assert!(packed.map(|packed| packed.visit(Check)).sum::<usize>() > 500);
    }
}
