//! Caps on what an animal does, whatever the sandbox allows.
//!
//! A hole in the sandbox must show as a wrong verdict, not as a machine that has to be switched off.

use std::time::{Duration, Instant};

/// The longest lifetime of an animal and of all processes that it starts.
pub const LIFE: Duration = Duration::from_secs(20);

/// The most processes or threads that an animal starts.
pub const FORKS: usize = 3_000;

/// The most bytes of memory that an animal allocates.
pub const MEMORY: u64 = 3 << 30;

/// The most bytes that an animal writes into files.
pub const WRITTEN: u64 = 4 << 30;

/// The most bytes that an animal prints.
pub const PRINTED: u64 = 1 << 30;

/// The most files that an animal makes.
pub const FILES: usize = 8_000;

/// The lifetime of a process.
#[derive(Clone, Copy, Debug)]
pub struct Life(Instant);

impl Life {
    /// Starts a lifetime.
    pub fn new() -> Life {
        Life(Instant::now())
    }

    /// Returns whether there is time left.
    pub fn has_time_left(self) -> bool {
        self.0.elapsed() < LIFE
    }

    /// Sleeps until the end, which is longer than any referee waits.
    pub fn sleep(self) {
        while self.has_time_left() {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Default for Life {
    fn default() -> Life {
        Life::new()
    }
}
