//! What a fault costs.

use std::fmt;

use floe_rules::penguins::Seat;
use serde::{Deserialize, Serialize};

/// What a fault costs besides the turn, which is always lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// Nothing more, until so many in a row forfeit the game.
    LoseTurn {
        /// How many in a row forfeit; nothing for never.
        in_a_row: Option<u32>,
    },
    /// The game, at once.
    Forfeit,
    /// The game, when there have been so many in it.
    Disqualify {
        /// How many.
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

/// Why a player is out of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Out {
    /// Too many faults in a row.
    InARow(u32),
    /// The first fault was one too many.
    FirstFault,
    /// Too many faults in all.
    Disqualified(u32),
}

impl fmt::Display for Out {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Out::InARow(1) | Out::FirstFault => f.write_str("forfeit after a fault"),
            Out::InARow(count) => write!(f, "forfeit after {count} faults in a row"),
            Out::Disqualified(1) => f.write_str("disqualified after a fault"),
            Out::Disqualified(count) => write!(f, "disqualified after {count} faults"),
        }
    }
}

/// How many faults a player has made.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    in_a_row: u32,
    in_all: u32,
}

/// Counts the faults of a game.
#[derive(Clone, Debug)]
pub(super) struct Book {
    policy: Policy,
    tallies: [Tally; Seat::MOST as usize],
}

impl Book {
    pub(super) fn new(policy: Policy) -> Book {
        Book { policy, tallies: [Tally::default(); Seat::MOST as usize] }
    }

    fn tally(&mut self, seat: Seat) -> &mut Tally {
        &mut self.tallies[usize::from(seat.number()) - 1]
    }

    /// Tells whether no number of faults takes a player out.
    pub(super) fn forgives_all(&self) -> bool {
        self.policy == Policy::LoseTurn { in_a_row: None }
    }

    /// Notes a turn without a fault.
    pub(super) fn good(&mut self, seat: Seat) {
        self.tally(seat).in_a_row = 0;
    }

    /// Notes a fault; tells why the player is out, if it is.
    pub(super) fn fault(&mut self, seat: Seat) -> Option<Out> {
        let policy = self.policy;
        let tally = self.tally(seat);
        tally.in_a_row += 1;
        tally.in_all += 1;
        match policy {
            Policy::LoseTurn { in_a_row: Some(most) } if tally.in_a_row >= most => {
                Some(Out::InARow(tally.in_a_row))
            }
            Policy::LoseTurn { .. } => None,
            Policy::Forfeit => Some(Out::FirstFault),
            Policy::Disqualify { faults } => {
                (tally.in_all >= faults).then_some(Out::Disqualified(tally.in_all))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns after which fault the player is out, if faults (`x`) and good turns (`.`) come like this.
    fn out_at(policy: Policy, turns: &str) -> Option<usize> {
        let seat = Seat::new(2).unwrap();
        let mut book = Book::new(policy);
        turns.chars().position(|turn| match turn {
            'x' => book.fault(seat).is_some(),
            _ => {
                book.good(seat);
                false
            }
        })
    }

    #[test]
    fn each_policy_counts_its_own_way() {
        assert_eq!(out_at(Policy::default(), "xx.xx.xxx"), Some(8));
        assert_eq!(out_at(Policy::LoseTurn { in_a_row: None }, "xxxxxxxxx"), None);
        assert_eq!(out_at(Policy::Forfeit, ".x"), Some(1));
        assert_eq!(out_at(Policy::Disqualify { faults: 3 }, "x.x..x"), Some(5));
        assert_eq!(out_at(Policy::Disqualify { faults: 1 }, "x"), Some(0));
    }

    #[test]
    fn players_are_counted_apart() {
        let mut book = Book::new(Policy::Disqualify { faults: 2 });
        let seat = |number| Seat::new(number).unwrap();
        assert_eq!(book.fault(seat(1)), None);
        assert_eq!(book.fault(seat(2)), None);
        assert_eq!(book.fault(seat(1)), Some(Out::Disqualified(2)));
    }
}
