//! Who is ahead: the tables of a report, from a schedule and its results.
//!
//! **Points** are the share of opponents beaten in each game, with half for those equal. In a Swiss
//! tournament a bye adds as many points as its match had games.
//!
//! **The order** is, until one differs:
//!
//! - round robin: points, points among those equal so far, fish, faults
//! - gauntlet: points a game (they play unlike many), points among those equal so far, fish, faults
//! - Swiss: points, points of the opponents (Buchholz), points among those equal so far, fish, faults
//! - knock-out: the round that was reached, points a game, points among those equal so far, fish, faults
//!
//! Fish are per game and more are better, fewer faults are better, and last comes the order of entry.

use super::stage::Stage;
use super::{Fixture, Format, Schedule, Terms, swiss};
use crate::rating::elo::{Interval, Tally};
use crate::rating::field::{Field, Rating};
use crate::rating::sprt::Sprt;
use crate::result::{GameResult, POINT, Results};
use serde::Serialize;
use std::cmp::Reverse;

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Whose line it is.
    pub entrant: usize,
    /// Games played.
    pub games: u32,
    /// Games won alone.
    pub wins: u32,
    /// Games with a shared win.
    pub shared: u32,
    /// Other games.
    pub losses: u32,
    /// Points: each game gives its share of opponents beaten, with half for those equal, from 0 to 1.
    pub points: f64,
    /// Fish in all games.
    pub fish: u64,
    /// Faults in all games.
    pub faults: u32,
    /// Games that were forfeited.
    pub forfeits: u32,
    /// The strength with its error, when there are games to tell.
    pub rating: Option<Rating>,
}

/// What came of the games of one entrant with another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Meeting {
    /// Games in which both sat.
    pub games: u32,
    /// Points of the first against the second alone: 1 for being ahead, a half for being equal.
    pub points: f64,
}

/// Two entrants that met in games of two.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// The two.
    pub entrants: [usize; 2],
    /// Games won by the first, shared, and won by the second.
    pub wins: u32,
    /// Games that were shared.
    pub shared: u32,
    /// Games won by the second.
    pub losses: u32,
    /// The Elo difference from the first's side with its 95% interval; an end may be missing (infinite).
    pub elo: Option<Interval>,
    /// How likely it is that the first is the stronger, from 0 to 1.
    pub likelihood: Option<f64>,
    /// What a sequential test says, where one was asked for.
    pub sprt: Option<String>,
}

/// The games of a schedule that were played.
#[derive(Clone, Debug)]
pub struct Played<'a> {
    terms: &'a Terms,
    stages: Vec<Stage>,
    /// Who won a knock-out.
    champion: Option<usize>,
    games: Vec<(Fixture, &'a GameResult)>,
}

/// What an entrant's games add up to.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    games: u32,
    wins: u32,
    shared: u32,
    units: u64,
    fish: u64,
    faults: u32,
    forfeits: u32,
}

impl Account {
    /// Returns a share of the games as a number that sorts like the fraction.
    fn a_game(self, sum: u64) -> u128 {
        (u128::from(sum) << 32) / u128::from(self.games.max(1))
    }
}

impl<'a> Played<'a> {
    /// Collects the games that have a result.
    pub fn new(schedule: &'a Schedule, results: &'a Results) -> Played<'a> {
        let with_result = |fixture: Fixture| results.of(&fixture).map(|game| (fixture, game));
        let terms = schedule.terms();
        let (stages, champion) = schedule.stages(results);
        let games = stages.iter().flat_map(|stage| stage.fixtures(terms)).filter_map(with_result).collect();
        Played { terms, stages, champion, games }
    }

    /// Returns the games with their results by rising number.
    pub fn games(&self) -> &[(Fixture, &'a GameResult)] {
        &self.games
    }

    /// Returns the table, the best first.
    pub fn standings(&self) -> Vec<Standing> {
        let accounts = self.accounts();
        let ratings = self.field().ratings();
        self.order(&accounts)
            .into_iter()
            .map(|entrant| {
                let Account { games, wins, shared, units, fish, faults, forfeits } = accounts[entrant];
                let points = units as f64 / POINT as f64;
                let (losses, rating) = (games - wins - shared, ratings[entrant]);
                Standing { entrant, games, wins, shared, losses, points, fish, faults, forfeits, rating }
            })
            .collect()
    }

    /// Returns what the row's entrant has against the column's; nothing where they never met.
    pub fn cross(&self) -> Vec<Vec<Option<Meeting>>> {
        let halves = self.halves();
        let entrants = self.entrants();
        let meeting = |&(games, halves): &(u32, u64)| {
            (games > 0).then_some(Meeting { games, points: halves as f64 / 2.0 })
        };
        halves.chunks(entrants).map(|row| row.iter().map(meeting).collect()).collect()
    }

    /// Returns the pairs that met in games of two, in the order of entry, with what a sequential test says of
    /// each.
    pub fn pairs(&self, sprt: Option<&Sprt>) -> Vec<Pair> {
        let mut tallies = std::collections::BTreeMap::<[usize; 2], Tally>::new();
        for (fixture, game) in self.games.iter().filter(|(fixture, _)| fixture.seats.len() == 2) {
            let first = usize::from(fixture.seats[0] > fixture.seats[1]);
            let tally = tallies.entry([fixture.seats[first], fixture.seats[1 - first]]).or_default();
            match game.half_points(first, 1 - first) {
                2 => tally.wins += 1,
                1 => tally.shared += 1,
                _ => tally.losses += 1,
            }
        }
        let small = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        let pair = |(entrants, tally): ([usize; 2], Tally)| Pair {
            entrants,
            wins: small(tally.wins),
            shared: small(tally.shared),
            losses: small(tally.losses),
            elo: tally.elo(),
            likelihood: tally.likelihood(),
            sprt: sprt.map(|sprt| sprt.progress(tally).to_string()),
        };
        tallies.into_iter().map(pair).collect()
    }

    fn entrants(&self) -> usize {
        self.terms.entrants
    }

    fn field(&self) -> Field {
        let mut field = Field::new(self.entrants());
        for (fixture, game) in &self.games {
            let places: Vec<u32> = game.results.iter().map(|result| result.place).collect();
            field.add(&fixture.seats, &places);
        }
        field
    }

    fn accounts(&self) -> Vec<Account> {
        let mut accounts = vec![Account::default(); self.entrants()];
        for (fixture, game) in &self.games {
            let best = game.results.iter().map(|result| result.place).min();
            let winners = game.results.iter().filter(|result| Some(result.place) == best).count();
            for (seat, (&who, result)) in fixture.seats.iter().zip(&game.results).enumerate() {
                let account = &mut accounts[who];
                account.games += 1;
                if Some(result.place) == best {
                    *(if winners == 1 { &mut account.wins } else { &mut account.shared }) += 1;
                }
                account.units += game.units(seat);
                account.fish = account.fish.saturating_add(result.fish);
                account.forfeits += u32::from(result.out.is_some());
            }
            for fault in &game.faults {
                if let Some(&who) = fixture.seats.get(fault.seat) {
                    accounts[who].faults += 1;
                }
            }
        }
        if let Format::Swiss { .. } = self.terms.format {
            for stage in &self.stages {
                // The bye of a round counts as soon as the round is drawn; nothing can take it away.
                stage.byes.iter().for_each(|&who| accounts[who].units += swiss::bye(self.terms));
            }
        }
        accounts
    }

    /// Returns the games and the half points of each against each, row by row.
    fn halves(&self) -> Vec<(u32, u64)> {
        let entrants = self.entrants();
        let mut halves = vec![(0, 0); entrants * entrants];
        for (fixture, game) in &self.games {
            for (seat, &who) in fixture.seats.iter().enumerate() {
                for (other_seat, &other) in fixture.seats.iter().enumerate() {
                    if seat != other_seat {
                        let cell = &mut halves[who * entrants + other];
                        cell.0 += 1;
                        cell.1 += game.half_points(seat, other_seat);
                    }
                }
            }
        }
        halves
    }

    /// Returns the entrants, the best first.
    fn order(&self, accounts: &[Account]) -> Vec<usize> {
        let halves = self.halves();
        let main = self.main_keys(accounts, &halves);
        let mut order: Vec<usize> = (0..self.entrants()).collect();
        order.sort_by_key(|&who| Reverse(main[who]));
        for equal in order.chunk_by_mut(|&a, &b| main[a] == main[b]) {
            let among: Vec<u64> = equal
                .iter()
                .map(|&who| equal.iter().map(|&other| halves[who * self.entrants() + other].1).sum())
                .collect();
            let mut keyed: Vec<(u64, usize)> = among.into_iter().zip(equal.iter().copied()).collect();
            keyed.sort_by_key(|&(among, who)| {
                let account = accounts[who];
                (Reverse(among), Reverse(account.a_game(account.fish)), account.faults, who)
            });
            for (place, (_, who)) in equal.iter_mut().zip(keyed) {
                *place = who;
            }
        }
        order
    }

    /// Returns the two numbers that come first in the order of the format.
    fn main_keys(&self, accounts: &[Account], halves: &[(u32, u64)]) -> Vec<(u128, u128)> {
        let entrants = self.entrants();
        match self.terms.format {
            Format::RoundRobin => accounts.iter().map(|account| (u128::from(account.units), 0)).collect(),
            Format::Gauntlet { .. } => {
                accounts.iter().map(|account| (account.a_game(account.units), 0)).collect()
            }
            Format::Swiss { .. } => (0..entrants)
                .map(|who| {
                    let opponents = (0..entrants).filter(|other| halves[who * entrants + other].0 > 0);
                    let buchholz = opponents.map(|other| u128::from(accounts[other].units)).sum();
                    (u128::from(accounts[who].units), buchholz)
                })
                .collect(),
            Format::KnockOut => {
                let reached = self.rounds_reached();
                let key = |(account, reached): (&Account, u128)| (reached, account.a_game(account.units));
                accounts.iter().zip(reached).map(key).collect()
            }
        }
    }

    /// Returns the last round of a knock-out that each was in; the winner of all is one further.
    fn rounds_reached(&self) -> Vec<u128> {
        let mut reached = vec![0; self.entrants()];
        for stage in &self.stages {
            let sitting = stage.tables.iter().flat_map(|table| &table.company);
            for &who in sitting.chain(&stage.byes) {
                reached[who] = stage.round as u128;
            }
        }
        if let Some(who) = self.champion {
            reached[who] += 1;
        }
        reached
    }
}
