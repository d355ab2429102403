//! The sequential probability ratio test (SPRT) of Wald, for two-player games.
//!
//! Two hypotheses compete: the first player is stronger by `elo0` (H0), or by `elo1` (H1). After each game, or each pair
//! of games with swapped seats, the log-likelihood ratio of H1 to H0 (LLR) is compared with two bounds, and the test ends when it reaches either bound. The bounds
//! follow from the accepted error rates: `ln(beta / (1 - alpha))` below and `ln((1 - beta) / alpha)` above.
//!
//! A hypothesis fixes the mean score but not the draw rate. Each hypothesis therefore gets the maximum
//! likelihood distribution of results among all with its mean (the generalised SPRT, as in fishtest). For results of
//! values `v` with observed shares `p`, Lagrange multipliers give that distribution as `p / (1 + x (v - s))` for the
//! score `s` of the hypothesis, where `x` is the only root of `sum p (v - s) / (1 + x (v - s))`, and so
//!
//! ```text
//! LLR = sum of count * (ln(1 + x0 (v - s0)) - ln(1 + x1 (v - s1)))
//! ```
//!
//! This is exact, while the well-known `n (s1 - s0)(2 s - s0 - s1) / (2 variance)` is an approximation for hypotheses
//! that are close to each other and to the truth; the tests compare both. Bounds are in logistic Elo, as in fastchess'
//! `logistic` model and in cutechess; they are neither BayesElo nor normalised Elo, under which the same bounds would
//! define a different test.
//!
//! A kind of result that never occurred counts as a thousandth of a game, as in fishtest: a distribution without wins
//! could not have the mean of the hypothesis.

use super::elo::{self, Tally};
use super::paired::PairedTally;
use thiserror::Error;

/// Why a test is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SprtError {
    /// The hypotheses are not in rising order.
    #[error("elo0 ({elo0}) is not below elo1 ({elo1})")]
    Hypotheses {
        /// The Elo difference of H0.
        elo0: f64,
        /// The Elo difference of H1.
        elo1: f64,
    },
    /// A hypothesis is so extreme that its score rounds to 0 or 1.
    #[error("{0} elo is out of range: it must lie between -2000 and 2000")]
    Range(f64),
    /// The error rates are out of range.
    #[error("alpha ({alpha}) and beta ({beta}) must be positive and add up to less than 1")]
    Errors {
        /// The accepted probability of deciding H1 when H0 is true.
        alpha: f64,
        /// The accepted probability of deciding H0 when H1 is true.
        beta: f64,
    },
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// H0 is accepted: the first player is not stronger by `elo1`.
    H0,
    /// H1 is accepted: the first player is stronger by more than `elo0`.
    H1,
    /// More games are needed.
    Continue,
}

/// A test with its hypotheses and error rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    lower: f64,
    upper: f64,
}

/// The status of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtStatus {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The lower bound: at or below it, H0 is accepted.
    pub lower: f64,
    /// The upper bound: at or above it, H1 is accepted.
    pub upper: f64,
    /// The decision.
    pub decision: SprtDecision,
}

impl Sprt {
    /// Makes a test of `elo0` against `elo1`, with the probabilities `alpha` of wrongly accepting H1 and `beta` of
    /// wrongly accepting H0.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        for elo in [elo0, elo1] {
            if !(-2000.0..=2000.0).contains(&elo) {
                return Err(SprtError::Range(elo));
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Errors { alpha, beta });
        }
        Ok(Sprt { elo0, elo1, lower: (beta / (1.0 - alpha)).ln(), upper: ((1.0 - beta) / alpha).ln() })
    }

    /// Returns the status of the test after some games.
    pub fn status(&self, tally: Tally) -> SprtStatus {
        self.status_of_counts(&tally.counts())
    }

    /// Returns the status of the test after some pairs of games with swapped seats.
    pub fn status_of_pairs(&self, tally: PairedTally) -> SprtStatus {
        self.status_of_counts(&tally.counts())
    }

    fn status_of_counts(&self, counts: &[u64]) -> SprtStatus {
        let llr = self.llr(counts);
        let decision = if llr >= self.upper {
            SprtDecision::H1
        } else if llr <= self.lower {
            SprtDecision::H0
        } else {
            SprtDecision::Continue
        };
        SprtStatus { llr, lower: self.lower, upper: self.upper, decision }
    }

    fn llr(&self, counts: &[u64]) -> f64 {
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = smoothed(counts);
        likelihood_loss(&counts, elo::expected_score(self.elo0))
            - likelihood_loss(&counts, elo::expected_score(self.elo1))
    }
}

impl std::fmt::Display for SprtStatus {
    /// Writes the line in the usual form of engine testing tools: `LLR 2.95 (-2.94, 2.94), H1 accepted`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let decision = match self.decision {
            SprtDecision::H0 => "H0 accepted",
            SprtDecision::H1 => "H1 accepted",
            SprtDecision::Continue => "undecided",
        };
        write!(f, "LLR {:.2} ({:.2}, {:.2}), {decision}", self.llr, self.lower, self.upper)
    }
}

/// Replaces zero counts with a thousandth of a game.
fn smoothed(counts: &[u64]) -> Vec<f64> {
    counts.iter().map(|&count| if count == 0 { 1e-3 } else { count as f64 }).collect()
}

/// Returns the log-likelihood that the best distribution with the mean `score` loses against the observed one.
fn likelihood_loss(counts: &[f64], score: f64) -> f64 {
    let last = (counts.len() - 1) as f64;
    let away = |index: usize| index as f64 / last - score;
    let derivative = |x: f64| -> f64 {
        counts.iter().enumerate().map(|(i, count)| count * away(i) / (1.0 + x * away(i))).sum()
    };
    // Between these limits every factor is positive, and the sum falls from plus to minus infinity, so bisection finds the
    // root.
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if derivative(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = low + (high - low) / 2.0;
    counts.iter().enumerate().map(|(i, count)| count * (x * away(i)).ln_1p()).sum()
}

#[cfg(test)]
#[path = "sprt_tests.rs"]
mod tests;
