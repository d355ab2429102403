//! Knock-out: the winner of a table plays on.
//!
//! Entrants are seeded in the order of their entry. A round has tables for as many winners as the next one
//! has seats, the last round one table; the seeds are dealt to the tables of the first round back and forth,
//! so that the best meet last. Where entrants are missing the tables of the better seeds have empty chairs:
//! one alone at a table has a bye. All later tables are full.
//!
//! A match is won by points, then by fish in all of its games. If the best are still equal, they alone play
//! once more on the spare boards, if there are any, judged in the same way; after that the better seed plays
//! on.

use super::stage::{Stage, Table, seatings};
use super::{Fixture, Terms};
use crate::result::{GameResult, Results};

/// Returns the stages that the results make known, and who won it all.
pub(super) fn stages(terms: &Terms, results: &Results) -> (Vec<Stage>, Option<usize>) {
    let mut stages: Vec<Stage> = Vec::new();
    let mut alive: Vec<usize> = (0..terms.entrants).collect();
    for (index, tables) in table_counts(terms).into_iter().enumerate() {
        let companies = deal(&alive, tables);
        let mut stage = Stage::after(&stages, terms, index + 1, companies, Vec::new());
        let all = std::mem::take(&mut stage.tables);
        (stage.tables, stage.byes) = with_byes(&all);
        let played = stage.played(terms, results);
        let next_game = stage.first + stage.games(terms);
        stages.push(stage);
        let Some(played) = played else { return (stages, None) };
        let sums = accounts(terms, &played);
        let mut best: Vec<Vec<usize>> = all.iter().map(|table| leaders(table, &sums)).collect();

        let tied: Vec<Table> = all
            .iter()
            .zip(&best)
            .filter(|(_, leaders)| leaders.len() > 1)
            .map(|(table, leaders)| Table { number: table.number, company: leaders.clone() })
            .collect();
        if terms.spare_boards > 0 && !tied.is_empty() {
            let replay =
                Stage { round: index + 1, first: next_game, tables: tied, byes: Vec::new(), replay: true };
            stages.push(replay.clone());
            let Some(played) = replay.played(terms, results) else { return (stages, None) };
            let sums = accounts(terms, &played);
            for table in &replay.tables {
                best[table.number - 1] = leaders(table, &sums);
            }
        }
        // The smallest index of those still equal is the better seed.
        alive = best.into_iter().filter_map(|leaders| leaders.into_iter().min()).collect();
    }
    (stages, alive.first().copied())
}

/// Returns how many games each round has, replays aside.
pub(super) fn games_by_round(terms: &Terms) -> Vec<usize> {
    let mut alive = terms.entrants;
    let mut games = Vec::new();
    for tables in table_counts(terms) {
        let sizes = deal(&(0..alive).collect::<Vec<_>>(), tables).into_iter().map(|company| company.len());
        let orders: usize = sizes.filter(|&size| size > 1).map(|size| seatings(terms, size)).sum();
        games.push(terms.repeats * terms.boards * orders);
        alive = tables;
    }
    games
}

/// Returns the number of tables in each round, down to the one of the last.
fn table_counts(terms: &Terms) -> Vec<usize> {
    let mut counts = vec![1];
    let mut held = terms.seats;
    while held < terms.entrants {
        counts.push(held);
        held *= terms.seats;
    }
    counts.reverse();
    counts
}

/// Deals seeds to tables back and forth: 1 to 4, then 8 to 5, then 9 to 12 and so on.
fn deal(seeds: &[usize], tables: usize) -> Vec<Vec<usize>> {
    let mut companies = vec![Vec::new(); tables];
    for (chunk, dealt) in seeds.chunks(tables).enumerate() {
        // What does not go round goes to the tables of the worse seeds, so that the better ones meet fewer.
        let backwards = chunk % 2 == 1 || dealt.len() < tables;
        for (index, &who) in dealt.iter().enumerate() {
            let table = if backwards { tables - 1 - index } else { index };
            companies[table].push(who);
        }
    }
    companies
}

/// Splits off those who sit alone.
fn with_byes(all: &[Table]) -> (Vec<Table>, Vec<usize>) {
    let (byes, tables): (Vec<&Table>, Vec<&Table>) = all.iter().partition(|table| table.company.len() == 1);
    (
        tables.into_iter().cloned().collect(),
        byes.into_iter().flat_map(|table| table.company.clone()).collect(),
    )
}

/// Returns the points and the fish of every entrant.
fn accounts(terms: &Terms, played: &[(Fixture, &GameResult)]) -> Vec<(u64, u64)> {
    let mut accounts = vec![(0u64, 0u64); terms.entrants];
    for (fixture, game) in played {
        for (seat, &who) in fixture.seats.iter().enumerate() {
            let (points, fish) = &mut accounts[who];
            *points += game.units(seat);
            *fish = fish.saturating_add(game.results[seat].fish);
        }
    }
    accounts
}

/// Returns who is first at a table by points and then fish; more than one where these are equal.
fn leaders(table: &Table, accounts: &[(u64, u64)]) -> Vec<usize> {
    let best = table.company.iter().map(|&who| accounts[who]).max();
    table.company.iter().copied().filter(|&who| Some(accounts[who]) == best).collect()
}
