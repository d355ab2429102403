//! The engine at the table: one for all engine seats and for hints.

use std::time::Duration;

use floe_engine::{Engine, Level, Limits, MonotonicClock, Search, SearchContext};
use floe_rules::game::{Game, Turn};

/// How long engines think about a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// How much time they have.
    pub time: Duration,
    /// How many nodes they look at instead, so that the same seed gives the same game everywhere.
    pub nodes: Option<u64>,
}

impl Default for Thinking {
    /// Thinks for a second.
    fn default() -> Thinking {
        Thinking { time: Duration::from_secs(1), nodes: None }
    }
}

/// An engine with what it may use.
pub(super) struct Thinker {
    engine: Engine,
    thinking: Thinking,
    seed: u64,
}

impl Thinker {
    pub(super) fn new(thinking: Thinking, seed: u64) -> Thinker {
        Thinker { engine: Engine::default(), thinking, seed }
    }

    /// Chooses a turn for the player to move, or nothing when the game is over.
    pub(super) fn choose(&mut self, game: &Game, level: Level) -> Option<Turn> {
        let Thinking { time, nodes } = self.thinking;
        // Mistakes of low levels should not fall in the same places of every turn.
        let seed = self.seed.wrapping_add(game.made() as u64);
        let limits = Limits { level, seed, ..Limits::for_nodes_or_time(nodes, time) };
        let choice = self.engine.search(&game.state(), SearchContext::new(&limits, &MonotonicClock::start()));
        choice.map(|choice| choice.turn)
    }
}
