//! Gamma: players take cells of a rectangle, each holding at most so many connected areas.
//!
//! [`Gamma`] is the board with its six questions and answers, fast on boards of millions of cells.
//! [`Turns`] puts players around it: whose turn it is, who is skipped, when it is over and who has won.
//! The rules are numbered in `docs/rules.md`.

mod areas;
mod bridges;
mod changes;
mod game;
mod golden;
mod history;
mod moves;
mod owners;
mod players;
mod print;
mod star;
mod turns;
mod undo_log;

pub use game::{Gamma, NoRoom};
pub use moves::{Areas, IllegalMove, Move, ParseMoveError};
pub use turns::{Outcome, Turns};
