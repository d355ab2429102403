//! The referee: it owns the state of a game, asks each player for its turn, and believes none of them.
//!
//! Every seat is asked in order for placements until nobody can place, then for moves until nobody can move. A
//! program that cannot act any more is asked once more in each phase, to see that it knows: exit code 1.

mod judge;
#[cfg(test)]
mod judge_tests;
mod player;
mod policy;
mod state;
mod table;
#[cfg(test)]
mod table_tests;

use std::io;
use std::time::Duration;

use floe_rules::contest::Calling;
use floe_rules::history::GameHistory;
use floe_rules::penguins::{Id, InvalidSetup, Position, RuleSet, Seat, Setup};
use floe_rules::record::Ending;

pub(crate) use judge::words;
pub use judge::{Verdict, judge};
pub use player::{Call, Leavings, Player, Reply};
pub use policy::{Out, Policy};

use crate::verdict::Fault;
use table::Table;

/// The terms of a game.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The rules.
    pub rules: RuleSet,
    /// Penguins each.
    pub penguins: u32,
    /// What a fault costs.
    pub policy: Policy,
}

/// A fault with its place in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    /// Who made it.
    pub seat: Seat,
    /// After how many turns, lost ones included.
    pub after: usize,
    /// Whether penguins were being placed.
    pub placing: bool,
    /// What it was.
    pub fault: Fault,
}

/// How a player came out of a game.
#[derive(Clone, Debug)]
pub struct SeatResult {
    /// The id under which it played, if it ever joined.
    pub id: Option<Id>,
    /// Its fish.
    pub score: u64,
    /// Its place: 1 is the best, equal ones share it.
    pub place: u32,
    /// Why it was taken out, if it was.
    pub out: Option<Out>,
    /// How long it took over all its answers.
    pub thought: Duration,
    /// How long it took over the slowest.
    pub slowest: Duration,
    /// How often it was asked.
    pub calls: u32,
    /// What it printed to standard error, with a line before each call that printed something.
    pub stderr: Vec<u8>,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its turns, with lost ones.
    pub history: GameHistory<Position>,
    /// How it ended.
    pub ending: Ending,
    /// The players, by seat from 1 on.
    pub seats: Vec<SeatResult>,
    /// Every fault, in order.
    pub incidents: Vec<Incident>,
}

/// Why a game could not be played: our failure, never a player's.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// The board has players already.
    #[error("a game between programs starts on a board without players, but there is a row of '{0}'")]
    NotEmpty(Id),
    /// Too many or too few players.
    #[error("{found} players cannot play under the rules '{rules}': it takes {fewest} to {most}")]
    Players {
        /// How many there are.
        found: usize,
        /// The fewest.
        fewest: u8,
        /// The most.
        most: u8,
        /// The rules.
        rules: &'static str,
    },
    /// Too few floes to place all penguins on (SPEC section 1).
    #[error("the board has {found} floes with one fish, but {wanted} penguins are to be placed")]
    TooFewFloes {
        /// How many there are.
        found: usize,
        /// How many it takes.
        wanted: u64,
    },
    /// The board is no position.
    #[error(transparent)]
    Setup(#[from] InvalidSetup),
    /// A player could not be asked.
    #[error("player {number} could not be asked")]
    Ask {
        /// Its number.
        number: u8,
        /// Why.
        source: io::Error,
    },
    /// Somebody wants it to end.
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

/// Plays a game between players, who sit in their order from seat 1 on.
///
/// `watch` sees the history after each turn and says whether to go on.
pub fn play(
    board: &Setup,
    terms: &Terms,
    players: &mut [Box<dyn Player>],
    watch: &mut dyn FnMut(&GameHistory<Position>) -> bool,
) -> Result<Played, GameError> {
    check_board(board, &terms.rules, players.len(), terms.penguins)?;
    let mut table = Table::new(board, terms, players.len())?;
    for calling in [Calling::Placement { penguins: terms.penguins }, Calling::Movement] {
        table.play_phase(calling, players, watch)?;
    }
    Ok(table.finish())
}
