//! Opponents to measure a player against, each an honest player of its kind.
//!
//! [`RandomPlayer`] knows the rules and nothing else. [`Lookahead`] is the greedy one: it takes the turn that looks
//! best at once. [`PlayoutTree`] searches a tree by random play-outs,
//! and [`TerritoryTree`] searches the same tree but judges by who reaches which fish first. These play Penguins;
//! [`GammaLookahead`] is the greedy one of Gamma.

mod outcome;
mod playouts;
mod random;
mod territory;
mod tree;

pub use crate::gamma::lookahead::GammaLookahead;
pub use crate::lookahead::Lookahead;
pub use playouts::PlayoutTree;
pub use random::RandomPlayer;
pub use territory::TerritoryTree;
