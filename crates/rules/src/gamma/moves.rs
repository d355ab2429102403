//! Turns of Gamma, their notation, and why a turn is not allowed.

use std::fmt;
use std::str::FromStr;

/// One turn of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Move {
    /// Takes an empty cell.
    Take {
        /// The column, from 0 at the left.
        x: u32,
        /// The row, from 0 at the bottom.
        y: u32,
    },
    /// Takes a cell from another player, once in a game.
    Golden {
        /// The column, from 0 at the left.
        x: u32,
        /// The row, from 0 at the bottom.
        y: u32,
    },
    /// Gives up the turn.
    Pass,
}

impl fmt::Display for Move {
    /// Writes the short notation: `x3y4`, `x3y4!` for a golden move, or `pass`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Take { x, y } => write!(f, "x{x}y{y}"),
            Move::Golden { x, y } => write!(f, "x{x}y{y}!"),
            Move::Pass => f.write_str("pass"),
        }
    }
}

/// The error for text that is not a turn of Gamma.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a turn of Gamma: write x3y4 to take a cell, x3y4! for a golden move, or pass")]
pub struct ParseMoveError(pub String);

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads the short notation.
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        if text == "pass" {
            return Ok(Move::Pass);
        }
        let (place, golden) = match text.strip_suffix('!') {
            Some(place) => (place, true),
            None => (text, false),
        };
        let number = |digits: &str| {
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            if plain { digits.parse::<u32>().ok() } else { None }
        };
        let pair = place.strip_prefix('x').and_then(|place| place.split_once('y'));
        match pair.and_then(|(x, y)| number(x).zip(number(y))) {
            Some((x, y)) if golden => Ok(Move::Golden { x, y }),
            Some((x, y)) => Ok(Move::Take { x, y }),
            None => Err(ParseMoveError(text.to_owned())),
        }
    }
}

/// Why a turn is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// No player can act any more.
    #[error("the game is over")]
    GameOver,
    /// The cell is not on the board.
    #[error("that is not on the board")]
    OffBoard,
    /// The cell is not empty.
    #[error("player {0} holds that cell")]
    Taken(u32),
    /// The player would hold too many areas.
    #[error("player {player} would hold more than {most}: take a cell next to one of its own")]
    TooManyAreas {
        /// The player.
        player: u32,
        /// The maximum number of areas.
        most: AreaCount,
    },
    /// The player has made its golden move.
    #[error("player {0} has used the golden move")]
    GoldenUsed(u32),
    /// A golden move onto an empty cell.
    #[error("that cell is empty: a golden move takes one from another player")]
    EmptyCell,
    /// A golden move onto an own cell.
    #[error("player {0} already holds that cell")]
    OwnCell(u32),
    /// The other player would be left with too many areas.
    #[error("player {holder} would be left with more than {most}")]
    Breaks {
        /// The player that holds the cell.
        holder: u32,
        /// The maximum number of areas.
        most: AreaCount,
    },
    /// There is not enough memory for one more player.
    #[error("there is not enough memory")]
    NoMemory,
}

/// A number of areas, displayed as `1 area` or `2 areas`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AreaCount(pub u32);

impl fmt::Display for AreaCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} area{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_reads_back_and_nothing_else_does() {
        for turn in [Move::Take { x: 0, y: 12 }, Move::Golden { x: 4_294_967_295, y: 3 }, Move::Pass] {
            assert_eq!(turn.to_string().parse(), Ok(turn));
        }
        for bad in ["", "x1", "y1x1", "x1y", "xy", "x+1y1", "x1y1!!", "!", "Pass", "x1y4294967296", " x1y1"] {
            assert!(bad.parse::<Move>().is_err(), "{bad}");
        }
    }
}
