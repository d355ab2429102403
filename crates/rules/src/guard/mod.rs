//! The guard against cheating: it detects states that no legal game could produce.
//!
//! [`examine`] checks one state. [`compare`] checks whether legal turns of the other players lead from an earlier
//! state to this one, and [`Journal`] keeps the earlier state between two calls of the contest program. A finding
//! is an accusation or a remark. A remark is about something unusual that a legal game can cause; a legal game never
//! causes an accusation, even when a referee has skipped players (rules G1 to G4).
//!
//! ```
//! use floe_rules::board_file;
//! use floe_rules::contest::Calling;
//! use floe_rules::guard::compare;
//! use floe_rules::penguins::{RuleSet, Seat};
//!
//! let before = board_file::read(b"1 4\n01 20 10 02\nAnn 1 1\nBen 2 1\n")?;
//! let now = board_file::read(b"1 4\n01 20 02 00\nAnn 1 1\nBen 2 9\n")?;
//! let findings = compare(&before, &now, &RuleSet::SQUARE, Calling::Movement, Seat::new(1));
//! assert_eq!(findings[0].to_string(), "the score of player 2 is 9, but should be 2 from the fish collected");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod examine;
mod explain;
mod finding;
mod journal;

pub use examine::examine;
pub use explain::compare;
pub use finding::{Finding, Subject};
pub use journal::{Journal, JournalFault};
