//! Exact solver for one and two players: proves the result of a position with best play.
//!
//! It accepts positions of at most 256 tiles with one or two players, in placement too, and refuses others with a
//! reason. `docs/solve.md` has a table of what can be solved in what time. A search that ends early returns proven
//! bounds of the result.

use std::time::Duration;

use floe_rules::penguins::{Bits, Compact, MOST_TILES, Move, Packed, PackedVisitor, Phase, Position, Seat};

use super::endgame::{EndgameSolver, EndgameState};
use super::move_ordering::TilePair;
use super::proof_table::{NO_TURN, ProofKey, ProofTable, proof_table_bits};
use super::tile_table::sides;
use crate::context::{Budget, SearchContext};
use crate::timer::Timer;

/// The tag of placement positions in the keys of the proof table.
const KIND: u64 = 78;

/// The proven result of a position, with a line of best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The future fish of the player to move minus the opponent's; with one player, its future fish.
    pub value: i64,
    /// The players by number, with their fish at the end.
    pub scores: Vec<(Seat, u64)>,
    /// A best turn; none when the game is over.
    pub turn: Option<Move>,
    /// Best play to the end of the game.
    pub line: Vec<Move>,
    /// How many nodes were searched.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// The bounds of [`Solution::value`] that are proven so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveProgress {
    /// The lower bound.
    pub low: i64,
    /// The upper bound.
    pub high: i64,
    /// How many nodes were searched.
    pub nodes: u64,
    /// How long it has taken.
    pub elapsed: Duration,
}

/// The reason why a position was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsolved {
    /// Three players or more.
    #[error("{0} players: only games of one or two players can be solved")]
    ManyPlayers(usize),
    /// More tiles than bitboards hold.
    #[error("more than {MOST_TILES} tiles are left")]
    ManyTiles,
    /// The limits ended the search.
    #[error("not solved within the limits")]
    Limits(SolveProgress),
}

/// Proves the result of a position of one or two players, and returns a line of best play.
///
/// Progress is reported whenever the bounds get closer. If the search ends early, its bounds are still proven.
///
/// ```
/// use floe_engine::penguins::exact::solve;
/// use floe_engine::{Limits, MonotonicClock, SearchContext};
/// use floe_rules::board_file;
/// use floe_rules::penguins::{Position, RuleSet, Stage};
///
/// let text = b"2 3\n01 10 30\n10 20 02\nAnn 1 0\nBen 2 0\n";
/// let setup = board_file::read(text).expect("the board file is valid");
/// let position = Position::new(&setup, &RuleSet::SQUARE, &Stage::Movement)?;
///
/// let clock = MonotonicClock::start();
/// let solution = solve(&position, SearchContext::new(&Limits::default(), &clock))?;
/// assert_eq!(solution.value, 1, "Ann gets 4 fish and Ben 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(position: &Position, context: SearchContext<'_, SolveProgress>) -> Result<Solution, Unsolved> {
    let players = position.seats().count();
    if players > 2 {
        return Err(Unsolved::ManyPlayers(players));
    }
    Packed::new(position).ok_or(Unsolved::ManyTiles)?.visit(Solve { context })
}

struct Solve<'a> {
    context: SearchContext<'a, SolveProgress>,
}

impl PackedVisitor for Solve<'_> {
    type Output = Result<Solution, Unsolved>;

    fn visit<const W: usize>(mut self, position: Position<Compact<W>>) -> Result<Solution, Unsolved> {
        let budget = self.context.budget.clone();
        Solver::new(position, &budget).solve(&mut |reached| self.context.report(reached))
    }
}

pub(super) struct Solver<'a, const W: usize> {
    position: Position<Compact<W>>,
    endgame: EndgameSolver<W>,
    placements: ProofTable,
    pub(super) timer: Timer<'a>,
    budget: &'a Budget<'a>,
    low: i32,
    high: i32,
}

impl<'a, const W: usize> Solver<'a, W> {
    pub(super) fn new(position: Position<Compact<W>>, budget: &'a Budget<'a>) -> Self {
        let bits = proof_table_bits(budget);
        Solver {
            endgame: EndgameSolver::new(position.rules().scoring, bits),
            // This table holds placements only.
            placements: ProofTable::new(if position.phase() == Phase::Placement { bits } else { 1 }),
            timer: Timer::new(budget),
            budget,
            low: 0,
            high: 0,
            position,
        }
    }

    fn solve(mut self, report: &mut dyn FnMut(&SolveProgress)) -> Result<Solution, Unsolved> {
        let solved = self.value(report).and_then(|value| self.line(value).map(|line| (value, line)));
        let Some((value, line)) = solved else {
            return Err(Unsolved::Limits(self.reached(self.low, self.high)));
        };
        let score = |seat| (seat, self.position.score(seat).unwrap_or(0));
        Ok(Solution {
            value: value.into(),
            scores: self.position.seats().map(score).collect(),
            turn: line.first().copied(),
            line,
            nodes: self.timer.nodes,
            elapsed: self.budget.elapsed(),
        })
    }

    /// Returns a report with the bounds that are proven.
    pub(super) fn reached(&self, low: i32, high: i32) -> SolveProgress {
        let (low, high) = (low.into(), high.into());
        SolveProgress { low, high, nodes: self.timer.nodes, elapsed: self.budget.elapsed() }
    }

    /// Finds the value of the position for the player to move by a series of zero-window tests (MTD(f)).
    fn value(&mut self, report: &mut dyn FnMut(&SolveProgress)) -> Option<i32> {
        (self.low, self.high) = self.range();
        let mut guess = i32::midpoint(self.low, self.high);
        report(&self.reached(self.low, self.high));
        while self.low < self.high {
            let beta = guess.clamp(self.low + 1, self.high);
            let found = self.test(beta)?;
            if found >= beta {
                self.low = found;
            } else {
                self.high = found;
            }
            guess = found;
            report(&self.reached(self.low, self.high));
        }
        Some(self.low)
    }

    /// Returns bounds of the value that need no search.
    pub(super) fn range(&self) -> (i32, i32) {
        match self.position.phase() {
            Phase::Over => (0, 0),
            Phase::Movement => self.endgame.range(self.position.ice(), &self.state()),
            Phase::Placement => {
                let ice = self.position.ice();
                let standing = self.position.flocks().fold(Bits::EMPTY, |all, (_, flock)| all | flock.0);
                let fish = ice.fish_on(ice.free() | standing).cast_signed();
                (if self.position.seats().count() == 1 { 0 } else { -fish }, fish)
            }
        }
    }

    fn state(&self) -> EndgameState<W> {
        let (mine, theirs) = sides(&self.position);
        EndgameState { free: self.position.ice().free(), mine, theirs, waits: 0 }
    }

    /// Searches with a zero window: returns a lower bound of at least `beta`, or an upper bound below it.
    fn test(&mut self, beta: i32) -> Option<i32> {
        match self.position.phase() {
            Phase::Over => Some(0),
            Phase::Movement => {
                let state = self.state();
                self.endgame.test(self.position.ice(), &state, beta, &mut self.timer)
            }
            Phase::Placement => self.placement(beta),
        }
    }

    fn placement(&mut self, beta: i32) -> Option<i32> {
        if self.timer.tick() {
            return None;
        }
        let (least, most) = self.range();
        if most < beta || least >= beta {
            return Some(if most < beta { most } else { least });
        }
        let key = ProofKey::new(KIND).word(self.position.hash());
        let mut known = self.placements.get(key);
        if known.low >= beta {
            return Some(known.low);
        }
        if known.high < beta {
            return Some(known.high);
        }
        let mut turns = self.turns();
        if let Some(best) = turns.iter().position(|&turn| self.tiles(turn) == known.best) {
            turns[..=best].rotate_right(1);
        }
        let (mut value, mut best) = (i32::MIN, NO_TURN);
        for turn in turns {
            let found = self.test_after(turn, beta)?;
            if found > value {
                (value, best) = (found, self.tiles(turn));
            }
            if value >= beta {
                break;
            }
        }
        if value >= beta {
            known.low = known.low.max(value);
        } else {
            known.high = known.high.min(value);
        }
        known.best = best;
        self.placements.put(key, known, u32::from(u8::MAX));
        Some(value)
    }

    /// Makes a turn, tests the position after it, and undoes the turn; the bound is for the player who made the turn.
    pub(super) fn test_after(&mut self, turn: Move, beta: i32) -> Option<i32> {
        let seat = self.position.to_move();
        let undo = self.position.play_unchecked(turn);
        let gain = i32::from(undo.gain().count());
        let found = if self.position.to_move() == seat {
            self.test(beta - gain)
        } else {
            self.test(1 - (beta - gain)).map(|below| -below)
        };
        self.position.undo(&undo);
        found.map(|found| gain + found)
    }

    fn tiles(&self, turn: Move) -> TilePair {
        let tile = |cell| self.position.ice().tile_of(cell).unwrap_or(u16::MAX);
        match turn {
            Move::Place(at) => (tile(at), tile(at)),
            Move::Slide { from, to } => (tile(from), tile(to)),
        }
    }

    /// Returns all turns, ordered by the room that the penguin has afterwards, most room first.
    fn turns(&self) -> Vec<Move> {
        let mut turns = self.position.turns();
        let ice = self.position.ice();
        let room = |turn: &Move| {
            turn.cells().last().and_then(|cell| ice.tile_of(cell)).map(|tile| ice.reach(tile).len())
        };
        turns.sort_by_key(|turn| std::cmp::Reverse(room(turn)));
        turns
    }

    /// Returns the turns of the movement phase in the order in which the solver tries them.
    pub(super) fn ordered_turns(&self) -> Vec<Move> {
        let (mut turns, state) = (self.position.turns(), self.state());
        let score =
            |turn: &Move| self.endgame.territory_score(self.position.ice(), &state, self.tiles(*turn));
        turns.sort_by_cached_key(|turn| std::cmp::Reverse(score(turn)));
        turns
    }

    /// Plays best turns to the end of the game, and leaves the position there.
    fn line(&mut self, mut value: i32) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        while let Some(seat) = self.position.to_move() {
            let turn = self.best(value)?;
            let gain = self.position.play_unchecked(turn).gain();
            value -= i32::from(gain.count());
            if self.position.to_move() != Some(seat) {
                value = -value;
            }
            line.push(turn);
        }
        debug_assert_eq!(value, 0);
        Some(line)
    }

    /// Returns a turn that reaches the value of the position.
    fn best(&mut self, value: i32) -> Option<Move> {
        let mut turns = self.turns();
        let last = turns.pop()?;
        for turn in turns {
            if self.test_after(turn, value)? >= value {
                return Some(turn);
            }
        }
        Some(last)
    }
}
