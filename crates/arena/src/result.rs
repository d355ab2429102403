//! The result of a game, as used by the store, the schedules and the reports.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::printable::printable;
use crate::quote::Quote;
use crate::sandbox::Disturbance;

/// The maximum length of an explanation, in characters.
const MAX_EXPLANATION_CHARS: usize = 500;

/// The number of units in one point. It is divisible by twice any number of opponents from 1 to 8, so that points can be
/// counted as integers.
pub(crate) const POINT: u64 = 1680;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// Its number in the schedule, from 1.
    pub number: usize,
    /// The round, from 1.
    pub round: usize,
    /// The index of the board.
    pub board: usize,
    /// The index of the entrant on each seat.
    pub seats: Vec<usize>,
    /// The result of each seat.
    pub results: Vec<SeatResult>,
    /// All faults, in order.
    pub faults: Vec<FaultNote>,
    /// All replayed turns, in order.
    pub replays: Vec<ReplayNote>,
    /// The whole record; empty once it was dropped.
    pub record: String,
}

/// The result of one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatResult {
    /// The number of fish collected.
    pub fish: u64,
    /// The final place, from 1; tied players share a place.
    pub place: u32,
    /// Why the player was eliminated, if it was.
    pub out: Option<String>,
    /// The number of calls.
    pub calls: u32,
    /// The time of all calls together.
    pub thought: Duration,
    /// The time of the slowest call.
    pub slowest: Duration,
    /// The processor time; `None` for games of older databases, which lack it.
    pub cpu: Option<CpuTimes>,
    /// The standard output of all calls that printed something there, each preceded by a header line.
    pub stdout: Vec<u8>,
    /// The standard error, likewise.
    pub stderr: Vec<u8>,
}

/// The processor time of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CpuTimes {
    /// That of all calls together.
    pub total: Duration,
    /// That of the call with the most.
    pub most: Duration,
}

/// A turn that was played again because something else disturbed the first run. Only the second run counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplayNote {
    /// The index of the seat.
    pub seat: usize,
    /// The number of turns before it, lost turns included.
    pub after: usize,
    /// What disturbed the first run, in one line.
    pub reason: String,
}

impl ReplayNote {
    /// Describes a replayed turn.
    pub(crate) fn new(seat: usize, after: usize, disturbance: &Disturbance) -> ReplayNote {
        ReplayNote { seat, after, reason: one_line(&disturbance.to_string()) }
    }
}

/// A fault and when it occurred.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultNote {
    /// The index of the seat.
    pub seat: usize,
    /// The number of turns before it, lost turns included.
    pub after: usize,
    /// Its name.
    pub name: String,
    /// Its explanation, in one line.
    pub explanation: String,
}

impl GameResult {
    /// Drops the record and what programs printed. Call this once the game is stored: it can take megabytes per game.
    pub fn drop_texts(&mut self) {
        self.record = String::new();
        for result in &mut self.results {
            (result.stdout, result.stderr) = (Vec::new(), Vec::new());
        }
    }

    /// Returns the points of a seat: the share of opponents that it beat, where a tie counts half. If all forfeited, nobody
    /// gets any.
    pub fn points(&self, seat: usize) -> f64 {
        self.units(seat) as f64 / POINT as f64
    }

    /// Returns the points of a seat in units of 1/[`POINT`].
    pub(crate) fn units(&self, seat: usize) -> u64 {
        let others = (0..self.results.len()).filter(|&other| other != seat);
        let halves: u64 = others.map(|other| self.half_points(seat, other)).sum();
        let opponents = (self.results.len() as u64 - 1).max(1);
        halves * (POINT / 2) / opponents
    }

    /// Returns whether all players forfeited: such a game is neither won nor tied.
    pub fn is_lost_by_all(&self) -> bool {
        self.results.iter().all(|result| result.out.is_some())
    }

    /// Returns the half points of a seat against another: 2 for being ahead, 1 for being equal, and 0 if all forfeited.
    pub fn half_points(&self, seat: usize, other: usize) -> u64 {
        if self.is_lost_by_all() {
            return 0;
        }
        match self.results[seat].place.cmp(&self.results[other].place) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        }
    }
}

impl FaultNote {
    /// Describes a fault in one line, truncated because ids can be arbitrarily long, with what the program printed.
    pub(crate) fn new(seat: usize, after: usize, fault: &Fault, quote: &Quote) -> FaultNote {
        let explanation = one_line(&fault.to_string()) + &quote.to_string();
        FaultNote { seat, after, name: fault.name().to_owned(), explanation }
    }
}

fn one_line(explanation: &str) -> String {
    let mut letters = explanation.chars();
    let mut short = printable(&letters.by_ref().take(MAX_EXPLANATION_CHARS).collect::<String>());
    if letters.next().is_some() {
        short.push('…');
    }
    short
}

/// The results of games by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results(BTreeMap<usize, GameResult>);

impl Results {
    /// Makes an empty collection.
    pub fn new() -> Results {
        Results::default()
    }

    /// Adds a result, and returns the one that it replaces.
    pub fn insert(&mut self, game: GameResult) -> Option<GameResult> {
        self.0.insert(game.number, game)
    }

    /// Returns the number of games with a result.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether no game has a result.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns all results in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &GameResult> {
        self.0.values()
    }

    /// Returns the result of the game with this number.
    pub fn get(&self, number: usize) -> Option<&GameResult> {
        self.0.get(&number)
    }
}

impl FromIterator<GameResult> for Results {
    fn from_iter<T: IntoIterator<Item = GameResult>>(games: T) -> Results {
        Results(games.into_iter().map(|game| (game.number, game)).collect())
    }
}

impl Extend<GameResult> for Results {
    fn extend<T: IntoIterator<Item = GameResult>>(&mut self, games: T) {
        self.0.extend(games.into_iter().map(|game| (game.number, game)));
    }
}

impl IntoIterator for Results {
    type Item = GameResult;
    type IntoIter = std::collections::btree_map::IntoValues<usize, GameResult>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explanations_fit_into_a_line() {
        assert_eq!(one_line("a\nb"), "a\u{fffd}b");
        assert_eq!(one_line(&"ż".repeat(100_000)).chars().count(), MAX_EXPLANATION_CHARS + 1);
        assert_eq!(one_line(&"ż".repeat(MAX_EXPLANATION_CHARS)), "ż".repeat(MAX_EXPLANATION_CHARS));
    }
}
