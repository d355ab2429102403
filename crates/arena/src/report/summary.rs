//! Makes a report from a tournament and its results.

use super::Report;
use crate::event::Tournament;
use crate::rating::sprt::Sprt;
use crate::result::Results;
use crate::schedule::standings::TournamentResults;
use crate::schedule::{Format, ScheduleSettings};

/// Makes the report of a tournament, with the status of a sequential test for each pair if there is one.
pub fn summary(tournament: &Tournament, results: Results, sprt: Option<&Sprt>) -> Report {
    let schedule = &tournament.schedule;
    let played = TournamentResults::new(schedule, &results);
    Report {
        title: tournament.title.clone(),
        format: format_name(schedule.settings()).to_owned(),
        terms: tournament.terms_in_words.clone(),
        entrants: tournament.entrants.clone(),
        boards: tournament.boards.iter().map(|board| board.name.clone()).collect(),
        standings: played.standings(),
        cross: played.cross_table(),
        pairs: played.pairs(sprt),
        games_left: schedule.games_left(&results),
        games: results.into_iter().collect(),
    }
}

fn format_name(settings: &ScheduleSettings) -> &'static str {
    match settings.format {
        Format::RoundRobin if settings.entrants == settings.seats => "match",
        Format::RoundRobin => "round robin",
        Format::Gauntlet { .. } => "gauntlet",
        Format::Swiss { .. } => "swiss",
        Format::KnockOut => "knock-out",
    }
}
