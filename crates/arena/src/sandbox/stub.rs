//! What the program does when it was started as a stub: it runs one program for its parent, and watches over it.

use std::ffi::OsString;
use std::process::ExitCode;

/// Does one job for the process that started this one, with the arguments that follow those of
/// [`Stub`](super::Stub).
///
/// A program that uses a sandbox calls this before anything else when it finds the arguments of its
/// [`Stub`](super::Stub): before threads are started, and before anything is read or printed.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let _ = arguments;
    ExitCode::FAILURE
}
