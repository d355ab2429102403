//! Making a report out of an event and its games.

use super::Report;
use crate::event::Event;
use crate::rating::sprt::Sprt;
use crate::result::Results;
use crate::schedule::standings::Played;
use crate::schedule::{Format, Schedule, Terms};

/// Makes the report of an event.
pub fn summary(event: &Event, schedule: &Schedule, results: Results, sprt: Option<&Sprt>) -> Report {
    let played = Played::new(schedule, &results);
    Report {
        title: event.title.clone(),
        format: format_words(schedule.terms()).to_owned(),
        terms: event.terms_in_words.clone(),
        entrants: event.entrants.clone(),
        boards: event.boards.iter().map(|board| board.name.clone()).collect(),
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
