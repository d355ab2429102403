//! The `Player` trait: a program in its own process, or an engine inside this one.

use std::io;
use std::time::Duration;

use floe_rules::contest::Calling;
use floe_rules::penguins::{Id, Move, Position, Seat, Setup};

use crate::sandbox::{ExitReason, FoundFile, ResourceLimits};

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
    },
    /// The output of a program.
    Ran(Box<TurnOutput>),
}

/// The output of a program after one run.
#[derive(Clone, Debug)]
pub struct TurnOutput {
    /// How it ended.
    pub ended: ExitReason,
    /// The time that it took.
    pub took: Duration,
    /// What it left in place of the board file.
    pub board: FoundFile,
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

    /// Answers a request. An error means that we failed, not the player.
    fn answer(&mut self, request: &TurnRequest<'_>) -> io::Result<Reply>;
}
