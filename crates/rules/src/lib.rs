//! The rules of the games: Penguins and Gamma, board files, records, the contest protocol, the guard against
//! cheating, and board generation.
//!
//! Nothing here does I/O, reads a clock, starts a thread or uses global randomness, and everything runs on
//! wasm32. A turn of Penguins goes through these types: text → [`Setup`](penguins::Setup) (parsed, not trusted) →
//! [`Position`](penguins::Position) (validated) → [`Move`](penguins::Move) → `Position` → `Setup` → text.
//! [`Game`](game::Game) is one interface to both games, with undo and redo.
//! The numbered rules that comments cite are in `docs/rules.md`.
//!
//! Read a board file, list the legal turns, make one, and write the file:
//!
//! ```
//! use floe_rules::board_file;
//! use floe_rules::penguins::{Id, Position, RuleSet, Seat, Stage};
//!
//! let mut setup = board_file::read(b"1 4\n01 20 10 02\nAnn 1 1\nBen 2 1\n")?;
//! let mut position = Position::new(&setup, &RuleSet::SQUARE, &Stage::Movement)?;
//! let turns = position.turns();
//! let notation: Vec<String> =
//!     turns.iter().map(|turn| turn.notation(&position.grid()).to_string()).collect();
//! assert_eq!(notation, ["r1c1-r1c2", "r1c1-r1c3"]);
//!
//! let undo = position.play(turns[0])?;
//! assert_eq!(undo.gain().count(), 2);
//! let cells: Vec<_> = turns[0].cells().collect();
//! setup.follow(&position, &cells, Seat::new(1).unwrap(), &Id::new(b"Ann")?);
//! assert_eq!(board_file::write(&setup), b"1 4\n00 01 10 02\nAnn 1 3\nBen 2 1\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With the feature `serde`, games, turns, records and the types they are made of can be serialised.

pub mod board_file;
pub mod contest;
pub mod game;
pub mod gamma;
pub mod generate;
pub mod grid;
pub mod guard;
pub mod history;
pub mod penguins;
pub mod random;
pub mod record;
pub mod replay;
#[cfg(feature = "serde")]
mod serialise;
