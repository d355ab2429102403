//! Values of searches: the expected final lead, and proven wins that are won.

use floe_engine::penguins::exact::solve;
use floe_engine::penguins::root_proof::prove_root;
use floe_engine::{Limits, PenguinsEngine, Search, reference};
use floe_rules::board_file;
use floe_rules::generate::{Recipe, generate};
use floe_rules::penguins::{Move, Position, RuleSet, Stage};
use floe_rules::random::Random;

use crate::context;

fn movement(text: &str) -> Position {
    let setup = board_file::read(text.as_bytes()).unwrap();
    Position::new(&setup, &RuleSet::SQUARE, &Stage::Movement).unwrap()
}

fn nodes(count: u64) -> Limits {
    Limits { nodes: Some(count), ..Limits::default() }
}

/// Returns the value that the engine reports for the player to move.
fn value(position: &Position, limits: &Limits) -> i64 {
    PenguinsEngine::default().search(position, context(limits)).unwrap().progress.value.0
}

/// Returns the lead of the player to move.
fn lead(position: &Position) -> i64 {
    let score = |seat| position.score(seat).unwrap().cast_signed();
    let mover = position.to_move().unwrap();
    position.seats().map(|seat| if seat == mover { score(seat) } else { -score(seat) }).sum()
}

#[test]
fn a_forced_turn_has_the_value_that_is_proven() {
    let position = movement("3 4\n01 10 30 20\n00 00 20 00\n02 10 00 00\nAnn 1 0\nBen 2 0\n");
    let limits = nodes(100_000);
    assert!(position.count_turns() > 1);
    let forced = movement("2 6\n01 10 00 00 00 00\n00 30 30 20 00 02\nAnn 1 4\nBen 2 1\n");
    assert_eq!(forced.count_turns(), 1);
    for position in [position, forced] {
        let solution = solve(&position, context(&limits)).unwrap();
        assert_eq!(value(&position, &limits), 100 * (lead(&position) + solution.value));
    }
}

#[test]
fn the_future_of_the_other_counts_even_if_there_is_no_time_to_compute_it() {
    // Ann has two floes left, and Ben a field of 11 x 12 floes that is closed off from hers.
    let mut text = "13 12\n01 10 10".to_owned() + &" 00".repeat(9) + "\n" + &"00 ".repeat(12) + "\n";
    for row in 0..11 {
        for col in 0..12 {
            text += if (row, col) == (5, 5) { "02 " } else { ["10 ", "20 "][(row + col) % 2] };
        }
        text += "\n";
    }
    let mut position = movement(&(text + "Ann 1 0\nBen 2 0\n"));
    let limits = nodes(400);
    let anns = value(&position, &limits);
    position.set_turn(position.seats().last().unwrap());
    let bens = value(&position, &limits);
    assert!(anns < -9_000 && bens > 9_000, "{anns} and {bens}");
    assert!((anns + bens).abs() < 6_000, "{anns} and {bens} are about the same but for the sign");
}

/// Plays a game to its end against an opponent; returns the final lead of the player who is to move.
fn play_on(mut position: Position, limits: &Limits, reply: &mut dyn FnMut(&Position) -> Move) -> i64 {
    let mover = position.to_move().unwrap();
    let mut engine = PenguinsEngine::default();
    while let Some(seat) = position.to_move() {
        let turn = if seat == mover {
            engine.search(&position, context(limits)).unwrap().turn
        } else {
            reply(&position)
        };
        let _ = position.play(turn).unwrap();
    }
    let score = |seat| position.score(seat).unwrap().cast_signed();
    position.seats().map(|seat| if seat == mover { score(seat) } else { -score(seat) }).sum()
}

/// Returns a position after random turns.
fn random_position(random: &mut Random, side: u32, turns: u64) -> Position {
    let rules = [RuleSet::SQUARE, RuleSet::CLASSIC, RuleSet::HEX][random.index(3)];
    let recipe =
        Recipe { penguins: 2, holes: 10, seed: random.next_u64(), ..Recipe::plain(rules, side, side) };
    let setup = generate(&recipe).unwrap();
    let stage = Stage::Placement { penguins: 2, seats: setup.seats_for(2) };
    let mut position = Position::new(&setup, &rules, &stage).unwrap();
    for _ in 0..turns {
        let turns = position.turns();
        let Some(&turn) = turns.get(random.index(turns.len())) else { break };
        let _ = position.play_unchecked(turn);
    }
    position
}

/// Returns the turn of the strongest opponent that is fast enough.
fn strong_reply(position: &Position) -> Move {
    let solution = solve(position, context(&nodes(20_000))).ok().and_then(|solution| solution.turn);
    solution
        .unwrap_or_else(|| PenguinsEngine::default().search(position, context(&nodes(40_000))).unwrap().turn)
}

fn greedy_reply(position: &Position) -> Move {
    reference::PenguinsGreedy.search(position, context(&Limits::default())).unwrap().turn
}

#[test]
fn wins_and_draws_that_the_prover_reaches_are_not_lost() {
    let mut random = Random::new(17);
    let limits = nodes(20_000);
    // The engine spends a quarter of its nodes on a proof.
    let proof = nodes(5_000);
    // Positions whose exact lead is proven, drawn positions, and wins by an unknown lead on squares and hexagons.
    let (mut exact, mut drawn, mut won) = (0, 0, [0; 2]);
    while exact < 30 || drawn < 5 || won.iter().any(|&won| won < 10) {
        let (side, turns) = [(6, 8 + random.below(10)), (7, 8 + random.below(8))][random.index(2)];
        let position = random_position(&mut random, side, turns);
        let Some(proved) = prove_root(&position, context(&proof)) else { continue };
        let (low, high) = proved.bounds();
        let is_hex = usize::from(*position.rules() != RuleSet::SQUARE);
        let count = match (low, high) {
            (0, 0) => &mut drawn,
            _ if low > 0 && low == high && exact < 30 => &mut exact,
            _ if low > 0 && low < high && won[is_hex] < 10 => &mut won[is_hex],
            _ => continue,
        };
        *count += 1;
        let value = value(&position, &limits);
        assert!((100 * low..=100 * high).contains(&value), "{low} {value} {high}");
        for reply in [strong_reply, greedy_reply] {
            let finally = play_on(position.clone(), &limits, &mut |position| reply(position));
            // A win by an unknown lead may become smaller, but it remains a win.
            let least = if low == high { low } else { 1 };
            assert!(finally >= least, "{finally} of {low} to {high}: {position:?}");
        }
    }
}
