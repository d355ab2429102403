//! Standings, head-to-head results and pairs, from a schedule and its results.
//!
//! **Points** of a game are the share of opponents beaten, with half for ties. A game that all players forfeited gives
//! none, and counts neither for ratings nor for pairs. In a Swiss tournament, a bye gives half a point for each game of
//! its match, which is what an average match gives.
//!
//! Entrants are ordered by the first of these criteria that differs:
//!
//! - round robin: points (per game after a withdrawal), points against the tied entrants, fish, faults
//! - gauntlet: points per game (since the numbers of games differ), points against the tied entrants, fish, faults
//! - Swiss: points, points of the opponents (Buchholz), points against the tied entrants, fish, faults
//! - knock-out: the round reached, points per game, points against the tied entrants, fish, faults
//!
//! Fish are averaged per game, and fewer faults rank higher. The final tie-break is the order of entry.

use super::round::TournamentRound;
use super::{Fixture, Format, Schedule, ScheduleSettings, swiss};
use crate::rating::elo::{ConfidenceInterval, Tally};
use crate::rating::field::{Field, Rating};
use crate::rating::paired::PairedTally;
use crate::rating::sprt::Sprt;
use crate::result::{GameResult, POINT, Results};
use serde::Serialize;
use std::cmp::Reverse;

/// A row of the standings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The index of the entrant.
    pub entrant: usize,
    /// Games played.
    pub games: u32,
    /// Games won outright.
    pub wins: u32,
    /// Games with a shared win.
    pub shared: u32,
    /// Games not won.
    pub losses: u32,
    /// Points: each game gives the share of opponents beaten, with half for ties, from 0 to 1.
    pub points: f64,
    /// Fish in all games.
    pub fish: u64,
    /// Faults in all games.
    pub faults: u32,
    /// Forfeited games.
    pub forfeits: u32,
    /// The rating; `None` if the entrant has played no games.
    pub rating: Option<Rating>,
}

/// The results of one entrant against another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct HeadToHead {
    /// Games in which both played.
    pub games: u32,
    /// Points of the row's entrant against the column's: 1 for finishing ahead, a half for a tie.
    pub points: f64,
}

/// The results of two entrants in two-player games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairResult {
    /// The indices of the two entrants.
    pub entrants: [usize; 2],
    /// Games won by the first.
    pub wins: u32,
    /// Games with a shared win.
    pub shared: u32,
    /// Games won by the second.
    pub losses: u32,
    /// What the figures below are computed from.
    pub model: ResultModel,
    /// The number of pairs of games with swapped seats in which the first made 0, ½, 1, 1½ and 2 points; `None` if no such
    /// pair is complete.
    pub pentanomial: Option<PairedTally>,
    /// The Elo difference for the first; an infinite end of the interval is `None`.
    pub elo: Option<ConfidenceInterval>,
    /// The normalised Elo difference; `None` if all results are equal.
    pub nelo: Option<ConfidenceInterval>,
    /// The likelihood of superiority of the first, from 0 to 1.
    pub likelihood: Option<f64>,
    /// The status of the sequential test, if there is one.
    pub sprt: Option<String>,
}

/// What the figures of two entrants are computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ResultModel {
    /// Pairs of games on the same board with swapped seats, where both games are finished.
    Pentanomial,
    /// Single games: wins, ties and losses.
    Trinomial,
}

/// The single games of two entrants, and their pairs of games with swapped seats.
#[derive(Clone, Copy, Debug, Default)]
struct PairTallies {
    games: Tally,
    pairs: PairedTally,
}

impl PairTallies {
    /// Returns the figures: of pairs where there are any, or else of single games.
    fn result(self, entrants: [usize; 2], sprt: Option<&Sprt>) -> PairResult {
        let PairTallies { games, pairs } = self;
        let is_paired = pairs.pairs() > 0;
        let small = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        let status = |sprt: &Sprt| if is_paired { sprt.status_of_pairs(pairs) } else { sprt.status(games) };
        PairResult {
            entrants,
            wins: small(games.wins),
            shared: small(games.shared),
            losses: small(games.losses),
            model: if is_paired { ResultModel::Pentanomial } else { ResultModel::Trinomial },
            pentanomial: is_paired.then_some(pairs),
            elo: if is_paired { pairs.elo() } else { games.elo() },
            nelo: if is_paired { pairs.normalised_elo() } else { games.normalised_elo() },
            likelihood: if is_paired { pairs.likelihood() } else { games.likelihood() },
            sprt: sprt.map(|sprt| status(sprt).to_string()),
        }
    }
}

/// The finished games of a schedule.
#[derive(Clone, Debug)]
pub struct TournamentResults<'a> {
    settings: &'a ScheduleSettings,
    rounds: Vec<TournamentRound>,
    /// The winner of a knock-out.
    champion: Option<usize>,
    pub(super) games: Vec<(Fixture, &'a GameResult)>,
    /// The indices of two-player games on the same board with swapped seats.
    swapped: Vec<[usize; 2]>,
}

/// The totals of an entrant.
#[derive(Clone, Copy, Debug, Default)]
struct EntrantTotals {
    games: u32,
    wins: u32,
    shared: u32,
    units: u64,
    fish: u64,
    faults: u32,
    forfeits: u32,
}

impl EntrantTotals {
    /// Returns a total per game, as a fixed-point number.
    fn per_game(self, sum: u64) -> u128 {
        (u128::from(sum) << 32) / u128::from(self.games.max(1))
    }
}

impl<'a> TournamentResults<'a> {
    /// Collects the games that have a result.
    pub fn new(schedule: &'a Schedule, results: &'a Results) -> TournamentResults<'a> {
        let settings = schedule.settings();
        let (rounds, champion) = schedule.rounds(results);
        let (mut games, mut swapped) = (Vec::new(), Vec::new());
        for round in &rounds {
            // Whether the previous game is the first of a pair, and its index if it has a result.
            let mut first: Option<Option<usize>> = None;
            for fixture in round.fixtures(settings) {
                let is_duel = fixture.seats.len() == 2;
                let index = results.of(&fixture).map(|game| {
                    games.push((fixture, game));
                    games.len() - 1
                });
                // Two players have two seatings, one after the other.
                first = match first {
                    None => is_duel.then_some(index),
                    Some(first) => {
                        swapped.extend(first.zip(index).map(|(first, second)| [first, second]));
                        None
                    }
                };
            }
        }
        TournamentResults { settings, rounds, champion, games, swapped }
    }

    /// Returns the standings, the best first.
    pub fn standings(&self) -> Vec<Standing> {
        let totals = self.totals();
        let ratings = self.field().ratings();
        self.order(&totals)
            .into_iter()
            .map(|entrant| {
                let EntrantTotals { games, wins, shared, units, fish, faults, forfeits } = totals[entrant];
                let points = units as f64 / POINT as f64;
                let (losses, rating) = (games - wins - shared, ratings[entrant]);
                Standing { entrant, games, wins, shared, losses, points, fish, faults, forfeits, rating }
            })
            .collect()
    }

    /// Returns the cross table: the results of the row's entrant against the column's; `None` if they never met.
    pub fn cross_table(&self) -> Vec<Vec<Option<HeadToHead>>> {
        let halves = self.halves();
        let entrants = self.entrants();
        let meeting = |&(games, halves): &(u32, u64)| {
            (games > 0).then_some(HeadToHead { games, points: halves as f64 / 2.0 })
        };
        halves.chunks(entrants).map(|row| row.iter().map(meeting).collect()).collect()
    }

    /// Returns the pairs that met in two-player games, in the order of entry, with the status of a sequential test.
    pub fn pairs(&self, sprt: Option<&Sprt>) -> Vec<PairResult> {
        let mut tallies = std::collections::BTreeMap::<[usize; 2], PairTallies>::new();
        let first_seat = |fixture: &Fixture| usize::from(fixture.seats[0] > fixture.seats[1]);
        let entrants = |fixture: &Fixture| {
            let first = first_seat(fixture);
            [fixture.seats[first], fixture.seats[1 - first]]
        };
        for (fixture, game) in self.contested().filter(|(fixture, _)| fixture.seats.len() == 2) {
            let first = first_seat(fixture);
            let tally = &mut tallies.entry(entrants(fixture)).or_default().games;
            match game.half_points(first, 1 - first) {
                2 => tally.wins += 1,
                1 => tally.shared += 1,
                _ => tally.losses += 1,
            }
        }
        let is_lost = |index: usize| self.games[index].1.is_lost_by_all();
        for [one, other] in self.swapped.iter().filter(|pair| !pair.iter().any(|&index| is_lost(index))) {
            let half_points = |index: usize| {
                let (fixture, game) = &self.games[index];
                let first = first_seat(fixture);
                game.half_points(first, 1 - first)
            };
            let tally = &mut tallies.entry(entrants(&self.games[*one].0)).or_default().pairs;
            tally.add(half_points(*one) + half_points(*other));
        }
        tallies.into_iter().map(|(entrants, tallies)| tallies.result(entrants, sprt)).collect()
    }

    fn entrants(&self) -> usize {
        self.settings.entrants
    }

    /// Returns the games that somebody did not forfeit.
    fn contested(&self) -> impl Iterator<Item = &(Fixture, &'a GameResult)> {
        self.games.iter().filter(|(_, game)| !game.is_lost_by_all())
    }

    fn field(&self) -> Field {
        let mut field = Field::new(self.entrants());
        for (fixture, game) in self.contested() {
            let places: Vec<u32> = game.results.iter().map(|result| result.place).collect();
            field.add(&fixture.seats, &places);
        }
        field
    }

    fn totals(&self) -> Vec<EntrantTotals> {
        let mut totals = vec![EntrantTotals::default(); self.entrants()];
        for (fixture, game) in &self.games {
            let best = game.results.iter().map(|result| result.place).min();
            let winners = game.results.iter().filter(|result| Some(result.place) == best).count();
            for (seat, (&who, result)) in fixture.seats.iter().zip(&game.results).enumerate() {
                let entrant_totals = &mut totals[who];
                entrant_totals.games += 1;
                if Some(result.place) == best && !game.is_lost_by_all() {
                    *(if winners == 1 { &mut entrant_totals.wins } else { &mut entrant_totals.shared }) += 1;
                }
                entrant_totals.units += game.units(seat);
                entrant_totals.fish = entrant_totals.fish.saturating_add(result.fish);
                entrant_totals.forfeits += u32::from(result.out.is_some());
            }
            for fault in &game.faults {
                if let Some(&who) = fixture.seats.get(fault.seat) {
                    totals[who].faults += 1;
                }
            }
        }
        if let Format::Swiss { .. } = self.settings.format {
            for round in &self.rounds {
                // A bye counts as soon as its round is drawn.
                round.byes.iter().for_each(|&who| totals[who].units += swiss::bye_points(self.settings));
            }
        }
        totals
    }

    /// Returns the number of games and the half points of each entrant against every other, row by row.
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
    fn order(&self, totals: &[EntrantTotals]) -> Vec<usize> {
        let halves = self.halves();
        let main = self.main_keys(totals, &halves);
        let mut order: Vec<usize> = (0..self.entrants()).collect();
        order.sort_by_key(|&who| Reverse(main[who]));
        for equal in order.chunk_by_mut(|&a, &b| main[a] == main[b]) {
            let among: Vec<u64> = equal
                .iter()
                .map(|&who| equal.iter().map(|&other| halves[who * self.entrants() + other].1).sum())
                .collect();
            let mut keyed: Vec<(u64, usize)> = among.into_iter().zip(equal.iter().copied()).collect();
            keyed.sort_by_key(|&(among, who)| {
                let entrant_totals = totals[who];
                (
                    Reverse(among),
                    Reverse(entrant_totals.per_game(entrant_totals.fish)),
                    entrant_totals.faults,
                    who,
                )
            });
            for (place, (_, who)) in equal.iter_mut().zip(keyed) {
                *place = who;
            }
        }
        order
    }

    /// Returns the first two sort keys of the format.
    fn main_keys(&self, totals: &[EntrantTotals], halves: &[(u32, u64)]) -> Vec<(u128, u128)> {
        let entrants = self.entrants();
        match self.settings.format {
            // Whoever met a withdrawn entrant has played more games than others.
            Format::RoundRobin if self.settings.entries.iter().any(|change| !change.withdrawn.is_empty()) => {
                totals.iter().map(|totals| (totals.per_game(totals.units), 0)).collect()
            }
            Format::RoundRobin => {
                totals.iter().map(|entrant_totals| (u128::from(entrant_totals.units), 0)).collect()
            }
            Format::Gauntlet { .. } => totals
                .iter()
                .map(|entrant_totals| (entrant_totals.per_game(entrant_totals.units), 0))
                .collect(),
            Format::Swiss { .. } => (0..entrants)
                .map(|who| {
                    let opponents = (0..entrants).filter(|other| halves[who * entrants + other].0 > 0);
                    let buchholz = opponents.map(|other| u128::from(totals[other].units)).sum();
                    (u128::from(totals[who].units), buchholz)
                })
                .collect(),
            Format::KnockOut => {
                let reached = self.rounds_reached();
                let key = |(entrant_totals, reached): (&EntrantTotals, u128)| {
                    (reached, entrant_totals.per_game(entrant_totals.units))
                };
                totals.iter().zip(reached).map(key).collect()
            }
        }
    }

    /// Returns the last round of a knock-out that each entrant reached; the winner reached one more.
    fn rounds_reached(&self) -> Vec<u128> {
        let mut reached = vec![0; self.entrants()];
        for round in &self.rounds {
            let playing = round.tables.iter().flat_map(|table| &table.group);
            for &who in playing.chain(&round.byes) {
                reached[who] = round.number as u128;
            }
        }
        if let Some(who) = self.champion {
            reached[who] += 1;
        }
        reached
    }
}
