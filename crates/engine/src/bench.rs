//! The benchmark: fixed positions searched to fixed depths. Its node count changes only if the search changes.

use std::time::Duration;

use floe_rules::generate::{Recipe, Shape, generate};
use floe_rules::penguins::{Position, RuleSet, Stage};
use floe_rules::random::Random;

use crate::clock::Clock;
use crate::context::SearchContext;
use crate::penguins::PenguinsEngine;
use crate::search::{Limits, Search};

/// One position of the benchmark.
#[derive(Clone, Copy, Debug)]
struct Case {
    name: &'static str,
    rules: RuleSet,
    side: u32,
    penguins: u32,
    /// The number of random turns made before the search.
    turns: u32,
    /// The depth of the search.
    depth: u8,
}

const CASES: [Case; 8] = [
    Case { name: "classic, placing", rules: RuleSet::CLASSIC, side: 8, penguins: 4, turns: 4, depth: 6 },
    Case { name: "classic, early", rules: RuleSet::CLASSIC, side: 8, penguins: 4, turns: 8, depth: 10 },
    Case { name: "classic, late", rules: RuleSet::CLASSIC, side: 8, penguins: 4, turns: 24, depth: 15 },
    Case { name: "square 8 x 8, early", rules: RuleSet::SQUARE, side: 8, penguins: 3, turns: 6, depth: 12 },
    Case { name: "square 8 x 8, late", rules: RuleSet::SQUARE, side: 8, penguins: 3, turns: 20, depth: 16 },
    Case { name: "hex 9 x 9", rules: RuleSet::HEX, side: 9, penguins: 4, turns: 12, depth: 9 },
    Case { name: "square 12 x 12", rules: RuleSet::SQUARE, side: 12, penguins: 3, turns: 10, depth: 10 },
    Case { name: "square 16 x 16", rules: RuleSet::SQUARE, side: 16, penguins: 4, turns: 12, depth: 8 },
];

/// The result for one position of the benchmark.
#[derive(Clone, Debug)]
pub struct BenchTiming {
    /// The name of the position.
    pub name: &'static str,
    /// How many nodes were searched.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// Searches all positions, one after the other on one thread.
pub fn bench(clock: &dyn Clock) -> Vec<BenchTiming> {
    let run = |case: &Case| {
        let position = case.position();
        let limits = Limits { depth: Some(case.depth), ..Limits::default() };
        let started = clock.now();
        let choice = PenguinsEngine::default().search(&position, SearchContext::new(&limits, clock));
        let nodes = choice.map_or(0, |choice| choice.progress.nodes);
        BenchTiming { name: case.name, nodes, elapsed: clock.now().saturating_sub(started) }
    };
    CASES.iter().map(run).collect()
}

impl Case {
    fn position(&self) -> Position {
        let shape = if self.rules == RuleSet::CLASSIC { Shape::Classic } else { Shape::Full };
        let plain = Recipe::plain(self.rules, self.side, self.side);
        let recipe = Recipe { shape, penguins: self.penguins, seed: 1, ..plain };
        let setup = generate(&recipe).expect("the boards of the benchmark are valid recipes");
        let stage = Stage::Placement { penguins: self.penguins, seats: setup.seats_for(2) };
        let mut position = Position::new(&setup, &self.rules, &stage)
            .expect("the boards of the benchmark are valid positions");
        let mut random = Random::new(1);
        for _ in 0..self.turns {
            let turns = position.turns();
            if let Some(&turn) = turns.get(random.index(turns.len())) {
                let _ = position.play_unchecked(turn);
            }
        }
        position
    }
}
