//! Log-likelihood ratios against published ones.

use super::super::elo::moments;
use super::*;

fn llr(elo0: f64, elo1: f64, wins: u64, losses: u64, shared: u64) -> f64 {
    Sprt::new(elo0, elo1, 0.05, 0.05).expect("good hypotheses").status(Tally { wins, shared, losses }).llr
}

fn llr_of_pairs(elo0: f64, elo1: f64, pairs: [u64; 5]) -> f64 {
    Sprt::new(elo0, elo1, 0.05, 0.05).expect("good hypotheses").status_of_pairs(PairedTally::new(pairs)).llr
}

fn near(got: f64, published: f64, tolerance: f64) {
    assert!((got - published).abs() <= tolerance, "{got} is not {published}");
}

/// The approximation by the normal distribution, for comparison.
fn approximation(elo0: f64, elo1: f64, counts: &[u64]) -> f64 {
    let counts = smoothed(counts);
    let (mean, variance) = moments(&counts);
    let (s0, s1) = (elo::expected_score(elo0), elo::expected_score(elo1));
    counts.iter().sum::<f64>() * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
}

#[test]
fn bounds_are_walds() {
    // fishtest's and OpenBench's (-2.94, 2.94), (-2.25, 2.89) for 5% and 10%, and (-2.20, 2.20) for 10% and
    // 10%.
    for (alpha, beta, lower, upper) in
        [(0.05, 0.05, -2.94, 2.94), (0.05, 0.10, -2.25, 2.89), (0.10, 0.10, -2.20, 2.20)]
    {
        let status = Sprt::new(0.0, 5.0, alpha, beta).expect("good hypotheses").status(Tally::default());
        near(status.lower, lower, 0.005);
        near(status.upper, upper, 0.005);
        assert_eq!((status.llr, status.decision), (0.0, SprtDecision::Continue));
    }
}

#[test]
fn agrees_with_single_games_elsewhere() {
    // fastchess, unit tests of its SPRT, model `logistic`.
    near(llr(0.5, 2.5, 21404, 21184, 40708), -1.57, 0.005);
    near(llr(0.0, 2.0, 57433, 57030, 106593), -2.59, 0.005);
    // cutechess, issue 543, where a maintainer's script confirms the 2.95.
    near(llr(0.0, 5.0, 880, 759, 1863), 2.95, 0.005);
    // cutechess-cli in cinder, pull request 570, and on the TalkChess forum (YumYum). cutechess uses BayesElo's draw
    // model, which differs from the generalised test in the third digit.
    near(llr(-5.0, 5.0, 1038, 1037, 1925), 0.0555, 0.0001);
    near(llr(0.0, 10.0, 364, 346, 218), 0.174, 0.001);
    // TalkChess again: the bounds were swapped (5 and 1), which changes the sign of the ratio.
    near(-llr(1.0, 5.0, 5807, 5491, 7081), -2.95, 0.005);
    // RubiChess, pull request 122, both matches.
    near(llr(0.0, 5.0, 385, 323, 602), 1.40, 0.005);
    near(llr(0.0, 5.0, 678, 614, 1601), 1.39, 0.005);
    // igel, pull request 333.
    near(llr(-1.0, 1.0, 4115, 3927, 13878), 2.95, 0.005);
    near(llr(0.0, 2.0, 5035, 4794, 32462), 2.95, 0.005);
    near(llr(0.5, 2.5, 861, 740, 9927), 2.96, 0.005);
}

#[test]
fn agrees_with_pairs_elsewhere() {
    // fastchess, unit tests of its SPRT, model `logistic`.
    near(llr_of_pairs(0.5, 2.5, [223, 9863, 20279 + 1000, 10037, 246]), -3.07, 0.005);
    near(llr_of_pairs(0.0, 2.0, [871, 26175, 55003 + 980, 26678, 821]), -4.98, 0.005);
    // fishtest, in Stockfish's pull requests 2493, 3209 and 3098 (braces mean logistic bounds there).
    near(llr_of_pairs(-1.0, 3.0, [424, 2948, 5832, 3045, 460]), 2.94, 0.005);
    near(llr_of_pairs(0.0, 2.0, [1284, 17437, 55536, 18085, 1292]), 2.94, 0.005);
    near(llr_of_pairs(-0.25, 1.25, [253, 4282, 17604, 4431, 286]), 2.94, 0.005);
    near(llr_of_pairs(0.25, 1.25, [58, 3302, 33130, 3518, 84]), 2.97, 0.005);
    near(llr_of_pairs(-0.25, 1.25, [491, 7345, 29693, 7670, 465]), 2.96, 0.005);
    near(llr_of_pairs(0.25, 1.25, [53, 2220, 21459, 2445, 47]), 2.97, 0.005);
    // fishtest's page of raw statistics, as run for the engine Monty: `logistic (exact)` and its
    // approximation `alt2`. The page rounds the bound to 2.716, so the last digit may differ.
    let pairs = [13, 37, 50, 25, 3];
    near(llr_of_pairs(0.0, 2.716, pairs), -0.53772, 0.0001);
    near(approximation(0.0, 2.716, &pairs), -0.55961, 0.0001);
}

#[test]
fn bayes_elo_bounds_mean_another_test() {
    // Older lines of fishtest and OpenBench give bounds such as [0.00, 5.00] in BayesElo, which depends on the share of
    // draws. Converted to logistic Elo, they give the printed ratios; taken as logistic Elo, they do not.
    let published = [
        // cutechess, issue 543 (the script's first run)
        (0.0, 5.0, 880, 759, 1863, 2.27),
        // RubiChess, pull request 307, both tests
        (0.0, 5.0, 2036, 1865, 8963, 3.01),
        (0.0, 5.0, 1739, 1580, 13465, 3.01),
        // Stockfish, pull requests 595 and 360
        (0.0, 4.0, 16063, 15921, 54130, -2.96),
        (-3.0, 1.0, 2025, 1896, 10426, 2.95),
        (0.0, 4.0, 6183, 5912, 19584, 2.95),
        // fishtest, issue 612, which has both 0.63 and the clamped -2.94 of the logistic bounds
        (0.0, 5.0, 648, 608, 12530, 0.63),
        // fastchess, unit tests, model `bayesian`
        (0.0, 2.0, 68965, 68526, 128429, -1.26),
    ];
    for (elo0, elo1, wins, losses, draws, printed) in published {
        let games = (wins + losses + draws) as f64;
        let (won, lost) = (wins as f64 / games, losses as f64 / games);
        let draw_elo = 200.0 * ((1.0 - lost) / lost * (1.0 - won) / won).log10();
        let tie = 10f64.powf(-draw_elo / 400.0);
        let scale = 4.0 * tie / (1.0 + tie).powi(2);
        near(llr(elo0 * scale, elo1 * scale, wins, losses, draws), printed, 0.0075);
    }
    let clamped = Sprt::new(0.0, 5.0, 0.05, 0.05).expect("good hypotheses");
    assert_eq!(clamped.status(Tally { wins: 648, shared: 12530, losses: 608 }).decision, SprtDecision::H0);
}

#[test]
fn the_approximation_is_good_for_close_hypotheses() {
    for (wins, losses, shared) in [(100, 90, 60), (1000, 1000, 500), (30, 25, 45), (300, 280, 0)] {
        let counts = [losses, shared, wins];
        for (elo0, elo1) in [(0.0, 5.0), (-5.0, 0.0), (0.0, 10.0)] {
            let (exact, rough) = (llr(elo0, elo1, wins, losses, shared), approximation(elo0, elo1, &counts));
            assert!((exact - rough).abs() < 0.02 * (1.0 + exact.abs()), "{exact} {rough}");
        }
    }
}

#[test]
fn one_sided_results_stay_finite_and_decide() {
    let sprt = Sprt::new(0.0, 30.0, 0.05, 0.05).expect("good hypotheses");
    let won = sprt.status(Tally { wins: 200, shared: 0, losses: 0 });
    let lost = sprt.status(Tally { wins: 0, shared: 0, losses: 200 });
    assert!(won.llr.is_finite() && lost.llr.is_finite());
    assert_eq!((won.decision, lost.decision), (SprtDecision::H1, SprtDecision::H0));
    // With wins only, the best distribution of each hypothesis wins with exactly its score, so the ratio is known.
    let expected = 200.0 * (elo::expected_score(30.0) / 0.5).ln();
    near(won.llr, expected, 0.05);
    assert_eq!(sprt.status(Tally { wins: 0, shared: 5000, losses: 0 }).decision, SprtDecision::H0);
}

#[test]
fn swapping_the_players_changes_the_sign() {
    for (wins, losses, shared) in [(10, 3, 4), (0, 7, 1), (55, 60, 0)] {
        near(llr(-4.0, 9.0, wins, losses, shared), -llr(-9.0, 4.0, losses, wins, shared), 1e-9);
    }
}

#[test]
fn refuses_impossible_tests() {
    assert!(matches!(Sprt::new(5.0, 0.0, 0.05, 0.05), Err(SprtError::Hypotheses { .. })));
    assert!(matches!(Sprt::new(0.0, 0.0, 0.05, 0.05), Err(SprtError::Hypotheses { .. })));
    assert!(matches!(Sprt::new(f64::NAN, 0.0, 0.05, 0.05), Err(SprtError::Range(_))));
    assert!(matches!(Sprt::new(0.0, f64::INFINITY, 0.05, 0.05), Err(SprtError::Range(_))));
    for (alpha, beta) in [(0.0, 0.05), (0.05, 0.0), (0.5, 0.5), (f64::NAN, 0.1), (0.1, 1.5)] {
        assert!(matches!(Sprt::new(0.0, 5.0, alpha, beta), Err(SprtError::Errors { .. })));
    }
}

#[test]
fn the_status_reads_like_that_of_other_tools() {
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05).expect("good hypotheses");
    let status = sprt.status(Tally { wins: 880, shared: 1863, losses: 759 });
    assert_eq!(status.to_string(), "LLR 2.95 (-2.94, 2.94), H1 accepted");
}
