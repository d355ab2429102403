//! Static evaluation: a weighted sum of features such as territory, mobility and stuck penguins.
//!
//! The weights are data, and depend on the stage of the game. Most features are differences between the player to move
//! and the opponent; those shared by both sides count once. `docs/engine.md` describes the features and how the
//! weights were tuned.

use floe_rules::grid::Topology;
use floe_rules::penguins::{Bits, Compact, Phase, Position, RuleSet, Scoring};

use super::territory::{SLIDES, Territory};

/// The number of features.
pub const FEATURES: usize = 21;

/// The features of a position, from the view of the player to move.
pub type Features = [i32; FEATURES];

/// The names of the features.
pub const NAMES: [&str; FEATURES] = [
    "fish reached first with 1 slide",
    "fish reached first with 2 slides",
    "fish reached first with 3 slides",
    "shared fish at 1 slide",
    "shared fish at 2 slides",
    "shared fish at 3 slides",
    "fish held in a tight place",
    "fish held in a narrow place",
    "fish held in a fair place",
    "fish held in a wide place",
    "fish held with a lead of at least two steps",
    "fish of its own in a tight place",
    "fish of its own in a narrow place",
    "fish of its own in a fair place",
    "fish of its own in a wide place",
    "floes within one slide",
    "penguins that are stuck",
    "penguins with one way out",
    "penguins with two ways out",
    "fish beneath penguins that can move",
    "the turn",
];

/// The weights of the features in hundredths of a fish, for each stage of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The placement phase.
    pub placing: [f32; FEATURES],
    /// A board so large that penguins hardly meet.
    pub open: [f32; FEATURES],
    /// Many contested floes for each penguin.
    pub early: [f32; FEATURES],
    /// Some contested floes.
    pub middle: [f32; FEATURES],
    /// No contested floes.
    pub late: [f32; FEATURES],
}

/// The number of stages.
pub const STAGES: usize = 5;

/// The blending weight of each game stage (tapered evaluation), in the order of the fields of `Weights`.
pub type Stages = [f32; STAGES];

/// Evaluates positions of two players.
pub trait Evaluate<const W: usize> {
    /// Estimates how many more fish the player to move will still collect than the opponent, in hundredths of a fish.
    fn value(&self, position: &Position<Compact<W>>, mine: Bits<W>, theirs: Bits<W>) -> i32;
}

/// The numbers of cells between which the weights of small and large square boards are interpolated.
const SQUARES: [usize; 2] = [64, 144];
/// The number of contested floes per penguin at which a stage has full weight: open, early, middle and late.
const ROOM: [f32; STAGES - 1] = [16.0, 6.5, 3.0, 0.0];

impl Weights {
    /// Returns the weights for rules and a number of cells.
    pub fn of(rules: &RuleSet, cells: usize) -> Weights {
        match (rules.topology, rules.scoring) {
            (Topology::Square, Scoring::Arrival) => {
                let [small, large] = SQUARES.map(|cells| cells as f32);
                let part = ((cells as f32 - small) / (large - small)).clamp(0.0, 1.0);
                super::weights::SMALL.towards(&super::weights::LARGE, part)
            }
            (Topology::Hex(_), Scoring::Arrival) => super::weights::CLASSIC,
            (_, Scoring::Departure) => super::weights::HEX,
        }
    }

    /// Interpolates between these weights and others.
    fn towards(&self, other: &Weights, part: f32) -> Weights {
        let between = |one: &[f32; FEATURES], other: &[f32; FEATURES]| {
            std::array::from_fn(|at| one[at] + part * (other[at] - one[at]))
        };
        Weights {
            placing: between(&self.placing, &other.placing),
            open: between(&self.open, &other.open),
            early: between(&self.early, &other.early),
            middle: between(&self.middle, &other.middle),
            late: between(&self.late, &other.late),
        }
    }

    /// Reads weights as the tuner prints them.
    pub fn parse(text: &str) -> Option<Weights> {
        let list = |name: &str| -> Option<[f32; FEATURES]> {
            let start = format!("{name}: [");
            let list = text.lines().find_map(|line| line.trim().strip_prefix(&start))?;
            let list = list.trim_end_matches(',').trim_end_matches(']').split(',');
            let numbers: Option<Vec<f32>> = list.map(|number| number.trim().parse().ok()).collect();
            numbers?.try_into().ok()
        };
        Some(Weights {
            placing: list("placing")?,
            open: list("open")?,
            early: list("early")?,
            middle: list("middle")?,
            late: list("late")?,
        })
    }

    /// Returns the value of features at a stage of the game.
    #[inline]
    pub fn value(&self, features: &Features, stages: &Stages) -> i32 {
        let sum = |weights: &[f32; FEATURES]| -> f32 {
            features.iter().zip(weights).map(|(&feature, weight)| feature as f32 * weight).sum()
        };
        let all = [&self.placing, &self.open, &self.early, &self.middle, &self.late];
        // A position has a share in at most two stages.
        let parts = stages.iter().zip(all).filter(|&(&part, _)| part > 0.0);
        parts.map(|(part, weights)| part * sum(weights)).sum::<f32>() as i32
    }
}

impl<const W: usize> Evaluate<W> for Weights {
    #[inline]
    fn value(&self, position: &Position<Compact<W>>, mine: Bits<W>, theirs: Bits<W>) -> i32 {
        let territory = Territory::new(position.ice(), mine, theirs);
        let stages = stages(position, &territory, mine | theirs);
        Weights::value(self, &features(position.ice(), &territory, mine, theirs), &stages)
    }
}

/// Returns the penguins of the player to move, and those of all others.
#[inline]
pub fn sides<const W: usize>(position: &Position<Compact<W>>) -> (Bits<W>, Bits<W>) {
    let now = position.to_move();
    let (mut mine, mut theirs) = (Bits::EMPTY, Bits::EMPTY);
    for (seat, flock) in position.flocks() {
        if Some(seat) == now {
            mine = flock.0;
        } else {
            theirs = theirs | flock.0;
        }
    }
    (mine, theirs)
}

/// Returns the share of each stage in a position.
#[inline]
pub fn stages<const W: usize>(
    position: &Position<Compact<W>>,
    territory: &Territory<W>,
    penguins: Bits<W>,
) -> Stages {
    let mut stages = [0.0; STAGES];
    if position.phase() == Phase::Placement {
        stages[0] = 1.0;
        return stages;
    }
    let room = territory.contested.len() as f32 / penguins.len().max(1) as f32;
    // Between two stages a position has a share in both.
    let after = ROOM[1..].iter().position(|&least| room >= least).unwrap_or(STAGES - 3);
    let (more, less) = (ROOM[after], ROOM[after + 1]);
    let part = ((room - less) / (more - less)).min(1.0);
    stages[after + 1] = part;
    stages[after + 2] = 1.0 - part;
    stages
}

/// Returns the features of a position: the differences between the player to move and the opponent.
#[inline]
pub fn features<const W: usize>(
    ice: &Compact<W>,
    territory: &Territory<W>,
    mine: Bits<W>,
    theirs: Bits<W>,
) -> Features {
    let (mut features, others) = features_apart(ice, territory, mine, theirs);
    features.iter_mut().zip(others).for_each(|(mine, theirs)| *mine -= theirs);
    features
}

/// Returns the features of each side; shared features are counted for the first side.
#[inline]
pub fn features_apart<const W: usize>(
    ice: &Compact<W>,
    territory: &Territory<W>,
    mine: Bits<W>,
    theirs: Bits<W>,
) -> (Features, Features) {
    let open = &territory.openness;
    let fish = |set: Bits<W>| if W > 1 && set.is_empty() { 0 } else { ice.fish_on(set) as i32 };
    let count = |set: Bits<W>| set.len() as i32;
    let side = |side: usize, flock: Bits<W>| {
        let own = territory.own[side];
        let held = territory.held[side] & !own;
        [
            fish(territory.first[side][0] & !own),
            fish(territory.first[side][1] & !own),
            fish(territory.first[side][2] & !own),
            0,
            0,
            0,
            fish(held & (open.none | open.one)),
            fish(held & open.two),
            fish(held & open.three),
            fish(held & open.more),
            fish(territory.safe[side] & !own),
            fish(own & (open.none | open.one)),
            fish(own & open.two),
            fish(own & open.three),
            fish(own & open.more),
            count(territory.near[side]),
            count(flock & open.none),
            count(flock & open.one),
            count(flock & open.two),
            fish(flock & !open.none),
            0,
        ]
    };
    let (mut ours, others) = (side(0, mine), side(1, theirs));
    for (feature, &set) in ours[SLIDES..].iter_mut().zip(&territory.shared) {
        *feature = fish(set);
    }
    // If nothing is contested, it does not matter whose turn it is.
    ours[FEATURES - 1] = i32::from(!territory.contested.is_empty());
    (ours, others)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::penguins::samples;
    use floe_rules::penguins::{Packed, PackedVisitor};

    struct Check;

    impl PackedVisitor for Check {
        type Output = ();

        fn visit<const W: usize>(self, position: Position<Compact<W>>) {
            check(&position);
        }
    }

    fn check<const W: usize>(position: &Position<Compact<W>>) {
        let (mine, theirs) = sides(position);
        let ice = position.ice();
        let territory = Territory::new(ice, mine, theirs);
        let parts = stages(position, &territory, mine | theirs);
        assert!((parts.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{parts:?}");
        assert!(parts.iter().all(|part| (0.0..=1.0).contains(part)), "{parts:?}");
        let ours = features(ice, &territory, mine, theirs);
        let others = features(ice, &Territory::new(ice, theirs, mine), theirs, mine);
        for (at, name) in NAMES.iter().enumerate() {
            let both = name.starts_with("shared") || *name == "the turn";
            assert_eq!(ours[at], if both { others[at] } else { -others[at] }, "{name}");
        }
    }

    #[test]
    fn features_are_antisymmetric() {
        for seed in 0..60 {
            let position = samples::game(seed, 5 + seed as u32 % 12, 2, 60);
            if let Some(packed) = Packed::new(&position) {
                packed.visit(Check);
            }
        }
    }

    #[test]
    fn weights_of_middle_sized_boards_are_interpolated() {
        use crate::penguins::weights::{LARGE, SMALL};
        assert_eq!(Weights::of(&RuleSet::SQUARE, 25), SMALL);
        assert_eq!(Weights::of(&RuleSet::SQUARE, 64), SMALL);
        let about = |cells: usize, expected: f32| {
            let found = Weights::of(&RuleSet::SQUARE, cells).early[0];
            assert!((found - expected).abs() < 0.01, "{found} on {cells} cells");
        };
        about(400, LARGE.early[0]);
        about(104, f32::midpoint(SMALL.early[0], LARGE.early[0]));
    }

    #[test]
    fn weights_are_read_as_they_are_printed() {
        let list = |from: usize| -> [f32; FEATURES] { std::array::from_fn(|at| (from + at) as f32 - 7.5) };
        let weights =
            Weights { placing: list(0), open: list(30), early: list(60), middle: list(90), late: list(120) };
        let print = |name: &str, list: [f32; FEATURES]| {
            format!("    {name}: [{}],\n", list.map(|weight| format!("{weight:.1}")).join(", "))
        };
        let text = ["placing", "open", "early", "middle", "late"].iter().zip([0, 30, 60, 90, 120]);
        let text: String = text.map(|(name, from)| print(name, list(from))).collect();
        assert_eq!(Weights::parse(&text), Some(weights));
        assert_eq!(Weights::parse(&text.replace("112.5", "a dozen")), None);
    }
}
