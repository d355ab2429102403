//! Playing many games, several at a time.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use floe_rules::history::GameHistory;
use floe_rules::penguins::Position;

use super::game::game_result;
use super::{Cast, Event, EventError};
use crate::referee::{self, GameError};
use crate::result::GameResult;
use crate::schedule::Fixture;

/// What happens during an event, to whoever watches.
#[derive(Debug)]
pub enum Happening {
    /// A game has begun, by its number.
    Started(usize),
    /// A game has come so far: its number, and the turns made.
    Turn(usize, usize),
    /// A game is over.
    Finished(Box<GameResult>),
}

/// Plays games in their order, as many at a time as the event says, and tells what happens.
///
/// `told` is called on this thread, and says whether to go on; with `stop` set from anywhere, games in progress
/// are given up. Returns whether all games were played.
pub fn run(
    event: &Event,
    cast: &dyn Cast,
    fixtures: &[Fixture],
    stop: &AtomicBool,
    told: &mut dyn FnMut(Happening) -> Result<bool, EventError>,
) -> Result<bool, EventError> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let workers = event.parallel.clamp(1, fixtures.len().max(1));
    thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed)
                    && let Some(fixture) = fixtures.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let played = play(event, cast, fixture, stop, &sender);
                    let failed = played.is_err();
                    // Nobody listens any more once something has failed.
                    if let Some(message) = played.transpose()
                        && (sender.send(message).is_err() || failed)
                    {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut finished = 0;
        for message in receiver {
            let goes_on = message.and_then(|happening| {
                finished += usize::from(matches!(happening, Happening::Finished(_)));
                told(happening)
            });
            match goes_on {
                Ok(true) => {}
                Ok(false) => stop.store(true, Ordering::Relaxed),
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
        Ok(finished == fixtures.len())
    })
}

/// Plays one game; nothing when it was interrupted.
fn play(
    event: &Event,
    cast: &dyn Cast,
    fixture: &Fixture,
    stop: &AtomicBool,
    sender: &mpsc::Sender<Result<Happening, EventError>>,
) -> Result<Option<Happening>, EventError> {
    let number = fixture.number;
    let mut players = Vec::new();
    for &entrant in &fixture.seats {
        let player = cast.player(entrant, fixture).map_err(|source| {
            let name = event.entrants[entrant].name.clone();
            EventError::Cast { number, name, source }
        })?;
        players.push(player);
    }
    let tell = |happening| sender.send(Ok(happening)).is_ok() && !stop.load(Ordering::Relaxed);
    if !tell(Happening::Started(number)) {
        return Ok(None);
    }
    let board = &event.boards[fixture.board].setup;
    let mut watch = |history: &GameHistory<Position>| tell(Happening::Turn(number, history.made()));
    match referee::play(board, &event.terms, &mut players, &mut watch) {
        Ok(played) => Ok(Some(Happening::Finished(Box::new(game_result(event, fixture, played)?)))),
        Err(GameError::Interrupted) => Ok(None),
        Err(source) => Err(EventError::Game { number, source }),
    }
}
