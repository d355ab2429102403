//! System calls without a safe wrapper: fork, close inherited files, get the version of Landlock, wait for children
//! terminated by any signal, and restore the default action of a signal.
#![expect(unsafe_code, reason = "these system calls have no safe interface")]

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use nix::errno::Errno;
use nix::libc;
use nix::sys::signal::{SigHandler, Signal, signal};
use nix::unistd::{ForkResult, Pid, fork};

/// Forks, and runs `child` in the new process, which exits with the code that it returns.
///
/// The process must have only one thread, as the stub always has; otherwise this fails.
pub(super) fn fork_and(child: impl FnOnce() -> i32) -> io::Result<Pid> {
    if std::fs::read_dir("/proc/self/task")?.count() != 1 {
        return Err(io::Error::other("a process with several threads must not fork"));
    }
    // SAFETY: with one thread, no lock can be held by a thread that the child lacks, so the child may do everything that
    // this process may do.
    match unsafe { fork() }? {
        ForkResult::Parent { child } => Ok(child),
        ForkResult::Child => std::process::exit(child()),
    }
}

/// Closes every file descriptor above standard error.
///
/// Must be called before the process opens any file: the stub does it first.
pub(super) fn close_inherited() {
    // SAFETY: nothing in this process owns these descriptors, since it has only just started and opened none.
    if unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0) } == 0 {
        return;
    }
    // Before Linux 5.9. The list is read to its end first, since reading it uses a descriptor.
    let entries: Vec<_> = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten().collect();
    for entry in entries {
        if let Some(fd) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok())
            && fd > 2
        {
            // SAFETY: as above; closing the already closed descriptor of the list again has no effect.
            unsafe { libc::close(fd) };
        }
    }
}

/// Returns the version of Landlock in the kernel, 0 for none.
pub(super) fn landlock_version() -> u8 {
    const ASK_FOR_VERSION: libc::c_uint = 1;
    // SAFETY: with this flag the kernel reads no memory, creates nothing, and returns a number.
    let version = unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<libc::c_void>(), 0, ASK_FOR_VERSION)
    };
    u8::try_from(version.max(0)).unwrap_or(u8::MAX)
}

/// The result of waiting for children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waited {
    /// This child has ended.
    Ended(Pid, ExitStatus),
    /// All children are still running.
    Running,
    /// There are no children.
    NoChildren,
}

/// Waits for any child to end, or only checks whether one has.
///
/// The safe wrappers do not support real-time signals, and would lose a child terminated by one.
pub(super) fn wait(only_look: bool) -> io::Result<Waited> {
    let flags = if only_look { libc::WNOHANG } else { 0 };
    loop {
        let mut status = 0;
        // SAFETY: the kernel writes one number to memory that we own.
        let pid = unsafe { libc::waitpid(-1, &raw mut status, flags) };
        return match pid {
            0 => Ok(Waited::Running),
            1.. => Ok(Waited::Ended(Pid::from_raw(pid), ExitStatus::from_raw(status))),
            _ => match Errno::last() {
                Errno::EINTR => continue,
                Errno::ECHILD => Ok(Waited::NoChildren),
                fault => Err(fault.into()),
            },
        };
    }
}

/// Restores the default action of SIGPIPE, which the run-time library of Rust ignores.
pub(super) fn restore_sigpipe() -> io::Result<()> {
    // SAFETY: the default action is no handler, so it calls no code of ours.
    unsafe { signal(Signal::SIGPIPE, SigHandler::SigDfl) }?;
    Ok(())
}
