//! The strict tier: bubblewrap makes new namespaces, in which floe is the first process.
//!
//! Bubblewrap only reports an exit code, which does not distinguish a signal from a code of 128 or more. So it starts
//! floe once more, as the first process of its PID namespace: this process cannot be signalled from within, waits for
//! the program, reports how it ended, and takes all other processes of the namespace with it when it exits.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::unistd::{Pid, getpid};

use super::clock::{StartMark, now, own_cpu};
use super::confine::depart;
use super::control_group::GroupPaths;
use super::domain::{SINK, SOURCES, SYSTEM};
use super::launch::{StartOutcome, launch as launch_program, read_start};
use super::mounts::SHARED_MEMORY;
use super::raw::{Waited, wait};
use super::supervisor::how;
use super::sweep::living;
use super::wire::{Job, RunReport, StubReport};
use crate::sandbox::{ExitReason, Stub};

/// The argument that makes floe the first process of the namespaces.
pub(super) const INSIDE: &str = "inside";

/// The process between the stub and the program: a keeper, or bubblewrap, whose first process inside is the keeper.
pub(super) struct LaunchedKeeper {
    /// The child of the stub.
    pub(super) pid: Pid,
    /// The socket of the keeper.
    pub(super) socket: UnixStream,
}

/// A message of a keeper.
pub(super) enum KeeperMessage {
    /// The program was started.
    Started(StartMark),
    /// The program has ended.
    Over(StubReport),
}

/// Starts bubblewrap for a job, and sends the job to the first process inside.
pub(super) fn launch(job: &Job) -> io::Result<LaunchedKeeper> {
    let (mut socket, theirs) = UnixStream::pair()?;
    let parent = getpid();
    let pid = job.group.fork(|| {
        let fault = match depart(job, parent) {
            Ok(()) => become_bubble(job, theirs),
            Err(fault) => fault,
        };
        let _ = writeln!(io::stderr(), "{fault}");
        127
    })?;
    // Inside, the user of the program is ours, and the limit on threads counts only those inside, ours included.
    let threads = u64::from(job.limits.processes) + 1;
    let inside = Job {
        master: 0,
        user: None,
        bubble: Vec::new(),
        threads,
        group: GroupPaths::default(),
        ..job.clone()
    };
    match inside.send(&mut socket) {
        Ok(()) => {}
        // It has failed, and its exit status shows that.
        Err(fault) if matches!(fault.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset) => {}
        Err(fault) => return Err(fault),
    }
    Ok(LaunchedKeeper { pid, socket })
}

fn become_bubble(job: &Job, socket: UnixStream) -> io::Error {
    let Some((program, arguments)) = job.bubble.split_first() else {
        return io::Error::other("there is no command for bubblewrap");
    };
    Command::new(program).args(arguments).env_clear().stdin(Stdio::from(OwnedFd::from(socket))).exec()
}

impl LaunchedKeeper {
    /// Receives the next message; nothing at the end.
    pub(super) fn receive(&mut self) -> io::Result<Option<KeeperMessage>> {
        let mut kind = [0];
        if self.socket.read(&mut kind).unwrap_or(0) == 0 {
            return Ok(None);
        }
        if kind == *b"S" {
            let mut mark = [0; StartMark::LENGTH];
            self.socket.read_exact(&mut mark)?;
            return Ok(Some(KeeperMessage::Started(StartMark::from_bytes(mark))));
        }
        StubReport::receive(&mut self.socket).map(KeeperMessage::Over).map(Some)
    }
}

/// Runs as the first process inside, with the socket to the stub as standard input.
pub(super) fn inside() -> io::Result<()> {
    let mut socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let job = Job::receive(&mut socket)?;
    let report = live(&job, &mut socket).unwrap_or_else(|fault| StubReport::Failed(fault.to_string()));
    socket.write_all(b"E")?;
    report.send(&mut socket)
}

pub(super) fn live(job: &Job, socket: &mut UnixStream) -> io::Result<StubReport> {
    let mut launched = launch_program(job)?;
    let start = match read_start(&mut launched.start)? {
        StartOutcome::Failed(why) => {
            return Ok(report(ExitReason::NotStarted(why), Duration::ZERO, 0));
        }
        StartOutcome::Made(mark) => mark,
    };
    let own = if job.group.counts_only_the_program() { Duration::ZERO } else { own_cpu() };
    let mark = StartMark { overhead: start.overhead + own, ..start };
    socket.write_all(&[&b"S"[..], &mark.to_bytes()].concat())?;
    let ends = child_ends()?;
    loop {
        match wait_with(&ends, socket)? {
            Waited::Ended(pid, status) if pid == launched.pid => {
                let took = now().saturating_sub(start.time);
                // Usually there is no process left, and none has to be counted.
                let leftovers = if wait()? == Waited::NoChildren { 0 } else { living(&[]) };
                return Ok(report(how(status), took, leftovers));
            }
            Waited::Ended(..) | Waited::Running => {}
            Waited::NoChildren => return Err(io::Error::other("the process of the program is lost")),
        }
    }
}

/// Returns a file that can be read when a child has ended.
pub(super) fn child_ends() -> io::Result<SignalFd> {
    let mut ends = SigSet::empty();
    ends.add(Signal::SIGCHLD);
    ends.thread_block()?;
    Ok(SignalFd::with_flags(&ends, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)?)
}

/// Waits until a child has ended, and fails when the stub at the other end of the socket has.
fn wait_with(ends: &SignalFd, socket: &UnixStream) -> io::Result<Waited> {
    loop {
        let waited = wait()?;
        if waited != Waited::Running {
            return Ok(waited);
        }
        let mut fds =
            [PollFd::new(ends.as_fd(), PollFlags::POLLIN), PollFd::new(socket.as_fd(), PollFlags::empty())];
        match poll(&mut fds, PollTimeout::NONE) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(fault) => return Err(fault.into()),
        }
        if fds[1].any() == Some(true) {
            return Err(io::Error::other("the stub is dead"));
        }
        while ends.read_signal()?.is_some() {}
    }
}

/// Returns a report of what can be seen from inside. The stub outside measures the rest.
fn report(ended: ExitReason, took: Duration, leftovers: u32) -> StubReport {
    StubReport::Ran(RunReport { ended, took, cpu: Duration::ZERO, leftovers, disturbed: None })
}

/// The part of bubblewrap's command that is the same for all programs.
#[derive(Clone, Debug)]
pub(super) struct BubbleCommand {
    front: Vec<OsString>,
    stub: Stub,
}

impl BubbleCommand {
    /// Prepares the command. The user of the program must be able to reach the stub.
    pub(super) fn new(bubblewrap: &Path, stub: Stub) -> BubbleCommand {
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
                // A link is cheaper than a mount.
                Ok(target) => front.extend(["--symlink".into(), target.into(), path.into()]),
                Err(_) if Path::new(path).exists() => {
                    front.extend(["--ro-bind", path, path].map(OsString::from));
                }
                Err(_) => {}
            }
        }
        // Neither bubblewrap's own /dev nor a /tmp is used, since no limit would count what is written there. TMPDIR
        // names the work folder in all tiers.
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
        BubbleCommand { front, stub }
    }

    /// Returns the command for a work folder and further readable paths.
    pub(super) fn command(&self, folder: &Path, readable: &[PathBuf]) -> Vec<OsString> {
        let mut command = self.front.clone();
        let mut readable: Vec<&Path> = readable.iter().map(PathBuf::as_path).collect();
        if !is_of_system(&self.stub.program) {
            readable.push(&self.stub.program);
        }
        // In this order, a folder comes before the paths in it, and does not hide them.
        readable.sort_unstable();
        readable.dedup();
        for path in readable {
            command.extend(["--ro-bind".into(), path.into(), path.into()]);
        }
        command.extend(["--bind".into(), folder.into(), folder.into()]);
        // Semaphores and shared memory are files in the work folder; see `share_memory_in`.
        command.extend(["--bind".into(), folder.into(), SHARED_MEMORY.into()]);
        command.extend(["--remount-ro", "/", "--"].map(OsString::from));
        command.push(self.stub.program.clone().into());
        command.extend(self.stub.arguments.iter().cloned());
        command.push(INSIDE.into());
        command
    }
}

/// Returns whether a path is in a folder of the system, which every program may read.
pub(super) fn is_of_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}
