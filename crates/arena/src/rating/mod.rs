//! Ratings and significance tests.
//!
//! - [`elo`]: the Elo difference of two players, with its confidence interval.
//! - [`paired`]: the same from pairs of games with swapped seats.
//! - [`sprt`]: the sequential probability ratio test, which stops a match as soon as it is decided.
//! - [`field`]: ratings of any number of entrants in games of any size.
//!
//! Everything is computed from counts, so the order in which games end never changes a figure.

pub mod elo;
pub mod field;
mod matrix;
mod normal;
pub mod paired;
pub mod sprt;
