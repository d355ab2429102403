//! The process between the stub and a program in the tiers below `strict`: the *keeper*, with which the program ends.
//!
//! Where possible, the keeper is the first process of a PID namespace. The kernel kills it with the stub, and everything in
//! the namespace with it, whatever the program did to its sessions, parents and signals. A user who is not root needs a
//! user namespace for that, in which the kernel also counts the processes of the program apart from all others. If the
//! machine permits it, the namespace has its own `/proc`, which shows no other processes.
//!
//! Elsewhere the keeper adopts all orphans of the program, and kills them when it loses the connection to the stub.

use std::fs;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::Duration;

use nix::libc;
use nix::mount::{MsFlags, mount};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::unistd::{Gid, Uid, dup2_stdin, getegid, geteuid};
use serde::{Deserialize, Serialize};

use super::bubble::{LaunchedKeeper, live};
use super::mounts;
use super::raw::{close_inherited, fork_into};
use super::sweep::Sweep;
use super::wire::{Job, StubReport};
use crate::sandbox::{Stub, Tier};

/// The argument that makes floe try namespaces.
pub(super) const TRY_NAMESPACES: &str = "namespaces";

/// How many times to try namespaces when the trial is killed.
const TRIALS: usize = 3;

/// How the processes of a program are kept together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Keeping {
    /// The keeper adopts orphans.
    Adoption,
    /// They are in a PID namespace.
    Namespace {
        /// Whether it is in a user namespace.
        user: bool,
        /// Whether it has its own `/proc`.
        proc: bool,
    },
}

impl Keeping {
    /// Finds the best way that works on this machine, by trying it.
    pub(super) fn best(stub: &Stub) -> Keeping {
        let user = !geteuid().is_root();
        let tried = |proc: &bool| {
            Command::new(&stub.program)
                .args(&stub.arguments)
                .arg(TRY_NAMESPACES)
                .args(user.then_some("user"))
                .args(proc.then_some("proc"))
                .env_clear()
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
        };
        // A trial that was killed from outside says nothing.
        let works = |proc: &bool| {
            let mut trials = (0..TRIALS).map(|_| tried(proc));
            trials
                .find(|trial| trial.as_ref().is_ok_and(|status| status.signal().is_none()))
                .is_some_and(|trial| trial.is_ok_and(|status| status.success()))
        };
        [true, false]
            .into_iter()
            .find(works)
            .map_or(Keeping::Adoption, |proc| Keeping::Namespace { user, proc })
    }

    /// Returns whether there is a user namespace.
    pub(super) fn has_user_namespace(self) -> bool {
        matches!(self, Keeping::Namespace { user: true, .. })
    }

    /// Returns whether programs have a mount namespace without access times, which only root can make.
    pub(super) fn has_mounts(self) -> bool {
        matches!(self, Keeping::Namespace { user: false, proc: true })
    }

    /// Returns whether programs have a mount namespace.
    fn has_own_mounts(self) -> bool {
        matches!(self, Keeping::Namespace { proc: true, .. })
    }

    /// Returns what is used, for people and records.
    pub(super) fn description(self) -> &'static str {
        match self {
            Keeping::Adoption => "no PID namespace",
            Keeping::Namespace { user: false, .. } => "PID namespace",
            Keeping::Namespace { user: true, .. } => "user and PID namespaces",
        }
    }

    fn flags(self) -> libc::c_int {
        match self {
            Keeping::Adoption => 0,
            Keeping::Namespace { user: false, .. } => libc::CLONE_NEWPID,
            Keeping::Namespace { user: true, proc } => {
                libc::CLONE_NEWUSER | libc::CLONE_NEWPID | if proc { libc::CLONE_NEWNS } else { 0 }
            }
        }
    }

    /// Sets up the namespaces as their first process. `ids` are our user and group outside.
    fn enter(self, ids: (Uid, Gid)) -> io::Result<()> {
        let Keeping::Namespace { user, proc } = self else { return Ok(()) };
        if user {
            let (uid, gid) = ids;
            // Not every kernel has this file, but where it exists, it comes first.
            let _ = fs::write("/proc/self/setgroups", "deny");
            fs::write("/proc/self/uid_map", format!("{uid} {uid} 1"))?;
            fs::write("/proc/self/gid_map", format!("{gid} {gid} 1"))?;
        }
        if proc {
            if user {
                mount(None::<&str>, "/", None::<&str>, MsFlags::MS_REC | MsFlags::MS_PRIVATE, None::<&str>)?;
            } else {
                mounts::stop_access_times()?;
            }
            let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
            mount(Some("proc"), "/proc", Some("proc"), flags, None::<&str>)?;
        }
        Ok(())
    }
}

/// Tries namespaces: fails where they do not work.
pub(super) fn try_namespaces(arguments: impl Iterator<Item = std::ffi::OsString>) -> io::Result<()> {
    let words: Vec<_> = arguments.collect();
    let has = |word: &str| words.iter().any(|found| found == word);
    let keeping = Keeping::Namespace { user: has("user"), proc: has("proc") };
    let ids = (geteuid(), getegid());
    let pid = fork_into(keeping.flags(), || i32::from(keeping.enter(ids).is_err()))?;
    match nix::sys::wait::waitpid(pid, None)? {
        nix::sys::wait::WaitStatus::Exited(_, 0) => Ok(()),
        _ => Err(io::Error::other("namespaces do not work here")),
    }
}

/// Starts a keeper, which starts the program of a job.
pub(super) fn launch(job: &Job, sweep: Sweep) -> io::Result<LaunchedKeeper> {
    let (socket, theirs) = UnixStream::pair()?;
    let ids = (geteuid(), getegid());
    let pid = fork_into(job.keeping.flags(), || {
        // Nothing that the stub has open stays open, above all the connection to the main process.
        let done = dup2_stdin(&theirs).map_err(io::Error::from).and_then(|()| {
            close_inherited();
            keep(job, sweep, ids)
        });
        i32::from(done.is_err())
    })?;
    Ok(LaunchedKeeper { pid, socket })
}

/// Runs as the keeper, with the socket to the stub as standard input.
fn keep(job: &Job, sweep: Sweep, ids: (Uid, Gid)) -> io::Result<()> {
    let mut socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    if job.keeping == Keeping::Adoption {
        prctl::set_child_subreaper(true)?;
        // A stub that is killed while it sweeps may have stopped this process.
        prctl::set_pdeathsig(Signal::SIGCONT)?;
    } else {
        prctl::set_pdeathsig(Signal::SIGKILL)?;
        // The stub may have died before that.
        if is_closed(&socket) {
            return Ok(());
        }
    }
    let report = job.keeping.enter(ids).and_then(|()| {
        if job.tier == Tier::Basic && job.keeping.has_own_mounts() {
            mounts::share_memory_in(&job.folder);
        }
        live(job, &mut socket)
    });
    if job.keeping == Keeping::Adoption && is_closed(&socket) {
        return sweep.finish(Duration::ZERO, |_, _| {});
    }
    let report = report.unwrap_or_else(|fault| StubReport::Failed(fault.to_string()));
    socket.write_all(b"E")?;
    report.send(&mut socket)
}

/// Returns whether the other end of a socket is closed.
fn is_closed(socket: &UnixStream) -> bool {
    let mut fds = [PollFd::new(socket.as_fd(), PollFlags::POLLIN)];
    let found = poll(&mut fds, PollTimeout::ZERO);
    let ends = PollFlags::POLLHUP | PollFlags::POLLERR;
    found.is_ok() && fds[0].revents().is_some_and(|events| events.intersects(ends))
}
