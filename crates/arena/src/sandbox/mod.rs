//! Running one program once, shut in as well as the machine can.
//!
//! A [`Sandbox`] is probed once, at the start, and tells what it can enforce. For each call of a program there is a
//! fresh [`Folder`], the only place where the program may write; [`Sandbox::run`] gives back how it
//! [ended](Ended) and what it printed, with everything that it started gone.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// How well a program is shut in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Not at all; only when asked for.
    None,
    /// Landlock, resource limits, a filter of system calls, and a sweep of what is left over.
    Basic,
    /// Namespaces of its own, by bubblewrap, on top of what `basic` does.
    Strict,
}

/// What a program may use up in one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time on the clock, after which it is killed.
    pub wall: Duration,
    /// Time on processors.
    pub cpu: Duration,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of the largest file that it writes, and of all files in its folder together.
    pub files: u64,
    /// Processes and threads at the same time.
    pub processes: u32,
    /// Bytes on standard output and standard error together.
    pub output: u64,
}

/// A program to run: a command with its fixed arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The file that is executed.
    pub path: PathBuf,
    /// Arguments before those of the call, such as the name of a script.
    pub arguments: Vec<OsString>,
    /// Files and folders besides the program's own folder and the system's that it may read.
    pub readable: Vec<PathBuf>,
}

/// How a run came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
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

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// How it ended.
    pub ended: Ended,
    /// How long it took, from its start to its end.
    pub took: Duration,
    /// What it printed to standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// What it printed to standard error, up to the limit.
    pub stderr: Vec<u8>,
    /// How many processes it had left behind, all of which were killed.
    pub leftovers: u32,
}
