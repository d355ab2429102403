//! The strong player of Penguins.

mod cluster;
pub mod duel;
mod endgame;
pub mod evaluation;
pub mod exact;
mod ledger;
pub mod many;
mod ordering;
#[cfg(test)]
mod samples;
pub mod solo;
pub mod table;
pub mod territory;
pub mod weights;
pub(crate) mod wide;
