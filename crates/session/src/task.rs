//! Engine tasks: search requests that a front end runs for a session.

use std::fmt;
use std::time::Duration;

use floe_engine::{Engine, Level, Limits, Progress, Search, SearchContext};
use floe_rules::game::{GameState, Turn};
use serde::{Deserialize, Serialize};

use crate::event::SessionEvent;

/// The number of a task in its session; no two tasks share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TaskId(pub u64);

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What the answer to a task is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskPurpose {
    /// The engine's own turn.
    Move,
    /// A hint for a person.
    Hint,
}

/// How long an engine may search for one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchBudget {
    /// The time limit.
    pub time: Duration,
    /// The node limit. If given, it replaces the time limit, and the same seed gives the same game on every machine.
    pub nodes: Option<u64>,
}

impl Default for SearchBudget {
    /// One second.
    fn default() -> SearchBudget {
        SearchBudget { time: Duration::from_secs(1), nodes: None }
    }
}

/// A request for an engine search: the state of the game, the playing level and the search budget.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EngineTask {
    /// The number that reports and the answer carry.
    pub id: TaskId,
    /// What the answer is used for.
    pub purpose: TaskPurpose,
    /// The state of the game.
    pub state: GameState,
    /// The playing level.
    pub level: Level,
    /// The search budget.
    pub budget: SearchBudget,
    /// The random seed for choosing between equal turns and for the mistakes of low levels.
    pub seed: u64,
}

impl EngineTask {
    /// Returns the limits of the search.
    pub fn limits(&self) -> Limits {
        let SearchBudget { time, nodes } = self.budget;
        let early_stop = self.purpose == TaskPurpose::Move;
        Limits { level: self.level, seed: self.seed, early_stop, ..Limits::for_nodes_or_time(nodes, time) }
    }

    /// Searches, and returns the answer for the session.
    pub fn run(&self, engine: &mut Engine, context: SearchContext<'_, Progress<Turn>>) -> SessionEvent {
        SessionEvent::Answer { task: self.id, choice: engine.search(&self.state, context) }
    }
}

#[cfg(test)]
mod tests {
    use floe_rules::game::Game;
    use floe_rules::gamma::Gamma;

    use super::*;

    #[test]
    fn only_the_turns_of_an_engine_may_end_early() {
        let state = Game::gamma(Gamma::new(2, 2, 2, 1).unwrap()).state();
        let task = |purpose| EngineTask {
            id: TaskId(1),
            purpose,
            state: state.clone(),
            level: Level::FULL,
            budget: SearchBudget::default(),
            seed: 1,
        };
        assert!(task(TaskPurpose::Move).limits().early_stop);
        assert!(!task(TaskPurpose::Hint).limits().early_stop);
    }
}
