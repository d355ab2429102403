//! Whole games of Gamma: every turn is legal, nobody passes, and the game ends.

use floe_engine::{GammaEngine, Level, Limits, Search};
use floe_rules::gamma::{Gamma, Move, Turns};

use crate::context;

/// Plays a game with the engine in all seats; returns the number of turns.
fn play(width: u32, height: u32, players: u32, areas: u32, limits: &Limits) -> u64 {
    let game = format!("{width} x {height}, {players} players, {areas} areas, {limits:?}");
    let mut turns = Turns::new(Gamma::new(width, height, players, areas).unwrap());
    let mut made = 0;
    let mut golden = 0;
    while turns.to_move().is_some() {
        let mut reports = 0;
        let choice =
            GammaEngine::default().search(&turns, context(limits).with_report(&mut |_| reports += 1));
        let turn = choice.unwrap_or_else(|| panic!("no turn: {game}")).turn;
        assert!(reports > 0, "no report: {game}");
        assert_ne!(turn, Move::Pass, "{game}");
        turns.play(turn).unwrap_or_else(|why| panic!("{turn}: {why}: {game}"));
        made += 1;
        golden += u64::from(matches!(turn, Move::Golden { .. }));
    }
    let cells = u64::from(width) * u64::from(height);
    assert!(golden <= u64::from(players) && made <= cells + golden, "{game}");
    assert_eq!(made - golden, cells - turns.game().empty(), "{game}");
    assert!(GammaEngine::default().search(&turns, context(limits)).is_none(), "{game}");
    made
}

#[test]
fn games_of_all_shapes_are_played_to_their_end() {
    let shapes = [(1, 1), (1, 2), (2, 1), (1, 9), (17, 1), (2, 2), (3, 3), (5, 4), (4, 9), (12, 12)];
    for (width, height) in shapes {
        for players in [1, 2, 3, 7, 40] {
            for areas in [1, 2, 3, 100] {
                let seed = u64::from(width * 1000 + players * 10 + areas);
                play(width, height, players, areas, &Limits { seed, nodes: Some(150), ..Limits::default() });
            }
        }
    }
}

#[test]
fn games_of_all_levels_and_few_nodes_are_played_to_their_end() {
    for level in 1..=10 {
        for nodes in [0, 1, 5, 64, 20000] {
            for seed in 0..4 {
                let level = Level::new(level).unwrap();
                let limits = Limits { level, nodes: Some(nodes), seed, ..Limits::default() };
                play(6, 7, 3, 1 + seed as u32, &limits);
            }
        }
    }
}

#[test]
fn a_single_player_takes_the_whole_board() {
    for areas in 1..=4 {
        assert_eq!(play(9, 7, 1, areas, &Limits { nodes: Some(500), ..Limits::default() }), 63);
    }
}

#[test]
fn games_on_boards_larger_than_the_window_are_played_to_their_end() {
    play(40, 40, 2, 3, &Limits { nodes: Some(64), ..Limits::default() });
    play(400, 3, 5, 2, &Limits { nodes: Some(32), ..Limits::default() });
}

#[test]
fn billions_of_players_and_areas_are_possible() {
    let mut turns = Turns::new(Gamma::new(6, 6, u32::MAX, u32::MAX).unwrap());
    for _ in 0..30 {
        let choice = GammaEngine::default().search(&turns, context(&Limits::default())).unwrap();
        turns.play(choice.turn).unwrap();
    }
    assert_eq!(turns.to_move(), Some(31));
}

#[test]
fn the_golden_move_is_not_wasted_on_a_cell_that_is_a_whole_area() {
    // An earlier engine took the first cell of the other at once, which gained nothing.
    for areas in 1..=3 {
        let mut turns = Turns::new(Gamma::new(9, 9, 2, areas).unwrap());
        for _ in 0..2 {
            let choice = GammaEngine::default().search(&turns, context(&Limits::default())).unwrap();
            assert!(matches!(choice.turn, Move::Take { .. }), "{areas} areas: {}", choice.turn);
            turns.play(choice.turn).unwrap();
        }
    }
}
