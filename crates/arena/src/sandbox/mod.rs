//! Running an untrusted program once, isolated as well as the machine allows.
//!
//! A [`Sandbox`] is probed once, when it is made, and lists what it cannot guard. Each call of a program gets a fresh
//! [`WorkFolder`], the only place where the program may write. [`Sandbox::run`] returns [how it ended](ExitReason) and
//! its output, after everything that the program started has been killed.
//!
//! The work is done by a [stub]: floe itself, started again and forked, which supervises the program and outlives it.
//! Running untrusted programs requires Linux. On other systems the types exist, and [`Sandbox::new`] returns an error.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use floe_rules::contest::Exit;
use serde::{Deserialize, Serialize};

mod bundle;
mod cores;
mod error;
mod identity;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod linux;
pub mod replay;
pub mod stub;

pub use bundle::{BundleManifest, ProgramBundle};
pub use cores::{CorePlan, CoreSet, TooFewCores};
pub use error::SandboxError;
pub use identity::ProgramIdentity;
#[cfg(target_os = "linux")]
#[doc(hidden)]
pub use linux::KernelFeatures;
pub use linux::{Admitted, Sandbox, UnpackedArchive, WorkFolder};

/// The search path of programs, the same on every machine.
pub const SEARCH_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// How a program is isolated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Tier {
    /// No isolation; used only when requested explicitly.
    None,
    /// Landlock, resource limits, a seccomp filter, and killing of leftover processes.
    Basic,
    /// The restrictions of `basic`, plus bubblewrap namespaces.
    Strict,
}

impl Tier {
    /// All tiers, the weakest first.
    pub const ALL: [Tier; 3] = [Tier::None, Tier::Basic, Tier::Strict];

    /// Returns the name of the tier, the same in options, records and reports.
    pub fn name(self) -> &'static str {
        match self {
            Tier::None => "none",
            Tier::Basic => "basic",
            Tier::Strict => "strict",
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The tier that is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TierChoice {
    /// `strict` if its probe succeeds, otherwise `basic`; never `none`.
    Best,
    /// This tier, or an error.
    Exactly(Tier),
}

/// The command that starts this program again so that it calls [`stub::main`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stub {
    /// The program, usually [`std::env::current_exe`].
    pub program: PathBuf,
    /// The arguments that make it the stub. The arguments for [`stub::main`] follow.
    pub arguments: Vec<OsString>,
}

/// The resources that a program may use in one call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourceLimits {
    /// The time limit: a run whose measured wall time exceeds it has timed out.
    pub wall: Duration,
    /// How much longer than the time limit the program may take until it is killed. This does not extend the limit.
    #[serde(default)]
    pub grace: Duration,
    /// Processor time of all its processes together.
    pub cpu: Duration,
    /// Memory of all its processes together, in bytes.
    pub memory: u64,
    /// The size of all files in its folder together, and of any single file, in bytes.
    pub files: u64,
    /// The number of processes and threads at the same time.
    pub processes: u32,
    /// Standard output and standard error together, in bytes.
    pub output: u64,
}

impl fmt::Display for ResourceLimits {
    /// Writes all limits except the time limit and the grace period, which are among the terms of a game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ResourceLimits { cpu, memory, files, processes, output, .. } = self;
        write!(f, "{} ms of processor time, {} MiB of memory, ", cpu.as_millis(), memory >> 20)?;
        write!(f, "{} MiB in files, {processes} processes, {} KiB of output", files >> 20, output >> 10)
    }
}

impl ResourceLimits {
    /// Decides how a run ended, by what was measured.
    ///
    /// A run over the time limit is always [`ExitReason::OverTime`], whatever else happened; a run over the limit on
    /// processor time alone is [`ExitReason::OverCpu`], unless it was stopped for another limit. `cpu` is `None` where
    /// processor time is not limited.
    pub fn decide(&self, ended: ExitReason, took: Duration, cpu: Option<Duration>) -> ExitReason {
        match ended {
            ExitReason::NotStarted(_) => ended,
            _ if took > self.wall => ExitReason::OverTime,
            ExitReason::Exit(_) | ExitReason::Signal(_) if cpu.is_some_and(|cpu| cpu > self.cpu) => {
                ExitReason::OverCpu
            }
            _ => ended,
        }
    }
}

impl Default for ResourceLimits {
    fn default() -> ResourceLimits {
        ResourceLimits {
            wall: Duration::from_secs(1),
            grace: Duration::from_millis(100),
            cpu: Duration::from_secs(1),
            memory: 1 << 30,
            files: 64 << 20,
            processes: 64,
            output: 1 << 20,
        }
    }
}

/// A program to run: a command with its fixed arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The file that is executed.
    pub path: PathBuf,
    /// The folder that relative paths refer to; the current folder when empty.
    pub folder: PathBuf,
    /// Arguments before those of the call, such as the name of a script.
    pub arguments: Vec<OsString>,
    /// Further files and folders that it may read, besides its own folder and the system's.
    pub readable: Vec<PathBuf>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExitReason {
    /// It exited with a code.
    Exit(i32),
    /// It was terminated by a signal that was not sent to enforce a limit.
    Signal(i32),
    /// It exceeded the time limit.
    OverTime,
    /// It exceeded the processor time.
    OverCpu,
    /// It used too much memory.
    OverMemory,
    /// It wrote too much into files.
    OverFiles,
    /// It printed too much.
    OverOutput,
    /// It has more processes, files or mappings than can be watched, or hides them, with the reason.
    Unwatchable(String),
    /// It could not be started, with the reason.
    NotStarted(String),
}

impl fmt::Display for ExitReason {
    /// Writes how a run ended, to follow the name of the program.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExitReason::Exit(code) => write!(f, "ended with exit code {code}"),
            ExitReason::Signal(number) => {
                write!(f, "was terminated by signal {number}{}", signal_words(*number))
            }
            ExitReason::OverTime => f.write_str("took too long"),
            ExitReason::OverCpu => f.write_str("used too much processor time"),
            ExitReason::OverMemory => f.write_str("used too much memory"),
            ExitReason::OverFiles => f.write_str("wrote too much into files"),
            ExitReason::OverOutput => f.write_str("printed too much"),
            ExitReason::Unwatchable(why) => write!(f, "cannot be watched: {why}"),
            ExitReason::NotStarted(why) => write!(f, "could not be started: {why}"),
        }
    }
}

/// Returns the usual meaning of a signal, to follow its number.
pub(crate) fn signal_words(number: i32) -> &'static str {
    match number {
        4 => " (illegal instruction)",
        6 => " (abort)",
        7 => " (bus error)",
        8 => " (arithmetic error)",
        9 => " (killed)",
        11 => " (segmentation fault)",
        13 => " (broken pipe)",
        15 => " (terminated)",
        31 => " (forbidden system call)",
        _ => "",
    }
}

impl ExitReason {
    /// Returns the meaning of the exit code, if the program ended with one that has a meaning.
    pub fn exit(&self) -> Option<Exit> {
        match self {
            ExitReason::Exit(code) => Exit::from_code(*code),
            _ => None,
        }
    }
}

/// The output of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunOutput {
    /// How it ended.
    pub ended: ExitReason,
    /// The time from its start to its end.
    pub took: Duration,
    /// The processor time of all its processes together.
    pub cpu: Duration,
    /// Standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// Standard error, up to the limit.
    pub stderr: Vec<u8>,
    /// The number of processes that it left behind, all of which were killed.
    pub leftovers: u32,
    /// What may have spoilt the run, if that was not the program's doing. Such a run is [repeated](replay::run_fairly).
    pub disturbed: Option<Disturbance>,
}

/// Something outside a program that may have spoilt its run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Disturbance {
    /// It timed out, but used little processor time, and had to wait for a core that others used.
    Busy {
        /// How long others used its core while it waited.
        waited: Duration,
    },
    /// Processes that are not its own filled the process limit of its user.
    ProcessLimit,
    /// A process that supervises it was killed from outside.
    Killed,
}

impl fmt::Display for Disturbance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Disturbance::Busy { waited } => {
                write!(f, "time-out while the machine was busy (waited {} ms for a core)", waited.as_millis())
            }
            Disturbance::ProcessLimit => f.write_str("other processes filled the process limit of the user"),
            Disturbance::Killed => f.write_str("its supervision was killed from outside"),
        }
    }
}

/// Something that a sandbox guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guard {
    /// The limit on wall time.
    Wall,
    /// The limit on processor time.
    Cpu,
    /// The limit on memory.
    Memory,
    /// The limit on written files.
    Files,
    /// The limit on processes and threads.
    Processes,
    /// The limit on printed output.
    Output,
    /// Files outside the folder cannot be read.
    Reading,
    /// Files outside the folder cannot be written, created or removed.
    Writing,
    /// There is no network.
    Network,
    /// Other processes cannot be signalled.
    Signals,
    /// Nothing that it started outlives it.
    Leftovers,
    /// Files outside the folder keep their modes, owners and time stamps.
    Attributes,
    /// Nothing outlives floe, even if all its processes are killed at once.
    Abandoned,
    /// Memory that the kernel holds for a program, such as file locks, counts as its memory.
    KernelMemory,
    /// The processor time of children counts, however short they live and whoever waits for them.
    BriefChildren,
    /// Reading leaves no mark, such as an access time, that a later call can see.
    Marks,
    /// Programs find the same limits, niceness and the like however floe was started.
    Inherited,
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Guard::Wall => "wall time",
            Guard::Cpu => "processor time",
            Guard::Memory => "memory",
            Guard::Files => "written files",
            Guard::Processes => "number of processes",
            Guard::Output => "printed output",
            Guard::Reading => "reading outside its folder",
            Guard::Writing => "writing outside its folder",
            Guard::Network => "network",
            Guard::Signals => "signals to other processes",
            Guard::Leftovers => "left-over processes",
            Guard::Attributes => "modes and time stamps outside its folder",
            Guard::Abandoned => "processes of a killed floe",
            Guard::KernelMemory => "memory held by the kernel",
            Guard::BriefChildren => "processor time of short-lived children",
            Guard::Marks => "marks that later calls can see",
            Guard::Inherited => "what it inherits",
        })
    }
}

/// Something that this machine cannot guard in this tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// What is not guarded, or not fully.
    pub what: Guard,
    /// The reason.
    pub why: String,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot fully restrict {}: {}", self.what, self.why)
    }
}

/// Something that is not a regular file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAFile {
    /// A symbolic link, which is not followed.
    Link,
    /// A folder.
    Folder,
    /// A named pipe.
    Pipe,
    /// A socket.
    Socket,
    /// A device.
    Device,
}

impl fmt::Display for NotAFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotAFile::Link => "a symbolic link",
            NotAFile::Folder => "a folder",
            NotAFile::Pipe => "a named pipe",
            NotAFile::Socket => "a socket",
            NotAFile::Device => "a device",
        })
    }
}

/// What a program left in place of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundFile {
    /// There is nothing.
    Missing,
    /// Something that is not a regular file.
    NotAFile(NotAFile),
    /// A file that is larger than allowed.
    TooLarge,
    /// A file that cannot be opened, with the reason.
    Unreadable(String),
    /// The content of the file.
    Bytes(Vec<u8>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_measured_decides() {
        let limits = ResourceLimits::default();
        let (within, over) = (limits.wall, limits.wall + Duration::from_nanos(1));
        let done = ExitReason::Exit(0);
        let decide = |ended: &ExitReason, took, cpu| limits.decide(ended.clone(), took, Some(cpu));
        assert_eq!(decide(&done, within, limits.cpu), done);
        for ended in [done.clone(), ExitReason::Signal(9), ExitReason::OverCpu, ExitReason::OverMemory] {
            assert_eq!(decide(&ended, over, Duration::ZERO), ExitReason::OverTime, "{ended:?}");
            assert_eq!(decide(&ended, over, over), ExitReason::OverTime, "{ended:?}");
        }
        assert_eq!(decide(&done, within, over), ExitReason::OverCpu);
        assert_eq!(decide(&ExitReason::OverMemory, within, over), ExitReason::OverMemory);
        let missing = ExitReason::NotStarted("no".to_owned());
        assert_eq!(decide(&missing, over, over), missing);
        // Where processor time is not limited.
        assert_eq!(limits.decide(done.clone(), within, None), done);
    }
}
