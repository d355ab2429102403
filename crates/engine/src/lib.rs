//! What is good: choosing turns.
//!
//! A [`Search`] takes a position, [`Limits`] and a [`Stop`] flag, reports [`Progress`] while it runs, and
//! returns a [`Choice`]. It blocks its caller; a front end that must stay awake runs it on a thread of
//! its own and keeps a clone of the flag. Nothing here reads files or talks to the user.
//!
//! [`Engine`] plays every game: Penguins by [`Strategist`], which searches and proves, and Gamma by [`Settler`], which
//! searches boards of up to some thousand cells and looks one turn ahead on larger ones. [`mod@reference`] holds opponents
//! to measure them against.

mod any;
mod bench;
pub mod gamma;
mod lookahead;
mod order;
pub mod penguins;
pub mod reference;
mod search;
mod settler;
mod strategist;
mod watch;

pub use any::Engine;
pub use bench::{Timing, bench};
pub use lookahead::Lookahead;
pub use search::{Choice, Level, Limits, Progress, Search, Stop, Value};
pub use settler::Settler;
pub use strategist::Strategist;
