//! The main process's side of a run: it sends the job to a stub, and collects the output of the program.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::fork_server::StubProcess;
use super::raw;
use super::wire::{Job, OUTPUT_EXCEEDED, RunReport, StubReport};
use crate::sandbox::replay::StubKilled;
use crate::sandbox::{ExitReason, RunOutput, Tier};

/// How much longer than the program a stub may take, even on a busy machine.
const SLACK: Duration = Duration::from_secs(120);

/// Runs a job in a stub.
pub(super) fn run(stub: StubProcess, job: &Job) -> io::Result<RunOutput> {
    let StubProcess { pid, socket, stdout, stderr } = stub;
    let collected = collect(socket, [stdout, stderr], job);
    // In any case the stub ends now, since its connection is closed.
    let status = raw::wait_for(pid)?;
    collected.or_else(|fault| match status.signal() {
        // The stub may share the memory group of the program, and be killed for what the program uses.
        Some(_) if job.group.ran_out_of_memory() => Ok(RunOutput {
            ended: ExitReason::OverMemory,
            took: Duration::ZERO,
            cpu: Duration::ZERO,
            stdout: Vec::new(),
            stderr: Vec::new(),
            leftovers: 0,
            disturbed: None,
        }),
        // A program cannot signal its stub, so this is not its doing.
        Some(_) => Err(io::Error::other(StubKilled)),
        None => Err(fault),
    })
}

fn collect(mut master: UnixStream, output: [OwnedFd; 2], job: &Job) -> io::Result<RunOutput> {
    let limits = &job.limits;
    let mut report = match job.send(&mut master) {
        Ok(()) => None,
        Err(fault) => Some(StubReport::Failed(format!("the stub does not accept its job: {fault}"))),
    };
    let mut room = limits.output;
    let [mut out, mut err] = output.map(Pipe::new);
    let end = Instant::now() + limits.wall + limits.grace + SLACK;
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
    finish(job, report, out, err)
}

/// Returns the output of a run.
fn finish(job: &Job, report: Option<StubReport>, out: Pipe, err: Pipe) -> io::Result<RunOutput> {
    let over = out.more || err.more;
    let (stdout, stderr) = (out.bytes, err.bytes);
    match report {
        Some(StubReport::Ran(RunReport { ended, took, cpu, leftovers, disturbed })) => {
            // A program that printed too much may have ended before it could be stopped.
            let ended = match ended {
                ExitReason::Exit(_) | ExitReason::Signal(_) if over => ExitReason::OverOutput,
                other => other,
            };
            let ended = job.limits.decide(ended, took, (job.tier != Tier::None).then_some(cpu));
            Ok(RunOutput { ended, took, cpu, stdout, stderr, leftovers, disturbed })
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
    fn new(fd: OwnedFd) -> Pipe {
        Pipe { open: Some(std::fs::File::from(fd)), bytes: Vec::new(), more: false }
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
