//! Whether others kept a program from running, found in the kernel's figures about its threads.
//!
//! While a thread waits for a core, another one runs there: of the program itself, of the stub, or of somebody else. So
//! what a thread waited for longer than all others of the program and the stub ran is somebody else's doing, and nothing
//! that a program does can make it so.

use std::fs;
use std::time::Duration;

use nix::unistd::Pid;

use super::clock::own_cpu;
use crate::sandbox::{Disturbance, ResourceLimits};

/// The most threads whose figures are read.
const MOST_THREADS: usize = 1024;

/// What a program had got of its cores when its time was up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CoreShare {
    /// The processor time that it had used.
    pub(super) used: Duration,
    /// How long others kept it from running.
    pub(super) waited: Duration,
}

impl CoreShare {
    /// Reads the figures of the processes of a program that has used this much processor time.
    pub(super) fn read(pids: &[Pid], used: Duration) -> CoreShare {
        let threads =
            pids.iter().flat_map(|pid| fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten());
        let figures = threads
            .flatten()
            .take(MOST_THREADS)
            .filter_map(|thread| parse(&fs::read_to_string(thread.path().join("schedstat")).ok()?));
        CoreShare { used, waited: waited(figures, used).saturating_sub(own_cpu()) }
    }

    /// Returns the disturbance, if this share is so small that a time-out is not the program's fault.
    pub(super) fn disturbance(self, limits: &ResourceLimits) -> Option<Disturbance> {
        let CoreShare { used, waited } = self;
        (used < limits.wall / 2 && waited >= limits.wall / 4).then_some(Disturbance::Busy { waited })
    }
}

/// Returns how long the first thread of a process has run.
pub(super) fn ran(pid: Pid) -> Duration {
    let line = fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default();
    parse(&line).map_or(Duration::ZERO, |times| times.ran)
}

/// How long a thread ran, and how long it waited for a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ThreadTimes {
    ran: Duration,
    waited: Duration,
}

/// Returns how long a thread waited while no other of the program ran, at most.
fn waited(threads: impl Iterator<Item = ThreadTimes>, used: Duration) -> Duration {
    let alone = |thread: ThreadTimes| thread.waited.saturating_sub(used.saturating_sub(thread.ran));
    threads.map(alone).max().unwrap_or_default()
}

fn parse(line: &str) -> Option<ThreadTimes> {
    let mut numbers = line.split_ascii_whitespace().map(|word| word.parse().ok().map(Duration::from_nanos));
    Some(ThreadTimes { ran: numbers.next()??, waited: numbers.next()?? })
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn figures_of_a_thread_are_read() {
        let times = ThreadTimes { ran: Duration::from_nanos(70), waited: Duration::from_nanos(61_652) };
        assert_eq!(parse("70 61652 1\n"), Some(times));
        assert_eq!(parse("70"), None);
        assert_eq!(parse("x 1 1"), None);
    }

    #[test]
    fn a_program_that_waits_for_itself_was_not_kept_waiting() {
        let thread = |ran, waited| ThreadTimes { ran: ms(ran), waited: ms(waited) };
        // One thread that somebody else kept from running.
        assert_eq!(waited([thread(100, 400)].into_iter(), ms(100)), ms(400));
        // Fifty threads that share a core.
        let crowd = std::iter::repeat_n(thread(10, 490), 50);
        assert_eq!(waited(crowd, ms(500)), ms(0));
        // Processes that have ended used the core too.
        assert_eq!(waited([thread(100, 400)].into_iter(), ms(450)), ms(50));
        assert_eq!(waited([].into_iter(), ms(5)), ms(0));
    }

    #[test]
    fn only_a_starved_program_was_disturbed() {
        let limits = ResourceLimits { wall: ms(500), ..ResourceLimits::default() };
        let disturbance =
            |used, waited| CoreShare { used: ms(used), waited: ms(waited) }.disturbance(&limits);
        assert_eq!(disturbance(100, 380), Some(Disturbance::Busy { waited: ms(380) }));
        assert_eq!(disturbance(260, 240), None, "it used much of its time");
        assert_eq!(disturbance(10, 20), None, "it slept");
    }
}
