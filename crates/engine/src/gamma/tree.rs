//! A tree that grows where it looks best, for any number of players.

use super::board::{Board, Step};
use super::duel::Found;
use super::judge::{Judge, Shares, Weights};
use crate::search::{Limits, Stop};
use crate::watch::Timer;

struct Node {
    step: Step,
    player: u8,
    opened: bool,
    count: u16,
    first: u32,
    visits: u32,
    prior: f32,
}

/// A search of a game of any number of players.
pub(crate) struct Tree<'a, const W: usize> {
    board: Board<W>,
    judge: Judge<W>,
    timer: Timer<'a>,
    nodes: Vec<Node>,
    sums: Vec<f32>,
    players: usize,
}

impl<'a, const W: usize> Tree<'a, W> {
    pub(crate) fn new(board: Board<W>, weights: Weights, limits: &'a Limits, stop: &'a Stop) -> Self {
        let players = board.players();
        Tree {
            board,
            judge: Judge::new(weights, players),
            timer: Timer::new(limits, stop),
            nodes: Vec::new(),
            sums: Vec::new(),
            players,
        }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.timer.nodes
    }

    fn utilities(&self, shares: &Shares) -> [f32; 16] {
        let scale = if self.judge.weights.x > 0 { self.judge.weights.x as f32 } else { 1000.0 };
        let mut values = [0.0; 16];
        for player in 0..self.players {
            let rival = (0..self.players).filter(|&other| other != player).map(|other| shares[other]).max();
            let lead = (shares[player] - rival.unwrap_or(0)) as f32 / scale;
            values[player] = lead / (1.0 + lead.abs());
        }
        values
    }

    fn push(&mut self, step: Step, prior: f32) {
        self.nodes.push(Node { step, player: 0, opened: false, count: 0, first: 0, visits: 0, prior });
        self.sums.extend(std::iter::repeat_n(0.0, self.players));
    }

    /// Opens the node at the board; returns what it is worth, or nothing when the time is up.
    fn open(&mut self, at: usize) -> Option<[f32; 16]> {
        let Some(player) = self.board.current() else {
            self.timer.tick();
            let shares = self.judge.shares(&self.board);
            return Some(self.utilities(&shares));
        };
        let free = self.board.free(player);
        let mut prey = self.board.prey(player);
        if at > 0 && !free.is_empty() {
            prey &= self.board.held(player).beside(self.board.stride());
        }
        let mut list: Vec<(f32, Step, [f32; 16])> = Vec::new();
        for cell in free.cells().chain(prey.cells()) {
            if prey.contains(cell) && !self.board.can_go(cell) {
                continue;
            }
            if self.timer.tick() {
                if at > 0 {
                    return None;
                }
                break;
            }
            let step = Step(cell as u16);
            let undo = self.board.make(step);
            let shares = self.judge.shares(&self.board);
            self.board.unmake(&undo);
            let values = self.utilities(&shares);
            list.push((values[player], step, values));
        }
        list.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        list.truncate(self.judge.weights.beam as usize * if at == 0 { 3 } else { 1 });
        let first = self.nodes.len();
        let best = list[0].0;
        let sharp = if self.judge.weights.y > 0 { self.judge.weights.y as f32 } else { 20.0 };
        let total: f32 = list.iter().map(|child| ((child.0 - best) * sharp).exp()).sum();
        for child in &list {
            self.push(child.1, ((child.0 - best) * sharp).exp() / total);
        }
        let node = &mut self.nodes[at];
        node.player = player as u8;
        node.opened = true;
        node.first = first as u32;
        node.count = list.len() as u16;
        Some(list[0].2)
    }

    pub(crate) fn run(&mut self) -> Option<Found> {
        let player = self.board.current()?;
        self.push(Step(0), 1.0);
        self.open(0)?;
        let mut path = Vec::new();
        let mut undos = Vec::new();
        let explore = self.judge.weights.win as f32 / 1000.0;
        while !self.timer.is_over() && self.nodes[0].count > 1 && self.nodes.len() < 4_000_000 {
            path.clear();
            undos.clear();
            path.push(0);
            let mut at = 0;
            while self.nodes[at].opened {
                let node = &self.nodes[at];
                let player = usize::from(node.player);
                let root = (node.visits as f32 + 1.0).sqrt() * explore;
                let mean = if node.visits > 0 { self.sums[at * self.players + player] / node.visits as f32 } else { 0.0 };
                let mut best = (f32::MIN, 0);
                for child in node.first as usize..node.first as usize + usize::from(node.count) {
                    let visits = self.nodes[child].visits as f32;
                    let value =
                        if visits > 0.0 { self.sums[child * self.players + player] / visits } else { mean };
                    let score = value + root * self.nodes[child].prior / (1.0 + visits);
                    if score > best.0 {
                        best = (score, child);
                    }
                }
                at = best.1;
                undos.push(self.board.make(self.nodes[at].step));
                path.push(at);
            }
            let values = self.open(at);
            for undo in undos.iter().rev() {
                self.board.unmake(undo);
            }
            let Some(values) = values else { break };
            for &at in &path {
                self.nodes[at].visits += 1;
                for player in 0..self.players {
                    self.sums[at * self.players + player] += values[player];
                }
            }
        }
        let root = &self.nodes[0];
        let children = root.first as usize..root.first as usize + usize::from(root.count);
        let best = children.max_by_key(|&child| (self.nodes[child].visits, std::cmp::Reverse(child)))?;
        let value = self.sums[best * self.players + player] / self.nodes[best].visits.max(1) as f32;
        Some(Found { step: self.nodes[best].step, value: (value * 1000.0) as i32, depth: path.len() as u8 })
    }
}
