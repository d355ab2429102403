//! Making a report out of a tournament and its games.

use super::Report;
use crate::event::Tournament;
use crate::rating::sprt::Sprt;
use crate::result::Results;
use crate::schedule::standings::TournamentResults;
use crate::schedule::{Format, ScheduleSettings};

/// Makes the report of a tournament.
pub fn summary(tournament: &Tournament, results: Results, sprt: Option<&Sprt>) -> Report {
    let schedule = &tournament.schedule;
    let played = TournamentResults::new(schedule, &results);
    Report {
        title: tournament.title.clone(),
        format: format_words(schedule.settings()).to_owned(),
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

fn format_words(settings: &ScheduleSettings) -> &'static str {
    match settings.format {
        Format::RoundRobin if settings.entrants == settings.seats => "match",
        Format::RoundRobin => "round robin",
        Format::Gauntlet { .. } => "gauntlet",
        Format::Swiss { .. } => "swiss",
        Format::KnockOut => "knock-out",
    }
}
