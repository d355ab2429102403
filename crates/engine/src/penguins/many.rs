//! The search for three and more players.
//!
//! It sees the game as one player against all others, who together want the worst for it: then two values
//! are enough to cut most of the tree off. A value is what that player gains on the others, on average, from
//! here on, in hundredths of a fish. Between two turns of its own either all others move, as they do in the
//! game, or only the one that hurts most.

use floe_rules::penguins::{Bits, Compact, Move, Position, Seat};

use super::duel::{FISH, Found};
use super::evaluation::{Weights, features_apart, stages};
use super::ordering::{Ordering, Tiles, as_move, pick};
use super::table::{Bound, Entry, PROVED, Table};
use super::territory::Territory;
use crate::context::Budget;
use crate::timer::Timer;

const INFINITE: i32 = 1 << 28;
const DEEPEST: usize = 64;

/// Which of the others move between two turns of our own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    /// All of them, in turn.
    All,
    /// The one whose turn hurts most: it sees further, and won the matches.
    #[default]
    Worst,
}

/// A search of one thread.
pub(crate) struct Many<'a, const W: usize> {
    position: Position<Compact<W>>,
    us: Seat,
    others: Others,
    seats: Vec<Seat>,
    judge: &'a Weights,
    table: &'a Table,
    timer: Timer<'a>,
    ordering: Ordering<W>,
    guessed: bool,
}

impl<'a, const W: usize> Many<'a, W> {
    pub(crate) fn new(
        position: Position<Compact<W>>,
        us: Seat,
        others: Others,
        judge: &'a Weights,
        table: &'a Table,
        budget: &'a Budget<'a>,
    ) -> Self {
        let seats = position.seats().collect();
        let timer = Timer::new(budget);
        let ordering = Ordering::new(DEEPEST + 1);
        Many { position, us, others, seats, judge, table, timer, ordering, guessed: false }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.timer.nodes
    }

    /// Searches deeper and deeper, and tells what it found after each depth.
    pub(crate) fn run(&mut self, deepest: u8, mut report: impl FnMut(&Found, u64)) -> Option<Found> {
        let mut list = Vec::new();
        self.ordering.list(&mut list, &self.position, self.flock(self.us), None, 0);
        list.sort_by_key(|&(order, tiles)| (std::cmp::Reverse(order), tiles));
        let forced = list.len() == 1;
        let mut best: Option<Found> = None;
        for depth in 1..=deepest.min(DEEPEST as u8) {
            self.guessed = false;
            let (mut value, mut at) = (-INFINITE, None);
            for (index, &(_, turn)) in list.iter().enumerate() {
                let found = self.after(turn, self.us, depth, 0, value, INFINITE);
                if self.timer.is_over() {
                    break;
                }
                if found > value {
                    (value, at) = (found, Some(index));
                }
            }
            // A depth that was not finished counts as far as it got: the best turn so far came first.
            let Some(at) = at else { break };
            list[..=at].rotate_right(1);
            let turn = as_move(self.position.ice(), list[0].1);
            let proved = !self.guessed && !self.timer.is_over();
            let found = Found { turn, value, depth, line: vec![turn] };
            report(&found, self.timer.nodes);
            best = Some(found);
            if proved || forced || self.timer.is_over() {
                break;
            }
        }
        best.or_else(|| {
            let turn: Move = as_move(self.position.ice(), list.first()?.1);
            Some(Found { turn, value: 0, depth: 0, line: vec![turn] })
        })
    }

    fn flock(&self, seat: Seat) -> Bits<W> {
        self.position.flock(seat).map_or(Bits::EMPTY, |herd| herd.0)
    }

    /// Makes a turn of a player, searches what comes after it, and takes it back.
    fn after(&mut self, turn: Tiles, seat: Seat, depth: u8, ply: usize, alpha: i32, beta: i32) -> i32 {
        let undo = self.position.play_unchecked(as_move(self.position.ice(), turn));
        let fish = i32::from(undo.gain().count()) * FISH;
        let gain = if seat == self.us { fish } else { -fish / self.rivals() };
        let value = if self.position.is_over() {
            0
        } else {
            self.node(depth - 1, ply + 1, alpha - gain, beta - gain)
        };
        self.position.undo(&undo);
        value + gain
    }

    fn rivals(&self) -> i32 {
        self.seats.len() as i32 - 1
    }

    fn node(&mut self, depth: u8, ply: usize, alpha: i32, beta: i32) -> i32 {
        if self.timer.tick() {
            self.guessed = true;
            return alpha;
        }
        if depth == 0 || ply >= DEEPEST {
            self.guessed = true;
            return self.value();
        }
        // The table knows no more than one player's view.
        let key = self.position.hash() ^ self.position.ice().numbering() ^ u64::from(self.us.number()) << 56;
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| entry.is_enough(depth, alpha, beta)) {
            self.guessed |= entry.depth != PROVED;
            return entry.value;
        }
        let outside = std::mem::replace(&mut self.guessed, false);
        let known = known.and_then(|entry| entry.best);
        let now = self.position.to_move();
        let (value, best) = if now == Some(self.us) {
            self.ours(depth, ply, alpha, beta, known)
        } else if self.others == Others::Worst {
            self.worst_of_all(depth, ply, alpha, beta)
        } else {
            self.theirs(depth, ply, alpha, beta, known)
        };
        if !self.timer.is_over() {
            let bound = match value {
                _ if value >= beta => Bound::Lower,
                _ if value <= alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            let depth = if self.guessed { depth } else { PROVED };
            self.table.put(key, Entry { value, depth, bound, best });
        }
        self.guessed |= outside;
        value
    }

    fn ours(
        &mut self,
        depth: u8,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        known: Option<Tiles>,
    ) -> (i32, Option<Tiles>) {
        let mut list = Vec::new();
        self.ordering.list(&mut list, &self.position, self.flock(self.us), known, ply);
        let (mut value, mut best) = (-INFINITE, None);
        for at in 0..list.len() {
            let turn = pick(&mut list, at);
            let found = self.after(turn, self.us, depth, ply, alpha, beta);
            if self.timer.is_over() {
                break;
            }
            if found > value {
                (value, best) = (found, Some(turn));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.ordering.praise(turn, depth, ply);
                break;
            }
        }
        (value, best)
    }

    fn theirs(
        &mut self,
        depth: u8,
        ply: usize,
        alpha: i32,
        mut beta: i32,
        known: Option<Tiles>,
    ) -> (i32, Option<Tiles>) {
        let Some(seat) = self.position.to_move() else {
            return (0, None);
        };
        let mut list = Vec::new();
        self.ordering.list(&mut list, &self.position, self.flock(seat), known, ply);
        let (mut value, mut best) = (INFINITE, None);
        for at in 0..list.len() {
            let turn = pick(&mut list, at);
            let found = self.after(turn, seat, depth, ply, alpha, beta);
            if self.timer.is_over() {
                break;
            }
            if found < value {
                (value, best) = (found, Some(turn));
            }
            beta = beta.min(value);
            if alpha >= beta {
                self.ordering.praise(turn, depth, ply);
                break;
            }
        }
        (value, best)
    }

    /// Lets whichever of the others hurts most move, and then ourselves again.
    fn worst_of_all(&mut self, depth: u8, ply: usize, alpha: i32, mut beta: i32) -> (i32, Option<Tiles>) {
        let Some(due) = self.position.to_move() else {
            return (0, None);
        };
        let phase = self.position.phase();
        // In the game all of them would have moved.
        self.guessed = true;
        let mut value = INFINITE;
        'seats: for index in 0..self.seats.len() {
            let seat = self.seats[index];
            if seat == self.us {
                continue;
            }
            self.position.set_turn(seat);
            if self.position.to_move() != Some(seat) || self.position.phase() != phase {
                continue;
            }
            let mut list = Vec::new();
            self.ordering.list(&mut list, &self.position, self.flock(seat), None, ply);
            for at in 0..list.len() {
                let turn = pick(&mut list, at);
                let undo = self.position.play_unchecked(as_move(self.position.ice(), turn));
                let gain = -i32::from(undo.gain().count()) * FISH / self.rivals();
                self.position.set_turn(self.us);
                let found = if self.position.is_over() {
                    0
                } else {
                    self.node(depth - 1, ply + 1, alpha - gain, beta - gain)
                };
                self.position.undo(&undo);
                if self.timer.is_over() {
                    break 'seats;
                }
                value = value.min(found + gain);
                beta = beta.min(value);
                if alpha >= beta {
                    self.ordering.praise(turn, depth, ply);
                    break 'seats;
                }
            }
        }
        self.position.set_turn(due);
        (value, None)
    }

    /// Judges the position: our territory against what the others have on average.
    fn value(&self) -> i32 {
        let mine = self.flock(self.us);
        let theirs = self.seats.iter().filter(|&&seat| seat != self.us);
        let theirs = theirs.fold(Bits::EMPTY, |all, &seat| all | self.flock(seat));
        let territory = Territory::new(self.position.ice(), mine, theirs);
        let stages = stages(&self.position, &territory, mine | theirs);
        let (ours, others) = features_apart(self.position.ice(), &territory, mine, theirs);
        self.judge.value(&ours, &stages) - self.judge.value(&others, &stages) / self.rivals()
    }
}
