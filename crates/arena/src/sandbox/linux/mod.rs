//! The sandbox itself, on Linux.

use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::os::fd::AsFd;

mod base;
mod folder;
mod open;
mod remove;
mod users;

pub use folder::Folder;

use super::{Ended, Gap, Limits, Program, Ran, SandboxError, Stub, Tier, Wish};
use base::Base;
use users::Users;

/// A way to run programs, probed on this machine.
#[derive(Debug)]
pub struct Sandbox {
    tier: Tier,
    base: Arc<Base>,
    users: Option<Arc<Users>>,
    gaps: Vec<Gap>,
}

/// A program that may be run.
#[derive(Clone, Debug)]
pub struct Admitted {
    path: PathBuf,
    arguments: Vec<OsString>,
}

impl Sandbox {
    /// Finds out what this machine can do, by doing it, and takes the tier that is wished for.
    pub fn new(wish: Wish, _stub: Stub) -> Result<Sandbox, SandboxError> {
        let tier = match wish {
            // The tiers that shut a program in come next.
            Wish::Best | Wish::Exactly(Tier::None) => Tier::None,
            Wish::Exactly(tier) => {
                return Err(SandboxError::Tier { tier, why: "it is not built yet".to_owned() });
            }
        };
        let base = Arc::new(Base::new().map_err(SandboxError::doing("make a place for private folders"))?);
        Ok(Sandbox { tier, base, users: None, gaps: Vec::new() })
    }

    /// Returns the tier.
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// Returns what shuts a program in, in one line for people and records.
    pub fn description(&self) -> String {
        self.tier.to_string()
    }

    /// Returns what this machine cannot guard in this tier.
    pub fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// Makes a fresh private folder.
    pub fn folder(&self) -> io::Result<Folder> {
        let user = self.users.as_ref().map(Users::take).transpose()?;
        Folder::new(&self.base, user)
    }

    /// Makes sure that a program exists and can be started.
    pub fn admit(&self, program: &Program) -> Result<Admitted, SandboxError> {
        let path = program.path.canonicalize().map_err(|_| SandboxError::NotFound(program.path.clone()))?;
        Ok(Admitted { path, arguments: program.arguments.clone() })
    }

    /// Runs a program once in a folder, and gives back how it ended when nothing of it is left.
    pub fn run(
        &self,
        program: &Admitted,
        arguments: &[OsString],
        folder: &Folder,
        limits: &Limits,
    ) -> io::Result<Ran> {
        let start = Instant::now();
        let _ = folder.user();
        let spawned = Command::new(&program.path)
            .args(&program.arguments)
            .args(arguments)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn();
        let mut child = match spawned {
            Ok(child) => child,
            Err(fault) => {
                let ended = Ended::NotStarted(fault.to_string());
                return Ok(Ran {
                    ended,
                    took: start.elapsed(),
                    stdout: vec![],
                    stderr: vec![],
                    leftovers: 0,
                });
            }
        };
        let group = Pid::from_raw(child.id().cast_signed());
        let (mut out, mut err) = (child.stdout.take(), child.stderr.take());
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let mut over = None;
        let mut status = None;
        let mut took = start.elapsed();
        while status.is_none() || out.is_some() || err.is_some() {
            if status.is_none() {
                status = child.try_wait()?;
                took = start.elapsed();
                if status.is_some() {
                    let _ = killpg(group, Signal::SIGKILL);
                }
            }
            if over.is_none() && start.elapsed() > limits.wall {
                over = Some(Ended::OverTime);
                let _ = killpg(group, Signal::SIGKILL);
            }
            let mut fds = Vec::new();
            fds.extend(out.as_ref().map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLIN)));
            fds.extend(err.as_ref().map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLIN)));
            let _ = poll(&mut fds, PollTimeout::from(1u8));
            let ready: Vec<bool> = fds.iter().map(|fd| fd.any() == Some(true)).collect();
            let mut ready = ready.into_iter();
            let mut chunk = [0; 65536];
            if let Some(pipe) = &mut out
                && ready.next() == Some(true)
            {
                match pipe.read(&mut chunk)? {
                    0 => out = None,
                    n => stdout.extend_from_slice(&chunk[..n]),
                }
            }
            if let Some(pipe) = &mut err
                && ready.next() == Some(true)
            {
                match pipe.read(&mut chunk)? {
                    0 => err = None,
                    n => stderr.extend_from_slice(&chunk[..n]),
                }
            }
            if over.is_none() && (stdout.len() + stderr.len()) as u64 > limits.output {
                over = Some(Ended::OverOutput);
                let _ = killpg(group, Signal::SIGKILL);
            }
        }
        stdout.truncate(usize::try_from(limits.output).unwrap_or(usize::MAX));
        let left = usize::try_from(limits.output).unwrap_or(usize::MAX) - stdout.len();
        stderr.truncate(left);
        let status = status.expect("the loop ends with a status");
        let ended = over.unwrap_or(match status.signal() {
            Some(signal) => Ended::Signal(signal),
            None => Ended::Exit(status.code().unwrap_or(-1)),
        });
        Ok(Ran { ended, took, stdout, stderr, leftovers: 0 })
    }
}
