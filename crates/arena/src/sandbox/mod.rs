//! Running one program once, shut in as well as the machine can.
//!
//! A [`Sandbox`] is probed once, at the start, and tells what it can enforce. For each call of a program there is a
//! fresh [`WorkFolder`], the only place where the program may write; [`Sandbox::run`] gives back how it
//! [ended](ExitReason) and what it printed, with everything that it started gone.
//!
//! The work is done by a [stub]: this very program, started again, which watches over the stranger and outlives it.
//! All of that needs Linux. Elsewhere the types are there, and [`Sandbox::new`] says that it cannot be done.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use floe_rules::contest::Exit;
use serde::{Deserialize, Serialize};

mod error;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod linux;
pub mod stub;

pub use error::SandboxError;
pub use linux::{Admitted, Sandbox, WorkFolder};

/// How well a program is shut in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Tier {
    /// Not at all; only when asked for.
    None,
    /// Landlock, resource limits, a filter of system calls, and a sweep of what is left over.
    Basic,
    /// Namespaces of its own, by bubblewrap, on top of what `basic` does.
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

/// Which tier is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TierChoice {
    /// `strict` if a probe of it succeeds, else `basic`; never `none`.
    Best,
    /// This one or an error.
    Exactly(Tier),
}

/// How this very program is started again so that it calls [`stub::main`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stub {
    /// The program, usually [`std::env::current_exe`].
    pub program: PathBuf,
    /// What tells it to be the stub; further arguments follow, and are for [`stub::main`].
    pub arguments: Vec<OsString>,
}

/// What a program may use up in one call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourceLimits {
    /// Time on the clock, after which it is killed.
    pub wall: Duration,
    /// Time on processors, of all its processes together.
    pub cpu: Duration,
    /// Bytes of memory, of all its processes together.
    pub memory: u64,
    /// Bytes of the largest file that it writes, and of all files in its folder together.
    pub files: u64,
    /// Processes and threads at the same time.
    pub processes: u32,
    /// Bytes on standard output and standard error together.
    pub output: u64,
}

impl fmt::Display for ResourceLimits {
    /// Writes all of them but the time on the clock, which is told with the terms of a game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ResourceLimits { cpu, memory, files, processes, output, .. } = self;
        write!(f, "{} ms of processor time, {} MiB of memory, ", cpu.as_millis(), memory >> 20)?;
        write!(f, "{} MiB in files, {processes} processes, {} KiB printed", files >> 20, output >> 10)
    }
}

impl Default for ResourceLimits {
    fn default() -> ResourceLimits {
        ResourceLimits {
            wall: Duration::from_secs(1),
            cpu: Duration::from_secs(10),
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
    /// Files and folders besides the program's own folder and the system's that it may read.
    pub readable: Vec<PathBuf>,
}

/// How a run came to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExitReason {
    /// It exited with a code.
    Exit(i32),
    /// A signal ended it, and not one that was sent for a limit.
    Signal(i32),
    /// Its time on the clock was up.
    OverTime,
    /// Its time on processors was up.
    OverCpu,
    /// It used too much memory.
    OverMemory,
    /// It wrote too much into files.
    OverFiles,
    /// It printed too much.
    OverOutput,
    /// It could not be started, for this reason.
    NotStarted(String),
}

impl fmt::Display for ExitReason {
    /// Writes how a run ended, to follow the name of what was run.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExitReason::Exit(code) => write!(f, "ended with exit code {code}"),
            ExitReason::Signal(number) => write!(f, "was ended by signal {number}{}", signal_words(*number)),
            ExitReason::OverTime => f.write_str("took too long"),
            ExitReason::OverCpu => f.write_str("used too much processor time"),
            ExitReason::OverMemory => f.write_str("used too much memory"),
            ExitReason::OverFiles => f.write_str("wrote too much into files"),
            ExitReason::OverOutput => f.write_str("printed too much"),
            ExitReason::NotStarted(why) => write!(f, "could not be started: {why}"),
        }
    }
}

/// Returns what a signal usually means, to follow its number.
pub(crate) fn signal_words(number: i32) -> &'static str {
    match number {
        4 => " (illegal instruction)",
        6 => " (abort)",
        7 => " (bus error)",
        8 => " (division by zero)",
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

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunOutput {
    /// How it ended.
    pub ended: ExitReason,
    /// How long it took, from its start to its end.
    pub took: Duration,
    /// What it printed to standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// What it printed to standard error, up to the limit.
    pub stderr: Vec<u8>,
    /// How many processes it had left behind, all of which were killed.
    pub leftovers: u32,
}

/// Something that a sandbox guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guard {
    /// The limit of time on the clock.
    Wall,
    /// The limit of time on processors.
    Cpu,
    /// The limit of memory.
    Memory,
    /// The limit of what is written into files.
    Files,
    /// The limit of processes and threads.
    Processes,
    /// The limit of what is printed.
    Output,
    /// Files outside the folder cannot be read.
    Reading,
    /// Files outside the folder cannot be written, made or removed.
    Writing,
    /// There is no network.
    Network,
    /// Other processes cannot be signalled.
    Signals,
    /// Nothing that it started outlives it.
    Leftovers,
    /// Files outside the folder keep their modes, owners and time stamps.
    Attributes,
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
        })
    }
}

/// Something that this machine cannot guard in this tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// What is not guarded, or not well enough.
    pub what: Guard,
    /// Why not.
    pub why: String,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no guard on {}: {}", self.what, self.why)
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
    /// Something that is no file.
    NotAFile(NotAFile),
    /// A file that is larger than allowed.
    TooLarge,
    /// A file that cannot be opened, with the reason.
    Unreadable(String),
    /// The content of the file.
    Bytes(Vec<u8>),
}
