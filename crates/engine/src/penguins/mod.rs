//! Search and evaluation for Penguins.
//!
//! [`PenguinsEngine`] chooses the method: a proof of the result ([`exact`]), principal variation search for two players,
//! best-reply search for more, the same in windows of boards that are too large for bitboards, and [`PenguinsGreedy`] at low
//! levels. Two players are evaluated by a [`tile_table`], more by features.

mod best_reply;
mod cluster;
mod endgame;
mod engine;
mod evaluation;
pub mod exact;
mod greedy;
mod move_ordering;
mod proof_table;
mod pvs;
pub mod root_proof;
#[cfg(test)]
mod samples;
pub mod solo;
mod territory;
pub mod tile_codes;
pub mod tile_table;
mod transposition_table;
mod weights;
mod windows;

pub use engine::PenguinsEngine;
pub use greedy::PenguinsGreedy;
