//! How far apart two are that met in games of two.
//!
//! The figures are those that chess engine testers print. The share of points `s` stands for a difference of
//! `-400 log10(1 / s - 1)` Elo. Its error comes from the spread of single results around `s`: with `n` games
//! the mean strays by `sqrt(variance / n)`, and the ends of the 95% interval are the Elo of the scores 1.96
//! such steps below and above. The interval is therefore wider on the side away from zero.
//!
//! Where all games ended alike that spread is zero, and testers' programs print an error of zero or none at
//! all. One won game does not prove much, so Wilson's interval takes over there.

use super::normal::{self, Z95};
use serde::Serialize;

/// A number with the interval that holds it with 95%.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The best guess; missing when infinite.
    pub value: Option<f64>,
    /// The lower end; missing when infinite.
    pub low: Option<f64>,
    /// The upper end; missing when infinite.
    pub high: Option<f64>,
}

/// What came of the games of one against another, from the first's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that the first won.
    pub wins: u64,
    /// Games that were shared.
    pub shared: u64,
    /// Games that the second won.
    pub losses: u64,
}

/// What came of pairs of games on one board with the seats swapped, from the first's side.
///
/// Counted by the points of the pair: 0, a half, 1, one and a half, 2. A board that favours a seat gives each
/// side a win, so a pair strays less than two games that have nothing to do with each other, and the interval
/// is narrower. Testers call it pentanomial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairTally(pub [u64; 5]);

impl Tally {
    /// Returns the number of games.
    pub fn games(self) -> u64 {
        self.wins + self.shared + self.losses
    }

    /// Returns the Elo difference with its 95% interval; nothing without games.
    pub fn elo(self) -> Option<Interval> {
        interval(&self.counts())
    }

    /// Returns how likely it is that the first is the stronger, from 0 to 1; nothing without games.
    ///
    /// Shared games say nothing of who is stronger. Of the others equal players win each with one half, so
    /// the difference `wins - losses` has the standard deviation `sqrt(wins + losses)`, and the likelihood is
    /// the normal distribution's share below their ratio.
    pub fn likelihood(self) -> Option<f64> {
        if self.games() == 0 {
            return None;
        }
        let decided = self.wins + self.losses;
        if decided == 0 {
            return Some(0.5);
        }
        Some(normal::below((self.wins as f64 - self.losses as f64) / (decided as f64).sqrt()))
    }

    /// Returns the counts by rising points.
    pub(super) fn counts(self) -> [u64; 3] {
        [self.losses, self.shared, self.wins]
    }
}

impl PairTally {
    /// Counts a pair by its points of the first in halves of a point, from 0 to 4; more is taken as 4.
    pub fn add(&mut self, halves: usize) {
        self.0[halves.min(4)] += 1;
    }

    /// Returns the Elo difference with its 95% interval; nothing without pairs.
    pub fn elo(self) -> Option<Interval> {
        interval(&self.0)
    }
}

/// Returns the score that a difference stands for, between 0 and 1.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the difference that a score stands for; nothing when it is infinite.
pub fn difference(score: f64) -> Option<f64> {
    // A score this close to an end only gets there by rounding, as an interval's end does.
    const END: f64 = 1e-12;
    (score > END && score < 1.0 - END).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

/// Returns the mean and the variance of results whose values lie evenly from 0 to 1, counted from the worst.
pub(super) fn moments(counts: &[f64]) -> (f64, f64) {
    let last = (counts.len() - 1) as f64;
    let all: f64 = counts.iter().sum();
    let value = |index: usize| index as f64 / last;
    let mean = counts.iter().enumerate().map(|(i, count)| count * value(i)).sum::<f64>() / all;
    let variance =
        counts.iter().enumerate().map(|(i, count)| count * (value(i) - mean).powi(2)).sum::<f64>() / all;
    (mean, variance)
}

fn interval(counts: &[u64]) -> Option<Interval> {
    let all = counts.iter().sum::<u64>() as f64;
    if all == 0.0 {
        return None;
    }
    let counts: Vec<f64> = counts.iter().map(|&count| count as f64).collect();
    let (mean, variance) = moments(&counts);
    let alike = counts.iter().filter(|&&count| count > 0.0).count() == 1;
    let (low, high) = if alike {
        wilson(mean, all)
    } else {
        let error = Z95 * (variance / all).sqrt();
        (mean - error, mean + error)
    };
    Some(Interval { value: difference(mean), low: difference(low), high: difference(high) })
}

/// Returns the scores that would give one like the one seen at the edge of 95%.
fn wilson(mean: f64, all: f64) -> (f64, f64) {
    let shrink = 1.0 + Z95 * Z95 / all;
    let middle = (mean + Z95 * Z95 / (2.0 * all)) / shrink;
    let half = Z95 / shrink * (mean * (1.0 - mean) / all + Z95 * Z95 / (4.0 * all * all)).sqrt();
    (middle - half, middle + half)
}

#[cfg(test)]
#[path = "elo_tests.rs"]
mod tests;
