//! The referee: it owns the state of a game, asks each player for its turn, and checks every reply.
//!
//! The seats are asked in order for placements until no player can place, then for moves until no player can move. A
//! program that can no longer act is asked once more in each phase, and must reply with exit code 1.

mod game;
#[cfg(test)]
mod game_tests;
mod judge;
#[cfg(test)]
mod judge_tests;
mod player;
mod policy;
mod state;

use std::io;

use floe_rules::contest::Calling;
use floe_rules::history::GameHistory;
use floe_rules::penguins::{Id, InvalidSetup, Position, RuleSet, Seat, Setup, Stage};
use floe_rules::record::Ending;

pub use judge::{Verdict, judge};
pub use player::{Player, Reply, TurnOutput, TurnRequest};
pub use policy::{EliminationReason, Policy};

use crate::result::{FaultNote, ReplayNote, SeatResult};
use game::RefereedGame;
pub(crate) use game::{MOST_OUTPUT, placings};

/// The settings of a game.
#[derive(Clone, Debug)]
pub struct GameTerms {
    /// The rules.
    pub rules: RuleSet,
    /// The number of penguins per player.
    pub penguins: u32,
    /// The penalty for a fault.
    pub policy: Policy,
}

impl GameTerms {
    /// Starts a game on a board, without asking anybody for a turn.
    pub fn start(&self, board: &Setup, players: usize) -> Result<GameHistory<Position>, InvalidSetup> {
        let stage = Stage::Placement { penguins: self.penguins, seats: Seat::all().take(players).collect() };
        GameHistory::penguins(board.clone(), &self.rules, stage, None)
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Its turns, lost ones included.
    pub history: GameHistory<Position>,
    /// How it ended.
    pub ending: Ending,
    /// Why it was stopped, if the referee gave up waiting for a turn.
    pub stopped: Option<String>,
    /// The ids of the players, by seat; `None` for a player that never joined.
    pub ids: Vec<Option<Id>>,
    /// The results, by seat.
    pub results: Vec<SeatResult>,
    /// All faults, in order.
    pub faults: Vec<FaultNote>,
    /// All replayed turns, in order.
    pub replays: Vec<ReplayNote>,
}

/// Why a game could not be played. Misconduct of a player is never an error; see [`Fault`](crate::fault::Fault).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The board already has players.
    #[error("a game between programs starts on a board without players, but this one has a row for '{0}'")]
    NotEmpty(Id),
    /// Too many or too few players.
    #[error("{found} players given, but the rules '{rules}' need {fewest} to {most}")]
    Players {
        /// The number found.
        found: usize,
        /// The fewest.
        fewest: u8,
        /// The most.
        most: u8,
        /// The rules.
        rules: &'static str,
    },
    /// There are too few floes with one fish to place all penguins.
    #[error("the board has {found} floes with one fish, but {wanted} penguins are to be placed")]
    TooFewFloes {
        /// The number found.
        found: usize,
        /// The number needed.
        wanted: u64,
    },
    /// The board is not a valid position.
    #[error(transparent)]
    Setup(#[from] InvalidSetup),
    /// A player could not be called.
    #[error("player {number} could not be called")]
    Ask {
        /// Its number.
        number: u8,
        /// The cause.
        source: io::Error,
    },
    /// `watch` stopped the game.
    #[error("the game was interrupted")]
    Interrupted,
}

/// Checks that a game can start on a board.
pub fn check_board(board: &Setup, rules: &RuleSet, players: usize, penguins: u32) -> Result<(), GameError> {
    if let Some(row) = board.players.first() {
        return Err(GameError::NotEmpty(row.id.clone()));
    }
    let fits = u8::try_from(players).is_ok_and(|players| rules.allows_players(players));
    if !fits {
        let (fewest, most) = (rules.fewest_players, rules.most_players);
        return Err(GameError::Players { found: players, fewest, most, rules: rules.name });
    }
    let found = board.tiles().iter().filter(|tile| tile.is_start()).count();
    let wanted = players as u64 * u64::from(penguins);
    if (found as u64) < wanted { Err(GameError::TooFewFloes { found, wanted }) } else { Ok(()) }
}

/// Plays a game between players, given in the order of their seats.
///
/// `watch` gets the history after each turn, and returns whether to continue.
pub fn play(
    board: &Setup,
    terms: &GameTerms,
    players: &mut [Box<dyn Player>],
    watch: &mut dyn FnMut(&GameHistory<Position>) -> bool,
) -> Result<PlayedGame, GameError> {
    check_board(board, &terms.rules, players.len(), terms.penguins)?;
    let mut game = RefereedGame::new(board, terms, players.len())?;
    game.take_forfeits(players);
    for calling in [Calling::Placement { penguins: terms.penguins }, Calling::Movement] {
        game.play_phase(calling, players, watch)?;
    }
    Ok(game.finish())
}
