//! Fault policies: the penalty for a fault.

use std::fmt;

use floe_rules::penguins::Seat;
use serde::{Deserialize, Serialize};

/// The penalty for a fault, in addition to the lost turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// There is no further penalty, but too many faults in a row forfeit the game.
    LoseTurn {
        /// How many faults in a row forfeit the game; `None` for never.
        in_a_row: Option<u32>,
    },
    /// The first fault forfeits the game.
    Forfeit,
    /// The player is disqualified after a number of faults in one game.
    Disqualify {
        /// The number of faults.
        faults: u32,
    },
}

impl Default for Policy {
    fn default() -> Policy {
        Policy::LoseTurn { in_a_row: Some(3) }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Policy::LoseTurn { in_a_row: Some(most) } => {
                write!(f, "the turn is lost, {most} in a row forfeit the game")
            }
            Policy::LoseTurn { in_a_row: None } => f.write_str("the turn is lost"),
            Policy::Forfeit => f.write_str("the game is forfeited"),
            Policy::Disqualify { faults } => write!(f, "the turn is lost, {faults} in a game disqualify"),
        }
    }
}

/// Why a player was eliminated from a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EliminationReason {
    /// Too many faults in a row.
    InARow(u32),
    /// A fault under [`Policy::Forfeit`].
    FirstFault,
    /// Too many faults in the game.
    Disqualified(u32),
    /// No penguin placed in so many rounds in which nobody else had a turn, where faults alone never eliminate.
    Idle(u32),
    /// It could not be started.
    NotStarted,
}

impl fmt::Display for EliminationReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EliminationReason::InARow(1) | EliminationReason::FirstFault => {
                f.write_str("forfeit after a fault")
            }
            EliminationReason::InARow(count) => write!(f, "forfeit after {count} faults in a row"),
            EliminationReason::Disqualified(1) => f.write_str("disqualified after a fault"),
            EliminationReason::Disqualified(count) => write!(f, "disqualified after {count} faults"),
            EliminationReason::Idle(rounds) => {
                write!(f, "forfeit after {rounds} rounds without placing a penguin")
            }
            EliminationReason::NotStarted => f.write_str("forfeit: it could not be started"),
        }
    }
}

/// The faults of one player.
#[derive(Clone, Copy, Debug, Default)]
struct FaultCount {
    in_a_row: u32,
    in_all: u32,
}

/// Counts the faults of a game and applies a policy to them.
#[derive(Clone, Debug)]
pub(super) struct FaultCounter {
    policy: Policy,
    counts: [FaultCount; Seat::MOST as usize],
}

impl FaultCounter {
    pub(super) fn new(policy: Policy) -> FaultCounter {
        FaultCounter { policy, counts: [FaultCount::default(); Seat::MOST as usize] }
    }

    fn count(&mut self, seat: Seat) -> &mut FaultCount {
        &mut self.counts[usize::from(seat.number()) - 1]
    }

    /// Returns whether no fault ever eliminates a player.
    pub(super) fn never_eliminates(&self) -> bool {
        self.policy == Policy::LoseTurn { in_a_row: None }
    }

    /// Counts a turn without a fault.
    pub(super) fn good(&mut self, seat: Seat) {
        self.count(seat).in_a_row = 0;
    }

    /// Counts a fault, and returns why the player is now eliminated, if it is.
    pub(super) fn fault(&mut self, seat: Seat) -> Option<EliminationReason> {
        let policy = self.policy;
        let count = self.count(seat);
        count.in_a_row += 1;
        count.in_all += 1;
        match policy {
            Policy::LoseTurn { in_a_row: Some(most) } if count.in_a_row >= most => {
                Some(EliminationReason::InARow(count.in_a_row))
            }
            Policy::LoseTurn { .. } => None,
            Policy::Forfeit => Some(EliminationReason::FirstFault),
            Policy::Disqualify { faults } => {
                (count.in_all >= faults).then_some(EliminationReason::Disqualified(count.in_all))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the index of the turn at which the player is eliminated, for a sequence of faults (`x`) and good turns (`.`).
    fn eliminated_at(policy: Policy, turns: &str) -> Option<usize> {
        let seat = Seat::new(2).unwrap();
        let mut counter = FaultCounter::new(policy);
        turns.chars().position(|turn| match turn {
            'x' => counter.fault(seat).is_some(),
            _ => {
                counter.good(seat);
                false
            }
        })
    }

    #[test]
    fn each_policy_counts_its_own_way() {
        assert_eq!(eliminated_at(Policy::default(), "xx.xx.xxx"), Some(8));
        assert_eq!(eliminated_at(Policy::LoseTurn { in_a_row: None }, "xxxxxxxxx"), None);
        assert_eq!(eliminated_at(Policy::Forfeit, ".x"), Some(1));
        assert_eq!(eliminated_at(Policy::Disqualify { faults: 3 }, "x.x..x"), Some(5));
        assert_eq!(eliminated_at(Policy::Disqualify { faults: 1 }, "x"), Some(0));
    }

    #[test]
    fn faults_are_counted_per_player() {
        let mut counter = FaultCounter::new(Policy::Disqualify { faults: 2 });
        let seat = |number| Seat::new(number).unwrap();
        assert_eq!(counter.fault(seat(1)), None);
        assert_eq!(counter.fault(seat(2)), None);
        assert_eq!(counter.fault(seat(1)), Some(EliminationReason::Disqualified(2)));
    }
}
