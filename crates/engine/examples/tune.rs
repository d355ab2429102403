//! Finds the weights of the evaluation by games against itself.
//!
//! `cargo run --release -p floe-engine --example tune -- kind=classic pairs=20000 nodes=1000 seed=1 threads=2`
//!
//! In each round all weights are moved a little in random directions, and what came of it plays against what
//! would have come of the opposite: two games on one board, with seats swapped. The weights then go a little
//! towards the winner (simultaneous perturbation, as it is known). The same arguments give the same weights on
//! every machine, whatever the threads. They are printed as `weights.rs` holds them, and `contest` can play with
//! them (`one=@FILE two=strategist`).

use std::env;
use std::thread;

use floe_engine::penguins::evaluation::{FEATURES, NAMES, Weights};
use floe_engine::{Limits, Search, Stop, Strategist};
use floe_rules::generate::{Recipe, Shape, generate};
use floe_rules::penguins::{Position, RuleSet, Stage};
use floe_rules::random::{Random, scramble};

/// Weights for the beginning and for the end.
const UNKNOWNS: usize = 2 * FEATURES;
/// How far each weight is moved, in hundredths of a fish.
const STEPS: [f64; FEATURES] = [8.0, 8.0, 8.0, 8.0, 5.0, 4.0, 4.0, 4.0, 3.0, 25.0, 12.0, 8.0, 15.0, 8.0, 6.0];
/// Pairs of games that are played with the same weights, so that the result does not depend on the threads.
const ROUND: u64 = 32;
/// How far the weights follow a round at first.
const RATE: f64 = 0.5;

type Vector = [f64; UNKNOWNS];

struct Arguments {
    pairs: u64,
    nodes: u64,
    seed: u64,
    threads: u64,
}

/// What is tuned: a name, and boards as rules, side and penguins.
const KINDS: [(&str, Boards); 3] = [
    ("square", &[(RuleSet::SQUARE, 8, 3), (RuleSet::SQUARE, 12, 3), (RuleSet::SQUARE, 10, 4)]),
    ("classic", &[(RuleSet::CLASSIC, 8, 4)]),
    ("hex", &[(RuleSet::HEX, 9, 4), (RuleSet::HEX, 9, 3)]),
];

type Boards = &'static [(RuleSet, u32, u32)];

fn weights(vector: &Vector) -> Weights {
    let part = |from: usize| std::array::from_fn(|index| vector[from + index] as f32);
    Weights { early: part(0), late: part(FEATURES) }
}

fn start(boards: &[(RuleSet, u32, u32)], seed: u64) -> Option<Position> {
    let mut random = Random::new(seed);
    let (rules, side, penguins) = boards[random.index(boards.len())];
    let shape = if rules == RuleSet::CLASSIC { Shape::Classic } else { Shape::Full };
    let holes = if shape == Shape::Full { random.below(20) as u32 } else { 0 };
    let recipe = Recipe { shape, holes, penguins, seed, ..Recipe::plain(rules, side, side) };
    let setup = generate(&recipe).ok()?;
    let stage = Stage::Placement { penguins, seats: setup.seats_for(2) };
    Position::new(&setup, &rules, &stage).ok()
}

/// Plays a game; returns by how much the first player won, from -1 to 1.
fn play(mut position: Position, players: [Weights; 2], nodes: u64, seed: u64) -> f64 {
    let mut sides = players.map(Strategist::with_weights);
    let limits = Limits { nodes: Some(nodes), seed, ..Limits::default() };
    let seats: Vec<_> = position.seats().collect();
    while let Some(seat) = position.to_move() {
        let side = usize::from(seat != seats[0]);
        match sides[side].search(&position, &limits, &Stop::default(), &mut |_| {}) {
            Some(choice) => _ = position.play_unchecked(choice.turn),
            None => break,
        }
    }
    let score = |index: usize| position.score(seats[index]).unwrap_or(0) as f64;
    let lead = score(0) - score(1);
    // Winning is what counts, but by how much tells more of what the weights did.
    let won = if lead == 0.0 { 0.0 } else { lead.signum() };
    0.6 * won + 0.4 * (lead / 12.0).clamp(-1.0, 1.0)
}

/// Plays a pair of games; returns in which direction the weights should go.
fn pair(at: &Vector, boards: Boards, arguments: &Arguments, index: u64) -> Vector {
    let seed = scramble(arguments.seed ^ scramble(index));
    let mut random = Random::new(seed);
    let signs: Vector = std::array::from_fn(|_| if random.below(2) == 0 { 1.0 } else { -1.0 });
    let moved = |by: f64| -> Vector {
        std::array::from_fn(|unknown| at[unknown] + by * signs[unknown] * STEPS[unknown % FEATURES])
    };
    let (plus, minus) = (weights(&moved(1.0)), weights(&moved(-1.0)));
    let Some(position) = start(boards, seed) else {
        return [0.0; UNKNOWNS];
    };
    let first = play(position.clone(), [plus, minus], arguments.nodes, seed);
    let second = play(position, [minus, plus], arguments.nodes, seed);
    let won = (first - second) / 2.0;
    std::array::from_fn(|unknown| won * signs[unknown] * STEPS[unknown % FEATURES])
}

fn tune(boards: Boards, arguments: &Arguments) -> Vector {
    let Weights { early, late } = Weights::of(&boards[0].0);
    let mut at: Vector = std::array::from_fn(|unknown| {
        f64::from(if unknown < FEATURES { early[unknown] } else { late[unknown - FEATURES] })
    });
    let rounds = arguments.pairs.div_ceil(ROUND);
    for round in 0..rounds {
        let mut ways = vec![[0.0; UNKNOWNS]; ROUND as usize];
        thread::scope(|scope| {
            let share = ways.len().div_ceil(arguments.threads as usize);
            for (worker, part) in (0..).zip(ways.chunks_mut(share)) {
                let at = &at;
                scope.spawn(move || {
                    for (index, way) in (worker * share as u64..).zip(part) {
                        *way = pair(at, boards, arguments, round * ROUND + index);
                    }
                });
            }
        });
        let rate = RATE / (1.0 + round as f64 / (rounds as f64 / 4.0));
        for way in ways {
            at.iter_mut().zip(way).for_each(|(weight, way)| *weight += rate * way / (ROUND as f64).sqrt());
        }
        if round % 50 == 0 {
            eprintln!("round {round} of {rounds}");
        }
    }
    at
}

fn main() {
    let argument = |key: &str, default: u64| {
        let key = format!("{key}=");
        env::args().find_map(|text| text.strip_prefix(&key)?.parse().ok()).unwrap_or(default)
    };
    let arguments = Arguments {
        pairs: argument("pairs", 20_000),
        nodes: argument("nodes", 1000),
        seed: argument("seed", 1),
        threads: argument("threads", 2).max(1),
    };
    let wanted = env::args().find_map(|text| text.strip_prefix("kind=").map(str::to_owned));
    for (name, boards) in KINDS {
        if wanted.as_ref().is_some_and(|wanted| wanted != name) {
            continue;
        }
        let found = tune(boards, &arguments);
        println!("pub const {}: Weights = Weights {{", name.to_uppercase());
        for (when, part) in [("early", &found[..FEATURES]), ("late", &found[FEATURES..])] {
            let list: Vec<String> = part.iter().map(|weight| format!("{weight:.1}")).collect();
            println!("    {when}: [{}],", list.join(", "));
        }
        println!("}};");
        for (index, feature) in NAMES.iter().enumerate() {
            println!("// {:>7.1} {:>7.1}  {feature}", found[index], found[FEATURES + index]);
        }
    }
}
