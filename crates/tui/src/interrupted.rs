//! The interrupted games that the host has: which of them can be resumed, and why the others cannot.

use std::time::Duration;

use floe_session::{Session, StoredError};

use crate::host::InterruptedGame;

/// The most games that are offered; older ones are found once these are gone.
const MOST_GAMES: usize = 20;

/// An interrupted game that can be resumed.
#[derive(Clone, Debug)]
pub(crate) struct ResumableGame {
    pub(crate) id: String,
    pub(crate) session: Box<Session>,
    pub(crate) age: Duration,
}

/// An autosaved game that cannot be read.
#[derive(Clone, Debug)]
pub(crate) struct UnreadableGame {
    pub(crate) id: String,
    pub(crate) reason: String,
    /// Whether no version of the program could read it.
    pub(crate) is_broken: bool,
}

/// Sorts out which interrupted games can be resumed; returns them, and the others with the reasons.
pub(crate) fn resumable(games: Vec<InterruptedGame>) -> (Vec<ResumableGame>, Vec<UnreadableGame>) {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for InterruptedGame { id, age, contents } in games {
        match contents.map(|bytes| Session::from_stored(&bytes)) {
            Ok(Ok(session)) => good.push(ResumableGame { id, session: Box::new(session), age }),
            Ok(Err(error)) => {
                let is_broken = !matches!(error, StoredError::Newer(_));
                bad.push(UnreadableGame { id, reason: error.to_string(), is_broken });
            }
            Err(reason) => bad.push(UnreadableGame { id, reason, is_broken: false }),
        }
    }
    good.truncate(MOST_GAMES);
    (good, bad)
}
