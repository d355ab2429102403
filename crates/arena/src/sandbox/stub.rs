//! The entry point of the stub, which runs one program for its parent and supervises it.

use std::ffi::OsString;
use std::process::ExitCode;

/// Runs one job for the parent process. `arguments` are those after the arguments of [`Stub`](super::Stub).
///
/// A program that uses a sandbox calls this before anything else when it finds the arguments of its
/// [`Stub`](super::Stub): before it starts threads, opens files, or reads its input.
#[cfg(target_os = "linux")]
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    super::linux::stub(arguments)
}

/// Fails, because the sandbox is not supported on this system.
#[cfg(not(target_os = "linux"))]
pub fn main(_arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    ExitCode::FAILURE
}
