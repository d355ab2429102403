//! A round of a tournament: its tables and their games.

use super::{Fixture, ScheduleSettings, Seating};
use crate::result::{GameResult, Results};
use floe_rules::random::{Random, scramble};

/// A group of entrants that play a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MatchTable {
    /// Its number in the round, from 1.
    pub(super) number: usize,
    pub(super) group: Vec<usize>,
}

/// A round, or the tie-break games of a round.
#[derive(Clone, Debug)]
pub(super) struct TournamentRound {
    /// The number of the round, from 1.
    pub(super) number: usize,
    /// The number of the first game.
    pub(super) first: usize,
    pub(super) tables: Vec<MatchTable>,
    /// The entrants that sit out.
    pub(super) byes: Vec<usize>,
    /// Whether these are tie-break games, on the spare boards.
    pub(super) is_tie_break: bool,
}

impl TournamentRound {
    /// Makes the round after others, with tables numbered in order.
    pub(super) fn after(
        rounds: &[TournamentRound],
        settings: &ScheduleSettings,
        round: usize,
        groups: Vec<Vec<usize>>,
        byes: Vec<usize>,
    ) -> TournamentRound {
        let tables =
            groups.into_iter().enumerate().map(|(i, group)| MatchTable { number: i + 1, group }).collect();
        let first = rounds.last().map_or(1, |last| last.first + last.games(settings));
        TournamentRound { number: round, first, tables, byes, is_tie_break: false }
    }

    pub(super) fn games(&self, settings: &ScheduleSettings) -> usize {
        let boards = if self.is_tie_break { settings.spare_boards } else { settings.boards };
        let seatings: usize = self.tables.iter().map(|table| seatings(settings, table.group.len())).sum();
        settings.repeats * boards * seatings
    }

    /// Returns the games in order. All tables finish a board before the next one, so that all entrants have played
    /// about the same number of games at any time.
    pub(super) fn fixtures(&self, settings: &ScheduleSettings) -> Vec<Fixture> {
        let boards = if self.is_tie_break {
            settings.boards..settings.boards + settings.spare_boards
        } else {
            0..settings.boards
        };
        let mut fixtures = Vec::with_capacity(self.games(settings));
        for _ in 0..settings.repeats {
            for board in boards.clone() {
                for table in &self.tables {
                    let first_game = self.first + fixtures.len();
                    for seats in orders(settings, &table.group, first_game) {
                        let number = self.first + fixtures.len();
                        let seed = game_seed(settings, number);
                        fixtures.push(Fixture {
                            number,
                            round: self.number,
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

    /// Returns the games with their results; nothing while a result is missing.
    pub(super) fn played<'a>(
        &self,
        settings: &ScheduleSettings,
        results: &'a Results,
    ) -> Option<Vec<(Fixture, &'a GameResult)>> {
        let with_result = |fixture: Fixture| results.of(&fixture).map(|game| (fixture, game));
        self.fixtures(settings).into_iter().map(with_result).collect()
    }
}

/// Returns the number of seatings of a group on a board.
pub(super) fn seatings(settings: &ScheduleSettings, group: usize) -> usize {
    match settings.seating {
        Seating::Rotations => group,
        Seating::Permutations => (1..=group).product(),
    }
}

/// Returns the seed of a game.
fn game_seed(settings: &ScheduleSettings, number: usize) -> u64 {
    scramble(settings.seed.wrapping_add(scramble(number as u64)))
}

/// Returns the seatings of a group on a board, of which `first_game` is the number of the first game.
fn orders(settings: &ScheduleSettings, group: &[usize], first_game: usize) -> Vec<Vec<usize>> {
    let mut base = group.to_vec();
    match settings.seating {
        Seating::Permutations => {
            let mut all = Vec::with_capacity(seatings(settings, base.len()));
            permute(&mut base, 0, &mut all);
            all
        }
        Seating::Rotations => {
            // Rotations keep the order of the players, which may favour some of them, so each board starts with another
            // one. Two players have only one order.
            if base.len() > 2 {
                Random::new(scramble(game_seed(settings, first_game))).shuffle(&mut base);
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
