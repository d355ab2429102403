//! A clock of processor time, so that other programs on the machine do not shorten a search.

use std::time::Duration;

use floe_engine::Clock;

/// Whether the system has such a clock.
pub(super) const HAS_PROCESSOR_CLOCK: bool = cfg!(unix);

/// The processor time that all threads of this process have used.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProcessorClock;

impl Clock for ProcessorClock {
    #[cfg(unix)]
    fn now(&self) -> Duration {
        use rustix::time::{ClockId, clock_gettime};
        // A negative time cannot be; it would count as none.
        Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
    }

    /// Never called: the option that asks for this clock is refused.
    #[cfg(not(unix))]
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::hint::black_box;

    use super::*;

    #[test]
    fn it_counts_work() {
        let before = ProcessorClock.now();
        // Ends only if the clock moves on while this thread works.
        while ProcessorClock.now() <= before {
            black_box(0);
        }
    }
}
