//! The search: a tree that grows where it looks best, for any number of players.
//!
//! Opening a position judges all its turns and keeps the best few. From then on each visit goes down the tree, at every
//! position to the turn that is best for the player to move there so far, or that looked good and was not visited much, and
//! opens the position at its end. What is found there is added to all positions on the way, for each player its own value,
//! so that nobody is taken for an enemy who is only after cells. What was searched to the end of the game is known for
//! good, and when all of it is, the search ends.

use std::cmp::Reverse;

use floe_rules::random::{Random, scramble};

use super::bit_board::{BitBoard, CellMove, MOST_PLAYERS, Undo};
use super::candidates::{CandidateCells, Resolution};
use super::cell_set::CellSet;
use super::evaluation::{CELL, Evaluator, PerPlayer};
use super::weights::Weights;
use crate::context::Budget;
use crate::timer::Timer;

/// How many positions are judged when nothing limits the search.
const ENOUGH: u64 = 20_000;
/// The most positions that are remembered.
const MOST_NODES: usize = 1 << 20;
/// Boards of more words are dear to evaluator, and the clock is looked at more often.
const DEAR_WORDS: usize = 4;
/// From so many cells on, golden moves are only looked for beside one's own cells.
const MANY_CELLS: u32 = 256;
/// How many times more turns are kept where the search starts.
const WIDER_AT_ROOT: usize = 3;
/// Reports come when there have been so many visits, and twice as many, and so on.
const FIRST_REPORT: u32 = 64;

/// A position of the tree.
struct Node {
    /// The turn that leads here.
    step: CellMove,
    /// How good the turn looked, as a part of all turns beside it.
    prior: f32,
    visits: u32,
    /// Its turns, once it was opened: where they start, and how many.
    first: u32,
    count: u16,
    /// Who moves here.
    player: u8,
    /// Whether all that was kept was searched to the end of the game.
    exact: bool,
}

/// A turn while its position is being opened.
struct Prospect {
    step: CellMove,
    lead: i32,
    values: PerPlayer<f32>,
}

/// A search for one turn.
pub(crate) struct PuctSearch<'a, const W: usize> {
    board: BitBoard<W>,
    evaluator: Evaluator<W>,
    candidates: CandidateCells<W>,
    weights: Weights,
    timer: Timer<'a>,
    random: Random,
    /// How many turns ahead to look.
    depth: usize,
    /// How many nodes are enough.
    enough: u64,
    /// The leads where the search starts: values are what is won or lost from there.
    base: PerPlayer<i32>,
    nodes: Vec<Node>,
    /// The sums of the values of all visits, a number for each player of each node.
    sums: Vec<f32>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The turns that it expects, its own choice first.
    pub(crate) line: Vec<CellMove>,
    /// The expected lead in hundredths of a cell.
    pub(crate) value: i32,
    pub(crate) nodes: u64,
}

impl<'a, const W: usize> PuctSearch<'a, W> {
    pub(crate) fn new(board: BitBoard<W>, weights: Weights, budget: &'a Budget<'a>) -> Self {
        let limits = &budget.limits;
        let mut timer = Timer::new(budget);
        if W > DEAR_WORDS {
            timer = timer.with_costly_nodes();
        }
        PuctSearch {
            evaluator: Evaluator::new(weights, board.players()),
            candidates: CandidateCells::new(&board),
            weights,
            timer,
            random: Random::new(scramble(limits.seed) ^ board.hash()),
            depth: limits.depth.map_or(usize::MAX, usize::from),
            enough: if budget.is_unlimited() { ENOUGH } else { u64::MAX },
            base: [0; MOST_PLAYERS as usize],
            nodes: Vec::new(),
            sums: Vec::new(),
            board,
        }
    }

    /// Searches until a limit is reached or all is known; nothing is found only when the game is over.
    pub(crate) fn run(&mut self, mut report: impl FnMut(&Found)) -> Option<Found> {
        let player = self.board.current()?;
        self.base = self.evaluator.leads(&self.board);
        if let Some((step, ends)) = self.board.settled() {
            let others = ends.iter().enumerate().filter(|&(other, _)| other != player);
            let rival = others.map(|(_, &end)| end).max().unwrap_or(0);
            let value = (ends[player].cast_signed() - rival.cast_signed()) * CELL;
            return Some(Found { line: vec![step], value, nodes: 1 });
        }
        self.push(CellMove(0), 1.0);
        self.open(0);
        let mut next_report = FIRST_REPORT;
        let (mut path, mut undos) = (Vec::new(), Vec::new());
        while !self.is_over() && self.visit(&mut path, &mut undos) {
            if self.nodes[0].visits == next_report {
                next_report = next_report.saturating_mul(2);
                report(&self.found(player));
            }
        }
        Some(self.found(player))
    }

    fn is_over(&self) -> bool {
        let root = &self.nodes[0];
        let enough = self.timer.nodes >= self.enough;
        let needless = root.count == 1 || root.exact || self.depth <= 1;
        self.timer.is_over() || enough || needless || self.nodes.len() >= MOST_NODES
    }

    fn push(&mut self, step: CellMove, prior: f32) {
        let (first, count, player) = (0, 0, 0);
        self.nodes.push(Node { step, prior, visits: 0, first, count, player, exact: false });
        self.sums.extend(std::iter::repeat_n(0.0, self.board.players()));
    }

    /// Goes down the tree once; false when that was cut short.
    fn visit(&mut self, path: &mut Vec<usize>, undos: &mut Vec<Undo>) -> bool {
        path.clear();
        path.push(0);
        let mut at = 0;
        while self.nodes[at].count > 0 && !self.nodes[at].exact {
            at = self.pick(at);
            undos.push(self.board.make(self.nodes[at].step));
            path.push(at);
        }
        let values = if self.nodes[at].exact {
            // It costs next to nothing, but without counting it a search could go on for ever.
            self.timer.tick();
            Some(self.mean(at))
        } else if undos.len() >= self.depth {
            self.timer.tick();
            let leads = self.evaluator.leads(&self.board);
            Some(self.values(&leads))
        } else {
            self.open(at)
        };
        while let Some(undo) = undos.pop() {
            self.board.unmake(&undo);
        }
        let Some(values) = values else { return false };
        let players = self.board.players();
        for &at in &*path {
            self.nodes[at].visits += 1;
            for (sum, value) in self.sums[at * players..].iter_mut().zip(&values[..players]) {
                *sum += value;
            }
        }
        for &at in path.iter().rev() {
            if !self.nodes[at].exact && !self.prove(at) {
                break;
            }
        }
        true
    }

    /// Picks the turn to go on with.
    fn pick(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let (player, players) = (usize::from(node.player), self.board.players());
        let width = (node.visits as f32 + 1.0).sqrt() * self.weights.explore as f32 / 1000.0;
        let unknown = self.sums[at * players + player] / node.visits.max(1) as f32;
        let mut best = (f32::MIN, 0);
        for child in self.children(at) {
            let Node { visits, prior, .. } = self.nodes[child];
            let value =
                if visits > 0 { self.sums[child * players + player] / visits as f32 } else { unknown };
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
        let visits = self.nodes[at].visits.max(1) as f32;
        let mut values = [0.0; MOST_PLAYERS as usize];
        for (value, sum) in values.iter_mut().zip(&self.sums[at * players..][..players]) {
            *value = sum / visits;
        }
        values
    }

    /// Notes the value of a position for good if those of all its turns are known.
    fn prove(&mut self, at: usize) -> bool {
        let node = &self.nodes[at];
        let player = usize::from(node.player);
        let known = node.count > 0 && self.children(at).all(|child| self.nodes[child].exact);
        if known {
            let values = self.children(at).map(|child| self.mean(child));
            let best = values.max_by(|one, other| one[player].total_cmp(&other[player]));
            self.settle(at, &best.expect("an open position has turns"));
        }
        known
    }

    /// Makes all visits of a position count as its exact value.
    fn settle(&mut self, at: usize, values: &PerPlayer<f32>) {
        let players = self.board.players();
        let visits = self.nodes[at].visits as f32;
        self.nodes[at].exact = true;
        for (sum, value) in self.sums[at * players..][..players].iter_mut().zip(values) {
            *sum = value * visits;
        }
    }

    /// Returns leads as values between -1 and 1.
    fn values(&self, leads: &PerPlayer<i32>) -> PerPlayer<f32> {
        let mut values = [0.0; MOST_PLAYERS as usize];
        for player in 0..self.board.players() {
            let lead = (leads[player] - self.base[player]) as f32 / self.weights.scale as f32;
            values[player] = lead / (1.0 + lead.abs());
        }
        values
    }

    /// Opens the position on the board; returns what it is worth, or nothing when it was cut short.
    fn open(&mut self, at: usize) -> Option<PerPlayer<f32>> {
        let Some(player) = self.board.current() else {
            self.timer.tick();
            let leads = self.evaluator.leads(&self.board);
            let values = self.values(&leads);
            self.settle(at, &values);
            return Some(values);
        };
        let mut prospects = self.prospects(player, at == 0)?;
        prospects.sort_by_key(|prospect| Reverse(prospect.lead));
        let beam = self.weights.beam as usize * if at == 0 { WIDER_AT_ROOT } else { 1 };
        prospects.truncate(beam);
        let best = prospects.first()?;
        let (lead, values) = (best.lead, best.values);
        let likely = |prospect: &Prospect| {
            let worse = (lead - prospect.lead) as f32 / self.weights.doubt as f32;
            (-worse).exp()
        };
        let priors: Vec<f32> = prospects.iter().map(likely).collect();
        let total: f32 = priors.iter().sum();
        let first = self.nodes.len() as u32;
        for (prospect, prior) in prospects.iter().zip(priors) {
            self.push(prospect.step, prior / total);
        }
        let (count, player) = (prospects.len() as u16, player as u8);
        self.nodes[at] = Node { first, count, player, ..self.nodes[at] };
        Some(values)
    }

    /// Judges the turns of the player to move; nothing when that was cut short.
    ///
    /// Where the search starts there is always a turn, and the turns come in a random order, so that it decides between
    /// those that look the same.
    fn prospects(&mut self, player: usize, is_root: bool) -> Option<Vec<Prospect>> {
        let cells = self.cells(player, is_root);
        let mut cells: Vec<usize> = cells.cells().collect();
        if is_root {
            self.random.shuffle(&mut cells);
        }
        let mut prospects = Vec::with_capacity(cells.len());
        for cell in cells {
            let step = CellMove(cell as u16);
            if !self.board.is_golden(step) || self.board.can_be_taken(cell) {
                let undo = self.board.make(step);
                let leads = self.evaluator.leads(&self.board);
                self.board.unmake(&undo);
                prospects.push(Prospect { step, lead: leads[player], values: self.values(&leads) });
            }
            if self.timer.tick() && !(is_root && prospects.is_empty()) {
                if !is_root {
                    return None;
                }
                break;
            }
        }
        Some(prospects)
    }

    /// Returns the cells that the player to move might take.
    fn cells(&mut self, player: usize, is_root: bool) -> CellSet<W> {
        let free = self.board.free(player);
        let mut takes = free;
        if free.len() > self.weights.few as u32 {
            let look = if is_root { Resolution::Fine } else { Resolution::Coarse };
            let narrow = self.candidates.cells(&self.board, look);
            if !narrow.is_empty() {
                takes = narrow;
            }
        }
        let mut golden = self.board.golden_targets(player);
        let is_small = is_root && self.board.cells() < MANY_CELLS;
        if !free.is_empty() {
            // Who loses all starts again elsewhere: nothing is won but the cell, though the land looks empty.
            golden &= !self.board.last_cells();
            if !is_small {
                golden &= self.board.held(player).beside(self.board.stride());
            }
        }
        takes | golden
    }

    /// Returns what the search has found so far.
    fn found(&self, player: usize) -> Found {
        let mut line = Vec::new();
        let mut at = 0;
        let mut value = self.base[player];
        while self.nodes[at].count > 0 {
            let mover = usize::from(self.nodes[at].player);
            // What is known for good needs no visits.
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
        Found { line, value, nodes: self.timer.nodes }
    }
}
