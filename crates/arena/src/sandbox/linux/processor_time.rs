//! The processor time of all processes, where no control group counts it.
//!
//! The kernel adds the time of a child to that of the process that waits for it, and forgets it if nobody does. So the
//! last time of every process that was ever seen is kept.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::unistd::{Pid, SysconfVar, sysconf};

use super::tree;

/// Counts the processor time of processes below this one.
#[derive(Debug)]
pub(super) struct ProcessorTime {
    tick: Duration,
    /// The processes that were ever seen, by number and start, and the time of each alone.
    seen: HashMap<(Pid, u64), Duration>,
}

impl ProcessorTime {
    /// Starts to count.
    pub(super) fn new() -> ProcessorTime {
        let per_second =
            sysconf(SysconfVar::CLK_TCK).ok().flatten().and_then(|value| u64::try_from(value).ok());
        let tick = Duration::from_nanos(1_000_000_000 / per_second.unwrap_or(100).max(1));
        ProcessorTime { tick, seen: HashMap::new() }
    }

    /// Looks at the running processes, and returns the time of all that run and have ended.
    pub(super) fn look(&mut self, pids: &[Pid]) -> Duration {
        let mut waited_for = Duration::ZERO;
        for pid in pids {
            let Some(stat) = tree::stat(*pid) else { continue };
            let own = self.duration(stat.own_ticks).max(exact(*pid).unwrap_or_default());
            waited_for += own + self.duration(stat.ticks - stat.own_ticks);
            let seen = self.seen.entry((*pid, stat.start)).or_default();
            *seen = own.max(*seen);
        }
        let ended = getrusage(UsageWho::RUSAGE_CHILDREN).map_or(Duration::ZERO, |usage| {
            let parts = [usage.user_time(), usage.system_time()];
            parts.iter().map(|part| micros(part.tv_sec(), part.tv_usec())).sum()
        });
        // Either sum may miss something: the first what nobody waited for, the second what was never seen.
        (ended + waited_for).max(self.seen.values().sum())
    }

    fn duration(&self, ticks: u64) -> Duration {
        self.tick * u32::try_from(ticks).unwrap_or(u32::MAX)
    }
}

/// Returns the time of the first thread of a process, which is exact where ticks are not.
fn exact(pid: Pid) -> Option<Duration> {
    let text = fs::read_to_string(format!("/proc/{pid}/schedstat")).ok()?;
    text.split_ascii_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn micros(seconds: i64, micros: i64) -> Duration {
    let whole = Duration::from_secs(u64::try_from(seconds).unwrap_or(0));
    whole + Duration::from_micros(u64::try_from(micros).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_process_that_nobody_waited_for_still_counts() {
        let mut child = Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
        let pids = [Pid::from_raw(child.id().cast_signed())];
        let mut time = ProcessorTime::new();
        let enough = Duration::from_millis(50);
        let start = Instant::now();
        // What the function returns contains children of other tests.
        while time.seen.values().sum::<Duration>() < enough && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
            time.look(&pids);
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(time.seen.values().sum::<Duration>() >= enough);
        // As if it had vanished.
        assert!(time.look(&[]) >= enough);
    }
}
