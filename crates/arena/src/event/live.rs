//! Games in progress, step by step, for pages that show them.

use std::collections::BTreeMap;

use floe_rules::game::{Game, Turn};
use floe_rules::penguins::{InvalidSetup, Seat};
use floe_rules::replay::{GameReplay, ReplayStep, latest_step};
use serde::Serialize;

use super::{Tournament, Update};
use crate::schedule::Fixture;

/// The games in progress of a tournament.
///
/// It follows the updates of [`run`](super::run), and plays nothing itself.
#[derive(Debug, Default)]
pub struct LiveGames {
    games: BTreeMap<usize, LiveGame>,
}

/// A game in progress, with every turn so far.
#[derive(Clone, Debug, Serialize)]
pub struct LiveGame {
    /// The number in the schedule.
    pub number: usize,
    /// The round, from 1.
    pub round: usize,
    /// The name of the board.
    pub board: String,
    /// The players, by seat.
    pub players: Vec<LivePlayer>,
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub cols: u32,
    /// `square`, or the name of the hexagonal layout.
    pub layout: &'static str,
    /// The board and the scores at the start.
    pub start: LiveStart,
    /// Every turn so far.
    pub steps: Vec<ReplayStep>,
    #[serde(skip)]
    game: Game,
}

/// A player of a game in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LivePlayer {
    /// The number in the game, from 1.
    pub number: u8,
    /// The letter on the board.
    pub mark: char,
    /// The index of the entrant.
    pub entrant: usize,
    /// The name of the entrant.
    pub name: String,
}

/// The start of a game in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveStart {
    /// Two digits for each cell, as in [`GameReplay::tiles`].
    pub tiles: String,
    /// The scores, by seat.
    pub scores: Vec<u64>,
}

/// What an update changed.
#[derive(Debug)]
pub enum LiveChange<'a> {
    /// A game has started.
    Started(&'a LiveGame),
    /// A turn of a game was made or lost.
    Step {
        /// The number of the game.
        number: usize,
        /// The turn.
        step: &'a ReplayStep,
    },
    /// A game is over.
    Ended {
        /// The number of the game.
        number: usize,
    },
}

impl LiveGames {
    /// Makes a list without games.
    pub fn new() -> LiveGames {
        LiveGames::default()
    }

    /// Returns the games in progress, by number.
    pub fn games(&self) -> impl Iterator<Item = &LiveGame> {
        self.games.values()
    }

    /// Forgets all games: a tournament that was stopped has abandoned them.
    pub fn clear(&mut self) {
        self.games.clear();
    }

    /// Follows an update, and returns what it changed.
    pub fn update(&mut self, tournament: &Tournament, update: &Update<'_>) -> Option<LiveChange<'_>> {
        match *update {
            Update::Started(fixture) => {
                // A board that cannot be played on fails in the referee, which reports it.
                let game = LiveGame::new(tournament, fixture).ok()?;
                self.games.insert(fixture.number, game);
                self.games.get(&fixture.number).map(LiveChange::Started)
            }
            Update::Turn { number, player, action, .. } => {
                let game = self.games.get_mut(&number)?;
                game.game.apply(player.into(), action.map(Turn::Penguins)).ok()?;
                game.steps.push(latest_step(&game.game)?);
                game.steps.last().map(|step| LiveChange::Step { number, step })
            }
            Update::Finished(game) => {
                self.games.remove(&game.number).map(|game| LiveChange::Ended { number: game.number })
            }
            Update::Resumed(_) | Update::Total(_) | Update::Machines(_) => None,
        }
    }
}

impl LiveGame {
    fn new(tournament: &Tournament, fixture: &Fixture) -> Result<LiveGame, InvalidSetup> {
        let game = tournament.start_of(fixture)?;
        let GameReplay { rows, cols, layout, tiles, scores, steps } = GameReplay::new(&game);
        let player = |(seat, &entrant): (Seat, &usize)| LivePlayer {
            number: seat.number(),
            mark: seat.letter(),
            entrant,
            name: tournament.entrants[entrant].name.clone(),
        };
        Ok(LiveGame {
            number: fixture.number,
            round: fixture.round,
            board: tournament.boards[fixture.board].name.clone(),
            players: Seat::all().zip(&fixture.seats).map(player).collect(),
            rows,
            cols,
            layout,
            start: LiveStart { tiles, scores },
            steps,
            game,
        })
    }
}

impl Tournament {
    /// Returns a game of the tournament before its first turn.
    pub fn start_of(&self, fixture: &Fixture) -> Result<Game, InvalidSetup> {
        let board = &self.boards[fixture.board].setup;
        Ok(self.terms.start(board, fixture.seats.len())?.into())
    }
}
