//! The limit on processes that a program shares with all processes of our user, where nothing counts its own apart.
//!
//! A program that exceeds its own share is stopped. What others do is not its fault: when they fill the limit, its run
//! is disturbed.

use std::fs;
use std::path::Path;
use std::time::Duration;

use nix::unistd::{Pid, getuid};

use super::clock::now;
use super::wire::Job;
use crate::sandbox::ExitReason;

/// So few free places count as none.
const FEW: u64 = 16;

/// The time between two counts of all processes, which are slow.
const PERIOD: Duration = Duration::from_millis(100);

/// Watches a shared limit.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    next: Duration,
    full: bool,
}

impl Crowd {
    /// Looks whether others fill the limit.
    pub(super) fn look(&mut self, job: &Job) {
        if job.shares_limit && !self.full && now() >= self.next {
            self.full = is_full(job);
            self.next = now() + PERIOD;
        }
    }

    /// Returns whether the limit was ever full.
    pub(super) fn was_full(&self) -> bool {
        self.full
    }
}

/// Returns the limit that these processes exceed, if they are more than the program may have.
pub(super) fn too_many(job: &Job, pids: &[Pid]) -> Option<ExitReason> {
    if !job.shares_limit {
        return None;
    }
    let threads = |pid: &Pid| fs::read_dir(format!("/proc/{pid}/task")).map_or(0, Iterator::count);
    // The keeper is one of them.
    let count = pids.iter().map(threads).sum::<usize>().saturating_sub(1);
    let most = job.limits.processes;
    (count as u64 > u64::from(most)).then(|| {
        ExitReason::Unwatchable(format!("it has {count} processes and threads, where {most} are allowed"))
    })
}

/// Returns whether the limit is full now.
pub(super) fn is_full(job: &Job) -> bool {
    // All threads of the machine together are counted quickly.
    job.shares_limit && all_threads() + FEW >= job.threads && threads_of_user() + FEW >= job.threads
}

fn all_threads() -> u64 {
    let line = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let total = line.split_ascii_whitespace().nth(3).and_then(|word| word.split_once('/')?.1.parse().ok());
    total.unwrap_or(u64::MAX / 2)
}

/// Counts the threads of our own user.
pub(super) fn threads_of_user() -> u64 {
    let ours = getuid().as_raw().to_string();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let threads = |path: &Path| {
        let status = fs::read_to_string(path.join("status")).ok()?;
        let field = |name: &str| {
            status.lines().find_map(|line| line.strip_prefix(name)?.split_ascii_whitespace().next())
        };
        (field("Uid:")? == ours).then(|| field("Threads:")?.parse::<u64>().ok()).flatten()
    };
    entries.filter_map(|entry| threads(&entry.path())).sum()
}
