//! The clock that a search is given.

use std::time::{Duration, Instant};

/// A monotonic clock.
///
/// The engine has no clock of its own: a native program passes [`MonotonicClock`], and a program without one, such as a
/// page that runs the engine as WebAssembly, passes the clock of its host. [`Sync`], because the threads of one search
/// share it.
///
/// ```
/// use std::time::Duration;
///
/// use floe_engine::{Clock, GammaEngine, Limits, Search, SearchContext};
/// use floe_rules::gamma::{Gamma, Turns};
///
/// /// A clock for tests that depend on no real time.
/// struct StoppedClock;
///
/// impl Clock for StoppedClock {
///     fn now(&self) -> Duration {
///         Duration::ZERO
///     }
/// }
///
/// let turns = Turns::new(Gamma::new(5, 5, 2, 1).expect("a board of 5 x 5 cells is legal"));
/// let limits = Limits::for_nodes(100);
/// let choice = GammaEngine::default().search(&turns, SearchContext::new(&limits, &StoppedClock));
/// assert_eq!(choice.map(|choice| choice.progress.elapsed), Some(Duration::ZERO));
/// ```
pub trait Clock: Sync {
    /// Returns the time since some fixed moment. It never decreases.
    fn now(&self) -> Duration;
}

/// The clock of the operating system, which counts from the moment it is made.
///
/// There is none on wasm32-unknown-unknown, where starting it panics.
#[derive(Clone, Copy, Debug)]
pub struct MonotonicClock(Instant);

impl MonotonicClock {
    /// Starts a clock at zero.
    pub fn start() -> MonotonicClock {
        MonotonicClock(Instant::now())
    }
}

impl Clock for MonotonicClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
