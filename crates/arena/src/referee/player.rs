//! The `Player` trait: a program in its own process, or an engine inside this one.

use std::io;
use std::time::Duration;

use floe_rules::contest::Calling;
use floe_rules::penguins::{Id, Move, Position, Seat, Setup};

use crate::quote::Quote;
use crate::sandbox::{Disturbance, ExitReason, FoundFile, ResourceLimits};

/// A request of the referee for one turn.
#[derive(Clone, Copy, Debug)]
pub struct TurnRequest<'a> {
    /// The true state of the game.
    pub position: &'a Position,
    /// The seat of the player.
    pub seat: Seat,
    /// The phase of the call.
    pub calling: Calling,
    /// The state as this player sees it, with an id of its own for each player.
    pub shown: &'a Setup,
}

/// The reply of a player.
#[derive(Clone, Debug)]
pub enum Reply {
    /// The turn of a player inside this process; `None` if it has no turn.
    Turn {
        /// The turn.
        turn: Option<Move>,
        /// The time that it took.
        took: Duration,
        /// The processor time that it took.
        cpu: Duration,
    },
    /// The output of a program.
    Ran(Box<TurnOutput>),
}

impl Reply {
    /// Returns what the program printed, for a message; nothing for a player inside this process.
    pub fn quote(&self) -> Quote {
        match self {
            Reply::Turn { .. } => Quote::default(),
            Reply::Ran(output) => Quote::new(&output.stderr, &output.stdout),
        }
    }
}

/// The output of a program after one run.
#[derive(Clone, Debug)]
pub struct TurnOutput {
    /// How it ended.
    pub ended: ExitReason,
    /// The time that it took.
    pub took: Duration,
    /// The processor time of all its processes together.
    pub cpu: Duration,
    /// What disturbed a first run, if this is the output of the second. See [`run_fairly`](crate::sandbox::replay::run_fairly).
    pub replayed: Option<Disturbance>,
    /// What it left in place of the board file.
    pub board: FoundFile,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: Vec<u8>,
    /// The limits that it ran under.
    pub limits: ResourceLimits,
    /// The maximum accepted size of the board file, in bytes.
    pub max_output: u64,
}

/// A player of a game.
pub trait Player: Send {
    /// Returns the id that the player reported for itself, if it did.
    fn id(&self) -> Option<&Id>;

    /// Returns whether the player is also asked once when it cannot act, to check that it notices.
    fn is_asked_when_blocked(&self) -> bool;

    /// Returns why the player loses the game by forfeit before it begins, if it does.
    fn forfeits(&self) -> Option<&str> {
        None
    }

    /// Answers a request. An error means that we failed, not the player.
    fn answer(&mut self, request: &TurnRequest<'_>) -> io::Result<Reply>;
}
