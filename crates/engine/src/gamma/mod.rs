//! Playing Gamma: a board of bits, who gets which land, a search on them, and a look one turn ahead.

pub(crate) mod board;
mod judge;
mod land;
pub(crate) mod lookahead;
mod plane;
mod stake;
pub(crate) mod tree;
mod weights;

pub use lookahead::GammaLookahead;
pub use weights::Weights;
