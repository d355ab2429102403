//! Best-reply search, for three or more players.
//!
//! The game is reduced to two sides: the player who searches, who maximises, and all others together, who minimise.
//! Between two turns of the player only one of the others moves, the one whose turn is worst for the player. That
//! makes alpha-beta pruning possible and looks further ahead than letting all others move. A value is the future fish
//! of the player minus the average of the others, in hundredths.

use floe_rules::penguins::{Bits, Compact, Move, Position, Seat};

use super::evaluation::{Weights, features_apart, stages};
use super::move_ordering::{MoveOrdering, TilePair, as_move, considered, pick, root_turns};
use super::pvs::{FISH, Found};
use super::territory::Territory;
use super::transposition_table::{Bound, PROVED, TableEntry, TranspositionTable};
use crate::context::Budget;
use crate::timer::Timer;

const INFINITE: i32 = 1 << 28;
const DEEPEST: usize = 64;

/// A search on one thread.
pub(crate) struct BestReplySearch<'a, const W: usize> {
    position: Position<Compact<W>>,
    us: Seat,
    seats: Vec<Seat>,
    weights: &'a Weights,
    table: &'a TranspositionTable,
    timer: Timer<'a>,
    ordering: MoveOrdering<W>,
    /// Whether any value below the current node is an estimate, not a result at the end of the game.
    estimated: bool,
}

impl<'a, const W: usize> BestReplySearch<'a, W> {
    pub(crate) fn new(
        position: Position<Compact<W>>,
        us: Seat,
        weights: &'a Weights,
        table: &'a TranspositionTable,
        budget: &'a Budget<'a>,
    ) -> Self {
        let seats = position.seats().collect();
        let timer = Timer::new(budget);
        let ordering = MoveOrdering::new(DEEPEST + 1);
        BestReplySearch { position, us, seats, weights, table, timer, ordering, estimated: false }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.timer.nodes
    }

    /// Searches by iterative deepening, and reports the result of each depth.
    pub(crate) fn run(&mut self, deepest: u8, mut report: impl FnMut(&Found, u64)) -> Option<Found> {
        let mut list = Vec::new();
        self.ordering.list(&mut list, &self.position, self.flock(self.us), None, 0);
        let mut turns = root_turns(list);
        let forced = turns.len() == 1;
        let mut best: Option<Found> = None;
        for depth in 1..=deepest.min(DEEPEST as u8) {
            self.estimated = false;
            let (mut value, mut at) = (-INFINITE, None);
            for (index, turn) in turns.iter_mut().enumerate() {
                let before = self.timer.nodes;
                let found = self.after(turn.tiles, depth, 0, value, INFINITE);
                turn.nodes += self.timer.nodes - before;
                if self.timer.is_over() {
                    break;
                }
                if found > value {
                    (value, at) = (found, Some(index));
                }
            }
            // The result of an unfinished depth is used, because the best turn of the previous depth is searched first.
            let Some(at) = at else { break };
            turns[..=at].rotate_right(1);
            let turn = as_move(self.position.ice(), turns[0].tiles);
            let proved = !self.estimated && !self.timer.is_over();
            let considered = considered(self.position.ice(), &turns);
            let found = Found { turn, value, depth, line: vec![turn], considered };
            report(&found, self.timer.nodes);
            best = Some(found);
            if proved || forced || self.timer.is_over() {
                break;
            }
        }
        let best = best.or_else(|| {
            let turn: Move = as_move(self.position.ice(), turns.first()?.tiles);
            Some(Found { turn, value: 0, depth: 0, line: vec![turn], considered: Vec::new() })
        })?;
        // The nodes of a depth that was not finished count too.
        Some(Found { considered: considered(self.position.ice(), &turns), ..best })
    }

    fn flock(&self, seat: Seat) -> Bits<W> {
        self.position.flock(seat).map_or(Bits::EMPTY, |flock| flock.0)
    }

    /// Makes a turn of our own, searches the position after it, and undoes the turn.
    fn after(&mut self, turn: TilePair, depth: u8, ply: usize, alpha: i32, beta: i32) -> i32 {
        let undo = self.position.play_unchecked(as_move(self.position.ice(), turn));
        let gain = i32::from(undo.gain().count()) * FISH;
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
            self.estimated = true;
            return alpha;
        }
        if depth == 0 || ply >= DEEPEST {
            self.estimated = true;
            return self.value();
        }
        // A value is valid only for the player who searches, so the key includes that player.
        let key = self.position.hash() ^ self.position.ice().numbering() ^ u64::from(self.us.number()) << 56;
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| entry.is_enough(depth, alpha, beta)) {
            self.estimated |= entry.depth != PROVED;
            return entry.value;
        }
        let outside = std::mem::replace(&mut self.estimated, false);
        let known = known.and_then(|entry| entry.best);
        let (value, best) = if self.position.to_move() == Some(self.us) {
            self.max_node(depth, ply, alpha, beta, known)
        } else {
            (self.min_node(depth, ply, alpha, beta), None)
        };
        if !self.timer.is_over() {
            let bound = match value {
                _ if value >= beta => Bound::Lower,
                _ if value <= alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            let depth = if self.estimated { depth } else { PROVED };
            self.table.put(key, TableEntry { value, depth, bound, best, static_value: None });
        }
        self.estimated |= outside;
        value
    }

    /// Searches our own turns.
    fn max_node(
        &mut self,
        depth: u8,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        known: Option<TilePair>,
    ) -> (i32, Option<TilePair>) {
        let mut list = Vec::new();
        self.ordering.list(&mut list, &self.position, self.flock(self.us), known, ply);
        let (mut value, mut best) = (-INFINITE, None);
        for at in 0..list.len() {
            let turn = pick(&mut list, at);
            let found = self.after(turn, depth, ply, alpha, beta);
            if self.timer.is_over() {
                break;
            }
            if found > value {
                (value, best) = (found, Some(turn));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.ordering.record_cutoff(turn, depth, ply);
                break;
            }
        }
        (value, best)
    }

    /// Searches the turns of all opponents; after each of them it is our turn again.
    fn min_node(&mut self, depth: u8, ply: usize, alpha: i32, mut beta: i32) -> i32 {
        let Some(due) = self.position.to_move() else {
            return 0;
        };
        let phase = self.position.phase();
        // The result is an estimate, because in a real game all the other players would have moved.
        self.estimated = true;
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
                    self.ordering.record_cutoff(turn, depth, ply);
                    break 'seats;
                }
            }
        }
        self.position.set_turn(due);
        value
    }

    fn value(&self) -> i32 {
        static_value(&self.position, self.us, self.weights)
    }
}

/// Evaluates a position: the future fish of a player minus the average of the others, in hundredths.
pub(crate) fn static_value<const W: usize>(
    position: &Position<Compact<W>>,
    us: Seat,
    weights: &Weights,
) -> i32 {
    let (mut mine, mut theirs) = (Bits::EMPTY, Bits::EMPTY);
    for (seat, flock) in position.flocks() {
        let side = if seat == us { &mut mine } else { &mut theirs };
        *side = *side | flock.0;
    }
    let rivals = position.seats().count().max(2) as i32 - 1;
    let territory = Territory::new(position.ice(), mine, theirs);
    let stages = stages(position, &territory, mine | theirs);
    let (ours, others) = features_apart(position.ice(), &territory, mine, theirs);
    weights.value(&ours, &stages) - weights.value(&others, &stages) / rivals
}
