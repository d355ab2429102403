//! Turns of Penguins, their notation, and why a turn is not allowed.

use std::fmt;

use super::tile::{Fish, Seat};
use crate::grid::{Cell, Coord, Grid};

/// One turn of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Move {
    /// Places a penguin on a floe.
    Place(Cell),
    /// Slides a penguin in a straight line.
    Slide {
        /// Where it stands.
        from: Cell,
        /// Where it slides to.
        to: Cell,
    },
}

impl Move {
    /// Returns the cells that the turn changes.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (first, second) = match *self {
            Move::Place(at) => (None, at),
            Move::Slide { from, to } => (Some(from), to),
        };
        first.into_iter().chain([second])
    }

    /// Returns the short notation, counted from 1: `r4c7`, or `r4c7-r4c9`.
    pub fn notation(&self, grid: &Grid) -> MoveNotation {
        match *self {
            Move::Place(at) => MoveNotation(None, grid.coord(at)),
            Move::Slide { from, to } => MoveNotation(Some(grid.coord(from)), grid.coord(to)),
        }
    }

    /// Reads the short notation.
    pub fn parse(text: &str, grid: &Grid) -> Result<Move, ParseMoveError> {
        let cell = |text: &str| parse_coord(text).and_then(|at| grid.cell(at));
        let read = match text.split_once('-') {
            None => cell(text).map(Move::Place),
            Some((from, to)) => cell(from).zip(cell(to)).map(|(from, to)| Move::Slide { from, to }),
        };
        read.ok_or_else(|| ParseMoveError(text.to_owned()))
    }
}

fn parse_coord(text: &str) -> Option<Coord> {
    let (row, col) = text.strip_prefix('r')?.split_once('c')?;
    let number = |digits: &str| {
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        if plain { digits.parse::<u32>().ok()?.checked_sub(1) } else { None }
    };
    Some(Coord { row: number(row)?, col: number(col)? })
}

/// A turn in short notation, as [`Move::notation`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct MoveNotation(Option<Coord>, Coord);

impl fmt::Display for MoveNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(from) = self.0 {
            write!(f, "r{}c{}-", from.row + 1, from.col + 1)?;
        }
        write!(f, "r{}c{}", self.1.row + 1, self.1.col + 1)
    }
}

/// The error for text that is not a turn on this board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a turn on this board: write r4c7 to place, r4c7-r4c9 to slide")]
pub struct ParseMoveError(pub String);

/// Why a turn is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// No player can move any more.
    #[error("the game is over")]
    GameOver,
    /// The cell is not on the board.
    #[error("that is not on the board")]
    OffBoard,
    /// A slide while penguins are being placed.
    #[error("penguins are still being placed")]
    StillPlacing,
    /// A placement when all penguins are placed.
    #[error("all penguins have been placed")]
    AllPlaced,
    /// There is no floe to stand on.
    #[error("there is no floe at {0}")]
    NoFloe(Coord),
    /// Another penguin stands there.
    #[error("a penguin of {seat} stands at {at}")]
    Occupied {
        /// Where it stands.
        at: Coord,
        /// Whose it is.
        seat: Seat,
    },
    /// A placement on a floe with more than one fish.
    #[error("the floe at {at} has {fish} fish, and penguins start on exactly one")]
    NotOneFish {
        /// The place of the floe.
        at: Coord,
        /// The fish on it.
        fish: Fish,
    },
    /// The player has no penguin where the slide starts.
    #[error("{seat} has no penguin at {at}")]
    NoPenguin {
        /// Where it should stand.
        at: Coord,
        /// Whose turn it is.
        seat: Seat,
    },
    /// A slide to the same tile.
    #[error("a penguin must move at least one tile")]
    NoDistance,
    /// A slide to a tile that is not in a straight line.
    #[error("{to} is not in a straight line from {from}")]
    NotInLine {
        /// Where the penguin stands.
        from: Coord,
        /// Where it should go.
        to: Coord,
    },
    /// There is a hole on the way.
    #[error("there is water at {0} on the way")]
    WaterBetween(Coord),
    /// There is a penguin on the way.
    #[error("a penguin of {seat} stands at {at} on the way")]
    PenguinBetween {
        /// Where it stands.
        at: Coord,
        /// Whose it is.
        seat: Seat,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Topology;

    #[test]
    fn notation_counts_from_one_and_reads_back() {
        let grid = Grid::new(4, 12, Topology::Square).unwrap();
        let place = Move::Place(Cell(13));
        let slide = Move::Slide { from: Cell(0), to: Cell(11) };
        assert_eq!(place.notation(&grid).to_string(), "r2c2");
        assert_eq!(slide.notation(&grid).to_string(), "r1c1-r1c12");
        for turn in [place, slide] {
            assert_eq!(Move::parse(&turn.notation(&grid).to_string(), &grid), Ok(turn));
        }
        for bad in ["", "r0c1", "r1", "c1r1", "r5c1", "r1c13", "r1c1-", "r+1c1", "r1c1-r1c2-r1c3"] {
            assert!(Move::parse(bad, &grid).is_err(), "{bad}");
        }
    }
}
