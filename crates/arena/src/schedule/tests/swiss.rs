//! Tests of Swiss rounds: rematches, byes and points.

use super::*;
use floe_rules::random::scramble;
use std::collections::BTreeSet;

type Met = BTreeSet<(usize, usize)>;

/// The tables of each round, each in the order of its table.
fn rounds(schedule: &Schedule, results: &Results) -> Vec<Vec<Vec<usize>>> {
    let mut rounds: BTreeMap<usize, BTreeMap<usize, Vec<usize>>> = BTreeMap::new();
    for fixture in schedule.known(results) {
        let group = rounds.entry(fixture.round).or_default().entry(fixture.table).or_insert(fixture.seats);
        group.sort_unstable();
    }
    rounds.into_values().map(|tables| tables.into_values().collect()).collect()
}

fn pairs_of(table: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    table.iter().enumerate().flat_map(|(index, &a)| table[index + 1..].iter().map(move |&b| (a, b)))
}

/// Tries all tables: is there a round without a rematch?
fn can_avoid(left: &[usize], seats: usize, met: &Met) -> bool {
    fn fill(group: &[usize], left: &[usize], seats: usize, met: &Met) -> bool {
        if group.len() == seats {
            return can_avoid(left, seats, met);
        }
        left.iter().enumerate().any(|(index, &who)| {
            // In rising order only, since the order does not matter.
            who > group[group.len() - 1] && group.iter().all(|&other| !met.contains(&(other, who))) && {
                let rest: Vec<usize> = [&left[..index], &left[index + 1..]].concat();
                fill(&[group, &[who]].concat(), &rest, seats, met)
            }
        })
    }
    left.split_first().is_none_or(|(&first, rest)| fill(&[first], rest, seats, met))
}

/// Counts rematches, each checked to be unavoidable, and checks byes.
fn check_rounds(settings: &ScheduleSettings, results: &Results) -> usize {
    let schedule = Schedule::new(settings.clone()).expect("good settings");
    let mut met = Met::new();
    let mut byes = vec![0usize; settings.entrants];
    let mut rematches = 0;
    for tables in rounds(&schedule, results) {
        let sitting: BTreeSet<usize> = tables.iter().flatten().copied().collect();
        let out: Vec<usize> = (0..settings.entrants).filter(|who| !sitting.contains(who)).collect();
        assert_eq!(out.len(), settings.entrants % settings.seats);
        let fewest = *byes.iter().min().expect("entrants");
        let again = tables.iter().flat_map(|table| pairs_of(table)).filter(|pair| met.contains(pair)).count();
        if again > 0 {
            rematches += again;
            // With two at a table, no other bye would have avoided it either.
            let choices: Vec<Vec<usize>> = if settings.seats == 2 && out.len() == 1 {
                (0..settings.entrants).filter(|&who| byes[who] == fewest).map(|who| vec![who]).collect()
            } else {
                vec![out.clone()]
            };
            for out in choices {
                let left: Vec<usize> = (0..settings.entrants).filter(|who| !out.contains(who)).collect();
                assert!(!can_avoid(&left, settings.seats, &met), "a rematch without need: {tables:?}");
            }
        }
        out.iter().for_each(|&who| byes[who] += 1);
        let most = *byes.iter().max().expect("entrants");
        assert!(most - byes.iter().min().expect("entrants") <= 1, "{byes:?}");
        met.extend(tables.iter().flat_map(|table| pairs_of(table)));
    }
    rematches
}

fn play(settings: &ScheduleSettings) -> Results {
    play_all(&Schedule::new(settings.clone()).expect("good settings"), by_lot)
}

#[test]
fn the_first_round_pairs_the_halves_of_the_draw() {
    let settings = settings(Format::Swiss { rounds: 3 }, 8, 2);
    let schedule = Schedule::new(settings).expect("good settings");
    let ScheduleStep::Play(fixtures) = schedule.next(&Results::new()) else { panic!("nothing was played") };
    let mut draw: Vec<usize> = (0..8).collect();
    Random::new(scramble(7)).shuffle(&mut draw);
    for (index, games) in fixtures.chunks(2).enumerate() {
        let (upper, lower) = (draw[index], draw[index + 4]);
        assert_eq!([&games[0].seats[..], &games[1].seats[..]], [[upper, lower], [lower, upper]]);
    }
}

#[test]
fn entrants_with_equal_points_meet() {
    // The smaller index wins: after three rounds of eight entrants, one has all points and one has none, and winners met
    // winners.
    let settings = settings(Format::Swiss { rounds: 3 }, 8, 2);
    let schedule = Schedule::new(settings).expect("good settings");
    let results = play_all(&schedule, by_index);
    let mut points = [0; 8];
    for tables in rounds(&schedule, &results) {
        for table in tables {
            assert_eq!(points[table[0]], points[table[1]], "{table:?}");
            points[table[0]] += 1;
        }
    }
    let mut sorted = points;
    sorted.sort_unstable();
    assert_eq!(sorted, [0, 1, 1, 1, 2, 2, 2, 3]);
    assert_eq!(points[0], 3);
}

#[test]
fn sixty_four_entrants_have_no_rematch() {
    for seed in 0..3 {
        let settings = ScheduleSettings { seed, ..settings(Format::Swiss { rounds: 31 }, 64, 2) };
        let schedule = Schedule::new(settings).expect("good settings");
        let results = play_all(&schedule, by_lot);
        let mut met = Met::new();
        for table in rounds(&schedule, &results).concat() {
            assert!(met.insert((table[0], table[1])), "{table:?} again");
        }
    }
}

#[test]
fn a_large_field_is_paired_too() {
    let settings = ScheduleSettings { seed: 3, ..settings(Format::Swiss { rounds: 9 }, 501, 2) };
    let results = play(&settings);
    assert_eq!(results.len(), 9 * 500);
    assert_eq!(check_rounds(&settings, &results), 0);
}

#[test]
fn tables_of_four_have_no_rematch_for_some_rounds() {
    let settings = ScheduleSettings { seed: 5, ..settings(Format::Swiss { rounds: 5 }, 40, 4) };
    assert_eq!(check_rounds(&settings, &play(&settings)), 0);
    // Too many entrants for the search: groups that met least often are taken.
    let settings = ScheduleSettings { seed: 5, ..super::settings(Format::Swiss { rounds: 3 }, 402, 4) };
    let schedule = Schedule::new(settings.clone()).expect("good settings");
    let tables = rounds(&schedule, &play(&settings)).concat();
    let pairs: Vec<(usize, usize)> = tables.iter().flat_map(|table| pairs_of(table)).collect();
    let different: BTreeSet<_> = pairs.iter().collect();
    assert!(pairs.len() - different.len() < pairs.len() / 50);
}

#[test]
fn more_rounds_than_opponents_lead_to_rematches() {
    let settings = settings(Format::Swiss { rounds: 9 }, 4, 2);
    let results = play(&settings);
    assert_eq!(results.len(), 9 * 4);
    let schedule = Schedule::new(settings).expect("good settings");
    let mut met: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    for table in rounds(&schedule, &results).concat() {
        *met.entry(table).or_default() += 1;
    }
    assert!(met.values().all(|&count| count == 3), "{met:?}");
}

proptest! {
    #[test]
    fn no_rematch_that_could_be_avoided(entrants in 2..11usize, rounds in 1..12usize, seed: u64) {
        let settings = ScheduleSettings { seed, ..settings(Format::Swiss { rounds }, entrants, 2) };
        check_rounds(&settings, &play(&settings));
    }

    #[test]
    fn no_rematch_that_could_be_avoided_at_larger_tables(
        entrants in 3..13usize, seats in 3..5usize, rounds in 1..6usize, seed: u64,
    ) {
        prop_assume!(entrants >= seats);
        let settings = ScheduleSettings { seed, ..settings(Format::Swiss { rounds }, entrants, seats) };
        check_rounds(&settings, &play(&settings));
    }
}
