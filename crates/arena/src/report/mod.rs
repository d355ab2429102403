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
mod text;
mod words;

use serde::Serialize;

pub use csv::{Csv, csv};
pub(crate) use escape::shown;
pub use html::html;
pub use json::{FORMAT, json};
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

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Whose line it is.
    pub entrant: usize,
    /// Games played.
    pub games: u32,
    /// Games won alone.
    pub wins: u32,
    /// Games with a shared win.
    pub shared: u32,
    /// Other games.
    pub losses: u32,
    /// Points: each game gives its share of opponents beaten, with half for those equal, from 0 to 1.
    pub points: f64,
    /// Fish in all games.
    pub fish: u64,
    /// Faults in all games.
    pub faults: u32,
    /// Games that were forfeited.
    pub forfeits: u32,
    /// The strength with its error, when there are games to tell.
    pub rating: Option<Rating>,
}

/// A strength on the Elo scale.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The best guess.
    pub value: f64,
    /// Half of the width of the 95% interval around it.
    pub error: f64,
}

/// What came of the games of one entrant with another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Meeting {
    /// Games in which both sat.
    pub games: u32,
    /// Points of the first against the second alone: 1 for being ahead, a half for being equal.
    pub points: f64,
}

/// Two entrants that met in games of two.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// The two.
    pub entrants: [usize; 2],
    /// Games won by the first, shared, and won by the second.
    pub wins: u32,
    /// Games that were shared.
    pub shared: u32,
    /// Games won by the second.
    pub losses: u32,
    /// The Elo difference from the first's side with its 95% interval; an end may be missing (infinite).
    pub elo: Option<Interval>,
    /// How likely it is that the first is the stronger, from 0 to 1.
    pub likelihood: Option<f64>,
    /// What a sequential test says, where one was asked for.
    pub sprt: Option<String>,
}

/// A number with the interval that holds it with 95%.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The best guess; missing when infinite.
    pub value: Option<f64>,
    /// The lower end; missing when infinite.
    pub low: Option<f64>,
    /// The upper end; missing when infinite.
    pub high: Option<f64>,
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
