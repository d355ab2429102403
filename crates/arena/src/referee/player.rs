//! Whoever plays in a game: a program in a process of its own, or an engine inside this one.

use std::io;
use std::time::Duration;

use floe_rules::contest::Calling;
use floe_rules::penguins::{Id, Move, Position, Seat, Setup};

use crate::sandbox::{Ended, Limits, Taken};

/// What the referee asks of a player.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The true state of the game.
    pub position: &'a Position,
    /// Who is asked.
    pub seat: Seat,
    /// What is asked for.
    pub calling: Calling,
    /// The state as this player is shown it, with ids that are all different.
    pub shown: &'a Setup,
    /// How many play.
    pub players: u8,
}

/// What a player answers.
#[derive(Clone, Debug)]
pub enum Reply {
    /// A player inside this process names its turn, or says that it has none.
    Turn {
        /// The turn.
        turn: Option<Move>,
        /// How long it took.
        took: Duration,
    },
    /// A program ran, and left this behind.
    Ran(Box<Leavings>),
}

/// What a program left behind.
#[derive(Clone, Debug)]
pub struct Leavings {
    /// How it ended.
    pub ended: Ended,
    /// How long it took.
    pub took: Duration,
    /// What stands where it should have written.
    pub board: Taken,
    /// What it printed to standard error.
    pub stderr: Vec<u8>,
    /// What it was allowed to use.
    pub limits: Limits,
    /// The largest output that was read.
    pub most_output: u64,
}

/// One who plays, whatever it is.
pub trait Player: Send {
    /// Returns the id under which the player says that it plays, if it says so.
    fn id(&self) -> Option<&Id>;

    /// Tells whether the player is also asked once when it cannot act, to see that it knows.
    fn is_asked_when_blocked(&self) -> bool;

    /// Answers a call of the referee. An error means that we failed, and not the player.
    fn answer(&mut self, call: &Call<'_>) -> io::Result<Reply>;
}
