//! Making a report out of a tournament and its games.

use super::Report;
use crate::event::Tournament;
use crate::rating::sprt::Sprt;
use crate::result::Results;
use crate::schedule::standings::Played;
use crate::schedule::{Format, Terms};

/// Makes the report of a tournament.
pub fn summary(tournament: &Tournament, results: Results, sprt: Option<&Sprt>) -> Report {
    let schedule = &tournament.schedule;
    let played = Played::new(schedule, &results);
    Report {
        title: tournament.title.clone(),
        format: format_words(schedule.terms()).to_owned(),
        terms: tournament.terms_in_words.clone(),
        entrants: tournament.entrants.clone(),
        boards: tournament.boards.iter().map(|board| board.name.clone()).collect(),
        standings: played.standings(),
        cross: played.cross(),
        pairs: played.pairs(sprt),
        games_left: schedule.left(&results),
        games: results.into_iter().collect(),
    }
}

fn format_words(terms: &Terms) -> &'static str {
    match terms.format {
        Format::RoundRobin if terms.entrants == terms.seats => "match",
        Format::RoundRobin => "round robin",
        Format::Gauntlet { .. } => "gauntlet",
        Format::Swiss { .. } => "swiss",
        Format::KnockOut => "knock-out",
    }
}
