//! A game being played, without a front end.
//!
//! - [`GameSpec`] describes a game to start and fills in defaults; all front ends share its defaults and limits.
//! - [`Session`] is the game with its players. It takes a [`SessionEvent`] (a turn, undo, a hint, an engine's answer) and
//!   returns [`SessionEffect`]s (a turn was made, a search is to be started, the game has ended).
//! - [`EngineTask`] is a request for an engine search: a front end runs it on a thread, in a web worker or synchronously,
//!   and passes the answer back.
//!
//! Nothing here reads a clock, a file or a terminal, or starts a thread. Sessions, events and effects can be serialised with
//! `serde`: a session that was stored continues exactly where it was.

mod event;
mod kind;
mod level;
mod roster;
mod session;
mod spec;
mod spec_error;
mod standings;
mod storage;
mod task;

pub use event::{Hint, SessionEffect, SessionEvent, SessionRefusal};
pub use floe_rules::replay::skipped;
pub use kind::{GameKind, LONGEST_SIDE, MOST_GAMMA_PLAYERS, MOST_PENGUINS_OFFERED, Placement, UnknownGame};
pub use level::{LEVEL_NAMES, UnknownLevel, default_level, level_named};
pub use roster::Roster;
pub use session::{CurrentTask, Session};
pub use spec::{BoardPhase, GameSpec, SeatSpec, SpecBoard};
pub use spec_error::SpecError;
pub use standings::ranking;
pub use storage::StoredError;
pub use task::{EngineTask, SearchBudget, TaskId, TaskPurpose};
