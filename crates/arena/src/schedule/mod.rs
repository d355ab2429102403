//! The schedule of a tournament: its pairings and its standings.
//!
//! A [`Schedule`] is a pure function of its [`ScheduleSettings`] and of the results so far. It has no state that a
//! killed run could lose: a resumed tournament gets the same games with the same numbers, boards and seeds, regardless
//! of the order in which the results arrived.
//!
//! - **Round robin**: every possible group of entrants plays at one table once.
//! - **Gauntlet**: each challenger meets every group of entrants that are no challengers.
//! - **Swiss**: entrants with equal points meet, and rematches are avoided where possible.
//! - **Knock-out**: only the winner of a table advances.
//!
//! In every format, a table plays a whole match: on every board, with every rotation of the seats, repeated as often as
//! the settings say. This way every entrant plays every seat of every board equally often.

mod entries;
mod knock_out;
mod matching;
mod round;
mod round_robin;
pub mod standings;
mod swiss;
#[cfg(test)]
mod tests;

use crate::result::{GameResult, Results};
pub use entries::{EntryChange, JoinError};
use round::TournamentRound;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The maximum number of games of a schedule.
pub const MAX_GAMES: usize = 1_000_000;

/// The maximum number of entrants of a tournament.
pub const MAX_ENTRANTS: usize = 1000;

/// How opponents are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// All entrants meet each other.
    RoundRobin,
    /// The first entrants, the challengers, meet all others, but not each other.
    Gauntlet {
        /// The number of challengers.
        challengers: usize,
    },
    /// Entrants with equal points meet.
    Swiss {
        /// The number of rounds.
        rounds: usize,
    },
    /// Losers are eliminated. Entrants are seeded in the order of entry.
    KnockOut,
}

/// The seatings of a match on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seating {
    /// Every player has every seat once: as many games as seats.
    #[default]
    Rotations,
    /// Every order of the players is played: 2, 6, 24, 120 games and so on.
    Permutations,
}

/// What a bye in a Swiss tournament is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ByeValue {
    /// As much as an average match: half a point for each of its games, whatever the number of players.
    #[default]
    AverageMatch,
    /// As much as a match in which every game was won. Tournaments that began under this rule keep it.
    WonMatch,
}

impl ByeValue {
    /// Returns the rule of charters that do not name one.
    pub(crate) fn unnamed() -> ByeValue {
        ByeValue::WonMatch
    }
}

/// The settings of a schedule. Together with the results, they determine all games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduleSettings {
    /// The number of entrants. Two copies of one program are two entrants.
    pub entrants: usize,
    /// The number of players of a game, from 2 to 9.
    pub seats: usize,
    /// The number of boards of a match.
    pub boards: usize,
    /// The number of additional boards, for the tie-break games of knock-out matches.
    pub spare_boards: usize,
    /// How opponents are chosen.
    pub format: Format,
    /// The seatings of a match on a board.
    pub seating: Seating,
    /// How many times each board and seating is played in a match.
    pub repeats: usize,
    /// The seed of all random draws.
    pub seed: u64,
    /// What a bye in a Swiss tournament is worth.
    #[serde(default = "ByeValue::unnamed")]
    pub bye: ByeValue,
    /// Late entrants and withdrawals, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<EntryChange>,
}

/// A game to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fixture {
    /// The number in the schedule, from 1.
    pub number: usize,
    /// The round, from 1. Each entrant plays at no more than one table per round.
    pub round: usize,
    /// The table in the round, from 1.
    pub table: usize,
    /// The entrant on each seat. Tables of the first round of a knock-out may have fewer seats than others.
    pub seats: Vec<usize>,
    /// The board, from 0; spare boards come last.
    pub board: usize,
    /// The seed of the game.
    pub seed: u64,
}

impl Results {
    /// Returns the result of a game, if it has one with the right number of seats.
    pub fn of(&self, fixture: &Fixture) -> Option<&GameResult> {
        self.get(fixture.number).filter(|game| game.results.len() == fixture.seats.len())
    }
}

/// The next step of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScheduleStep {
    /// Play these games, in any order or in parallel; none of them has a result yet.
    Play(Vec<Fixture>),
    /// All games have been played.
    Done,
}

/// Why a schedule is not possible, or does not match its results.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ScheduleError {
    /// An impossible number of players.
    #[error("a game has 2 to 9 players, not {0}")]
    Seats(usize),
    /// Not enough entrants to fill a table.
    #[error("too few entrants: {entrants}, but this format needs at least {needed}")]
    Entrants {
        /// The number of entrants.
        entrants: usize,
        /// The minimum number for this format.
        needed: usize,
    },
    /// Too many entrants.
    #[error("too many entrants: {0}, but at most {MAX_ENTRANTS} can take part")]
    TooManyEntrants(usize),
    /// No boards.
    #[error("there are no boards to play on")]
    Boards,
    /// No repeats.
    #[error("every game must be played at least once")]
    Repeats,
    /// A Swiss tournament without rounds.
    #[error("a Swiss tournament needs at least one round")]
    Rounds,
    /// A gauntlet without challengers.
    #[error("a gauntlet needs at least one challenger")]
    Challengers,
    /// Too many games.
    #[error("the schedule would have more than {MAX_GAMES} games")]
    TooManyGames,
    /// A result for a game that is not in the schedule, or not yet scheduled.
    #[error("game {number} has a result, but is not in the schedule")]
    UnknownGame {
        /// The number of the game.
        number: usize,
    },
    /// A result with a wrong number of seats.
    #[error("the result of game {number} does not have {seats} seats")]
    WrongSeats {
        /// The number of the game.
        number: usize,
        /// The number of seats in the schedule.
        seats: usize,
    },
}

/// The games of a tournament.
#[derive(Clone, Debug)]
pub struct Schedule {
    settings: ScheduleSettings,
    /// The rounds that do not depend on results.
    fixed: Vec<TournamentRound>,
}

impl Schedule {
    /// Creates a schedule from settings.
    pub fn new(settings: ScheduleSettings) -> Result<Schedule, ScheduleError> {
        check_settings(&settings)?;
        if planned(&settings).is_none_or(|games| games > MAX_GAMES as u128) {
            return Err(ScheduleError::TooManyGames);
        }
        let rounds = match settings.format {
            Format::RoundRobin => round_robin::rounds(&settings),
            Format::Gauntlet { challengers } => round_robin::gauntlet(&settings, challengers),
            Format::Swiss { .. } | Format::KnockOut => Vec::new(),
        };
        let mut fixed = Vec::new();
        for tables in rounds {
            let round = TournamentRound::after(&fixed, &settings, fixed.len() + 1, tables, Vec::new());
            fixed.push(round);
        }
        Ok(Schedule { settings, fixed })
    }

    /// Returns the settings.
    pub fn settings(&self) -> &ScheduleSettings {
        &self.settings
    }

    /// Returns the schedule with another value of byes.
    #[must_use]
    pub fn with_bye(mut self, bye: ByeValue) -> Schedule {
        self.settings.bye = bye;
        self
    }

    /// Returns the next step: all known games without a result, in order.
    ///
    /// All games of a round robin or a gauntlet are known from the start; other formats need another call when the
    /// returned games are finished. A result that does not match its game is ignored; [`Schedule::check`] reports it.
    pub fn next(&self, results: &Results) -> ScheduleStep {
        let mut fixtures = self.known(results);
        fixtures.retain(|fixture| results.of(fixture).is_none());
        if fixtures.is_empty() { ScheduleStep::Done } else { ScheduleStep::Play(fixtures) }
    }

    /// Returns all games that are known with these results, finished or not, in order.
    pub fn known(&self, results: &Results) -> Vec<Fixture> {
        let mut known = self.numbered(results);
        known.retain(|fixture| !self.settings.is_cancelled(fixture, results));
        known
    }

    /// Returns all games with a number, those that are not played included.
    fn numbered(&self, results: &Results) -> Vec<Fixture> {
        self.rounds(results).0.iter().flat_map(|round| round.fixtures(&self.settings)).collect()
    }

    /// Returns the number of games still to be played. Tie-break games count once they are scheduled.
    pub fn games_left(&self, results: &Results) -> usize {
        let rounds = self.rounds(results).0;
        let last_round = rounds.last().map_or(0, |round| round.number);
        let known = rounds.iter().flat_map(|round| round.fixtures(&self.settings));
        let is_missing = |fixture: &Fixture| {
            results.of(fixture).is_none() && !self.settings.is_cancelled(fixture, results)
        };
        let missing = known.filter(is_missing).count();
        let later: usize = match self.settings.format {
            Format::RoundRobin | Format::Gauntlet { .. } => 0,
            Format::Swiss { rounds } => {
                (last_round + 1..=rounds).map(|round| swiss::games_in_round(&self.settings, round)).sum()
            }
            Format::KnockOut => knock_out::games_by_round(&self.settings).iter().skip(last_round).sum(),
        };
        missing + later
    }

    /// Checks that the results belong to this schedule, and not to a tournament with other settings.
    pub fn check(&self, results: &Results) -> Result<(), ScheduleError> {
        let known = self.numbered(results);
        for game in results.iter() {
            let number = game.number;
            let Some(fixture) = number.checked_sub(1).and_then(|index| known.get(index)) else {
                return Err(ScheduleError::UnknownGame { number });
            };
            if results.of(fixture).is_none() {
                return Err(ScheduleError::WrongSeats { number, seats: fixture.seats.len() });
            }
        }
        Ok(())
    }

    /// Returns the rounds that are known with these results, and the winner of a finished knock-out.
    fn rounds(&self, results: &Results) -> (Vec<TournamentRound>, Option<usize>) {
        match self.settings.format {
            Format::RoundRobin | Format::Gauntlet { .. } => (self.fixed.clone(), None),
            Format::Swiss { rounds } => (swiss::rounds(&self.settings, rounds, results), None),
            Format::KnockOut => knock_out::rounds(&self.settings, results),
        }
    }
}

fn check_settings(settings: &ScheduleSettings) -> Result<(), ScheduleError> {
    let ScheduleSettings { entrants, seats, .. } = *settings;
    if !(2..=9).contains(&seats) {
        return Err(ScheduleError::Seats(seats));
    }
    if entrants > MAX_ENTRANTS {
        return Err(ScheduleError::TooManyEntrants(entrants));
    }
    if settings.boards == 0 {
        return Err(ScheduleError::Boards);
    }
    if settings.repeats == 0 {
        return Err(ScheduleError::Repeats);
    }
    let needed = match settings.format {
        Format::RoundRobin => seats,
        Format::Swiss { rounds: 0 } => return Err(ScheduleError::Rounds),
        Format::Swiss { .. } => seats,
        Format::Gauntlet { challengers: 0 } => return Err(ScheduleError::Challengers),
        Format::Gauntlet { challengers } => challengers.saturating_add(seats - 1),
        Format::KnockOut => 2,
    };
    if entrants < needed {
        return Err(ScheduleError::Entrants { entrants, needed });
    }
    Ok(())
}

/// Returns the number of games without tie-breaks; `None` if it overflows.
fn planned(settings: &ScheduleSettings) -> Option<u128> {
    let (entrants, seats) = (settings.entrants as u128, settings.seats as u128);
    let tables = match settings.format {
        Format::RoundRobin => round_robin::groups(entrants, seats)?,
        Format::Gauntlet { challengers } => {
            let challengers = challengers as u128;
            challengers.checked_mul(round_robin::groups(entrants - challengers, seats - 1)?)?
        }
        Format::Swiss { rounds } => (rounds as u128).checked_mul(entrants / seats)?,
        // Each table eliminates at least one entrant, so there are fewer tables than entrants.
        Format::KnockOut => entrants,
    };
    let spare = if settings.format == Format::KnockOut { settings.spare_boards } else { 0 };
    let boards = (settings.boards as u128).checked_add(spare as u128)?;
    let match_games = boards
        .checked_mul(settings.repeats as u128)?
        .checked_mul(round::seatings(settings, settings.seats) as u128)?;
    tables.checked_mul(match_games)
}
