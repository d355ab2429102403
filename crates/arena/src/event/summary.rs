//! What came of an event, as a report.

use super::{Event, Finished};
use crate::rating::sprt::Sprt;
use crate::report::{Entrant, FaultLine, GameLine, Report};
use crate::schedule::standings::Played;
use crate::schedule::{Format, Outcome, Results, Schedule, Terms};

impl Finished {
    /// Returns what schedules and tables need of the game.
    pub fn outcome(&self) -> Outcome {
        let faults_of = |seat: usize| self.faults.iter().filter(|fault| fault.seat == seat).count() as u32;
        Outcome {
            number: self.number,
            places: self.results.iter().map(|result| result.place).collect(),
            scores: self.results.iter().map(|result| result.fish).collect(),
            faults: (0..self.seats.len()).map(faults_of).collect(),
            forfeited: self.results.iter().map(|result| result.out.is_some()).collect(),
        }
    }
}

/// Collects the results of games.
pub fn results<'a>(games: impl IntoIterator<Item = &'a Finished>) -> Results {
    games.into_iter().map(Finished::outcome).collect()
}

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
