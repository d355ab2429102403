//! Tests of schedules of all formats, with random results.

mod entries;
mod knock_out;
mod meetings;
mod resume;
mod standings;
mod swiss;

use super::*;
use crate::result::{GameResult, SeatResult};
use floe_rules::random::Random;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::time::Duration;

/// Settings with one board and no repeats.
fn settings(format: Format, entrants: usize, seats: usize) -> ScheduleSettings {
    ScheduleSettings {
        entrants,
        seats,
        boards: 1,
        spare_boards: 0,
        format,
        seating: Seating::Rotations,
        repeats: 1,
        seed: 7,
        bye: ByeValue::default(),
        entries: Vec::new(),
    }
}

/// Makes a result from the fish by seat.
fn outcome(number: usize, scores: &[u64]) -> GameResult {
    let place = |score: &u64| 1 + scores.iter().filter(|&other| other > score).count() as u32;
    let result = |fish: &u64| SeatResult {
        fish: *fish,
        place: place(fish),
        out: None,
        calls: 0,
        thought: Duration::ZERO,
        slowest: Duration::ZERO,
        stdout: Vec::new(),
        cpu: None,
        stderr: Vec::new(),
    };
    GameResult {
        number,
        round: 1,
        board: 0,
        seats: Vec::new(),
        results: scores.iter().map(result).collect(),
        faults: Vec::new(),
        replays: Vec::new(),
        record: String::new(),
    }
}

/// Simulates a game with random scores that depend on its seed only.
fn by_lot(fixture: &Fixture) -> GameResult {
    let mut random = Random::new(fixture.seed);
    let scores: Vec<u64> = fixture.seats.iter().map(|_| random.below(4)).collect();
    outcome(fixture.number, &scores)
}

/// Simulates a game that the entrant with the smaller index wins.
fn by_index(fixture: &Fixture) -> GameResult {
    let scores: Vec<u64> = fixture.seats.iter().map(|&who| 5000 - who as u64).collect();
    outcome(fixture.number, &scores)
}

/// Simulates a whole tournament and returns its results.
fn play_all(schedule: &Schedule, game: impl Fn(&Fixture) -> GameResult) -> Results {
    let mut results = Results::new();
    while let ScheduleStep::Play(fixtures) = schedule.next(&results) {
        results.extend(fixtures.iter().map(&game));
    }
    results
}

/// Any settings that are possible.
fn some_settings() -> impl Strategy<Value = ScheduleSettings> {
    let format = prop_oneof![
        Just(Format::RoundRobin),
        (1..3usize).prop_map(|challengers| Format::Gauntlet { challengers }),
        (1..5usize).prop_map(|rounds| Format::Swiss { rounds }),
        Just(Format::KnockOut),
    ];
    let seating = prop_oneof![3 => Just(Seating::Rotations), 1 => Just(Seating::Permutations)];
    (format, seating, 2..10usize, 2..5usize, 1..3usize, 0..2usize, 1..3usize, any::<u64>())
        .prop_map(|(format, seating, entrants, seats, boards, spare_boards, repeats, seed)| {
            ScheduleSettings {
                entrants,
                seats,
                boards,
                spare_boards,
                format,
                seating,
                repeats,
                seed,
                bye: ByeValue::default(),
                entries: Vec::new(),
            }
        })
        .prop_filter("too few entrants for a table", |settings| Schedule::new(settings.clone()).is_ok())
}

#[test]
fn impossible_settings_are_refused() {
    let refused = |settings: ScheduleSettings| Schedule::new(settings).expect_err("impossible");
    assert_eq!(refused(settings(Format::RoundRobin, 3, 1)), ScheduleError::Seats(1));
    assert_eq!(refused(settings(Format::RoundRobin, 30, 10)), ScheduleError::Seats(10));
    assert_eq!(
        refused(settings(Format::RoundRobin, 2, 3)),
        ScheduleError::Entrants { entrants: 2, needed: 3 }
    );
    assert_eq!(refused(settings(Format::KnockOut, 1, 2)), ScheduleError::Entrants { entrants: 1, needed: 2 });
    assert_eq!(refused(settings(Format::Swiss { rounds: 0 }, 4, 2)), ScheduleError::Rounds);
    assert_eq!(refused(settings(Format::Gauntlet { challengers: 0 }, 4, 2)), ScheduleError::Challengers);
    let gauntlet = Format::Gauntlet { challengers: usize::MAX };
    assert!(matches!(refused(settings(gauntlet, 4, 2)), ScheduleError::Entrants { .. }));
    assert_eq!(
        refused(ScheduleSettings { boards: 0, ..settings(Format::RoundRobin, 4, 2) }),
        ScheduleError::Boards
    );
    assert_eq!(
        refused(ScheduleSettings { repeats: 0, ..settings(Format::RoundRobin, 4, 2) }),
        ScheduleError::Repeats
    );
    assert_eq!(refused(settings(Format::RoundRobin, 5000, 2)), ScheduleError::TooManyEntrants(5000));
    for huge in [
        ScheduleSettings { boards: usize::MAX, repeats: usize::MAX, ..settings(Format::RoundRobin, 4, 2) },
        ScheduleSettings { boards: usize::MAX, spare_boards: usize::MAX, ..settings(Format::KnockOut, 4, 2) },
        settings(Format::RoundRobin, 1000, 9),
        settings(Format::Gauntlet { challengers: 10 }, 1000, 9),
        settings(Format::Swiss { rounds: usize::MAX }, 1000, 2),
    ] {
        assert_eq!(refused(huge), ScheduleError::TooManyGames);
    }
}

#[test]
fn results_of_another_schedule_are_noticed() {
    let schedule = Schedule::new(settings(Format::RoundRobin, 4, 2)).expect("good settings");
    let mut results = play_all(&schedule, by_lot);
    assert_eq!(schedule.check(&results), Ok(()));
    results.insert(outcome(13, &[1, 2]));
    assert_eq!(schedule.check(&results), Err(ScheduleError::UnknownGame { number: 13 }));
    let zero: Results = [outcome(0, &[1, 2])].into_iter().collect();
    assert_eq!(schedule.check(&zero), Err(ScheduleError::UnknownGame { number: 0 }));
    let misfit: Results = [outcome(2, &[1, 2, 3])].into_iter().collect();
    assert_eq!(schedule.check(&misfit), Err(ScheduleError::WrongSeats { number: 2, seats: 2 }));
    // A result with a wrong number of seats does not count.
    let ScheduleStep::Play(fixtures) = schedule.next(&misfit) else { panic!("nothing was played") };
    assert_eq!(fixtures.len(), 12);
}

#[test]
fn games_have_seeds_of_their_own() {
    let make = |seed| {
        let schedule =
            Schedule::new(ScheduleSettings { seed, boards: 50, ..settings(Format::RoundRobin, 6, 2) })
                .expect("good settings");
        schedule.known(&Results::new()).into_iter().map(|fixture| fixture.seed).collect::<Vec<_>>()
    };
    let (one, other) = (make(1), make(2));
    assert_eq!(one, make(1));
    let mut all = [one, other].concat();
    let games = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), games);
}

proptest! {
    #[test]
    fn entrants_play_at_one_table_in_a_round_and_numbers_have_no_gaps(settings in some_settings()) {
        let schedule = Schedule::new(settings.clone()).expect("good settings");
        let results = play_all(&schedule, by_lot);
        let mut at: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for (index, fixture) in schedule.known(&results).iter().enumerate() {
            prop_assert_eq!(fixture.number, index + 1);
            prop_assert!(fixture.board < settings.boards + settings.spare_boards);
            for &who in &fixture.seats {
                prop_assert!(who < settings.entrants);
                prop_assert_eq!(*at.entry((fixture.round, who)).or_insert(fixture.table), fixture.table);
            }
            let mut group = fixture.seats.clone();
            group.sort_unstable();
            group.dedup();
            prop_assert_eq!(group.len(), fixture.seats.len());
        }
    }

    #[test]
    fn every_group_takes_all_seats_on_all_boards(settings in some_settings()) {
        let schedule = Schedule::new(settings.clone()).expect("good settings");
        let results = play_all(&schedule, by_lot);
        // How often each entrant had each seat of each board, by table.
        let mut sat = BTreeMap::<_, BTreeMap<(usize, usize), usize>>::new();
        let mut sizes = BTreeMap::new();
        for fixture in schedule.known(&results) {
            let table = (fixture.round, fixture.table, fixture.board);
            sizes.insert(table, fixture.seats.len());
            for (seat, &who) in fixture.seats.iter().enumerate() {
                *sat.entry(table).or_default().entry((who, seat)).or_default() += 1;
            }
        }
        for (table, counts) in sat {
            let size = sizes[&table];
            let orders: usize = match settings.seating {
                Seating::Rotations => 1,
                Seating::Permutations => (1..size).product(),
            };
            prop_assert_eq!(counts.len(), size * size);
            prop_assert!(counts.values().all(|&count| count == orders * settings.repeats));
        }
    }
}
