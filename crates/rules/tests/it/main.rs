//! Tests of the rules against slow reference implementations, perft tables, and whole games.

#![expect(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod board_files;
mod boards;
mod fast_and_slow;
mod gamma_games;
mod gamma_reference;
mod generated_boards;
mod guard_cheats;
mod guard_games;
mod perft_tables;
mod records;
mod reference;
#[cfg(feature = "serde")]
mod serialising;
