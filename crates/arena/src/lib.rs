//! Who is honest: programs that play as strangers' processes, and the referee that trusts none of them.
//!
//! - [`sandbox`] runs one program once, shut in as well as the machine can.
//! - [`verdict`] names every way in which a turn can go wrong.
//! - [`rating`] tells from results how strong those who played are, and how sure that is.
//! - [`schedule`] says who plays whom, and who is ahead.
//! - [`report`] shows what came of a match or a tournament.

pub mod rating;
pub mod report;
pub mod sandbox;
pub mod schedule;
pub mod verdict;
