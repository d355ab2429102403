//! Tournaments over many machines.
//!
//! NATS JetStream does what is not particular to floe: it keeps the queue of games, gives each to one worker, takes it
//! back when the worker is silent, keeps results until they are stored, and distributes programs. docs/cluster.md tells
//! how to use it.
//!
//! - A [`Coordinator`] is a [`GameRunner`](floe_arena::event::GameRunner): it publishes games as jobs, checks the results
//!   that come back, and passes them on. All that it knows can be lost: results are in the store of the tournament, and
//!   what has none is published again.
//! - A [`Worker`] takes a job, plays the whole game on its own machine in its own sandbox, and sends the result.
//! - [`watch_workers`] listens to what workers tell about themselves.

mod checks;
mod connection;
mod coordinator;
mod error;
mod files;
mod fleet;
mod protocol;
mod sheet;
mod speed;
mod suspension;
#[cfg(test)]
mod tests;
mod worker;

pub use connection::{Credentials, NatsServer};
pub use coordinator::{ClusterSettings, Coordinator, Notes};
pub use error::ClusterError;
pub use fleet::watch_workers;
pub use protocol::{FloeVersion, RunningGame, TournamentKey, WorkerStatus};
pub use sheet::{ClockRule, SheetEntrant, SheetPlayer, TournamentSheet};
pub use speed::measure;
pub use worker::{MakePlayers, OpenSandbox, PlayerParts, Worker, WorkerNotes, WorkerOptions};
