//! Search and evaluation for Penguins.
//!
//! [`PenguinsEngine`] chooses the method: a proof of the result ([`exact`]), principal variation search for two players,
//! best-reply search for more, the same in windows of boards that are too large for bitboards, and [`PenguinsGreedy`] at low
//! levels. All of them share the [`evaluation`] by [`territory`].

mod best_reply;
mod cluster;
mod endgame;
mod engine;
pub mod evaluation;
pub mod exact;
mod greedy;
mod move_ordering;
mod proof_table;
mod pvs;
#[cfg(test)]
mod samples;
pub mod solo;
pub mod territory;
mod transposition_table;
mod weights;
mod windows;

pub use engine::PenguinsEngine;
pub use greedy::PenguinsGreedy;
