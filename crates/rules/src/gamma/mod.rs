//! Gamma: players take cells of a rectangle, and each may hold only a limited number of connected areas.
//!
//! [`Gamma`] is the board with its moves and queries, fast on boards of millions of cells.
//! [`Turns`] adds whose turn it is, who is skipped, when the game is over and who has won.
//! The rules are numbered in `docs/rules.md`.

mod area_labels;
mod contacts;
mod contours;
mod game;
mod golden;
mod golden_index;
mod history;
mod moves;
mod neighbourhood;
mod owners;
mod players;
mod print;
mod split_search;
mod turns;
mod undo_log;

pub use game::{BoardSizeError, Gamma};
pub use moves::{AreaCount, IllegalMove, Move, ParseMoveError};
pub use turns::{TopScore, Turns};
