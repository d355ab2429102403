//! Ratings of simulated fields with known strengths.

use super::super::elo::{Tally, expected_score};
use super::*;
use floe_rules::random::Random;
use proptest::prelude::*;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// A game: its players and their places.
type Game = (Vec<usize>, Vec<u32>);

fn rate(entrants: usize, games: &[Game]) -> Vec<Rating> {
    let mut field = Field::new(entrants);
    for (seats, places) in games {
        field.add(seats, places);
    }
    field.ratings().into_iter().map(|rating| rating.expect("all played")).collect()
}

/// Games with any places, shared ones included.
fn some_games(entrants: usize) -> impl Strategy<Value = Vec<Game>> {
    let game = (2..=entrants.min(5)).prop_flat_map(move |size| {
        let seats =
            Just((0..entrants).collect::<Vec<_>>()).prop_shuffle().prop_map(move |all| all[..size].to_vec());
        (seats, prop::collection::vec(1..=size as u32, size))
    });
    prop::collection::vec(game, 1..40)
}

fn unit(random: &mut Random) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Simulates a game by the model: each player needs a random time, which is shorter on average for stronger players.
fn play(random: &mut Random, elo: &[f64], seats: &[usize]) -> Vec<u32> {
    let times: Vec<f64> =
        seats.iter().map(|&who| -(1.0 - unit(random)).ln() * 10f64.powf(-elo[who] / 400.0)).collect();
    times.iter().map(|time| 1 + times.iter().filter(|&other| other < time).count() as u32).collect()
}

/// Strengths with the mean zero.
fn strengths(random: &mut Random, entrants: usize, width: f64) -> Vec<f64> {
    let raw: Vec<f64> = (0..entrants).map(|_| width * (unit(random) - 0.5)).collect();
    let mean = raw.iter().sum::<f64>() / entrants as f64;
    raw.into_iter().map(|elo| elo - mean).collect()
}

/// Simulates many tournaments of `games` random tables; returns the share of true strengths within their intervals.
fn coverage(seed: u64, entrants: usize, size: usize, games: usize) -> f64 {
    let mut random = Random::new(seed);
    let (mut held, mut all) = (0, 0);
    for _ in 0..250 {
        let truth = strengths(&mut random, entrants, 500.0);
        let mut seats: Vec<usize> = (0..entrants).collect();
        let played: Vec<Game> = (0..games)
            .map(|_| {
                random.shuffle(&mut seats);
                let table = seats[..size].to_vec();
                let places = play(&mut random, &truth, &table);
                (table, places)
            })
            .collect();
        for (rating, truth) in rate(entrants, &played).iter().zip(&truth) {
            held += usize::from((rating.value - MEAN - truth).abs() <= rating.error);
            all += 1;
        }
    }
    held as f64 / all as f64
}

#[test]
fn intervals_contain_95_percent_of_true_strengths() {
    // 250 tournaments give the share to about 1%. With errors from the curvature alone it would be 92% at tables of
    // three and 76% at tables of eight.
    for (seed, entrants, size, games) in
        [(1, 6, 2, 150), (2, 6, 3, 100), (3, 8, 4, 80), (4, 9, 9, 40), (5, 2, 2, 60), (6, 10, 8, 60)]
    {
        let share = coverage(seed, entrants, size, games);
        assert!((0.925..=0.975).contains(&share), "{entrants} at tables of {size}: {share}");
    }
}

#[test]
fn intervals_contain_true_strengths_with_shared_games() {
    let mut random = Random::new(9);
    let (mut held, mut all) = (0, 0);
    for _ in 0..250 {
        let truth = strengths(&mut random, 5, 200.0);
        let mut field = Field::new(5);
        for _ in 0..20 {
            for a in 0..5 {
                for b in a + 1..5 {
                    // Half of all games are shared, and the expected score is that of the difference.
                    let expected = expected_score(truth[a] - truth[b]);
                    let drawn = unit(&mut random);
                    let places = if drawn < 0.5 {
                        [1, 1]
                    } else if drawn < 0.25 + expected {
                        [1, 2]
                    } else {
                        [2, 1]
                    };
                    field.add(&[a, b], &places);
                }
            }
        }
        for (rating, truth) in field.ratings().into_iter().flatten().zip(&truth) {
            held += usize::from((rating.value - MEAN - truth).abs() <= rating.error);
            all += 1;
        }
    }
    let share = held as f64 / all as f64;
    assert!((0.925..=0.975).contains(&share), "{share}");
}

#[test]
fn two_players_agree_with_the_pair_figures() {
    for (wins, losses, shared) in [(130, 70, 0), (120, 60, 80), (300, 290, 400)] {
        let mut field = Field::new(2);
        for (count, places) in [(wins, [1, 2]), (losses, [2, 1]), (shared, [1, 1])] {
            for _ in 0..count {
                field.add(&[0, 1], &places);
            }
        }
        let ratings: Vec<Rating> = field.ratings().into_iter().flatten().collect();
        let elo = Tally { wins, shared, losses }.elo().expect("games");
        let (value, low, high) =
            (elo.value.expect("finite"), elo.low.expect("finite"), elo.high.expect("finite"));
        let difference = ratings[0].value - ratings[1].value;
        // The prior shrinks the difference by a fraction of a game.
        assert!((difference - value).abs() < 0.01 * value.abs() + 0.1, "{difference} {value}");
        let error = ratings[0].error + ratings[1].error;
        assert!((error - (high - low) / 2.0).abs() < 0.03 * error, "{error}");
    }
}

#[test]
fn winning_everything_stays_finite() {
    let games: Vec<Game> = (0..10).map(|_| (vec![0, 1], vec![1, 2])).collect();
    let ratings = rate(2, &games);
    assert!((1700.0..2100.0).contains(&ratings[0].value), "{ratings:?}");
    assert!(ratings[0].error.is_finite() && ratings[0].error > 100.0);
    let many: Vec<Game> = (0..100_000).map(|_| (vec![0, 1], vec![1, 2])).collect();
    assert!(rate(2, &many)[0].value.is_finite());
}

#[test]
fn entrants_without_games_have_no_rating() {
    let mut field = Field::new(4);
    assert_eq!(field.ratings(), [None; 4]);
    field.add(&[0, 2], &[1, 2]);
    // Unknown entrants, a table of one, and a missing place give no comparisons.
    field.add(&[1, 7], &[1, 2]);
    field.add(&[3], &[1]);
    field.add(&[3, 1], &[1]);
    let ratings = field.ratings();
    assert!(ratings[0].is_some() && ratings[2].is_some());
    assert!(ratings[1].is_none() && ratings[3].is_none());
    assert_eq!(Field::new(0).ratings(), []);
}

#[test]
fn groups_that_never_met_have_large_errors() {
    let game = |seats: [usize; 2]| (seats.to_vec(), vec![1, 1]);
    let apart: Vec<Game> = (0..200).flat_map(|_| [game([0, 1]), game([2, 3])]).collect();
    let together: Vec<Game> = (0..200).flat_map(|_| [game([0, 1]), game([1, 2]), game([2, 3])]).collect();
    assert!(rate(4, &apart)[0].error > 300.0);
    assert!(rate(4, &together)[0].error < 60.0);
}

/// Rates the same games with the online rating of Weng and Lin.
fn online(entrants: usize, games: &[Game]) -> Vec<f64> {
    let mut ratings = vec![WengLinRating::new(); entrants];
    for (seats, places) in games {
        let teams: Vec<[WengLinRating; 1]> = seats.iter().map(|&who| [ratings[who]]).collect();
        let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
            .iter()
            .zip(places)
            .map(|(team, &place)| (&team[..], MultiTeamOutcome::new(place as usize)))
            .collect();
        let after = weng_lin_multi_team(&ranked, &WengLinConfig::new());
        for (&who, team) in seats.iter().zip(after) {
            ratings[who] = team[0];
        }
    }
    ratings.into_iter().map(|rating| rating.rating).collect()
}

#[test]
fn an_online_rating_ranks_the_same_but_depends_on_the_order() {
    let mut random = Random::new(12);
    let truth = [300.0, 180.0, 60.0, -60.0, -180.0, -300.0];
    let mut seats: Vec<usize> = (0..6).collect();
    let mut games: Vec<Game> = (0..600)
        .map(|_| {
            random.shuffle(&mut seats);
            (seats[..4].to_vec(), play(&mut random, &truth, &seats[..4]))
        })
        .collect();
    let order = |values: &[f64]| {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
        order
    };
    let fitted: Vec<f64> = rate(6, &games).iter().map(|rating| rating.value).collect();
    let forwards = online(6, &games);
    assert_eq!(order(&fitted), order(&forwards));
    assert_eq!(order(&fitted), [0, 1, 2, 3, 4, 5]);
    games.reverse();
    assert_ne!(online(6, &games), forwards);
    assert_eq!(rate(6, &games).iter().map(|rating| rating.value).collect::<Vec<_>>(), fitted);
}

#[test]
fn more_games_narrow_the_error() {
    let mut random = Random::new(4);
    let truth = strengths(&mut random, 5, 400.0);
    let mut games: Vec<Game> = Vec::new();
    let mut last = vec![f64::INFINITY; 5];
    for _ in 0..5 {
        for _ in 0..20 * (1 + games.len() / 20) {
            let seats = vec![0, 1, 2, 3, 4];
            let places = play(&mut random, &truth, &seats);
            games.push((seats, places));
        }
        let errors: Vec<f64> = rate(5, &games).iter().map(|rating| rating.error).collect();
        assert!(errors.iter().zip(&last).all(|(now, before)| now < before), "{errors:?} {last:?}");
        last = errors;
    }
}

proptest! {
    #[test]
    fn the_order_of_games_and_seats_does_not_matter(games in some_games(6), seed: u64) {
        let mut shuffled = games.clone();
        let mut random = Random::new(seed);
        random.shuffle(&mut shuffled);
        for (seats, places) in &mut shuffled {
            let shift = random.index(seats.len());
            seats.rotate_left(shift);
            places.rotate_left(shift);
        }
        let (mut one, mut other) = (Field::new(6), Field::new(6));
        games.iter().for_each(|(seats, places)| one.add(seats, places));
        shuffled.iter().for_each(|(seats, places)| other.add(seats, places));
        // Equal to the last bit, so there is no tolerance.
        prop_assert_eq!(one.ratings(), other.ratings());
    }

    #[test]
    fn ratings_are_finite_around_the_mean(games in some_games(7)) {
        let mut field = Field::new(7);
        games.iter().for_each(|(seats, places)| field.add(seats, places));
        let ratings: Vec<Rating> = field.ratings().into_iter().flatten().collect();
        let mean = ratings.iter().map(|rating| rating.value).sum::<f64>() / ratings.len() as f64;
        prop_assert!((mean - MEAN).abs() < 1e-6);
        for rating in ratings {
            prop_assert!(rating.value.is_finite() && rating.error.is_finite() && rating.error > 0.0);
        }
    }

    #[test]
    fn symmetric_results_give_equal_ratings(games in some_games(5)) {
        // Every game is repeated with the entrants rotated, so no entrant is better off.
        let all: Vec<Game> = (0..5)
            .flat_map(|shift| games.iter().map(move |(seats, places)| {
                (seats.iter().map(|who| (who + shift) % 5).collect(), places.clone())
            }))
            .collect();
        let ratings = rate(5, &all);
        for rating in &ratings {
            prop_assert!((rating.value - MEAN).abs() < 1e-6);
            prop_assert!((rating.error - ratings[0].error).abs() < 1e-6);
        }
    }

    #[test]
    fn a_better_result_never_rates_lower(games in some_games(5), pick: prop::sample::Index) {
        let index = pick.index(games.len());
        let who = games[index].0[0];
        let mut better = games.clone();
        // One entrant is moved to the front of its table.
        for (place, other) in better[index].1.iter_mut().zip(&games[index].0) {
            *place = if *other == who { 1 } else { *place + 1 };
        }
        let value = |games: &[Game]| {
            let mut field = Field::new(5);
            games.iter().for_each(|(seats, places)| field.add(seats, places));
            field.ratings()[who].expect("played").value
        };
        prop_assert!(value(&better) >= value(&games) - 1e-6);
    }

    #[test]
    fn more_points_give_a_higher_rating(results in prop::collection::vec(0..3u8, 60)) {
        // All meet all six times; the order by rating must be the order by points.
        let mut points = [0u32; 5];
        let mut field = Field::new(5);
        let mut results = results.into_iter();
        for a in 0..5 {
            for b in a + 1..5 {
                for _ in 0..6 {
                    let result = results.next().expect("60 results");
                    field.add(&[a, b], [&[1, 2], &[1, 1], &[2, 1]][usize::from(result)]);
                    points[a] += u32::from(2 - result);
                    points[b] += u32::from(result);
                }
            }
        }
        let ratings: Vec<Rating> = field.ratings().into_iter().flatten().collect();
        for a in 0..5 {
            for b in 0..5 {
                if points[a] > points[b] {
                    prop_assert!(ratings[a].value > ratings[b].value);
                } else if points[a] == points[b] {
                    prop_assert!((ratings[a].value - ratings[b].value).abs() < 1e-6);
                }
            }
        }
    }
}
