//! Penguins on hexagons: a penguin, a direction and a distance; rows and columns from 1.

use std::fmt::Write;

use floe_rules::grid::{Cell, Coord, Direction, Grid};
use floe_rules::penguins::{Move, Phase, Position, Scoring, Setup};

use super::answers::{number, quoted};
use super::dialogue::{Open, pair};
use super::ice;
use crate::company::Company;

const LEAVING: &str = "\
A tile shows its fish; A2 is a penguin of player A on two fish. Water has no outline and shows ~.
Each turn moves one penguin in one of six directions over free tiles only; the tile that it leaves is
gone, and the fish on that tile are yours.";
const ARRIVING: &str = "\
A tile shows its fish; A is a penguin of player A. Water has no outline and shows ~.
Each turn moves one penguin in one of six directions over free tiles only; the tile that it leaves is
gone, and the fish where it arrives are yours.";
const ANSWERS: &str = "\
Answer with the number of a penguin, a direction (its number, or letters such as ne), and how many tiles
it goes. All three can be given at once: 2 ne 3.";

const PLACE: [&str; 2] = ["Row and column of a tile with one fish:", "And the column:"];

/// Returns what somebody who asks for help needs to know.
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

/// Understands a row and a column to place at, or a penguin, a direction and a distance.
pub(super) fn understand(position: &Position, company: &Company, words: &[String]) -> Result<Move, Open> {
    if position.phase() == Phase::Placement {
        if words.len() > 2 {
            return Err(Open::wrong("That is too much: a row and a column are two numbers."));
        }
        let grid = position.grid();
        let (row, col) = pair(words, 0, PLACE)?;
        let at = row.checked_sub(1).zip(col.checked_sub(1)).map(|(row, col)| Coord { row, col });
        return at.and_then(|at| grid.cell(at)).map(Move::Place).ok_or_else(|| {
            let (rows, cols) = (grid.rows(), grid.cols());
            Open::wrong(format!("Rows go from 1 to {rows}, columns from 1 to {cols}."))
        });
    }
    if words.len() > 3 {
        let why = "That is too much: a turn is a penguin, a direction and a distance.";
        return Err(Open::Wrong { why: why.to_owned(), keep: 2 });
    }
    let from = penguin(position, company, words.first())?;
    let (way, reach) = direction(position, company, from, words.get(1))?;
    let distance = distance(position, company, (from, way, reach), words.get(2))?;
    let to = position.grid().line(from, way).nth(distance as usize - 1);
    to.map(|to| Move::Slide { from, to }).ok_or_else(|| Open::wrong("That is not on the board."))
}

fn penguin(position: &Position, company: &Company, word: Option<&String>) -> Result<Cell, Open> {
    let penguins = position.to_move().map(|seat| position.penguins(seat)).unwrap_or_default();
    let Some(word) = word else {
        return Err(Open::Ask(list(position, company, &penguins)));
    };
    let chosen = number(word).map_err(Open::wrong)?;
    let index = chosen.checked_sub(1).map(|index| index as usize);
    let Some(&from) = index.and_then(|index| penguins.get(index)) else {
        return Err(Open::wrong(format!(
            "There is no penguin {chosen}: choose from 1 to {}.",
            penguins.len()
        )));
    };
    match ice::why_not_chosen(position, company, from) {
        Some(why) => Err(Open::wrong(why)),
        None => Ok(from),
    }
}

/// Lists the penguins of the player to move, and asks for one.
fn list(position: &Position, company: &Company, penguins: &[Cell]) -> String {
    let grid = position.grid();
    let name = position.to_move().map(|seat| ice::name(company, seat)).unwrap_or_default();
    let mut text = format!("Penguins of {name}:\n");
    for (number, &cell) in (1..).zip(penguins) {
        let _ = write!(text, "{number}: {}", ice::place(&grid, grid.coord(cell)));
        if position.rules().scoring == Scoring::Departure {
            let _ = write!(text, ", {} fish", position.tile(cell).fish());
        }
        text.push_str(if ice::can_slide(position, cell) { "\n" } else { ", cannot move\n" });
    }
    let _ = write!(text, "Which penguin? (1 to {})", penguins.len());
    text
}

/// Returns a direction with how far it leads, at least one tile.
fn direction(
    position: &Position,
    company: &Company,
    from: Cell,
    word: Option<&String>,
) -> Result<(Direction, u32), Open> {
    let ways = position.grid().topology().directions();
    let Some(word) = word else {
        let listed: Vec<String> = (1..)
            .zip(ways)
            .map(|(number, &way)| match reach(position, from, way) {
                0 => format!("{number} {} (blocked)", name(way)),
                reach => format!("{number} {} (up to {reach})", name(way)),
            })
            .collect();
        return Err(Open::Ask(format!("Which direction? {}", listed.join(", "))));
    };
    let lower = word.to_ascii_lowercase();
    let way = (1u32..)
        .zip(ways)
        .find(|&(number, &way)| lower == letters(way) || lower == name(way) || lower == number.to_string());
    let Some((_, &way)) = way else {
        let all: Vec<&str> = ways.iter().map(|&way| letters(way)).collect();
        let why =
            format!("{} is no direction: type 1 to {}, or {}.", quoted(word), ways.len(), all.join(", "));
        return Err(Open::Wrong { why, keep: 1 });
    };
    match reach(position, from, way) {
        0 => Err(Open::wrong(format!(
            "The penguin cannot go {}: {} is in the way.",
            name(way),
            obstacle(position, company, (from, way, 0))
        ))),
        reach => Ok((way, reach)),
    }
}

fn distance(
    position: &Position,
    company: &Company,
    (from, way, reach): (Cell, Direction, u32),
    word: Option<&String>,
) -> Result<u32, Open> {
    let Some(word) = word else {
        return Err(Open::Ask(format!("How many tiles? (1 to {reach})")));
    };
    match number(word) {
        Err(why) => Err(Open::Wrong { why, keep: 2 }),
        Ok(0) => Err(Open::wrong("A penguin must move at least one tile.")),
        Ok(distance) if distance > reach => Err(Open::wrong(format!(
            "{distance} tiles are too far: after {reach} to the {}, {} is in the way.",
            name(way),
            obstacle(position, company, (from, way, reach))
        ))),
        Ok(distance) => Ok(distance),
    }
}

/// Returns how many free tiles lie in a row.
fn reach(position: &Position, from: Cell, way: Direction) -> u32 {
    let free = position.grid().line(from, way).take_while(|&cell| position.tile(cell).is_free());
    free.map(|_| 1).sum()
}

/// Returns what lies behind the free tiles.
fn obstacle(position: &Position, company: &Company, (from, way, reach): (Cell, Direction, u32)) -> String {
    let grid: Grid = position.grid();
    let Some(cell) = grid.line(from, way).nth(reach as usize) else {
        return "the edge of the board".to_owned();
    };
    let at = ice::place(&grid, grid.coord(cell));
    match position.occupant(cell) {
        Some(seat) => format!("a penguin of {} at {at}", ice::name(company, seat)),
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

/// Returns the answers that make a turn.
pub(super) fn typed(position: &Position, turn: Move) -> String {
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
