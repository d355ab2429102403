//! Who plays whom: the games of a tournament, and who is ahead.
//!
//! A [`Schedule`] is a pure function of its [`Terms`] and of the results so far. It holds no state that a
//! killed run could lose: one that is resumed with the results it had gets the same games with the
//! same numbers, boards and seeds, in whatever order the results came.
//!
//! - **Round robin**: every company of as many entrants as a game has seats meets.
//! - **Gauntlet**: each of the first entrants meets every company of the entrants after them.
//! - **Swiss**: those with like points meet, and nobody meets again while that can be helped.
//! - **Knock-out**: only the winner of a table plays on.
//!
//! A table, whatever the format, plays a whole match: on every board, with every rotation of the seats, as
//! often as the repeats say. So everyone has sat on every seat of every board equally often.

mod knock_out;
mod matching;
mod round_robin;
mod stage;
pub mod standings;
mod swiss;
#[cfg(test)]
mod tests;

use crate::result::{GameResult, Results};
use serde::{Deserialize, Serialize};
use stage::Stage;
use thiserror::Error;

/// The most games that a schedule may have.
pub const MOST_GAMES: usize = 1_000_000;

/// The most that may take part in a tournament.
pub const MOST_ENTRANTS: usize = 1000;

/// How opponents are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// All meet all.
    RoundRobin,
    /// The first entrants meet all others, but not each other.
    Gauntlet {
        /// How many of the first entrants run the gauntlet.
        challengers: usize,
    },
    /// Those with like points meet.
    Swiss {
        /// How many rounds are played.
        rounds: usize,
    },
    /// Who loses is out. Entrants are seeded in the order of their entry.
    KnockOut,
}

/// Which seats a company takes on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seating {
    /// Everyone sits on every seat once: as many games as seats.
    #[default]
    Rotations,
    /// Every order of the company is played: 2, 6, 24, 120 games and so on.
    Permutations,
}

/// All that a schedule follows from, but for the results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// How many take part. Two copies of one program are two entrants.
    pub entrants: usize,
    /// How many sit at a table, from 2 to 9.
    pub seats: usize,
    /// How many boards each table plays.
    pub boards: usize,
    /// How many boards there are beyond those, for games that decide a tied knock-out match.
    pub spare_boards: usize,
    /// How opponents are chosen.
    pub format: Format,
    /// Which seats a company takes on a board.
    pub seating: Seating,
    /// How often each table plays each board with each seating.
    pub repeats: usize,
    /// What all that is drawn by lot follows from.
    pub seed: u64,
}

/// A game to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fixture {
    /// The number in the schedule, from 1.
    pub number: usize,
    /// The round, from 1. Nobody sits at two tables in a round.
    pub round: usize,
    /// The table in the round, from 1.
    pub table: usize,
    /// The entrant on each seat. First tables of a knock-out may have fewer seats than others.
    pub seats: Vec<usize>,
    /// The board, from 0; spare boards come after all others.
    pub board: usize,
    /// What the game may draw lots from.
    pub seed: u64,
}

impl Results {
    /// Returns the result of a game, if it has one with the right number of seats.
    pub fn of(&self, fixture: &Fixture) -> Option<&GameResult> {
        self.get(fixture.number).filter(|game| game.results.len() == fixture.seats.len())
    }
}

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Play these, in any order or at once; none of them has a result yet.
    Play(Vec<Fixture>),
    /// All games have been played.
    Done,
}

/// Why there is no such schedule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScheduleError {
    /// A table that nobody can play at.
    #[error("{0} players a game: a game has 2 to 9")]
    Seats(usize),
    /// Not enough entrants to fill a table.
    #[error("{entrants} programs are too few: this needs at least {needed}")]
    Entrants {
        /// How many there are.
        entrants: usize,
        /// How many a table needs.
        needed: usize,
    },
    /// More than anyone could look at in a table.
    #[error("{0} entrants: at most {MOST_ENTRANTS} can take part")]
    TooManyEntrants(usize),
    /// No board to play on.
    #[error("there are no boards to play on")]
    Boards,
    /// Games that are played no time at all.
    #[error("every game must be played at least once")]
    Repeats,
    /// A Swiss tournament without rounds.
    #[error("a swiss tournament needs at least one round")]
    Rounds,
    /// A gauntlet with nobody to run it.
    #[error("a gauntlet needs at least one challenger")]
    Challengers,
    /// More games than anyone would wait for.
    #[error("more than {MOST_GAMES} games")]
    TooManyGames,
    /// A result for a game that the schedule does not have, or not yet.
    #[error("game {number} has a result, but is not in the schedule")]
    Stray {
        /// The number of the game.
        number: usize,
    },
    /// A result of another table than the schedule's.
    #[error("the result of game {number} is not of a table of {seats}")]
    Misfit {
        /// The number of the game.
        number: usize,
        /// How many sit at the table.
        seats: usize,
    },
}

/// The games of a tournament.
#[derive(Clone, Debug)]
pub struct Schedule {
    terms: Terms,
    /// Games that do not depend on results.
    fixed: Vec<Stage>,
}

impl Schedule {
    /// Makes the schedule of the terms.
    pub fn new(terms: Terms) -> Result<Schedule, ScheduleError> {
        check_terms(&terms)?;
        if planned(&terms).is_none_or(|games| games > MOST_GAMES as u128) {
            return Err(ScheduleError::TooManyGames);
        }
        let rounds = match terms.format {
            Format::RoundRobin => round_robin::rounds(&terms),
            Format::Gauntlet { challengers } => round_robin::gauntlet(&terms, challengers),
            Format::Swiss { .. } | Format::KnockOut => Vec::new(),
        };
        let mut fixed = Vec::new();
        for tables in rounds {
            let stage = Stage::after(&fixed, &terms, fixed.len() + 1, tables, Vec::new());
            fixed.push(stage);
        }
        Ok(Schedule { terms, fixed })
    }

    /// Returns the terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Says what to do next: all games that are known and have no result, in order.
    ///
    /// Those who run games call it once for a round robin or a gauntlet, whose games are all known from the
    /// start, and again when all that it gave are played. A result that does not fit its game counts as none;
    /// [`Schedule::check`] tells of it.
    pub fn next(&self, results: &Results) -> Step {
        let mut fixtures = self.known(results);
        fixtures.retain(|fixture| results.of(fixture).is_none());
        if fixtures.is_empty() { Step::Done } else { Step::Play(fixtures) }
    }

    /// Returns all games that are known with these results, played or not, in order.
    pub fn known(&self, results: &Results) -> Vec<Fixture> {
        self.stages(results).0.iter().flat_map(|stage| stage.fixtures(&self.terms)).collect()
    }

    /// Returns how many games are still to be played, as far as one can know: a replay is counted when it is
    /// due.
    pub fn left(&self, results: &Results) -> usize {
        let stages = self.stages(results).0;
        let last_round = stages.last().map_or(0, |stage| stage.round);
        let known = stages.iter().flat_map(|stage| stage.fixtures(&self.terms));
        let missing = known.filter(|fixture| results.of(fixture).is_none()).count();
        let later: usize = match self.terms.format {
            Format::RoundRobin | Format::Gauntlet { .. } => 0,
            Format::Swiss { rounds } => (rounds - last_round) * swiss::games_a_round(&self.terms),
            Format::KnockOut => knock_out::games_by_round(&self.terms).iter().skip(last_round).sum(),
        };
        missing + later
    }

    /// Refuses results that are not of this schedule, such as those of a tournament with other terms.
    pub fn check(&self, results: &Results) -> Result<(), ScheduleError> {
        let known = self.known(results);
        for game in results.iter() {
            let number = game.number;
            let Some(fixture) = number.checked_sub(1).and_then(|index| known.get(index)) else {
                return Err(ScheduleError::Stray { number });
            };
            if results.of(fixture).is_none() {
                return Err(ScheduleError::Misfit { number, seats: fixture.seats.len() });
            }
        }
        Ok(())
    }

    /// Returns the stages that these results make known, and the winner of a knock-out.
    fn stages(&self, results: &Results) -> (Vec<Stage>, Option<usize>) {
        match self.terms.format {
            Format::RoundRobin | Format::Gauntlet { .. } => (self.fixed.clone(), None),
            Format::Swiss { rounds } => (swiss::stages(&self.terms, rounds, results), None),
            Format::KnockOut => knock_out::stages(&self.terms, results),
        }
    }
}

fn check_terms(terms: &Terms) -> Result<(), ScheduleError> {
    let Terms { entrants, seats, .. } = *terms;
    if !(2..=9).contains(&seats) {
        return Err(ScheduleError::Seats(seats));
    }
    if entrants > MOST_ENTRANTS {
        return Err(ScheduleError::TooManyEntrants(entrants));
    }
    if terms.boards == 0 {
        return Err(ScheduleError::Boards);
    }
    if terms.repeats == 0 {
        return Err(ScheduleError::Repeats);
    }
    let needed = match terms.format {
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

/// Returns how many games the terms ask for, without replays; nothing when it does not fit in a number.
fn planned(terms: &Terms) -> Option<u128> {
    let (entrants, seats) = (terms.entrants as u128, terms.seats as u128);
    let tables = match terms.format {
        Format::RoundRobin => round_robin::companies(entrants, seats)?,
        Format::Gauntlet { challengers } => {
            let challengers = challengers as u128;
            challengers.checked_mul(round_robin::companies(entrants - challengers, seats - 1)?)?
        }
        Format::Swiss { rounds } => (rounds as u128).checked_mul(entrants / seats)?,
        // Every table but the first ones sends one of several on, so there are fewer tables than entrants.
        Format::KnockOut => entrants,
    };
    let spare = if terms.format == Format::KnockOut { terms.spare_boards } else { 0 };
    let boards = (terms.boards as u128).checked_add(spare as u128)?;
    let match_games =
        boards.checked_mul(terms.repeats as u128)?.checked_mul(stage::seatings(terms, terms.seats) as u128)?;
    tables.checked_mul(match_games)
}
