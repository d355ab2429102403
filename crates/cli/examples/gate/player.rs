//! The interface to whoever plays: an engine process or a reference opponent.

use std::time::Duration;

use floe_rules::penguins::{Move, Position};

use crate::game::Board;
use crate::options::{Contestant, Options, Side};
use crate::program::Program;
use crate::reference::Reference;

/// Chooses turns.
pub(crate) trait Player {
    /// Starts a game.
    fn start_game(&mut self, board: &Board, seed: u64) -> Result<(), Fault>;

    /// Chooses a turn in a position that was reached by these turns.
    fn choose(&mut self, position: &Position, played: &[Move]) -> Result<(Move, Effort), Fault>;
}

/// Why a player loses a game at once.
#[derive(Clone, Debug)]
pub(crate) struct Fault(pub(crate) String);

/// What turns cost.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effort {
    pub(crate) turns: u64,
    pub(crate) nodes: u64,
    /// The time by the clock that limits it.
    pub(crate) time: Duration,
    pub(crate) longest: Duration,
}

impl Effort {
    pub(crate) fn of_turn(nodes: u64, time: Duration) -> Effort {
        Effort { turns: 1, nodes, time, longest: time }
    }

    pub(crate) fn add(&mut self, other: &Effort) {
        self.turns += other.turns;
        self.nodes += other.nodes;
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
    }
}

/// Starts a player for one seat.
pub(crate) fn start<'a>(side: &'a Side, options: &'a Options) -> Result<Box<dyn Player + 'a>, String> {
    match &side.contestant {
        Contestant::Program(path) => {
            let program = Program::start(path, side, options);
            Ok(Box::new(program.map_err(|Fault(why)| format!("{}: {why}", path.display()))?))
        }
        &Contestant::Reference(opponent) => Ok(Box::new(Reference::new(opponent, side.limit))),
    }
}
