//! One game of an event, as it is kept: what a table of results and a record need.

use std::time::Duration;

use floe_rules::game::Game;
use floe_rules::record::{self, Header, LONGEST_NAME, PlayerInfo, PlayerKind, Record};
use serde::{Deserialize, Serialize};

use super::{Event, EventError};
use crate::printable::printable;
use crate::referee::Played;
use crate::schedule::{Fixture, Outcome, Results};

/// The name in a record of one whose own is nothing but white space.
const NAMELESS: &str = "(no name)";

/// The most letters of an explanation.
const LONGEST_EXPLANATION: usize = 500;

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    /// Its number in the schedule.
    pub number: usize,
    /// The round.
    pub round: usize,
    /// The board, by its index.
    pub board: usize,
    /// Who sat where, by index.
    pub seats: Vec<usize>,
    /// What came of it, by seat.
    pub results: Vec<Score>,
    /// Every fault.
    pub faults: Vec<FaultNote>,
    /// The whole record.
    pub record: String,
}

/// How one came out of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// The fish.
    pub fish: u64,
    /// The place: 1 is the best, equal ones share it.
    pub place: u32,
    /// Why it was taken out, if it was.
    pub out: Option<String>,
    /// How often it was asked.
    pub calls: u32,
    /// How long it took over all its answers.
    pub thought: Duration,
    /// How long it took over the slowest.
    pub slowest: Duration,
    /// What it printed to standard error.
    pub stderr: Vec<u8>,
}

/// A fault with its place in the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultNote {
    /// Who made it, by the index of its seat.
    pub seat: usize,
    /// After how many turns, lost ones included.
    pub after: usize,
    /// Its name.
    pub name: String,
    /// Its sentence.
    pub explanation: String,
}

impl Finished {
    /// Drops what programs printed, once it is kept elsewhere: it may be megabytes in each of many games.
    pub fn forget_words(&mut self) {
        self.results.iter_mut().for_each(|result| result.stderr = Vec::new());
    }

    /// Puts together what is kept of a game.
    pub(super) fn new(event: &Event, fixture: &Fixture, played: Played) -> Result<Finished, EventError> {
        let faults = played
            .incidents
            .iter()
            .map(|incident| FaultNote {
                seat: usize::from(incident.seat.number()) - 1,
                after: incident.after,
                name: incident.fault.name().to_owned(),
                explanation: one_line(&incident.fault.to_string()),
            })
            .collect::<Vec<_>>();
        let headers = headers(event, fixture, &faults)?;
        let player_infos = (1..)
            .zip(&fixture.seats)
            .map(|(number, &entrant)| {
                Ok((number, player_info(&event.entrants[entrant].name, event.entrants[entrant].kind)?))
            })
            .collect::<Result<Vec<_>, EventError>>()?;
        let game = Game::from(played.history);
        let record = Record::new(game, player_infos, headers, played.ending)?;
        let results = played
            .seats
            .into_iter()
            .map(|seat| Score {
                fish: seat.score,
                place: seat.place,
                out: seat.out.map(|out| out.to_string()),
                calls: seat.calls,
                thought: seat.thought,
                slowest: seat.slowest,
                stderr: seat.stderr,
            })
            .collect();
        Ok(Finished {
            number: fixture.number,
            round: fixture.round,
            board: fixture.board,
            seats: fixture.seats.clone(),
            results,
            faults,
            record: String::from_utf8_lossy(&record::write(&record)).into_owned(),
        })
    }
}

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

fn headers(event: &Event, fixture: &Fixture, faults: &[FaultNote]) -> Result<Vec<Header>, EventError> {
    let mut headers = Vec::new();
    let mut add = |key: &str, value: &str| -> Result<(), EventError> {
        headers.push(Header::new(key, &printable(value))?);
        Ok(())
    };
    add("event", &event.title)?;
    add("number", &fixture.number.to_string())?;
    add("round", &fixture.round.to_string())?;
    add("start", &event.boards[fixture.board].name)?;
    for (key, value) in &event.terms_in_words {
        add(key, value)?;
    }
    for (number, fault) in (1..).zip(faults) {
        let FaultNote { seat, after, name, explanation } = fault;
        let value = format!("after {after} turns, player {}: {name}: {explanation}", seat + 1);
        add(&format!("fault {number}"), &value)?;
    }
    Ok(headers)
}

/// Returns who sits at the table, under a name that a record can hold.
fn player_info(name: &str, kind: PlayerKind) -> Result<PlayerInfo, EventError> {
    let short: String = printable(name).trim().chars().take(LONGEST_NAME).collect();
    // An id may consist of letters that are white space elsewhere; no program stops an event by its id.
    Ok(PlayerInfo::new(if short.is_empty() { NAMELESS } else { &short }, kind)?)
}

/// Returns an explanation that fits into a line: ids in it may be of any length.
fn one_line(explanation: &str) -> String {
    let mut letters = explanation.chars();
    let mut short = printable(&letters.by_ref().take(LONGEST_EXPLANATION).collect::<String>());
    if letters.next().is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_program_calls_itself_can_be_recorded() {
        for (name, kept) in [
            ("\u{a0}", NAMELESS),
            ("\u{2003}x", "x"),
            (&("\u{a0}".repeat(LONGEST_NAME) + "x"), "x"),
            (&("x".repeat(LONGEST_NAME - 1) + "\u{a0}y"), &"x".repeat(LONGEST_NAME - 1)),
            ("\u{85}", "\u{fffd}"),
        ] {
            let player_info = player_info(name, PlayerKind::Program).unwrap();
            assert_eq!(player_info.name(), kept);
            assert_eq!(player_info.to_string().parse(), Ok(player_info));
        }
    }

    #[test]
    fn explanations_fit_into_a_line() {
        assert_eq!(one_line("a\nb"), "a\u{fffd}b");
        assert_eq!(one_line(&"ż".repeat(100_000)).chars().count(), LONGEST_EXPLANATION + 1);
        assert_eq!(one_line(&"ż".repeat(LONGEST_EXPLANATION)), "ż".repeat(LONGEST_EXPLANATION));
    }
}
