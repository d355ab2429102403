//! Which turns to look at first: those that were good before, and those with fish.

use floe_rules::penguins::{Bits, Compact, Move, Phase, Position};

/// A turn between tiles; a placement has twice the same.
pub(crate) type TilePair = (u8, u8);

/// Returns a turn between tiles as a turn of the game.
pub(crate) fn as_move<const W: usize>(ice: &Compact<W>, (from, to): TilePair) -> Move {
    if from == to {
        Move::Place(ice.cell_of(to))
    } else {
        Move::Slide { from: ice.cell_of(from), to: ice.cell_of(to) }
    }
}

/// What has been learnt about turns in the history of a search.
#[derive(Debug)]
pub(crate) struct MoveOrdering<const W: usize> {
    killers: Vec<[Option<TilePair>; 2]>,
    history: Vec<i32>,
}

/// A fish at the goal is worth as much as so much record_cutoff.
const FISH: i32 = 64;
/// No turn is praised beyond this.
const MOST_PRAISE: i32 = 16_384;

impl<const W: usize> MoveOrdering<W> {
    pub(crate) fn new(plies: usize) -> Self {
        MoveOrdering { killers: vec![[None; 2]; plies], history: vec![0; 64 * W * 64 * W] }
    }

    #[inline]
    fn slot(turn: TilePair) -> usize {
        usize::from(turn.0) * 64 * W + usize::from(turn.1)
    }

    /// Remembers a turn that was too good, so that it is tried early elsewhere.
    pub(crate) fn record_cutoff(&mut self, turn: TilePair, depth: u8, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(turn)
        {
            *killers = [Some(turn), killers[0]];
        }
        let weight = i32::from(depth) * i32::from(depth);
        let record_cutoff = &mut self.history[Self::slot(turn)];
        *record_cutoff += weight - *record_cutoff * weight / MOST_PRAISE;
    }

    /// Lists the turns of a flock, each with how promising it looks.
    pub(crate) fn list(
        &self,
        list: &mut Vec<(i32, TilePair)>,
        position: &Position<Compact<W>>,
        flock: Bits<W>,
        known: Option<TilePair>,
        ply: usize,
    ) {
        let ice = position.ice();
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let mut add = |turn: TilePair| {
            let order = if Some(turn) == known {
                1 << 24
            } else if Some(turn) == killers[0] {
                1 << 20
            } else if Some(turn) == killers[1] {
                1 << 19
            } else {
                self.history[Self::slot(turn)] + FISH * i32::from(ice.fish_of(turn.1).count())
            };
            list.push((order, turn));
        };
        match position.phase() {
            Phase::Placement => ice.start_tiles().into_iter().for_each(|tile| add((tile, tile))),
            Phase::Movement => {
                for from in flock {
                    ice.reach(from).into_iter().for_each(|to| add((from, to)));
                }
            }
            Phase::Over => {}
        }
    }
}

/// Brings the most promising turn from `at` on to the front.
///
/// The next best is looked for only when it is needed: most nodes need one or two.
#[inline]
pub(crate) fn pick(list: &mut [(i32, TilePair)], at: usize) -> TilePair {
    let best = (at..list.len()).max_by_key(|&index| list[index].0).unwrap_or(at);
    list.swap(at, best);
    list[at].1
}
