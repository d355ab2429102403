//! Why a game cannot start.

use std::fmt;

use floe_rules::gamma;
use floe_rules::generate::GenerateError;
use floe_rules::penguins::{InvalidSetup, LayoutRefused, Seat};
use floe_rules::record::BadName;

use crate::kind::GameKind;

/// The reason why a game cannot start.
///
/// The messages are for command lines and logs; a front end may word each variant in its own language.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages describe the variants and their fields")]
pub enum SpecError {
    #[error("a game of {kind} has {fewest} to {most} players, not {players}")]
    Players { players: usize, kind: GameKind, fewest: usize, most: usize },
    #[error("{seats} seats given for {players} players")]
    TooManySeats { seats: usize, players: usize },
    #[error("player {}: {reason}", PlayerMark(*kind, *number))]
    Name { kind: GameKind, number: usize, reason: BadName },
    #[error("players {} and {} are both called {name}", PlayerMark(*kind, *first), PlayerMark(*kind, *second))]
    SameName { kind: GameKind, first: usize, second: usize, name: String },
    #[error(transparent)]
    Layout(#[from] LayoutRefused),
    #[error("an area limit is only allowed with 'gamma', not with '{0}'")]
    Areas(GameKind),
    #[error("each player of Gamma may hold at least 1 area, not 0")]
    NoAreas,
    #[error("Gamma has no penguins and no board files")]
    PenguinsInGamma,
    #[error("the classic board is 8 x 8")]
    ClassicSize,
    #[error("a new board of {kind} has {shortest} to {longest} rows, not {rows}")]
    Rows { kind: GameKind, rows: u32, shortest: u32, longest: u32 },
    #[error("a new board of {kind} has {shortest} to {longest} columns, not {cols}")]
    Cols { kind: GameKind, cols: u32, shortest: u32, longest: u32 },
    #[error("a board from a file has its own size: rows and columns are for new boards only")]
    SizeWithBoard,
    #[error("{0}")]
    GammaBoard(#[from] gamma::BoardSizeError),
    #[error("such a board cannot be made: {0}")]
    Board(#[from] GenerateError),
    #[error("the board cannot be played: {0}")]
    Setup(#[from] InvalidSetup),
    #[error("each player needs at least 1 penguin, not 0")]
    NoPenguins,
    #[error(
        "{players} players with {penguins} penguins each still need {needed} floes with one fish, but the board has {floes}"
    )]
    TooFewFloes { players: usize, penguins: u32, needed: u64, floes: u64 },
    #[error("the board has a row for {0}, but fewer players take part")]
    EmptySeat(Seat),
    #[error("{0} is not on the board: choose fewer players, or continue with the placement")]
    NotOnBoard(Seat),
    #[error(
        "the first player can only be chosen on a board from a file: a new game starts with the first seat"
    )]
    FirstWithoutBoard,
    #[error("{first} cannot move first in a game of {players} players")]
    NoSuchFirst { first: Seat, players: usize },
    #[error("no player can move on this board")]
    OverAlready,
}

/// The symbol of a player on the board, counted from 1: a letter in Penguins, a number in Gamma.
struct PlayerMark(GameKind, usize);

impl fmt::Display for PlayerMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, u8::try_from(self.1).ok().and_then(Seat::new)) {
            (GameKind::Square | GameKind::Hex | GameKind::Classic, Some(seat)) => seat.letter().fmt(f),
            _ => self.1.fmt(f),
        }
    }
}
