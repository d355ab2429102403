//! Tests of round robin and gauntlet: how often entrants meet.

use super::*;

/// How often each group met, with its members in rising order.
fn groups(schedule: &Schedule) -> BTreeMap<Vec<usize>, usize> {
    let mut met = BTreeMap::new();
    for fixture in schedule.known(&Results::new()) {
        let mut group = fixture.seats;
        group.sort_unstable();
        *met.entry(group).or_default() += 1;
    }
    met
}

fn binomial(from: usize, choose: usize) -> usize {
    round_robin::groups(from as u128, choose as u128).expect("small") as usize
}

#[test]
fn counts_groups() {
    assert_eq!(
        [binomial(5, 2), binomial(9, 3), binomial(9, 9), binomial(3, 4), binomial(6, 0)],
        [10, 84, 1, 0, 1]
    );
    assert_eq!(round_robin::groups(u128::MAX, 2), None);
}

#[test]
fn pairs_need_the_fewest_rounds() {
    for entrants in 2..20 {
        let schedule = Schedule::new(settings(Format::RoundRobin, entrants, 2)).expect("good settings");
        let rounds = schedule.known(&Results::new()).last().expect("games").round;
        assert_eq!(rounds, if entrants % 2 == 0 { entrants - 1 } else { entrants });
    }
}

#[test]
fn two_programs_play_both_seats_of_each_board() {
    let schedule = Schedule::new(ScheduleSettings { boards: 2, ..settings(Format::RoundRobin, 2, 2) })
        .expect("good settings");
    let games: Vec<(usize, Vec<usize>)> =
        schedule.known(&Results::new()).into_iter().map(|fixture| (fixture.board, fixture.seats)).collect();
    assert_eq!(games, [(0, vec![1, 0]), (0, vec![0, 1]), (1, vec![1, 0]), (1, vec![0, 1])]);
}

#[test]
fn tables_of_more_fill_rounds_well() {
    // 84 groups of three among nine, three at a time, would fit into 28 rounds; shuffled, they need a few more.
    let schedule = Schedule::new(settings(Format::RoundRobin, 9, 3)).expect("good settings");
    let rounds = schedule.known(&Results::new()).iter().map(|fixture| fixture.round).max().expect("games");
    assert!((28..=45).contains(&rounds), "{rounds}");
}

#[test]
fn the_order_of_players_differs_from_board_to_board() {
    let schedule = Schedule::new(ScheduleSettings { boards: 40, ..settings(Format::RoundRobin, 3, 3) })
        .expect("good settings");
    // The entrant after entrant 0 is one of two, and not always the same.
    let after: Vec<usize> = schedule
        .known(&Results::new())
        .iter()
        .map(|fixture| {
            let seat = fixture.seats.iter().position(|&who| who == 0).expect("all three sit");
            fixture.seats[(seat + 1) % 3]
        })
        .collect();
    let ones = after.iter().filter(|&&who| who == 1).count();
    assert!((30..=90).contains(&ones), "{ones} of {}", after.len());
}

proptest! {
    #[test]
    fn all_groups_meet_equally_often(settings in some_settings()) {
        let settings = ScheduleSettings { format: Format::RoundRobin, ..settings };
        prop_assume!(settings.entrants >= settings.seats);
        let schedule = Schedule::new(settings.clone()).expect("good settings");
        let met = groups(&schedule);
        prop_assert_eq!(met.len(), binomial(settings.entrants, settings.seats));
        let each = settings.boards * settings.repeats * round::seatings(&settings, settings.seats);
        prop_assert!(met.values().all(|&count| count == each));
        prop_assert_eq!(schedule.games_left(&Results::new()), met.len() * each);
    }

    #[test]
    fn challengers_meet_all_others_and_not_each_other(settings in some_settings(), challengers in 1..4usize) {
        let settings = ScheduleSettings { format: Format::Gauntlet { challengers }, ..settings };
        prop_assume!(settings.entrants >= challengers + settings.seats - 1);
        let schedule = Schedule::new(settings.clone()).expect("good settings");
        let met = groups(&schedule);
        prop_assert_eq!(met.len(), challengers * binomial(settings.entrants - challengers, settings.seats - 1));
        let each = settings.boards * settings.repeats * round::seatings(&settings, settings.seats);
        for (group, count) in met {
            prop_assert_eq!(count, each);
            prop_assert_eq!(group.iter().filter(|&&who| who < challengers).count(), 1);
        }
    }
}
