//! The loop of a tournament: it loads stored games, and plays, stores and reports the others.

use std::ops::ControlFlow;

use floe_rules::history::Action;
use floe_rules::penguins::{Move, Seat};

use super::runner::{GameMessage, GameRunner, Machine};
use super::{EventError, RunControl, Tournament};
use crate::result::{GameResult, Results};
use crate::schedule::{Fixture, ScheduleStep};
use crate::store::Store;

/// The error type of observers.
pub type ObserverError = Box<dyn std::error::Error + Send + Sync>;

/// A report to the observer of a tournament.
#[derive(Debug)]
pub enum Update<'a> {
    /// A game was found in the store. Its record and what was printed are loaded.
    Resumed(&'a GameResult),
    /// The total number of games, including those already played. It is reported before each batch of games, and may change.
    Total(usize),
    /// A game has started.
    Started(&'a Fixture),
    /// A turn of a game was made or lost, or a player was eliminated. What happens last in a game may be missing, since it
    /// is [finished](Update::Finished) then.
    Turn {
        /// The number of the game.
        number: usize,
        /// How many turns it has had.
        turns: usize,
        /// The player.
        player: Seat,
        /// What happened.
        action: Action<Move>,
    },
    /// A game is over. If there is a store, it is stored already.
    Finished(&'a GameResult),
    /// The machines that play, where there are several; it is told again and again.
    Machines(&'a [Machine]),
}

/// The games of a tournament that have been played, and whether it is complete.
#[derive(Clone, Debug)]
pub struct PlayedTournament {
    /// The results, without records and what was printed.
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
        // Load one game at a time: the texts of all games together may not fit into memory.
        store.load_texts(&mut game)?;
        stop_requested |= observer(Update::Resumed(&game)).map_err(EventError::Observer)?.is_break();
        game.drop_texts();
        results.insert(game);
    }
    Ok((results, stop_requested))
}

/// Plays what is left of a tournament.
///
/// Games found in the store are not played again. Each finished game is committed to the store before `observer`
/// is notified; after that, its record and what was printed are dropped. The observer is called on this thread. When it
/// returns [`ControlFlow::Break`], or when another thread [stops](RunControl::stop) it, no more games are started and games
/// in progress are abandoned.
pub fn run(
    tournament: &Tournament,
    runner: &mut dyn GameRunner,
    mut store: Option<&mut Store>,
    observer: &mut dyn FnMut(Update<'_>) -> Result<ControlFlow<()>, ObserverError>,
    control: &RunControl,
) -> Result<PlayedTournament, EventError> {
    let schedule = &tournament.schedule;
    let (mut results, mut stop_requested) = match &store {
        Some(store) => load(tournament, store, observer)?,
        None => (Results::new(), false),
    };
    while let ScheduleStep::Play(fixtures) = schedule.next(&results) {
        let total = results.len() + schedule.games_left(&results);
        stop_requested |= observer(Update::Total(total)).map_err(EventError::Observer)?.is_break();
        if stop_requested || control.is_stopped() {
            return Ok(PlayedTournament { results, complete: false });
        }
        let mut receive = |messages: Vec<GameMessage<'_>>| -> Result<ControlFlow<()>, EventError> {
            if let Some(store) = &mut store
                && messages.iter().any(|message| message.finished().is_some())
            {
                store.add(messages.iter().filter_map(GameMessage::finished))?;
            }
            let mut flow = ControlFlow::Continue(());
            for message in messages {
                let answer = match message {
                    GameMessage::Started(fixture) => observer(Update::Started(fixture)),
                    GameMessage::Machines(machines) => observer(Update::Machines(&machines)),
                    GameMessage::Turn { number, turns, player, action } => {
                        observer(Update::Turn { number, turns, player, action })
                    }
                    GameMessage::Finished(mut game) => {
                        let answer = observer(Update::Finished(&game));
                        game.drop_texts();
                        results.insert(*game);
                        answer
                    }
                };
                if answer.map_err(EventError::Observer)?.is_break() {
                    flow = ControlFlow::Break(());
                }
            }
            stop_requested |= flow.is_break();
            Ok(flow)
        };
        runner.play(tournament, &fixtures, control, &mut receive)?;
        if stop_requested || fixtures.iter().any(|fixture| results.of(fixture).is_none()) {
            let complete = schedule.next(&results) == ScheduleStep::Done;
            return Ok(PlayedTournament { results, complete });
        }
    }
    Ok(PlayedTournament { results, complete: true })
}
