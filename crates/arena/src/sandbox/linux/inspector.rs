//! The thread that inspects the processes and the folder of a program, so that nothing delays the supervisor's clock.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;

use nix::fcntl::OFlag;
use nix::unistd::pipe2;

use super::clock::now;
use super::watch::Watch;
use super::wire::Job;
use crate::sandbox::ExitReason;

/// The inspection of one program, which a thread makes and the supervisor ends.
#[derive(Debug, Default)]
pub(super) struct Inspection {
    /// Whether it is to end, even in the middle of a check.
    stop: AtomicBool,
    /// The limit that was found to be exceeded.
    found: Mutex<Option<ExitReason>>,
    /// The processor time of the program at the last check, and whether others filled its limit on processes.
    seen: Mutex<(Duration, bool)>,
    /// Wakes the thread from a pause.
    wake: Condvar,
}

impl Inspection {
    /// Starts the thread, and returns a file that becomes ready when it has found a limit exceeded.
    ///
    /// `overhead` is the processor time that starting the program took.
    pub(super) fn start<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        job: &'scope Job,
        overhead: Duration,
    ) -> io::Result<OwnedFd> {
        let (ended, ending) = pipe2(OFlag::O_CLOEXEC)?;
        thread::Builder::new().spawn_scoped(scope, move || {
            self.inspect(job, overhead);
            drop(ending);
        })?;
        Ok(ended)
    }

    fn inspect(&self, job: &Job, overhead: Duration) {
        let mut watch = Watch::new(job, overhead);
        while !self.stop.load(Ordering::Relaxed) {
            let over = watch.look(&self.stop);
            *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = (watch.used(), watch.was_crowded());
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            if over.is_some() {
                *found = over;
                return;
            }
            let pause = watch.next().saturating_sub(now());
            let go_on = |_: &mut Option<ExitReason>| !self.stop.load(Ordering::Relaxed);
            // A poisoned lock only means a shorter pause.
            let _ = self.wake.wait_timeout_while(found, pause, go_on);
        }
    }

    /// Returns the limit that was found to be exceeded.
    pub(super) fn found(&self) -> Option<ExitReason> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the processor time of the program at the last check.
    pub(super) fn used(&self) -> Duration {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).0
    }

    /// Returns whether the processes of others filled a limit that the program shares with them.
    pub(super) fn was_crowded(&self) -> bool {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).1
    }

    /// Tells the thread to stop. The scope in which it was started waits for it.
    pub(super) fn stop(&self) {
        let lock = self.found.lock();
        self.stop.store(true, Ordering::Relaxed);
        drop(lock);
        self.wake.notify_all();
    }
}
