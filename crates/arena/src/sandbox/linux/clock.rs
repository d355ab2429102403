//! The clock that runs alike in all processes of the machine.

use std::time::Duration;

use nix::time::{ClockId, clock_gettime};

/// Returns the time since some moment that is the same for all processes.
pub(super) fn now() -> Duration {
    // It cannot fail for this clock; if it did, a limit that is over at once is the safe answer.
    clock_gettime(ClockId::CLOCK_MONOTONIC).map_or(Duration::MAX, Duration::from)
}
