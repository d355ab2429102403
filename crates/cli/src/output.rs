//! Standard output, with the failures that the standard library hides.
//!
//! On Unix, the standard library opens `/dev/null` in place of a closed standard stream before `main`, and counts writing to
//! a descriptor that is not open for writing as a success. Answers would be lost without a word.
//!
//! By the time `main` runs, a stream that was closed looks just like one that somebody pointed at `/dev/null` for reading and
//! writing, as a shell's `1<>/dev/null` or Python's `subprocess.DEVNULL` do. So the descriptor is looked at earlier: a
//! function in the list of initialisers, which the system's loader calls before the standard library starts, notes whether
//! it can be written to. Nothing is refused at that time, only when there is something to print: a program that prints
//! nothing needs no standard output. On other systems, standard output counts as open.

use std::io::{self, StdoutLock, Write};

#[cfg(unix)]
mod at_start {
    #![expect(unsafe_code, reason = "a list of the linker has no safe interface")]

    use std::sync::atomic::{AtomicBool, Ordering};

    use rustix::fs::{OFlags, fcntl_getfl};
    use rustix::stdio::stdout;

    static LOST: AtomicBool = AtomicBool::new(false);

    extern "C" fn note_whether_lost() {
        let written = fcntl_getfl(stdout()).is_ok_and(|flags| {
            let mode = flags & OFlags::ACCMODE;
            mode == OFlags::WRONLY || mode == OFlags::RDWR
        });
        LOST.store(!written, Ordering::Relaxed);
    }

    // SAFETY: the section is a list of functions without arguments that the loader calls before `main`. The function makes
    // one system call and stores to an atomic, so it needs nothing that the standard library sets up.
    #[used]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    static NOTE: extern "C" fn() = note_whether_lost;

    pub(super) fn is_lost() -> bool {
        LOST.load(Ordering::Relaxed)
    }
}

/// Returns an error if the program was started without a standard output that can be written to.
pub(crate) fn check() -> io::Result<()> {
    #[cfg(unix)]
    if at_start::is_lost() {
        return Err(explained(io::Error::other("it is closed")));
    }
    Ok(())
}

/// Says that an error is about standard output. A reader that went away is recognised by its kind.
fn explained(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => error,
        kind => io::Error::new(kind, format!("cannot write to standard output: {error}")),
    }
}

/// Writes all bytes to standard output.
pub(crate) fn write(bytes: &[u8]) -> io::Result<()> {
    let mut out = stdout();
    out.write_all(bytes)?;
    out.flush()
}

/// Writes text to standard output, without its colours where it does not show them.
pub(crate) fn write_colored(text: &str) -> io::Result<()> {
    check()?;
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(explained)
}

/// Returns standard output.
pub(crate) fn stdout() -> StandardOutput {
    StandardOutput(io::stdout().lock())
}

/// Standard output that reports what cannot be written.
#[derive(Debug)]
pub(crate) struct StandardOutput(StdoutLock<'static>);

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        check()?;
        self.0.write(bytes).map_err(explained)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(explained)
    }
}
