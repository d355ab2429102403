//! Killing everything that a program started, however it hid: `setsid`, double forks, fork bombs.
//!
//! The stub is the subreaper of everything below it, so a process that loses its parent becomes its child; when it
//! has no children left, nothing is left at all.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{Pid, Uid, setresuid};

use super::clock::now;
use super::raw::{Waited, fork_and, wait};
use super::tree;

/// Every process that the caller may signal.
const EVERYBODY: Pid = Pid::from_raw(-1);

/// How long killed processes may take to go; more means that the kernel holds one back.
const PATIENCE: Duration = Duration::from_secs(20);

/// How everything below us is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sweep {
    /// Our signals cannot leave our domain, and everybody in it is ours: one signal to everybody, which no fork bomb
    /// outruns.
    Domain,
    /// The program has a user for itself: one signal to everybody, sent as that user.
    User(Uid),
    /// Process after process. They are stopped first, so that they cannot start others meanwhile.
    Tree,
}

impl Sweep {
    /// Kills everything below us.
    pub(super) fn kill(self) -> io::Result<()> {
        match self {
            Sweep::Domain => everybody(),
            Sweep::User(user) => {
                let pid = fork_and(|| {
                    let done =
                        setresuid(user, user, user).map_err(io::Error::from).and_then(|()| everybody());
                    i32::from(done.is_err())
                })?;
                match waitpid(pid, None)? {
                    WaitStatus::Exited(_, 0) => Ok(()),
                    other => Err(io::Error::other(format!("the sweep failed ({other:?})"))),
                }
            }
            Sweep::Tree => {
                stop_all();
                for pid in tree::below_us() {
                    // Gone already is as good.
                    let _ = kill(pid, Signal::SIGKILL);
                }
                Ok(())
            }
        }
    }

    /// Kills everything below us and waits until nothing is left. Whoever ends is told to `reaped`.
    pub(super) fn finish(self, mut reaped: impl FnMut(Pid, ExitStatus)) -> io::Result<()> {
        let end = now() + PATIENCE;
        let mut pause = Duration::from_micros(50);
        let mut killed = false;
        loop {
            match wait(true)? {
                Waited::Nobody => return Ok(()),
                Waited::Ended(pid, status) => reaped(pid, status),
                Waited::Running => {
                    if killed {
                        std::thread::sleep(pause);
                        pause = (pause * 2).min(Duration::from_millis(5));
                    }
                    // Again and again, for those that slipped through while being born.
                    self.kill()?;
                    killed = true;
                    if now() > end {
                        return Err(io::Error::other("a process cannot be killed"));
                    }
                }
            }
        }
    }
}

/// Kills everybody whom we may signal. The caller has made sure that these are the right ones.
fn everybody() -> io::Result<()> {
    match kill(EVERYBODY, Signal::SIGKILL) {
        // There was nobody.
        Ok(()) | Err(Errno::ESRCH | Errno::EPERM) => Ok(()),
        Err(fault) => Err(fault.into()),
    }
}

/// Stops everything below us, until nothing new appears.
fn stop_all() {
    let mut stopped: Vec<Pid> = Vec::new();
    loop {
        let found = tree::below_us();
        let new: Vec<Pid> = found.into_iter().filter(|pid| !stopped.contains(pid)).collect();
        if new.is_empty() {
            return;
        }
        for pid in new {
            let _ = kill(pid, Signal::SIGSTOP);
            stopped.push(pid);
        }
    }
}

/// Counts the living processes below us, but for some.
pub(super) fn living(but: &[Pid]) -> u32 {
    let alive = |pid: &Pid| !but.contains(pid) && tree::stat(*pid).is_some_and(|stat| !stat.dead);
    u32::try_from(tree::below_us().iter().filter(|pid| alive(pid)).count()).unwrap_or(u32::MAX)
}
