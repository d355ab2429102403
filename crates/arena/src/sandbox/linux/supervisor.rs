//! The supervisor in the stub: it starts one program, enforces its limits, and kills what is left of it.
//!
//! It waits for the first of these events: a process ends, the main process sends a byte, the time is up, a limit is
//! exceeded. A second thread inspects processes and files, so that nothing delays the clock; it is started after the
//! last fork. If the main process dies, the supervisor kills the program and removes the work folder itself.

use std::ffi::CString;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::thread::{self, Scope};
use std::time::Duration;

use nix::errno::Errno;
use nix::fcntl::open;
use nix::libc;
use nix::poll::{PollFd, PollFlags, ppoll};
use nix::sys::prctl;
use nix::sys::signalfd::SignalFd;
use nix::sys::stat::Mode;
use nix::sys::time::TimeSpec;
use nix::unistd::{Pid, Uid, dup2_stderr, dup2_stdout, getppid};

use super::bubble::{self, KeeperMessage, LaunchedKeeper, child_ends};
use super::busy::{CoreShare, ran};
use super::clock::{StartMark, now};
use super::crowd;
use super::domain;
use super::inspector::Inspection;
use super::keeper;
use super::open::FOLDER;
use super::raw::{self, Waited, wait};
use super::remove::remove;
use super::sweep::{Sweep, living};
use super::tree;
use super::watch::{PERIOD, Watch, peak};
use super::wire::{Job, RunReport, StubReport};
use crate::sandbox::{Disturbance, ExitReason, Tier};

/// How long starting a program may take. This covers the kernel and bubblewrap, not the program itself.
const START: Duration = Duration::from_secs(20);

/// How long a keeper may take to end after its report.
const FAREWELL: Duration = Duration::from_millis(20);

/// Runs one job for the main process at the other end of a socket.
pub(super) fn serve(mut master: UnixStream) -> io::Result<()> {
    let mut job = Job::receive(&mut master)?;
    job.group.count_from_now();
    // Watching a program is part of its game, and disturbs no other.
    raw::set_cores(&job.cores)?;
    let report = match supervise(&job, &master) {
        Ok(report) => report,
        // It was killed for lack of memory before it could be started.
        Err(_) if job.group.ran_out_of_memory() => {
            let (took, cpu) = (Duration::ZERO, job.group.cpu().unwrap_or_default());
            let ended = ExitReason::OverMemory;
            Some(StubReport::Ran(RunReport { ended, took, cpu, leftovers: 0, disturbed: None }))
        }
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
    let ends = child_ends()?;
    master.set_nonblocking(true)?;
    let child = if job.tier == Tier::Strict { bubble::launch(job)? } else { keeper::launch(job, sweep)? };
    // The pipes must close when the program ends.
    let nothing = File::options().write(true).open("/dev/null")?;
    dup2_stdout(&nothing)?;
    dup2_stderr(&nothing)?;
    let mut run = Run {
        job,
        child,
        sweep,
        started: None,
        share: None,
        over: None,
        end: None,
        gone: false,
        disturbed: None,
        failed: None,
    };
    let inspection = Inspection::default();
    let (outcome, leftovers) = thread::scope(|scope| {
        let outcome = run.watch(&ends, master, scope, &inspection);
        // In any case, all processes are killed. This comes first, since it also ends what the thread waits for.
        let leftovers = run.clean_up();
        inspection.stop();
        (outcome, leftovers)
    });
    master.set_nonblocking(false)?;
    outcome?;
    let leftovers = leftovers?;
    if run.gone {
        return Ok(None);
    }
    Ok(Some(run.report(leftovers, &inspection)))
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

/// How and when the program ended, and how many processes it left behind.
struct End {
    ended: ExitReason,
    time: Duration,
    leftovers: Option<u32>,
}

/// A run of a program, as far as it has come.
struct Run<'a> {
    job: &'a Job,
    /// The keeper, or bubblewrap.
    child: LaunchedKeeper,
    sweep: Sweep,
    started: Option<StartMark>,
    /// What it had got of its cores when its time was up.
    share: Option<CoreShare>,
    /// The limit for which it was killed, and when.
    over: Option<(ExitReason, Duration)>,
    end: Option<End>,
    /// Whether the main process is dead.
    gone: bool,
    /// What disturbed it from outside.
    disturbed: Option<Disturbance>,
    /// Why the run failed, if we are to blame.
    failed: Option<String>,
}

impl<'env> Run<'env> {
    /// Waits until the program has ended or must be killed.
    fn watch<'scope>(
        &mut self,
        ends: &SignalFd,
        master: &UnixStream,
        scope: &'scope Scope<'scope, 'env>,
        inspection: &'env Inspection,
    ) -> io::Result<()> {
        let launched = now();
        let mut messages_end = false;
        let mut inspector: Option<OwnedFd> = None;
        while self.end.is_none() && self.failed.is_none() {
            let mut fds = vec![
                PollFd::new(ends.as_fd(), PollFlags::POLLIN),
                PollFd::new(master.as_fd(), PollFlags::POLLIN),
            ];
            if !messages_end {
                fds.push(PollFd::new(self.child.socket.as_fd(), PollFlags::POLLIN));
            }
            fds.extend(inspector.as_ref().map(|found| PollFd::new(found.as_fd(), PollFlags::POLLIN)));
            let wake = self.next_event(launched, inspector.is_some());
            let wait = TimeSpec::from_duration(wake.saturating_sub(now()));
            match ppoll(&mut fds, Some(wait), None) {
                Ok(_) | Err(Errno::EINTR) => {}
                Err(fault) => return Err(fault.into()),
            }
            let ready: Vec<bool> = fds.iter().map(|fd| fd.any() == Some(true)).collect();
            let (ended, asked) = (ready[0], ready[1]);
            let found = inspector.is_some() && ready.last() == Some(&true);
            // Messages come first: a program that has ended was started before.
            if !messages_end && ready[2] {
                messages_end = self.receive()?;
            }
            // This comes before the end of a process, which takes its figures with it.
            self.note_time(launched, inspection)?;
            if ended {
                while ends.read_signal()?.is_some() {}
                self.reap()?;
            }
            if self.end.is_some() || self.failed.is_some() {
                break;
            }
            if asked && self.read_master(master)? {
                break;
            }
            if found {
                self.stop_for(inspection.found());
            }
            if self.over.is_some() {
                break;
            }
            if inspector.is_none()
                && let Some(start) = self.started.filter(|_| self.job.tier != Tier::None)
                && now() >= start.time + PERIOD
            {
                match inspection.start(scope, self.job, start.overhead) {
                    Ok(started) => inspector = Some(started),
                    // A program must not run without being watched.
                    Err(_) => {
                        self.disturbed = Some(Disturbance::ProcessLimit);
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the time of the next event that no file announces.
    fn next_event(&self, launched: Duration, inspected: bool) -> Duration {
        let Some(StartMark { time, .. }) = self.started else { return launched + START };
        let limits = &self.job.limits;
        let mut next = time.saturating_add(limits.wall);
        if self.share.is_some() {
            next = next.saturating_add(limits.grace);
        }
        if inspected || self.job.tier == Tier::None { next } else { next.min(time + PERIOD) }
    }

    /// Looks at the clock, and notes what the program has got when its time is up, or that it must be killed.
    fn note_time(&mut self, launched: Duration, inspection: &Inspection) -> io::Result<()> {
        let now = now();
        let Some(start) = self.started else {
            if now >= launched + START {
                return Err(io::Error::other("the program could not be started in time"));
            }
            return Ok(());
        };
        let limit = start.time.saturating_add(self.job.limits.wall);
        if now < limit {
            return Ok(());
        }
        if self.share.is_none() {
            let pids = tree::below_us();
            let used = Watch::new(self.job, start.overhead).cpu(&pids).max(inspection.used());
            self.share = Some(CoreShare::read(&pids, used));
        }
        if now >= limit.saturating_add(self.job.limits.grace) {
            self.stop_for(Some(ExitReason::OverTime));
        }
        Ok(())
    }

    /// Notes that the program must be killed for a limit. The first one counts.
    fn stop_for(&mut self, over: Option<ExitReason>) {
        if self.over.is_none() {
            self.over = over.map(|over| (over, now()));
        }
    }

    /// Receives a message of the child, and returns whether it was the last one.
    fn receive(&mut self) -> io::Result<bool> {
        match self.child.receive()? {
            Some(KeeperMessage::Started(mark)) => {
                // Bubblewrap itself waits beside the first process inside, which knows only its own time.
                let beside = if self.job.tier == Tier::Strict { ran(self.child.pid) } else { Duration::ZERO };
                self.started = Some(StartMark { overhead: mark.overhead + beside, ..mark });
                Ok(false)
            }
            Some(KeeperMessage::Over(StubReport::Ran(RunReport { ended, took, leftovers, .. }))) => {
                let time = self.started.map_or_else(now, |start| start.time.saturating_add(took));
                self.end = Some(End { ended, time, leftovers: Some(leftovers) });
                Ok(true)
            }
            Some(KeeperMessage::Over(StubReport::Failed(why))) => {
                self.failed = Some(why);
                Ok(true)
            }
            // The channel is closed; the exit status of the child shows what happened.
            None => Ok(true),
        }
    }

    /// Waits for all processes that have ended.
    fn reap(&mut self) -> io::Result<()> {
        while let Waited::Ended(pid, status) = wait()? {
            self.ended(pid, status);
        }
        Ok(())
    }

    /// Handles the end of a process.
    fn ended(&mut self, pid: Pid, status: ExitStatus) {
        let time = now();
        if pid != self.child.pid || self.end.is_some() {
            return;
        }
        // It may have sent more messages. A failure to receive counts as the end.
        while self.end.is_none() && self.failed.is_none() && !self.receive().unwrap_or(true) {}
        // We killed it ourselves for what is noted already.
        let noted = self.over.is_some() || self.disturbed.is_some();
        if self.end.is_some() || self.failed.is_some() || noted {
            return;
        }
        // The keeper, or the first process in the bubble, reports the end of the program before it ends, unless it was
        // killed, or the program was never started. Bubblewrap reports its own end by a signal as a code.
        const KILLED: i32 = 128 + libc::SIGKILL;
        let was_killed = status.signal() == Some(libc::SIGKILL) || status.code() == Some(KILLED);
        match self.started {
            _ if was_killed => {
                self.disturbed = Some(Disturbance::Killed);
                self.end = Some(End { ended: ExitReason::Signal(libc::SIGKILL), time, leftovers: None });
            }
            Some(_) => {
                self.end = Some(End { ended: ExitReason::Signal(libc::SIGKILL), time, leftovers: None });
            }
            None if self.job.tier == Tier::Strict => {
                self.failed = Some(format!("bubblewrap failed ({status})"));
            }
            None => self.failed = Some(format!("the first process of the program failed ({status})")),
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
                self.stop_for(Some(ExitReason::OverOutput));
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
        let main = self.child.pid;
        let reported = self.end.as_ref().and_then(|end| end.leftovers);
        let count = match (reported, &self.end) {
            (Some(reported), _) => reported,
            // Usually there is no process left, and none has to be counted.
            (None, Some(_)) if wait()? == Waited::NoChildren => return Ok(0),
            (None, Some(_)) => living(&[main]),
            (None, None) => 0,
        };
        let must_kill = count > 0 || self.over.is_some() || self.gone;
        if must_kill {
            self.job.group.kill();
        }
        // A keeper that has sent its report ends at once.
        let patience = if reported.is_some() && !must_kill { FAREWELL } else { Duration::ZERO };
        sweep.finish(patience, |pid, status| self.ended(pid, status))?;
        Ok(count)
    }

    /// Returns the report.
    fn report(&self, leftovers: u32, inspection: &Inspection) -> StubReport {
        let memory = self.job.group.ran_out_of_memory();
        if let Some(why) = self.failed.as_ref().filter(|_| !memory) {
            return StubReport::Failed(why.clone());
        }
        let mut watch = Watch::new(self.job, self.started.map_or(Duration::ZERO, |start| start.overhead));
        let (end, ended) = match &self.end {
            Some(end) => (end.time, self.how_it_ended(end, &mut watch)),
            // It was killed within bubblewrap, which sends no report then.
            None => {
                let killed =
                    || if memory { ExitReason::OverMemory } else { ExitReason::Signal(libc::SIGKILL) };
                (now(), self.over.as_ref().map_or_else(killed, |(over, _)| over.clone()))
            }
        };
        // How long killing it took is not its time.
        let end = self.over.as_ref().map_or(end, |(_, time)| end.min(*time));
        let took = self.started.map_or(Duration::ZERO, |start| end.saturating_sub(start.time));
        // What was seen of processes that nobody waited for is gone by now.
        let cpu = watch.cpu(&[]).max(inspection.used());
        let ended = self.job.limits.decide(ended, took, (self.job.tier != Tier::None).then_some(cpu));
        let mut disturbed = self.disturbed.clone();
        if disturbed == Some(Disturbance::Killed) && ended != ExitReason::Signal(libc::SIGKILL) {
            // It was killed for a limit, by the kernel.
            disturbed = None;
        }
        if ended == ExitReason::OverTime {
            disturbed = disturbed.or_else(|| self.share?.disturbance(&self.job.limits));
        }
        let may_be_crowded = match ended {
            ExitReason::Exit(code) => code != 0,
            ExitReason::Signal(_) | ExitReason::OverTime | ExitReason::NotStarted(_) => true,
            _ => false,
        };
        if may_be_crowded && (inspection.was_crowded() || crowd::is_full(self.job)) {
            disturbed = disturbed.or(Some(Disturbance::ProcessLimit));
        }
        StubReport::Ran(RunReport { ended, took, cpu, leftovers, disturbed })
    }

    /// Returns how the program ended, apart from the limits on time.
    fn how_it_ended(&self, end: &End, watch: &mut Watch<'_>) -> ExitReason {
        let mut last = || (self.job.tier != Tier::None).then(|| watch.last_look()).flatten();
        match (&self.over, &end.ended) {
            (Some((over, _)), _) => over.clone(),
            // The kernel may have killed any of its processes.
            (None, _) if self.job.group.ran_out_of_memory() => ExitReason::OverMemory,
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
        }
    }
}

/// Returns how a process ended.
pub(super) fn how(status: ExitStatus) -> ExitReason {
    match (status.code(), status.signal()) {
        (Some(code), _) => ExitReason::Exit(code),
        (None, signal) => ExitReason::Signal(signal.unwrap_or(libc::SIGKILL)),
    }
}
