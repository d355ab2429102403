//! The result of a game in a match, for both match tools.

use std::time::Duration;

/// The depth, nodes and time of the turns of a player.
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

/// The result of a game.
#[derive(Clone, Debug)]
pub(crate) struct GameResult {
    /// The share of the win of the measured player: 1 for a win, less for a shared win.
    pub(crate) share: f64,
    /// Its lead over the best of the others, in fish or cells.
    pub(crate) lead: i64,
    /// Its effort, and that of all others.
    pub(crate) efforts: [Effort; 2],
}
