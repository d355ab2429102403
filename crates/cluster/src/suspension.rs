//! Noticing that this process was stopped for a while, so that games that were in progress are not counted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often the clock is looked at.
const TICK: Duration = Duration::from_millis(100);
/// A process that was not scheduled for so long was stopped.
const GAP: Duration = Duration::from_secs(1);

/// Counts how often this process was stopped.
#[derive(Clone, Debug)]
pub(crate) struct Suspensions(Arc<Watched>);

#[derive(Debug)]
struct Watched {
    start: Instant,
    /// When the clock was looked at last, in milliseconds since the start.
    last: AtomicU64,
    count: AtomicU64,
    over: AtomicBool,
}

impl Watched {
    /// Looks at the clock. Whoever does so first after a stop notices it.
    fn look(&self) {
        let now = self.start.elapsed().as_millis() as u64;
        let last = self.last.swap(now, Ordering::SeqCst);
        if now.saturating_sub(last) > GAP.as_millis() as u64 {
            self.count.fetch_add(1, Ordering::SeqCst);
        }
    }
}

impl Suspensions {
    /// Starts to watch, until it is ended.
    pub(crate) fn watch() -> std::io::Result<Suspensions> {
        let watched = Arc::new(Watched {
            start: Instant::now(),
            last: AtomicU64::new(0),
            count: AtomicU64::new(0),
            over: AtomicBool::new(false),
        });
        let watching = watched.clone();
        thread::Builder::new().name("suspension".to_owned()).spawn(move || {
            while !watching.over.load(Ordering::Relaxed) {
                thread::sleep(TICK);
                watching.look();
            }
        })?;
        Ok(Suspensions(watched))
    }

    /// Returns how often it was stopped so far.
    pub(crate) fn count(&self) -> u64 {
        self.0.look();
        self.0.count.load(Ordering::SeqCst)
    }

    /// Stops watching.
    pub(crate) fn end(&self) {
        self.0.over.store(true, Ordering::Relaxed);
    }
}
