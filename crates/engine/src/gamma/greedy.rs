//! A simple, honest player of Gamma: it looks one turn ahead, on who gets to which land first.
//!
//! Turns are judged by the land around them and never played on a copy of the board, which would cost more
//! than the judgement on a large one. Only a golden move that is wanted has to be tried: what it does to its
//! victim cannot be seen from nearby.

use std::cmp::Reverse;

use floe_rules::gamma::{Gamma, Move, Turns};
use floe_rules::random::{Random, scramble};

use super::local_evaluation::{CELL, CellGain, LocalEvaluator};
use crate::context::SearchContext;
use crate::scattered_order::ScatteredOrder;
use crate::search::{Choice, Progress, Search, Value};
use crate::timer::ShallowTimer;

/// How many turns of each sort are judged at most: on a large board more would be a long wait for little.
const MOST_JUDGED: u32 = 1024;
/// How many golden moves are tried at most while there is something else to do.
const MOST_TRIED: usize = 8;
/// How many players are compared for the lead: there may be billions of them.
const MOST_COMPARED: u32 = 1 << 16;

/// By how much each level below full strength may misjudge a turn.
const BLUNDER: u64 = 100;
/// What it costs to start an area while another can still be started.
const AREA: i64 = 50;
/// What it costs to start the last one: after that only what lies beside one's own can be taken.
const LAST_AREA: i64 = 100;
/// By how much a golden move must be better than any other turn while there are many: it could be made later.
const GOLDEN: i64 = 800;
/// With so few free cells left at the end the golden move is made as soon as it is best, or it might be lost.
const FEW: u64 = 3;
/// The end is when no more than one cell in so many is empty: at the start free cells are few as well.
const END: u64 = 4;

/// Settles where it gets first, as far as one turn tells.
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
        let (budget, limits) = (context.budget.clone(), context.limits().clone());
        let player = position.to_move()?;
        let board = position.game();
        let mut survey = Survey {
            board,
            player,
            land: LocalEvaluator::new(board, player),
            random: Random::new(scramble(limits.seed) ^ scramble(board.empty() ^ u64::from(player) << 32)),
            timer: ShallowTimer::new(&budget),
            blunder: limits.level.blunder(BLUNDER),
            best: None,
            golden: Vec::new(),
        };
        survey.look();
        let nodes = survey.timer.nodes();
        let (value, turn) = survey.best?;
        let progress = Progress {
            depth: 1,
            nodes,
            elapsed: budget.elapsed(),
            value: Value(lead(board, player) * CELL + value),
            line: vec![turn],
        };
        context.report(&progress);
        Some(Choice { turn, progress })
    }
}

fn lead(board: &Gamma, player: u32) -> i64 {
    let score = |player| board.busy(player).cast_signed();
    let rivals = (1..=board.players().min(MOST_COMPARED)).filter(|&other| other != player);
    score(player) - rivals.map(score).max().unwrap_or(0)
}

/// Which cells a sort of turns can go to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// Empty cells beside those of the player.
    Grow,
    /// Empty cells away from them.
    Start,
    /// Cells of others.
    Golden,
}

/// One look over the board for a turn.
struct Survey<'a> {
    board: &'a Gamma,
    player: u32,
    land: LocalEvaluator<'a>,
    random: Random,
    timer: ShallowTimer<'a>,
    blunder: u64,
    best: Option<(i64, Move)>,
    /// Golden moves that may turn out to be illegal, with what they would be worth.
    golden: Vec<(i64, u32, u32)>,
}

impl Survey<'_> {
    fn look(&mut self) {
        let mut over = self.judge_all(Sort::Grow);
        if !over && self.has_areas_left() {
            over = self.judge_all(Sort::Start);
        }
        if !over && self.board.has_golden(self.player) {
            self.judge_all(Sort::Golden);
            self.decide_on_golden();
        }
    }

    fn has_areas_left(&self) -> bool {
        self.board.areas(self.player) < self.board.most_areas()
    }

    /// Judges turns of a sort; tells whether the search must end, which it need not before it has a turn.
    fn judge_all(&mut self, sort: Sort) -> bool {
        let Some(rectangle) = self.rectangle(sort) else {
            return false;
        };
        let mut judged = 0;
        for (x, y) in rectangle.places(&mut self.random) {
            if !self.is_of(sort, x, y) {
                if self.timer.count_skipped() && self.best.is_some() {
                    return true;
                }
                continue;
            }
            let value = self.evaluator(sort, x, y) + self.random.below(self.blunder + 1).cast_signed();
            match sort {
                Sort::Golden => self.golden.push((value, x, y)),
                Sort::Grow | Sort::Start if self.best.is_none_or(|(most, _)| value > most) => {
                    self.best = Some((value, Move::Take { x, y }));
                }
                Sort::Grow | Sort::Start => {}
            }
            judged += 1;
            if self.timer.count_node() {
                return true;
            }
            if judged == MOST_JUDGED {
                break;
            }
        }
        false
    }

    /// Returns the part of the board where turns of a sort can go, if there is one.
    fn rectangle(&self, sort: Sort) -> Option<Rectangle> {
        if sort != Sort::Grow && self.has_areas_left() {
            Some(Rectangle::all(self.board))
        } else {
            Rectangle::beside(self.board, self.player)
        }
    }

    /// Tells whether a turn of a sort can go to a cell, or in the case of golden ones, might.
    fn is_of(&self, sort: Sort, x: u32, y: u32) -> bool {
        let owner = self.board.owner(x, y);
        match sort {
            Sort::Grow => owner.is_none() && self.touches(self.player, x, y),
            Sort::Start => owner.is_none() && !self.touches(self.player, x, y),
            Sort::Golden => {
                owner.is_some_and(|owner| owner != self.player)
                    && (self.has_areas_left() || self.touches(self.player, x, y))
            }
        }
    }

    fn touches(&self, player: u32, x: u32, y: u32) -> bool {
        let sides = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        sides.into_iter().any(|(x, y)| self.board.owner(x, y) == Some(player))
    }

    fn evaluator(&mut self, sort: Sort, x: u32, y: u32) -> i64 {
        // Who loses a whole area starts it again elsewhere: the land around is not won with it.
        if sort == Sort::Golden && self.board.owner(x, y).is_some_and(|victim| !self.touches(victim, x, y)) {
            return 2 * CELL;
        }
        let held = self.board.areas(self.player);
        let left = self.board.most_areas() - held;
        let CellGain { land, areas } = self.land.gain(x, y);
        let area = |left| if left == 1 { LAST_AREA } else { AREA };
        match areas.min(held) {
            0 => land - area(left),
            1 => land,
            // Areas that grow together can be started again elsewhere.
            _ => land + area(left + 1),
        }
    }

    /// Tells whether there may not be many more turns.
    fn is_late(&self) -> bool {
        let cells = u64::from(self.board.width()) * u64::from(self.board.height());
        self.board.free(self.player) <= FEW && self.board.empty() <= cells / END
    }

    /// Prefers a golden move if it is worth it, or if there is nothing else to do.
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
            && let Some(rectangle) = self.rectangle(Sort::Golden)
            && let Some((x, y)) = rectangle.places(&mut self.random).find(|&(x, y)| is_legal(x, y))
        {
            // Whoever has to move can, so this one is legal if none of the good ones was.
            self.best = Some((0, Move::Golden { x, y }));
        }
    }
}

/// A part of a board.
#[derive(Clone, Copy)]
struct Rectangle {
    left: u32,
    bottom: u32,
    width: u32,
    height: u32,
}

impl Rectangle {
    fn all(board: &Gamma) -> Rectangle {
        Rectangle { left: 0, bottom: 0, width: board.width(), height: board.height() }
    }

    /// Returns a part with all cells of a player and all beside them, if it has had any.
    fn beside(board: &Gamma, player: u32) -> Option<Rectangle> {
        let [(left, bottom), (right, top)] = board.reach(player)?;
        let (left, bottom) = (left.saturating_sub(1), bottom.saturating_sub(1));
        let (right, top) = ((right + 1).min(board.width() - 1), (top + 1).min(board.height() - 1));
        Some(Rectangle { left, bottom, width: right - left + 1, height: top - bottom + 1 })
    }

    /// Iterates over all places in an order that a search which must end early can trust.
    fn places(self, random: &mut Random) -> impl Iterator<Item = (u32, u32)> + use<> {
        let width = self.width as usize;
        ScatteredOrder::new(width * self.height as usize, random)
            .map(move |index| (self.left + (index % width) as u32, self.bottom + (index / width) as u32))
    }
}
