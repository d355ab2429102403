//! Penguins on hexagons: a penguin, a direction and a distance; rows and columns from 1.

use std::fmt::Write;

use floe_rules::grid::{Cell, Coord, Direction, Grid};
use floe_rules::penguins::{Move, Phase, Position, Scoring, Setup};
use floe_session::Roster;

use super::console::{number, quoted};
use super::dialogue::{Incomplete, pair};
use super::penguins;
use crate::phrases::{YOU, penguin_of};

const LEAVING: &str = "\
A tile shows its fish; A2 is a penguin of player A on two fish. Water has no outline and shows ~.
Each turn moves one penguin in one of six directions, over free tiles only; the tile that it leaves melts,
and you get the fish on that tile.";
const ARRIVING: &str = "\
A tile shows its fish; A is a penguin of player A. Water has no outline and shows ~.
Each turn moves one penguin in one of six directions, over free tiles only; the tile that it leaves melts,
and you get the fish on the tile where it lands.";
const ANSWERS: &str = "\
Answer with the number of a penguin, a direction (its number, or letters such as ne), and the number of
tiles. All three can be typed at once: 2 ne 3.";

const PLACE: [&str; 2] = ["Row and column of a tile with one fish:", "Column:"];

/// Returns the help of the game.
pub(super) fn help(position: &Position) -> String {
    let rules = match position.rules().scoring {
        Scoring::Departure => LEAVING,
        Scoring::Arrival => ARRIVING,
    };
    format!("{rules}\n{ANSWERS}")
}

/// Draws the board as hexagons.
pub(super) fn board(position: &Position) -> String {
    let grid = position.grid();
    let tiles = position.ice().tiles().to_vec();
    let setup = Setup::new(grid.rows(), grid.cols(), tiles);
    setup.map(|setup| crate::picture::draw(&setup, grid.topology()).plain()).unwrap_or_default()
}

/// Reads a row and a column to place at, or a penguin, a direction and a distance.
pub(super) fn parse_turn(position: &Position, roster: &Roster, words: &[String]) -> Result<Move, Incomplete> {
    if position.phase() == Phase::Placement {
        if words.len() > 2 {
            return Err(Incomplete::wrong("Too many numbers: type a row and a column."));
        }
        let grid = position.grid();
        let (row, col) = pair(words, 0, PLACE)?;
        let at = row.checked_sub(1).zip(col.checked_sub(1)).map(|(row, col)| Coord { row, col });
        return at.and_then(|at| grid.cell(at)).map(Move::Place).ok_or_else(|| {
            let (rows, cols) = (grid.rows(), grid.cols());
            Incomplete::wrong(format!("Rows go from 1 to {rows}, columns from 1 to {cols}."))
        });
    }
    if words.len() > 3 {
        let reason = "Too many words: a turn is a penguin, a direction and a distance.";
        return Err(Incomplete::Wrong { reason: reason.to_owned(), keep: 2 });
    }
    let from = penguin(position, roster, words.first())?;
    let (way, reach) = direction(position, roster, from, words.get(1))?;
    let distance = distance(position, roster, (from, way, reach), words.get(2))?;
    let to = position.grid().line(from, way).nth(distance as usize - 1);
    to.map(|to| Move::Slide { from, to }).ok_or_else(|| Incomplete::wrong("That is not on the board."))
}

fn penguin(position: &Position, roster: &Roster, word: Option<&String>) -> Result<Cell, Incomplete> {
    let penguins = position.to_move().map(|seat| position.penguins(seat)).unwrap_or_default();
    let Some(word) = word else {
        return Err(Incomplete::Ask(list(position, roster, &penguins)));
    };
    let chosen = number(word).map_err(Incomplete::wrong)?;
    let index = chosen.checked_sub(1).map(|index| index as usize);
    let Some(&from) = index.and_then(|index| penguins.get(index)) else {
        return Err(Incomplete::wrong(format!(
            "There is no penguin {chosen}: choose from 1 to {}.",
            penguins.len()
        )));
    };
    match penguins::why_not_chosen(position, roster, from) {
        Some(reason) => Err(Incomplete::wrong(reason)),
        None => Ok(from),
    }
}

/// Lists the penguins of the player to move, and asks for one.
fn list(position: &Position, roster: &Roster, penguins: &[Cell]) -> String {
    let grid = position.grid();
    let name = position.to_move().map(|seat| penguins::name(roster, seat)).unwrap_or_default();
    let mut text = if name == YOU { "Your penguins:\n".to_owned() } else { format!("Penguins of {name}:\n") };
    for (number, &cell) in (1..).zip(penguins) {
        let _ = write!(text, "{number}: {}", penguins::place(&grid, grid.coord(cell)));
        if position.rules().scoring == Scoring::Departure {
            let _ = write!(text, ", {} fish", position.tile(cell).fish());
        }
        text.push_str(if penguins::can_slide(position, cell) { "\n" } else { ", cannot move\n" });
    }
    let _ = write!(text, "Which penguin? (1 to {})", penguins.len());
    text
}

/// Parses a direction; returns it with the number of free tiles, at least one.
fn direction(
    position: &Position,
    roster: &Roster,
    from: Cell,
    word: Option<&String>,
) -> Result<(Direction, u32), Incomplete> {
    let ways = position.grid().topology().directions();
    let Some(word) = word else {
        let listed: Vec<String> = (1..)
            .zip(ways)
            .map(|(number, &way)| match reach(position, from, way) {
                0 => format!("{number} {} (blocked)", name(way)),
                reach => format!("{number} {} (up to {reach})", name(way)),
            })
            .collect();
        return Err(Incomplete::Ask(format!("Which direction? {}", listed.join(", "))));
    };
    let lower = word.to_ascii_lowercase();
    let way = (1u32..)
        .zip(ways)
        .find(|&(number, &way)| lower == letters(way) || lower == name(way) || lower == number.to_string());
    let Some((_, &way)) = way else {
        let all: Vec<&str> = ways.iter().map(|&way| letters(way)).collect();
        let reason =
            format!("{} is not a direction: type 1 to {}, or {}.", quoted(word), ways.len(), all.join(", "));
        return Err(Incomplete::Wrong { reason, keep: 1 });
    };
    match reach(position, from, way) {
        0 => Err(Incomplete::wrong(format!(
            "The penguin cannot go {}: {} is in the way.",
            name(way),
            obstacle(position, roster, (from, way, 0))
        ))),
        reach => Ok((way, reach)),
    }
}

fn distance(
    position: &Position,
    roster: &Roster,
    (from, way, reach): (Cell, Direction, u32),
    word: Option<&String>,
) -> Result<u32, Incomplete> {
    let Some(word) = word else {
        return Err(Incomplete::Ask(format!("How many tiles? (1 to {reach})")));
    };
    match number(word) {
        Err(reason) => Err(Incomplete::Wrong { reason, keep: 2 }),
        Ok(0) => Err(Incomplete::wrong("A penguin must move at least one tile.")),
        Ok(distance) if distance > reach => Err(Incomplete::wrong(format!(
            "{distance} tiles is too far: after {reach} {}, {} is in the way.",
            name(way),
            obstacle(position, roster, (from, way, reach))
        ))),
        Ok(distance) => Ok(distance),
    }
}

/// Returns how many tiles a penguin can slide in a direction.
fn reach(position: &Position, from: Cell, way: Direction) -> u32 {
    let free = position.grid().line(from, way).take_while(|&cell| position.tile(cell).is_free());
    free.map(|_| 1).sum()
}

/// Describes what blocks the way after the free tiles.
fn obstacle(position: &Position, roster: &Roster, (from, way, reach): (Cell, Direction, u32)) -> String {
    let grid: Grid = position.grid();
    let Some(cell) = grid.line(from, way).nth(reach as usize) else {
        return "the edge of the board".to_owned();
    };
    let at = penguins::place(&grid, grid.coord(cell));
    match position.occupant(cell) {
        Some(seat) => format!("{} at {at}", penguin_of(&penguins::name(roster, seat))),
        None => format!("water at {at}"),
    }
}

fn name(way: Direction) -> &'static str {
    match way {
        Direction::North => "north",
        Direction::NorthEast => "north-east",
        Direction::East => "east",
        Direction::SouthEast => "south-east",
        Direction::South => "south",
        Direction::SouthWest => "south-west",
        Direction::West => "west",
        Direction::NorthWest => "north-west",
    }
}

fn letters(way: Direction) -> &'static str {
    match way {
        Direction::North => "n",
        Direction::NorthEast => "ne",
        Direction::East => "e",
        Direction::SouthEast => "se",
        Direction::South => "s",
        Direction::SouthWest => "sw",
        Direction::West => "w",
        Direction::NorthWest => "nw",
    }
}

/// Returns the answer that makes a turn.
pub(super) fn answer(position: &Position, turn: Move) -> String {
    let grid = position.grid();
    let (from, to) = match turn {
        Move::Place(cell) => {
            let at = grid.coord(cell);
            return format!("{} {}", at.row + 1, at.col + 1);
        }
        Move::Slide { from, to } => (from, to),
    };
    let penguins = position.occupant(from).map(|seat| position.penguins(seat)).unwrap_or_default();
    let penguin = penguins.iter().position(|&cell| cell == from).map_or(0, |index| index + 1);
    for &way in grid.topology().directions() {
        if let Some(steps) = grid.line(from, way).position(|cell| cell == to) {
            return format!("{penguin} {} {}", letters(way), steps + 1);
        }
    }
    String::new()
}
