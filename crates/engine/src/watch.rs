//! The limits of a search, watched while it runs.

use std::time::Instant;

use crate::search::{Limits, Stop};

/// Looking at the clock costs more than judging a turn.
const NODES_BETWEEN_LOOKS: u64 = 64;
/// So does passing over what is no node, and by far more.
const PASSED_BETWEEN_LOOKS: u64 = 4096;

/// Sees when a search must end.
pub(crate) struct Watch<'a> {
    limits: &'a Limits,
    stop: &'a Stop,
    nodes: u64,
    passed: u64,
}

impl Watch<'_> {
    pub(crate) fn new<'a>(limits: &'a Limits, stop: &'a Stop) -> Watch<'a> {
        Watch { limits, stop, nodes: 0, passed: 0 }
    }

    /// Returns how many nodes were counted.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node; tells whether it was the last.
    pub(crate) fn is_over(&mut self) -> bool {
        self.nodes += 1;
        let late = self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.is_late();
        late || self.limits.nodes.is_some_and(|most| self.nodes >= most)
    }

    /// Counts something that was passed over on the way to a node; tells whether the search must end.
    pub(crate) fn is_over_passing(&mut self) -> bool {
        self.passed += 1;
        self.passed.is_multiple_of(PASSED_BETWEEN_LOOKS) && self.is_late()
    }

    /// Tells whether the time is up or the search was asked to end.
    fn is_late(&self) -> bool {
        self.stop.is_stopped() || self.limits.deadline.is_some_and(|end| Instant::now() >= end)
    }
}
