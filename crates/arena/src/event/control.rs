//! Pausing, resuming and stopping a tournament from other threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

/// How often a paused tournament looks at its stop flag, which a signal may set without waking it.
const POLL: Duration = Duration::from_millis(100);

/// What a tournament is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// Games are played.
    Running,
    /// Games in progress are finished, and no more are started.
    Pausing,
    /// No game is in progress, and none is started.
    Paused,
    /// Games in progress are abandoned.
    Stopping,
}

/// Pauses, resumes and stops a tournament; shared between the thread that [runs](super::run) it and others.
///
/// While a tournament is paused, no game starts. Games in progress are finished, so that no clock of a program is affected.
/// A tournament that was stopped cannot be resumed by this: what is left of it is played by another run.
#[derive(Debug, Default)]
pub struct RunControl {
    stopped: AtomicBool,
    /// Of somebody else, who is not told of a stop by [`stop`](RunControl::stop).
    stop_flag: Arc<AtomicBool>,
    paused: AtomicBool,
    /// The number of games in progress.
    playing: AtomicUsize,
    lock: Mutex<()>,
    woken: Condvar,
}

impl RunControl {
    /// Makes a control of a tournament that is neither paused nor stopped.
    pub fn new() -> RunControl {
        RunControl::default()
    }

    /// Makes a control that also stops when a flag is set, such as one that a signal handler sets.
    pub fn with_stop_flag(stop_flag: Arc<AtomicBool>) -> RunControl {
        RunControl { stop_flag, ..RunControl::default() }
    }

    /// Stops the tournament: no more games are started, and games in progress are abandoned.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        self.wake();
    }

    /// Starts no more games until [`resume`](RunControl::resume); games in progress are finished.
    pub fn pause(&self) {
        self.paused.store(true, Ordering::SeqCst);
    }

    /// Starts games again.
    pub fn resume(&self) {
        self.paused.store(false, Ordering::SeqCst);
        self.wake();
    }

    /// Returns whether the tournament was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.stop_flag.load(Ordering::Relaxed)
    }

    /// Returns what the tournament is doing.
    pub fn state(&self) -> RunState {
        if self.is_stopped() {
            return RunState::Stopping;
        }
        match (self.paused.load(Ordering::SeqCst), self.playing.load(Ordering::SeqCst)) {
            (false, _) => RunState::Running,
            (true, 0) => RunState::Paused,
            (true, _) => RunState::Pausing,
        }
    }

    /// Returns the number of games in progress.
    pub fn games_in_progress(&self) -> usize {
        self.playing.load(Ordering::SeqCst)
    }

    /// Returns whether no game may start.
    pub fn is_paused(&self) -> bool {
        self.paused.load(Ordering::SeqCst)
    }

    /// Sets the number of games in progress, for games that are played elsewhere.
    pub fn set_games_in_progress(&self, count: usize) {
        self.playing.store(count, Ordering::SeqCst);
    }

    fn wake(&self) {
        // Whoever is about to wait holds the lock until it does, so it cannot miss this.
        drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner));
        self.woken.notify_all();
    }

    /// Waits until a game may start, and counts it as in progress; `None` if the tournament is stopped instead.
    pub(super) fn start_game(&self, is_stopped: &dyn Fn() -> bool) -> Option<GameInProgress<'_>> {
        loop {
            if is_stopped() {
                return None;
            }
            // It is counted before the pause is looked at, so nobody sees a paused tournament that starts a game.
            self.playing.fetch_add(1, Ordering::SeqCst);
            let game = GameInProgress(self);
            if !self.paused.load(Ordering::SeqCst) {
                return Some(game);
            }
            drop(game);
            let guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
            if self.paused.load(Ordering::SeqCst) && !is_stopped() {
                let _ = self.woken.wait_timeout(guard, POLL);
            }
        }
    }
}

/// A game in progress; it is over when this is dropped.
pub(super) struct GameInProgress<'a>(&'a RunControl);

impl Drop for GameInProgress<'_> {
    fn drop(&mut self) {
        self.0.playing.fetch_sub(1, Ordering::SeqCst);
    }
}
