//! Fits the tile table to samples by stochastic gradient descent with a step size for each weight (Adagrad).
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

/// The weights of all rows and groups, in fish.
pub(crate) struct Fit {
    weights: Vec<[f32; STAGES]>,
    /// The sum of the squares of the slopes so far.
    squares: Vec<[f32; STAGES]>,
    /// The groups of each row.
    groups: Vec<[usize; 3]>,
}

impl Fit {
    /// Fits weights in some epochs, and shows the errors of the samples held out after each.
    pub(crate) fn new(samples: &Samples, held_out: &Samples, epochs: u32) -> Fit {
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
        let mut fit =
            Fit { weights: vec![[0.0; STAGES]; all], squares: vec![[SQUARES; STAGES]; all], groups };
        let mut rate = RATE;
        for epoch in 1..=epochs {
            fit.descend(samples, rate);
            rate *= SHRINK;
            eprintln!("epoch {epoch}: {}", fit.errors(held_out));
        }
        fit
    }

    fn value(&self, rows: &[u16], blend: StageBlend) -> f32 {
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

    /// Takes a step for every sample.
    fn descend(&mut self, samples: &Samples, rate: f32) {
        // Samples of one game are alike, so the order jumps between games.
        let count = samples.list.len() as u64;
        let stride = (STRIDE..).find(|&stride| are_coprime(stride, count)).unwrap_or(1);
        for at in 0..count {
            let sample = &samples.list[(at * stride % count) as usize];
            let rows = samples.rows(sample);
            // Many tiles have the same row on a large board: their steps add up.
            let rate =
                if samples.coding == Coding::Far { rate * MANY_ROWS / rows.len() as f32 } else { rate };
            let error = self.value(rows, sample.blend) - sample.target;
            for (stage, share) in sample.blend.shares() {
                let slope = error * share;
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
    }

    /// Describes the errors of samples: the root of the mean square, in fish.
    fn errors(&self, samples: &Samples) -> String {
        let error = |take: &dyn Fn(&&Sample) -> bool, aim: &dyn Fn(&Sample) -> f32| {
            let taken = || samples.list.iter().filter(take);
            let square =
                |sample| f64::from(self.value(samples.rows(sample), sample.blend) - aim(sample)).powi(2);
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

    /// Returns the weights of all rows in hundredths of a fish, rounded to multiples of `unit`.
    ///
    /// On a large board the turn hardly matters, so a tile is worth the same to both sides.
    pub(crate) fn rows(&self, coding: Coding, unit: u8) -> Vec<Row> {
        let unit = f32::from(unit);
        let row = |row: usize| -> Row {
            let of = |row: usize, stage: usize| {
                let groups = &self.groups[row];
                self.weights[row][stage] + groups.iter().map(|&group| self.weights[group][stage]).sum::<f32>()
            };
            let other = swapped_row(row);
            let weight = |stage: usize| match coding {
                Coding::Far if other != row => f32::midpoint(of(row, stage), -of(other, stage)),
                Coding::Near | Coding::Far => of(row, stage),
            };
            let rounded = |weight: f32| (unit * (weight / unit).round()).clamp(-LARGEST, LARGEST);
            std::array::from_fn(|stage| rounded(100.0 * weight(stage)) as i16)
        };
        // The first row is for tiles without a code.
        (0..ROWS).map(|index| if index == 0 { [0; STAGES] } else { row(index) }).collect()
    }
}

/// Returns whether two numbers have no common divisor.
fn are_coprime(one: u64, other: u64) -> bool {
    if other == 0 { one == 1 } else { are_coprime(other, one % other) }
}
