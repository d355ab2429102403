//! The limits of a search, watched while it runs.

use std::time::Instant;

use crate::search::{Limits, Stop};

/// Looking at the clock costs more than judging a turn.
const NODES_BETWEEN_LOOKS: u64 = 64;
/// So does passing over what is no node, and by far more.
const PASSED_BETWEEN_LOOKS: u64 = 4096;

/// In a deep search looking at the clock costs far more than a node.
const DEEP_NODES_BETWEEN_LOOKS: u64 = 512;

/// Sees when a search of few and costly nodes must end.
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

/// Sees when a deep search must end: its nodes are many and cheap, and once over it stays over.
pub(crate) struct Timer<'a> {
    limits: &'a Limits,
    stop: &'a Stop,
    pub(crate) nodes: u64,
    next_look: u64,
    between_looks: u64,
    over: bool,
}

impl<'a> Timer<'a> {
    pub(crate) fn new(limits: &'a Limits, stop: &'a Stop) -> Timer<'a> {
        Timer { limits, stop, nodes: 0, next_look: 0, between_looks: DEEP_NODES_BETWEEN_LOOKS, over: false }
    }

    /// Looks at the clock more often, for a search whose nodes are as costly as a look at it.
    pub(crate) fn with_dear_nodes(self) -> Timer<'a> {
        Timer { between_looks: NODES_BETWEEN_LOOKS, ..self }
    }

    /// Counts a node; tells whether the search is over.
    #[inline]
    pub(crate) fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
        self.over
    }

    #[cold]
    fn look(&mut self) {
        self.next_look = self.nodes + self.between_looks;
        if let Some(most) = self.limits.nodes {
            self.next_look = self.next_look.min(most.max(self.nodes + 1));
            self.over |= self.nodes >= most;
        }
        self.over |= self.stop.is_stopped();
        self.over |= self.limits.deadline.is_some_and(|end| Instant::now() >= end);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over
    }
}
