//! The strength of the engine for Gamma, by deterministic matches.

use floe_engine::{GammaEngine, Level, Limits, Search};
use floe_rules::gamma::{Gamma, Move, Turns};
use floe_rules::random::Random;

use crate::context;

/// A player of a match.
enum Player {
    Engine(Limits),
    /// Makes random legal turns.
    Random(Random),
}

impl Player {
    fn engine(level: u8, seed: u64) -> Player {
        let level = Level::new(level).unwrap();
        Player::Engine(Limits { level, seed, nodes: Some(400), ..Limits::default() })
    }

    fn turn(&mut self, turns: &Turns) -> Move {
        match self {
            Player::Engine(limits) => GammaEngine::default().search(turns, context(limits)).unwrap().turn,
            Player::Random(random) => {
                let legal = legal(turns);
                legal[random.index(legal.len())]
            }
        }
    }
}

/// Returns all legal turns but passing, found by trying them.
fn legal(turns: &Turns) -> Vec<Move> {
    let (width, height) = (turns.game().width(), turns.game().height());
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let mut trial = turns.without_history();
    let mut is_legal = |turn: &Move| {
        let player = trial.to_move();
        let legal = trial.play(*turn).is_ok();
        if let Some(player) = player.filter(|_| legal) {
            trial.undo(player, *turn);
        }
        legal
    };
    places
        .flat_map(|(x, y)| [Move::Take { x, y }, Move::Golden { x, y }])
        .filter(|turn| is_legal(turn))
        .collect()
}

/// Plays games of two, each board from both seats; returns the share won by `one`. A draw counts half.
fn share(games: u64, one: fn(u64) -> Player, other: fn(u64) -> Player) -> f64 {
    let mut points = 0.0;
    for game in 0..games {
        let board = game / 2;
        let (width, height) = (8 + (board % 5) as u32, 8 + (board / 5 % 5) as u32);
        let areas = 1 + (board % 4) as u32;
        let first = (game % 2) as usize;
        let mut turns = Turns::new(Gamma::new(width, height, 2, areas).unwrap());
        let mut players = [one(game), other(1_000_003 + game)];
        while let Some(player) = turns.to_move() {
            let turn = players[(player as usize - 1) ^ first].turn(&turns);
            turns.play(turn).unwrap();
        }
        let score = |index: usize| turns.game().busy((index ^ first) as u32 + 1);
        points += match score(0).cmp(&score(1)) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
    }
    points / games as f64
}

#[test]
fn full_strength_beats_random_turns() {
    let share = share(240, |seed| Player::engine(10, seed), |seed| Player::Random(Random::new(seed)));

    println!("level 10 against random turns: {share}");
    assert!(share >= 0.9, "{share}");
}

#[test]
fn full_strength_beats_a_beginner_and_a_beginner_beats_random_turns() {
    let high = share(200, |seed| Player::engine(10, seed), |seed| Player::engine(1, seed));
    let low = share(200, |seed| Player::engine(1, seed), |seed| Player::Random(Random::new(seed)));

    println!("level 10 against level 1: {high}; level 1 against random turns: {low}");
    assert!(high >= 0.75, "{high}");
    assert!(low >= 0.6, "{low}");
}
