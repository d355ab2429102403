//! Games that are played more than once, on different workers, to see whether they agree.

use std::time::Instant;

use async_nats::jetstream;
use floe_arena::result::GameResult;
use floe_rules::random::scramble;
use floe_rules::record;

use crate::protocol::WorkerId;

/// A result that waits for others to be compared with.
pub(crate) struct HeldResult {
    pub(crate) worker: WorkerId,
    pub(crate) game: GameResult,
    /// They are acknowledged when the result counts.
    pub(crate) messages: Vec<jetstream::Message>,
}

/// The results of one game by different workers.
pub(crate) struct Comparison {
    pub(crate) held: Vec<HeldResult>,
    /// Since when the latest copy is awaited.
    pub(crate) since: Instant,
}

/// What a comparison has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CompareResult {
    /// Another copy is needed.
    Undecided,
    /// The result at this index counts. Those of others at these indices differ from it.
    Decided { counts: usize, differ: Vec<usize> },
}

/// Returns whether a game is among those that are compared, given the share of them.
pub(crate) fn is_compared(seed: u64, number: usize, share: f64) -> bool {
    let drawn = scramble(seed ^ scramble(number as u64)) as f64 / u64::MAX as f64;
    drawn < share
}

/// Returns whether two results are of the same course of the game. Times may differ.
pub(crate) fn agree(one: &GameResult, other: &GameResult) -> bool {
    let course = |game: &GameResult| {
        let record = record::read(game.record.as_bytes()).ok()?;
        let seats: Vec<_> =
            game.results.iter().map(|seat| (seat.fish, seat.place, seat.out.is_some())).collect();
        let faults: Vec<_> =
            game.faults.iter().map(|fault| (fault.seat, fault.after, fault.name.clone())).collect();
        Some((record.game().actions().collect::<Vec<_>>(), seats, faults))
    };
    course(one).is_some_and(|one| Some(one) == course(other))
}

impl Comparison {
    pub(crate) fn new(first: HeldResult) -> Comparison {
        Comparison { held: vec![first], since: Instant::now() }
    }

    /// Returns what is known so far: two that agree decide, and of three that all differ the first counts.
    pub(crate) fn finding(&self) -> CompareResult {
        finding(&self.held.iter().map(|held| &held.game).collect::<Vec<_>>())
    }

    /// Returns the workers that have played it.
    pub(crate) fn workers(&self) -> Vec<WorkerId> {
        self.held.iter().map(|held| held.worker.clone()).collect()
    }
}

fn finding(games: &[&GameResult]) -> CompareResult {
    let others = |counts: usize| {
        (0..games.len()).filter(|&other| other != counts && !agree(games[counts], games[other])).collect()
    };
    for counts in 0..games.len() {
        if (0..games.len()).any(|other| other != counts && agree(games[counts], games[other])) {
            return CompareResult::Decided { counts, differ: others(counts) };
        }
    }
    if games.len() < 3 {
        CompareResult::Undecided
    } else {
        CompareResult::Decided { counts: 0, differ: others(0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_games_is_compared() {
        let compared = |share: f64| (1..=10_000).filter(|&number| is_compared(7, number, share)).count();
        assert_eq!((compared(0.0), compared(1.0)), (0, 10_000));
        assert!((900..1100).contains(&compared(0.1)), "{}", compared(0.1));
    }
}
