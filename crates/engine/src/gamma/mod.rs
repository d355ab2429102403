//! Search and evaluation for Gamma.
//!
//! [`GammaEngine`] uses PUCT-style tree search where the board fits into its bitboards, and [`GammaGreedy`] on larger boards
//! and at low levels.

mod bit_board;
mod candidates;
mod cell_set;
mod engine;
mod evaluation;
mod greedy;
mod local_evaluation;
mod puct;
mod weights;

pub use engine::GammaEngine;
pub use greedy::GammaGreedy;
pub use weights::Weights;
