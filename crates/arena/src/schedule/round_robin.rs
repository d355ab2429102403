//! Everyone meets everyone: round robin and gauntlet.

use super::Terms;
use floe_rules::random::{Random, scramble};
use std::collections::VecDeque;

/// Returns how many companies of `size` there are among `entrants`; nothing when it does not fit in a number.
pub(super) fn companies(entrants: u128, size: u128) -> Option<u128> {
    if size > entrants {
        return Some(0);
    }
    (0..size).try_fold(1u128, |count, chosen| Some(count.checked_mul(entrants - chosen)? / (chosen + 1)))
}

/// Returns the rounds of a round robin, each with its tables.
pub(super) fn rounds(terms: &Terms) -> Vec<Vec<Vec<usize>>> {
    if terms.seats == 2 {
        return circle(terms.entrants);
    }
    let all: Vec<usize> = (0..terms.entrants).collect();
    pack(terms, choose(&all, terms.seats))
}

/// Returns the rounds of a gauntlet, each with its tables.
pub(super) fn gauntlet(terms: &Terms, challengers: usize) -> Vec<Vec<Vec<usize>>> {
    let others: Vec<usize> = (challengers..terms.entrants).collect();
    let companies = choose(&others, terms.seats - 1);
    let tables = (0..challengers)
        .flat_map(|challenger| companies.iter().map(move |company| [&[challenger], &company[..]].concat()))
        .collect();
    pack(terms, tables)
}

/// Pairs all with all in as few rounds as can be: one stays, the others move round the tables.
fn circle(entrants: usize) -> Vec<Vec<Vec<usize>>> {
    let places = entrants + entrants % 2;
    let turning = places - 1;
    (0..turning)
        .map(|round| {
            let at = |place: usize| if place == 0 { turning } else { (round + place - 1) % turning };
            (0..places / 2)
                .map(|table| vec![at(table), at(places - 1 - table)])
                // With an odd number, who meets the empty chair sits out.
                .filter(|pair| pair.iter().all(|&who| who < entrants))
                .collect()
        })
        .collect()
}

/// Returns all companies of `size`, in order.
fn choose(from: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, &first) in from.iter().enumerate() {
        if from.len() - index < size {
            break;
        }
        for rest in choose(&from[index + 1..], size - 1) {
            all.push([&[first], &rest[..]].concat());
        }
    }
    all
}

/// Puts tables into rounds so that nobody sits at two in a round.
///
/// The tables are drawn by lot first, so that the first rounds are a fair sample. A table joins the first of
/// some open rounds that has place for it. The fewest possible rounds are not sought: that is a hard problem,
/// and a round is only a label and an order here.
fn pack(terms: &Terms, mut tables: Vec<Vec<usize>>) -> Vec<Vec<Vec<usize>>> {
    const OPEN: usize = 64;
    Random::new(scramble(terms.seed)).shuffle(&mut tables);
    let mut closed = Vec::new();
    let mut open: VecDeque<(Vec<bool>, Vec<Vec<usize>>)> = VecDeque::new();
    for table in tables {
        let free = open.iter().position(|(busy, _)| table.iter().all(|&who| !busy[who]));
        let index = free.unwrap_or_else(|| {
            if open.len() == OPEN {
                closed.extend(open.pop_front().map(|(_, tables)| tables));
            }
            open.push_back((vec![false; terms.entrants], Vec::new()));
            open.len() - 1
        });
        let (busy, tables) = &mut open[index];
        table.iter().for_each(|&who| busy[who] = true);
        tables.push(table);
    }
    closed.extend(open.into_iter().map(|(_, tables)| tables));
    closed
}
