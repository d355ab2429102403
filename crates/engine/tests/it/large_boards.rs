//! Boards of more than 256 tiles: they are searched as a whole, placements too, and only the largest in windows.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use floe_engine::{Choice, Clock, Limits, PenguinsEngine, Search, SearchContext, reference};
use floe_rules::generate::{Recipe, generate};
use floe_rules::penguins::{Move, Position, RuleSet, Stage};

use crate::context;

fn start(rules: RuleSet, rows: u32, cols: u32, seed: u64) -> Position {
    let setup =
        generate(&Recipe { holes: 10, penguins: 3, seed, ..Recipe::plain(rules, rows, cols) }).unwrap();
    let stage = Stage::Placement { penguins: 3, seats: setup.seats_for(2) };
    Position::new(&setup, &rules, &stage).unwrap()
}

/// Plays turns of the engine.
fn after(mut position: Position, turns: u32) -> Position {
    for _ in 0..turns {
        let turn = search(&position, &Limits::for_nodes(30)).turn;
        let _ = position.play(turn).unwrap();
    }
    position
}

fn search(position: &Position, limits: &Limits) -> Choice<Move> {
    PenguinsEngine::default().search(position, context(limits)).unwrap()
}

const RULES: [RuleSet; 3] = [RuleSet::SQUARE, RuleSet::HEX, RuleSet::CLASSIC];

#[test]
fn the_search_uses_its_nodes_and_repeats_itself() {
    for (rules, (rows, cols)) in RULES.into_iter().zip([(30, 30), (60, 20), (25, 40)]) {
        for turns in [0, 8] {
            let position = after(start(rules, rows, cols, 5), turns);
            let limits = Limits::for_nodes(3_000);
            let choice = search(&position, &limits);
            assert!(position.is_legal(choice.turn));
            assert!((2_900..=3_100).contains(&choice.progress.nodes), "{} nodes", choice.progress.nodes);
            assert!(choice.progress.depth > 1, "depth {}", choice.progress.depth);
            assert_eq!(search(&position, &limits).turn, choice.turn);
        }
    }
}

#[test]
fn values_are_those_of_the_whole_board_and_the_same_from_both_sides() {
    for (rules, seed) in RULES.into_iter().zip(1..) {
        let mut position = after(start(rules, 26, 26, seed), 20);
        let limits = Limits::for_nodes(2_000);
        let ones = search(&position, &limits).progress.value.0;
        let other = position.seats().find(|&seat| Some(seat) != position.to_move()).unwrap();
        position.set_turn(other);
        let others = search(&position, &limits).progress.value.0;
        // Each has the advantage of the turn, which is a few fish.
        assert!((ones + others).abs() < 4_000, "{ones} and {others}");
    }
}

#[test]
fn greedy_play_is_beaten_by_far() {
    for (rules, seed) in RULES.into_iter().zip(1..) {
        let mut position = start(rules, 24, 24, seed);
        let us = position.to_move().unwrap();
        let mut engine = PenguinsEngine::default();
        while let Some(seat) = position.to_move() {
            let choice = if seat == us {
                engine.search(&position, context(&Limits::for_nodes(150)))
            } else {
                reference::PenguinsGreedy.search(&position, context(&Limits::default()))
            };
            let _ = position.play(choice.unwrap().turn).unwrap();
        }
        let score = |seat| position.score(seat).unwrap().cast_signed();
        let lead: i64 =
            position.seats().map(|seat| if seat == us { score(seat) } else { -score(seat) }).sum();
        assert!(lead > 50, "a lead of {lead}");
    }
}

#[test]
fn the_largest_boards_are_searched_in_windows_within_the_time() {
    for (rows, cols) in [(70, 70), (10, 500), (300, 300)] {
        let mut position = start(RuleSet::SQUARE, rows, cols, 3);
        for _ in 0..10 {
            let choice = search(&position, &Limits::for_nodes(500));
            assert!(position.is_legal(choice.turn) && choice.progress.nodes <= 1_100);
            let _ = position.play(choice.turn).unwrap();
        }
        let choice = search(&position, &Limits::for_time(Duration::from_millis(200)));
        assert!(position.is_legal(choice.turn) && choice.progress.depth > 1);
    }
}

/// A clock that stands still and counts how often it is read.
#[derive(Debug, Default)]
struct CountingClock(AtomicU64);

impl Clock for CountingClock {
    fn now(&self) -> Duration {
        self.0.fetch_add(1, Ordering::Relaxed);
        Duration::ZERO
    }
}

#[test]
fn the_clock_is_read_more_often_where_nodes_take_longer() {
    for (side, most_nodes) in [(24, 40), (60, 10)] {
        let position = after(start(RuleSet::SQUARE, side, side, 1), 6);
        let clock = CountingClock::default();
        let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::for_nodes(1_000) };
        let choice =
            PenguinsEngine::default().search(&position, SearchContext::new(&limits, &clock)).unwrap();
        let readings = clock.0.into_inner();
        assert!(choice.progress.nodes <= most_nodes * readings, "{readings} readings on {side} x {side}");
    }
}
