//! Tables that play at the same time, and their games.

use super::{Fixture, Seating, Terms};
use crate::result::{GameResult, Results};
use floe_rules::random::{Random, scramble};

/// A company that plays a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    /// Its number in the round, from 1.
    pub(super) number: usize,
    pub(super) company: Vec<usize>,
}

/// The tables of a round, or those of them that play again.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub(super) round: usize,
    /// The number of its first game.
    pub(super) first: usize,
    pub(super) tables: Vec<Table>,
    /// Who sits out.
    pub(super) byes: Vec<usize>,
    /// Whether tied tables play again, on the spare boards.
    pub(super) replay: bool,
}

impl Stage {
    /// Makes the stage that comes after others, with tables numbered in order.
    pub(super) fn after(
        stages: &[Stage],
        terms: &Terms,
        round: usize,
        companies: Vec<Vec<usize>>,
        byes: Vec<usize>,
    ) -> Stage {
        let tables =
            companies.into_iter().enumerate().map(|(i, company)| Table { number: i + 1, company }).collect();
        let first = stages.last().map_or(1, |last| last.first + last.games(terms));
        Stage { round, first, tables, byes, replay: false }
    }

    pub(super) fn games(&self, terms: &Terms) -> usize {
        let boards = if self.replay { terms.spare_boards } else { terms.boards };
        let seatings: usize = self.tables.iter().map(|table| seatings(terms, table.company.len())).sum();
        terms.repeats * boards * seatings
    }

    /// Returns the games in order. All tables come to a board before any comes to the next, so that a
    /// tournament looked at half-way has had about the same of everyone.
    pub(super) fn fixtures(&self, terms: &Terms) -> Vec<Fixture> {
        let boards =
            if self.replay { terms.boards..terms.boards + terms.spare_boards } else { 0..terms.boards };
        let mut fixtures = Vec::with_capacity(self.games(terms));
        for _ in 0..terms.repeats {
            for board in boards.clone() {
                for table in &self.tables {
                    let group = self.first + fixtures.len();
                    for seats in orders(terms, &table.company, group) {
                        let number = self.first + fixtures.len();
                        let seed = game_seed(terms, number);
                        fixtures.push(Fixture {
                            number,
                            round: self.round,
                            table: table.number,
                            seats,
                            board,
                            seed,
                        });
                    }
                }
            }
        }
        fixtures
    }

    /// Returns the games with their results; nothing while one is missing.
    pub(super) fn played<'a>(
        &self,
        terms: &Terms,
        results: &'a Results,
    ) -> Option<Vec<(Fixture, &'a GameResult)>> {
        let with_result = |fixture: Fixture| results.of(&fixture).map(|game| (fixture, game));
        self.fixtures(terms).into_iter().map(with_result).collect()
    }
}

/// Returns in how many orders a company sits down on a board.
pub(super) fn seatings(terms: &Terms, company: usize) -> usize {
    match terms.seating {
        Seating::Rotations => company,
        Seating::Permutations => (1..=company).product(),
    }
}

/// Returns what a game may draw lots from.
fn game_seed(terms: &Terms, number: usize) -> u64 {
    scramble(terms.seed.wrapping_add(scramble(number as u64)))
}

/// Returns the orders in which a company sits down on a board; `group` is the number of the first game.
fn orders(terms: &Terms, company: &[usize], group: usize) -> Vec<Vec<usize>> {
    let mut base = company.to_vec();
    match terms.seating {
        Seating::Permutations => {
            let mut all = Vec::with_capacity(seatings(terms, base.len()));
            permute(&mut base, 0, &mut all);
            all
        }
        Seating::Rotations => {
            // Rotations keep who moves after whom. A new circle for every board spreads that luck; two have
            // only one.
            if base.len() > 2 {
                Random::new(scramble(game_seed(terms, group))).shuffle(&mut base);
            }
            (0..base.len())
                .map(|shift| {
                    let mut seats = base.clone();
                    seats.rotate_left(shift);
                    seats
                })
                .collect()
        }
    }
}

fn permute(base: &mut [usize], fixed: usize, all: &mut Vec<Vec<usize>>) {
    if fixed == base.len() {
        all.push(base.to_vec());
        return;
    }
    for next in fixed..base.len() {
        base.swap(fixed, next);
        permute(base, fixed + 1, all);
        base.swap(fixed, next);
    }
}
