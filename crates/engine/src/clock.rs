//! The clock that a search is given.

use std::time::{Duration, Instant};

/// A monotonic clock.
///
/// The engine has no clock of its own: a native program passes [`MonotonicClock`], and a program without one, such as a
/// page that runs the engine as WebAssembly, passes the clock of its host. [`Sync`], because the threads of one search
/// share it.
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
