//! Starting the program in a process of its own.

use std::convert::Infallible;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use nix::fcntl::OFlag;
use nix::unistd::{Pid, getpid, pipe2};

use super::clock::now;
use super::confine::{confine, depart};
use super::raw::fork_and;
use super::reason;
use super::wire::Job;

/// Where programs find other programs: the same on every machine.
pub(super) const PATHS: &str = "/usr/local/bin:/usr/bin:/bin";

/// A process on its way to become the program.
pub(super) struct Launched {
    /// The process.
    pub(super) pid: Pid,
    /// Tells what becomes of it; it ends when the program has been started.
    pub(super) start: File,
}

/// How a start went.
pub(super) enum Start {
    /// The program runs since this time.
    Made(Duration),
    /// There is no program, for this reason.
    Failed(String),
}

/// Starts the program of a job in a new process.
pub(super) fn launch(job: &Job) -> io::Result<Launched> {
    let (start, tell) = pipe2(OFlag::O_CLOEXEC)?;
    let parent = getpid();
    let pid = fork_and(|| {
        let mut tell = File::from(tell);
        let Err(fault) = become_program(job, parent, &mut tell);
        // Nobody is left to be told if this fails.
        let _ = tell.write_all(fault.as_bytes());
        127
    })?;
    Ok(Launched { pid, start: File::from(start) })
}

/// Shuts this process in and executes the program; returns only what went wrong.
fn become_program(job: &Job, parent: Pid, tell: &mut File) -> Result<Infallible, String> {
    let ours = |fault: io::Error| format!("{OURS}{fault}");
    depart(job, parent).map_err(ours)?;
    confine(job).map_err(ours)?;
    let mut command = command(&job.program, &job.folder);
    command.args(&job.arguments).current_dir(&job.folder).stdin(Stdio::null());
    let time = u64::try_from(now().as_nanos()).unwrap_or(u64::MAX);
    tell.write_all(&[&[NOW][..], &time.to_le_bytes()].concat()).map_err(ours)?;
    let fault = command.exec();
    Err(reason::not_executed(&job.program, &fault))
}

/// Returns a command with the environment of programs.
fn command(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_clear().env("PATH", PATHS).env("LANG", "C.UTF-8").env("HOME", folder).env("TMPDIR", folder);
    command
}

/// What comes before the time of the start.
const NOW: u8 = b'T';

/// What comes before a failure that is ours and not the program's.
const OURS: char = '!';

/// Reads how a start went, when it is over. An error is a failure of ours.
pub(super) fn read_start(start: &mut File) -> io::Result<Start> {
    let mut bytes = Vec::new();
    start.read_to_end(&mut bytes)?;
    let Some((&NOW, rest)) = bytes.split_first() else {
        let words = String::from_utf8_lossy(&bytes);
        let words = words.strip_prefix(OURS).unwrap_or("the program's process ended before its start");
        return Err(io::Error::other(words.to_owned()));
    };
    let Some((time, fault)) = rest.split_first_chunk() else {
        return Err(io::Error::other("the time of the start got lost"));
    };
    if fault.is_empty() {
        Ok(Start::Made(Duration::from_nanos(u64::from_le_bytes(*time))))
    } else {
        Ok(Start::Failed(String::from_utf8_lossy(fault).into_owned()))
    }
}
