//! Ratings of any number of entrants, in games of two or more players.
//!
//! **What a rating says.** The mean of the field is 1500, as usual for Elo ratings. An entrant with 100 points more
//! than another is expected to finish ahead of it in 64% of their games, counting a shared place as half, whoever else
//! plays. The error is half the width of the 95% confidence interval of the entrant's distance from the mean of the
//! field. Ratings of different tournaments cannot be compared.
//!
//! **The model.** A game of `k` players counts as the `k (k - 1) / 2` comparisons of their places, as in the
//! Bradley–Terry model (which agrees with the Plackett–Luce model of whole rankings). The ratings are the maximum a
//! posteriori estimate under a weak prior: strengths are normally distributed with a standard deviation of 600 around
//! the mean, which weighs about a third of a game. The prior keeps ratings finite for entrants that won or lost
//! everything, and connects groups that never met. When all play the same schedule, the order by rating is the order
//! by points, and a better result never lowers a rating.
//!
//! **The error.** The comparisons of one game are not independent: a player who beats one opponent probably beats
//! another. Their covariance follows from the model: with strengths `a`, `b` and `c`, the first beats both others with
//! probability `a / (a + b + c)`, and comparisons of four different entrants are independent. The errors come from
//! Godambe's sandwich estimator, which for two-player games equals the inverse of the curvature. Shared places reduce
//! the variance; it is scaled by their share in the whole field.
//!
//! **Why not an online rating.** The crate `skillratings` offers many (Elo, Glicko-2, TrueSkill, Weng–Lin), but all of
//! them update ratings after each game or period, so the same games in another order give other ratings. Parallel games
//! end in any order, and a resumed tournament must end with the same table as an uninterrupted one. Here games are
//! counted first and fitted at once, so ratings are the same to the last bit. The tests use `skillratings` to show that
//! the order matters there, and that it ranks a simulated field in the same way.

use super::matrix::{Matrix, dot};
use super::normal::Z95;
use serde::Serialize;
use std::collections::BTreeMap;
use std::f64::consts::LN_10;

/// The mean of all ratings.
pub const MEAN: f64 = 1500.0;

/// The standard deviation of the prior, in Elo.
const PRIOR: f64 = 600.0;

/// One unit of strength (the natural logarithm of the odds) in Elo.
const ELO: f64 = 400.0 / LN_10;

/// A rating on the Elo scale.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The estimate.
    pub value: f64,
    /// Half the width of its 95% confidence interval.
    pub error: f64,
}

/// The field of a tournament: the counted results of all games, in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    entrants: usize,
    /// Comparisons of two entrants, the smaller index first.
    pairs: BTreeMap<(usize, usize), Comparisons>,
    /// The number of games played by each group of players; a group lists its entrants in ascending order.
    tables: BTreeMap<Vec<usize>, u64>,
}

/// How often one entrant finished ahead of another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Comparisons {
    ahead: u64,
    equal: u64,
    behind: u64,
}

impl Comparisons {
    fn all(self) -> f64 {
        (self.ahead + self.equal + self.behind) as f64
    }

    fn points(self) -> f64 {
        self.ahead as f64 + self.equal as f64 / 2.0
    }
}

impl Field {
    /// Makes a field without games.
    pub fn new(entrants: usize) -> Field {
        Field { entrants, pairs: BTreeMap::new(), tables: BTreeMap::new() }
    }

    /// Adds a game: its players and, in the same order, their places (1 is the best).
    ///
    /// Entrants that are not in the field are ignored, and so is a second seat of an entrant.
    pub fn add(&mut self, seats: &[usize], places: &[u32]) {
        let mut table: Vec<(usize, u32)> = seats
            .iter()
            .copied()
            .zip(places.iter().copied())
            .filter(|&(who, _)| who < self.entrants)
            .collect();
        table.sort_unstable();
        table.dedup_by_key(|&mut (who, _)| who);
        if table.len() < 2 {
            return;
        }
        for (index, &(first, place)) in table.iter().enumerate() {
            for &(second, other) in &table[index + 1..] {
                let comparisons = self.pairs.entry((first, second)).or_default();
                match place.cmp(&other) {
                    std::cmp::Ordering::Less => comparisons.ahead += 1,
                    std::cmp::Ordering::Equal => comparisons.equal += 1,
                    std::cmp::Ordering::Greater => comparisons.behind += 1,
                }
            }
        }
        *self.tables.entry(table.into_iter().map(|(who, _)| who).collect()).or_default() += 1;
    }

    /// Rates all entrants; `None` for entrants without a game.
    pub fn ratings(&self) -> Vec<Option<Rating>> {
        let mut index = vec![None; self.entrants];
        for &(first, second) in self.pairs.keys() {
            index[first] = Some(0);
            index[second] = Some(0);
        }
        let mut active = 0;
        for place in index.iter_mut().flatten() {
            *place = active;
            active += 1;
        }
        let at = |who: usize| index[who].expect("compared entrants have an index");
        let fit = Fit {
            size: active,
            pairs: self.pairs.iter().map(|(&(a, b), &comparisons)| (at(a), at(b), comparisons)).collect(),
            tables: self
                .tables
                .iter()
                .map(|(who, &count)| (who.iter().map(|&w| at(w)).collect(), count))
                .collect(),
        };
        let strengths = fit.strengths();
        let deviations = fit.deviations(&strengths);
        let rate = |i: usize| Rating { value: MEAN + strengths[i] * ELO, error: Z95 * deviations[i] * ELO };
        index.into_iter().map(|place| place.map(rate)).collect()
    }
}

/// The fit of the model to the entrants that played, numbered without gaps.
struct Fit {
    size: usize,
    pairs: Vec<(usize, usize, Comparisons)>,
    tables: Vec<(Vec<usize>, u64)>,
}

impl Fit {
    /// The inverse variance of the prior.
    const PRIOR_WEIGHT: f64 = (ELO / PRIOR) * (ELO / PRIOR);

    /// Returns the maximum a posteriori strengths. The prior makes their mean zero.
    fn strengths(&self) -> Vec<f64> {
        let mut strengths = vec![0.0; self.size];
        let mut best = self.log_posterior(&strengths);
        // Newton's method, with shorter steps where a full one overshoots. The log-posterior is strictly concave, so
        // this takes a few steps; the limit only guards against rounding errors that would never let it converge.
        for _ in 0..100 {
            let step = self.curvature(&strengths).factor().solve(&self.gradient(&strengths));
            let longest = step.iter().fold(0.0f64, |longest, part| longest.max(part.abs()));
            let mut share = 1.0;
            loop {
                let next: Vec<f64> = strengths.iter().zip(&step).map(|(s, part)| s + share * part).collect();
                let reached = self.log_posterior(&next);
                if reached >= best {
                    strengths = next;
                    best = reached;
                    break;
                }
                share /= 2.0;
                if share < 1e-6 {
                    break;
                }
            }
            if longest < 1e-10 || share < 1e-6 {
                break;
            }
        }
        strengths
    }

    fn log_posterior(&self, strengths: &[f64]) -> f64 {
        let games: f64 = self
            .pairs
            .iter()
            .map(|&(a, b, comparisons)| {
                let lead = strengths[a] - strengths[b];
                let points = comparisons.points();
                -points * softplus(-lead) - (comparisons.all() - points) * softplus(lead)
            })
            .sum();
        games - Self::PRIOR_WEIGHT / 2.0 * dot(strengths, strengths)
    }

    fn gradient(&self, strengths: &[f64]) -> Vec<f64> {
        let mut gradient: Vec<f64> =
            strengths.iter().map(|strength| -Self::PRIOR_WEIGHT * strength).collect();
        for &(a, b, comparisons) in &self.pairs {
            let excess =
                comparisons.points() - comparisons.all() * win_probability(strengths[a] - strengths[b]);
            gradient[a] += excess;
            gradient[b] -= excess;
        }
        gradient
    }

    fn curvature(&self, strengths: &[f64]) -> Matrix {
        let mut curvature = Matrix::diagonal(self.size, Self::PRIOR_WEIGHT);
        for &(a, b, comparisons) in &self.pairs {
            let p = win_probability(strengths[a] - strengths[b]);
            add_product(&mut curvature, (a, b), (a, b), comparisons.all() * p * (1.0 - p));
        }
        curvature
    }

    /// Returns the covariance matrix of the gradient.
    fn gradient_covariance(&self, strengths: &[f64]) -> Matrix {
        let scale = self.tie_scale(strengths);
        let mut covariance = Matrix::diagonal(self.size, Self::PRIOR_WEIGHT);
        for &(a, b, comparisons) in &self.pairs {
            let p = win_probability(strengths[a] - strengths[b]);
            add_product(&mut covariance, (a, b), (a, b), scale * comparisons.all() * p * (1.0 - p));
        }
        for (table, count) in self.tables.iter().filter(|(table, _)| table.len() > 2) {
            for &x in table {
                for (index, &y) in table.iter().enumerate() {
                    for &z in &table[index + 1..] {
                        if x == y || x == z {
                            continue;
                        }
                        let (lead_y, lead_z) = (strengths[x] - strengths[y], strengths[x] - strengths[z]);
                        let both = 1.0 / (1.0 + (-lead_y).exp() + (-lead_z).exp());
                        let weight = scale
                            * *count as f64
                            * (both - win_probability(lead_y) * win_probability(lead_z));
                        add_product(&mut covariance, (x, y), (x, z), weight);
                        add_product(&mut covariance, (x, z), (x, y), weight);
                    }
                }
            }
        }
        covariance
    }

    /// Returns the factor by which shared places reduce the variance of a comparison, over the whole field.
    ///
    /// A comparison with the expected score `p` has the variance `p (1 - p)`, less a quarter of the share of ties.
    /// Each entrant counts as having had one more decided comparison; otherwise a field with nothing but ties would
    /// have no error.
    fn tie_scale(&self, strengths: &[f64]) -> f64 {
        let mut decided = self.size as f64 / 4.0;
        let mut equal = 0.0;
        for &(a, b, comparisons) in &self.pairs {
            let p = win_probability(strengths[a] - strengths[b]);
            decided += comparisons.all() * p * (1.0 - p);
            equal += comparisons.equal as f64 / 4.0;
        }
        if equal == 0.0 { 1.0 } else { (1.0 - equal / decided).clamp(0.01, 1.0) }
    }

    /// Returns the standard deviation of each entrant's distance from the mean.
    fn deviations(&self, strengths: &[f64]) -> Vec<f64> {
        let factor = self.curvature(strengths).factor();
        let covariance = self.gradient_covariance(strengths);
        let share = 1.0 / self.size as f64;
        (0..self.size)
            .map(|who| {
                let from_mean: Vec<f64> = (0..self.size).map(|i| f64::from(i == who) - share).collect();
                let reach = factor.solve(&from_mean);
                let through: Vec<f64> = (0..self.size).map(|row| dot(covariance.row(row), &reach)).collect();
                dot(&reach, &through).max(0.0).sqrt()
            })
            .collect()
    }
}

/// Adds the product of two comparisons, each a gain of its first entrant and a loss of its second.
fn add_product(matrix: &mut Matrix, one: (usize, usize), other: (usize, usize), weight: f64) {
    matrix.add(one.0, other.0, weight);
    matrix.add(one.0, other.1, -weight);
    matrix.add(one.1, other.0, -weight);
    matrix.add(one.1, other.1, weight);
}

/// Returns the probability of finishing ahead with a lead in strength.
fn win_probability(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

/// Returns `ln(1 + e^x)` without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

#[cfg(test)]
#[path = "field_tests.rs"]
mod tests;
