//! Reference opponents of the engine crate, in process.

use floe_engine::reference::{PenguinsGreedy, PlayoutTree, RandomPlayer, TerritoryLookAhead, TerritoryTree};
use floe_engine::{Clock, Limits, Search, SearchContext};
use floe_rules::penguins::{Move, Position};

use crate::game::Board;
use crate::options::{Opponent, TurnLimit};
use crate::player::{Effort, Fault, Player};

/// A reference opponent. Its time is the processor time of the thread.
pub(crate) struct Reference {
    search: Box<dyn Search<Position = Position, Move = Move>>,
    limits: Limits,
}

impl Reference {
    pub(crate) fn new(opponent: Opponent, limit: TurnLimit) -> Reference {
        let search: Box<dyn Search<Position = Position, Move = Move>> = match opponent {
            Opponent::Greedy => Box::new(PenguinsGreedy),
            Opponent::Random => Box::new(RandomPlayer),
            Opponent::LookAhead => Box::new(TerritoryLookAhead),
            Opponent::Playouts => Box::new(PlayoutTree),
            Opponent::Tree => Box::new(TerritoryTree),
        };
        let limits = match limit {
            TurnLimit::Time(time) => Limits::for_time(time),
            TurnLimit::Nodes(nodes) => Limits::for_nodes(nodes),
        };
        Reference { search, limits }
    }
}

impl Player for Reference {
    fn start_game(&mut self, _: &Board, seed: u64) -> Result<(), Fault> {
        self.limits.seed = seed;
        Ok(())
    }

    fn choose(&mut self, position: &Position, _: &[Move]) -> Result<(Move, Effort), Fault> {
        self.limits.seed = self.limits.seed.wrapping_add(1);
        let clock = thread_clock();
        let started = clock.now();
        let choice = self.search.search(position, SearchContext::new(&self.limits, &clock));
        let choice = choice.ok_or_else(|| Fault("it found no turn".to_owned()))?;
        let took = clock.now().saturating_sub(started);
        Ok((choice.turn, Effort::of_turn(choice.progress.nodes, took)))
    }
}

/// The processor time of the thread that asks.
#[cfg(unix)]
struct ThreadClock;

#[cfg(unix)]
impl Clock for ThreadClock {
    fn now(&self) -> std::time::Duration {
        use rustix::time::{ClockId, clock_gettime};
        std::time::Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
    }
}

#[cfg(unix)]
fn thread_clock() -> ThreadClock {
    ThreadClock
}

/// Returns a clock of wall time, since there is none of processor time.
#[cfg(not(unix))]
fn thread_clock() -> floe_engine::MonotonicClock {
    floe_engine::MonotonicClock::start()
}
