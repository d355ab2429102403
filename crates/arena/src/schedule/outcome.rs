//! What came of games, as far as schedules and tables care.

use super::Fixture;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A point in the units in which points are counted: any share of the opponents at a table is a whole number.
pub(super) const POINT: u64 = 1680;

/// What came of one game, seat by seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The number of the game in the schedule.
    pub number: usize,
    /// The places: 1 is the best, equal ones share it.
    pub places: Vec<u32>,
    /// The fish.
    pub scores: Vec<u64>,
    /// How many faults each made.
    pub faults: Vec<u32>,
    /// Who forfeited the game.
    pub forfeited: Vec<bool>,
}

impl Outcome {
    /// Returns the points of a seat: its share of the opponents that it beat, with half for those equal.
    pub fn points(&self, seat: usize) -> f64 {
        self.units(seat) as f64 / POINT as f64
    }

    /// Returns the points of a seat in the units in which they are counted.
    pub(super) fn units(&self, seat: usize) -> u64 {
        let halves: u64 =
            (0..self.places.len()).filter(|&other| other != seat).map(|other| self.halves(seat, other)).sum();
        let opponents = (self.places.len() as u64 - 1).max(1);
        halves * (POINT / 2) / opponents
    }

    /// Returns what a seat has against another: 2 for being ahead, 1 for being equal.
    pub(super) fn halves(&self, seat: usize, other: usize) -> u64 {
        match self.places[seat].cmp(&self.places[other]) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        }
    }

    fn fits(&self, seats: usize) -> bool {
        let Outcome { places, scores, faults, forfeited, .. } = self;
        [places.len(), scores.len(), faults.len(), forfeited.len()] == [seats; 4]
    }
}

/// The games that were played, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results(BTreeMap<usize, Outcome>);

impl Results {
    /// Makes an empty set of results.
    pub fn new() -> Results {
        Results::default()
    }

    /// Adds a result and returns the one that it takes the place of.
    pub fn insert(&mut self, outcome: Outcome) -> Option<Outcome> {
        self.0.insert(outcome.number, outcome)
    }

    /// Returns how many games have a result.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Tells whether no game has a result.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns all results by rising number.
    pub fn iter(&self) -> impl Iterator<Item = &Outcome> {
        self.0.values()
    }

    /// Returns the result of a game, if it has one that fits its table.
    pub fn of(&self, fixture: &Fixture) -> Option<&Outcome> {
        self.0.get(&fixture.number).filter(|outcome| outcome.fits(fixture.seats.len()))
    }
}

impl FromIterator<Outcome> for Results {
    fn from_iter<T: IntoIterator<Item = Outcome>>(outcomes: T) -> Results {
        Results(outcomes.into_iter().map(|outcome| (outcome.number, outcome)).collect())
    }
}

impl Extend<Outcome> for Results {
    fn extend<T: IntoIterator<Item = Outcome>>(&mut self, outcomes: T) {
        self.0.extend(outcomes.into_iter().map(|outcome| (outcome.number, outcome)));
    }
}
