//! Who is honest: programs that play as strangers' processes, and the referee that trusts none of them.
//!
//! - [`sandbox`] runs one program once, shut in as well as the machine can.
//! - [`verdict`] names every way in which a turn can go wrong.
//! - [`report`] shows what came of a match or a tournament.

pub mod report;
pub mod sandbox;
pub mod verdict;
