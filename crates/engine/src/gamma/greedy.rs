//! A greedy player of Gamma: it takes the turn with the largest immediate gain of territory, on boards of any size.
//!
//! Turns are evaluated from a window around their cell and are not played on a copy of the board, which would cost
//! more on a large board. Only a golden move has to be tried before it is chosen: whether it is legal cannot be
//! decided from a window.

use std::cmp::Reverse;

use floe_rules::gamma::{Gamma, Move, Turns};
use floe_rules::random::{Random, scramble};

use super::local_evaluation::{CELL, CellGain, LocalEvaluator};
use super::rectangle::Rectangle;
use crate::context::{Budget, SearchContext};
use crate::search::{Choice, Progress, Search, Value};
use crate::timer::ShallowTimer;

/// The most turns of each kind that are evaluated.
const MOST_EVALUATED: u32 = 1024;
/// The most golden moves that are tried while there is another turn.
const MOST_TRIED: usize = 8;
/// The most players that are compared for the lead: a game may have billions.
const MOST_COMPARED: u32 = 1 << 16;

/// The random error added to the value of a turn grows by this much with each level below full strength.
const NOISE: u64 = 100;
/// The cost of starting an area that is not the last one.
const AREA: i64 = 50;
/// The cost of starting the last area: after that only cells beside one's own can be taken.
const LAST_AREA: i64 = 100;
/// The margin by which a golden move must beat every other turn, because it can also be saved for later.
const GOLDEN: i64 = 800;
/// Late in the game, with at most this many free cells, the golden move is made as soon as it is the best turn.
const FEW_FREE: u64 = 3;
/// The game counts as late when at most one cell in this many is empty.
const END_FRACTION: u64 = 4;

/// Takes the turn that gains the most territory at once.
///
/// It plays on boards of any size with any number of players, and its levels add random errors to the values of turns.
#[derive(Clone, Debug, Default)]
pub struct GammaGreedy;

impl Search for GammaGreedy {
    type Position = Turns;
    type Move = Move;

    fn search(
        &mut self,
        position: &Turns,
        mut context: SearchContext<'_, Progress<Move>>,
    ) -> Option<Choice<Move>> {
        let RankedTurns { choice, .. } = ranked(position, &context.budget.clone())?;
        context.report(&choice.progress);
        Some(choice)
    }
}

/// The choice of the greedy player, and the places of all turns but golden moves that it evaluated, the best first.
pub(crate) struct RankedTurns {
    pub(crate) choice: Choice<Move>,
    pub(crate) places: Vec<(u32, u32)>,
}

/// Ranks the turns of the player to move by their immediate gain. Returns `None` if the game is over.
pub(crate) fn ranked(position: &Turns, budget: &Budget<'_>) -> Option<RankedTurns> {
    let limits = &budget.limits;
    let player = position.to_move()?;
    let board = position.game();
    let mut search = GreedySearch {
        board,
        player,
        local: LocalEvaluator::new(board, player),
        random: Random::new(scramble(limits.seed) ^ scramble(board.empty() ^ u64::from(player) << 32)),
        timer: ShallowTimer::new(budget),
        noise: limits.level.noise(NOISE),
        best: None,
        takes: Vec::new(),
        golden: Vec::new(),
    };
    search.run();
    let nodes = search.timer.nodes();
    let (value, turn) = search.best?;
    let progress = Progress {
        depth: 1,
        nodes,
        elapsed: budget.elapsed(),
        value: Value(lead(board, player) * CELL + value),
        line: vec![turn],
        considered: Vec::new(),
    };
    let mut turns = search.takes;
    turns.sort_by_key(|&(value, ..)| Reverse(value));
    let places = turns.into_iter().map(|(_, x, y)| (x, y)).collect();
    Some(RankedTurns { choice: Choice { turn, progress }, places })
}

fn lead(board: &Gamma, player: u32) -> i64 {
    let score = |player| board.busy(player).cast_signed();
    let rivals = (1..=board.players().min(MOST_COMPARED)).filter(|&other| other != player);
    score(player) - rivals.map(score).max().unwrap_or(0)
}

/// The kinds of turns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TurnKind {
    /// Take an empty cell beside those of the player.
    Grow,
    /// Start an area on another empty cell.
    Start,
    /// Take a cell of another player.
    Golden,
}

/// A search for the best turn.
struct GreedySearch<'a> {
    board: &'a Gamma,
    player: u32,
    local: LocalEvaluator<'a>,
    random: Random,
    timer: ShallowTimer<'a>,
    noise: u64,
    best: Option<(i64, Move)>,
    /// Ordinary moves with their values.
    takes: Vec<(i64, u32, u32)>,
    /// Golden moves with their values; they may be illegal.
    golden: Vec<(i64, u32, u32)>,
}

impl GreedySearch<'_> {
    fn run(&mut self) {
        let mut over = self.evaluate_all(TurnKind::Grow);
        if !over && self.has_areas_left() {
            over = self.evaluate_all(TurnKind::Start);
        }
        if !over && self.board.has_golden(self.player) {
            self.evaluate_all(TurnKind::Golden);
            self.decide_on_golden();
        }
    }

    fn has_areas_left(&self) -> bool {
        self.board.areas(self.player) < self.board.most_areas()
    }

    /// Evaluates turns of a kind. Returns whether the search must stop; it never stops before it has found a turn.
    fn evaluate_all(&mut self, kind: TurnKind) -> bool {
        let Some(rectangle) = self.rectangle(kind) else {
            return false;
        };
        let mut evaluated = 0;
        for (x, y) in rectangle.places(&mut self.random) {
            if !self.is_target(kind, x, y) {
                if self.timer.count_skipped() && self.best.is_some() {
                    return true;
                }
                continue;
            }
            let value = self.turn_value(kind, x, y) + self.random.below(self.noise + 1).cast_signed();
            match kind {
                TurnKind::Golden => self.golden.push((value, x, y)),
                TurnKind::Grow | TurnKind::Start => {
                    self.takes.push((value, x, y));
                    if self.best.is_none_or(|(most, _)| value > most) {
                        self.best = Some((value, Move::Take { x, y }));
                    }
                }
            }
            evaluated += 1;
            if self.timer.count_node() {
                return true;
            }
            if evaluated == MOST_EVALUATED {
                break;
            }
        }
        false
    }

    /// Returns the part of the board where turns of a kind are possible.
    fn rectangle(&self, kind: TurnKind) -> Option<Rectangle> {
        if kind != TurnKind::Grow && self.has_areas_left() {
            Some(Rectangle::all(self.board))
        } else {
            Rectangle::beside(self.board, self.player)
        }
    }

    /// Returns whether a cell is a target for turns of a kind; golden moves may still be illegal.
    fn is_target(&self, kind: TurnKind, x: u32, y: u32) -> bool {
        let owner = self.board.owner(x, y);
        match kind {
            TurnKind::Grow => owner.is_none() && self.touches(self.player, x, y),
            TurnKind::Start => owner.is_none() && !self.touches(self.player, x, y),
            TurnKind::Golden => {
                owner.is_some_and(|owner| owner != self.player)
                    && (self.has_areas_left() || self.touches(self.player, x, y))
            }
        }
    }

    fn touches(&self, player: u32, x: u32, y: u32) -> bool {
        let sides = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        sides.into_iter().any(|(x, y)| self.board.owner(x, y) == Some(player))
    }

    fn turn_value(&mut self, kind: TurnKind, x: u32, y: u32) -> i64 {
        // A player who loses a whole area starts it again elsewhere, so the territory around it is not won.
        if kind == TurnKind::Golden
            && self.board.owner(x, y).is_some_and(|victim| !self.touches(victim, x, y))
        {
            return 2 * CELL;
        }
        let held = self.board.areas(self.player);
        let left = self.board.most_areas() - held;
        let CellGain { territory, areas } = self.local.gain(x, y);
        let area = |left| if left == 1 { LAST_AREA } else { AREA };
        match areas.min(held) {
            0 => territory - area(left),
            1 => territory,
            // Joining areas frees one to start elsewhere.
            _ => territory + area(left + 1),
        }
    }

    /// Returns whether few turns are left.
    fn is_late(&self) -> bool {
        let cells = u64::from(self.board.width()) * u64::from(self.board.height());
        self.board.free(self.player) <= FEW_FREE && self.board.empty() <= cells / END_FRACTION
    }

    /// Chooses a golden move if it is worth it, or if there is no other turn.
    fn decide_on_golden(&mut self) {
        let needed = match self.best {
            None => i64::MIN,
            Some((best, _)) if self.is_late() => best,
            Some((best, _)) => best + GOLDEN,
        };
        let mut wanted = std::mem::take(&mut self.golden);
        wanted.retain(|&(value, ..)| value > needed);
        if wanted.is_empty() && self.best.is_some() {
            return;
        }
        wanted.sort_by_key(|&(value, ..)| Reverse(value));
        wanted.truncate(MOST_TRIED);
        let mut trial = self.board.trial();
        let mut is_legal = |x, y| trial.take_golden(self.player, x, y);
        let found = wanted.into_iter().find(|&(_, x, y)| is_legal(x, y));
        if let Some((value, x, y)) = found {
            self.best = Some((value, Move::Golden { x, y }));
        } else if self.best.is_none()
            && let Some(rectangle) = self.rectangle(TurnKind::Golden)
            && let Some((x, y)) = rectangle.places(&mut self.random).find(|&(x, y)| is_legal(x, y))
        {
            // The player to move always has a legal turn, so one of these is legal.
            self.best = Some((0, Move::Golden { x, y }));
        }
    }
}
