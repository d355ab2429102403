//! Weights of rows, and how they are fitted by stochastic gradient descent with a step size for each weight (Adagrad).
//!
//! Most rows are rare. So a weight is a sum: of the row itself, and of three groups of rows that share a part of their
//! code. What rows have in common goes into the groups, since these learn faster.

use std::collections::HashMap;

use floe_engine::penguins::tile_codes::{Coding, ROWS, row_parts, swapped_row};
use floe_engine::penguins::tile_table::{Row, STAGES, StageBlend};

use crate::samples::{Sample, Samples};

/// The step size of the first epoch, and by what it shrinks with each.
const RATE: f32 = 0.1;
const SHRINK: f32 = 0.7;
/// The sum of squares that every weight starts with: the first steps are not too long.
const SQUARES: f32 = 300.0;
/// The largest weight of a packed table, in hundredths of a fish.
const LARGEST: f32 = 254.0;

/// The number of rows of a sample of a large board for which the step size is right.
const MANY_ROWS: f32 = 64.0;

/// The least distance between samples that follow each other.
const STRIDE: u64 = 7_919_999;

/// The weights of all rows and groups.
pub(crate) struct Weights {
    weights: Vec<[f32; STAGES]>,
    /// The sum of the squares of the slopes so far.
    squares: Vec<[f32; STAGES]>,
    /// The groups of each row.
    groups: Vec<[usize; 3]>,
}

impl Weights {
    /// Returns weights of 0; `squares` is what the sum of squares of every weight starts with.
    pub(crate) fn new(squares: f32) -> Weights {
        let mut numbers = HashMap::new();
        let groups: Vec<[usize; 3]> = (0..ROWS)
            .map(|row| {
                let [mine, theirs, fish, around] = row_parts(row).map(Some);
                [[mine, theirs, fish, None], [mine, None, fish, around], [None, theirs, fish, around]].map(
                    |group| {
                        let next = ROWS + numbers.len();
                        *numbers.entry(group).or_insert(next)
                    },
                )
            })
            .collect();
        let all = ROWS + numbers.len();
        Weights { weights: vec![[0.0; STAGES]; all], squares: vec![[squares; STAGES]; all], groups }
    }

    /// Returns the sum of the weights of some rows.
    pub(crate) fn value(&self, rows: &[u16], blend: StageBlend) -> f32 {
        let shares = blend.shares();
        let of = |index: usize| {
            shares.map(|(stage, share)| share * self.weights[index][stage]).iter().sum::<f32>()
        };
        let with_groups = |&row: &u16| {
            let row = usize::from(row);
            of(row) + self.groups[row].iter().map(|&group| of(group)).sum::<f32>()
        };
        rows.iter().map(with_groups).sum()
    }

    /// Takes a step down a slope of the value of some rows.
    pub(crate) fn step(&mut self, rows: &[u16], blend: StageBlend, slope: f32, rate: f32) {
        for (stage, share) in blend.shares() {
            let slope = slope * share;
            let mut step = |index: usize| {
                let squares = &mut self.squares[index][stage];
                *squares += slope * slope;
                self.weights[index][stage] -= rate * slope / squares.sqrt();
            };
            for &row in rows {
                step(usize::from(row));
                self.groups[usize::from(row)].into_iter().for_each(&mut step);
            }
        }
    }

    /// Returns the weight of a row with its groups.
    fn sum(&self, row: usize, stage: usize) -> f32 {
        self.weights[row][stage]
            + self.groups[row].iter().map(|&group| self.weights[group][stage]).sum::<f32>()
    }

    /// Returns the weights of all rows in so many units each, rounded to multiples of `rounding`.
    ///
    /// On a large board the turn hardly matters, so a tile is worth the same to both sides.
    pub(crate) fn rows(&self, coding: Coding, units: f32, rounding: u8) -> Vec<Row> {
        let rounding = f32::from(rounding);
        let row = |row: usize| -> Row {
            let other = swapped_row(row);
            let weight = |stage: usize| match coding {
                Coding::Far if other != row => f32::midpoint(self.sum(row, stage), -self.sum(other, stage)),
                Coding::Near | Coding::Far => self.sum(row, stage),
            };
            let rounded = |weight: f32| (rounding * (weight / rounding).round()).clamp(-LARGEST, LARGEST);
            std::array::from_fn(|stage| rounded(units * weight(stage)) as i16)
        };
        // The first row is for tiles without a code.
        (0..ROWS).map(|index| if index == 0 { [0; STAGES] } else { row(index) }).collect()
    }
}

/// Fits the weights of a tile table, in fish, in some epochs, and shows the errors of the samples held out after each.
pub(crate) fn fit_table(samples: &Samples, held_out: &Samples, epochs: u32, rounding: u8) -> Vec<Row> {
    let mut weights = Weights::new(SQUARES);
    let mut rate = RATE;
    for epoch in 1..=epochs {
        descend(&mut weights, samples, rate);
        rate *= SHRINK;
        eprintln!("epoch {epoch}: {}", errors(&weights, held_out));
    }
    weights.rows(samples.coding, 100.0, rounding)
}

/// Takes a step for every sample.
fn descend(weights: &mut Weights, samples: &Samples, rate: f32) {
    for at in in_steps(samples.list.len()) {
        let sample = &samples.list[at];
        let rows = samples.rows(sample);
        // Many tiles have the same row on a large board: their steps add up.
        let rate = if samples.coding == Coding::Far { rate * MANY_ROWS / rows.len() as f32 } else { rate };
        let error = weights.value(rows, sample.blend) - sample.target;
        weights.step(rows, sample.blend, error, rate);
    }
}

/// Describes the errors of samples: the root of the mean square, in fish.
fn errors(weights: &Weights, samples: &Samples) -> String {
    let error = |take: &dyn Fn(&&Sample) -> bool, aim: &dyn Fn(&Sample) -> f32| {
        let taken = || samples.list.iter().filter(take);
        let square =
            |sample| f64::from(weights.value(samples.rows(sample), sample.blend) - aim(sample)).powi(2);
        (taken().map(square).sum::<f64>() / taken().count().max(1) as f64).sqrt()
    };
    let (all, result) = (|_: &&Sample| true, |sample: &Sample| sample.result);
    let middle = |sample: &&Sample| (16..28).contains(&sample.ply);
    format!(
        "error of the target {:.3}; of the result {:.3}, after 16 to 27 turns {:.3}",
        error(&all, &|sample| sample.target),
        error(&all, &result),
        error(&middle, &result)
    )
}

/// Returns all indices below a number in an order that jumps, since samples of one game are alike.
pub(crate) fn in_steps(count: usize) -> impl Iterator<Item = usize> {
    let count = count as u64;
    let stride = (STRIDE..).find(|&stride| are_coprime(stride, count)).unwrap_or(1);
    (0..count).map(move |at| (at * stride % count) as usize)
}

/// Returns whether two numbers have no common divisor.
fn are_coprime(one: u64, other: u64) -> bool {
    if other == 0 { one == 1 } else { are_coprime(other, one % other) }
}
