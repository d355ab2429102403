//! What the program does when it was started as a stub: it runs one program for its parent, and watches over it.

use std::ffi::OsString;
use std::process::ExitCode;

/// Does one job for the process that started this one, with the arguments that follow those of
/// [`Stub`](super::Stub).
///
/// A program that uses a sandbox calls this before anything else when it finds the arguments of its
/// [`Stub`](super::Stub): before it starts threads, opens files, or reads its input.
#[cfg(target_os = "linux")]
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    super::linux::stub(arguments)
}

/// Says that there is no work for a stub on this system.
#[cfg(not(target_os = "linux"))]
pub fn main(_arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    ExitCode::FAILURE
}
