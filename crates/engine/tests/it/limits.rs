//! The limits of a search of Gamma: nodes, the stop flag and time; and the seed.

use std::time::Duration;

use floe_engine::{Choice, GammaEngine, Level, Limits, Search, Stop};
use floe_rules::gamma::{Gamma, Move, Turns};

use crate::context;

fn search(turns: &Turns, limits: &Limits) -> Choice<Move> {
    GammaEngine::default().search(turns, context(limits)).unwrap()
}

/// Returns a game of two after so many turns.
fn begun(side: u32, areas: u32, made: u64) -> Turns {
    let mut turns = Turns::new(Gamma::new(side, side, 2, areas).unwrap());
    for seed in 0..made {
        let turn = search(&turns, &Limits { seed, nodes: Some(20), ..Limits::default() }).turn;
        turns.play(turn).unwrap();
    }
    turns
}

#[test]
fn nodes_are_counted_and_limited() {
    let turns = begun(30, 100, 20);
    for nodes in [1, 2, 63, 64, 65, 200] {
        let choice = search(&turns, &Limits { nodes: Some(nodes), ..Limits::default() });
        assert_eq!(choice.progress.nodes, nodes);
        assert!(turns.clone().play(choice.turn).is_ok());
    }
}

#[test]
fn the_same_seed_and_nodes_give_the_same_turn() {
    let turns = begun(20, 9, 6);
    let mut seen = std::collections::HashSet::new();
    for seed in 0..20 {
        let level = Level::new(1 + (seed % 10) as u8).unwrap();
        let limits = Limits { seed, level, nodes: Some(100), ..Limits::default() };
        let choice = search(&turns, &limits);
        let again = search(&turns, &limits);
        assert_eq!(
            (choice.turn, choice.progress.value, choice.progress.nodes),
            (again.turn, again.progress.value, again.progress.nodes)
        );
        seen.insert(choice.turn);
    }
    assert!(seen.len() > 1, "{seen:?}");
}

#[test]
fn a_stopped_or_late_search_answers_at_once() {
    let turns = begun(200, 5, 10);
    let stop = Stop::default();
    stop.stop();
    let stopped =
        GammaEngine::default().search(&turns, context(&Limits::default()).with_stop(&stop)).unwrap();
    let late = search(&turns, &Limits::for_time(Duration::ZERO));
    for choice in [stopped, late] {
        assert!(choice.progress.nodes <= 64, "{}", choice.progress.nodes);
        assert!(turns.clone().play(choice.turn).is_ok());
    }
}

#[test]
fn one_free_cell_of_a_million_is_found_even_when_late() {
    let mut turns = Turns::new(Gamma::new(1_000_000, 1, 2, 1).unwrap());
    // Player 1 is enclosed at the left edge, apart from one free cell.
    for x in [1, 2] {
        assert!(turns.take(x, 0));
    }
    let limits = Limits { nodes: Some(1), time: Some(Duration::ZERO), ..Limits::default() };
    let choice = search(&turns, &limits);
    assert_eq!(choice.turn, Move::Take { x: 0, y: 0 });
    assert_eq!(choice.progress.line, [choice.turn]);
}

#[test]
fn a_golden_move_is_made_when_there_is_no_other_turn() {
    // Player 1 holds the cell at the edge, enclosed by player 2.
    let mut turns = Turns::new(Gamma::new(5, 1, 2, 1).unwrap());
    for x in [0, 1] {
        assert!(turns.take(x, 0));
    }
    // The cell of player 2 is its only one, so it can be taken.
    assert_eq!(search(&turns, &Limits::default()).turn, Move::Golden { x: 1, y: 0 });
    turns.pass();
    assert!(turns.take(2, 0));
    // Now (1, 0) is the end of an area, and can still be taken.
    for nodes in [None, Some(0), Some(1)] {
        let choice = search(&turns, &Limits { nodes, ..Limits::default() });
        assert_eq!(choice.turn, Move::Golden { x: 1, y: 0 });
    }
}

#[test]
fn with_nothing_but_golden_moves_a_legal_one_is_found_among_illegal_ones() {
    // The board is full, and each player holds one area of which only some cells can be taken.
    let mut turns = Turns::new(Gamma::new(3, 3, 2, 1).unwrap());
    let moves = [(1, 1), (0, 0), (2, 1), (1, 0), (2, 2), (2, 0), (1, 2), (0, 1), (0, 2)];
    for (x, y) in moves {
        assert!(turns.take(x, y), "{x} {y}");
    }
    while let Some(player) = turns.to_move() {
        for seed in 0..10 {
            let limits = Limits { seed, nodes: Some(1), ..Limits::default() };
            let turn = search(&turns, &limits).turn;
            assert!(matches!(turn, Move::Golden { .. }), "{player}: {turn}");
            assert!(turns.clone().play(turn).is_ok(), "{player}: {turn}");
        }
        turns.play(search(&turns, &Limits::default()).turn).unwrap();
    }
}
