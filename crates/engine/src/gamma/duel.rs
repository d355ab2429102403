//! The search for two players.

use super::board::{Board, Step};
use super::judge::{Judge, Weights};
use super::plane::Plane;
use floe_rules::random::Random;
use crate::search::{Limits, Stop};
use crate::watch::Timer;

/// More than any value.
const INFINITE: i32 = 1 << 28;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    Low,
    High,
}

#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    value: i32,
    best: Step,
    depth: u8,
    bound: Bound,
}

const SLOTS: usize = 1 << 14;

/// A search of a game of two.
pub(crate) struct Duel<'a, const W: usize> {
    board: Board<W>,
    judge: Judge<W>,
    timer: Timer<'a>,
    table: Vec<Entry>,
    lists: Vec<Vec<(i32, Step)>>,
    /// Who is searched for: all others are on the other side.
    me: usize,
    random: Random,
}

/// What a search found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) step: Step,
    pub(crate) value: i32,
    pub(crate) depth: u8,
}

impl<'a, const W: usize> Duel<'a, W> {
    pub(crate) fn new(board: Board<W>, weights: Weights, limits: &'a Limits, stop: &'a Stop) -> Self {
        let players = board.players();
        let board_current = board.current().unwrap_or(0);
        let nothing = Entry { hash: 0, value: 0, best: Step(0), depth: 0, bound: Bound::Low };
        Duel {
            board,
            judge: Judge::new(weights, players),
            timer: Timer::new(limits, stop),
            table: vec![nothing; SLOTS],
            lists: vec![Vec::new(); 65],
            me: board_current,
            random: Random::new(limits.seed),
        }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.timer.nodes
    }

    fn lead(&mut self, player: usize) -> i32 {
        let shares = self.judge.shares(&self.board);
        let mut rival = i32::MIN;
        for other in 0..self.board.players() {
            if other != self.me {
                rival = rival.max(shares[other]);
            }
        }
        let lead = shares[self.me] - rival;
        if player == self.me { lead } else { -lead }
    }

    /// Lists the turns of the player to move with what each looks like; false when the time is up.
    fn open(&mut self, list: &mut Vec<(i32, Step)>, beta: i32, all: bool) -> bool {
        let Some(player) = self.board.current() else { return true };
        list.clear();
        let free = self.board.free(player);
        let mut prey = self.board.prey(player);
        if !all {
            prey &= self.board.held(player).beside(self.board.stride());
        }
        for cell in free.cells().chain(prey.cells()) {
            let step = Step(cell as u16);
            if prey.contains(cell) && !self.board.can_go(cell) {
                continue;
            }
            if self.timer.tick() {
                return false;
            }
            let undo = self.board.make(step);
            let value = self.lead(player);
            self.board.unmake(&undo);
            list.push((value, step));
            if value >= beta {
                return true;
            }
        }
        true
    }

    /// Searches deeper and deeper.
    pub(crate) fn run(&mut self, deepest: u8, mut report: impl FnMut(&Found, u64)) -> Option<Found> {
        let player = self.board.current()?;
        let mut turns = Vec::new();
        let done = self.open(&mut turns, INFINITE, true);
        self.random.shuffle(&mut turns);
        turns.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        if turns.is_empty() {
            let step = self.any_step(player)?;
            return Some(Found { step, value: 0, depth: 0 });
        }
        let mut best = Found { step: turns[0].1, value: turns[0].0, depth: 1 };
        report(&best, self.timer.nodes);
        if !done || turns.len() == 1 {
            return Some(best);
        }
        turns.truncate(3 * self.judge.weights.beam as usize);
        for depth in 2..=deepest {
            let mut alpha = -INFINITE;
            let mut at = 0;
            for index in 0..turns.len() {
                let step = turns[index].1;
                let undo = self.board.make(step);
                let value = if index == 0 {
                    self.child(player, depth - 1, -INFINITE, INFINITE)
                } else {
                    let value = self.child(player, depth - 1, alpha, alpha + 1);
                    if value > alpha && !self.timer.is_over() {
                        self.child(player, depth - 1, alpha, INFINITE)
                    } else {
                        value
                    }
                };
                self.board.unmake(&undo);
                if self.timer.is_over() {
                    break;
                }
                turns[index].0 = value;
                if value > alpha {
                    alpha = value;
                    at = index;
                    best = Found { step, value, depth };
                }
            }
            turns[..=at].rotate_right(1);
            if self.timer.is_over() {
                break;
            }
            report(&best, self.timer.nodes);
        }
        Some(best)
    }

    fn any_step(&mut self, player: usize) -> Option<Step> {
        let free: Plane<W> = self.board.free(player);
        let prey = self.board.prey(player);
        let takes = free.cells().next();
        let cell = takes.or_else(|| prey.cells().find(|&cell| self.board.can_go(cell)))?;
        Some(Step(cell as u16))
    }

    /// Returns the value of the position for `player`, who may not be to move.
    fn child(&mut self, player: usize, depth: u8, alpha: i32, beta: i32) -> i32 {
        match self.board.current() {
            None => {
                self.timer.tick();
                self.lead(player)
            }
            Some(next) if (next == self.me) == (player == self.me) => self.search(depth, alpha, beta),
            Some(_) => -self.search(depth, -beta, -alpha),
        }
    }

    fn search(&mut self, depth: u8, mut alpha: i32, beta: i32) -> i32 {
        let player = self.board.current().unwrap_or(0);
        let hash = self.board.hash();
        let slot = hash as usize & (SLOTS - 1);
        let entry = self.table[slot];
        let mut known = None;
        if entry.hash == hash && entry.depth > 0 {
            known = Some(entry.best);
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Low => entry.value >= beta,
                Bound::High => entry.value <= alpha,
            };
            if entry.depth >= depth && enough {
                return entry.value;
            }
        }
        let mut list = std::mem::take(&mut self.lists[usize::from(depth)]);
        let cut = if depth == 1 { beta } else { INFINITE };
        let done = self.open(&mut list, cut, false);
        if !done {
            self.lists[usize::from(depth)] = list;
            return 0;
        }
        let was = alpha;
        let mut best = (-INFINITE, Step(0));
        if list.is_empty() {
            // Only golden moves far from the player's own cells are left.
            best.0 = self.lead(player);
        } else if depth == 1 {
            best = list.iter().copied().max().unwrap_or(best);
        } else {
            list.sort_unstable_by_key(|&(value, step)| (Some(step) != known, std::cmp::Reverse(value), step));
            list.truncate(self.judge.weights.beam as usize);
            for index in 0..list.len() {
                let step = list[index].1;
                let undo = self.board.make(step);
                let mut value = -INFINITE;
                if index > 0 {
                    value = self.child(player, depth - 1, alpha, alpha + 1);
                }
                if (index == 0 || (value > alpha && value < beta)) && !self.timer.is_over() {
                    value = self.child(player, depth - 1, alpha, beta);
                }
                self.board.unmake(&undo);
                if self.timer.is_over() {
                    self.lists[usize::from(depth)] = list;
                    return 0;
                }
                if value > best.0 {
                    best = (value, step);
                }
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.lists[usize::from(depth)] = list;
        let bound = if best.0 >= beta {
            Bound::Low
        } else if best.0 <= was {
            Bound::High
        } else {
            Bound::Exact
        };
        self.table[slot] = Entry { hash, value: best.0, best: best.1, depth, bound };
        best.0
    }
}
