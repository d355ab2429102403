//! The value of a position for each player.

use floe_rules::penguins::{Ice, Position, Seat};

/// The most players.
pub(crate) const PLAYERS: usize = Seat::MOST as usize;

/// The value of a position for each player, in the order of their numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Payoffs {
    /// From 0 to 1; the sum of two players is 1.
    pub(crate) worth: [f32; PLAYERS],
    /// The lead of each player over the best of the others, in fish.
    pub(crate) lead: [f32; PLAYERS],
}

impl Payoffs {
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
