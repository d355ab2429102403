//! What a position is worth before it is searched: territory, room to move, and what is stuck.
//!
//! The value is a sum of features with weights, and the weights are data. The features say how much more the
//! player to move has of each thing; `docs/engine.md` tells how the weights were found.

use floe_rules::grid::Topology;
use floe_rules::penguins::{Bits, Compact, Position, RuleSet, Scoring};

use super::territory::{REACH, Territory};

/// How many features there are.
pub const FEATURES: usize = 2 * REACH + 7;

/// The features of a position, as the player to move sees them.
pub type Features = [i32; FEATURES];

/// What the features are called, in their order.
pub const NAMES: [&str; FEATURES] = [
    "fish reached first with 1 slide",
    "fish reached first with 2 slides",
    "fish reached first with 3 slides",
    "fish reached first with more",
    "shared fish at 1 slide",
    "shared fish at 2 slides",
    "shared fish at 3 slides",
    "shared fish at more",
    "floes within one slide",
    "penguins that are stuck",
    "penguins with one way out",
    "fish beneath penguins that can move",
    "the turn",
    "fish that the other cannot reach",
    "floes that the other cannot reach",
];

/// The weight of each feature in hundredths of a fish, early and late in the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// While there are many floes for each penguin.
    pub early: [f32; FEATURES],
    /// When there are none.
    pub late: [f32; FEATURES],
}

/// Judges positions of two players.
pub trait Evaluate<const W: usize> {
    /// Returns what the player to move will gain on the other from here on, in hundredths of a fish.
    fn value(&self, position: &Position<Compact<W>>, mine: Bits<W>, theirs: Bits<W>) -> i32;
}

/// So many free floes for each penguin are the beginning of a game.
const PLENTY: f32 = 12.0;

impl Weights {
    /// Returns the weights for some rules.
    pub fn of(rules: &RuleSet) -> Weights {
        match (rules.topology, rules.scoring) {
            (Topology::Square, Scoring::Arrival) => super::weights::SQUARE,
            (Topology::Hex(_), Scoring::Arrival) => super::weights::CLASSIC,
            (_, Scoring::Departure) => super::weights::HEX,
        }
    }

    /// Reads weights as the tuner prints them.
    pub fn parse(text: &str) -> Option<Weights> {
        let mut lists = text.lines().filter_map(|line| {
            let line = line.trim();
            let list = line.strip_prefix("early: [").or_else(|| line.strip_prefix("late: ["))?;
            let list = list.trim_end_matches(',').trim_end_matches(']').split(',');
            let numbers: Option<Vec<f32>> = list.map(|number| number.trim().parse().ok()).collect();
            <[f32; FEATURES]>::try_from(numbers?).ok()
        });
        Some(Weights { early: lists.next()?, late: lists.next()? })
    }

    /// Returns the value of features at a stage of the game.
    #[inline]
    pub fn value(&self, features: &Features, early: f32) -> i32 {
        let mut value = 0.0;
        for ((&feature, &begin), &end) in features.iter().zip(&self.early).zip(&self.late) {
            value += feature as f32 * (end + (begin - end) * early);
        }
        value as i32
    }
}

impl<const W: usize> Evaluate<W> for Weights {
    #[inline]
    fn value(&self, position: &Position<Compact<W>>, mine: Bits<W>, theirs: Bits<W>) -> i32 {
        let ice = position.ice();
        Weights::value(self, &features(position, mine, theirs), earliness(ice, mine, theirs))
    }
}

/// Returns how early in the game it is, from 1 to 0.
#[inline]
pub fn earliness<const W: usize>(ice: &Compact<W>, mine: Bits<W>, theirs: Bits<W>) -> f32 {
    let penguins = (mine | theirs).len().max(1);
    (ice.free().len() as f32 / (PLENTY * penguins as f32)).min(1.0)
}

/// Returns the features of a position: what the player to move has more than the other.
#[inline]
pub fn features<const W: usize>(position: &Position<Compact<W>>, mine: Bits<W>, theirs: Bits<W>) -> Features {
    let (mut features, others) = features_apart(position, mine, theirs);
    features.iter_mut().zip(others).for_each(|(mine, theirs)| *mine -= theirs);
    features
}

/// Returns the features of each side by themselves; what both share counts for the first.
#[inline]
pub fn features_apart<const W: usize>(
    position: &Position<Compact<W>>,
    mine: Bits<W>,
    theirs: Bits<W>,
) -> (Features, Features) {
    let ice = position.ice();
    let territory = Territory::new(ice, mine, theirs);
    let fish = |set: Bits<W>| if W > 1 && set.is_empty() { 0 } else { ice.fish_on(set) as i32 };
    let side = |first: &[Bits<W>; REACH], own: Bits<W>, near: Bits<W>, flock: Bits<W>| {
        let mut features = [0; FEATURES];
        for (feature, &set) in features.iter_mut().zip(first) {
            *feature = fish(set & !own);
        }
        let rest = &mut features[2 * REACH..];
        let [movable, roomy] = territory.movable.map(|set| set & flock);
        rest[0] = near.len() as i32;
        rest[1] = (flock & !movable).len() as i32;
        rest[2] = (movable & !roomy).len() as i32;
        rest[3] = fish(movable);
        rest[5] = fish(own);
        rest[6] = own.len() as i32;
        features
    };
    let mut ours = side(&territory.mine, territory.own[0], territory.near[0], mine);
    let others = side(&territory.theirs, territory.own[1], territory.near[1], theirs);
    for (feature, &set) in ours[REACH..].iter_mut().zip(&territory.shared) {
        *feature = fish(set);
    }
    ours[2 * REACH + 4] = 1;
    (ours, others)
}
