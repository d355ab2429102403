//! What came of a match or a tournament, for people and for programs.
//!
//! A [`Report`] is plain data; everything that is shown in any form is in it. [`html()`] makes a page of it,
//! [`json()`] and [`csv()`] are for programs and spreadsheets, and [`text()`] is for a terminal.
//!
//! Programs choose many of its words. Each form takes care that these stay words: see `escape`.

mod csv;
mod digest;
mod escape;
#[cfg(test)]
mod fixture;
mod html;
mod json;
mod plot;
mod sections;
mod summary;
mod text;
mod words;

use serde::Serialize;

use crate::schedule::standings::{Meeting, Pair, Standing};

pub use csv::{Csv, csv};
pub use html::html;
pub use json::{FORMAT, json};
pub use summary::summary;
pub use text::text;

/// All that a report shows. Entrants and games are referred to by their index.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The name of the event.
    pub title: String,
    /// How opponents were chosen, such as `round robin`.
    ///
    /// In JSON it is called `schedule`, since the first field there names the format of the JSON.
    #[serde(rename = "schedule")]
    pub format: String,
    /// The terms of all games, as words to show: rules, penguins, time, isolation, seed and so on.
    pub terms: Vec<(String, String)>,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// The table, the best first.
    pub standings: Vec<Standing>,
    /// Points of the row's entrant in games with the column's; nothing where they never met.
    pub cross: Vec<Vec<Option<Meeting>>>,
    /// Pairs of entrants that met in games of two.
    pub pairs: Vec<Pair>,
    /// Every fault, in the order of the games.
    pub faults: Vec<FaultLine>,
    /// Every game.
    pub games: Vec<GameLine>,
    /// Games of the schedule that are still to be played.
    pub games_left: usize,
}

/// One who takes part.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entrant {
    /// The name in all tables.
    pub name: String,
    /// What is run, in words: a command, or `engine level 10`.
    pub what: String,
}

/// A fault with its place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FaultLine {
    /// Who made it.
    pub entrant: usize,
    /// In which game, by its index in the report.
    pub game: usize,
    /// After how many turns of the game, lost ones included.
    pub turn: usize,
    /// Its name.
    pub name: String,
    /// Its sentence.
    pub explanation: String,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameLine {
    /// Its number in the schedule, from 1.
    pub number: usize,
    /// The round, from 1.
    pub round: usize,
    /// The board, in words: the name of its file, or its seed.
    pub board: String,
    /// Who sat where, by seat.
    pub seats: Vec<usize>,
    /// The fish, by seat.
    pub scores: Vec<u64>,
    /// The places, by seat: 1 is the best, equal ones share it.
    pub places: Vec<u32>,
    /// Whose game ended early, by seat, with why: `forfeit after 3 faults in a row`.
    pub out: Vec<Option<String>>,
    /// How long each seat thought in all, in milliseconds.
    pub millis: Vec<u64>,
    /// The whole record.
    pub record: String,
}
