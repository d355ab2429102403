//! The turns that each method of the engine reports as considered.

use std::num::NonZeroUsize;

use floe_engine::gamma::GammaGreedy;
use floe_engine::penguins::PenguinsGreedy;
use floe_engine::{
    Choice, ConsideredTurn, GammaEngine, Level, Limits, PenguinsEngine, Progress, Search, Stop, reference,
};
use floe_rules::board_file;
use floe_rules::gamma::{Gamma, Turns};
use floe_rules::generate::{Recipe, Shape, generate};
use floe_rules::penguins::{Move, Position, RuleSet, Stage};

use crate::context;

fn start(rules: RuleSet, side: u32, players: u8) -> Position {
    let shape = if rules == RuleSet::CLASSIC { Shape::Classic } else { Shape::Full };
    let recipe = Recipe { shape, players, penguins: 2, seed: 3, ..Recipe::plain(rules, side, side) };
    let setup = generate(&recipe).unwrap();
    let stage = Stage::Placement { penguins: 2, seats: setup.seats_for(players) };
    Position::new(&setup, &rules, &stage).unwrap()
}

/// Places all penguins.
fn moving(rules: RuleSet, side: u32, players: u8) -> Position {
    let mut position = start(rules, side, players);
    for seed in 0..2 * u64::from(players) {
        let limits = Limits { seed, ..Limits::default() };
        let turn = PenguinsGreedy.search(&position, context(&limits)).unwrap().turn;
        let _ = position.play(turn).unwrap();
    }
    position
}

/// Checks a report: shares from most to least that sum to 1 unless turns are left out, legal turns, each once, and the
/// best among them.
fn check<M: Copy + PartialEq + std::fmt::Debug>(progress: &Progress<M>, is_legal: impl Fn(M) -> bool) {
    let considered = &progress.considered;
    assert!((1..=32).contains(&considered.len()), "{considered:?}");
    assert!(considered.is_sorted_by(|one, other| one.share >= other.share), "{considered:?}");
    assert!(considered.iter().all(|turn| (0.0..=1.0).contains(&turn.share) && is_legal(turn.turn)));
    let sum: f32 = considered.iter().map(|turn| turn.share).sum();
    assert!(sum < 1.001 && (sum > 0.999 || considered.len() == 32), "{sum} {considered:?}");
    let turns: Vec<M> = considered.iter().map(|turn| turn.turn).collect();
    assert!(progress.line.first().is_some_and(|best| turns.contains(best)), "{progress:?}");
    assert!((1..turns.len()).all(|at| !turns[..at].contains(&turns[at])), "{turns:?}");
}

/// Searches a position, checks every report and the choice, and returns the choice.
fn searched(
    player: &mut dyn Search<Position = Position, Move = Move>,
    position: &Position,
    limits: &Limits,
) -> Choice<Move> {
    let mut reports = 0;
    let mut report = |progress: &Progress<Move>| {
        reports += 1;
        check(progress, |turn| position.is_legal(turn));
    };
    let choice = player.search(position, context(limits).with_report(&mut report)).unwrap();
    check(&choice.progress, |turn| position.is_legal(turn));
    assert!(reports > 0);
    choice
}

fn searched_gamma(turns: &Turns, limits: &Limits) -> Choice<floe_rules::gamma::Move> {
    let is_legal = |turn| turns.clone().play(turn).is_ok();
    let mut report = |progress: &Progress<_>| check(progress, is_legal);
    let choice = GammaEngine::default().search(turns, context(limits).with_report(&mut report)).unwrap();
    check(&choice.progress, is_legal);
    choice
}

#[test]
fn principal_variation_search_reports_nodes_for_each_turn() {
    for (rules, side) in [(RuleSet::SQUARE, 8), (RuleSet::CLASSIC, 8), (RuleSet::HEX, 9)] {
        for position in [start(rules, side, 2), moving(rules, side, 2)] {
            for nodes in [300, 10_000] {
                let limits = Limits::for_nodes(nodes);
                let choice = searched(&mut PenguinsEngine::default(), &position, &limits);
                assert!(choice.progress.considered.len() > 5);
            }
        }
    }
}

#[test]
fn several_threads_report_considered_turns_too() {
    let threads = NonZeroUsize::new(3).unwrap();
    let limits = Limits { depth: Some(6), threads, ..Limits::default() };
    searched(&mut PenguinsEngine::default(), &moving(RuleSet::SQUARE, 8, 2), &limits);
}

#[test]
fn tree_search_of_three_and_more_reports_the_visits_of_each_turn() {
    for position in [start(RuleSet::HEX, 9, 3), moving(RuleSet::HEX, 9, 3), moving(RuleSet::SQUARE, 8, 4)] {
        for level in 5..=10 {
            let limits = Limits { level: Level::new(level).unwrap(), ..Limits::for_nodes(5_000) };
            let choice = searched(&mut PenguinsEngine::default(), &position, &limits);
            // Lower levels visit only a few turns.
            assert!(choice.progress.considered.len() > 5 || level < 8, "{level}");
        }
    }
}

#[test]
fn windows_of_a_large_board_are_considered_together() {
    for side in [40, 90] {
        let position = moving(RuleSet::SQUARE, side, 2);
        let choice = searched(&mut PenguinsEngine::default(), &position, &Limits::for_nodes(20_000));
        let from = |turn: &ConsideredTurn<Move>| turn.turn.cells().next();
        let first = from(&choice.progress.considered[0]);
        assert!(choice.progress.considered.iter().any(|turn| from(turn) != first), "both penguins");
    }
}

#[test]
fn tree_search_reports_the_visits_of_each_turn() {
    for (side, players) in [(8, 2), (20, 3)] {
        let mut turns = Turns::new(Gamma::new(side, side, players, 2).unwrap());
        for seed in 0..12 {
            let choice = searched_gamma(&turns, &Limits { seed, ..Limits::for_nodes(4_000) });
            turns.play(choice.turn).unwrap();
        }
        searched_gamma(&turns, &Limits::for_nodes(1));
    }
}

#[test]
fn the_reference_searches_report_visits() {
    let position = moving(RuleSet::CLASSIC, 8, 2);
    for nodes in [1, 500] {
        searched(&mut reference::PlayoutTree, &position, &Limits::for_nodes(nodes));
        searched(&mut reference::TerritoryTree, &position, &Limits::for_nodes(nodes));
    }
}

#[test]
fn a_forced_or_proven_turn_stands_alone() {
    // A turn that is forced, and a floe with three fish that only the player to move reaches.
    for text in ["1 3\n01 10 02\nA 1 1\nB 2 1\n", "1 6\n30 01 10 00 02 10\nA 1 1\nB 2 1\n"] {
        let setup = board_file::read(text.as_bytes()).unwrap();
        let position = Position::new(&setup, &RuleSet::SQUARE, &Stage::Movement).unwrap();
        let choice = searched(&mut PenguinsEngine::default(), &position, &Limits::for_nodes(10_000));
        assert_eq!(choice.progress.considered, [ConsideredTurn { turn: choice.turn, share: 1.0 }]);
    }
}

#[test]
fn a_search_that_is_stopped_at_once_considers_its_choice() {
    let stop = Stop::default();
    stop.stop();
    let limits = Limits::default();
    for position in [moving(RuleSet::CLASSIC, 8, 2), moving(RuleSet::HEX, 9, 3)] {
        let stopped = context(&limits).with_stop(&stop);
        let choice = PenguinsEngine::default().search(&position, stopped).unwrap();
        check(&choice.progress, |turn| position.is_legal(turn));
    }
    let turns = Turns::new(Gamma::new(12, 12, 2, 2).unwrap());
    let choice = GammaEngine::default().search(&turns, context(&limits).with_stop(&stop)).unwrap();
    check(&choice.progress, |turn| turns.clone().play(turn).is_ok());
}

#[test]
fn players_that_spend_the_same_on_every_turn_report_none() {
    let position = moving(RuleSet::SQUARE, 8, 2);
    let limits = Limits::default();
    assert!(PenguinsGreedy.search(&position, context(&limits)).unwrap().progress.considered.is_empty());
    let turns = Turns::new(Gamma::new(12, 12, 2, 2).unwrap());
    assert!(GammaGreedy.search(&turns, context(&limits)).unwrap().progress.considered.is_empty());
}
