//! Errors of the sandbox itself. Misconduct of a program is not an error, but an [`ExitReason`](super::ExitReason).

use std::io;
use std::path::PathBuf;

use super::Tier;

/// Why a sandbox could not be set up, or a program could not be admitted to it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SandboxError {
    /// This system is not Linux.
    #[error("running untrusted programs requires Linux")]
    NotLinux,
    /// A tier is not available on this machine.
    #[error("tier '{tier}' is not available on this machine: {why}")]
    Tier {
        /// The tier.
        tier: Tier,
        /// The reason, and a remedy.
        why: String,
    },
    /// There is no such program.
    #[error("there is no program '{}'", .0.display())]
    NotFound(PathBuf),
    /// It cannot be executed.
    #[error("'{}' cannot be started: {why}", .path.display())]
    NotAProgram {
        /// The program.
        path: PathBuf,
        /// The reason, and a remedy.
        why: String,
    },
    /// The user that programs run as cannot read something that they are to read.
    #[error("'{}' cannot be read by the user that programs run as; try: chmod -R o+rX", .0.display())]
    Unreadable(PathBuf),
    /// A program cannot be sent to another machine, or was sent by one and cannot be used here, with the reason.
    #[error("{0}")]
    Bundle(String),
    /// A system call failed.
    #[error("cannot {doing}")]
    Io {
        /// The action that failed.
        doing: String,
        /// The cause.
        source: io::Error,
    },
}

#[cfg(target_os = "linux")]
impl SandboxError {
    /// Returns a closure that wraps an I/O error in [`SandboxError::Io`] with the action that failed.
    pub(super) fn doing(what: impl Into<String>) -> impl FnOnce(io::Error) -> SandboxError {
        let doing = what.into();
        move |source| SandboxError::Io { doing, source }
    }
}
