//! An event: games between the same entrants on the same boards, several at a time.

mod game;
mod run;

use std::io;

use floe_rules::penguins::Setup;
use floe_rules::record::{BadHeader, BadName, PlayerKind, Unfit};
use serde::Serialize;

pub use run::{Happening, run};

use crate::referee::{GameError, Player, Terms};
use crate::schedule::Fixture;

/// A program or engine that takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entrant {
    /// The name in all tables; no two are the same.
    pub name: String,
    /// The command, or a description such as `engine level 10`.
    pub what: String,
    /// A program, or an engine.
    #[serde(skip)]
    pub kind: PlayerKind,
}

/// A board to play on.
#[derive(Clone, Debug)]
pub struct Board {
    /// The name of its file, or its seed.
    pub name: String,
    /// The board itself.
    pub setup: Setup,
}

/// What all games of an event have in common.
#[derive(Clone, Debug)]
pub struct Event {
    /// Its name.
    pub title: String,
    /// The terms of each game.
    pub terms: Terms,
    /// The same and more in words, for records: keys with values.
    pub terms_in_words: Vec<(String, String)>,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// The boards.
    pub boards: Vec<Board>,
    /// How many games go on at the same time.
    pub parallel: usize,
}

/// Whoever makes players out of entrants.
pub trait Cast: Sync {
    /// Makes a player for one game.
    fn player(&self, entrant: usize, fixture: &Fixture) -> io::Result<Box<dyn Player>>;
}

/// Why an event could not go on: our failure, never a program's.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// A game could not be played.
    #[error("game {number} cannot be played")]
    Game {
        /// Its number in the schedule.
        number: usize,
        /// Why.
        source: GameError,
    },
    /// A player could not be made.
    #[error("game {number} has no player for '{name}'")]
    Cast {
        /// The number of the game in the schedule.
        number: usize,
        /// Who it was.
        name: String,
        /// Why.
        source: io::Error,
    },
    /// Something cannot be written into a record.
    #[error(transparent)]
    Record(#[from] Unfit),
    /// A header of a record cannot be written.
    #[error(transparent)]
    Header(#[from] BadHeader),
    /// A name cannot be written into a record.
    #[error(transparent)]
    Name(#[from] BadName),
    /// Whoever is told about games failed.
    #[error(transparent)]
    Told(Box<dyn std::error::Error + Send + Sync>),
}
