//! Ends a search before its time is up, when the rest of it would hardly change the turn.

use std::time::Duration;

use crate::context::Budget;

/// How many depths in a row must choose the same turn before iterative deepening may end early. Half of its time must be
/// used, too.
const SAME_TURN: u32 = 5;
/// The number of visits of a tree search between looks at the clock.
const VISITS_BETWEEN_CHECKS: u32 = 64;

/// Decides whether a search may end early, from the time it took so far and the time left, if its
/// [limits](crate::Limits::early_stop) permit it.
pub(crate) struct EarlyStop<'a> {
    /// None when the search must use all its time.
    budget: Option<&'a Budget<'a>>,
    /// The time of the budget that was used before the search began.
    before: Duration,
}

impl<'a> EarlyStop<'a> {
    /// Starts to measure a search that begins now.
    pub(crate) fn new(budget: &'a Budget<'a>) -> EarlyStop<'a> {
        let allowed = budget.limits.early_stop && budget.limits.nodes.is_none();
        EarlyStop { budget: Some(budget).filter(|_| allowed), before: budget.elapsed() }
    }

    /// Returns how much more the search could do before its deadline, as a multiple of what it has done.
    fn left(&self) -> Option<f64> {
        let budget = self.budget?;
        let used = budget.elapsed().saturating_sub(self.before);
        budget.time_left().map(|left| left.as_secs_f64() / used.as_secs_f64())
    }

    /// Returns whether iterative deepening may end, after so many depths in a row with the same best turn.
    pub(crate) fn is_settled(&self, same_turn: u32) -> bool {
        same_turn >= SAME_TURN && self.left().is_some_and(|left| left <= 1.0)
    }

    /// Returns whether a tree search may end: no other turn can become the most visited one before the deadline. `all` is
    /// the number of visits of the root, and `visits` has those of each of its turns. Only every 64th visit is checked.
    pub(crate) fn is_decided(&self, all: u32, visits: impl Iterator<Item = u32>) -> bool {
        if self.budget.is_none() || !all.is_multiple_of(VISITS_BETWEEN_CHECKS) {
            return false;
        }
        let (mut most, mut second) = (0, 0);
        for visits in visits {
            second = second.max(visits.min(most));
            most = most.max(visits);
        }
        self.left().is_some_and(|left| left * f64::from(all) < f64::from(most - second))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::{Clock, Limits, SearchContext};

    /// A clock that is set by hand, in milliseconds.
    #[derive(Default)]
    struct HandClock(AtomicU64);

    impl Clock for HandClock {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.load(Ordering::Relaxed))
        }
    }

    /// Asks about a search of 100 ms that began after 20 ms, at some time.
    fn at<R>(time: u64, limits: &Limits, ask: impl FnOnce(&EarlyStop<'_>) -> R) -> R {
        let clock = HandClock::default();
        let limits = Limits { time: limits.time.map(|_| Duration::from_millis(100)), ..limits.clone() };
        let budget = SearchContext::<()>::new(&limits, &clock).budget;
        clock.0.store(20, Ordering::Relaxed);
        let early_stop = EarlyStop::new(&budget);
        clock.0.store(time, Ordering::Relaxed);
        ask(&early_stop)
    }

    fn early() -> Limits {
        Limits { early_stop: true, ..Limits::for_time(Duration::ZERO) }
    }

    #[test]
    fn a_turn_that_stays_the_same_ends_a_search_at_half_its_time() {
        let settled = |time, depths| at(time, &early(), |early_stop| early_stop.is_settled(depths));
        assert!(settled(60, SAME_TURN) && settled(100, SAME_TURN) && settled(120, 9));
        assert!(!settled(59, 40) && !settled(20, 40) && !settled(90, SAME_TURN - 1));
    }

    #[test]
    fn a_turn_that_cannot_be_caught_up_ends_a_tree_search() {
        // With 640 visits after 60 of 80 ms, there is time for 213 more.
        let decided = |visits: [u32; 3]| {
            at(80, &early(), |early_stop| early_stop.is_decided(visits.iter().sum(), visits.into_iter()))
        };
        assert!(decided([420, 206, 14]) && decided([14, 206, 420]) && decided([640, 0, 0]));
        assert!(!decided([420, 207, 13]) && !decided([300, 300, 40]) && !decided([421, 206, 14]));
    }

    #[test]
    fn only_searches_that_may_and_have_a_deadline_end_early() {
        let ends = |limits: Limits| {
            at(99, &limits, |early_stop| {
                (early_stop.is_settled(99), early_stop.is_decided(64, [64].into_iter()))
            })
        };
        assert_eq!(ends(early()), (true, true));
        for limits in [
            Limits { early_stop: false, ..early() },
            Limits { time: None, ..early() },
            Limits { nodes: Some(1_000_000), ..early() },
        ] {
            assert_eq!(ends(limits), (false, false));
        }
    }
}
