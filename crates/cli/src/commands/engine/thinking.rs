//! A search on a thread of its own, which prints what it finds.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use floe_engine::{Clock, Engine, Limits, MonotonicClock, Progress, Search, SearchContext, Stop};
use floe_rules::game::{Game, Turn};

use super::options::TimeSource;
use super::print_line;
use super::processor_clock::ProcessorClock;

/// A running search.
#[derive(Debug)]
pub(super) struct Thinking {
    thread: JoinHandle<Engine>,
    stop: Stop,
    /// Set just before the answer is printed.
    answered: Arc<AtomicBool>,
    pub(super) is_infinite: bool,
}

impl Thinking {
    /// Starts a search.
    pub(super) fn start(
        mut engine: Engine,
        game: Arc<Game>,
        limits: Limits,
        source: TimeSource,
        is_infinite: bool,
    ) -> io::Result<Thinking> {
        let (stop, answered) = (Stop::default(), Arc::new(AtomicBool::new(false)));
        let thread = thread::Builder::new().name("search".to_owned()).spawn({
            let (stop, answered) = (stop.clone(), answered.clone());
            move || {
                let wall = MonotonicClock::start();
                let clock: &dyn Clock = match source {
                    TimeSource::Wall => &wall,
                    TimeSource::Processor => &ProcessorClock,
                };
                let searched = panic::catch_unwind(AssertUnwindSafe(|| {
                    search(&mut engine, &game, &limits, clock, &stop)
                }));
                drop(game);
                // Whoever reads the answer may send the next command at once.
                answered.store(true, Ordering::Release);
                let answer = searched.unwrap_or_else(|_| {
                    engine = Engine::default();
                    "error the search failed, which is a fault of the engine\nbestturn none".to_owned()
                });
                // A reader that went away is noticed by the thread that reads commands.
                let _ = print_line(&answer);
                engine
            }
        })?;
        Ok(Thinking { thread, stop, answered, is_infinite })
    }

    /// Returns whether the search is over.
    pub(super) fn is_over(&self) -> bool {
        self.answered.load(Ordering::Acquire)
    }

    /// Tells the search to end as soon as possible.
    pub(super) fn stop(&self) {
        self.stop.stop();
    }

    /// Waits until the answer is printed, and returns the engine.
    pub(super) fn wait(self) -> Engine {
        self.thread.join().unwrap_or_default()
    }
}

/// Searches, prints `info` lines, and returns the last of them with the `bestturn` line.
fn search(engine: &mut Engine, game: &Game, limits: &Limits, clock: &dyn Clock, stop: &Stop) -> String {
    let state = game.state();
    let started = clock.now();
    let mut report = |progress: &Progress<Turn>| {
        if print_line(&info(game, progress, progress.elapsed)).is_err() {
            // Nobody reads what is found.
            stop.stop();
        }
    };
    let context = SearchContext::new(limits, clock).with_stop(stop).with_report(&mut report);
    let Some(choice) = engine.search(&state, context) else { return "bestturn none".to_owned() };
    // What the whole turn took, with anything that the engine does not count.
    let took = clock.now().saturating_sub(started);
    format!("{}\nbestturn {}", info(game, &choice.progress, took), game.notation(choice.turn))
}

/// Returns an `info` line.
fn info(game: &Game, progress: &Progress<Turn>, time: Duration) -> String {
    let mut line = format!(
        "info depth {} nodes {} time {:.3} value {:+.2} line",
        progress.depth,
        progress.nodes,
        1000.0 * time.as_secs_f64(),
        progress.value.0 as f64 / 100.0
    );
    for &turn in &progress.line {
        line += &format!(" {}", game.notation(turn));
    }
    line
}
