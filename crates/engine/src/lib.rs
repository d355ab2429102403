//! What is good: choosing turns.
//!
//! A [`Search`] takes a position, [`Limits`] and a [`Stop`] flag, reports [`Progress`] while it runs, and
//! returns a [`Choice`]. It blocks its caller; a front end that must stay awake runs it on a thread of
//! its own and keeps a clone of the flag. Nothing here reads files or talks to the user.
//!
//! [`Engine`] plays every game. For Penguins it asks [`Lookahead`], which looks one turn ahead on fish and
//! room to move; for Gamma [`Settler`], which looks one turn ahead on who gets to which land first.

mod any;
mod land;
mod lookahead;
mod order;
mod search;
mod settler;
mod watch;

pub use any::Engine;
pub use lookahead::Lookahead;
pub use search::{Choice, Level, Limits, Progress, Search, Stop, Value};
pub use settler::Settler;
