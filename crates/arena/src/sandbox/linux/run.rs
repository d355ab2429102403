//! The main process's side of a run: it sends the job to a stub, and collects the output of the program.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::wire::{Job, OUTPUT_EXCEEDED, StubReport};
use crate::sandbox::{ExitReason, RunOutput, Stub};

/// The argument that makes floe a supervising stub.
pub(super) const SUPERVISE: &str = "supervise";

/// How much longer than the program a stub may take, even on a busy machine.
const SLACK: Duration = Duration::from_secs(120);

/// Runs a job in a stub.
pub(super) fn run(stub: &Stub, job: &Job) -> io::Result<RunOutput> {
    let (master, theirs) = UnixStream::pair()?;
    let mut child = Command::new(&stub.program)
        .args(&stub.arguments)
        .arg(SUPERVISE)
        .env_clear()
        .stdin(Stdio::from(OwnedFd::from(theirs)))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // Ctrl-C must reach only the main process, which then decides about its programs.
        .process_group(0)
        .spawn()?;
    let collected = collect(&mut child, master, job);
    // In any case the stub ends now, since its connection is closed.
    child.wait()?;
    collected
}

fn collect(child: &mut Child, mut master: UnixStream, job: &Job) -> io::Result<RunOutput> {
    let limits = &job.limits;
    let mut report = match job.send(&mut master) {
        Ok(()) => None,
        Err(fault) => Some(StubReport::Failed(format!("the stub does not accept its job: {fault}"))),
    };
    let mut room = limits.output;
    let mut out = Pipe::new(child.stdout.take().map(OwnedFd::from));
    let mut err = Pipe::new(child.stderr.take().map(OwnedFd::from));
    let end = Instant::now() + limits.wall + SLACK;
    let mut asked = false;
    while report.is_none() || out.open.is_some() || err.open.is_some() {
        let Some(left) = end.checked_duration_since(Instant::now()) else {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the stub does not answer"));
        };
        let mut fds = Vec::with_capacity(3);
        let pipes = [out.open.as_ref(), err.open.as_ref()];
        fds.extend(pipes.into_iter().flatten().map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLIN)));
        if report.is_none() {
            fds.push(PollFd::new(master.as_fd(), PollFlags::POLLIN));
        }
        match poll(&mut fds, PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX)) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(fault) => return Err(fault.into()),
        }
        let mut ready = fds.iter().map(|fd| fd.any() == Some(true)).collect::<Vec<_>>().into_iter();
        for pipe in [&mut out, &mut err] {
            if pipe.open.is_some() && ready.next() == Some(true) {
                pipe.read(&mut room)?;
            }
        }
        if report.is_none() && ready.next() == Some(true) {
            report = Some(StubReport::receive(&mut master).unwrap_or_else(|fault| {
                StubReport::Failed(format!("the connection to the stub broke: {fault}"))
            }));
        }
        if report.is_none() && !asked && (out.more || err.more) {
            asked = true;
            // The program may have ended just now.
            let _ = master.write(&[OUTPUT_EXCEEDED]);
        }
    }
    finish(report, out, err)
}

/// Returns the output of a run.
fn finish(report: Option<StubReport>, out: Pipe, err: Pipe) -> io::Result<RunOutput> {
    let over = out.more || err.more;
    let (stdout, stderr) = (out.bytes, err.bytes);
    match report {
        Some(StubReport::Ran { ended, took, leftovers }) => {
            // A program that printed too much may have ended before it could be stopped.
            let ended = match ended {
                ExitReason::Exit(_) | ExitReason::Signal(_) if over => ExitReason::OverOutput,
                other => other,
            };
            Ok(RunOutput { ended, took, stdout, stderr, leftovers })
        }
        Some(StubReport::Failed(why)) => {
            let printed = String::from_utf8_lossy(&stderr);
            let printed = printed.trim();
            Err(io::Error::other(if printed.is_empty() { why } else { format!("{why}: {printed}") }))
        }
        None => Err(io::Error::other("the stub sent no report")),
    }
}

/// One output stream of the program.
struct Pipe {
    open: Option<std::fs::File>,
    bytes: Vec<u8>,
    /// Whether there was more output than was kept.
    more: bool,
}

impl Pipe {
    fn new(fd: Option<OwnedFd>) -> Pipe {
        Pipe { open: fd.map(std::fs::File::from), bytes: Vec::new(), more: false }
    }

    /// Reads what is available, and keeps as much as there is room for.
    fn read(&mut self, room: &mut u64) -> io::Result<()> {
        let Some(file) = &mut self.open else { return Ok(()) };
        let mut chunk = [0; 1 << 14];
        match file.read(&mut chunk) {
            Ok(0) => self.open = None,
            Ok(count) => {
                let kept = count.min(usize::try_from(*room).unwrap_or(usize::MAX));
                self.bytes.extend_from_slice(&chunk[..kept]);
                *room -= kept as u64;
                self.more |= kept < count;
            }
            Err(fault) if fault.kind() == io::ErrorKind::Interrupted => {}
            Err(fault) => return Err(fault),
        }
        Ok(())
    }
}
