//! Tests of knock-out brackets.

use super::*;
use std::collections::BTreeSet;

/// The tables of each round, without tie-breaks.
fn groups(schedule: &Schedule, results: &Results) -> Vec<BTreeSet<Vec<usize>>> {
    let mut rounds: Vec<BTreeSet<Vec<usize>>> = Vec::new();
    for fixture in schedule.known(results) {
        if fixture.board >= schedule.settings().boards {
            continue;
        }
        rounds.resize(rounds.len().max(fixture.round), BTreeSet::new());
        let mut group = fixture.seats;
        group.sort_unstable();
        rounds[fixture.round - 1].insert(group);
    }
    rounds
}

fn sets(tables: &[&[usize]]) -> BTreeSet<Vec<usize>> {
    tables.iter().map(|table| table.to_vec()).collect()
}

#[test]
fn the_best_meet_last() {
    let schedule = Schedule::new(settings(Format::KnockOut, 8, 2)).expect("good settings");
    let results = play_all(&schedule, by_index);
    let rounds = groups(&schedule, &results);
    assert_eq!(
        rounds,
        [sets(&[&[0, 7], &[1, 6], &[2, 5], &[3, 4]]), sets(&[&[0, 3], &[1, 2]]), sets(&[&[0, 1]])]
    );
}

#[test]
fn the_best_have_byes() {
    let schedule = Schedule::new(settings(Format::KnockOut, 5, 2)).expect("good settings");
    let results = play_all(&schedule, by_index);
    assert_eq!(groups(&schedule, &results), [sets(&[&[3, 4]]), sets(&[&[0, 3], &[1, 2]]), sets(&[&[0, 1]])]);
}

#[test]
fn first_tables_of_four_may_have_empty_seats() {
    let schedule = Schedule::new(settings(Format::KnockOut, 10, 4)).expect("good settings");
    let results = play_all(&schedule, by_index);
    assert_eq!(
        groups(&schedule, &results),
        [sets(&[&[0, 7], &[1, 6], &[2, 5, 9], &[3, 4, 8]]), sets(&[&[0, 1, 2, 3]])]
    );
}

#[test]
fn fewer_than_a_table_play_at_once() {
    let schedule = Schedule::new(settings(Format::KnockOut, 3, 4)).expect("good settings");
    let results = play_all(&schedule, by_index);
    assert_eq!(groups(&schedule, &results), [sets(&[&[0, 1, 2]])]);
    assert_eq!(results.len(), 3);
}

#[test]
fn fish_decide_between_equal_points() {
    let schedule = Schedule::new(settings(Format::KnockOut, 2, 2)).expect("good settings");
    // Each wins once; entrant 1 by more.
    let results = play_all(&schedule, |fixture| {
        outcome(fixture.number, if fixture.seats == [0, 1] { &[10, 9] } else { &[20, 5] })
    });
    assert_eq!(results.len(), 2);
    assert_eq!(schedule.rounds(&results).1, Some(1));
}

#[test]
fn ties_are_broken_by_more_games_and_then_by_seed() {
    let tied = ScheduleSettings { spare_boards: 3, ..settings(Format::KnockOut, 4, 2) };
    let schedule = Schedule::new(tied.clone()).expect("good settings");
    let level = |fixture: &Fixture| outcome(fixture.number, &vec![5; fixture.seats.len()]);
    let results = play_all(&schedule, level);
    // Two matches of 2 games with tie-breaks of 6 games each, then the same for the final.
    assert_eq!(results.len(), 2 * (2 + 6) + (2 + 6));
    let boards: Vec<usize> = schedule.known(&results)[4..16].iter().map(|fixture| fixture.board).collect();
    assert_eq!(boards, [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
    assert_eq!(schedule.rounds(&results).1, Some(0));

    // Without spare boards, the better seed advances at once.
    let schedule =
        Schedule::new(ScheduleSettings { spare_boards: 0, ..tied.clone() }).expect("good settings");
    assert_eq!(play_all(&schedule, level).len(), 6);

    // A won tie-break decides against the seed.
    let schedule = Schedule::new(ScheduleSettings { spare_boards: 1, ..tied }).expect("good settings");
    let results = play_all(&schedule, |fixture| {
        if fixture.board == 0 {
            return level(fixture);
        }
        let scores: Vec<u64> = fixture.seats.iter().map(|&who| who as u64).collect();
        outcome(fixture.number, &scores)
    });
    assert_eq!(schedule.rounds(&results).1, Some(3));
}

#[test]
fn only_tied_entrants_of_a_larger_table_play_the_tie_break() {
    let settings = ScheduleSettings { spare_boards: 1, ..settings(Format::KnockOut, 4, 4) };
    let schedule = Schedule::new(settings).expect("good settings");
    let results = play_all(&schedule, |fixture| {
        let scores: Vec<u64> = fixture.seats.iter().map(|&who| if who % 2 == 0 { 9 } else { 1 }).collect();
        outcome(fixture.number, &scores)
    });
    let again: Vec<Vec<usize>> =
        schedule.known(&results)[4..].iter().map(|fixture| fixture.seats.clone()).collect();
    assert_eq!(again, [vec![0, 2], vec![2, 0]]);
}

proptest! {
    #[test]
    fn all_but_one_are_knocked_out_once(entrants in 2..60usize, seats in 2..6usize, spare in 0..2usize, seed: u64) {
        let settings = ScheduleSettings { spare_boards: spare, seed, ..settings(Format::KnockOut, entrants, seats) };
        let schedule = Schedule::new(settings).expect("good settings");
        let results = play_all(&schedule, by_lot);
        let rounds = groups(&schedule, &results);
        let mut alive: BTreeSet<usize> = (0..entrants).collect();
        for (index, tables) in rounds.iter().enumerate() {
            let sitting: Vec<usize> = tables.iter().flatten().copied().collect();
            prop_assert!(sitting.iter().all(|who| alive.contains(who)));
            if index > 0 {
                prop_assert_eq!(sitting.len(), alive.len());
                prop_assert!(tables.iter().all(|table| table.len() == seats));
            } else {
                // Byes are for the best seeds.
                let byes: Vec<usize> = alive.iter().copied().filter(|who| !sitting.contains(who)).collect();
                prop_assert_eq!(&byes, &(0..byes.len()).collect::<Vec<_>>());
            }
            let next: BTreeSet<usize> = match rounds.get(index + 1) {
                Some(later) => later.iter().flatten().copied().collect(),
                None => schedule.rounds(&results).1.into_iter().collect(),
            };
            for table in tables {
                prop_assert_eq!(table.iter().filter(|who| next.contains(who)).count(), 1);
            }
            alive = next;
        }
        prop_assert_eq!(alive.len(), 1);
        prop_assert_eq!(schedule.games_left(&results), 0);
    }
}
