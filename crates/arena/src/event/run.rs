//! The loop of a tournament: resume, play, store, report, stop.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::workers::{self, Message};
use super::{EventError, PlayerFactory, Tournament};
use crate::result::{GameResult, Results};
use crate::schedule::ScheduleStep;
use crate::store::Store;

/// What an observer fails with.
pub type ObserverError = Box<dyn std::error::Error + Send + Sync>;

/// A report to the observer of a tournament.
#[derive(Debug)]
pub enum Update<'a> {
    /// A game was found in the store. Its standard error is loaded.
    Resumed(&'a GameResult),
    /// The number of games is known to be this, games already played included. It may be reported again.
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

/// What has been played of a tournament.
#[derive(Clone, Debug)]
pub struct PlayedTournament {
    /// The results, without standard error.
    pub results: Results,
    /// Whether no game is left to play.
    pub complete: bool,
}

/// Loads the stored games of a tournament without playing any, and reports each as [`Update::Resumed`].
pub fn resume(
    tournament: &Tournament,
    store: &Store,
    observer: &mut dyn FnMut(Update<'_>) -> Result<ControlFlow<()>, ObserverError>,
) -> Result<Results, EventError> {
    let stored = store.games()?;
    tournament.schedule.check(&stored)?;
    let mut results = Results::new();
    for mut game in stored {
        // One game at a time: standard error of all of them may not fit into memory.
        store.load_stderr(&mut game)?;
        let _ = observer(Update::Resumed(&game)).map_err(EventError::Observer)?;
        game.drop_stderr();
        results.insert(game);
    }
    Ok(results)
}

/// Plays what is left of a tournament.
///
/// Games found in the store are not played again. Each finished game is committed to the store before `observer`
/// learns of it. The observer is called on this thread; when it returns [`ControlFlow::Break`], or when `stop` is set
/// from any thread, games in progress are abandoned.
pub fn run(
    tournament: &Tournament,
    players: &dyn PlayerFactory,
    mut store: Option<&mut Store>,
    observer: &mut dyn FnMut(Update<'_>) -> Result<ControlFlow<()>, ObserverError>,
    stop: &AtomicBool,
) -> Result<PlayedTournament, EventError> {
    let schedule = &tournament.schedule;
    let mut results = match &store {
        Some(store) => resume(tournament, store, observer)?,
        None => Results::new(),
    };
    while let ScheduleStep::Play(fixtures) = schedule.next(&results) {
        let total = results.len() + schedule.games_left(&results);
        let mut broken = observer(Update::Total(total)).map_err(EventError::Observer)?.is_break();
        if broken || stop.load(Ordering::Relaxed) {
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
            broken |= flow.is_break();
            Ok(flow)
        };
        workers::play(tournament, players, &fixtures, stop, &mut receive)?;
        if broken || fixtures.iter().any(|fixture| results.of(fixture).is_none()) {
            let complete = schedule.next(&results) == ScheduleStep::Done;
            return Ok(PlayedTournament { results, complete });
        }
    }
    Ok(PlayedTournament { results, complete: true })
}
