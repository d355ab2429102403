//! A clock that is the same in all processes of the machine.

use std::time::Duration;

use nix::time::{ClockId, clock_gettime};

/// The moment at which a program was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StartMark {
    /// The time.
    pub(super) time: Duration,
    /// The processor time that starting it had used by then, which is not the program's.
    pub(super) overhead: Duration,
}

impl StartMark {
    /// The length of the bytes.
    pub(super) const LENGTH: usize = 16;

    /// Returns the present moment, in the process that becomes the program.
    pub(super) fn now() -> StartMark {
        StartMark { time: now(), overhead: own_cpu() }
    }

    /// Returns the mark as bytes.
    pub(super) fn to_bytes(self) -> [u8; StartMark::LENGTH] {
        let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX).to_le_bytes();
        let mut bytes = [0; StartMark::LENGTH];
        bytes[..8].copy_from_slice(&nanos(self.time));
        bytes[8..].copy_from_slice(&nanos(self.overhead));
        bytes
    }

    /// Reads a mark from its bytes.
    pub(super) fn from_bytes(bytes: [u8; StartMark::LENGTH]) -> StartMark {
        let (time, overhead) = bytes.split_at(8);
        let nanos = |bytes: &[u8]| {
            Duration::from_nanos(bytes.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte)))
        };
        StartMark { time: nanos(time), overhead: nanos(overhead) }
    }
}

/// Returns the processor time of this process, all its threads together.
pub(super) fn own_cpu() -> Duration {
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

/// Returns the time since an arbitrary moment that is the same for all processes.
pub(super) fn now() -> Duration {
    // It cannot fail for this clock. If it did, limits would expire at once, which is safe.
    clock_gettime(ClockId::CLOCK_MONOTONIC).map_or(Duration::MAX, Duration::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_reads_back_the_same() {
        let mark = StartMark {
            time: Duration::from_nanos(0x0123_4567_89ab_cdef),
            overhead: Duration::from_nanos(7),
        };
        assert_eq!(StartMark::from_bytes(mark.to_bytes()), mark);
    }
}
