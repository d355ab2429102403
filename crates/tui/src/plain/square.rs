//! Penguins on squares: a board with axes, and coordinates as `x y` from 0, columns first.

use std::fmt::Write;

use floe_rules::grid::{Cell, Coord, Grid};
use floe_rules::penguins::{Move, Phase, Position};
use floe_session::Roster;

use super::dialogue::{Incomplete, digits, pair};
use super::penguins;

pub(super) const HELP: &str = "\
Numbers on the board are fish, letters are penguins, ~ is water.
Penguins are placed on floes with one fish. Then each turn moves one penguin along its row or column, over
free floes only; the floe that it leaves melts, and you get the fish on the floe where it lands.
Answer with x and y, counted from 0: the column first, then the row. When asked for a penguin, you can type four
numbers give the penguin and its destination at once.";

const PLACE: [&str; 2] = ["Provide the x and y coordinates:", "Provide the y coordinate too:"];
const FROM: [&str; 2] = ["Provide the x and y coordinates of the penguin:", PLACE[1]];
const TO: [&str; 2] = ["Provide the x and y coordinates of the destination:", PLACE[1]];

/// Draws the board, with column numbers above it and row numbers on its left.
pub(super) fn board(position: &Position) -> String {
    let grid = position.grid();
    let margin = digits(grid.rows() - 1);
    // A column is as wide as its number, at least two characters, with a space before it.
    let cell = digits(grid.cols() - 1).max(2);
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
    line(&format!("{:margin$} X", ""), &mut columns().map(|col| col.to_string()), "");
    line(&format!("{:>margin$}  ", "Y"), &mut columns().map(|_| "-".to_owned()), "");
    for row in 0..grid.rows() {
        let mut tiles = columns().map(|col| tile(position, &grid, Coord { row, col }));
        line(&format!("{row:>margin$} |"), &mut tiles, "|");
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
pub(super) fn parse_turn(position: &Position, roster: &Roster, words: &[String]) -> Result<Move, Incomplete> {
    let grid = position.grid();
    if position.phase() == Phase::Placement {
        if words.len() > 2 {
            return Err(Incomplete::wrong("Too many numbers: type x and y."));
        }
        let at = cell(&grid, pair(words, 0, PLACE)?)?;
        return Ok(Move::Place(at));
    }
    if words.len() > 4 {
        let reason = "Too many numbers: two are for the penguin, and two for its destination.";
        return Err(Incomplete::Wrong { reason: reason.to_owned(), keep: 2 });
    }
    let from = cell(&grid, pair(words, 0, FROM)?)?;
    if let Some(reason) = penguins::why_not_chosen(position, roster, from) {
        return Err(Incomplete::wrong(reason));
    }
    let to = cell(&grid, pair(words, 2, TO)?)?;
    Ok(Move::Slide { from, to })
}

fn cell(grid: &Grid, (x, y): (u32, u32)) -> Result<Cell, Incomplete> {
    grid.cell(Coord { row: y, col: x }).ok_or_else(|| {
        let (right, bottom) = (grid.cols() - 1, grid.rows() - 1);
        Incomplete::wrong(format!(
            "x {x} y {y} is not on the board: x goes from 0 to {right}, y from 0 to {bottom}."
        ))
    })
}

/// Returns the answer that makes a turn.
pub(super) fn answer(position: &Position, turn: Move) -> String {
    let grid = position.grid();
    let coordinates: Vec<String> =
        turn.cells().map(|cell| grid.coord(cell)).map(|at| format!("{} {}", at.col, at.row)).collect();
    coordinates.join(" ")
}
