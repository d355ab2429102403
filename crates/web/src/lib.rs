//! floe in a browser: a server for playing, watching and analysing, with its page.
//!
//! [`Server`] serves the page and the interface that docs/http.md describes. Everything is decided here: the page shows what
//! it is told, and sends what a person wants. A game is a [`Session`](floe_session::Session) in a task of its own, which
//! stores a turn before it tells anyone of it.

mod analysis;
mod api;
mod assets;
mod clock;
mod database;
mod engine_pool;
mod error;
mod games;
mod legal_turns;
mod limits;
mod live;
mod new_game;
mod rematch;
mod room;
mod room_record;
mod secret;
mod server;
mod snapshot;
mod tournament;
mod tournament_api;

pub use database::DatabaseError;
pub use limits::{Rate, ServerLimits};
pub use secret::{GameId, Secret};
pub use server::{ServeError, Server, ServerOptions, serve};
pub use tournament::TournamentFeed;
