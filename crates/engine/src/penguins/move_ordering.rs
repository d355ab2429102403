//! Move ordering: the move from the transposition table, killer moves, history heuristic, fish.

use std::cmp::Reverse;

use floe_rules::penguins::{Bits, Compact, Move, Phase, Position};

use crate::considered::{ConsideredTurn, most_considered};

/// A turn as two tile numbers; a placement has the same number twice.
pub(crate) type TilePair = (u16, u16);

/// Converts a pair of tiles to a turn of the game.
pub(crate) fn as_move<const W: usize>(ice: &Compact<W>, (from, to): TilePair) -> Move {
    if from == to {
        Move::Place(ice.cell_of(to))
    } else {
        Move::Slide { from: ice.cell_of(from), to: ice.cell_of(to) }
    }
}

/// The killer moves of each ply and the history table of a search.
#[derive(Debug)]
pub(crate) struct MoveOrdering<const W: usize> {
    killers: Vec<[Option<TilePair>; 2]>,
    history: Vec<i32>,
}

/// The history score that a fish at the target is worth.
const FISH: i32 = 64;
/// The limit that history scores approach.
const MAX_HISTORY: i32 = 16_384;

impl<const W: usize> MoveOrdering<W> {
    pub(crate) fn new(plies: usize) -> Self {
        MoveOrdering {
            killers: vec![[None; 2]; plies],
            history: vec![0; if W > 4 { 64 * W } else { 64 * W * 64 * W }],
        }
    }

    /// Returns the place of a turn in the history table; on large boards turns to the same tile share one.
    #[inline]
    fn slot(turn: TilePair) -> usize {
        let from = if W > 4 { 0 } else { usize::from(turn.0) };
        from * 64 * W + usize::from(turn.1)
    }

    /// Updates killer moves and history with a turn that caused a beta cutoff.
    pub(crate) fn record_cutoff(&mut self, turn: TilePair, depth: u8, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(turn)
        {
            *killers = [Some(turn), killers[0]];
        }
        let weight = i32::from(depth) * i32::from(depth);
        let score = &mut self.history[Self::slot(turn)];
        *score += weight - *score * weight / MAX_HISTORY;
    }

    /// Lists the turns of a flock, each with its ordering score.
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

/// A turn of the root, with the number of nodes searched after it at all depths so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootTurn {
    pub(crate) tiles: TilePair,
    pub(crate) nodes: u64,
    /// Proven bounds of its value.
    pub(crate) bounds: (i32, i32),
}

/// Sorts turns by their ordering scores for the root.
pub(crate) fn root_turns(mut list: Vec<(i32, TilePair)>) -> Vec<RootTurn> {
    list.sort_by_key(|&(order, tiles)| (Reverse(order), tiles));
    list.into_iter().map(|(_, tiles)| RootTurn { tiles, nodes: 0, bounds: (i32::MIN, i32::MAX) }).collect()
}

/// Returns the root turns that took the most nodes; the first one of the list is the best.
pub(crate) fn considered<const W: usize>(ice: &Compact<W>, turns: &[RootTurn]) -> Vec<ConsideredTurn<Move>> {
    let Some(best) = turns.first() else { return Vec::new() };
    let considered = most_considered(best.tiles, turns.iter().map(|turn| (turn.tiles, turn.nodes)));
    considered.into_iter().map(|turn| turn.map(|tiles| as_move(ice, tiles))).collect()
}

/// Selects the turn with the best score from `at` on, and moves it to `at`.
///
/// Selecting one turn at a time is cheaper than sorting, because most nodes are cut off after one or two turns.
#[inline]
pub(crate) fn pick(list: &mut [(i32, TilePair)], at: usize) -> TilePair {
    let best = (at..list.len()).max_by_key(|&index| list[index].0).unwrap_or(at);
    list.swap(at, best);
    list[at].1
}
