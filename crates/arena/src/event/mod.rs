//! Tournaments: their description, and the loop that runs them.
//!
//! A [`Tournament`] describes what is played. [`run`] plays what is left of it: it leaves the games to a [`GameRunner`],
//! commits each finished game to a [`Store`](crate::store::Store) before it reports it, and pauses or stops when a
//! [`RunControl`] says so. [`LocalGames`] is the runner of one machine: it creates players with a [`PlayerFactory`], and
//! plays several games at a time. [`LiveGames`] follows the games in progress. Nothing here prints or keeps global state, so
//! that a command, a server or a worker of a cluster can all use it. A match is a tournament of one table, usually without
//! a store.

mod control;
mod game;
mod live;
mod run;
mod runner;
#[cfg(test)]
mod tests;
mod threads;
mod verify;

use std::io;

use floe_rules::penguins::Setup;
use floe_rules::record::{BadHeader, BadName, PlayerKind, RecordError};
use serde::{Deserialize, Serialize};

pub use control::{RunControl, RunState};
pub use live::{LiveChange, LiveGame, LiveGames, LivePlayer, LiveStart};
pub use run::{ObserverError, PlayedTournament, Update, load_stored_games, run};
pub use runner::{GameMessage, GameRunner, Machine, Receiver, play_game};
pub use threads::LocalGames;
pub use verify::{ResultFault, verify};

use crate::printable::distinct_names;
use crate::referee::{GameError, GameTerms, Player};
use crate::sandbox::CoreSet;
use crate::schedule::{Fixture, Schedule, ScheduleError};
use crate::store::{ProgramVersion, StoreError, StoredProgram};

/// A program or engine that takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entrant {
    /// The display name: printable, short and unique within the tournament, as
    /// [`distinct_names`] makes it.
    pub name: String,
    /// The name as the program or the configuration gives it, where it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// The command, or a description such as `engine level 10`.
    pub what: String,
    /// A program, or an engine.
    #[serde(skip)]
    pub kind: PlayerKind,
    /// Its versions, the oldest first; none where its digest is not known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<EntrantVersion>,
    /// Whether it was withdrawn.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
}

/// A version of an entrant: a program that was replaced during a tournament has several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntrantVersion {
    /// The number of the first game that it plays.
    pub since: usize,
    /// Later games that an earlier version had already played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<usize>,
    /// The SHA-256 digest of everything that it consists of.
    pub digest: String,
    /// What is different from the version before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<String>,
}

impl Entrant {
    /// Makes an entrant under the name that it or the configuration gives; [`tell_apart`] makes it a display name.
    pub fn new(name: impl Into<String>, what: impl Into<String>, kind: PlayerKind) -> Entrant {
        Entrant {
            name: name.into(),
            given: None,
            what: what.into(),
            kind,
            versions: Vec::new(),
            withdrawn: false,
        }
    }

    /// Takes over what a database holds about it.
    pub fn follow(&mut self, stored: &StoredProgram) {
        self.withdrawn = stored.withdrawn;
        self.versions = stored.versions.iter().map(EntrantVersion::from).collect();
    }

    /// Returns the version that plays a game, with its number.
    pub fn version_in(&self, game: usize) -> Option<(usize, &EntrantVersion)> {
        let plays = |version: &&EntrantVersion| version.since <= game && !version.except.contains(&game);
        let index = self.versions.iter().rposition(|version| plays(&version))?;
        Some((index + 1, &self.versions[index]))
    }
}

impl From<&ProgramVersion> for EntrantVersion {
    fn from(version: &ProgramVersion) -> EntrantVersion {
        EntrantVersion {
            since: version.since,
            except: version.except.clone(),
            digest: version.identity.digest.clone(),
            changes: version.changes.clone(),
        }
    }
}

/// Gives all entrants of an event display names of which no two look the same.
pub fn tell_apart(entrants: &mut [Entrant]) {
    let names = distinct_names(entrants.iter().map(|entrant| &entrant.name[..]));
    for (entrant, name) in entrants.iter_mut().zip(names) {
        if entrant.name != name {
            entrant.given = Some(std::mem::replace(&mut entrant.name, name));
        }
    }
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
    /// The cores of each game that is played at the same time. Players of a game run on its cores only.
    pub cores: Vec<CoreSet>,
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
    /// A game could not have the cores that it is to own.
    #[error("a game cannot have its cores")]
    Cores(#[source] io::Error),
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
    /// Whoever plays the games failed.
    #[error(transparent)]
    Runner(ObserverError),
}
