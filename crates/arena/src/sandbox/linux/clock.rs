//! A clock that is the same in all processes of the machine.

use std::time::Duration;

use nix::time::{ClockId, clock_gettime};

/// Returns the time since an arbitrary moment that is the same for all processes.
pub(super) fn now() -> Duration {
    // It cannot fail for this clock. If it did, limits would expire at once, which is safe.
    clock_gettime(ClockId::CLOCK_MONOTONIC).map_or(Duration::MAX, Duration::from)
}
