//! Positions of games at random, for tests.

use floe_rules::generate::{Recipe, generate};
use floe_rules::penguins::{Position, RuleSet, Stage};
use floe_rules::random::Random;

/// Returns a game of two after up to so many random turns, under other rules for each seed.
pub(crate) fn game(seed: u64, side: u32, penguins: u32, turns: u64) -> Position {
    let mut random = Random::new(seed);
    let rules = [RuleSet::SQUARE, RuleSet::HEX, RuleSet::CLASSIC][seed as usize % 3];
    let recipe = Recipe { penguins, holes: 10, seed, ..Recipe::plain(rules, side, side) };
    let setup = generate(&recipe).unwrap();
    let stage = Stage::Placement { penguins, seats: setup.seats_for(2) };
    let mut position = Position::new(&setup, &rules, &stage).unwrap();
    for _ in 0..random.below(turns) {
        let turns = position.turns();
        if let Some(&turn) = turns.get(random.index(turns.len())) {
            let _ = position.play_unchecked(turn);
        }
    }
    position
}
