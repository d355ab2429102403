//! Tests of the rules against a slow reference, tables, and games played to their end.

#![expect(clippy::unwrap_used, reason = "a test that unwraps in vain has failed")]

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
