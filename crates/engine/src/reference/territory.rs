//! Monte Carlo tree search with a static evaluation by territory: the fish that each player reaches first.

use floe_rules::grid::Cell;
use floe_rules::penguins::{
    Bits, Compact, Ice, Move, Packed, PackedVisitor, Phase, Position, Scoring, Sheet,
};

use super::mcts::{Expansion, LeafEvaluator, MctsOptions, payoffs_of_scores, search_tree};
use crate::context::SearchContext;
use crate::penguins::payoffs::{PLAYERS, Payoffs, scores_of};
use crate::search::{Choice, Progress, Search};
use crate::timer::ShallowTimer;

/// The parameters that were best in matches with 5,000 and 10,000 evaluations a turn.
const OPTIONS: MctsOptions =
    MctsOptions { exploration: 0.1, expansion: Expansion::Evaluate, minimax_weight: 0.5 };
/// The lead that makes a win likely at the end of a game, and what it grows by with the square root of the remaining fish.
const SURE_LEAD: f32 = 1.5;
const SURE_LEAD_FOR_ROOT: f32 = 0.5;
/// The value of a fish by the number of slides to reach it first; the last is for all greater distances.
const REACHED: [f32; 4] = [0.7, 0.6, 0.5, 0.45];
/// The value of a fish that several players reach at the same time, for each of them.
const SHARED: f32 = 0.2;
/// The most floes that are considered on boards that are too large for bitboards.
const MOST_FLOES: usize = 2000;

/// Monte Carlo tree search with a static evaluation by territory, for any number of players.
///
/// It ignores the level and uses one thread. A node is one evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct TerritoryTree;

impl Search for TerritoryTree {
    type Position = Position;
    type Move = Move;

    fn search(
        &mut self,
        position: &Position,
        context: SearchContext<'_, Progress<Move>>,
    ) -> Option<Choice<Move>> {
        match Packed::new(position) {
            Some(packed) => packed.visit(PackedSearch(context)),
            None => {
                let evaluate = SheetTerritory::new(position.grid().cells());
                search_tree(position.clone(), evaluate, OPTIONS, context)
            }
        }
    }
}

/// A search on bitboards.
struct PackedSearch<'a>(SearchContext<'a, Progress<Move>>);

impl PackedVisitor for PackedSearch<'_> {
    type Output = Option<Choice<Move>>;

    fn visit<const W: usize>(self, position: Position<Compact<W>>) -> Option<Choice<Move>> {
        search_tree(position, BitboardTerritory, OPTIONS, self.0)
    }
}

/// Evaluates territory on bitboards.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitboardTerritory;

impl<const W: usize> LeafEvaluator<Compact<W>> for BitboardTerritory {
    fn evaluate(&mut self, position: &mut Position<Compact<W>>, _: &mut ShallowTimer<'_>) -> Option<Payoffs> {
        let mut scores = [0; PLAYERS];
        let players = scores_of(position, &mut scores);
        if position.is_over() {
            return Some(payoffs_of_scores(&scores[..players]));
        }
        let ice = position.ice();
        let left = ice.fish_on(ice.free()) as f32;
        Some(likely(&expected(position, &scores), players, left))
    }
}

/// Returns the expected final fish of each player.
fn expected<const W: usize>(position: &Position<Compact<W>>, scores: &[i64; PLAYERS]) -> [f32; PLAYERS] {
    let ice = position.ice();
    let slides = ice.slides();
    let mut fish = scores.map(|score| score as f32);
    let mut edges = [Bits::EMPTY; PLAYERS];
    let mut players = 0;
    for (edge, (_, herd)) in edges.iter_mut().zip(position.flocks()) {
        *edge = herd.0;
        players += 1;
    }
    if position.rules().scoring == Scoring::Departure {
        for (fish, &herd) in fish.iter_mut().zip(&edges[..players]) {
            let can_move = |&tile: &u16| !(ice.neighbours(tile) & ice.free()).is_empty();
            let movable = herd.into_iter().filter(can_move);
            *fish += movable.map(|tile| f32::from(ice.fish_of(tile).count())).sum::<f32>();
        }
    }
    let mut seen = [Bits::EMPTY; PLAYERS];
    let mut taken = Bits::EMPTY;
    for step in 0.. {
        let (mut once, mut twice) = (Bits::EMPTY, Bits::EMPTY);
        for (edge, seen) in edges[..players].iter_mut().zip(&mut seen) {
            *edge = if edge.is_empty() { *edge } else { slides.from(*edge) & !*seen };
            *seen = *seen | *edge;
            twice = twice | (once & *edge);
            once = once | *edge;
        }
        if once.is_empty() {
            break;
        }
        let worth = REACHED[step.min(REACHED.len() - 1)];
        for (fish, &edge) in fish.iter_mut().zip(&edges[..players]) {
            let first = edge & !taken;
            *fish += worth * ice.fish_on(first & !twice) as f32 + SHARED * ice.fish_on(first & twice) as f32;
        }
        taken = taken | once;
    }
    fish
}

/// Returns the value of expected final fish when `left` fish are still on the board.
fn likely(fish: &[f32; PLAYERS], players: usize, left: f32) -> Payoffs {
    Payoffs::of_expected(&fish[..players], SURE_LEAD + SURE_LEAD_FOR_ROOT * left.sqrt())
}

/// Evaluates territory on boards that are too large for bitboards.
pub(super) struct SheetTerritory {
    /// The first player to reach each cell and its distance in slides; valid if its number is that of the last search.
    marks: Vec<Mark>,
    walk: u32,
    queue: Vec<(Cell, u8)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    walk: u32,
    step: u16,
    by: u8,
    shared: bool,
}

impl SheetTerritory {
    pub(super) fn new(cells: usize) -> SheetTerritory {
        SheetTerritory { marks: vec![Mark::default(); cells], walk: 0, queue: Vec::new() }
    }

    /// Runs a breadth-first search from all penguins; nothing when the search must end first.
    fn walk(&mut self, position: &Position, timer: &mut ShallowTimer<'_>) -> Option<()> {
        self.walk += 1;
        self.queue.clear();
        for (by, (_, flock)) in (0u8..).zip(position.flocks()) {
            self.queue.extend(flock.iter().map(|&cell| (cell, by)));
        }
        let (mut from, mut step) = (0, 0);
        while from < self.queue.len() && self.queue.len() < MOST_FLOES {
            let until = self.queue.len();
            for at in from..until {
                let (cell, by) = self.queue[at];
                for to in position.ice().reach(cell) {
                    if timer.count_skipped() {
                        return None;
                    }
                    let mark = &mut self.marks[to.index()];
                    if mark.walk != self.walk {
                        *mark = Mark { walk: self.walk, step, by, shared: false };
                        self.queue.push((to, by));
                    } else if mark.step == step && mark.by != by {
                        mark.shared = true;
                    }
                }
                // On a huge board a few slides reach more floes than there is time for.
                if self.queue.len() >= MOST_FLOES {
                    break;
                }
            }
            (from, step) = (until, step + 1);
        }
        Some(())
    }
}

impl LeafEvaluator<Sheet> for SheetTerritory {
    fn evaluate(&mut self, position: &mut Position, timer: &mut ShallowTimer<'_>) -> Option<Payoffs> {
        let mut scores = [0; PLAYERS];
        let players = scores_of(position, &mut scores);
        if position.is_over() {
            return Some(payoffs_of_scores(&scores[..players]));
        }
        self.walk(position, timer)?;
        let mut fish = scores.map(|score| score as f32);
        let mut left = 0.0;
        let is_departure = position.rules().scoring == Scoring::Departure;
        for &(cell, by) in &self.queue {
            let here = f32::from(position.tile(cell).fish().count());
            let mark = self.marks[cell.index()];
            let by = usize::from(by);
            if position.ice().is_free(cell) {
                left += here;
                let worth = REACHED[usize::from(mark.step).min(REACHED.len() - 1)];
                fish[by] += here * if mark.shared { worth / 2.0 } else { worth };
            } else if is_departure && position.phase() == Phase::Movement {
                let is_stuck = !position.grid().neighbours(cell).any(|to| position.ice().is_free(to));
                fish[by] += if is_stuck { 0.0 } else { here };
            }
        }
        Some(likely(&fish, players, left))
    }
}
