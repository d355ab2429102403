//! The resources that all processes of a program use together, checked from time to time.
//!
//! The limits of the kernel hold for a single process or file; many of them together could still exhaust the machine.
//! What one check reads is bounded: see `files`.

use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use nix::fcntl::open;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::stat::Mode;
use nix::unistd::Pid;

use super::clock::now;
use super::crowd::{self, Crowd};
use super::files::{FileCount, Hiding};
use super::memory;
use super::open::FOLDER;
use super::processor_time::ProcessorTime;
use super::tree;
use super::wire::Job;
use crate::sandbox::ExitReason;

/// The interval between two checks.
pub(super) const PERIOD: Duration = Duration::from_millis(10);

/// The pause after a check is at least this many times as long as the check, so that checking many files stays cheap.
const SHARE: u32 = 8;

/// Checks the processes and the folder of one program.
pub(super) struct Watch<'a> {
    job: &'a Job,
    time: ProcessorTime,
    /// The processor time at the last check.
    used: Duration,
    crowd: Crowd,
    /// The processor time that starting the program took, which is not its own.
    overhead: Duration,
    folder: Option<OwnedFd>,
    hiding: Hiding,
    /// What the kernel may hold in open files.
    held: u64,
    next: Duration,
}

impl<'a> Watch<'a> {
    /// Starts to watch a job, whose program took some processor time to start.
    pub(super) fn new(job: &'a Job, overhead: Duration) -> Watch<'a> {
        Watch {
            job,
            time: ProcessorTime::new(),
            used: Duration::ZERO,
            crowd: Crowd::default(),
            overhead,
            folder: open(&job.folder, FOLDER, Mode::empty()).ok(),
            hiding: Hiding::default(),
            held: 0,
            next: now() + PERIOD,
        }
    }

    /// Returns the time of the next check.
    pub(super) fn next(&self) -> Duration {
        self.next
    }

    /// Returns the processor time at the last check.
    pub(super) fn used(&self) -> Duration {
        self.used
    }

    /// Returns whether the processes of others filled a limit that the program shares with them.
    pub(super) fn was_crowded(&self) -> bool {
        self.crowd.was_full()
    }

    /// Checks all limits, and returns one that is exceeded. It ends early, and finds nothing, when `stop` is set.
    pub(super) fn look(&mut self, stop: &AtomicBool) -> Option<ExitReason> {
        let start = now();
        let pids = tree::below_us();
        self.crowd.look(self.job);
        self.used = self.cpu(&pids);
        let broken = if let Some(over) = crowd::too_many(self.job, &pids) {
            Some(over)
        } else if self.used > self.job.limits.cpu {
            Some(ExitReason::OverCpu)
        } else if self.has_too_much_memory(&pids, stop) {
            Some(ExitReason::OverMemory)
        } else {
            // What open files hold is known only now.
            self.wrote_too_much(&pids, stop)
                .or_else(|| self.has_too_much_memory(&pids, stop).then_some(ExitReason::OverMemory))
        };
        let end = now();
        self.next = end + PERIOD.max((end.saturating_sub(start)) * SHARE);
        broken
    }

    /// Checks for the last time, when all processes have ended.
    pub(super) fn last_look(&mut self) -> Option<ExitReason> {
        self.wrote_too_much(&[], &AtomicBool::new(false))
    }

    /// Returns the processor time of running and ended processes.
    pub(super) fn cpu(&mut self, pids: &[Pid]) -> Duration {
        self.total_cpu(pids).saturating_sub(self.overhead)
    }

    fn total_cpu(&mut self, pids: &[Pid]) -> Duration {
        self.job.group.cpu().unwrap_or_else(|| self.time.look(pids))
    }

    /// Returns whether the processes together use too much memory.
    fn has_too_much_memory(&self, pids: &[Pid], stop: &AtomicBool) -> bool {
        if self.job.group.limits_memory() {
            return self.job.group.ran_out_of_memory();
        }
        memory::exceeds(self.job.limits.memory, self.held, pids, stop)
    }

    /// Returns the limit on files that is exceeded.
    fn wrote_too_much(&mut self, pids: &[Pid], stop: &AtomicBool) -> Option<ExitReason> {
        let folder = self.folder.as_ref()?.as_fd();
        let count = FileCount::new(self.job.limits.files, stop);
        let (over, held) = count.run(folder, &self.job.folder, pids, &mut self.hiding);
        self.held = held;
        over
    }
}

/// Returns the peak memory of the largest process that has ended.
pub(super) fn peak() -> u64 {
    let most = getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0, |usage| usage.max_rss());
    u64::try_from(most).unwrap_or(0) << 10
}
