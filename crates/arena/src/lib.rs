//! Who is honest: programs that play as strangers' processes, and the referee that trusts none of them.
//!
//! - [`sandbox`] runs one program once, shut in as well as the machine can.
//! - [`referee`] plays a game between players, and judges every answer; [`bot`] is a program as a player.
//! - [`verdict`] names every way in which a turn can go wrong.
//! - [`check`] runs a program through the whole contract.
//! - [`schedule`] says who plays whom, and [`event`] plays many games, several at a time.
//! - [`rating`] tells how strong entrants are.
//! - [`store`] keeps their results, and [`report`] shows them.

pub mod bot;
pub mod check;
pub mod event;
mod printable;
pub mod rating;
pub mod referee;
pub mod report;
pub mod result;
pub mod sandbox;
pub mod schedule;
pub mod store;
pub mod verdict;
