//! Gamma on boards that are too large for bitboards, and with many players: the search in windows.

use std::time::Duration;

use floe_engine::{Choice, GammaEngine, Level, Limits, Progress, Search, Stop};
use floe_rules::gamma::{Gamma, Move, Turns};
use floe_rules::random::Random;

use crate::context;

fn search(turns: &Turns, limits: &Limits) -> Choice<Move> {
    GammaEngine::default().search(turns, context(limits)).unwrap()
}

/// Returns a game after random turns; some of them are golden moves.
fn begun(width: u32, height: u32, players: u32, areas: u32, made: u32) -> Turns {
    let mut turns = Turns::new(Gamma::new(width, height, players, areas).unwrap());
    let mut random = Random::new(u64::from(made + width));
    let (mut made, mut tried) = (made, 0);
    while made > 0 && tried < 200_000 && turns.to_move().is_some() {
        let (x, y) = (random.below(width.into()) as u32, random.below(height.into()) as u32);
        tried += 1;
        made -= u32::from(turns.take(x, y) || random.below(50) == 0 && turns.take_golden(x, y));
    }
    turns
}

#[test]
fn turns_and_reports_are_legal_on_large_boards_and_with_many_players() {
    let games =
        [(63, 63, 2), (64, 64, 3), (100, 70, 5), (200, 30, 2), (9, 600, 4), (20, 20, 17), (40, 40, 50)];
    for (width, height, players) in games {
        for (areas, made) in [(1, 5), (2, 300), (3, 2000), (40, 3000)] {
            let mut turns = begun(width, height, players, areas, made);
            for seed in 0..3 {
                if turns.to_move().is_none() {
                    break;
                }
                let mut check = |progress: &Progress<Move>| {
                    assert_eq!(turns.clone().play(progress.line[0]), Ok(()), "{width} x {height}, {players}");
                };
                let limits = Limits { seed, nodes: Some(400), ..Limits::default() };
                let context = context(&limits).with_report(&mut check);
                let choice = GammaEngine::default().search(&turns, context).unwrap();
                assert!(choice.progress.nodes <= 400, "{}", choice.progress.nodes);
                let is_listed = choice.progress.considered.iter().any(|seen| seen.turn == choice.turn);
                assert!(is_listed || choice.progress.considered.is_empty());
                turns.play(choice.turn).unwrap();
            }
        }
    }
}

#[test]
fn games_in_windows_are_played_to_their_end() {
    for (width, height, players, areas) in [(8, 8, 17, 1), (9, 7, 30, 2), (100, 1, 20, 1)] {
        let mut turns = begun(width, height, players, areas, width * height / 2);
        while turns.to_move().is_some() {
            let turn = search(&turns, &Limits { nodes: Some(120), ..Limits::default() }).turn;
            turns.play(turn).unwrap_or_else(|why| panic!("{turn}: {why}"));
        }
    }
}

#[test]
fn the_same_seed_and_nodes_give_the_same_result() {
    for (side, players, nodes) in [(70, 2, 1500), (70, 2, 12_000), (30, 25, 1500)] {
        let turns = begun(side, side, players, 3, 200);
        for seed in 0..3 {
            let limits = Limits { seed, nodes: Some(nodes), ..Limits::default() };
            let (one, other) = (search(&turns, &limits).progress, search(&turns, &limits).progress);
            assert_eq!((one.line, one.value, one.nodes), (other.line, other.value, other.nodes));
        }
    }
}

#[test]
fn windows_are_searched_deeper_than_one_turn_and_levels_limit_them() {
    let turns = begun(80, 80, 2, 2, 100);
    let nodes = |level| {
        let limits = Limits { level: Level::new(level).unwrap(), ..Limits::default() };
        search(&turns, &limits).progress.nodes
    };
    assert!(nodes(5) < nodes(7) && nodes(7) < nodes(9) && nodes(9) < nodes(10));
    assert!(search(&turns, &Limits::for_nodes(5_000)).progress.depth > 1);
}

#[test]
fn a_stopped_or_late_search_answers_at_once() {
    let stop = Stop::default();
    stop.stop();
    for (side, players) in [(300, 2), (30, 40)] {
        let turns = begun(side, side, players, 3, 400);
        let stopped =
            GammaEngine::default().search(&turns, context(&Limits::default()).with_stop(&stop)).unwrap();
        let late = search(&turns, &Limits::for_time(Duration::ZERO));
        for choice in [stopped, late] {
            assert!(choice.progress.nodes <= 64, "{}", choice.progress.nodes);
            assert!(turns.clone().play(choice.turn).is_ok());
        }
    }
}
