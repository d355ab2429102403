//! What an animal does at most, whatever the sandbox lets it do.
//!
//! A hole in the sandbox must show as a wrong verdict, and not as a machine that has to be switched off.

use std::time::{Duration, Instant};

/// The longest life of any animal and of everything that it starts.
pub const LIFE: Duration = Duration::from_secs(20);

/// The most processes or threads that an animal starts.
pub const FORKS: usize = 3_000;

/// The most bytes of memory that an animal takes.
pub const MEMORY: u64 = 3 << 30;

/// The most bytes that an animal writes into files.
pub const WRITTEN: u64 = 4 << 30;

/// The most bytes that an animal prints.
pub const PRINTED: u64 = 1 << 30;

/// The most files that an animal makes.
pub const FILES: usize = 8_000;

/// A life that ends in time.
#[derive(Clone, Copy, Debug)]
pub struct Life(Instant);

impl Life {
    /// Starts a life.
    pub fn new() -> Life {
        Life(Instant::now())
    }

    /// Tells whether there is time left.
    pub fn goes_on(self) -> bool {
        self.0.elapsed() < LIFE
    }

    /// Sleeps until the end, or for ever as far as any referee is concerned.
    pub fn sleep(self) {
        while self.goes_on() {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Default for Life {
    fn default() -> Life {
        Life::new()
    }
}
