//! The tile table: the static evaluation as a sum of weights, one for the [code](super::tile_codes) of each tile.
//!
//! The weights depend on the rules, the number of players, the size of the board and the stage of the game.
//! `examples/tune` made them, as `docs/engine.md` describes.

use std::sync::OnceLock;

use floe_rules::grid::Topology;
use floe_rules::penguins::{Bits, Compact, Phase, Position, RuleSet, Scoring, Seat};

use super::tile_codes::{Coding, ROWS, TURN_ROW, TileCodes};

/// The number of stages: the start and the end of placement, and six of movement.
pub const STAGES: usize = 8;

/// The number of contested floes per penguin at which a stage of movement has full weight, on small and on large boards.
const ROOM: [f32; STAGES - 2] = [20.0, 10.0, 6.0, 3.5, 1.5, 0.0];
const ROOM_OF_LARGE: [f32; STAGES - 2] = [250.0, 100.0, 40.0, 15.0, 5.0, 0.0];

/// The unit of packed weights, in hundredths of a fish.
const UNIT: i16 = 2;

/// The largest weight, in hundredths of a fish: the sum of 64 of them fits into 16 bits.
const LARGEST_WEIGHT: u16 = 256;

/// The byte at the end of packed weights for large boards, and of those of a policy.
const FAR: u8 = 1;
const POLICY: u8 = 2;

/// What packed weights are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// A tile table for small boards.
    Near,
    /// A tile table for large boards.
    Far,
    /// A [policy](super::policy).
    Policy,
}

/// The weights of a row for each stage: hundredths of a fish, unless they belong to a [policy](super::policy).
pub type Row = [i16; STAGES];

/// The stage of a position, between two neighbouring ones (tapered evaluation).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageBlend {
    /// The first of the two stages.
    stage: usize,
    /// Its share.
    share: f32,
}

impl StageBlend {
    /// Returns the stage of a position with a number of penguins.
    #[inline]
    pub fn of<const W: usize>(
        position: &Position<Compact<W>>,
        codes: &TileCodes<W>,
        penguins: u32,
    ) -> StageBlend {
        if position.phase() == Phase::Placement {
            let unplaced: u32 = position.seats().filter_map(|seat| position.unplaced(seat)).sum();
            return StageBlend { stage: 0, share: unplaced as f32 / (unplaced + penguins).max(1) as f32 };
        }
        let room = codes.contested() as f32 / penguins.max(1) as f32;
        let rooms = if codes.coding() == Coding::Far { ROOM_OF_LARGE } else { ROOM };
        let after = rooms[1..].iter().position(|&least| room >= least).unwrap_or(rooms.len() - 2);
        let (more, less) = (rooms[after], rooms[after + 1]);
        StageBlend { stage: 2 + after, share: ((room - less) / (more - less)).min(1.0) }
    }

    /// Returns the two stages with their shares.
    #[inline]
    pub fn shares(self) -> [(usize, f32); 2] {
        [(self.stage, self.share), (self.stage + 1, 1.0 - self.share)]
    }
}

/// The weights of all rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileTable {
    coding: Coding,
    rows: Vec<Row>,
}

/// The built-in tables: for squares, for hexagons with scoring on arrival, and with scoring on departure, each for two,
/// three and four or more players, and for two on large boards; and for two on squares that fill more than one word.
const BUILT_IN: [&[u8]; 13] = [
    include_bytes!("../../weights/square.weights"),
    include_bytes!("../../weights/square3.weights"),
    include_bytes!("../../weights/square4.weights"),
    include_bytes!("../../weights/large-square.weights"),
    include_bytes!("../../weights/classic.weights"),
    include_bytes!("../../weights/classic3.weights"),
    include_bytes!("../../weights/classic4.weights"),
    include_bytes!("../../weights/large-classic.weights"),
    include_bytes!("../../weights/hex.weights"),
    include_bytes!("../../weights/hex3.weights"),
    include_bytes!("../../weights/hex4.weights"),
    include_bytes!("../../weights/large-hex.weights"),
    include_bytes!("../../weights/wide-square.weights"),
];
/// The index of the last of them.
const WIDE_SQUARE: usize = BUILT_IN.len() - 1;

/// What a penguin that can move is worth on large boards, in hundredths of a fish for each contested floe. With many floes
/// this is more than the largest weight of a row, so the table cannot say it.
const MOBILE_PENGUIN: f32 = 8.0;

/// The number of kinds of rules that have weights of their own.
pub(super) const KINDS: usize = 3;

/// Returns the number of the kind of some rules.
pub(super) fn kind_of(rules: &RuleSet) -> usize {
    match (rules.topology, rules.scoring) {
        (Topology::Square, Scoring::Arrival) => 0,
        (Topology::Hex(_), Scoring::Arrival) => 1,
        (_, Scoring::Departure) => 2,
    }
}

impl TileTable {
    /// Returns the built-in table for rules, a number of players, and bitboards of so many words. It is unpacked when it
    /// is used for the first time.
    pub fn of(rules: &RuleSet, players: usize, words: usize) -> &'static TileTable {
        static TABLES: [OnceLock<TileTable>; BUILT_IN.len()] = [const { OnceLock::new() }; BUILT_IN.len()];
        let kind = kind_of(rules);
        let index = match (Coding::of(rules, players, words), players) {
            (Coding::Near, ..=2) if kind == 0 && words > 1 => WIDE_SQUARE,
            (Coding::Near, _) => 4 * kind + players.clamp(2, 4) - 2,
            (Coding::Far, _) => 4 * kind + 3,
        };
        let unpack = || TileTable::unpack(BUILT_IN[index]).expect("the built-in weights are valid");
        TABLES[index].get_or_init(unpack)
    }

    /// Makes a table of [`ROWS`] rows; the first one, of tiles without a code, must be 0, and no weight over 256.
    pub fn new(coding: Coding, rows: Vec<Row>) -> Option<TileTable> {
        let fits = rows.iter().flatten().all(|weight| weight.unsigned_abs() <= LARGEST_WEIGHT);
        (fits && rows.len() == ROWS && rows[0] == [0; STAGES]).then_some(TileTable { coding, rows })
    }

    /// Reads a table as [`TileTable::pack`] writes it.
    pub fn unpack(packed: &[u8]) -> Option<TileTable> {
        let (table, content) = TileTable::unpack_content(packed)?;
        (content != Content::Policy).then_some(table)
    }

    /// Reads weights, and what they are.
    pub(super) fn unpack_content(packed: &[u8]) -> Option<(TileTable, Content)> {
        let bytes = miniz_oxide::inflate::decompress_to_vec_with_limit(packed, ROWS * STAGES + 1).ok()?;
        let (rows, rest) = bytes.as_chunks();
        let (coding, content) = match rest {
            [] => (Coding::Near, Content::Near),
            [FAR] => (Coding::Far, Content::Far),
            [POLICY] => (Coding::Near, Content::Policy),
            _ => return None,
        };
        let row = |bytes: &[u8; STAGES]| bytes.map(|byte| UNIT * i16::from(byte.cast_signed()));
        Some((TileTable::new(coding, rows.iter().map(row).collect())?, content))
    }

    /// Packs the table: one byte for each weight, and one more if it is for large boards, compressed.
    pub fn pack(&self) -> Vec<u8> {
        self.pack_content(if self.coding == Coding::Far { Content::Far } else { Content::Near })
    }

    /// Packs weights, and what they are.
    pub(super) fn pack_content(&self, content: Content) -> Vec<u8> {
        let byte = |&weight: &i16| (f32::from(weight) / f32::from(UNIT)).round().clamp(-127.0, 127.0) as i8;
        let weights = self.rows.iter().flatten().map(|weight| byte(weight).cast_unsigned());
        let mark = match content {
            Content::Near => None,
            Content::Far => Some(FAR),
            Content::Policy => Some(POLICY),
        };
        let bytes: Vec<u8> = weights.chain(mark).collect();
        miniz_oxide::deflate::compress_to_vec(&bytes, 9)
    }

    /// Returns how its codes are computed.
    pub fn coding(&self) -> Coding {
        self.coding
    }

    /// Returns the weight of a row in a blend of stages.
    #[inline]
    pub(super) fn weight(&self, row: usize, blend: StageBlend) -> f32 {
        let row = &self.rows[row];
        blend.shares().map(|(stage, share)| share * f32::from(row[stage])).iter().sum()
    }

    /// Estimates how many more fish the player to move will still collect than the opponent, in hundredths of a fish.
    #[inline]
    pub fn value<const W: usize>(
        &self,
        position: &Position<Compact<W>>,
        mine: Bits<W>,
        theirs: Bits<W>,
    ) -> i32 {
        let codes = TileCodes::new(position.ice(), position.rules().scoring, self.coding, mine, theirs);
        let value = self.value_of_codes(position, &codes, (mine | theirs).len(), true);
        if self.coding == Coding::Far && position.phase() == Phase::Movement {
            let mobile = |flock: Bits<W>| (flock & codes.beside_free()).len().cast_signed();
            let each = (MOBILE_PENGUIN * codes.contested() as f32) as i32;
            return value + each * (mobile(mine) - mobile(theirs));
        }
        value
    }

    /// Estimates a position by the codes of its tiles, its number of penguins, and whether the first side is to move.
    #[inline]
    pub fn value_of_codes<const W: usize>(
        &self,
        position: &Position<Compact<W>>,
        codes: &TileCodes<W>,
        penguins: u32,
        is_turn: bool,
    ) -> i32 {
        let blend = StageBlend::of(position, codes, penguins);
        // The sum of the 64 tiles of a word does not overflow.
        let mut sums = [[0i16; STAGES]; W];
        codes.each_row(|word, row| {
            let (sum, row) = (&mut sums[word], &self.rows[row]);
            for stage in 0..STAGES {
                sum[stage] = sum[stage].wrapping_add(row[stage]);
            }
        });
        let turn = if is_turn && codes.contested() > 0 { self.rows[TURN_ROW] } else { [0; STAGES] };
        let sum = |stage: usize| sums.iter().map(|sum| i32::from(sum[stage])).sum::<i32>();
        let part = |(stage, share): (usize, f32)| share * (sum(stage) + i32::from(turn[stage])) as f32;
        blend.shares().map(part).iter().sum::<f32>() as i32
    }
}

/// Returns the penguins of the player to move, and those of all others.
#[inline]
pub fn sides<const W: usize>(position: &Position<Compact<W>>) -> (Bits<W>, Bits<W>) {
    position.to_move().map_or((Bits::EMPTY, Bits::EMPTY), |seat| sides_of(position, seat))
}

/// Returns the penguins of a player, and those of all others.
#[inline]
pub fn sides_of<const W: usize>(position: &Position<Compact<W>>, seat: Seat) -> (Bits<W>, Bits<W>) {
    let (mut mine, mut theirs) = (Bits::EMPTY, Bits::EMPTY);
    for (other, flock) in position.flocks() {
        if other == seat {
            mine = flock.0;
        } else {
            theirs = theirs | flock.0;
        }
    }
    (mine, theirs)
}

#[cfg(test)]
mod tests {
    use floe_rules::penguins::{PackedLarge, PackedVisitor};

    use super::*;
    use crate::penguins::samples;

    #[test]
    fn built_in_tables_are_valid() {
        for rules in [RuleSet::SQUARE, RuleSet::CLASSIC, RuleSet::HEX] {
            for (players, words) in (1..=9).flat_map(|players| [(players, 1), (players, 64)]) {
                let table = TileTable::of(&rules, players, words);
                assert_eq!(table.coding(), Coding::of(&rules, players, words));
                assert_eq!(TileTable::unpack(&table.pack()).as_ref(), Some(table));
            }
        }
    }

    /// Counts one by one the penguins that can move.
    struct CountMobile;

    impl PackedVisitor for CountMobile {
        /// The difference of both sides.
        type Output = i32;

        fn visit<const W: usize>(self, position: Position<Compact<W>>) -> i32 {
            let (mine, theirs) = sides(&position);
            let (ice, table) = (position.ice(), TileTable::of(position.rules(), 2, W));
            let count =
                |flock: Bits<W>| flock.into_iter().filter(|&tile| !ice.reach(tile).is_empty()).count() as i32;
            let is_movement = position.phase() == Phase::Movement;
            let difference = if is_movement { count(mine) - count(theirs) } else { 0 };
            let codes = TileCodes::new(ice, position.rules().scoring, table.coding(), mine, theirs);
            let by_tiles = table.value_of_codes(&position, &codes, (mine | theirs).len(), true);
            let each = (MOBILE_PENGUIN * codes.contested() as f32) as i32;
            assert_eq!(table.value(&position, mine, theirs), by_tiles + each * difference);
            difference
        }
    }

    #[test]
    fn on_large_boards_penguins_that_can_move_count() {
        let differences = (0..120).map(|seed| {
            let position = samples::game(seed, 24, 6, 900);
            PackedLarge::new(&position).expect("the board is not too large").visit(CountMobile)
        });
        assert!(differences.filter(|&difference| difference != 0).count() > 5);
    }

    #[test]
    fn tables_of_other_sizes_are_refused() {
        assert_eq!(TileTable::unpack(&[]), None);
        assert_eq!(TileTable::unpack(&miniz_oxide::deflate::compress_to_vec(&[0; STAGES], 9)), None);
        let mut rows = vec![[0; STAGES]; ROWS];
        assert!(TileTable::new(Coding::Near, rows.clone()).is_some());
        rows[1] = [257; STAGES];
        assert_eq!(TileTable::new(Coding::Near, rows.clone()), None);
        rows[0] = [1; STAGES];
        assert_eq!(TileTable::new(Coding::Near, rows), None);
    }
}
