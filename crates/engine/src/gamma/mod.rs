//! Playing Gamma: a board of bits, who gets which land, and searches on them.

pub(crate) mod board;
pub(crate) mod duel;
pub(crate) mod judge;
mod land;
pub(crate) mod lookahead;
mod plane;
pub(crate) mod tree;

pub use judge::Weights;
