//! The Elo difference of two players in two-player games.
//!
//! The figures are the ones that chess engine testing tools print. A score of `s` points per game corresponds to a difference
//! of `-400 log10(1 / s - 1)` Elo. With `n` games the standard error of the mean score is `sqrt(variance / n)`, and the
//! ends of the 95% confidence interval are the Elo differences of the scores 1.96 standard errors below and above. The
//! interval is therefore wider on the side away from zero.
//!
//! When all games have the same result, that variance is zero, and other tools print an error of zero or none at all.
//! One win proves little, so Wilson's score interval is used in that case.
//!
//! **Normalised Elo** is the difference in units of the standard deviation of a single game: `(s - ½) / σ`, scaled by
//! `800 / ln 10`, so that it equals Elo near 0 when there are no draws. It says how many games a difference needs to
//! show, whatever the share of draws. For pairs of games with swapped seats, `σ²` is twice the variance of the mean of a
//! pair. The end of its interval is 1.96 standard errors away, which makes `1.96 · 347.4 / sqrt(games)`.
//!
//! **The likelihood of superiority** (LOS) is the normal CDF at `Σ d / sqrt(Σ d²)` for results `d` above or below an
//! equal score: the sum of the results in units of its standard deviation if the players were equally strong. For single
//! games, this is the well-known `(wins - losses) / sqrt(wins + losses)`.

use super::normal::{self, Z95};
use serde::Serialize;

/// An estimate with its 95% confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ConfidenceInterval {
    /// The estimate; `None` if infinite.
    pub value: Option<f64>,
    /// The lower end; `None` if infinite.
    pub low: Option<f64>,
    /// The upper end; `None` if infinite.
    pub high: Option<f64>,
}

/// The results of the games between two players, from the first player's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won by the first player.
    pub wins: u64,
    /// Drawn games.
    pub shared: u64,
    /// Games won by the second player.
    pub losses: u64,
}

impl Tally {
    /// Returns the number of games.
    pub fn games(self) -> u64 {
        self.wins + self.shared + self.losses
    }

    /// Returns the Elo difference with its 95% confidence interval; `None` if there are no games.
    pub fn elo(self) -> Option<ConfidenceInterval> {
        interval(&self.counts())
    }

    /// Returns the likelihood of superiority (LOS) of the first player, from 0 to 1; `None` if there are no games.
    ///
    /// Draws do not show which player is stronger. Equally strong players win each decided game with probability one
    /// half, so `wins - losses` has the standard deviation `sqrt(wins + losses)`, and the likelihood is the normal CDF at
    /// the ratio of the two.
    pub fn likelihood(self) -> Option<f64> {
        likelihood(&self.counts())
    }

    /// Returns the normalised Elo difference with its 95% confidence interval; `None` if it is not defined.
    pub fn normalised_elo(self) -> Option<ConfidenceInterval> {
        normalised_interval(&self.counts(), 1.0)
    }

    /// Returns the counts in the order of rising points.
    pub(super) fn counts(self) -> [u64; 3] {
        [self.losses, self.shared, self.wins]
    }
}

/// Returns the expected score at an Elo difference, between 0 and 1.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the Elo difference of a score; `None` if it is infinite.
fn difference(score: f64) -> Option<f64> {
    // Only rounding brings a score this close to 0 or 1.
    const END: f64 = 1e-12;
    (score > END && score < 1.0 - END).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

/// Returns the mean and the variance of results with evenly spaced values from 0 to 1, counted from the worst.
pub(super) fn moments(counts: &[f64]) -> (f64, f64) {
    let last = (counts.len() - 1) as f64;
    let all: f64 = counts.iter().sum();
    let value = |index: usize| index as f64 / last;
    let mean = counts.iter().enumerate().map(|(i, count)| count * value(i)).sum::<f64>() / all;
    let variance =
        counts.iter().enumerate().map(|(i, count)| count * (value(i) - mean).powi(2)).sum::<f64>() / all;
    (mean, variance)
}

/// Returns the Elo difference of results with evenly spaced values from 0 to 1, counted from the worst.
pub(super) fn interval(counts: &[u64]) -> Option<ConfidenceInterval> {
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
    Some(ConfidenceInterval { value: difference(mean), low: difference(low), high: difference(high) })
}

/// Returns the normalised Elo difference of results that are the mean of so many games each; `None` without games, and
/// when all results are equal, since there is no variance to normalise by.
pub(super) fn normalised_interval(counts: &[u64], games_each: f64) -> Option<ConfidenceInterval> {
    let all = counts.iter().sum::<u64>() as f64;
    if counts.iter().filter(|&&count| count > 0).count() < 2 {
        return None;
    }
    let counts: Vec<f64> = counts.iter().map(|&count| count as f64).collect();
    let (mean, variance) = moments(&counts);
    let deviation = (games_each * variance).sqrt();
    let scale = 800.0 / std::f64::consts::LN_10;
    let at = |score: f64| Some((score - 0.5) / deviation * scale);
    let error = Z95 * (variance / all).sqrt();
    Some(ConfidenceInterval { value: at(mean), low: at(mean - error), high: at(mean + error) })
}

/// Returns the likelihood of superiority from results with evenly spaced values from 0 to 1, counted from the worst.
pub(super) fn likelihood(counts: &[u64]) -> Option<f64> {
    if counts.iter().all(|&count| count == 0) {
        return None;
    }
    let last = (counts.len() - 1) as f64;
    let away = |index: usize| index as f64 / last - 0.5;
    let sum: f64 = counts.iter().enumerate().map(|(i, &count)| count as f64 * away(i)).sum();
    let squares: f64 = counts.iter().enumerate().map(|(i, &count)| count as f64 * away(i).powi(2)).sum();
    if squares == 0.0 {
        return Some(0.5);
    }
    Some(normal::cdf(sum / squares.sqrt()))
}

/// Returns Wilson's 95% score interval.
fn wilson(mean: f64, all: f64) -> (f64, f64) {
    let shrink = 1.0 + Z95 * Z95 / all;
    let middle = (mean + Z95 * Z95 / (2.0 * all)) / shrink;
    let half = Z95 / shrink * (mean * (1.0 - mean) / all + Z95 * Z95 / (4.0 * all * all)).sqrt();
    (middle - half, middle + half)
}

#[cfg(test)]
#[path = "elo_tests.rs"]
mod tests;
