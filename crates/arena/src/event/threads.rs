//! Games that are played by threads of this process, several at the same time.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use super::runner::{GameMessage, GameRunner, Receiver, play_game};
use super::{EventError, PlayerFactory, RunControl, Tournament};
use crate::sandbox::CoreSet;
use crate::schedule::Fixture;

/// The most messages that are handled together.
const MOST_AT_ONCE: usize = 1000;

/// Plays games on this machine, in their order, as many at a time as the tournament has cores for.
#[derive(Clone, Copy)]
pub struct LocalGames<'p> {
    players: &'p dyn PlayerFactory,
}

impl<'p> LocalGames<'p> {
    /// Plays games between the players that a factory creates.
    pub fn new(players: &'p dyn PlayerFactory) -> LocalGames<'p> {
        LocalGames { players }
    }
}

impl std::fmt::Debug for LocalGames<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LocalGames").finish_non_exhaustive()
    }
}

impl GameRunner for LocalGames<'_> {
    fn play<'a>(
        &mut self,
        tournament: &Tournament,
        fixtures: &'a [Fixture],
        control: &RunControl,
        receive: &mut Receiver<'_, 'a>,
    ) -> Result<(), EventError> {
        let players = self.players;
        let next = AtomicUsize::new(0);
        // A break or a failure ends these games, not whatever else is under the same control.
        let abandoned = AtomicBool::new(false);
        let is_stopped = || control.is_stopped() || abandoned.load(Ordering::Relaxed);
        let (sender, receiver) = mpsc::channel();
        let any = [CoreSet::any()];
        let cores = if tournament.cores.is_empty() { &any[..] } else { &tournament.cores };
        thread::scope(|scope| {
            for cores in cores.iter().take(fixtures.len()) {
                let (sender, next, is_stopped) = (sender.clone(), &next, &is_stopped);
                scope.spawn(move || {
                    // On other cores, its programs could slow down those of other games.
                    if let Err(fault) = cores.confine_this_thread() {
                        // The receiver is gone once something has failed.
                        let _ = sender.send(Err(EventError::Cores(fault)));
                        return;
                    }
                    let mut send = |message| sender.send(Ok(message)).is_ok();
                    while let Some(_in_progress) = control.start_game(is_stopped)
                        && let Some(fixture) = fixtures.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let played = play_game(tournament, players, fixture, is_stopped, &mut send);
                        let failed = played.is_err();
                        let message =
                            played.map(|game| game.map(|game| GameMessage::Finished(Box::new(game))));
                        // The receiver is gone once something has failed.
                        if let Some(message) = message.transpose()
                            && (sender.send(message).is_err() || failed)
                        {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            while let Ok(first) = receiver.recv() {
                // What has arrived in the meantime is handled together: storing a game waits for the disk.
                let (mut messages, mut failure) = (Vec::new(), None);
                for message in std::iter::once(first).chain(receiver.try_iter().take(MOST_AT_ONCE)) {
                    match message {
                        Ok(message) => messages.push(message),
                        // Games that ended before are kept.
                        Err(error) => failure = failure.or(Some(error)),
                    }
                }
                let received = receive(messages);
                match failure.map_or(received, Err) {
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
}
