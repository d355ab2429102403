//! Making a report out of an event and its games.

use super::{Entrant, FaultLine, GameLine, Report};
use crate::event::{Event, Finished, results};
use crate::rating::sprt::Sprt;
use crate::schedule::standings::Played;
use crate::schedule::{Format, Schedule, Terms};

/// Adds up an event: the games that have been played, by their numbers.
pub fn summary(event: &Event, schedule: &Schedule, games: &[Finished], sprt: Option<&Sprt>) -> Report {
    let results = results(games);
    let played = Played::new(schedule, &results);
    let entrants = event.entrants.iter();
    let fault_lines = games.iter().enumerate().flat_map(|(index, game)| {
        game.faults.iter().map(move |fault| FaultLine {
            entrant: game.seats[fault.seat],
            game: index,
            turn: fault.after,
            name: fault.name.clone(),
            explanation: fault.explanation.clone(),
        })
    });
    Report {
        title: event.title.clone(),
        format: format_words(schedule.terms()).to_owned(),
        terms: event.terms_in_words.clone(),
        entrants: entrants
            .map(|entrant| Entrant { name: entrant.name.clone(), what: entrant.what.clone() })
            .collect(),
        standings: played.standings(),
        cross: played.cross(),
        pairs: played.pairs(sprt),
        faults: fault_lines.collect(),
        games: games.iter().map(|game| game_line(event, game)).collect(),
        games_left: schedule.left(&results),
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

fn game_line(event: &Event, game: &Finished) -> GameLine {
    GameLine {
        number: game.number,
        round: game.round,
        board: event.boards[game.board].name.clone(),
        seats: game.seats.clone(),
        scores: game.results.iter().map(|result| result.fish).collect(),
        places: game.results.iter().map(|result| result.place).collect(),
        out: game.results.iter().map(|result| result.out.clone()).collect(),
        millis: game.results.iter().map(|result| result.thought.as_millis() as u64).collect(),
        record: game.record.clone(),
    }
}
