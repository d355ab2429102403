//! Random boards for tests.

use floe_rules::grid::{Cell, Layout};
use floe_rules::penguins::{Fish, Id, PlayerRow, Position, RuleSet, Scoring, Seat, Setup, Stage, Tile};
use floe_rules::random::Random;
use proptest::prelude::*;

pub(crate) fn id(text: &str) -> Id {
    Id::new(text.as_bytes()).unwrap()
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// All rule sets: square, hexagons in the four layouts, classic.
pub(crate) fn all_rules() -> Vec<RuleSet> {
    let mut all = vec![RuleSet::SQUARE, RuleSet::CLASSIC];
    all.extend(Layout::ALL.into_iter().map(|layout| RuleSet::HEX.with_layout(layout).unwrap()));
    all
}

/// A position at some stage, and the same for the slow reference.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) setup: Setup,
    pub(crate) rules: RuleSet,
    /// The number of penguins per player, during placement.
    pub(crate) placing: Option<u32>,
    pub(crate) numbers: Vec<u8>,
    pub(crate) seed: u64,
}

impl Sample {
    pub(crate) fn position(&self) -> Position {
        let seats = self.numbers.iter().map(|&number| seat(number)).collect();
        let stage = match self.placing {
            Some(penguins) => Stage::Placement { penguins, seats },
            None => Stage::Movement,
        };
        Position::new(&self.setup, &self.rules, &stage).unwrap()
    }
}

/// Random small boards with holes, some penguins, and players with gaps in their numbers.
pub(crate) fn samples(most_side: u32) -> impl Strategy<Value = Sample> {
    let sizes = (1..=most_side, 1..=most_side);
    let who = (prop::sample::select(all_rules()), prop::sample::subsequence(vec![1u8, 2, 3, 5, 9], 1..=4));
    (sizes, who, prop::option::of(1u32..4), 0u32..60, any::<u64>()).prop_map(
        |((rows, cols), (rules, numbers), placing, holes, seed)| {
            sample(rows, cols, rules, numbers, placing, holes, seed)
        },
    )
}

fn sample(
    rows: u32,
    cols: u32,
    rules: RuleSet,
    numbers: Vec<u8>,
    placing: Option<u32>,
    holes: u32,
    seed: u64,
) -> Sample {
    let mut random = Random::new(seed);
    let tiles = (0..rows * cols)
        .map(|_| match random.below(100) {
            roll if roll < u64::from(holes) => Tile::WATER,
            _ => Tile::floe(Fish::new(1 + random.below(3) as u8).unwrap()),
        })
        .collect();
    let mut setup = Setup::new(rows, cols, tiles).unwrap();
    for &number in &numbers {
        let name = format!("player{number}");
        setup.players.push(PlayerRow::new(id(&name), seat(number), random.below(50)));
    }
    random.shuffle(&mut setup.players);
    let most = placing.unwrap_or(3);
    for &number in &numbers {
        for _ in 0..random.below(u64::from(most) + 1) {
            let cell = Cell(random.below(u64::from(rows * cols)) as u32);
            let tile = setup.tiles()[cell.index()];
            if tile.is_free() {
                // One in eight has an unusual fish digit beneath the penguin.
                let keep = (rules.scoring == Scoring::Departure) != (random.below(8) == 0);
                let fish = if keep { tile.fish() } else { Fish::NONE };
                setup.set_tile(cell, Tile::penguin(seat(number), fish));
            }
        }
    }
    Sample { setup, rules, placing, numbers, seed }
}
