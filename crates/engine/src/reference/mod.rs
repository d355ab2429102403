//! Reference opponents to measure the engine against.
//!
//! For Penguins: [`RandomPlayer`] makes random legal turns, [`PenguinsGreedy`] takes the turn that looks best one turn
//! ahead, [`TerritoryLookAhead`] does the same by territory, [`PlayoutTree`] is Monte Carlo tree search with random
//! playouts, and [`TerritoryTree`] is the same search with a static evaluation by territory. For Gamma: [`GammaGreedy`].

mod look_ahead;
mod mcts;
mod playouts;
mod random;
mod territory;

pub use crate::gamma::GammaGreedy;
pub use crate::penguins::PenguinsGreedy;
pub use look_ahead::TerritoryLookAhead;
pub use playouts::PlayoutTree;
pub use random::RandomPlayer;
pub use territory::TerritoryTree;
