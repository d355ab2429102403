//! Pairs of games with swapped seats, the observations of the pentanomial model.
//!
//! Two games on the same board, the second with the seats swapped, are not independent: a board that favours a seat
//! favours each player once. Counting the pair as one observation with five possible results (0, ½, 1, 1½ or 2 points)
//! takes that into account. The mean score is that of the single games, but its variance is that of the pairs, which is
//! smaller where seats matter. This is the model of fishtest, OpenBench and fastchess.

use serde::Serialize;

use super::elo::{self, ConfidenceInterval};

/// The results of pairs of games between two players, from the first player's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct PairedTally {
    /// The number of pairs in which the first player made 0, ½, 1, 1½ and 2 points.
    counts: [u64; 5],
}

impl PairedTally {
    /// Makes a tally of the numbers of pairs with 0, ½, 1, 1½ and 2 points.
    pub fn new(counts: [u64; 5]) -> PairedTally {
        PairedTally { counts }
    }

    /// Adds a pair in which the first player made so many half points, at most four.
    pub fn add(&mut self, half_points: u64) {
        let result = usize::try_from(half_points).unwrap_or(usize::MAX).min(self.counts.len() - 1);
        self.counts[result] += 1;
    }

    /// Returns the number of pairs.
    pub fn pairs(self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the numbers of pairs with 0, ½, 1, 1½ and 2 points.
    pub fn counts(self) -> [u64; 5] {
        self.counts
    }

    /// Returns the Elo difference with its 95% confidence interval; `None` if there are no pairs.
    pub fn elo(self) -> Option<ConfidenceInterval> {
        elo::interval(&self.counts)
    }

    /// Returns the normalised Elo difference with its 95% confidence interval; `None` if it is not defined.
    pub fn normalised_elo(self) -> Option<ConfidenceInterval> {
        elo::normalised_interval(&self.counts, 2.0)
    }

    /// Returns the likelihood of superiority (LOS) of the first player, from 0 to 1; `None` if there are no pairs.
    pub fn likelihood(self) -> Option<f64> {
        elo::likelihood(&self.counts)
    }
}

#[cfg(test)]
mod tests {
    use floe_rules::random::Random;

    use super::super::elo::Tally;
    use super::*;

    /// Returns a value and half the width of its interval.
    fn with_error(interval: Option<ConfidenceInterval>) -> (f64, f64) {
        let interval = interval.expect("defined");
        let width = interval.high.expect("finite") - interval.low.expect("finite");
        (interval.value.expect("finite"), width / 2.0)
    }

    #[test]
    fn agrees_with_fastchess() {
        // fastchess, unit tests of its Elo models: pairs, normalised Elo, its error, and the LOS in percent.
        let published = [
            ([34, 54, 31 + 32, 64, 75], 57.94, 28.28, Some(100.0)),
            ([332, 433, 457 + 41, 333, 334], -9.17, 10.96, Some(5.05)),
            ([7895, 8757, 5485 + 200, 568, 9999], -19.01, 2.65, None),
        ];
        for (counts, value, error, los) in published {
            let tally = PairedTally::new(counts);
            let (got, half) = with_error(tally.normalised_elo());
            assert!((got - value).abs() < 0.006, "{got} is not {value}");
            assert!((half - error).abs() < 0.006, "{half} is not {error}");
            if let Some(los) = los {
                // Ours takes the variance around an equal score, theirs around the mean: hardly a difference.
                let got = tally.likelihood().expect("pairs") * 100.0;
                assert!((got - los).abs() < 0.05, "{got} is not {los}");
            }
        }
        // Single games.
        let published =
            [(76, 89, 123, -20.76, 40.13), (136, 96, 111, 49.77, 36.77), (34, 356, 0, -508.44, 34.48)];
        for (wins, losses, shared, value, error) in published {
            let (got, half) = with_error(Tally { wins, shared, losses }.normalised_elo());
            assert!((got - value).abs() < 0.006, "{got} is not {value}");
            assert!((half - error).abs() < 0.006, "{half} is not {error}");
        }
    }

    #[test]
    fn the_interval_holds_the_truth_where_seats_decide() {
        // The player on the first seat wins nine games in ten against an equal opponent. Single games would have an
        // interval that is far too wide; the interval of pairs holds the truth in about 95 matches of 100.
        let mut random = Random::new(11);
        let (mut held, mut narrower) = (0, 0);
        let matches = 400;
        for _ in 0..matches {
            let (mut pairs, mut games) = (PairedTally::default(), Tally::default());
            for _ in 0..200 {
                let first = u64::from(random.below(10) < 9);
                let second = u64::from(random.below(10) >= 9);
                pairs.add(2 * (first + second));
                games.wins += first + second;
                games.losses += 2 - first - second;
            }
            let interval = pairs.elo().expect("pairs");
            held += u32::from(interval.low.expect("finite") <= 0.0 && interval.high.expect("finite") >= 0.0);
            narrower += u32::from(with_error(pairs.elo()).1 < 0.8 * with_error(games.elo()).1);
        }
        assert!((370..=393).contains(&held), "{held} of {matches}");
        assert_eq!(narrower, matches);
    }

    #[test]
    fn equal_results_keep_their_doubt() {
        assert_eq!(PairedTally::default().elo(), None);
        assert_eq!(PairedTally::default().likelihood(), None);
        assert_eq!(PairedTally::default().normalised_elo(), None);
        let one = PairedTally::new([0, 0, 0, 0, 1]);
        assert!((one.likelihood().expect("a pair") - 0.8413).abs() < 1e-3);
        assert_eq!(one.elo().expect("a pair").value, None);
        // Without variance, there is nothing to normalise by.
        assert_eq!(one.normalised_elo(), None);
        assert_eq!(PairedTally::new([0, 0, 7, 0, 0]).likelihood(), Some(0.5));
    }
}
