//! The value of a game's result for each player.

use floe_rules::penguins::{Ice, Position, Seat};

/// The most players.
pub(crate) const PLAYERS: usize = Seat::MOST as usize;
/// The share of the lead in the value of a result; the rest is for winning.
const FISH_PART: f32 = 0.2;
/// The lead that is worth half of the largest possible lead.
const HALF_LEAD: f32 = 12.0;

/// The value of a position for each player, in the order of their numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Payoffs {
    /// From 0 to 1; the sum of two players is 1.
    pub(crate) worth: [f32; PLAYERS],
    /// The lead of each player over the best of the others, in fish.
    pub(crate) lead: [f32; PLAYERS],
}

impl Payoffs {
    /// Returns the value of final scores.
    pub(crate) fn of_scores(scores: &[i64]) -> Payoffs {
        let (mut worth, mut lead) = ([0.0; PLAYERS], [0.0; PLAYERS]);
        let most = scores.iter().copied().max().unwrap_or(0);
        let leaders = scores.iter().filter(|&&score| score == most).count();
        for (at, &score) in scores.iter().enumerate() {
            let others = scores.iter().enumerate().filter(|&(other, _)| other != at);
            let rival = others.map(|(_, &score)| score).max().unwrap_or(0);
            lead[at] = (score - rival) as f32;
            let share = if score == most { 1.0 / leaders as f32 } else { 0.0 };
            let by_fish = 0.5 + 0.5 * lead[at] / (lead[at].abs() + HALF_LEAD);
            worth[at] = share * (1.0 - FISH_PART) + by_fish * FISH_PART;
        }
        Payoffs { worth, lead }
    }

    /// Returns the value of expected final scores. A lead of `sure` makes a win likely.
    pub(crate) fn of_expected(fish: &[f32], sure: f32) -> Payoffs {
        let (mut worth, mut lead) = ([0.0; PLAYERS], [0.0; PLAYERS]);
        let most = fish.iter().copied().fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for (worth, &fish) in worth.iter_mut().zip(fish) {
            *worth = ((fish - most) / sure).exp();
            sum += *worth;
        }
        for at in 0..fish.len() {
            worth[at] /= sum;
            let others = fish.iter().enumerate().filter(|&(other, _)| other != at);
            lead[at] = fish[at] - others.map(|(_, &fish)| fish).fold(f32::MIN, f32::max);
        }
        Payoffs { worth, lead }
    }
}

/// Copies the scores of all players, and returns the number of players.
pub(crate) fn scores_of<I: Ice>(position: &Position<I>, scores: &mut [i64; PLAYERS]) -> usize {
    let mut players = 0;
    for (score, seat) in scores.iter_mut().zip(position.seats()) {
        *score = position.score(seat).map_or(0, u64::cast_signed);
        players += 1;
    }
    players
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_worth_more_than_any_lead_and_two_share_one() {
        let narrow = Payoffs::of_scores(&[10, 9]);
        let wide = Payoffs::of_scores(&[40, 9]);
        let drawn = Payoffs::of_scores(&[9, 9]);
        assert!(wide.worth[0] > narrow.worth[0] && narrow.worth[0] > drawn.worth[0] + 0.3);
        assert_eq!(drawn.worth[..2], [0.5, 0.5]);
        for outcome in [narrow, wide, drawn] {
            assert!((outcome.worth[0] + outcome.worth[1] - 1.0).abs() < 1e-6);
        }
        assert_eq!(wide.lead[..2], [31.0, -31.0]);
    }

    #[test]
    fn a_shared_win_is_divided() {
        let outcome = Payoffs::of_scores(&[5, 7, 7]);
        assert!(outcome.worth[1] == outcome.worth[2] && outcome.worth[1] > 0.4 && outcome.worth[1] < 0.6);
        assert!(outcome.worth[0] < 0.2);
        assert_eq!(outcome.lead[..3], [-2.0, 0.0, 0.0]);
    }
}
