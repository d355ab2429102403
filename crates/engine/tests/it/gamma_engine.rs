//! The engine for Gamma: how it uses its time, its areas and its golden move.

use std::time::{Duration, Instant};

use floe_engine::reference::GammaGreedy;
use floe_engine::{Choice, GammaEngine, Level, Limits, Progress, Search};
use floe_rules::gamma::{Gamma, Move, Turns};

use crate::context;

fn search(turns: &Turns, limits: &Limits) -> Choice<Move> {
    GammaEngine::default().search(turns, context(limits)).unwrap()
}

/// Sets up a game of two from a picture, highest row first, in which player 1 is to move.
///
/// A player whose golden move is used took one of its cells from the other with it.
fn set_up(picture: &str, areas: u32, golden_used: &[u32]) -> Turns {
    let rows: Vec<&str> = picture.split_whitespace().collect();
    let mut turns = Turns::new(Gamma::new(rows[0].len() as u32, rows.len() as u32, 2, areas).unwrap());
    let mut wanted: Vec<(u32, u32, u32)> = Vec::new();
    for (y, row) in rows.iter().rev().enumerate() {
        for (x, letter) in row.bytes().enumerate().filter(|&(_, letter)| letter != b'.') {
            wanted.push((u32::from(letter - b'0'), x as u32, y as u32));
        }
    }
    let mut play = |player: u32, turn: Move| {
        if turns.to_move() != Some(player) {
            turns.pass();
        }
        assert_eq!(turns.to_move(), Some(player), "{picture}");
        turns.play(turn).is_ok()
    };
    for &player in golden_used {
        let at = wanted.iter().position(|&(owner, ..)| owner == player).unwrap();
        let (_, x, y) = wanted.swap_remove(at);
        assert!(play(3 - player, Move::Take { x, y }) && play(player, Move::Golden { x, y }), "{picture}");
        // All its further cells are connected with this one.
        wanted.sort_by_key(|&(owner, x2, y2)| (owner != player, x.abs_diff(x2) + y.abs_diff(y2)));
        while let Some(at) =
            wanted.iter().position(|&(owner, x, y)| owner == player && play(owner, Move::Take { x, y }))
        {
            wanted.remove(at);
        }
    }
    while !wanted.is_empty() {
        let at = wanted.iter().position(|&(player, x, y)| play(player, Move::Take { x, y }));
        wanted.remove(at.expect("the picture keeps to the areas"));
    }
    if turns.to_move() != Some(1) {
        turns.pass();
    }
    assert_eq!(turns.to_move(), Some(1), "{picture}");
    turns
}

#[test]
fn a_forced_turn_is_made_at_once() {
    let forced = search(&set_up("..2 122 122", 1, &[1, 2]), &Limits::default());
    assert_eq!((forced.turn, forced.progress.nodes), (Move::Take { x: 0, y: 2 }, 1));
    let free = search(&set_up("..2 1.2 122", 1, &[1, 2]), &Limits::default());
    assert!(free.progress.nodes > 1, "two turns are a choice");
}

#[test]
fn decided_games_are_counted_and_not_searched() {
    // Neither player can reach the other's territory any more: 15 cells against 5.
    let turns = set_up("..12 ..12 ..12 ..12 ..12", 1, &[1, 2]);
    let choice = search(&turns, &Limits::default());
    assert_eq!((choice.progress.nodes, choice.progress.value.0), (1, 1000));
}

#[test]
fn the_golden_move_is_made_where_only_it_saves_the_game() {
    // Player 1 has one cell to take, and the cells behind the wall are enough for player 2 to win. A breach leads on
    // only at the top, and only until player 2 has taken the cell behind it.
    let turns = set_up("11112..... 11112..... 111122.... 1111.2.... 111122....", 1, &[2]);
    for seed in 0..5 {
        let choice = search(&turns, &Limits { nodes: Some(20_000), seed, ..Limits::default() });
        assert!(matches!(choice.turn, Move::Golden { .. }), "{}", choice.turn);
        assert!(choice.progress.value.0 > 0, "{:?}", choice.progress);
    }
}

#[test]
fn the_last_area_is_started_where_growth_cannot_reach() {
    // The territory at the left is safe and can be reached by growing; that at the right needs an area.
    let turns = set_up("...12.... ...12.... ...12.... 11112.... 21112....", 2, &[1, 2]);
    for seed in 0..5 {
        let choice = search(&turns, &Limits { nodes: Some(5_000), seed, ..Limits::default() });
        assert!(matches!(choice.turn, Move::Take { x: 5.., .. }), "{}", choice.turn);
    }
}

#[test]
fn a_search_with_one_thread_and_a_node_limit_is_deterministic() {
    for (side, players) in [(9, 2), (14, 3), (40, 2)] {
        let mut turns = Turns::new(Gamma::new(side, side, players, 3).unwrap());
        for seed in 0..8 {
            let limits = Limits { seed, nodes: Some(1500), ..Limits::default() };
            let (one, other) = (search(&turns, &limits), search(&turns, &limits));
            assert_eq!(one.progress.line, other.progress.line);
            assert_eq!(one.progress.value, other.progress.value);
            assert_eq!(one.progress.nodes, other.progress.nodes);
            turns.play(one.turn).unwrap();
        }
    }
}

#[test]
fn every_line_can_be_played_and_every_report_has_one() {
    let mut turns = Turns::new(Gamma::new(10, 8, 3, 2).unwrap());
    while turns.to_move().is_some() {
        let mut check = |progress: &Progress<Move>| {
            let mut line = turns.clone();
            progress.line.iter().for_each(|turn| line.play(*turn).unwrap());
            assert!(!progress.line.is_empty() && progress.depth as usize == progress.line.len());
        };
        let limits = Limits { nodes: Some(3000), ..Limits::default() };
        let choice = GammaEngine::default().search(&turns, context(&limits).with_report(&mut check)).unwrap();
        check(&choice.progress);
        turns.play(choice.turn).unwrap();
    }
}

#[test]
fn a_depth_limit_is_kept() {
    let turns = set_up("....... ..1.... ....... ....2.. .......", 2, &[]);
    for depth in 1..=4 {
        let limits = Limits { depth: Some(depth), nodes: Some(5_000), ..Limits::default() };
        let seen = search(&turns, &limits).progress.depth;
        assert!((1..=u32::from(depth)).contains(&seen), "{seen} of {depth}");
    }
}

/// Prints how long turns with a time limit take; `gamma_contest` measures whole games.
#[test]
fn turns_with_a_deadline_are_legal_on_boards_of_all_sizes() {
    let allowed = Duration::from_millis(50);
    for (side, areas) in [(10, 3), (50, 3), (62, 100), (63, 3), (1000, 3)] {
        let mut turns = Turns::new(Gamma::new(side, side, 2, areas).unwrap());
        let mut longest = Duration::ZERO;
        for seed in 0..6 {
            let started = Instant::now();
            let limits = Limits { seed, ..Limits::for_time(allowed) };
            let choice = search(&turns, &limits);
            longest = longest.max(started.elapsed());
            turns.play(choice.turn).unwrap();
        }
        println!("{side} x {side}: {} ms of {}", longest.as_millis(), allowed.as_millis());
    }
}

/// Plays games of two with few nodes, each board from both seats; returns the share won by `one`.
fn share(games: u32, one: u8, mut other: impl FnMut(&Turns, u64) -> Move) -> f64 {
    let mut points = 0.0;
    for game in 0..games {
        let (kind, seat) = (game / 2, game % 2 + 1);
        let board = Gamma::new(8 + kind % 4, 8 + kind / 4 % 4, 2, 2 + kind % 3).unwrap();
        let mut turns = Turns::new(board);
        let mut made = u64::from(game) << 32;
        while let Some(player) = turns.to_move() {
            made += 1;
            let turn = if player == seat {
                let level = Level::new(one).unwrap();
                search(&turns, &Limits { level, seed: made, nodes: Some(1500), ..Limits::default() }).turn
            } else {
                other(&turns, made)
            };
            turns.play(turn).unwrap();
        }
        let (mine, rival) = (turns.game().busy(seat), turns.game().busy(3 - seat));
        points += if mine == rival { 0.5 } else { f64::from(u8::from(mine > rival)) };
    }
    points / f64::from(games)
}

#[test]
fn tree_search_beats_the_greedy_player() {
    let share = share(24, 10, |turns, seed| {
        let limits = Limits { seed, ..Limits::default() };
        GammaGreedy.search(turns, context(&limits)).unwrap().turn
    });
    println!("the search against one turn ahead: {share}");
    assert!(share >= 0.8, "{share}");
}

#[test]
fn the_first_level_that_searches_beats_the_one_below() {
    let share = share(60, 5, |turns, seed| {
        let limits = Limits { seed, level: Level::new(4).unwrap(), ..Limits::default() };
        search(turns, &limits).turn
    });
    println!("level 5 against level 4: {share}");
    assert!(share >= 0.6, "{share}");
}
