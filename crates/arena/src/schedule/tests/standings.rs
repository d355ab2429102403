//! Tests of standings, cross tables and pairs.

use super::super::standings::{ResultModel, TournamentResults};
use super::*;
use crate::fault::Fault;
use crate::quote::Quote;
use crate::rating::sprt::Sprt;
use crate::result::FaultNote;

fn order(schedule: &Schedule, results: &Results) -> Vec<usize> {
    TournamentResults::new(schedule, results).standings().iter().map(|standing| standing.entrant).collect()
}

#[test]
fn points_are_shares_of_opponents() {
    let schedule = Schedule::new(settings(Format::RoundRobin, 3, 3)).expect("good settings");
    let mut game = outcome(1, &[0, 0, 0]);
    let seats = schedule.known(&Results::new())[0].seats.clone();
    for (seat, (&who, result)) in seats.iter().zip(&mut game.results).enumerate() {
        result.fish = [30, 10, 10][who];
        result.place = [1, 2, 2][who];
        if who == 2 {
            result.out = Some("forfeit".to_owned());
            game.faults = vec![FaultNote::new(seat, 0, &Fault::OutputGone, &Quote::default()); 4];
        }
    }
    let results: Results = [game].into_iter().collect();
    let standings = TournamentResults::new(&schedule, &results).standings();
    let lines: Vec<_> = standings
        .iter()
        .map(|s| (s.entrant, s.games, s.wins, s.shared, s.losses, s.points, s.fish, s.faults, s.forfeits))
        .collect();
    assert_eq!(
        lines,
        [(0, 1, 1, 0, 0, 1.0, 30, 0, 0), (1, 1, 0, 0, 1, 0.25, 10, 0, 0), (2, 1, 0, 0, 1, 0.25, 10, 4, 1)]
    );
    assert!(standings[0].rating.expect("played").value > standings[1].rating.expect("played").value);
}

#[test]
fn a_game_that_all_forfeited_gives_no_points() {
    let schedule = Schedule::new(settings(Format::RoundRobin, 3, 2)).expect("good settings");
    // 0 and 1 do not start: both lose when they meet, and 2 beats them.
    let results = play_all(&schedule, |fixture| {
        let scores: Vec<u64> = fixture.seats.iter().map(|&who| u64::from(who == 2)).collect();
        let mut game = outcome(fixture.number, &scores);
        for (&who, result) in fixture.seats.iter().zip(&mut game.results) {
            result.out = (who != 2).then(|| "did not start".to_owned());
        }
        game
    });
    let played = TournamentResults::new(&schedule, &results);
    let standings = played.standings();
    let rows: Vec<_> =
        standings.iter().map(|row| (row.entrant, row.games, row.wins, row.shared, row.points)).collect();
    assert_eq!(rows, [(2, 4, 4, 0, 4.0), (0, 4, 0, 0, 0.0), (1, 4, 0, 0, 0.0)]);
    let met: Vec<_> = played.pairs(None).iter().map(|pair| pair.entrants).collect();
    assert_eq!(met, [[0, 2], [1, 2]]);
    assert_eq!(played.cross_table()[0][1].map(|cell| (cell.games, cell.points)), Some((2, 0.0)));
}

#[test]
fn ties_are_broken_by_their_own_games_then_by_fish() {
    let schedule = Schedule::new(settings(Format::RoundRobin, 4, 2)).expect("good settings");
    // Each pair is (winner, loser) of both games. Equal points mean equal fish, so only their own games break ties.
    let wins = |a: usize, b: usize| [(0, 2), (0, 3), (1, 0), (1, 2), (2, 3), (3, 1)].contains(&(a, b));
    let results = play_all(&schedule, |fixture| {
        let [a, b] = fixture.seats[..] else { panic!("two sit") };
        outcome(fixture.number, if wins(a, b) { &[9, 4] } else { &[4, 9] })
    });
    // 0 and 1 have four points and 1 beat 0; 2 and 3 have two and 2 beat 3.
    assert_eq!(order(&schedule, &results), [1, 0, 2, 3]);
    let circle = Schedule::new(settings(Format::RoundRobin, 3, 2)).expect("good settings");
    let results = play_all(&circle, |fixture| {
        let [a, b] = fixture.seats[..] else { panic!("two sit") };
        let fish = [5, 6, 7];
        let scores = if (a + 1) % 3 == b { [10 * fish[a], fish[b]] } else { [fish[a], 10 * fish[b]] };
        outcome(fixture.number, &scores)
    });
    assert_eq!(order(&circle, &results), [2, 1, 0]);
}

#[test]
fn a_gauntlet_is_ordered_by_points_a_game() {
    let schedule = Schedule::new(settings(Format::Gauntlet { challengers: 1 }, 5, 2)).expect("good settings");
    // The challenger beats all but the last, and plays four times as many games as any other.
    let results = play_all(&schedule, |fixture| {
        let last = fixture
            .seats
            .iter()
            .map(|&who| u64::from(who == 4) * 10 + u64::from(who == 0))
            .collect::<Vec<_>>();
        outcome(fixture.number, &last)
    });
    assert_eq!(order(&schedule, &results)[..2], [4, 0]);
}

#[test]
fn a_bye_counts_as_an_average_match() {
    let settings = ScheduleSettings { boards: 3, ..settings(Format::Swiss { rounds: 1 }, 3, 2) };
    let schedule = Schedule::new(settings).expect("good settings");
    let results = play_all(&schedule, by_index);
    let standings = TournamentResults::new(&schedule, &results).standings();
    let out = standings.iter().find(|standing| standing.games == 0).expect("one sits out");
    assert_eq!((out.points, out.rating), (3.0, None));
    assert_eq!(standings.last().map(|standing| standing.points), Some(0.0));
    let older = schedule.with_bye(ByeValue::WonMatch);
    let standings = TournamentResults::new(&older, &results).standings();
    assert_eq!(standings.iter().find(|standing| standing.games == 0).map(|out| out.points), Some(6.0));
}

#[test]
fn byes_do_not_lift_a_program_without_wins_above_one_with_wins() {
    for (entrants, seats) in [(3, 2), (5, 2), (9, 2), (4, 3), (5, 3), (7, 4), (11, 5), (8, 6)] {
        for seed in 0..20 {
            let rounds = entrants.min(4);
            let settings = ScheduleSettings { seed, ..settings(Format::Swiss { rounds }, entrants, seats) };
            let schedule = Schedule::new(settings).expect("good settings");
            let results = play_all(&schedule, by_index);
            let order = order(&schedule, &results);
            // The last entrant loses every game that it plays.
            let place = order.iter().position(|&who| who == entrants - 1).expect("listed");
            assert!(place >= entrants / 2, "{entrants} entrants, {seats} seats, seed {seed}: {order:?}");
        }
    }
}

#[test]
fn the_opponents_points_come_second_in_a_swiss_tournament() {
    let settings = ScheduleSettings { seed: 4, ..settings(Format::Swiss { rounds: 3 }, 16, 2) };
    let schedule = Schedule::new(settings).expect("good settings");
    let results = play_all(&schedule, by_index);
    let played = TournamentResults::new(&schedule, &results);
    let standings = played.standings();
    let points = |who: usize| standings.iter().find(|s| s.entrant == who).map_or(0.0, |s| s.points);
    let cross = played.cross_table();
    let buchholz =
        |who: usize| -> f64 { (0..16).filter(|&other| cross[who][other].is_some()).map(points).sum() };
    for two in standings.windows(2) {
        let keys = [&two[0], &two[1]].map(|s| (s.points, buchholz(s.entrant)));
        assert!(keys[0] >= keys[1], "{keys:?}");
    }
    assert_eq!(standings[0].entrant, 0);
}

#[test]
fn a_knock_out_is_ordered_by_the_round_reached() {
    let schedule = Schedule::new(settings(Format::KnockOut, 6, 2)).expect("good settings");
    let results = play_all(&schedule, by_index);
    assert_eq!(order(&schedule, &results), [0, 1, 2, 3, 4, 5]);
    // While the final is open both of its players are ahead of all others.
    let open: Results = results.iter().take(8).cloned().collect();
    assert_eq!(order(&schedule, &open)[..2], [0, 1]);
}

#[test]
fn pairs_carry_their_figures() {
    let settings = ScheduleSettings { boards: 20, ..settings(Format::RoundRobin, 2, 2) };
    let schedule = Schedule::new(settings).expect("good settings");
    // Entrant 1 wins three games in four.
    let results = play_all(&schedule, |fixture| {
        let winner = usize::from(fixture.number % 4 != 0);
        let scores: Vec<u64> = fixture.seats.iter().map(|&who| u64::from(who == winner)).collect();
        outcome(fixture.number, &scores)
    });
    let sprt = Sprt::new(-50.0, 50.0, 0.05, 0.05).expect("good claims");
    let pairs = TournamentResults::new(&schedule, &results).pairs(Some(&sprt));
    assert_eq!(pairs.len(), 1);
    let pair = &pairs[0];
    assert_eq!((pair.entrants, pair.wins, pair.shared, pair.losses), ([0, 1], 10, 0, 30));
    let value = pair.elo.expect("games").value.expect("finite");
    assert!((value + 190.8).abs() < 0.1, "{value}");
    assert!(pair.likelihood.expect("games") < 0.01);
    assert!(pair.sprt.as_deref().is_some_and(|said| said.ends_with("H0 accepted")), "{:?}", pair.sprt);
}

#[test]
fn games_with_swapped_seats_are_paired() {
    let settings = ScheduleSettings { boards: 2, repeats: 3, ..settings(Format::RoundRobin, 3, 2) };
    let schedule = Schedule::new(settings).expect("good settings");
    // The first seat always wins, so every pair of games is equal.
    let results = play_all(&schedule, |fixture| outcome(fixture.number, &[2, 1]));
    for pair in TournamentResults::new(&schedule, &results).pairs(None) {
        assert_eq!(pair.model, ResultModel::Pentanomial);
        assert_eq!(pair.pentanomial.expect("pairs").counts(), [0, 0, 6, 0, 0]);
        assert_eq!((pair.wins, pair.losses), (6, 6));
    }
    // A game counts only with its partner, which is not the next game on the same board.
    for missing in 1..=results.len() {
        let most: Results = results.iter().filter(|game| game.number != missing).cloned().collect();
        let pairs = TournamentResults::new(&schedule, &most).pairs(None);
        let counted: u64 = pairs.iter().map(|pair| pair.pentanomial.expect("pairs").pairs()).sum();
        assert_eq!(counted, 3 * 6 - 1, "without game {missing}");
        assert!(pairs.iter().all(|pair| pair.elo.expect("pairs").value == Some(0.0)));
    }
    let one: Results = results.iter().take(1).cloned().collect();
    let pairs = TournamentResults::new(&schedule, &one).pairs(None);
    assert_eq!((pairs[0].model, pairs[0].pentanomial), (ResultModel::Trinomial, None));
}

#[test]
fn without_games_all_totals_are_zero() {
    for format in [Format::RoundRobin, Format::KnockOut, Format::Gauntlet { challengers: 1 }] {
        let schedule = Schedule::new(settings(format, 4, 2)).expect("good settings");
        let results = Results::new();
        let played = TournamentResults::new(&schedule, &results);
        assert_eq!(played.standings().len(), 4);
        assert!(
            played.standings().iter().all(|standing| standing.points == 0.0 && standing.rating.is_none())
        );
        assert!(played.cross_table().iter().flatten().all(Option::is_none));
        assert!(played.pairs(None).is_empty());
    }
}

proptest! {
    #[test]
    fn totals_add_up(settings in some_settings()) {
        let schedule = Schedule::new(settings.clone()).expect("good settings");
        let results = play_all(&schedule, by_lot);
        let played = TournamentResults::new(&schedule, &results);
        let standings = played.standings();
        let mut entrants: Vec<usize> = standings.iter().map(|standing| standing.entrant).collect();
        entrants.sort_unstable();
        prop_assert_eq!(entrants, (0..settings.entrants).collect::<Vec<_>>());

        // A game of k players gives k / 2 points in all.
        let given: f64 = played.games.iter().map(|(fixture, _)| fixture.seats.len() as f64 / 2.0).sum();
        let byes: usize = schedule.rounds(&results).0.iter().map(|round| round.byes.len()).sum();
        let bye = if let Format::Swiss { .. } = settings.format {
            (settings.boards * settings.repeats * round::seatings(&settings, settings.seats)) as f64 / 2.0
        } else {
            0.0
        };
        let points: f64 = standings.iter().map(|standing| standing.points).sum();
        prop_assert!((points - given - byes as f64 * bye).abs() < 1e-6);
        let fish: u64 = standings.iter().map(|standing| standing.fish).sum();
        prop_assert_eq!(fish, results.iter().flat_map(|game| &game.results).map(|result| result.fish).sum::<u64>());
        for standing in &standings {
            prop_assert_eq!(standing.wins + standing.shared + standing.losses, standing.games);
        }

        let cross = played.cross_table();
        for (row, line) in cross.iter().enumerate() {
            prop_assert!(line[row].is_none());
            for (column, meeting) in line.iter().enumerate() {
                prop_assert_eq!(meeting.is_some(), cross[column][row].is_some());
                if let (Some(one), Some(other)) = (meeting, &cross[column][row]) {
                    prop_assert_eq!(one.games, other.games);
                    prop_assert_eq!(one.points + other.points, f64::from(one.games));
                }
            }
        }
        for pair in played.pairs(None) {
            let [a, b] = pair.entrants;
            let games = played.games.iter().filter(|(fixture, _)| {
                fixture.seats.len() == 2 && fixture.seats.contains(&a) && fixture.seats.contains(&b)
            });
            prop_assert_eq!((pair.wins + pair.shared + pair.losses) as usize, games.count());
        }
    }
}
