//! Gamma: players take cells of a rectangle, each holding at most so many connected areas.
//!
//! [`Gamma`] is the board with its six questions and answers, fast on boards of millions of cells.
//! [`Turns`] puts players around it: whose turn it is, who is skipped, when it is over and who has won.
//! The rules are numbered in `docs/rules.md`.

mod area_labels;
mod bridges;
mod changes;
mod game;
mod golden;
mod history;
mod moves;
mod neighbourhood;
mod owners;
mod players;
mod print;
mod turns;
mod undo_log;

pub use game::{BoardSizeError, Gamma};
pub use moves::{AreaCount, IllegalMove, Move, ParseMoveError};
pub use turns::{TopScore, Turns};
