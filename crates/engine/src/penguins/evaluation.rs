//! Static evaluation for three or more players: a weighted sum of features such as territory, mobility and stuck penguins.
//!
//! The weights are data, and depend on the stage of the game. `docs/engine.md` describes the features.

use floe_rules::grid::Topology;
use floe_rules::penguins::{Bits, Compact, Phase, Position, RuleSet, Scoring};

use super::territory::{SLIDES, Territory};

/// The number of features.
pub(crate) const FEATURES: usize = 21;

/// The features of a position, from the view of the player to move.
pub(crate) type Features = [i32; FEATURES];

/// The weights of the features in hundredths of a fish, for each stage of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Weights {
    /// The placement phase.
    pub(crate) placing: [f32; FEATURES],
    /// A board so large that penguins hardly meet.
    pub(crate) open: [f32; FEATURES],
    /// Many contested floes for each penguin.
    pub(crate) early: [f32; FEATURES],
    /// Some contested floes.
    pub(crate) middle: [f32; FEATURES],
    /// No contested floes.
    pub(crate) late: [f32; FEATURES],
}

/// The number of stages.
pub(crate) const STAGES: usize = 5;

/// The blending weight of each game stage (tapered evaluation), in the order of the fields of `Weights`.
pub(crate) type Stages = [f32; STAGES];

/// The numbers of cells between which the weights of small and large square boards are interpolated.
const SQUARES: [usize; 2] = [64, 144];
/// The number of contested floes per penguin at which a stage has full weight: open, early, middle and late.
const ROOM: [f32; STAGES - 1] = [16.0, 6.5, 3.0, 0.0];

impl Weights {
    /// Returns the weights for rules and a number of cells.
    pub(crate) fn of(rules: &RuleSet, cells: usize) -> Weights {
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

    /// Returns the value of features at a stage of the game.
    #[inline]
    pub(crate) fn value(&self, features: &Features, stages: &Stages) -> i32 {
        let sum = |weights: &[f32; FEATURES]| -> f32 {
            features.iter().zip(weights).map(|(&feature, weight)| feature as f32 * weight).sum()
        };
        let all = [&self.placing, &self.open, &self.early, &self.middle, &self.late];
        // A position has a share in at most two stages.
        let parts = stages.iter().zip(all).filter(|&(&part, _)| part > 0.0);
        parts.map(|(part, weights)| part * sum(weights)).sum::<f32>() as i32
    }
}

/// Returns the share of each stage in a position.
#[inline]
pub(crate) fn stages<const W: usize>(
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

/// Returns the features of each side; shared features are counted for the first side.
#[inline]
pub(crate) fn features_apart<const W: usize>(
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
    use crate::penguins::tile_table::sides;
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
        let (ours, others) = features_apart(ice, &territory, mine, theirs);
        let (swapped, first) = features_apart(ice, &Territory::new(ice, theirs, mine), theirs, mine);
        for at in 0..FEATURES {
            // Features that both sides share are counted for the first.
            let shared = (SLIDES..2 * SLIDES).contains(&at) || at == FEATURES - 1;
            let expected = if shared { (swapped[at], 0) } else { (first[at], swapped[at]) };
            assert_eq!((ours[at], others[at]), expected, "feature {at}");
        }
    }

    #[test]
    fn sides_that_are_swapped_swap_their_features() {
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
}
