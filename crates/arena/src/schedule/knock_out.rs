//! Knock-out: the winner of a table advances.
//!
//! Entrants are seeded in the order of entry. Each round has as many tables as the next round has seats, and the last
//! round has one table. The seeds are dealt to the tables of the first round in snake order, so that the best meet
//! last. When there are too few entrants, the tables of the better seeds have empty seats, and an entrant alone at a
//! table has a bye. All later tables are full.
//!
//! A match is won by points, then by fish in all its games. Entrants that are still tied play tie-break games on the
//! spare boards, if there are any; if they are tied again, the better seed advances.

use super::round::{MatchTable, TournamentRound, seatings};
use super::{Fixture, ScheduleSettings};
use crate::result::{GameResult, Results};

/// Returns the rounds that the results determine, and the winner of the tournament.
pub(super) fn rounds(
    settings: &ScheduleSettings,
    results: &Results,
) -> (Vec<TournamentRound>, Option<usize>) {
    let mut rounds: Vec<TournamentRound> = Vec::new();
    let mut alive: Vec<usize> = (0..settings.entrants).collect();
    for (index, tables) in table_counts(settings).into_iter().enumerate() {
        let groups = deal(&alive, tables);
        let mut round = TournamentRound::after(&rounds, settings, index + 1, groups, Vec::new());
        let all = std::mem::take(&mut round.tables);
        (round.tables, round.byes) = with_byes(&all);
        let played = round.played(settings, results);
        let next_game = round.first + round.games(settings);
        rounds.push(round);
        let Some(played) = played else { return (rounds, None) };
        let sums = totals(settings, &played);
        let mut best: Vec<Vec<usize>> = all.iter().map(|table| leaders(table, &sums)).collect();

        let tied: Vec<MatchTable> = all
            .iter()
            .zip(&best)
            .filter(|(_, leaders)| leaders.len() > 1)
            .map(|(table, leaders)| MatchTable { number: table.number, group: leaders.clone() })
            .collect();
        if settings.spare_boards > 0 && !tied.is_empty() {
            let tie_break = TournamentRound {
                number: index + 1,
                first: next_game,
                tables: tied,
                byes: Vec::new(),
                is_tie_break: true,
            };
            rounds.push(tie_break.clone());
            let Some(played) = tie_break.played(settings, results) else { return (rounds, None) };
            let sums = totals(settings, &played);
            for table in &tie_break.tables {
                best[table.number - 1] = leaders(table, &sums);
            }
        }
        // The smallest index is the best seed.
        alive = best.into_iter().filter_map(|leaders| leaders.into_iter().min()).collect();
    }
    (rounds, alive.first().copied())
}

/// Returns the number of games of each round, without tie-breaks.
pub(super) fn games_by_round(settings: &ScheduleSettings) -> Vec<usize> {
    let mut alive = settings.entrants;
    let mut games = Vec::new();
    for tables in table_counts(settings) {
        let sizes = deal(&(0..alive).collect::<Vec<_>>(), tables).into_iter().map(|group| group.len());
        let orders: usize = sizes.filter(|&size| size > 1).map(|size| seatings(settings, size)).sum();
        games.push(settings.repeats * settings.boards * orders);
        alive = tables;
    }
    games
}

/// Returns the number of tables in each round; the last round has one table.
fn table_counts(settings: &ScheduleSettings) -> Vec<usize> {
    let mut counts = vec![1];
    let mut held = settings.seats;
    while held < settings.entrants {
        counts.push(held);
        held *= settings.seats;
    }
    counts.reverse();
    counts
}

/// Deals seeds to tables in snake order: with four tables, seeds 1 to 4, then 5 to 8 in reverse, then 9 to 12 and so
/// on.
fn deal(seeds: &[usize], tables: usize) -> Vec<Vec<usize>> {
    let mut groups = vec![Vec::new(); tables];
    for (chunk, dealt) in seeds.chunks(tables).enumerate() {
        // The last seeds go to the tables of the worse seeds, so that the better ones meet fewer opponents.
        let backwards = chunk % 2 == 1 || dealt.len() < tables;
        for (index, &who) in dealt.iter().enumerate() {
            let table = if backwards { tables - 1 - index } else { index };
            groups[table].push(who);
        }
    }
    groups
}

/// Splits the tables into those that play and the entrants that sit alone and get a bye.
fn with_byes(all: &[MatchTable]) -> (Vec<MatchTable>, Vec<usize>) {
    let (byes, tables): (Vec<&MatchTable>, Vec<&MatchTable>) =
        all.iter().partition(|table| table.group.len() == 1);
    (tables.into_iter().cloned().collect(), byes.into_iter().flat_map(|table| table.group.clone()).collect())
}

/// Returns the points and the fish of every entrant.
fn totals(settings: &ScheduleSettings, played: &[(Fixture, &GameResult)]) -> Vec<(u64, u64)> {
    let mut totals = vec![(0u64, 0u64); settings.entrants];
    for (fixture, game) in played {
        for (seat, &who) in fixture.seats.iter().enumerate() {
            let (points, fish) = &mut totals[who];
            *points += game.units(seat);
            *fish = fish.saturating_add(game.results[seat].fish);
        }
    }
    totals
}

/// Returns the leaders of a table by points and then fish: several entrants if they are tied.
fn leaders(table: &MatchTable, totals: &[(u64, u64)]) -> Vec<usize> {
    let best = table.group.iter().map(|&who| totals[who]).max();
    table.group.iter().copied().filter(|&who| Some(totals[who]) == best).collect()
}
