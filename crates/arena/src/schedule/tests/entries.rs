//! Late entrants and withdrawals.

use super::*;

/// Plays games until nothing is left, or `most` games have been played, and returns the results.
fn play(schedule: &Schedule, mut results: Results, most: usize) -> Results {
    while let ScheduleStep::Play(fixtures) = schedule.next(&results) {
        for fixture in fixtures {
            if results.len() >= most {
                return results;
            }
            results.insert(by_lot(&fixture));
        }
    }
    results
}

fn with(settings: &ScheduleSettings, joined: usize, withdrawn: &[usize], round: usize) -> Schedule {
    let mut settings = settings.clone();
    let joined = (settings.entrants..settings.entrants + joined).collect::<Vec<_>>();
    settings.entrants += joined.len();
    settings.entries.push(EntryChange { joined, withdrawn: withdrawn.to_vec(), round });
    Schedule::new(settings).unwrap()
}

#[test]
fn games_keep_their_numbers_when_somebody_joins() {
    for (format, entrants, seats) in [
        (Format::RoundRobin, 5, 2),
        (Format::RoundRobin, 5, 3),
        (Format::Gauntlet { challengers: 2 }, 5, 2),
        (Format::Gauntlet { challengers: 1 }, 5, 3),
    ] {
        let before = Schedule::new(settings(format, entrants, seats)).unwrap();
        let played = play(&before, Results::new(), 7);
        let after = with(before.settings(), 2, &[], 1);
        let (old, new) = (before.known(&played), after.known(&played));
        assert_eq!(new[..old.len()], old[..], "{format:?}");
        assert!(new[old.len()..].iter().all(|fixture| fixture.seats.iter().any(|&who| who >= entrants)));
        after.check(&played).unwrap();
        // All meet as if the late ones had been there from the start.
        let all = Schedule::new(settings(format, entrants + 2, seats)).unwrap();
        let groups = |schedule: &Schedule| {
            let mut groups: Vec<Vec<usize>> = schedule
                .known(&Results::new())
                .into_iter()
                .map(|fixture| {
                    let mut group = fixture.seats;
                    group.sort_unstable();
                    group
                })
                .collect();
            groups.sort();
            groups
        };
        assert_eq!(groups(&after), groups(&all), "{format:?}");
        // A third one later leaves everything as it is.
        let third = with(after.settings(), 1, &[], 1);
        assert_eq!(third.known(&played)[..new.len()], new[..]);
    }
}

#[test]
fn games_of_the_withdrawn_are_not_played() {
    let before = Schedule::new(settings(Format::RoundRobin, 5, 2)).unwrap();
    let played = play(&before, Results::new(), 7);
    let after = with(before.settings(), 0, &[1], 1);
    let left = after.games_left(&played);
    let all = play(&after, played.clone(), usize::MAX);
    assert_eq!(all.len(), 7 + left);
    after.check(&all).unwrap();
    let known = after.known(&all);
    let of_withdrawn = known.iter().filter(|fixture| fixture.seats.contains(&1));
    assert!(of_withdrawn.clone().all(|fixture| played.of(fixture).is_some()));
    assert!(of_withdrawn.count() < 8);
    assert_eq!(after.games_left(&all), 0);
    // Who joins later does not meet the withdrawn.
    let later = with(after.settings(), 1, &[], 1);
    let new = later.known(&all);
    assert!(
        new[known.len()..].iter().all(|fixture| fixture.seats.contains(&5) && !fixture.seats.contains(&1))
    );
    assert_eq!(new.len() - known.len(), 8);
}

#[test]
fn a_swiss_tournament_pairs_who_is_present() {
    for (entrants, seats) in [(6, 2), (7, 2), (7, 3)] {
        let rounds = 4;
        let before = Schedule::new(settings(Format::Swiss { rounds }, entrants, seats)).unwrap();
        let first_round = entrants / seats * seats;
        // In the middle of the second round.
        let played = play(&before, Results::new(), first_round + 1);
        let round = before.open_round(&played);
        assert_eq!(round, 3);
        assert_eq!(before.check_joining(&played), Ok(()));
        let after = with(before.settings(), 1, &[0], round);
        assert_eq!(after.known(&played), before.known(&played), "rounds that have begun stay");
        let all = play(&after, played, usize::MAX);
        after.check(&all).unwrap();
        assert_eq!(after.games_left(&all), 0);
        for fixture in after.known(&all) {
            assert!(!fixture.seats.contains(&0) || fixture.round < 3);
            assert!(!fixture.seats.contains(&entrants) || fixture.round >= 3);
        }
        let late = after.known(&all).into_iter().filter(|fixture| fixture.seats.contains(&entrants)).count();
        assert!(late > 0, "{entrants} {seats}");
        assert_eq!(after.check_joining(&all), Err(JoinError::LastRound));
    }
}

#[test]
fn a_swiss_tournament_ends_when_too_few_are_left() {
    let before = Schedule::new(settings(Format::Swiss { rounds: 5 }, 3, 2)).unwrap();
    let played = play(&before, Results::new(), 2);
    let after = with(before.settings(), 0, &[0, 2], before.open_round(&played));
    assert_eq!(after.next(&played), ScheduleStep::Done);
    assert_eq!(after.games_left(&played), 0);
}

#[test]
fn nobody_joins_a_knock_out() {
    let schedule = Schedule::new(settings(Format::KnockOut, 4, 2)).unwrap();
    assert_eq!(schedule.check_joining(&Results::new()), Err(JoinError::KnockOut));
    let after = with(schedule.settings(), 0, &[1], 1);
    assert_eq!(after.known(&Results::new()), schedule.known(&Results::new()));
}

#[test]
fn a_change_does_not_depend_on_what_was_played_before_a_kill() {
    // A tournament that is resumed after the change plays the same games, whatever was played in between.
    let before = Schedule::new(settings(Format::Swiss { rounds: 5 }, 8, 2)).unwrap();
    let played = play(&before, Results::new(), 9);
    let after = with(before.settings(), 2, &[3], before.open_round(&played));
    let undisturbed = play(&after, played.clone(), usize::MAX);
    for stop in 9..undisturbed.len() {
        let interrupted = play(&after, played.clone(), stop);
        assert_eq!(play(&after, interrupted, usize::MAX), undisturbed);
    }
}
