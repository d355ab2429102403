//! The supervisor in the stub: it starts one program, enforces its limits, and kills what is left of it.
//!
//! It has one thread, and waits for the first of these events: a process ends, the main process sends a byte, a limit
//! is reached. If the main process dies, the supervisor kills the program and removes the work folder itself.

use std::ffi::CString;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use nix::errno::Errno;
use nix::fcntl::open;
use nix::libc;
use nix::poll::{PollFd, PollFlags, ppoll};
use nix::sys::prctl;
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::stat::Mode;
use nix::sys::time::TimeSpec;
use nix::unistd::{Pid, Uid, dup2_stderr, dup2_stdout, getppid};

use super::bubble::{self, Bubble, BubbleMessage};
use super::clock::now;
use super::domain;
use super::launch::{Launched, StartOutcome, launch, read_start};
use super::open::FOLDER;
use super::raw::{Waited, wait};
use super::remove::remove;
use super::sweep::{Sweep, living};
use super::watch::{Watch, peak};
use super::wire::{Job, StubReport};
use crate::sandbox::{ExitReason, Tier};

/// How long starting a program may take. This covers the kernel and bubblewrap, not the program itself.
const START: Duration = Duration::from_secs(20);

/// Runs one job for the main process at the other end of a socket.
pub(super) fn serve(mut master: UnixStream) -> io::Result<()> {
    let job = Job::receive(&mut master)?;
    let report = match supervise(&job, &master) {
        Ok(report) => report,
        Err(fault) => Some(StubReport::Failed(fault.to_string())),
    };
    if let Some(report) = report {
        return report.send(&mut master);
    }
    // The main process is dead, so the stub must remove the folder.
    if let (Some(parent), Some(name)) = (job.folder.parent(), job.folder.file_name()) {
        let parent = open(parent, FOLDER, Mode::empty())?;
        remove(parent.as_fd(), &CString::new(name.as_bytes())?)?;
    }
    Ok(())
}

/// Runs the program of a job; there is no report when the main process is dead.
fn supervise(job: &Job, master: &UnixStream) -> io::Result<Option<StubReport>> {
    prctl::set_child_subreaper(true)?;
    let sweep = choose_sweep(job)?;
    let mut ends = SigSet::empty();
    ends.add(Signal::SIGCHLD);
    ends.thread_block()?;
    let ends = SignalFd::with_flags(&ends, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)?;
    master.set_nonblocking(true)?;
    let child = if job.tier == Tier::Strict {
        Child::Bubble(bubble::launch(job)?)
    } else {
        Child::Plain(launch(job)?)
    };
    // The pipes must close when the program ends.
    let nothing = File::options().write(true).open("/dev/null")?;
    dup2_stdout(&nothing)?;
    dup2_stderr(&nothing)?;
    let mut run = Run { job, child, sweep, started: None, over: None, end: None, gone: false, failed: None };
    let outcome = run.watch(&ends, master);
    // In any case, all processes are killed.
    let leftovers = run.clean_up();
    master.set_nonblocking(false)?;
    outcome?;
    let leftovers = leftovers?;
    if run.gone {
        return Ok(None);
    }
    Ok(Some(run.report(leftovers)))
}

/// Chooses the most reliable way to kill all processes that this machine offers for this job.
fn choose_sweep(job: &Job) -> io::Result<Sweep> {
    let parent = Pid::from_raw(job.master);
    if getppid() != parent {
        return Err(io::Error::other("the main process is dead"));
    }
    if job.tier != Tier::None && job.landlock >= domain::SCOPES && domain::keep_signals_in(parent)? {
        return Ok(Sweep::Domain);
    }
    Ok(job.user.map_or(Sweep::Tree, |id| Sweep::User(Uid::from_raw(id))))
}

/// The process that becomes the program, or that of bubblewrap.
enum Child {
    Plain(Launched),
    Bubble(Bubble),
}

impl Child {
    fn pid(&self) -> Pid {
        match self {
            Child::Plain(launched) => launched.pid,
            Child::Bubble(bubble) => bubble.pid,
        }
    }

    fn messages(&self) -> BorrowedFd<'_> {
        match self {
            Child::Plain(launched) => launched.start.as_fd(),
            Child::Bubble(bubble) => bubble.socket.as_fd(),
        }
    }
}

/// How and when the program ended, and how many processes it left behind.
struct End {
    ended: ExitReason,
    time: Duration,
    leftovers: Option<u32>,
}

/// A run of a program, as far as it has come.
struct Run<'a> {
    job: &'a Job,
    child: Child,
    sweep: Sweep,
    started: Option<Duration>,
    /// The limit that it exceeded, for which it was killed.
    over: Option<ExitReason>,
    end: Option<End>,
    /// Whether the main process is dead.
    gone: bool,
    /// Why the run failed, if we are to blame.
    failed: Option<String>,
}

impl Run<'_> {
    /// Waits until the program has ended or must be killed.
    fn watch(&mut self, ends: &SignalFd, master: &UnixStream) -> io::Result<()> {
        let mut watch = Watch::new(self.job);
        let watched = self.job.tier != Tier::None;
        let launched = now();
        let mut messages_end = false;
        while self.end.is_none() && self.failed.is_none() {
            let deadline =
                self.started.map_or(launched + START, |start| start.saturating_add(self.job.limits.wall));
            let wake = if watched && self.started.is_some() { deadline.min(watch.next()) } else { deadline };
            let mut fds = vec![
                PollFd::new(ends.as_fd(), PollFlags::POLLIN),
                PollFd::new(master.as_fd(), PollFlags::POLLIN),
            ];
            if !messages_end {
                fds.push(PollFd::new(self.child.messages(), PollFlags::POLLIN));
            }
            let wait = TimeSpec::from_duration(wake.saturating_sub(now()));
            match ppoll(&mut fds, Some(wait), None) {
                Ok(_) | Err(Errno::EINTR) => {}
                Err(fault) => return Err(fault.into()),
            }
            let ready: Vec<bool> = fds.iter().map(|fd| fd.any() == Some(true)).collect();
            // Messages come first: a program that has ended was started before.
            if ready.get(2) == Some(&true) {
                messages_end = self.receive()?;
            }
            if ready[0] {
                while ends.read_signal()?.is_some() {}
                self.reap()?;
            }
            if self.end.is_some() || self.failed.is_some() {
                break;
            }
            if ready[1] && self.read_master(master)? {
                break;
            }
            if now() >= deadline {
                if self.started.is_none() {
                    return Err(io::Error::other("the program could not be started in time"));
                }
                self.over = Some(ExitReason::OverTime);
                break;
            }
            if watched && self.started.is_some() && now() >= watch.next() {
                self.over = watch.look();
                if self.over.is_some() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Receives a message of the child, and returns whether it was the last one.
    fn receive(&mut self) -> io::Result<bool> {
        match &mut self.child {
            Child::Plain(launched) => {
                match read_start(&mut launched.start)? {
                    StartOutcome::Made(time) => self.started = Some(time),
                    StartOutcome::Failed(why) => {
                        self.end =
                            Some(End { ended: ExitReason::NotStarted(why), time: now(), leftovers: None });
                    }
                }
                Ok(true)
            }
            Child::Bubble(bubble) => match bubble.receive()? {
                Some(BubbleMessage::Started(time)) => {
                    self.started = Some(time);
                    Ok(false)
                }
                Some(BubbleMessage::Over(StubReport::Ran { ended, took, leftovers })) => {
                    let time = self.started.map_or_else(now, |start| start.saturating_add(took));
                    self.end = Some(End { ended, time, leftovers: Some(leftovers) });
                    Ok(true)
                }
                Some(BubbleMessage::Over(StubReport::Failed(why))) => {
                    self.failed = Some(why);
                    Ok(true)
                }
                // The channel is closed; the exit status of bubblewrap shows what happened.
                None => Ok(true),
            },
        }
    }

    /// Waits for all processes that have ended.
    fn reap(&mut self) -> io::Result<()> {
        while let Waited::Ended(pid, status) = wait(true)? {
            self.ended(pid, status);
        }
        Ok(())
    }

    /// Handles the end of a process.
    fn ended(&mut self, pid: Pid, status: ExitStatus) {
        let time = now();
        if pid != self.child.pid() || self.end.is_some() {
            return;
        }
        let ended = how(status);
        if matches!(self.child, Child::Bubble(_)) {
            // It may have sent more messages. A failure to receive counts as the end.
            while self.end.is_none() && self.failed.is_none() && !self.receive().unwrap_or(true) {}
            if self.end.is_some() || self.failed.is_some() {
                return;
            }
        }
        match self.child {
            Child::Plain(_) => self.end = Some(End { ended, time, leftovers: None }),
            // The first process inside reports the end of the program before bubblewrap exits, unless the program was
            // never started, or found a way to kill that first process.
            Child::Bubble(_) if self.over.is_none() => match self.started {
                Some(_) => {
                    self.end = Some(End { ended: ExitReason::Signal(libc::SIGKILL), time, leftovers: None });
                }
                None => self.failed = Some(format!("bubblewrap failed ({status})")),
            },
            Child::Bubble(_) => {}
        }
    }

    /// Reads from the main process, and returns whether the program must be killed.
    fn read_master(&mut self, mut master: &UnixStream) -> io::Result<bool> {
        let mut byte = [0];
        match master.read(&mut byte) {
            Ok(0) => {
                self.gone = true;
                Ok(true)
            }
            Ok(_) => {
                self.over = Some(ExitReason::OverOutput);
                Ok(true)
            }
            Err(fault) if fault.kind() == io::ErrorKind::WouldBlock => Ok(false),
            Err(fault) if fault.kind() == io::ErrorKind::ConnectionReset => {
                self.gone = true;
                Ok(true)
            }
            Err(fault) => Err(fault),
        }
    }

    /// Kills all processes, and returns how many the program had left when it ended.
    fn clean_up(&mut self) -> io::Result<u32> {
        let sweep = self.sweep;
        let main = self.child.pid();
        let reported = self.end.as_ref().and_then(|end| end.leftovers);
        let count = match (reported, &self.end) {
            (Some(reported), _) => reported,
            // Usually there is no process left, and none has to be counted.
            (None, Some(_)) if wait(true)? == Waited::NoChildren => return Ok(0),
            (None, Some(_)) => living(&[main]),
            (None, None) => 0,
        };
        sweep.finish(|pid, status| self.ended(pid, status))?;
        Ok(count)
    }

    /// Returns the report.
    fn report(&self, leftovers: u32) -> StubReport {
        if let Some(why) = &self.failed {
            return StubReport::Failed(why.clone());
        }
        let Some(end) = &self.end else {
            // It was killed within bubblewrap, which sends no report then.
            let ended = self.over.clone().unwrap_or(ExitReason::Signal(libc::SIGKILL));
            return StubReport::Ran { ended, took: self.took(now()), leftovers };
        };
        let last = || (self.job.tier != Tier::None).then(|| Watch::new(self.job).last_look()).flatten();
        let ended = match (&self.over, &end.ended) {
            (Some(over), _) => over.clone(),
            (None, ExitReason::NotStarted(_)) => end.ended.clone(),
            (None, ExitReason::Signal(libc::SIGXCPU)) if self.job.tier != Tier::None => ExitReason::OverCpu,
            (None, ExitReason::Signal(libc::SIGXFSZ)) if self.job.tier != Tier::None => ExitReason::OverFiles,
            // It may have used all memory between two checks, and aborted when an allocation failed.
            (None, ExitReason::Signal(_))
                if self.job.tier != Tier::None && peak() > self.job.limits.memory =>
            {
                ExitReason::OverMemory
            }
            (None, _) => last().unwrap_or_else(|| end.ended.clone()),
        };
        StubReport::Ran { ended, took: self.took(end.time), leftovers }
    }

    fn took(&self, end: Duration) -> Duration {
        self.started.map_or(Duration::ZERO, |start| end.saturating_sub(start))
    }
}

/// Returns how a process ended.
pub(super) fn how(status: ExitStatus) -> ExitReason {
    match (status.code(), status.signal()) {
        (Some(code), _) => ExitReason::Exit(code),
        (None, signal) => ExitReason::Signal(signal.unwrap_or(libc::SIGKILL)),
    }
}
