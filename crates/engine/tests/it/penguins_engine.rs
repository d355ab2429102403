//! The engine for Penguins: tactics, legal games, limits and strength.

use std::num::NonZeroUsize;

use floe_engine::{Level, Limits, MonotonicClock, PenguinsEngine, Progress, Search, Stop, bench, reference};
use floe_rules::board_file;
use floe_rules::generate::{Recipe, Shape, generate};
use floe_rules::grid::Layout;
use floe_rules::penguins::{Move, Phase, Position, RuleSet, Seat, Stage};

use crate::context;

fn start(rules: RuleSet, side: u32, players: u8, penguins: u32, seed: u64) -> Position {
    let shape = if rules == RuleSet::CLASSIC { Shape::Classic } else { Shape::Full };
    let recipe = Recipe { shape, players, penguins, seed, ..Recipe::plain(rules, side, side) };
    let setup = generate(&recipe).unwrap();
    let stage = Stage::Placement { penguins, seats: setup.seats_for(players) };
    Position::new(&setup, &rules, &stage).unwrap()
}

fn nodes(count: u64) -> Limits {
    Limits { nodes: Some(count), ..Limits::default() }
}

fn choose(position: &Position, limits: &Limits) -> Move {
    PenguinsEngine::default().search(position, context(limits)).unwrap().turn
}

/// Plays a game with the first player in one seat and the second in all others; returns the share of the first.
fn play(
    mut position: Position,
    seat: Seat,
    first: &mut dyn Search<Position = Position, Move = Move>,
    second: &mut dyn Search<Position = Position, Move = Move>,
    limits: &Limits,
) -> f64 {
    while let Some(now) = position.to_move() {
        let choice = if now == seat {
            first.search(&position, context(limits))
        } else {
            second.search(&position, context(limits))
        };
        let choice = choice.unwrap();
        let _ = position.play(choice.turn).unwrap();
    }
    let leaders = position.leaders();
    if leaders.contains(&seat) { 1.0 / leaders.len() as f64 } else { 0.0 }
}

#[test]
fn a_turn_that_traps_a_penguin_is_found() {
    // Only a slide to the right end of the upper row traps the other penguin.
    let text = "2 5\n01 10 10 10 10\n00 00 00 00 02\nA 1 1\nB 2 1\n";
    let setup = board_file::read(text.as_bytes()).unwrap();
    let position = Position::new(&setup, &RuleSet::SQUARE, &Stage::Movement).unwrap();
    let turn = choose(&position, &nodes(1000));
    assert_eq!(turn.notation(&position.grid()).to_string(), "r1c1-r1c5");
}

#[test]
fn games_under_all_rules_are_played_to_their_end() {
    let mut kinds = vec![(RuleSet::SQUARE, 6), (RuleSet::CLASSIC, 8)];
    kinds.extend(Layout::ALL.map(|layout| (RuleSet::HEX.with_layout(layout).unwrap(), 6)));
    for (rules, side) in kinds {
        for players in 2..=4 {
            let mut position = start(rules, side, players, 2, u64::from(players));
            let mut player = PenguinsEngine::default();
            while !position.is_over() {
                let choice = player.search(&position, context(&nodes(300))).unwrap();
                let _ = position.play(choice.turn).unwrap();
            }
        }
    }
}

#[test]
fn boards_of_any_size_are_played() {
    for (rules, side, players) in [(RuleSet::SQUARE, 20, 5), (RuleSet::HEX, 40, 3), (RuleSet::SQUARE, 100, 2)]
    {
        let mut position = start(rules, side, players, 3, 7);
        let mut player = PenguinsEngine::default();
        for _ in 0..30 {
            let choice = player.search(&position, context(&nodes(500))).unwrap();
            let _ = position.play(choice.turn).unwrap();
        }
    }
}

#[test]
fn the_same_nodes_and_seed_give_the_same_turn_and_a_stopped_search_answers() {
    let stopped = Stop::default();
    stopped.stop();
    for players in [2, 3] {
        let position = start(RuleSet::SQUARE, 8, players, 2, 3);
        for level in 1..=10 {
            let limits = Limits { level: Level::new(level).unwrap(), seed: 5, ..nodes(800) };
            assert_eq!(choose(&position, &limits), choose(&position, &limits), "level {level}");
            let choice =
                PenguinsEngine::default().search(&position, context(&limits).with_stop(&stopped)).unwrap();
            assert!(position.is_legal(choice.turn), "level {level}");
        }
    }
}

#[test]
fn two_threads_share_one_table() {
    let position = start(RuleSet::CLASSIC, 8, 2, 4, 1);
    let limits = Limits { threads: NonZeroUsize::new(2).unwrap(), depth: Some(3), ..Limits::default() };
    let mut depths = Vec::new();
    let choice = PenguinsEngine::default()
        .search(&position, context(&limits).with_report(&mut |progress| depths.push(progress.depth)))
        .unwrap();
    assert!(position.is_legal(choice.turn));
    assert_eq!(depths, [1, 2, 3]);
}

#[test]
fn greedy_players_are_beaten() {
    let mut share = 0.0;
    let mut games = 0.0;
    for seed in 0..5 {
        for rules in [RuleSet::SQUARE, RuleSet::CLASSIC] {
            for seat in Seat::all().take(2) {
                let position = start(rules, 8, 2, 3, seed);
                let (mut one, mut two) = (PenguinsEngine::default(), reference::PenguinsGreedy);
                share += play(position, seat, &mut one, &mut two, &nodes(1000));
                games += 1.0;
            }
        }
    }
    assert!(share / games >= 0.9, "{share} of {games}");
}

#[test]
fn several_greedy_players_are_beaten_too() {
    let mut share = 0.0;
    let mut games = 0.0;
    for seed in 0..4 {
        for seat in Seat::all().take(4) {
            let position = start(RuleSet::SQUARE, 8, 4, 2, seed);
            let (mut one, mut two) = (PenguinsEngine::default(), reference::PenguinsGreedy);
            share += play(position, seat, &mut one, &mut two, &nodes(1000));
            games += 1.0;
        }
    }
    assert!(share / games >= 0.45, "{share} of {games}, a quarter would be equal");
}

#[test]
fn the_benchmark_is_deterministic() {
    let count = || bench(&MonotonicClock::start()).iter().map(|timing| timing.nodes).collect::<Vec<_>>();
    assert_eq!(count(), count());
}

#[test]
fn all_windows_of_a_huge_board_get_their_share() {
    let mut position = start(RuleSet::SQUARE, 100, 3, 3, 5);
    while position.phase() == Phase::Placement {
        let turn = choose(&position, &nodes(50));
        let _ = position.play(turn).unwrap();
    }
    let mut report = |progress: &Progress<Move>| {
        let from = |turn: &Move| turn.cells().next();
        let mut penguins: Vec<_> =
            progress.considered.iter().map(|considered| from(&considered.turn)).collect();
        penguins.sort_unstable();
        penguins.dedup();
        assert!(penguins.len() > 1, "{penguins:?}");
    };
    for threads in [1, 3] {
        let limits = Limits { threads: NonZeroUsize::new(threads).unwrap(), ..nodes(600) };
        let context = context(&limits).with_report(&mut report);
        let choice = PenguinsEngine::default().search(&position, context).unwrap();
        // A window may end a node late.
        assert!((500..=610 * threads as u64).contains(&choice.progress.nodes), "{}", choice.progress.nodes);
    }
}
