//! Ratings for any number of entrants, in games of two or more.
//!
//! **What a rating says.** The mean of the field is 1500, where those who know Elo ratings expect it. Of two
//! entrants the one with 100 more is expected to finish ahead of the other in 64% of their games, with a
//! shared place as half of one, whoever else sits at the table. The error is half the width of the 95%
//! interval of the entrant's distance from the mean of the field. Ratings of different tournaments cannot be
//! compared.
//!
//! **How it is found.** A game of `k` is taken as the `k (k - 1) / 2` comparisons of its places, as in the
//! Bradley–Terry model (which agrees with Plackett and Luce's for whole rankings). The ratings are those that
//! make all comparisons likeliest, together with a weak prior: strengths spread normally with a standard
//! deviation of 600 around the mean, which weighs about a third of a game. It keeps those finite who won or
//! lost everything, and holds groups together that never met. With an equal schedule for all, the order by
//! rating is the order by points, and a better result never lowers a rating.
//!
//! **Its error.** The comparisons in one game are not independent: who beats one at the table probably beats
//! another. How their sum strays follows from the model: with strengths `a`, `b`, `c` the first beats both
//! others with `a / (a + b + c)`, and comparisons of four different entrants are independent. The errors are
//! of that spread seen through the curvature of the likelihood (Godambe's "sandwich"), and for games of two
//! just those of the curvature. Shared places make results stray less; the spread is scaled down by how many
//! were seen in the whole field.
//!
//! **Why not an online rating.** The crate `skillratings` offers many (Elo, Glicko-2, TrueSkill, Weng–Lin),
//! and all of them move ratings after each game or period: the same games in another order give other
//! ratings. Games that run in parallel end in any order, and a tournament that was stopped and resumed must
//! end with the same table as one that was not. Here games are counted first and fitted at once, so ratings
//! are the same to the last bit. The tests use `skillratings` to show both that order matters there and that
//! it ranks a simulated field alike.

use super::matrix::{Matrix, dot};
use super::normal::Z95;
use serde::Serialize;
use std::collections::BTreeMap;
use std::f64::consts::LN_10;

/// The mean of all ratings.
pub const MEAN: f64 = 1500.0;

/// How far strengths are thought to spread before a game was played, as a standard deviation in Elo.
const PRIOR: f64 = 600.0;

/// One unit of strength, the natural logarithm of the odds, in Elo.
const ELO: f64 = 400.0 / LN_10;

/// A strength on the Elo scale.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The best guess.
    pub value: f64,
    /// Half of the width of the 95% interval around it.
    pub error: f64,
}

/// The games of a field, counted so that their order is forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    entrants: usize,
    /// Comparisons of the first with the second, where the first is the smaller index.
    pairs: BTreeMap<(usize, usize), Comparisons>,
    /// How often each company, in rising order, sat at a table.
    tables: BTreeMap<Vec<usize>, u64>,
}

/// How often one finished ahead of another.
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

    /// Counts a game: who sat at the table, and their places in the same order, 1 for the best.
    ///
    /// Entrants that the field does not have are left out, as is one that sits at a table a second time.
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

    /// Rates all entrants; nothing for those who played no game.
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
        let at = |who: usize| index[who].expect("who is compared has an index");
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

/// The games of those who played any, numbered without gaps.
struct Fit {
    size: usize,
    pairs: Vec<(usize, usize, Comparisons)>,
    tables: Vec<(Vec<usize>, u64)>,
}

impl Fit {
    /// How strongly the prior pulls towards the mean.
    const PULL: f64 = (ELO / PRIOR) * (ELO / PRIOR);

    /// Returns the likeliest strengths. Their mean is zero, since only the prior cares for it.
    fn strengths(&self) -> Vec<f64> {
        let mut strengths = vec![0.0; self.size];
        let mut likelihood = self.likelihood(&strengths);
        // Newton's method with shorter steps where a full one overshoots. The likelihood has one peak and no
        // flat parts, so this ends after a handful of steps; the limit only guards against rounding for ever.
        for _ in 0..100 {
            let step = self.curvature(&strengths).factor().solve(&self.gradient(&strengths));
            let longest = step.iter().fold(0.0f64, |longest, part| longest.max(part.abs()));
            let mut share = 1.0;
            loop {
                let next: Vec<f64> = strengths.iter().zip(&step).map(|(s, part)| s + share * part).collect();
                let reached = self.likelihood(&next);
                if reached >= likelihood {
                    strengths = next;
                    likelihood = reached;
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

    fn likelihood(&self, strengths: &[f64]) -> f64 {
        let games: f64 = self
            .pairs
            .iter()
            .map(|&(a, b, comparisons)| {
                let lead = strengths[a] - strengths[b];
                let points = comparisons.points();
                -points * soft(-lead) - (comparisons.all() - points) * soft(lead)
            })
            .sum();
        games - Self::PULL / 2.0 * dot(strengths, strengths)
    }

    fn gradient(&self, strengths: &[f64]) -> Vec<f64> {
        let mut gradient: Vec<f64> = strengths.iter().map(|strength| -Self::PULL * strength).collect();
        for &(a, b, comparisons) in &self.pairs {
            let surplus = comparisons.points() - comparisons.all() * chance(strengths[a] - strengths[b]);
            gradient[a] += surplus;
            gradient[b] -= surplus;
        }
        gradient
    }

    fn curvature(&self, strengths: &[f64]) -> Matrix {
        let mut curvature = Matrix::diagonal(self.size, Self::PULL);
        for &(a, b, comparisons) in &self.pairs {
            let p = chance(strengths[a] - strengths[b]);
            spread(&mut curvature, (a, b), (a, b), comparisons.all() * p * (1.0 - p));
        }
        curvature
    }

    /// Returns how the gradient strays when the games are played again.
    fn straying(&self, strengths: &[f64]) -> Matrix {
        let scale = self.tie_scale(strengths);
        let mut straying = Matrix::diagonal(self.size, Self::PULL);
        for &(a, b, comparisons) in &self.pairs {
            let p = chance(strengths[a] - strengths[b]);
            spread(&mut straying, (a, b), (a, b), scale * comparisons.all() * p * (1.0 - p));
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
                        let weight = scale * *count as f64 * (both - chance(lead_y) * chance(lead_z));
                        spread(&mut straying, (x, y), (x, z), weight);
                        spread(&mut straying, (x, z), (x, y), weight);
                    }
                }
            }
        }
        straying
    }

    /// Returns how much shared places narrow the spread of a comparison, over the whole field.
    ///
    /// A comparison that is expected with `p` strays by `p (1 - p)`, less a quarter of the share of equal
    /// ones. Each entrant counts as having had one more that was decided, or a field in which all is shared
    /// would have no error.
    fn tie_scale(&self, strengths: &[f64]) -> f64 {
        let mut decided = self.size as f64 / 4.0;
        let mut equal = 0.0;
        for &(a, b, comparisons) in &self.pairs {
            let p = chance(strengths[a] - strengths[b]);
            decided += comparisons.all() * p * (1.0 - p);
            equal += comparisons.equal as f64 / 4.0;
        }
        if equal == 0.0 { 1.0 } else { (1.0 - equal / decided).clamp(0.01, 1.0) }
    }

    /// Returns the standard deviation of each one's distance from the mean of all.
    fn deviations(&self, strengths: &[f64]) -> Vec<f64> {
        let factor = self.curvature(strengths).factor();
        let straying = self.straying(strengths);
        let share = 1.0 / self.size as f64;
        (0..self.size)
            .map(|who| {
                let from_mean: Vec<f64> = (0..self.size).map(|i| f64::from(i == who) - share).collect();
                let reach = factor.solve(&from_mean);
                let through: Vec<f64> = (0..self.size).map(|row| dot(straying.row(row), &reach)).collect();
                dot(&reach, &through).max(0.0).sqrt()
            })
            .collect()
    }
}

/// Adds the product of two comparisons, each the first entrant's gain and the second's loss.
fn spread(matrix: &mut Matrix, one: (usize, usize), other: (usize, usize), weight: f64) {
    matrix.add(one.0, other.0, weight);
    matrix.add(one.0, other.1, -weight);
    matrix.add(one.1, other.0, -weight);
    matrix.add(one.1, other.1, weight);
}

/// Returns the chance to finish ahead with a lead in strength.
fn chance(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

/// Returns `ln(1 + e^x)` without overflow.
fn soft(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

#[cfg(test)]
#[path = "field_tests.rs"]
mod tests;
