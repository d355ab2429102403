//! A greedy player of Penguins: it takes the turn that looks best by fish and room to move.

use floe_rules::grid::Cell;
use floe_rules::penguins::{Ice, Move, Phase, Position, Scoring, Seat};
use floe_rules::random::{Random, scramble};

use crate::context::SearchContext;
use crate::scattered_order::ScatteredOrder;
use crate::search::{Choice, Progress, Search, Value};
use crate::timer::ShallowTimer;

/// How many tiles along each line count as room: tiles further away will be gone before they are reached.
const SIGHT: usize = 4;

/// The largest random error in the value of a turn, for each level below full strength.
const NOISE: u64 = 150;
/// The value of a fish.
const FISH: i64 = 100;
/// The value of a fish that the penguin could take with its next turn.
const FISH_IN_SIGHT: i64 = 6;
/// The value of a tile that the penguin could go to.
const ROOM: i64 = 10;
/// The value of a penguin that cannot move after the turn.
const STUCK: i64 = -150;
/// The value of standing beside a penguin of another player.
const CROWDING: i64 = 12;

/// Takes the turn that looks best one turn ahead.
///
/// It plays on boards of any size, and its levels add random errors to the values of turns.
#[derive(Clone, Debug, Default)]
pub struct PenguinsGreedy;

impl Search for PenguinsGreedy {
    type Position = Position;
    type Move = Move;

    fn search(
        &mut self,
        position: &Position,
        mut context: SearchContext<'_, Progress<Move>>,
    ) -> Option<Choice<Move>> {
        let (budget, limits) = (context.budget.clone(), context.limits().clone());
        let seat = position.to_move()?;
        let mut random = Random::new(scramble(limits.seed) ^ position.hash());
        let mut best: Option<(i64, Move)> = None;
        let mut timer = ShallowTimer::new(&budget);
        let noise = limits.level.noise(NOISE);
        let mut consider = |turn: Move, random: &mut Random| {
            let value = turn_value(position, seat, turn) + random.below(noise + 1).cast_signed();
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, turn));
            }
            timer.count_node()
        };
        // Turns are evaluated as they are generated: on a large board a list of them would take too long.
        match position.phase() {
            Phase::Placement => {
                let order = ScatteredOrder::new(position.grid().cells(), &mut random);
                let starts =
                    order.map(|index| Cell(index as u32)).filter(|&cell| position.tile(cell).is_start());
                for cell in starts {
                    if consider(Move::Place(cell), &mut random) {
                        break;
                    }
                }
            }
            Phase::Movement => {
                let flock = position.flock(seat).map_or(&[][..], |flock| flock);
                let order = ScatteredOrder::new(flock.len(), &mut random);
                'penguins: for from in order.map(|index| flock[index]) {
                    for to in position.ice().reach(from) {
                        if consider(Move::Slide { from, to }, &mut random) {
                            break 'penguins;
                        }
                    }
                }
            }
            Phase::Over => {}
        }
        let nodes = timer.nodes();
        let (value, turn) = best?;
        let progress = Progress {
            depth: 1,
            nodes,
            elapsed: budget.elapsed(),
            value: Value(lead(position, seat) * FISH + value),
            line: vec![turn],
            considered: Vec::new(),
        };
        context.report(&progress);
        Some(Choice { turn, progress })
    }
}

/// Returns the lead of a player over the best of the others, in fish.
pub(crate) fn lead(position: &Position, seat: Seat) -> i64 {
    let score =
        |seat| position.score(seat).map_or(0, |score| i64::try_from(score).unwrap_or(i64::MAX / 1024));
    let rival = position.seats().filter(|&other| other != seat).map(score).max().unwrap_or(0);
    score(seat) - rival
}

fn turn_value(position: &Position, seat: Seat, turn: Move) -> i64 {
    let (from, to) = match turn {
        Move::Place(at) => (None, at),
        Move::Slide { from, to } => (Some(from), to),
    };
    let fish = |cell: Cell| i64::from(position.tile(cell).fish().count());
    // Where fish are scored on departure, those at the target count only if the penguin can move on.
    let (gained, waiting) = match position.rules().scoring {
        Scoring::Arrival => (fish(to), 0),
        Scoring::Departure => (from.map_or(0, fish), fish(to)),
    };
    let there = sight(position, to, from);
    let here = from.map_or(0, |from| sight(position, from, None).room_value());
    let waiting = if there.room == 0 { 0 } else { waiting * FISH * 3 / 4 };
    gained * FISH + waiting + there.room_value() - here + CROWDING * crowd(position, seat, to)
}

/// The room and fish around a cell.
struct Sight {
    room: i64,
    fish: i64,
}

impl Sight {
    fn room_value(&self) -> i64 {
        if self.room == 0 { STUCK } else { self.room * ROOM + self.fish * FISH_IN_SIGHT }
    }
}

/// Counts what a penguin could reach from a cell after the floe at `left` is gone.
fn sight(position: &Position, cell: Cell, left: Option<Cell>) -> Sight {
    let grid = position.grid();
    let mut around = Sight { room: 0, fish: 0 };
    for &way in grid.topology().directions() {
        for to in grid.line(cell, way).take(SIGHT) {
            if !position.ice().is_free(to) || Some(to) == left {
                break;
            }
            around.room += 1;
            around.fish += i64::from(position.tile(to).fish().count());
        }
    }
    around
}

/// Counts the penguins of other players beside a cell.
fn crowd(position: &Position, seat: Seat, cell: Cell) -> i64 {
    let others = |cell: &Cell| position.tile(*cell).seat().is_some_and(|other| other != seat);
    position.grid().neighbours(cell).filter(others).map(|_| 1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Limits, MonotonicClock, Stop};
    use floe_rules::board_file;
    use floe_rules::penguins::{RuleSet, Stage};

    fn position(text: &str) -> Position {
        let setup = board_file::read(text.as_bytes()).unwrap();
        Position::new(&setup, &RuleSet::SQUARE, &Stage::Movement).unwrap()
    }

    fn choose(position: &Position, limits: &Limits) -> Option<Move> {
        let mut reports = 0;
        let choice = {
            let (clock, mut count) = (MonotonicClock::start(), |_: &_| reports += 1);
            PenguinsGreedy.search(position, SearchContext::new(limits, &clock).with_report(&mut count))
        };
        assert_eq!(reports, u32::from(choice.is_some()));
        choice.map(|choice| choice.turn)
    }

    #[test]
    fn three_fish_are_better_than_one() {
        let position = position("1 5\n30 01 10 10 10\nA 1 1\n");
        let west = Move::Slide { from: Cell(1), to: Cell(0) };
        assert_eq!(choose(&position, &Limits::default()), Some(west));
    }

    #[test]
    fn a_finished_game_has_no_turn() {
        assert_eq!(choose(&position("1 2\n00 01\nA 1 1\n"), &Limits::default()), None);
    }

    #[test]
    fn the_same_seed_gives_the_same_turn_and_a_stopped_search_still_answers() {
        let position = position("4 4\n10 10 10 10\n10 01 10 10\n10 10 02 10\n10 10 10 10\nA 1 1\nB 2 1\n");
        for level in 1..=10 {
            let limits =
                Limits { level: Level::new(level).unwrap(), seed: 5, nodes: Some(7), ..Limits::default() };
            let turn = choose(&position, &limits).unwrap();
            assert_eq!(choose(&position, &limits), Some(turn));
            assert!(position.is_legal(turn));
        }
        let stop = Stop::default();
        stop.stop();
        let (limits, clock) = (Limits::default(), MonotonicClock::start());
        let choice =
            PenguinsGreedy.search(&position, SearchContext::new(&limits, &clock).with_stop(&stop)).unwrap();
        assert!(position.is_legal(choice.turn));
        assert!(choice.progress.nodes <= 64);
    }
}
