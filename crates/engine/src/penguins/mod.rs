//! Search and evaluation for Penguins.
//!
//! [`PenguinsEngine`] chooses the method: a proof of the result ([`exact`]), principal variation search for two players,
//! PUCT tree search with a [`policy`] for more, the same in windows of boards that are too large for any bitboard, and
//! [`PenguinsGreedy`] at low levels. A [`tile_table`] evaluates positions.

mod cluster;
mod endgame;
mod engine;
pub mod exact;
mod greedy;
mod move_ordering;
pub(crate) mod payoffs;
pub mod policy;
mod proof_table;
mod puct;
mod pvs;
pub mod root_proof;
#[cfg(test)]
mod samples;
pub mod solo;
mod table_evaluator;
mod territory;
pub mod tile_codes;
pub mod tile_table;
mod transposition_table;
mod windows;

pub use engine::PenguinsEngine;
pub use greedy::PenguinsGreedy;
