//! What is good: choosing turns.
//!
//! A [`Search`] takes a position, [`Limits`] and a [`Stop`] flag, reports [`Progress`] while it runs, and
//! returns a [`Choice`]. It blocks its caller; a front end that must stay awake runs it on a thread of
//! its own and keeps a clone of the flag. Nothing here reads files or talks to the user.
//!
//! [`Lookahead`] is the player of Penguins for now: one turn ahead, on fish and room to move.

mod lookahead;
mod search;

pub use lookahead::Lookahead;
pub use search::{Choice, Level, Limits, Progress, Search, Stop, Value};
