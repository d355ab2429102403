//! Who is honest: programs that play as strangers' processes, and the referee that trusts none of them.
//!
//! - [`sandbox`] runs one program once, shut in as well as the machine can.
//! - [`referee`] plays a game between players, and judges every answer; [`bot`] is a program as a player.
//! - [`verdict`] names every way in which a turn can go wrong.
//! - [`check`] runs a program through the whole contract.
//! - [`event`] plays many games, several at a time.
//! - [`report`] shows what came of them.

pub mod bot;
pub mod check;
pub mod event;
pub mod referee;
pub mod report;
pub mod sandbox;
pub mod schedule;
pub mod verdict;
