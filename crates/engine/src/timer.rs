//! Timers: count the nodes of a search, and check its limits.

use crate::context::Budget;

/// Nodes between readings of the clock, which costs more than evaluating a turn.
const NODES_BETWEEN_CHECKS: u64 = 64;
/// The number of cells of the largest board on which that is often enough.
const SMALL_BOARD: u64 = 128;
/// Skipped items between readings of the clock.
const SKIPS_BETWEEN_CHECKS: u64 = 4096;
/// Nodes of a deep search between readings of the clock, which costs far more than such a node.
const DEEP_NODES_BETWEEN_CHECKS: u64 = 512;

/// The timer of a search with few and costly nodes.
pub(crate) struct ShallowTimer<'a> {
    budget: &'a Budget<'a>,
    nodes: u64,
    skipped: u64,
    between_checks: u64,
}

impl<'a> ShallowTimer<'a> {
    pub(crate) fn new(budget: &'a Budget<'a>) -> ShallowTimer<'a> {
        ShallowTimer { budget, nodes: 0, skipped: 0, between_checks: NODES_BETWEEN_CHECKS }
    }

    /// Reads the clock more often on a board of many cells, where nodes take longer.
    pub(crate) fn with_cells(self, cells: usize) -> ShallowTimer<'a> {
        let between_checks = NODES_BETWEEN_CHECKS * SMALL_BOARD / (cells as u64).max(SMALL_BOARD);
        ShallowTimer { between_checks: between_checks.max(1), ..self }
    }

    /// Returns how many nodes were counted.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node; returns whether it was the last.
    pub(crate) fn count_node(&mut self) -> bool {
        self.nodes += 1;
        let late = self.nodes.is_multiple_of(self.between_checks) && self.budget.is_over();
        late || self.budget.limits.nodes.is_some_and(|most| self.nodes >= most)
    }

    /// Counts a skipped item that is not a node; returns whether the search must end.
    pub(crate) fn count_skipped(&mut self) -> bool {
        self.skipped += 1;
        self.skipped.is_multiple_of(SKIPS_BETWEEN_CHECKS) && self.budget.is_over()
    }
}

/// The timer of a deep search with many cheap nodes. Once it is over, it stays over.
pub(crate) struct Timer<'a> {
    budget: &'a Budget<'a>,
    pub(crate) nodes: u64,
    next_check: u64,
    between_checks: u64,
    over: bool,
}

impl<'a> Timer<'a> {
    pub(crate) fn new(budget: &'a Budget<'a>) -> Timer<'a> {
        Timer { budget, nodes: 0, next_check: 0, between_checks: DEEP_NODES_BETWEEN_CHECKS, over: false }
    }

    /// Reads the clock more often, for a search with costly nodes.
    pub(crate) fn with_costly_nodes(self) -> Timer<'a> {
        Timer { between_checks: NODES_BETWEEN_CHECKS, ..self }
    }

    /// Reads the clock more often on bitboards of many words, where nodes take longer.
    pub(crate) fn with_words(self, words: usize) -> Timer<'a> {
        let words = if words > 4 { words as u64 } else { 1 };
        Timer { between_checks: DEEP_NODES_BETWEEN_CHECKS / words, ..self }
    }

    /// Counts a node; returns whether the search is over.
    #[inline]
    pub(crate) fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check();
        }
        self.over
    }

    #[cold]
    fn check(&mut self) {
        self.next_check = self.nodes + self.between_checks;
        if let Some(most) = self.budget.limits.nodes {
            self.next_check = self.next_check.min(most.max(self.nodes + 1));
            self.over |= self.nodes >= most;
        }
        self.over |= self.budget.is_over();
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over
    }
}
