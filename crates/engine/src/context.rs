//! The context of a search: its limits, clock, stop flag and progress callback.

use std::time::Duration;

use crate::clock::Clock;
use crate::search::{Limits, Stop};

/// The limits of a search, the clock that measures its time, and how it is stopped and followed.
///
/// `R` is what the search reports while it runs: [`Progress`](crate::Progress) for a [`Search`](crate::Search). The
/// time of the search runs from the moment the context is made.
///
/// A search of 20 milliseconds with progress reports:
///
/// ```
/// use std::time::Duration;
///
/// use floe_engine::{Engine, Limits, MonotonicClock, Search, SearchContext};
/// use floe_rules::game::GameState;
/// use floe_rules::gamma::{Gamma, Turns};
///
/// let game = Gamma::new(6, 6, 2, 1).expect("a board of 6 x 6 cells is legal");
/// let state = GameState::Gamma(Box::new(Turns::new(game)));
///
/// let limits = Limits::for_time(Duration::from_millis(20));
/// let clock = MonotonicClock::start();
/// let mut reports = 0;
/// let mut report = |_: &_| reports += 1;
/// let context = SearchContext::new(&limits, &clock).with_report(&mut report);
/// let choice = Engine::default().search(&state, context).expect("the game is not over");
///
/// assert_eq!(choice.progress.line.first(), Some(&choice.turn));
/// assert!(reports > 0);
/// ```
pub struct SearchContext<'a, R = ()> {
    pub(crate) budget: Budget<'a>,
    report: Option<&'a mut dyn FnMut(&R)>,
}

impl<'a, R> SearchContext<'a, R> {
    /// Returns a context without a stop flag and without reports.
    pub fn new(limits: &Limits, clock: &'a dyn Clock) -> SearchContext<'a, R> {
        SearchContext { budget: Budget::new(limits, clock), report: None }
    }

    /// Lets another thread stop the search.
    #[must_use]
    pub fn with_stop(mut self, stop: &'a Stop) -> SearchContext<'a, R> {
        self.budget.stop = Some(stop);
        self
    }

    /// Sets a callback that receives progress reports during the search.
    #[must_use]
    pub fn with_report(self, report: &'a mut dyn FnMut(&R)) -> SearchContext<'a, R> {
        SearchContext { report: Some(report), ..self }
    }

    pub(crate) fn of_budget(budget: Budget<'a>) -> SearchContext<'a, R> {
        SearchContext { budget, report: None }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.budget.limits
    }

    pub(crate) fn report(&mut self, found: &R) {
        if let Some(report) = &mut self.report {
            report(found);
        }
    }
}

/// The limits of a running search, with its time as a deadline on the clock.
#[derive(Clone)]
pub(crate) struct Budget<'a> {
    pub(crate) limits: Limits,
    clock: &'a dyn Clock,
    stop: Option<&'a Stop>,
    started: Duration,
    deadline: Option<Duration>,
}

impl<'a> Budget<'a> {
    fn new(limits: &Limits, clock: &'a dyn Clock) -> Budget<'a> {
        let started = clock.now();
        // A time that overflows the clock means no limit.
        let deadline = limits.time.and_then(|time| started.checked_add(time));
        Budget { limits: limits.clone(), clock, stop: None, started, deadline }
    }

    /// Returns the budget of a helper thread, which ends when the main thread is `done`, and never early by itself.
    pub(crate) fn of_helper(&self, done: &'a Stop) -> Budget<'a> {
        let limits = Limits { early_stop: false, ..self.limits.clone() };
        Budget { stop: Some(done), limits, ..self.clone() }
    }

    /// Returns a budget with one of several equal parts of the remaining time, and with other limits.
    pub(crate) fn part_of_time(&self, parts: u32, limits: Limits) -> Budget<'a> {
        let now = self.clock.now();
        let left = |end: Duration| end.saturating_sub(now);
        Budget { limits, deadline: self.deadline.map(|end| now + left(end) / parts), ..self.clone() }
    }

    /// Returns the same budget with its deadline, if it has one, at most some time from now.
    pub(crate) fn at_most(self, time: Duration) -> Budget<'a> {
        let latest = self.clock.now().saturating_add(time);
        Budget { deadline: self.deadline.map(|end| end.min(latest)), ..self }
    }

    /// Returns whether the deadline is at least some time from now.
    pub(crate) fn has_time(&self, time: Duration) -> bool {
        self.time_left().is_some_and(|left| left >= time)
    }

    /// Returns whether there is neither a deadline nor a node limit.
    pub(crate) fn is_unlimited(&self) -> bool {
        self.deadline.is_none() && self.limits.nodes.is_none()
    }

    /// Returns how long the search has taken.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// Returns the time until the deadline, if there is one.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_sub(self.clock.now()))
    }

    /// Estimates how many nodes a search at some speed can visit; nothing without a limit.
    pub(crate) fn expected_nodes(&self, nodes_per_second: f64) -> Option<u64> {
        let in_time = |left: Duration| (left.as_secs_f64() * nodes_per_second) as u64;
        self.limits.nodes.or(self.time_left().map(in_time))
    }

    /// Returns whether the time is up or the search was stopped.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_some_and(Stop::is_stopped) || self.deadline.is_some_and(|end| self.clock.now() >= end)
    }
}
