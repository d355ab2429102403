//! The control group of one run, as the stub uses it: the program joins it, and its use of resources is read.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::fd::AsFd;
use std::path::Path;
use std::time::Duration;

use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

use super::hierarchy::GroupVersion;
use crate::sandbox::linux::clock::own_cpu;
use crate::sandbox::linux::raw::{fork_and, fork_into_group};

/// The folders of the group of one run. All are empty where there are no control groups.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in super::super) struct GroupPaths {
    /// Its folder in the hierarchy of version 2, in which the program is born. In version 1, the stub is in it as well.
    pub(super) born_in: Option<OsString>,
    /// The folder that limits memory.
    pub(super) memory: Option<(GroupVersion, OsString)>,
    /// The folder that counts processor time.
    pub(super) cpu: Option<(GroupVersion, OsString)>,
    /// The file that kills all processes.
    pub(super) kill: Option<OsString>,
    /// The processor time, and the number of processes killed for lack of memory, before this run.
    pub(super) cpu_before: Duration,
    pub(super) killed_before: u64,
}

impl GroupPaths {
    /// Forks like [`fork_and`], with a child in the group. A group of version 1 is that of the stub already.
    pub(in super::super) fn fork(&self, child: impl FnOnce() -> i32) -> io::Result<Pid> {
        let Some(folder) = &self.born_in else { return fork_and(child) };
        let handle = File::open(folder)?;
        fork_into_group(handle.as_fd(), |joined| {
            let file = Path::new(folder).join("cgroup.procs");
            match if joined { Ok(()) } else { fs::write(&file, "0") } {
                Ok(()) => child(),
                Err(fault) => {
                    eprintln!("cannot join the control group '{}': {fault}", file.display());
                    127
                }
            }
        })
    }

    /// Returns whether it limits memory.
    pub(in super::super) fn limits_memory(&self) -> bool {
        self.memory.is_some()
    }

    /// Kills all processes in it at once, where the kernel can.
    pub(in super::super) fn kill(&self) {
        if let Some(file) = &self.kill {
            // Other ways to kill them follow.
            let _ = fs::write(file, "1");
        }
    }

    /// Returns the processor time that was ever used in it.
    fn total_cpu(&self) -> Option<Duration> {
        let (version, folder) = self.cpu.as_ref()?;
        let folder = Path::new(folder);
        match version {
            GroupVersion::One => {
                let text = fs::read_to_string(folder.join("cpuacct.usage")).ok()?;
                text.trim().parse().ok().map(Duration::from_nanos)
            }
            GroupVersion::Two => number_in(&folder.join("cpu.stat"), "usage_usec").map(Duration::from_micros),
        }
    }

    /// Returns how many processes the kernel ever killed in it for lack of memory.
    fn total_killed(&self) -> u64 {
        let Some((version, folder)) = &self.memory else { return 0 };
        let file = match version {
            GroupVersion::One => "memory.oom_control",
            GroupVersion::Two => "memory.events",
        };
        number_in(&Path::new(folder).join(file), "oom_kill").unwrap_or(0)
    }

    /// Returns the processor time of all processes in this run, however they ended. Only the stub may ask.
    pub(in super::super) fn cpu(&self) -> Option<Duration> {
        let stub = if self.counts_only_the_program() { Duration::ZERO } else { own_cpu() };
        Some(self.total_cpu()?.saturating_sub(self.cpu_before).saturating_sub(stub))
    }

    /// Returns whether it counts processor time without that of the stub and the keeper, which are in groups of version 1.
    pub(in super::super) fn counts_only_the_program(&self) -> bool {
        matches!(self.cpu, Some((GroupVersion::Two, _)))
    }

    /// Returns whether the kernel killed a process of this run for lack of memory.
    pub(in super::super) fn ran_out_of_memory(&self) -> bool {
        self.total_killed() > self.killed_before
    }

    /// Leaves out what was used until now by others than the stub, which calls this first: in version 1, the server that
    /// forked it is in the group too.
    pub(in super::super) fn count_from_now(&mut self) {
        if !self.counts_only_the_program() {
            self.cpu_before = self.total_cpu().unwrap_or_default().saturating_sub(own_cpu());
        }
    }

    /// Notes what was used before this run.
    pub(super) fn start(mut self) -> GroupPaths {
        self.cpu_before = self.total_cpu().unwrap_or_default();
        self.killed_before = self.total_killed();
        self
    }
}

/// Returns the number after a name in a file of lines with names and numbers.
fn number_in(file: &Path, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.trim().parse().ok())
}
