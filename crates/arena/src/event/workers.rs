//! Threads that play several games at the same time.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use floe_rules::history::GameHistory;
use floe_rules::penguins::Position;

use super::game::game_result;
use super::{EventError, PlayerFactory, Tournament};
use crate::referee::{self, GameError};
use crate::result::GameResult;
use crate::schedule::Fixture;

/// A message from a worker.
#[derive(Debug)]
pub(super) enum Message {
    /// A game has started.
    Started { number: usize },
    /// A turn was made or lost.
    Turn { number: usize, turns: usize },
    /// A game is over.
    Finished(Box<GameResult>),
}

/// Plays games in their order, as many at a time as the tournament allows.
///
/// `receive` is called on this thread. When it breaks or fails, or when `stop` is set, games in progress are
/// abandoned.
pub(super) fn play(
    tournament: &Tournament,
    players: &dyn PlayerFactory,
    fixtures: &[Fixture],
    stop: &AtomicBool,
    receive: &mut dyn FnMut(Message) -> Result<ControlFlow<()>, EventError>,
) -> Result<(), EventError> {
    let next = AtomicUsize::new(0);
    // The caller's flag is only read: a break or a failure ends these games, not whatever else the flag stands for.
    let abandoned = AtomicBool::new(false);
    let is_stopped = || stop.load(Ordering::Relaxed) || abandoned.load(Ordering::Relaxed);
    let (sender, receiver) = mpsc::channel();
    let count = tournament.parallel.clamp(1, fixtures.len().max(1));
    thread::scope(|scope| {
        for _ in 0..count {
            let (sender, next, is_stopped) = (sender.clone(), &next, &is_stopped);
            scope.spawn(move || {
                while !is_stopped()
                    && let Some(fixture) = fixtures.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let played = play_game(tournament, players, fixture, is_stopped, &sender);
                    let failed = played.is_err();
                    // The receiver is gone once something has failed.
                    if let Some(message) = played.transpose()
                        && (sender.send(message).is_err() || failed)
                    {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for message in receiver {
            match message.and_then(&mut *receive) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => abandoned.store(true, Ordering::Relaxed),
                Err(error) => {
                    abandoned.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
        Ok(())
    })
}

/// Plays one game; nothing when it was abandoned.
fn play_game(
    tournament: &Tournament,
    factory: &dyn PlayerFactory,
    fixture: &Fixture,
    is_stopped: &dyn Fn() -> bool,
    sender: &mpsc::Sender<Result<Message, EventError>>,
) -> Result<Option<Message>, EventError> {
    let number = fixture.number;
    let mut players = Vec::new();
    for &entrant in &fixture.seats {
        let player = factory.player(entrant, fixture).map_err(|source| {
            let name = tournament.entrants[entrant].name.clone();
            EventError::Player { number, name, source }
        })?;
        players.push(player);
    }
    let send = |message| sender.send(Ok(message)).is_ok() && !is_stopped();
    if !send(Message::Started { number }) {
        return Ok(None);
    }
    let board = &tournament.boards[fixture.board].setup;
    let mut watch = |history: &GameHistory<Position>| send(Message::Turn { number, turns: history.made() });
    match referee::play(board, &tournament.terms, &mut players, &mut watch) {
        Ok(played) => Ok(Some(Message::Finished(Box::new(game_result(tournament, fixture, played)?)))),
        Err(GameError::Interrupted) => Ok(None),
        Err(source) => Err(EventError::Game { number, source }),
    }
}
