//! What came of a game, for the match tools of all games.

use std::time::Duration;

/// What the turns of some player took.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effort {
    pub(crate) turns: u64,
    pub(crate) depth: u64,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    pub(crate) longest_overrun: Duration,
}

impl Effort {
    pub(crate) fn add(&mut self, other: &Effort) {
        self.turns += other.turns;
        self.depth += other.depth;
        self.nodes += other.nodes;
        self.time += other.time;
        self.longest_overrun = self.longest_overrun.max(other.longest_overrun);
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// The measured player's share of the win: 1 for a win, a part of it where several have the most.
    pub(crate) share: f64,
    /// How many fish or cells it has more than the best of the others.
    pub(crate) lead: i64,
    /// What its turns took, and what those of all others took.
    pub(crate) efforts: [Effort; 2],
}
