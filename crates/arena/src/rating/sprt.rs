//! When enough games of two were played: Wald's sequential probability ratio test.
//!
//! Two claims compete: the first is stronger by `elo0` (H0), or by `elo1` (H1). After each game the log of
//! how much better H1 explains all results than H0 does, the LLR, is compared with two bounds, and the test
//! ends when it leaves them. The bounds follow from the errors that one accepts: `ln(beta / (1 - alpha))`
//! below and `ln((1 - beta) / alpha)` above.
//!
//! A claim fixes the mean score but not how often games are shared. Each claim therefore gets the
//! distribution of results that fits the games best among all that have its mean (the generalised test, as in
//! fishtest). For results of values `v` seen with shares `p`, Lagrange's multipliers give that distribution
//! as `p / (1 + x (v - s))` for the claim's score `s`, where `x` is the one root of `sum p (v - s) / (1 + x
//! (v - s))`, and so
//!
//! ```text
//! LLR = sum of count * (ln(1 + x0 (v - s0)) - ln(1 + x1 (v - s1)))
//! ```
//!
//! This is exact, where the well-known `n (s1 - s0)(2 s - s0 - s1) / (2 variance)` is an approximation for
//! claims that are close to each other and to the truth; the tests compare both. Bounds are logistic Elo, as
//! in fastchess' `logistic` model and in cutechess; they are not BayesElo and not normalised Elo, under which
//! the same bounds mean another test.
//!
//! A kind of result that was never seen counts as a thousandth of a game, as in fishtest: a distribution
//! without wins could not have the claimed mean.

use super::elo::{self, PairTally, Tally};
use thiserror::Error;

/// Why a test cannot be run.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    /// The claims are not two different ones in rising order.
    #[error("elo0 ({elo0}) is not below elo1 ({elo1})")]
    Claims {
        /// The claim H0.
        elo0: f64,
        /// The claim H1.
        elo1: f64,
    },
    /// A claim is too far out: its score cannot be told from all or nothing.
    #[error("{0} elo is out of range: a claim lies between -2000 and 2000")]
    Range(f64),
    /// An accepted error is no probability of one.
    #[error("alpha ({alpha}) and beta ({beta}) must lie above 0 and sum to less than 1")]
    Errors {
        /// The accepted chance of H1 where H0 is true.
        alpha: f64,
        /// The accepted chance of H0 where H1 is true.
        beta: f64,
    },
}

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The first is not stronger by `elo1`: H0 is accepted.
    H0,
    /// The first is stronger than by `elo0`: H1 is accepted.
    H1,
    /// More games are needed.
    Continue,
}

/// A test with its claims and accepted errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    lower: f64,
    upper: f64,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The log of how much better H1 explains the results than H0.
    pub llr: f64,
    /// At or below it H0 is accepted.
    pub lower: f64,
    /// At or above it H1 is accepted.
    pub upper: f64,
    /// What follows.
    pub decision: Decision,
}

impl Sprt {
    /// Makes a test of `elo0` against `elo1`, with the chances `alpha` of a wrong H1 and `beta` of a wrong
    /// H0.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        for claim in [elo0, elo1] {
            if !(-2000.0..=2000.0).contains(&claim) {
                return Err(SprtError::Range(claim));
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Claims { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Errors { alpha, beta });
        }
        Ok(Sprt { elo0, elo1, lower: (beta / (1.0 - alpha)).ln(), upper: ((1.0 - beta) / alpha).ln() })
    }

    /// Returns where the test stands after single games.
    pub fn progress(&self, tally: Tally) -> Progress {
        self.judge(&tally.counts())
    }

    /// Returns where the test stands after pairs of games, which decide sooner.
    pub fn progress_of_pairs(&self, pairs: PairTally) -> Progress {
        self.judge(&pairs.0)
    }

    fn judge(&self, counts: &[u64]) -> Progress {
        let llr = self.llr(counts);
        let decision = if llr >= self.upper {
            Decision::H1
        } else if llr <= self.lower {
            Decision::H0
        } else {
            Decision::Continue
        };
        Progress { llr, lower: self.lower, upper: self.upper, decision }
    }

    fn llr(&self, counts: &[u64]) -> f64 {
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = regular(counts);
        log_tilt(&counts, elo::expected_score(self.elo0)) - log_tilt(&counts, elo::expected_score(self.elo1))
    }
}

impl std::fmt::Display for Progress {
    /// Writes the line that testers know: `LLR 2.95 (-2.94, 2.94), H1 accepted`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let said = match self.decision {
            Decision::H0 => "H0 accepted",
            Decision::H1 => "H1 accepted",
            Decision::Continue => "undecided",
        };
        write!(f, "LLR {:.2} ({:.2}, {:.2}), {said}", self.llr, self.lower, self.upper)
    }
}

fn regular(counts: &[u64]) -> Vec<f64> {
    counts.iter().map(|&count| if count == 0 { 1e-3 } else { count as f64 }).collect()
}

/// Returns how much likelihood the best distribution with the mean `score` loses against the one that was
/// seen.
fn log_tilt(counts: &[f64], score: f64) -> f64 {
    let last = (counts.len() - 1) as f64;
    let away = |index: usize| index as f64 / last - score;
    let pull = |x: f64| -> f64 {
        counts.iter().enumerate().map(|(i, count)| count * away(i) / (1.0 + x * away(i))).sum()
    };
    // Between these every factor is positive; the pull falls from plus to minus infinity, so halving finds
    // its root.
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if pull(middle) > 0.0 {
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
