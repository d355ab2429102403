//! Reports of matches and tournaments: an HTML page, JSON, CSV and text.
//!
//! A [`Report`] is plain data that holds everything the output formats show, except the records of games, which are read
//! when they are needed. [`write_files`] writes a page for people, JSON for programs and CSV for spreadsheets; [`text()`]
//! is for a terminal. A [`ServedReport`] gives a server the same page, which follows the tournament, piece by piece.
//!
//! Programs choose their own names, and reports quote their output. Every output format escapes such text: see
//! `escape`.

mod csv;
mod digest;
mod escape;
mod files;
#[cfg(test)]
mod fixture;
mod formatting;
mod json;
mod page;
mod page_data;
mod parts;
mod plot;
mod replay;
mod sections;
mod served;
pub mod shared;
mod summary;
mod text;

use std::io;

use serde::Serialize;

use crate::event::Entrant;
use crate::result::GameResult;
use crate::schedule::standings::{HeadToHead, PairResult, Standing};

pub use files::{FileContent, ReportFiles, write_files};
pub use json::json;
pub use served::{ServedPage, ServedReport};
pub use summary::summary;
pub use text::text;

/// Reads the record of a game, which the results of an event do not hold.
pub type Records<'a> = dyn Fn(&GameResult) -> io::Result<String> + 'a;

/// Returns the record of a game that holds it.
pub fn in_memory(game: &GameResult) -> io::Result<String> {
    Ok(game.record.clone())
}

/// The data of a report. Entrants, boards and games are referred to by their index.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The name of the event.
    pub title: String,
    /// How opponents were chosen, such as `round robin`.
    pub format: String,
    /// The settings of all games as keys and values: rules, penguins, time, isolation, seed and so on.
    pub terms: Vec<(String, String)>,
    /// The programs and engines that take part.
    pub entrants: Vec<Entrant>,
    /// The names of the boards: file names or seeds.
    pub boards: Vec<String>,
    /// The standings, the best first.
    pub standings: Vec<Standing>,
    /// The cross table: results of the row's entrant against the column's, or `None` if they never met.
    pub cross: Vec<Vec<Option<HeadToHead>>>,
    /// The pairs of entrants that met in two-player games.
    pub pairs: Vec<PairResult>,
    /// Every game.
    pub games: Vec<GameResult>,
    /// The number of games that are still to be played.
    pub games_left: usize,
}

/// A fault with the entrant and the game that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FaultLine<'a> {
    /// The index of the entrant, or `usize::MAX` if the fault has no seat.
    pub entrant: usize,
    /// The index of the game in the report.
    pub game: usize,
    /// The number of turns before it, lost turns included.
    pub turn: usize,
    /// Its name.
    pub name: &'a str,
    /// Its explanation.
    pub explanation: &'a str,
}

impl Report {
    /// Returns every fault, in the order of the games.
    pub fn faults(&self) -> impl Iterator<Item = FaultLine<'_>> {
        self.games.iter().enumerate().flat_map(|(game, result)| {
            result.faults.iter().map(move |fault| FaultLine {
                entrant: result.seats.get(fault.seat).copied().unwrap_or(usize::MAX),
                game,
                turn: fault.after,
                name: &fault.name,
                explanation: &fault.explanation,
            })
        })
    }

    /// Returns the name of the board of a game.
    pub fn board(&self, game: &GameResult) -> &str {
        self.boards.get(game.board).map_or("", String::as_str)
    }
}
