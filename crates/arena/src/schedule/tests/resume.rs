//! Tests that a tournament that is stopped and resumed at any moment plays the same games.

use super::*;

proptest! {
    #[test]
    fn a_run_in_any_order_with_any_stops_ends_the_same(settings in some_settings(), seed: u64) {
        let undisturbed = {
            let schedule = Schedule::new(settings.clone()).expect("good settings");
            play_all(&schedule, by_lot)
        };
        let all = Schedule::new(settings.clone()).expect("good settings").known(&undisturbed);
        let mut random = Random::new(seed);
        let mut results = Results::new();
        loop {
            // Only the settings and the results survive a stop.
            let schedule = Schedule::new(settings.clone()).expect("good settings");
            prop_assert_eq!(schedule.check(&results), Ok(()));
            let known = schedule.known(&results);
            prop_assert_eq!(&known[..], &all[..known.len()]);
            let ScheduleStep::Play(mut fixtures) = schedule.next(&results) else { break };
            prop_assert!(fixtures.iter().all(|fixture| results.of(fixture).is_none()));
            prop_assert_eq!(fixtures.len() + results.len(), known.len());
            random.shuffle(&mut fixtures);
            fixtures.truncate(1 + random.index(fixtures.len()));
            results.extend(fixtures.iter().map(by_lot));
        }
        prop_assert_eq!(&results, &undisturbed);
        let schedule = Schedule::new(settings).expect("good settings");
        prop_assert_eq!(schedule.games_left(&results), 0);
    }

    #[test]
    fn the_games_left_decrease_with_every_game(settings in some_settings()) {
        // Without ties there are no tie-break games, so the count is known from the start.
        let schedule = Schedule::new(settings).expect("good settings");
        let mut results = Results::new();
        let total = schedule.games_left(&results);
        while let ScheduleStep::Play(fixtures) = schedule.next(&results) {
            // A few at a time, since there can be thousands.
            results.extend(fixtures.iter().take(1 + fixtures.len() / 4).map(by_index));
            prop_assert_eq!(schedule.games_left(&results) + results.len(), total);
        }
        prop_assert_eq!(results.len(), total);
    }

    #[test]
    fn any_subset_of_results_gives_the_rest(settings in some_settings(), seed: u64) {
        let schedule = Schedule::new(settings).expect("good settings");
        let results = play_all(&schedule, by_lot);
        let all = schedule.known(&results);
        let mut random = Random::new(seed);
        let some: Results = results.iter().filter(|_| random.below(4) > 0).cloned().collect();
        let known = schedule.known(&some);
        prop_assert_eq!(&known[..], &all[..known.len()]);
        let missing: Vec<Fixture> = known.into_iter().filter(|fixture| some.of(fixture).is_none()).collect();
        match schedule.next(&some) {
            ScheduleStep::Play(fixtures) => prop_assert_eq!(fixtures, missing),
            ScheduleStep::Done => prop_assert!(missing.is_empty()),
        }
    }
}
