//! PUCT-style tree search without playouts, for any number of players.
//!
//! Expanding a node evaluates all its turns, keeps the best few, and gives them priors by their values. Each visit
//! descends by the PUCT formula to a leaf and expands it. The value of the leaf is backed up along the path as a
//! vector, one value for each player (max^n), so every player maximises its own result. Positions that were searched
//! to the end of the game are exact, and the search ends once the root is exact.

use std::cmp::Reverse;

use floe_rules::random::{Random, scramble};

use super::bit_board::{BitBoard, CellMove, MOST_PLAYERS, Undo};
use super::candidates::{CandidateCells, Resolution};
use super::cell_set::CellSet;
use super::evaluation::{CELL, Evaluator, PerPlayer};
use super::weights::Weights;
use crate::considered::{ConsideredTurn, most_considered};
use crate::context::Budget;
use crate::early_stop::EarlyStop;
use crate::timer::Timer;

/// The node limit of a search that has neither a time limit nor a node limit.
pub(crate) const DEFAULT_NODES: u64 = 20_000;
/// The maximum number of nodes in the tree; when it is full, the nodes with the fewest visits lose their children.
const MOST_NODES: usize = 1 << 20;
/// The largest board, in words, whose nodes are cheap; on larger ones the clock is read more often.
const CHEAP_WORDS: usize = 4;
/// On boards with at least this many cells, golden moves are considered only next to the player's own cells.
const MANY_CELLS: u32 = 256;
/// How many times as many turns are kept at the root.
const ROOT_BEAM: usize = 3;
/// The number of visits before the first report; it doubles for each further report, up to a limit.
const FIRST_REPORT: u32 = 64;
/// The maximum number of visits between reports.
const VISITS_BETWEEN_REPORTS: u32 = 1 << 13;
/// The maximum number of visits, which fits its counter: hours on the smallest boards.
const MOST_VISITS: u32 = 1 << 31;

/// A node of the tree.
#[derive(Clone, Copy)]
struct Node {
    /// The turn that leads to the node.
    step: CellMove,
    /// The prior probability of the turn.
    prior: f32,
    visits: u32,
    /// The index of its first child, once it is expanded.
    first: u32,
    count: u16,
    /// The player to move.
    player: u8,
    /// Whether all its kept turns were searched to the end of the game.
    exact: bool,
}

/// A turn of a node that is being expanded.
struct Candidate {
    step: CellMove,
    lead: i32,
    values: PerPlayer<f32>,
}

/// A search of one position.
pub(crate) struct PuctSearch<'a, const W: usize> {
    board: BitBoard<W>,
    evaluator: Evaluator<W>,
    candidates: CandidateCells<W>,
    weights: Weights,
    timer: Timer<'a>,
    early_stop: EarlyStop<'a>,
    random: Random,
    /// The depth limit.
    depth: usize,
    /// The node limit where the budget has none.
    default_nodes: u64,
    /// The leads at the root; values are relative to them.
    base: PerPlayer<i32>,
    nodes: Vec<Node>,
    /// The sums of the values of all visits: one number per player for each node. Long searches need the precision.
    sums: Vec<f64>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The principal variation.
    pub(crate) line: Vec<CellMove>,
    /// The expected lead in hundredths of a cell.
    pub(crate) value: i32,
    pub(crate) nodes: u64,
    /// The turns of the root by their visits.
    pub(crate) considered: Vec<ConsideredTurn<CellMove>>,
}

impl<'a, const W: usize> PuctSearch<'a, W> {
    pub(crate) fn new(board: BitBoard<W>, weights: Weights, budget: &'a Budget<'a>) -> Self {
        let limits = &budget.limits;
        let mut timer = Timer::new(budget);
        if W > CHEAP_WORDS {
            timer = timer.with_costly_nodes();
        }
        PuctSearch {
            evaluator: Evaluator::new(weights, board.players()),
            candidates: CandidateCells::new(&board),
            weights,
            timer,
            early_stop: EarlyStop::new(budget),
            random: Random::new(scramble(limits.seed) ^ board.hash()),
            depth: limits.depth.map_or(usize::MAX, usize::from),
            default_nodes: if budget.is_unlimited() { DEFAULT_NODES } else { u64::MAX },
            base: [0; MOST_PLAYERS as usize],
            nodes: Vec::new(),
            sums: Vec::new(),
            board,
        }
    }

    /// Searches until a limit is reached or the root is exact; returns nothing only when the game is over.
    ///
    /// Values are those of the given player, who need not be the one to move.
    pub(crate) fn run(&mut self, player: usize, mut report: impl FnMut(&Found)) -> Option<Found> {
        self.board.current()?;
        self.base = self.evaluator.leads(&self.board);
        if let Some((step, ends)) = self.board.decided() {
            let others = ends.iter().enumerate().filter(|&(other, _)| other != player);
            let rival = others.map(|(_, &end)| end).max().unwrap_or(0);
            let value = (ends[player].cast_signed() - rival.cast_signed()) * CELL;
            let considered = ConsideredTurn::only(step);
            return Some(Found { line: vec![step], value, nodes: 1, considered });
        }
        self.push(CellMove(0), 1.0);
        self.expand(0);
        let mut next_report = FIRST_REPORT;
        let (mut path, mut undos) = (Vec::new(), Vec::new());
        while !self.is_over() && self.visit(&mut path, &mut undos) {
            if self.nodes[0].visits == next_report {
                next_report = next_report.saturating_add(next_report.min(VISITS_BETWEEN_REPORTS));
                report(&self.found(player));
            }
            if self.nodes.len() + self.weights.beam as usize > MOST_NODES {
                self.prune(MOST_NODES / 2);
            }
        }
        Some(self.found(player))
    }

    fn is_over(&self) -> bool {
        let root = &self.nodes[0];
        let default_limit = self.timer.nodes >= self.default_nodes;
        let needs_no_search = root.count == 1 || root.exact || self.depth <= 1;
        let visits = self.children(0).map(|child| self.nodes[child].visits);
        let is_decided = self.early_stop.is_decided(root.visits, visits);
        self.timer.is_over() || default_limit || needs_no_search || root.visits >= MOST_VISITS || is_decided
    }

    fn push(&mut self, step: CellMove, prior: f32) {
        let (first, count, player) = (0, 0, 0);
        self.nodes.push(Node { step, prior, visits: 0, first, count, player, exact: false });
        self.sums.extend(std::iter::repeat_n(0.0, self.board.players()));
    }

    /// Shrinks the tree to a number of nodes: those with few visits lose their children, and are expanded again when
    /// they are visited. The children of the root are kept.
    fn prune(&mut self, most: usize) {
        // The number of children of all nodes whose visits have the same binary logarithm.
        let mut children = [0; u32::BITS as usize];
        for node in &self.nodes[1..] {
            children[node.visits.max(1).ilog2() as usize] += usize::from(node.count);
        }
        let mut kept = 1 + usize::from(self.nodes[0].count);
        let dropped = children.iter().rposition(|&count| {
            kept += count;
            kept > most
        });
        self.drop_children_below(dropped.map_or(0, |bits| 2 << bits));
    }

    /// Drops the children of all nodes with fewer visits, except those of the root.
    fn drop_children_below(&mut self, least: u32) {
        let players = self.board.players();
        let mut nodes = Vec::with_capacity(MOST_NODES);
        let mut sums = Vec::with_capacity(MOST_NODES * players);
        nodes.push(self.nodes[0]);
        sums.extend_from_slice(&self.sums[..players]);
        let mut at = 0;
        while at < nodes.len() {
            let is_kept = at == 0 || nodes[at].visits >= least;
            let old = nodes[at].first as usize;
            let count = if is_kept { usize::from(nodes[at].count) } else { 0 };
            (nodes[at].first, nodes[at].count) = (nodes.len() as u32, count as u16);
            nodes.extend_from_slice(&self.nodes[old..old + count]);
            sums.extend_from_slice(&self.sums[old * players..(old + count) * players]);
            at += 1;
        }
        (self.nodes, self.sums) = (nodes, sums);
    }

    /// Makes one visit: selection, expansion and backup. Returns false if a limit interrupted it.
    fn visit(&mut self, path: &mut Vec<usize>, undos: &mut Vec<Undo>) -> bool {
        path.clear();
        path.push(0);
        let mut at = 0;
        while self.nodes[at].count > 0 && !self.nodes[at].exact {
            at = self.select(at);
            undos.push(self.board.make(self.nodes[at].step));
            path.push(at);
        }
        let values = if self.nodes[at].exact {
            // The visit counts, so that a search that only reaches exact nodes ends too.
            self.timer.tick();
            Some(self.mean(at))
        } else if undos.len() >= self.depth {
            self.timer.tick();
            let leads = self.evaluator.leads(&self.board);
            Some(self.values(&leads))
        } else {
            self.expand(at)
        };
        while let Some(undo) = undos.pop() {
            self.board.unmake(&undo);
        }
        let Some(values) = values else { return false };
        let players = self.board.players();
        for &at in &*path {
            self.nodes[at].visits += 1;
            for (sum, value) in self.sums[at * players..].iter_mut().zip(&values[..players]) {
                *sum += f64::from(*value);
            }
        }
        for &at in path.iter().rev() {
            if !self.nodes[at].exact && !self.make_exact(at) {
                break;
            }
        }
        true
    }

    /// Selects a child by the PUCT formula.
    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let (player, players) = (usize::from(node.player), self.board.players());
        let width = (node.visits as f32 + 1.0).sqrt() * self.weights.explore as f32 / 1000.0;
        let unknown = (self.sums[at * players + player] / f64::from(node.visits.max(1))) as f32;
        let mut best = (f32::MIN, 0);
        for child in self.children(at) {
            let Node { visits, prior, .. } = self.nodes[child];
            let value = if visits > 0 {
                (self.sums[child * players + player] / f64::from(visits)) as f32
            } else {
                unknown
            };
            let score = value + width * prior / (1 + visits) as f32;
            if score > best.0 {
                best = (score, child);
            }
        }
        best.1
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let first = self.nodes[at].first as usize;
        first..first + usize::from(self.nodes[at].count)
    }

    fn mean(&self, at: usize) -> PerPlayer<f32> {
        let players = self.board.players();
        let visits = f64::from(self.nodes[at].visits.max(1));
        let mut values = [0.0; MOST_PLAYERS as usize];
        for (value, sum) in values.iter_mut().zip(&self.sums[at * players..][..players]) {
            *value = (sum / visits) as f32;
        }
        values
    }

    /// Makes a node exact if all its children are.
    fn make_exact(&mut self, at: usize) -> bool {
        let node = &self.nodes[at];
        let player = usize::from(node.player);
        let known = node.count > 0 && self.children(at).all(|child| self.nodes[child].exact);
        if known {
            let values = self.children(at).map(|child| self.mean(child));
            let best = values.max_by(|one, other| one[player].total_cmp(&other[player]));
            self.set_exact(at, &best.expect("an expanded node has children"));
        }
        known
    }

    /// Replaces the values of all visits of a node by its exact value.
    fn set_exact(&mut self, at: usize, values: &PerPlayer<f32>) {
        let players = self.board.players();
        let visits = f64::from(self.nodes[at].visits);
        self.nodes[at].exact = true;
        for (sum, value) in self.sums[at * players..][..players].iter_mut().zip(values) {
            *sum = f64::from(*value) * visits;
        }
    }

    /// Maps leads to values between -1 and 1.
    fn values(&self, leads: &PerPlayer<i32>) -> PerPlayer<f32> {
        let mut values = [0.0; MOST_PLAYERS as usize];
        for player in 0..self.board.players() {
            let lead = (leads[player] - self.base[player]) as f32 / self.weights.scale as f32;
            values[player] = lead / (1.0 + lead.abs());
        }
        values
    }

    /// Expands a node with the position on the board; returns its values, or nothing when a limit cut it short.
    fn expand(&mut self, at: usize) -> Option<PerPlayer<f32>> {
        let Some(player) = self.board.current() else {
            self.timer.tick();
            let leads = self.evaluator.leads(&self.board);
            let values = self.values(&leads);
            self.set_exact(at, &values);
            return Some(values);
        };
        let mut turns = self.evaluate_turns(player, at == 0)?;
        turns.sort_by_key(|candidate| Reverse(candidate.lead));
        let beam = self.weights.beam as usize * if at == 0 { ROOT_BEAM } else { 1 };
        turns.truncate(beam);
        let best = turns.first()?;
        let (lead, values) = (best.lead, best.values);
        let likely = |candidate: &Candidate| {
            let worse = (lead - candidate.lead) as f32 / self.weights.doubt as f32;
            (-worse).exp()
        };
        let priors: Vec<f32> = turns.iter().map(likely).collect();
        let total: f32 = priors.iter().sum();
        let first = self.nodes.len() as u32;
        for (candidate, prior) in turns.iter().zip(priors) {
            self.push(candidate.step, prior / total);
        }
        let (count, player) = (turns.len() as u16, player as u8);
        self.nodes[at] = Node { first, count, player, ..self.nodes[at] };
        Some(values)
    }

    /// Evaluates the turns of the player to move. Returns `None` if a limit interrupted it.
    ///
    /// At the root there is always at least one turn, and the order is random, to break ties.
    fn evaluate_turns(&mut self, player: usize, is_root: bool) -> Option<Vec<Candidate>> {
        let cells = self.cells(player, is_root);
        let mut cells: Vec<usize> = cells.cells().collect();
        if is_root {
            self.random.shuffle(&mut cells);
        }
        let mut turns = Vec::with_capacity(cells.len());
        for cell in cells {
            let step = CellMove(cell as u16);
            if !self.board.is_golden(step) || self.board.can_be_taken(cell) {
                let undo = self.board.make(step);
                let leads = self.evaluator.leads(&self.board);
                self.board.unmake(&undo);
                turns.push(Candidate { step, lead: leads[player], values: self.values(&leads) });
            }
            if self.timer.tick() && !(is_root && turns.is_empty()) {
                if !is_root {
                    return None;
                }
                break;
            }
        }
        Some(turns)
    }

    /// Returns the cells to consider for the player to move.
    fn cells(&mut self, player: usize, is_root: bool) -> CellSet<W> {
        let free = self.board.free(player);
        let mut takes = free;
        if free.len() > self.weights.few as u32 {
            let resolution = if is_root { Resolution::Fine } else { Resolution::Coarse };
            let selected = self.candidates.cells(&self.board, resolution);
            if !selected.is_empty() {
                takes = selected;
            }
        }
        let mut golden = self.board.golden_targets(player);
        let is_small = is_root && self.board.cells() < MANY_CELLS;
        if !free.is_empty() {
            // A player who loses its only cell starts again elsewhere, so taking it wins just that cell.
            golden &= !self.board.last_cells();
            if !is_small {
                golden &= self.board.held(player).beside(self.board.stride());
            }
        }
        takes | golden
    }

    /// Returns the result so far.
    fn found(&self, player: usize) -> Found {
        let mut line = Vec::new();
        let mut at = 0;
        let mut value = self.base[player];
        while self.nodes[at].count > 0 {
            let mover = usize::from(self.nodes[at].player);
            // The children of an exact node are compared by value, those of others by visits.
            let rank = |child: usize| {
                let visits = self.nodes[child].visits;
                let value = self.mean(child)[mover];
                if self.nodes[at].exact { (0, value) } else { (visits, value) }
            };
            let better = |one: &usize, other: &usize| {
                let ((visits, value), (more, higher)) = (rank(*one), rank(*other));
                visits.cmp(&more).then(value.total_cmp(&higher)).then(other.cmp(one))
            };
            let Some(best) = self.children(at).max_by(better) else { break };
            if !line.is_empty() && self.nodes[best].visits == 0 {
                break;
            }
            line.push(self.nodes[best].step);
            if line.len() == 1 && self.nodes[best].visits > 0 {
                let mean = self.mean(best)[player];
                value += (mean / (1.0 - mean.abs()) * self.weights.scale as f32) as i32;
            }
            at = best;
        }
        let visits =
            self.children(0).map(|child| (self.nodes[child].step, u64::from(self.nodes[child].visits)));
        let considered = line.first().map(|&best| most_considered(best, visits)).unwrap_or_default();
        Found { line, value, nodes: self.timer.nodes, considered }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, MonotonicClock, SearchContext};
    use floe_rules::gamma::{Gamma, Turns};

    #[test]
    fn a_pruned_tree_keeps_its_most_visited_nodes_and_grows_again() {
        let turns = Turns::new(Gamma::new(8, 8, 2, 2).expect("the board is small"));
        let board: BitBoard<2> = BitBoard::whole(&turns).expect("the board is small");
        let clock = MonotonicClock::start();
        let context: SearchContext<'_> = SearchContext::new(&Limits::for_nodes(50_000), &clock);
        let mut search = PuctSearch::new(board, Weights::default(), &context.budget);
        let before = search.run(0, |_| {}).expect("the game is not over");
        let size = search.nodes.len();

        search.prune(size / 2);

        assert!(search.nodes.len() <= size / 2 && search.nodes.len() > size / 8, "{size}");
        assert_eq!(search.sums.len(), 2 * search.nodes.len());
        let after = search.found(0);
        assert_eq!((before.value, before.line[0]), (after.value, after.line[0]));
        assert_eq!(before.considered, after.considered);
        for at in 0..search.nodes.len() {
            let visits: u32 = search.children(at).map(|child| search.nodes[child].visits).sum();
            assert!(visits <= search.nodes[at].visits);
        }

        let pruned = search.nodes.len();
        search.timer = Timer::new(&context.budget);
        let (mut path, mut undos) = (Vec::new(), Vec::new());
        for _ in 0..500 {
            assert!(search.visit(&mut path, &mut undos));
        }
        assert!(search.nodes.len() > pruned);
    }
}
