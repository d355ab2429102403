//! Penguins on squares: a board with axes, and coordinates as `x y` from 0, columns first.
//!
//! The board of a record counts rows and columns from 1, as its tiles are named `r4c7`.

use std::fmt::Write;

use floe_locale::{MessageKey, key, tr};
use floe_rules::grid::{Cell, Coord, Grid};
use floe_rules::penguins::{Move, Phase, Position};

use super::dialogue::{Incomplete, digits, pair};
use super::penguins;
use crate::phrases::{Phrases, TileNames};

const PLACE: [MessageKey; 2] = [key!("plain-place-square"), key!("plain-y-square")];
const FROM: [MessageKey; 2] = [key!("plain-from-square"), PLACE[1]];
const TO: [MessageKey; 2] = [key!("plain-to-square"), PLACE[1]];

/// Draws the board, with column numbers above it and row numbers on its left, counted as in the names of tiles.
pub(super) fn board(position: &Position, tiles: TileNames) -> String {
    let grid = position.grid();
    let (first, across, down) = match tiles {
        TileNames::FromZero => (0, "X", "Y"),
        TileNames::RowColumn => (1, "c", "r"),
    };
    let margin = digits(grid.rows() - 1 + first);
    // A column is as wide as its number, at least two characters, with a space before it.
    let cell = digits(grid.cols() - 1 + first).max(2);
    let mut text = String::new();
    let mut line = |start: &str, cells: &mut dyn Iterator<Item = String>, end: &str| {
        let mut line = start.to_owned();
        for content in cells {
            let _ = write!(line, " {content:<cell$}");
        }
        line.push_str(end);
        text.push_str(line.trim_end());
        text.push('\n');
    };
    let columns = || 0..grid.cols();
    line(&format!("{:margin$} {across}", ""), &mut columns().map(|col| (col + first).to_string()), "");
    line(&format!("{down:>margin$}  "), &mut columns().map(|_| "-".to_owned()), "");
    for row in 0..grid.rows() {
        let mut tiles = columns().map(|col| tile(position, &grid, Coord { row, col }));
        line(&format!("{:>margin$} |", row + first), &mut tiles, "|");
    }
    line(&format!("{:margin$}  ", ""), &mut columns().map(|_| "-".to_owned()), "");
    text
}

fn tile(position: &Position, grid: &Grid, at: Coord) -> String {
    let tile = grid.cell(at).map(|cell| position.tile(cell));
    match tile {
        Some(tile) if !tile.is_water() => match tile.seat() {
            Some(seat) => seat.letter().to_string(),
            None => tile.fish().to_string(),
        },
        _ => "~".to_owned(),
    }
}

/// Reads coordinates: where to place a penguin, or a penguin and its destination.
pub(super) fn parse_turn(
    phrases: &Phrases<'_>,
    position: &Position,
    words: &[String],
) -> Result<Move, Incomplete> {
    let lang = phrases.lang;
    if position.phase() == Phase::Placement {
        if words.len() > 2 {
            return Err(Incomplete::wrong(tr!(lang, "plain-too-many-place-square")));
        }
        return cell(phrases, &position.grid(), pair(lang, words, 0, PLACE)?).map(Move::Place);
    }
    if words.len() > 4 {
        return Err(Incomplete::Wrong { reason: tr!(lang, "plain-too-many-square"), keep: 2 });
    }
    let from = cell(phrases, &position.grid(), pair(lang, words, 0, FROM)?)?;
    if let Some(reason) = penguins::why_not_chosen(phrases, position, from) {
        return Err(Incomplete::wrong(reason));
    }
    let to = cell(phrases, &position.grid(), pair(lang, words, 2, TO)?)?;
    Ok(Move::Slide { from, to })
}

fn cell(phrases: &Phrases<'_>, grid: &Grid, (x, y): (u32, u32)) -> Result<Cell, Incomplete> {
    let at = Coord { row: y, col: x };
    grid.cell(at).ok_or_else(|| {
        let (at, right, bottom) = (phrases.tiles.name(at), grid.cols() - 1, grid.rows() - 1);
        Incomplete::wrong(tr!(phrases.lang, "plain-off-square", at = at, right = right, bottom = bottom))
    })
}

/// Returns the answer that makes a turn.
pub(super) fn answer(position: &Position, turn: Move) -> String {
    let grid = position.grid();
    let coordinates: Vec<String> =
        turn.cells().map(|cell| grid.coord(cell)).map(|at| format!("{} {}", at.col, at.row)).collect();
    coordinates.join(" ")
}
