//! Tests of the players: whole games in which every turn must be legal, limits, and strength proven by match.

#![expect(clippy::unwrap_used, reason = "a test that unwraps in vain has failed")]

mod all_games;
mod exact;
mod gamma_games;
mod gamma_matches;
mod gamma_settler;
mod limits;
mod references;
mod strategist;
