//! Killing all processes that a program started, whatever it did: `setsid`, double forks, fork bombs.
//!
//! The stub is the subreaper of all processes below it, so a process that loses its parent becomes its child. When the
//! stub has no children left, no process of the program is left.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, Uid};

use super::clock::now;
use super::raw::{Waited, await_child, kill_all_of, wait};
use super::tree;

/// Every process that the caller may signal.
const EVERYBODY: Pid = Pid::from_raw(-1);

/// How long killed processes may take to end.
const KILL_TIMEOUT: Duration = Duration::from_secs(20);

/// How all processes below us are killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sweep {
    /// By one signal to all processes, which no fork bomb can outrun. Our signals cannot leave our Landlock domain, and
    /// all processes in it are ours.
    Domain,
    /// By one signal to all processes of the user that only this program has.
    User(Uid),
    /// One process at a time, after all have been stopped so that they cannot start others.
    Tree,
}

impl Sweep {
    /// Kills all processes below us.
    pub(super) fn kill(self) -> io::Result<()> {
        match self {
            Sweep::Domain => kill_all(),
            Sweep::User(user) => kill_all_of(user),
            Sweep::Tree => {
                stop_all();
                // From the bottom up: if we are killed meanwhile, the keeper, which is the topmost, does the rest.
                for pid in tree::below_us().into_iter().rev() {
                    // It may have ended already.
                    let _ = kill(pid, Signal::SIGKILL);
                }
                Ok(())
            }
        }
    }

    /// Kills all processes below us and waits until none is left. `reaped` gets each process that ends. Processes have
    /// some time to end by themselves, which is faster.
    pub(super) fn finish(
        self,
        patience: Duration,
        mut reaped: impl FnMut(Pid, ExitStatus),
    ) -> io::Result<()> {
        let patient = now() + patience;
        let end = patient + KILL_TIMEOUT;
        let mut pause = Duration::from_micros(50);
        let mut killed = false;
        loop {
            match wait()? {
                Waited::NoChildren => return Ok(()),
                Waited::Ended(pid, status) => reaped(pid, status),
                Waited::Running => {
                    let left = patient.saturating_sub(now());
                    if !left.is_zero() {
                        await_child(left);
                        continue;
                    }
                    if killed {
                        await_child(pause);
                        pause = (pause * 2).min(Duration::from_millis(5));
                    }
                    // This is repeated to catch processes that were just being started.
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

/// Kills all processes that we may signal. The caller makes sure that these are the right ones.
fn kill_all() -> io::Result<()> {
    match kill(EVERYBODY, Signal::SIGKILL) {
        // ESRCH and EPERM mean that there was no process left to kill.
        Ok(()) | Err(Errno::ESRCH | Errno::EPERM) => Ok(()),
        Err(fault) => Err(fault.into()),
    }
}

/// Stops all processes below us, until no new ones appear.
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

/// Counts the living processes below us, not including those in `but`.
pub(super) fn living(but: &[Pid]) -> u32 {
    let alive = |pid: &Pid| !but.contains(pid) && tree::stat(*pid).is_some_and(|stat| !stat.dead);
    u32::try_from(tree::below_us().iter().filter(|pid| alive(pid)).count()).unwrap_or(u32::MAX)
}
