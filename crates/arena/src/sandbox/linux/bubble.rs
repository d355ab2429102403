//! The strict tier: bubblewrap makes a world of its own, in which this program is the first process.
//!
//! Bubblewrap itself would only tell an exit code, and not a signal from the code 128 and more. So it starts us once
//! more, as the first process of its world: that one cannot be signalled from within, waits for the program, tells
//! how it ended, and takes everybody else in its world along when it goes.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use nix::unistd::{Pid, getpid};

use super::clock::now;
use super::confine::depart;
use super::domain::{SINK, SOURCES, SYSTEM};
use super::launch::{StartOutcome, launch as launch_program, read_start};
use super::raw::{Waited, fork_and, wait};
use super::supervisor::how;
use super::sweep::living;
use super::wire::{Job, StubReport};
use crate::sandbox::{ExitReason, Stub};

/// The argument that makes us the first process of a bubble.
pub(super) const INSIDE: &str = "inside";

/// A bubble on its way.
pub(super) struct Bubble {
    /// Bubblewrap's process outside.
    pub(super) pid: Pid,
    /// Leads to the first process inside.
    pub(super) socket: UnixStream,
}

/// What the first process inside has to say.
pub(super) enum BubbleMessage {
    /// The program runs since this time.
    Started(Duration),
    /// It is over.
    Over(StubReport),
}

/// Starts bubblewrap for a job, and gives the job to the first process inside.
pub(super) fn launch(job: &Job) -> io::Result<Bubble> {
    let (mut socket, theirs) = UnixStream::pair()?;
    let parent = getpid();
    let pid = fork_and(|| {
        let fault = match depart(job, parent) {
            Ok(()) => become_bubble(job, theirs),
            Err(fault) => fault,
        };
        let _ = writeln!(io::stderr(), "{fault}");
        127
    })?;
    // Inside, the program's user is ours; and the limit on threads counts those inside only, of which we are one.
    let threads = u64::from(job.limits.processes) + 1;
    let inside = Job { master: 0, user: None, bubble: Vec::new(), threads, ..job.clone() };
    match inside.send(&mut socket) {
        Ok(()) => {}
        // It has failed, and its end tells that.
        Err(fault) if matches!(fault.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset) => {}
        Err(fault) => return Err(fault),
    }
    Ok(Bubble { pid, socket })
}

fn become_bubble(job: &Job, socket: UnixStream) -> io::Error {
    let Some((program, arguments)) = job.bubble.split_first() else {
        return io::Error::other("there is no command for the bubble");
    };
    Command::new(program).args(arguments).env_clear().stdin(Stdio::from(OwnedFd::from(socket))).exec()
}

impl Bubble {
    /// Hears the next word, or none if there will be none.
    pub(super) fn hear(&mut self) -> io::Result<Option<BubbleMessage>> {
        let mut kind = [0];
        if self.socket.read(&mut kind).unwrap_or(0) == 0 {
            return Ok(None);
        }
        if kind == *b"S" {
            let mut time = [0; 8];
            self.socket.read_exact(&mut time)?;
            return Ok(Some(BubbleMessage::Started(Duration::from_nanos(u64::from_le_bytes(time)))));
        }
        StubReport::receive(&mut self.socket).map(BubbleMessage::Over).map(Some)
    }
}

/// Does the work of the first process inside, with the socket to the stub as standard input.
pub(super) fn inside() -> io::Result<()> {
    let mut socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let job = Job::receive(&mut socket)?;
    let report = live(&job, &mut socket).unwrap_or_else(|fault| StubReport::Failed(fault.to_string()));
    socket.write_all(b"E")?;
    report.send(&mut socket)
}

fn live(job: &Job, socket: &mut UnixStream) -> io::Result<StubReport> {
    let mut launched = launch_program(job)?;
    let start = match read_start(&mut launched.start)? {
        StartOutcome::Failed(why) => {
            return Ok(StubReport::Ran {
                ended: ExitReason::NotStarted(why),
                took: Duration::ZERO,
                leftovers: 0,
            });
        }
        StartOutcome::Made(time) => time,
    };
    let time = u64::try_from(start.as_nanos()).unwrap_or(u64::MAX);
    socket.write_all(&[&b"S"[..], &time.to_le_bytes()].concat())?;
    loop {
        match wait(false)? {
            Waited::Ended(pid, status) if pid == launched.pid => {
                let took = now().saturating_sub(start);
                // Nobody to wait for is nobody left, which is nearly always so.
                let leftovers = if wait(true)? == Waited::Nobody { 0 } else { living(&[]) };
                return Ok(StubReport::Ran { ended: how(status), took, leftovers });
            }
            Waited::Ended(..) | Waited::Running => {}
            Waited::Nobody => return Err(io::Error::other("the program's process got lost")),
        }
    }
}

/// What of a bubble's command is the same for all programs.
#[derive(Clone, Debug)]
pub(super) struct Mould {
    front: Vec<OsString>,
    stub: Stub,
}

impl Mould {
    /// Prepares bubbles made by a bubblewrap. The stub must be a program that the program's user can reach.
    pub(super) fn new(bubblewrap: &Path, stub: Stub) -> Mould {
        let mut front: Vec<OsString> = vec![bubblewrap.into()];
        front.extend(
            [
                "--unshare-user",
                "--unshare-ipc",
                "--unshare-pid",
                "--unshare-net",
                "--unshare-uts",
                "--unshare-cgroup-try",
                "--die-with-parent",
                "--as-pid-1",
                "--clearenv",
                "--hostname",
                "floe",
                "--proc",
                "/proc",
            ]
            .map(OsString::from),
        );
        for path in SYSTEM {
            match fs::read_link(path) {
                // A link costs less than a mount.
                Ok(target) => front.extend(["--symlink".into(), target.into(), path.into()]),
                Err(_) if Path::new(path).exists() => {
                    front.extend(["--ro-bind", path, path].map(OsString::from));
                }
                Err(_) => {}
            }
        }
        // Not bubblewrap's own /dev, which has a place to write in that no limit counts; and no /tmp for the same
        // reason: programs find their folder in TMPDIR, in this tier as in the other.
        for path in SOURCES.into_iter().chain([SINK]) {
            front.extend(["--dev-bind-try", path, path].map(OsString::from));
        }
        for (target, path) in [("fd", "fd"), ("fd/0", "stdin"), ("fd/1", "stdout"), ("fd/2", "stderr")] {
            front.extend([
                "--symlink".into(),
                format!("/proc/self/{target}").into(),
                format!("/dev/{path}").into(),
            ]);
        }
        Mould { front, stub }
    }

    /// Returns the command of a bubble around a folder, with more to read.
    pub(super) fn command(&self, folder: &Path, readable: &[PathBuf]) -> Vec<OsString> {
        let mut command = self.front.clone();
        let mut readable: Vec<&Path> = readable.iter().map(PathBuf::as_path).collect();
        if !is_of_system(&self.stub.program) {
            readable.push(&self.stub.program);
        }
        // Sorted, what holds others comes before them, and does not hide them.
        readable.sort_unstable();
        readable.dedup();
        for path in readable {
            command.extend(["--ro-bind".into(), path.into(), path.into()]);
        }
        command.extend(["--bind".into(), folder.into(), folder.into()]);
        command.extend(["--remount-ro", "/", "--"].map(OsString::from));
        command.push(self.stub.program.clone().into());
        command.extend(self.stub.arguments.iter().cloned());
        command.push(INSIDE.into());
        command
    }
}

/// Tells whether a path lies in a folder of the system, which every program may read.
pub(super) fn is_of_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}
