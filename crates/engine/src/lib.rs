//! What is good: choosing turns.
//!
//! A [`Search`] takes a position and a [`SearchContext`] with [`Limits`], a [`Clock`] and a [`Stop`] flag, reports
//! [`Progress`] while it runs, and returns a [`Choice`]. It blocks its caller; a front end that must stay responsive runs
//! it on a thread of its own and keeps a clone of the flag. Nothing here reads files, the system's clock or the keyboard, so
//! that the engine runs on wasm32 too, on the thread of its caller.
//!
//! [`Engine`] plays every game: Penguins by [`Strategist`], which searches and proves, and Gamma by [`Settler`], which
//! searches boards of up to some thousand cells and looks one turn ahead on larger ones. [`mod@reference`] holds opponents
//! to measure them against.

mod any;
mod bench;
mod clock;
mod context;
pub mod gamma;
mod lookahead;
mod order;
pub mod penguins;
#[cfg(feature = "reference")]
pub mod reference;
mod search;
mod settler;
mod strategist;
mod timer;

pub use any::Engine;
pub use bench::{Timing, bench};
pub use clock::{Clock, MonotonicClock};
pub use context::SearchContext;
pub use lookahead::Lookahead;
pub use search::{Choice, Level, LevelError, Limits, Progress, Search, Stop, Value};
pub use settler::Settler;
pub use strategist::Strategist;
