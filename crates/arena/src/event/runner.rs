//! Who plays the games of a tournament: threads of this process, or other machines.

use std::ops::ControlFlow;

use floe_rules::history::{Action, GameHistory};
use floe_rules::penguins::{Move, Position, Seat};

use serde::Serialize;

use super::game::game_result;
use super::{EventError, PlayerFactory, RunControl, Tournament};
use crate::referee::{self, GameError};
use crate::result::GameResult;
use crate::schedule::Fixture;

/// What happens in a game that is played.
#[derive(Debug)]
pub enum GameMessage<'a> {
    /// The game has started. One that has to be played again starts again.
    Started(&'a Fixture),
    /// A turn was made or lost, or a player was eliminated.
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
    /// The game is over.
    Finished(Box<GameResult>),
    /// The machines that play, where there are several; it is told again and again.
    Machines(Vec<Machine>),
}

/// A machine that plays games of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Machine {
    /// Its name.
    pub name: String,
    /// The number of cores that games may use.
    pub cores: usize,
    /// The speed of a core, in thousands of nodes a second.
    pub speed: f64,
    /// The tier of its sandbox.
    pub tier: String,
    /// The numbers of the games in progress.
    pub games: Vec<usize>,
    /// The games of this tournament that it has finished since the coordinator was started.
    pub played: u64,
    /// The games of any tournament that it finishes in a minute.
    pub games_per_minute: f64,
    /// Why it gets no games, if it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle: Option<String>,
}

impl GameMessage<'_> {
    /// Returns the game that is over.
    pub(super) fn finished(&self) -> Option<&GameResult> {
        match self {
            GameMessage::Finished(game) => Some(game),
            GameMessage::Started(_) | GameMessage::Turn { .. } | GameMessage::Machines(_) => None,
        }
    }
}

/// Takes what has happened in games, and returns whether they go on. A game that is over is stored when it returns.
pub type Receiver<'r, 'a> = dyn FnMut(Vec<GameMessage<'a>>) -> Result<ControlFlow<()>, EventError> + 'r;

/// Plays games of a tournament.
pub trait GameRunner {
    /// Plays games in any order, and passes on what happens in them.
    ///
    /// `receive` is called on this thread. When it breaks or fails, or when `control` stops the tournament, games in
    /// progress are abandoned. While `control` is paused, no game starts. Each game is finished once at most.
    fn play<'a>(
        &mut self,
        tournament: &Tournament,
        fixtures: &'a [Fixture],
        control: &RunControl,
        receive: &mut Receiver<'_, 'a>,
    ) -> Result<(), EventError>;
}

/// Plays one game on this thread; nothing is returned when it was abandoned.
///
/// `send` gets what happens, and returns whether the game goes on; so does `is_stopped`, which is called more often.
pub fn play_game<'a>(
    tournament: &Tournament,
    factory: &dyn PlayerFactory,
    fixture: &'a Fixture,
    is_stopped: &dyn Fn() -> bool,
    send: &mut dyn FnMut(GameMessage<'a>) -> bool,
) -> Result<Option<GameResult>, EventError> {
    let number = fixture.number;
    let mut players = Vec::new();
    for &entrant in &fixture.seats {
        let player = factory.player(entrant, fixture).map_err(|source| {
            let name = tournament.entrants[entrant].name.clone();
            EventError::Player { number, name, source }
        })?;
        players.push(player);
    }
    if !send(GameMessage::Started(fixture)) || is_stopped() {
        return Ok(None);
    }
    let board = &tournament.boards[fixture.board].setup;
    let mut sent = 0;
    let mut watch = |history: &GameHistory<Position>| {
        // A player that has no turn may have been asked, or several may have been eliminated.
        while let Some((player, action)) = history.action(sent) {
            sent += 1;
            if !send(GameMessage::Turn { number, turns: sent, player, action }) {
                return false;
            }
        }
        !is_stopped()
    };
    match referee::play(board, &tournament.terms, &mut players, &mut watch) {
        Ok(played) => Ok(Some(game_result(tournament, fixture, played)?)),
        Err(GameError::Interrupted) => Ok(None),
        Err(source) => Err(EventError::Game { number, source }),
    }
}
