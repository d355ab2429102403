//! Starting the program in a new process.

use std::convert::Infallible;
use std::ffi::CString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::fcntl::OFlag;
use nix::unistd::{Pid, chdir, execve, getpid, pipe2};

use super::clock::StartMark;
use super::confine::{confine, depart};
use super::reason;
use super::wire::Job;
use crate::sandbox::SEARCH_PATH;

/// How many times to retry a program that is still open for writing.
const BUSY_TRIES: u32 = 20;

/// A process that becomes the program.
pub(super) struct Launched {
    /// The process.
    pub(super) pid: Pid,
    /// The pipe that reports its start; it is closed when the program is executed.
    pub(super) start: File,
}

/// The outcome of a start.
pub(super) enum StartOutcome {
    /// The program was started.
    Made(StartMark),
    /// The program was not started, with the reason.
    Failed(String),
}

/// Starts the program of a job in a new process.
pub(super) fn launch(job: &Job) -> io::Result<Launched> {
    let (start, report) = pipe2(OFlag::O_CLOEXEC)?;
    let parent = getpid();
    let pid = job.group.fork(|| {
        let mut report = File::from(report);
        let Err(fault) = become_program(job, parent, &mut report);
        // A failure of this cannot be reported.
        let _ = report.write_all(fault.as_bytes());
        127
    })?;
    Ok(Launched { pid, start: File::from(start) })
}

/// Confines this process and executes the program; returns only on failure.
fn become_program(job: &Job, parent: Pid, report: &mut File) -> Result<Infallible, String> {
    let ours = |fault: io::Error| format!("{OURS}{fault}");
    depart(job, parent).map_err(ours)?;
    confine(job).map_err(ours)?;
    let image = Image::new(job).map_err(ours)?;
    chdir(&job.folder).map_err(|fault| ours(fault.into()))?;
    report.write_all(&[&[NOW][..], &StartMark::now().to_bytes()].concat()).map_err(ours)?;
    let mut fault = image.execute();
    // A program that was just copied or built may still be open for writing in a process that another thread of floe
    // has just forked, and that closes it in a moment.
    for _ in 0..BUSY_TRIES {
        if fault != Errno::ETXTBSY {
            break;
        }
        thread::sleep(Duration::from_millis(5));
        fault = image.execute();
    }
    // These are the machine's failures.
    if matches!(fault, Errno::EAGAIN | Errno::ENFILE | Errno::EIO) {
        return Err(ours(fault.into()));
    }
    Err(reason::not_executed(&job.program, fault))
}

/// The arguments of `execve`. The standard library would pass a file that the kernel refuses to a shell.
struct Image {
    program: CString,
    arguments: Vec<CString>,
    environment: Vec<CString>,
}

impl Image {
    fn new(job: &Job) -> io::Result<Image> {
        let program = CString::new(job.program.as_os_str().as_bytes())?;
        let arguments = job.arguments.iter().map(|argument| CString::new(argument.as_bytes()));
        let arguments = std::iter::once(Ok(program.clone())).chain(arguments).collect::<Result<_, _>>()?;
        let folder = job.folder.as_os_str();
        let environment = [
            ("PATH", SEARCH_PATH.as_ref()),
            ("LANG", "C.UTF-8".as_ref()),
            ("HOME", folder),
            ("TMPDIR", folder),
        ];
        let environment = environment.map(|(name, value)| [name.as_bytes(), b"=", value.as_bytes()].concat());
        let environment = environment.into_iter().map(CString::new).collect::<Result<_, _>>()?;
        Ok(Image { program, arguments, environment })
    }

    fn execute(&self) -> Errno {
        let Err(fault) = execve(&self.program, &self.arguments, &self.environment);
        fault
    }
}

/// The byte before the mark of the start.
const NOW: u8 = b'T';

/// The byte before a failure that is ours, not the program's.
const OURS: char = '!';

/// Reads the outcome of a start. An error is our failure.
pub(super) fn read_start(start: &mut File) -> io::Result<StartOutcome> {
    let mut bytes = Vec::new();
    start.read_to_end(&mut bytes)?;
    let Some((&NOW, rest)) = bytes.split_first() else {
        let words = String::from_utf8_lossy(&bytes);
        let words = words.strip_prefix(OURS).unwrap_or("the program's process ended before its start");
        return Err(io::Error::other(words.to_owned()));
    };
    let Some((mark, fault)) = rest.split_first_chunk::<{ StartMark::LENGTH }>() else {
        return Err(io::Error::other("the time of the start is missing"));
    };
    if fault.is_empty() {
        return Ok(StartOutcome::Made(StartMark::from_bytes(*mark)));
    }
    let words = String::from_utf8_lossy(fault);
    match words.strip_prefix(OURS) {
        Some(ours) => Err(io::Error::other(ours.to_owned())),
        None => Ok(StartOutcome::Failed(words.into_owned())),
    }
}
