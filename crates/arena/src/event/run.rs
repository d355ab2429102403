//! The loop of a tournament: it loads stored games, and plays, stores and reports the others.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::workers::{self, Message};
use super::{EventError, PlayerFactory, Tournament};
use crate::result::{GameResult, Results};
use crate::schedule::ScheduleStep;
use crate::store::Store;

/// The error type of observers.
pub type ObserverError = Box<dyn std::error::Error + Send + Sync>;

/// A report to the observer of a tournament.
#[derive(Debug)]
pub enum Update<'a> {
    /// A game was found in the store. Its standard error is loaded.
    Resumed(&'a GameResult),
    /// The total number of games, including those already played. It is reported before each batch of games, and may change.
    Total(usize),
    /// A game has started.
    Started {
        /// Its number.
        number: usize,
    },
    /// A turn of a game was made or lost.
    Turn {
        /// The number of the game.
        number: usize,
        /// How many turns it has had.
        turns: usize,
    },
    /// A game is over. If there is a store, it is stored already.
    Finished(&'a GameResult),
}

/// The games of a tournament that have been played, and whether it is complete.
#[derive(Clone, Debug)]
pub struct PlayedTournament {
    /// The results, without standard error.
    pub results: Results,
    /// Whether no game is left to play.
    pub complete: bool,
}

/// Loads the stored games of a tournament without playing any, and reports each as [`Update::Resumed`].
///
/// All games are loaded, even if the observer returns [`ControlFlow::Break`].
pub fn load_stored_games(
    tournament: &Tournament,
    store: &Store,
    observer: &mut dyn FnMut(Update<'_>) -> Result<ControlFlow<()>, ObserverError>,
) -> Result<Results, EventError> {
    Ok(load(tournament, store, observer)?.0)
}

/// Loads the stored games, and returns whether the observer asked to stop.
fn load(
    tournament: &Tournament,
    store: &Store,
    observer: &mut dyn FnMut(Update<'_>) -> Result<ControlFlow<()>, ObserverError>,
) -> Result<(Results, bool), EventError> {
    let mut stop_requested = false;
    let stored = store.games()?;
    tournament.schedule.check(&stored)?;
    let mut results = Results::new();
    for mut game in stored {
        // Load one game at a time: the standard error of all games together may not fit into memory.
        store.load_stderr(&mut game)?;
        stop_requested |= observer(Update::Resumed(&game)).map_err(EventError::Observer)?.is_break();
        game.drop_stderr();
        results.insert(game);
    }
    Ok((results, stop_requested))
}

/// Plays what is left of a tournament.
///
/// Games found in the store are not played again. Each finished game is committed to the store before `observer`
/// is notified. The observer is called on this thread. When it returns [`ControlFlow::Break`], or when another thread
/// sets `stop`, no more games are started and games in progress are abandoned.
pub fn run(
    tournament: &Tournament,
    players: &dyn PlayerFactory,
    mut store: Option<&mut Store>,
    observer: &mut dyn FnMut(Update<'_>) -> Result<ControlFlow<()>, ObserverError>,
    stop: &AtomicBool,
) -> Result<PlayedTournament, EventError> {
    let schedule = &tournament.schedule;
    let (mut results, mut stop_requested) = match &store {
        Some(store) => load(tournament, store, observer)?,
        None => (Results::new(), false),
    };
    while let ScheduleStep::Play(fixtures) = schedule.next(&results) {
        let total = results.len() + schedule.games_left(&results);
        stop_requested |= observer(Update::Total(total)).map_err(EventError::Observer)?.is_break();
        if stop_requested || stop.load(Ordering::Relaxed) {
            return Ok(PlayedTournament { results, complete: false });
        }
        let mut receive = |message: Message| -> Result<ControlFlow<()>, EventError> {
            let flow = match message {
                Message::Started { number } => observer(Update::Started { number }),
                Message::Turn { number, turns } => observer(Update::Turn { number, turns }),
                Message::Finished(mut game) => {
                    if let Some(store) = &mut store {
                        store.add(&game)?;
                    }
                    let flow = observer(Update::Finished(&game));
                    game.drop_stderr();
                    results.insert(*game);
                    flow
                }
            };
            let flow = flow.map_err(EventError::Observer)?;
            stop_requested |= flow.is_break();
            Ok(flow)
        };
        workers::play(tournament, players, &fixtures, stop, &mut receive)?;
        if stop_requested || fixtures.iter().any(|fixture| results.of(fixture).is_none()) {
            let complete = schedule.next(&results) == ScheduleStep::Done;
            return Ok(PlayedTournament { results, complete });
        }
    }
    Ok(PlayedTournament { results, complete: true })
}
