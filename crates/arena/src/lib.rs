//! Running untrusted programs as players: sandbox, referee, tournaments, ratings and reports.
//!
//! From the bottom up; a module uses only those before it:
//!
//! - [`sandbox`] runs one program once, isolated as well as the machine allows.
//! - [`printable`] makes text of programs safe to print, and tells names apart.
//! - [`fault`] names every way in which a turn can go wrong.
//! - [`result`] holds the result of a game.
//! - [`referee`] plays a game between players and judges every reply; [`bot`] is a program as a player.
//! - [`check`] tests a program against the whole protocol.
//! - [`rating`] estimates the strength of entrants.
//! - [`schedule`] decides who plays whom, and computes the standings.
//! - [`store`] keeps the results of a tournament in a database.
//! - [`event`] describes and runs tournaments.
//! - [`report`] shows a tournament as a page, as text, as JSON and as CSV.

pub mod bot;
pub mod check;
pub mod event;
pub mod fault;
pub mod printable;
pub mod quote;
pub mod rating;
pub mod referee;
pub mod report;
pub mod result;
pub mod sandbox;
pub mod schedule;
mod skeleton;
pub mod store;
