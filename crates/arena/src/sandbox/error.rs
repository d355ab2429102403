//! What can go wrong with a sandbox itself. What a program does wrong is no error, but an [`ExitReason`](super::ExitReason).

use std::io;
use std::path::PathBuf;

use super::Tier;

/// Why a sandbox could not be set up, or a program not be admitted to it.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// This system has none of the means.
    #[error("programs of strangers can be run on Linux only")]
    NotLinux,
    /// A tier is not possible on this machine.
    #[error("tier '{tier}' is not possible on this machine: {why}")]
    Tier {
        /// Which one.
        tier: Tier,
        /// Why not, and what would help.
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
        /// Why not, and what would help.
        why: String,
    },
    /// Something that should always work did not.
    #[error("cannot {doing}")]
    Io {
        /// What was being done.
        doing: String,
        /// What the system said.
        source: io::Error,
    },
}

#[cfg(target_os = "linux")]
impl SandboxError {
    /// Returns a function that makes an error of what was being done.
    pub(super) fn doing(what: impl Into<String>) -> impl FnOnce(io::Error) -> SandboxError {
        let doing = what.into();
        move |source| SandboxError::Io { doing, source }
    }
}
