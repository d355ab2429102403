//! Search and evaluation: the game engine that chooses turns in Penguins and Gamma.
//!
//! A [`Search`] takes a position and a [`SearchContext`] with [`Limits`], a [`Clock`] and a [`Stop`] flag, reports
//! [`Progress`] while it runs, and returns a [`Choice`]. It blocks its caller; a front end that must stay responsive runs
//! it on a thread of its own and keeps a clone of the flag. The crate reads no files and no clock of its own, so it
//! also runs on wasm32, where a search runs only on the calling thread.
//!
//! [`Engine`] plays every game: Penguins by [`PenguinsEngine`] and Gamma by [`GammaEngine`]. The feature `reference` adds
//! opponents to measure them against, and the feature `serde` adds serialisation of limits and results.

mod bench;
mod clock;
mod considered;
mod context;
mod early_stop;
mod engine;
pub mod gamma;
pub mod penguins;
#[cfg(feature = "reference")]
pub mod reference;
mod scattered_order;
mod search;
mod timer;

pub use bench::{BenchTiming, bench};
pub use clock::{Clock, MonotonicClock};
pub use considered::ConsideredTurn;
pub use context::SearchContext;
pub use engine::Engine;
pub use gamma::GammaEngine;
pub use penguins::PenguinsEngine;
pub use search::{Choice, Level, LevelError, Limits, Progress, Search, Stop, Value};
