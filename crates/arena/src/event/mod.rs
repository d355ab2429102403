//! Tournaments: their description, and the loop that runs them.
//!
//! A [`Tournament`] describes what is played. [`run`] plays what is left of it: it creates players with a
//! [`PlayerFactory`], plays several games at a time, commits each finished game to a [`Store`](crate::store::Store)
//! before it reports it, and stops on request. It prints nothing and keeps no global state, so that a command, a server or a
//! worker of a cluster can all use it. A match is a tournament of one table, usually without a store.

mod game;
mod run;
#[cfg(test)]
mod tests;
mod workers;

use std::io;

use floe_rules::penguins::Setup;
use floe_rules::record::{BadHeader, BadName, PlayerKind, RecordError};
use serde::Serialize;

pub use run::{ObserverError, PlayedTournament, Update, load_stored_games, run};

use crate::referee::{GameError, GameTerms, Player};
use crate::schedule::{Fixture, Schedule, ScheduleError};
use crate::store::StoreError;

/// A program or engine that takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entrant {
    /// The display name, unique within the tournament.
    pub name: String,
    /// The command, or a description such as `engine level 10`.
    pub what: String,
    /// A program, or an engine.
    #[serde(skip)]
    pub kind: PlayerKind,
}

/// A board to play on.
#[derive(Clone, Debug)]
pub struct NamedBoard {
    /// The name of its file, or its seed.
    pub name: String,
    /// The board itself.
    pub setup: Setup,
}

/// A tournament, or a match.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Its name.
    pub title: String,
    /// The settings of each game.
    pub terms: GameTerms,
    /// The settings as text, as keys and values for records and reports.
    pub terms_in_words: Vec<(String, String)>,
    /// The programs and engines that take part.
    pub entrants: Vec<Entrant>,
    /// The boards.
    pub boards: Vec<NamedBoard>,
    /// Who plays whom, and on which board.
    pub schedule: Schedule,
    /// How many games are played at the same time.
    pub parallel: usize,
}

/// Creates players for games.
pub trait PlayerFactory: Sync {
    /// Creates the player of an entrant, given by its index, for one game.
    fn player(&self, entrant: usize, fixture: &Fixture) -> io::Result<Box<dyn Player>>;
}

/// Why a tournament had to be aborted. Misconduct of a program is never an error; see [`Fault`](crate::fault::Fault).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EventError {
    /// A game could not be played.
    #[error("game {number} cannot be played")]
    Game {
        /// Its number in the schedule.
        number: usize,
        /// The cause.
        source: GameError,
    },
    /// A player could not be created.
    #[error("cannot start the player '{name}' for game {number}")]
    Player {
        /// The number of the game in the schedule.
        number: usize,
        /// The name of the entrant.
        name: String,
        /// The cause.
        source: io::Error,
    },
    /// Something cannot be written into a record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A header of a record cannot be written.
    #[error(transparent)]
    Header(#[from] BadHeader),
    /// A name cannot be written into a record.
    #[error(transparent)]
    Name(#[from] BadName),
    /// The stored results do not belong to this schedule.
    #[error("the results in the database do not match the schedule")]
    Schedule(#[from] ScheduleError),
    /// A result could not be stored or read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The observer failed.
    #[error(transparent)]
    Observer(ObserverError),
}
