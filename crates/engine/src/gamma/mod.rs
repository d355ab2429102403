//! Search and evaluation for Gamma.
//!
//! [`GammaEngine`] uses PUCT-style tree search: over the whole board where it fits into bitboards, and in windows on larger
//! boards and with many players. At low levels it plays as [`GammaGreedy`].

mod bit_board;
mod board_part;
mod candidates;
mod cell_set;
mod engine;
mod evaluation;
mod greedy;
mod local_evaluation;
mod puct;
mod rectangle;
mod weights;
mod windows;

pub use engine::GammaEngine;
pub use greedy::GammaGreedy;
pub use weights::Weights;
