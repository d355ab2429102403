//! Principal variation search with iterative deepening, for one and two players.
//!
//! It uses aspiration windows, zero-window searches, late move reductions, pruning near the leaves by the static
//! evaluation (futility pruning, reverse futility pruning, late move pruning) and a transposition table. A value is
//! the future fish of the player to move minus the opponent's, in hundredths, so it does not depend on the turns that
//! led to the position. A player who cannot move is skipped, so the same player may move twice in a row. Values of
//! positions searched to the end of the game are exact.

use std::time::Duration;

use floe_rules::penguins::{Bits, Compact, Move, Phase, Position, Scoring};

use super::move_ordering::{MoveOrdering, RootTurn, TilePair, as_move, considered, pick, root_turns};
use super::tile_table::{TileTable, sides};
use super::transposition_table::{Bound, PROVED, TableEntry, TranspositionTable};
use crate::considered::ConsideredTurn;
use crate::context::Budget;
use crate::early_stop::EarlyStop;
use crate::search::{Progress, Value};
use crate::timer::Timer;

/// An upper bound on the absolute value of any score.
const INFINITE: i32 = 1 << 28;
/// The value of one fish.
pub(crate) const FISH: i32 = 100;
/// The maximum search depth.
pub(crate) const DEEPEST: u8 = 120;
/// The half-width of the aspiration window around the value of the previous depth.
const WINDOW: i32 = 100;
/// By what the half-width grows when the value is outside the window.
const WIDENING: i32 = 3;
/// The largest half-width; a wider window is unlimited.
const WIDEST: i32 = 2000;
/// The number of turns of a node that are searched without late move reduction.
const FULL_TURNS: usize = 3;
/// The largest depth of reverse futility pruning, and its margin for each ply.
const REVERSE_FUTILITY: (u8, i32) = (6, 100);
/// The largest depth of futility pruning and late move pruning.
const FUTILITY_DEPTH: u8 = 5;

/// A search on one thread.
pub(crate) struct PvsSearch<'a, const W: usize> {
    position: Position<Compact<W>>,
    evaluation: &'a TileTable,
    table: &'a TranspositionTable,
    timer: Timer<'a>,
    early_stop: EarlyStop<'a>,
    ordering: MoveOrdering<W>,
    /// A list of turns for each ply, kept to avoid allocations.
    lists: Vec<Vec<(i32, TilePair)>>,
    /// Whether any value below the current node is an estimate, not a result at the end of the game.
    estimated: bool,
    /// Whether turns are pruned by the static evaluation.
    prunes: bool,
    /// The only root turns to search, with proven bounds of their values; all turns are searched if there are none.
    proven: &'a [(Move, (i32, i32))],
}

/// A node whose turns are searched.
struct Node {
    depth: u8,
    ply: usize,
    beta: i32,
    /// The best turn of an earlier search.
    known: Option<TilePair>,
    /// The static evaluation, if it is known.
    static_value: Option<i32>,
    /// Whether turns may be pruned by it: this is a zero-window node close to the leaves.
    prunes: bool,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) turn: Move,
    pub(crate) value: i32,
    pub(crate) depth: u8,
    pub(crate) line: Vec<Move>,
    pub(crate) considered: Vec<ConsideredTurn<Move>>,
}

impl<'a, const W: usize> PvsSearch<'a, W> {
    pub(crate) fn new(
        position: Position<Compact<W>>,
        evaluation: &'a TileTable,
        table: &'a TranspositionTable,
        budget: &'a Budget<'a>,
    ) -> Self {
        PvsSearch {
            position,
            evaluation,
            table,
            timer: Timer::new(budget).with_words(W),
            early_stop: EarlyStop::new(budget),
            ordering: MoveOrdering::new(usize::from(DEEPEST) + 1),
            lists: vec![Vec::new(); usize::from(DEEPEST) + 64 * W + 2],
            estimated: false,
            prunes: true,
            proven: &[],
        }
    }

    /// Searches only some of the root turns, whose values are known to lie between bounds.
    pub(crate) fn among(self, proven: &'a [(Move, (i32, i32))]) -> Self {
        PvsSearch { proven, ..self }
    }

    /// Returns the key of the position in the table.
    ///
    /// The table stores turns as pairs of tile numbers. The table is kept between turns of the game, while tiles are
    /// renumbered as the board shrinks, so the numbering is part of the key.
    #[inline]
    fn key(&self) -> u64 {
        self.position.hash() ^ self.position.ice().numbering()
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.timer.nodes
    }

    /// Searches by iterative deepening, and reports the result of each depth.
    pub(crate) fn run(
        &mut self,
        first: u8,
        deepest: u8,
        mut report: impl FnMut(&Found, u64),
    ) -> Option<Found> {
        let (mut best, mut same_turn) = (None::<Found>, 0);
        let mut turns = self.root_turns();
        let forced = self.position.count_turns() == 1;
        for depth in first..=deepest {
            let around = best.as_ref().map(|found| found.value);
            let Some((value, at)) = self.root(&mut turns, depth, around) else { break };
            turns[..=at].rotate_right(1);
            let turn = turns[0].tiles;
            let proved = !self.estimated;
            let mut line = vec![self.to_move(turn)];
            line.extend(self.line_after(turn));
            let considered = considered(self.position.ice(), &turns);
            let found = Found { turn: line[0], value, depth, line, considered };
            report(&found, self.timer.nodes);
            let is_same = best.is_some_and(|best| best.turn == found.turn);
            same_turn = if is_same { same_turn + 1 } else { 1 };
            best = Some(found);
            if proved || forced || self.timer.is_over() || self.early_stop.is_settled(same_turn) {
                break;
            }
        }
        // A search that is stopped at once still returns a turn.
        let best = best.or_else(|| {
            let RootTurn { tiles, bounds: (least, most), .. } = *turns.first()?;
            let turn = self.to_move(tiles);
            Some(Found {
                turn,
                value: 0.clamp(least, most),
                depth: 0,
                line: vec![turn],
                considered: Vec::new(),
            })
        })?;
        // The nodes of a depth that was not finished count too.
        Some(Found { considered: considered(self.position.ice(), &turns), ..best })
    }

    fn root_turns(&mut self) -> Vec<RootTurn> {
        let mut list = Vec::new();
        let known = self.table.get(self.key()).and_then(|entry| entry.best);
        self.list(&mut list, known, 0);
        let mut turns = root_turns(list);
        if !self.proven.is_empty() {
            let bounds = |turn: &RootTurn| {
                let turn = self.to_move(turn.tiles);
                self.proven.iter().find(|(proven, _)| *proven == turn).map(|&(_, bounds)| bounds)
            };
            turns = turns
                .into_iter()
                .filter_map(|turn| Some(RootTurn { bounds: bounds(&turn)?, ..turn }))
                .collect();
        }
        turns
    }

    /// Searches all root turns. Returns `None` if the search was stopped before a turn beat the lower bound of the
    /// window.
    fn root(&mut self, turns: &mut [RootTurn], depth: u8, around: Option<i32>) -> Option<(i32, usize)> {
        let (mut low, mut high) = match around {
            Some(value) if depth > 3 => (value - WINDOW, value + WINDOW),
            _ => (-INFINITE, INFINITE),
        };
        let mut width = WINDOW;
        loop {
            self.estimated = false;
            let (mut alpha, mut best) = (low, None::<(i32, i32, usize)>);
            for (at, turn) in turns.iter_mut().enumerate() {
                let before = self.timer.nodes;
                let estimate = self.after(turn.tiles, depth, 0, alpha, high, at == 0);
                turn.nodes += self.timer.nodes - before;
                if self.timer.is_over() {
                    // A best value that failed low is only an upper bound, so its turn is not kept.
                    return best.filter(|&(value, ..)| value > low).map(|(value, _, at)| (value, at));
                }
                let estimate = estimate.max(turn.bounds.0);
                let value = estimate.min(turn.bounds.1);
                // Of turns with the same upper bound, the one that the search prefers is best.
                if best.is_none_or(|(most, estimated, _)| (value, estimate) > (most, estimated)) {
                    best = Some((value, estimate, at));
                }
                alpha = alpha.max(value);
                if alpha >= high {
                    break;
                }
            }
            let (value, _, at) = best?;
            width = if width * WIDENING > WIDEST { INFINITE } else { width * WIDENING };
            if value <= low && low > -INFINITE {
                low = (value - width).max(-INFINITE);
            } else if value >= high && high < INFINITE {
                high = (value + width).min(INFINITE);
            } else {
                let best = Some(turns[at].tiles);
                // The value of some turns is not that of the position.
                let estimated = self.estimated || !self.proven.is_empty();
                let entry = TableEntry { value, depth, bound: Bound::Exact, best, static_value: None };
                self.store(entry, estimated);
                return Some((value, at));
            }
        }
    }

    /// Makes a turn, searches the position after it, and undoes the turn.
    ///
    /// The first turn of a node is searched with the full window. The others are searched with a zero window first, and
    /// again with the full window if they turn out better.
    fn after(&mut self, turn: TilePair, depth: u8, ply: usize, alpha: i32, beta: i32, first: bool) -> i32 {
        let seat = self.position.to_move();
        let undo = self.position.play_unchecked(self.to_move(turn));
        let gain = i32::from(undo.gain().count()) * FISH;
        let (alpha, beta) = (alpha - gain, beta - gain);
        let value = if self.position.is_over() {
            0
        } else {
            let same = self.position.to_move() == seat;
            let mut search = |low: i32, high: i32, depth: u8| {
                if same {
                    self.node(depth, ply + 1, low, high)
                } else {
                    -self.node(depth, ply + 1, -high, -low)
                }
            };
            let left = depth - 1;
            if first {
                search(alpha, beta, left)
            } else {
                let value = search(alpha, alpha + 1, left);
                if value > alpha && value < beta { search(alpha, beta, left) } else { value }
            }
        };
        self.position.undo(&undo);
        value + gain
    }

    /// Returns the value of the position for the player to move.
    fn node(&mut self, depth: u8, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        if self.timer.tick() {
            self.estimated = true;
            return alpha;
        }
        let (mine, theirs) = self.sides();
        if depth == 0 {
            self.estimated = true;
            return self.evaluation.value(&self.position, mine, theirs);
        }
        let hash = self.key();
        let known = self.table.get(hash);
        if let Some(entry) = known.filter(|entry| entry.is_enough(depth, alpha, beta)) {
            self.estimated |= entry.depth != PROVED;
            return entry.value;
        }
        let mut static_value = known.and_then(|entry| entry.static_value);
        let prunes = self.prunes
            && depth <= REVERSE_FUTILITY.0
            && beta - alpha == 1
            && self.position.phase() == Phase::Movement;
        if prunes {
            let value = static_value.unwrap_or_else(|| self.evaluation.value(&self.position, mine, theirs));
            if value - REVERSE_FUTILITY.1 * i32::from(depth) >= beta {
                self.estimated = true;
                return value;
            }
            static_value = Some(value);
        }
        let outside = std::mem::replace(&mut self.estimated, false);
        let known = known.and_then(|entry| entry.best);
        let value = self.turns(&Node { depth, ply, beta, known, static_value, prunes }, &mut alpha);
        self.estimated |= outside;
        value
    }

    /// Searches the turns of a node.
    fn turns(&mut self, node: &Node, alpha: &mut i32) -> i32 {
        let &Node { depth, ply, beta, known, .. } = node;
        let lowest = *alpha;
        let static_value = node.static_value.filter(|_| node.prunes && depth <= FUTILITY_DEPTH);
        let mut list = std::mem::take(&mut self.lists[ply]);
        self.list(&mut list, known, ply);
        let (mut best, mut value) = (None, -INFINITE);
        // Extension: a forced turn costs no depth.
        let depth_here = depth + u8::from(list.len() == 1);
        for at in 0..list.len() {
            let turn = pick(&mut list, at);
            if let Some(static_value) = static_value.filter(|_| at > 0) {
                let most = static_value + self.gain(turn) + futility_margin(depth);
                if most <= *alpha || at >= late_turns(depth) {
                    self.estimated = true;
                    value = value.max(most.min(*alpha));
                    continue;
                }
            }
            let reduced = reduction(depth, at);
            let mut found = self.after(turn, depth_here - reduced, ply, *alpha, beta, at == 0);
            if reduced > 0 && found > *alpha {
                found = self.after(turn, depth_here, ply, *alpha, beta, false);
            }
            if self.timer.is_over() {
                break;
            }
            if found > value {
                (value, best) = (found, Some(turn));
            }
            if value > *alpha {
                *alpha = value;
            }
            if *alpha >= beta {
                self.ordering.record_cutoff(turn, depth, ply);
                break;
            }
        }
        self.lists[ply] = list;
        if self.timer.is_over() {
            self.estimated = true;
            return value.max(lowest);
        }
        let bound = match value {
            _ if value >= beta => Bound::Lower,
            _ if value <= lowest => Bound::Upper,
            _ => Bound::Exact,
        };
        let entry = TableEntry { value, depth, bound, best, static_value: node.static_value };
        self.store(entry, self.estimated);
        value
    }

    /// Returns the value of the fish that a slide scores.
    #[inline]
    fn gain(&self, (from, to): TilePair) -> i32 {
        let scored = if self.position.rules().scoring == Scoring::Arrival { to } else { from };
        FISH * i32::from(self.position.ice().fish_of(scored).count())
    }

    fn store(&self, entry: TableEntry, estimated: bool) {
        let depth = if estimated { entry.depth } else { PROVED };
        self.table.put(self.key(), TableEntry { depth, ..entry });
    }

    fn list(&self, list: &mut Vec<(i32, TilePair)>, known: Option<TilePair>, ply: usize) {
        list.clear();
        self.ordering.list(list, &self.position, self.sides().0, known, ply);
    }

    /// Returns the penguins of the player to move, and those of the opponent.
    #[inline]
    fn sides(&self) -> (Bits<W>, Bits<W>) {
        sides(&self.position)
    }

    fn to_move(&self, turn: TilePair) -> Move {
        as_move(self.position.ice(), turn)
    }

    /// Returns the principal variation after a turn, from the table.
    fn line_after(&mut self, turn: TilePair) -> Vec<Move> {
        let (mut line, mut undos) = (Vec::new(), Vec::new());
        undos.push(self.position.play_unchecked(self.to_move(turn)));
        while line.len() < 40
            && let Some(best) = self.table.get(self.key()).and_then(|entry| entry.best)
        {
            let turn = self.to_move(best);
            if !self.position.is_legal(turn) {
                break;
            }
            line.push(turn);
            undos.push(self.position.play_unchecked(turn));
        }
        for undo in undos.iter().rev() {
            self.position.undo(undo);
        }
        line
    }
}

/// Returns the late move reduction: by how much the depth of a late turn is reduced.
#[inline]
fn reduction(depth: u8, at: usize) -> u8 {
    if depth < 3 || at < FULL_TURNS {
        return 0;
    }
    // The reduction grows with the depth and with the place of the turn in the order.
    (1 + depth.ilog2() * at.ilog2() / 4).min(u32::from(depth) - 2) as u8
}

/// Returns the margin of futility pruning: a turn that cannot reach alpha even with this margin is skipped.
#[inline]
fn futility_margin(depth: u8) -> i32 {
    60 + 100 * i32::from(depth)
}

/// Returns the number of turns after which late move pruning skips all others.
#[inline]
fn late_turns(depth: u8) -> usize {
    8 + 3 * usize::from(depth) * usize::from(depth)
}

/// Returns a progress report.
pub(crate) fn progress(found: &Found, nodes: u64, elapsed: Duration, lead: i64) -> Progress<Move> {
    Progress {
        depth: u32::from(found.depth),
        nodes,
        elapsed,
        value: Value(lead * i64::from(FISH) + i64::from(found.value)),
        line: found.line.clone(),
        considered: found.considered.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::penguins::samples;
    use crate::{Limits, MonotonicClock, SearchContext};
    use floe_rules::penguins::Packed;

    /// Plain negamax without pruning and tables; a forced turn costs no depth.
    fn negamax<const W: usize>(
        position: &mut Position<Compact<W>>,
        evaluation: &TileTable,
        depth: u8,
    ) -> i32 {
        let turns = position.turns();
        let depth = if turns.len() == 1 { depth + 1 } else { depth };
        let seat = position.to_move();
        let value = |turn: &Move| {
            let undo = position.play_unchecked(*turn);
            let gain = i32::from(undo.gain().count()) * FISH;
            let value = if position.is_over() {
                0
            } else {
                let value = if depth == 1 {
                    let (mine, theirs) = sides(position);
                    evaluation.value(position, mine, theirs)
                } else {
                    negamax(position, evaluation, depth - 1)
                };
                if position.to_move() == seat { value } else { -value }
            };
            position.undo(&undo);
            value + gain
        };
        turns.iter().map(value).max().unwrap_or(0)
    }

    #[test]
    fn shallow_searches_agree_with_plain_negamax() {
        for seed in 0..60 {
            let position = samples::game(seed, 6, 2, 16);
            let Some(Packed::One(mut packed)) = Packed::new(&position) else { continue };
            if packed.is_over() || packed.count_turns() == 1 {
                continue;
            }
            let evaluation = TileTable::of(packed.rules(), 2, 1);
            let clock = MonotonicClock::start();
            let context: SearchContext<'_> = SearchContext::new(&Limits::default(), &clock);
            // Late move reductions start at depth 3.
            for depth in 1..=2 {
                let table = TranspositionTable::new(12);
                let mut search = PvsSearch::new(packed.clone(), evaluation, &table, &context.budget);
                search.prunes = false;
                let mut values = Vec::new();
                search.run(1, depth, |found, _| values.push(found.value));
                assert_eq!(
                    values.last(),
                    Some(&negamax(&mut packed, evaluation, depth)),
                    "seed {seed} depth {depth}"
                );
            }
        }
    }
}
