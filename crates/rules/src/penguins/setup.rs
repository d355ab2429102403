//! The state of a game as a board file describes it: parsed, but not validated.

use std::fmt::{self, Write};

use super::tile::{Fish, Seat, Tile};
use super::{Position, RuleSet, Scoring};
use crate::grid::{Cell, Coord};

/// The highest score that a file may hold (rule F6).
pub const MAX_SCORE: u64 = u32::MAX as u64;

/// The id of a player: one or more bytes other than spaces, tabs, control bytes and quotation marks.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(Box<[u8]>);

/// Why bytes are not a valid id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadId {
    /// There are no bytes.
    #[error("an id cannot be empty")]
    Empty,
    /// A space or a tab.
    #[error("an id cannot contain a space or tab")]
    Blank,
    /// A quotation mark.
    #[error("an id cannot contain a quotation mark")]
    Quote,
    /// A control byte.
    #[error("an id cannot contain the control byte 0x{0:02x}")]
    Control(u8),
}

impl Id {
    /// Checks the bytes of an id.
    pub fn new(bytes: &[u8]) -> Result<Id, BadId> {
        if bytes.is_empty() {
            return Err(BadId::Empty);
        }
        for &byte in bytes {
            match byte {
                b' ' | b'\t' => return Err(BadId::Blank),
                b'"' => return Err(BadId::Quote),
                _ if byte.is_ascii_control() => return Err(BadId::Control(byte)),
                _ => {}
            }
        }
        Ok(Id(bytes.into()))
    }

    /// Returns the bytes as they are in the file.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The characters U+0080 to U+009F control a terminal, but `Id::new` accepts their UTF-8 bytes.
        for letter in String::from_utf8_lossy(&self.0).chars() {
            f.write_char(if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Id({self})")
    }
}

/// One player row of a board file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// The id under which the player joined.
    pub id: Id,
    /// The player's number.
    pub seat: Seat,
    /// The fish collected so far.
    pub score: u64,
    /// The number of leading zeros of the score in the file: rows of other players are written back unchanged.
    pub score_zeros: usize,
}

impl PlayerRow {
    /// Makes the row of a player.
    pub fn new(id: Id, seat: Seat, score: u64) -> PlayerRow {
        PlayerRow { id, seat, score, score_zeros: 0 }
    }
}

/// The fields and player rows of a board file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    rows: u32,
    cols: u32,
    tiles: Vec<Tile>,
    /// The player rows, in the order in which they joined.
    pub players: Vec<PlayerRow>,
}

impl Setup {
    /// Makes a setup without players, or returns `None` when the tiles do not fill the rows and columns.
    pub fn new(rows: u32, cols: u32, tiles: Vec<Tile>) -> Option<Setup> {
        let fits = rows.checked_mul(cols).is_some_and(|cells| cells > 0 && cells as usize == tiles.len());
        fits.then_some(Setup { rows, cols, tiles, players: Vec::new() })
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the number of columns.
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// Returns all fields, row by row.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Returns the coordinates of a cell.
    pub fn coord(&self, cell: Cell) -> Coord {
        Coord { row: cell.0 / self.cols, col: cell.0 % self.cols }
    }

    /// Replaces the tile of a cell.
    ///
    /// # Panics
    /// When the cell is not on the board.
    pub fn set_tile(&mut self, cell: Cell, tile: Tile) {
        self.tiles[cell.index()] = tile;
    }

    /// Returns the row of the player with an id.
    pub fn player_named(&self, id: &Id) -> Option<&PlayerRow> {
        self.players.iter().find(|player| player.id == *id)
    }

    /// Returns the row of the player with a number.
    pub fn player_at(&self, seat: Seat) -> Option<&PlayerRow> {
        self.players.iter().find(|player| player.seat == seat)
    }

    /// Returns the seat that the next player to join would take, if any is free: the highest in use plus one, or the
    /// lowest free one when that would exceed 9 (rule F7).
    pub fn next_seat(&self) -> Option<Seat> {
        next_seat(&self.players.iter().map(|player| player.seat).collect::<Vec<_>>())
    }

    /// Returns the seats of the existing rows, followed by those that new players would take, `players` in all.
    pub fn seats_for(&self, players: u8) -> Vec<Seat> {
        let mut seats: Vec<Seat> = self.players.iter().map(|player| player.seat).collect();
        while seats.len() < usize::from(players) {
            match next_seat(&seats) {
                Some(seat) => seats.push(seat),
                None => break,
            }
        }
        seats
    }

    /// Returns the cells of penguins whose fish digit is unusual under the rules: fish beneath a penguin
    /// where fish are scored on arrival, or none where they are scored on departure (rule F4).
    pub fn oddities(&self, rules: &RuleSet) -> impl Iterator<Item = Cell> + use<'_> {
        let collected = rules.scoring == Scoring::Arrival;
        (0u32..).zip(&self.tiles).filter_map(move |(index, tile)| {
            let odd = tile.seat().is_some() && (tile.fish() == Fish::NONE) != collected;
            odd.then_some(Cell(index))
        })
    }

    /// Copies `cells` and the score of `seat` from a later position.
    ///
    /// Only `cells` are copied, since a board may have millions of them. A player that has joined since gets
    /// a row at the end, under the given id.
    pub fn follow(&mut self, position: &Position, cells: &[Cell], seat: Seat, id: &Id) {
        for &cell in cells {
            self.tiles[cell.index()] = position.tile(cell);
        }
        let score = position.score(seat).unwrap_or(0);
        match self.players.iter_mut().find(|player| player.seat == seat) {
            Some(player) if player.score == score => {}
            Some(player) => *player = PlayerRow::new(player.id.clone(), seat, score),
            None => self.players.push(PlayerRow::new(id.clone(), seat, score)),
        }
    }
}

fn next_seat(taken: &[Seat]) -> Option<Seat> {
    let highest = taken.iter().map(|seat| seat.number()).max().unwrap_or(0);
    Seat::new(highest + 1).or_else(|| Seat::all().find(|seat| !taken.contains(seat)))
}

/// Why a setup is not a valid position under some rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupFault {
    /// More players than the rules allow.
    #[error("{found} players, but a game under the rules '{rules}' has at most {most}")]
    TooManyPlayers {
        /// The number of rows.
        found: usize,
        /// The maximum number of players.
        most: u8,
        /// The name of the rules.
        rules: &'static str,
    },
    /// Two rows with the same number.
    #[error("{0} has two rows")]
    SeatTwice(Seat),
    /// A penguin of a player that has no row.
    #[error("the penguin at {at} belongs to {seat}, who has no row")]
    NoRow {
        /// The place of the penguin.
        at: Coord,
        /// Its player.
        seat: Seat,
    },
    /// A score that could exceed the highest that a file may hold.
    #[error("the score {score} of '{id}' leaves no room for the fish still on the board")]
    ScoreTooHigh {
        /// The player.
        id: Id,
        /// The score.
        score: u64,
    },
}

/// The error for a setup that is not a valid position: all faults that were found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidSetup(pub Vec<SetupFault>);

impl fmt::Display for InvalidSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for InvalidSetup {}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(numbers: &[u8]) -> Vec<Seat> {
        numbers.iter().filter_map(|&number| Seat::new(number)).collect()
    }

    #[test]
    fn ids_keep_any_bytes_but_the_forbidden() {
        for good in [&b"Floe"[..], b"O'Hara", b"\xff\xfe", "Łoś".as_bytes(), b"10", b"#", b"a=b"] {
            assert_eq!(Id::new(good).unwrap().as_bytes(), good);
        }
        assert_eq!(Id::new(b""), Err(BadId::Empty));
        assert_eq!(Id::new(b"a b"), Err(BadId::Blank));
        assert_eq!(Id::new(b"a\"b"), Err(BadId::Quote));
        assert_eq!(Id::new(b"a\x7fb"), Err(BadId::Control(0x7f)));
        assert_eq!(Id::new(b"a\0b"), Err(BadId::Control(0)));
    }

    #[test]
    fn joining_takes_the_next_number() {
        let next = |numbers: &[u8]| next_seat(&seats(numbers)).map(Seat::number);
        assert_eq!(next(&[]), Some(1));
        assert_eq!(next(&[2]), Some(3));
        assert_eq!(next(&[1, 5]), Some(6));
        assert_eq!(next(&[9, 1]), Some(2));
        assert_eq!(next(&[1, 2, 3, 4, 5, 6, 7, 8, 9]), None);
    }
}
