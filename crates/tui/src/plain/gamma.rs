//! Gamma: a board with axes, and cells as `x y`, counted from 0 at the bottom left.

use std::fmt::Write;

use floe_rules::gamma::{Gamma, Move};
use floe_session::Roster;

use super::dialogue::{Incomplete, digits, pair};
use crate::phrases::{YOU, name_after};

pub(super) const HELP: &str = "\
Each turn takes an empty cell; a dot is empty, a number is the player who holds the cell. No player may
hold more areas than the game allows: cells that share a side are one area. Once per game, the golden move
takes a cell from another player.
Type x y to take a cell (x counts to the right and y upwards, both from 0), g x y for the golden move,
c to pass, or stop to end the game.";

const TAKE: [&str; 2] = ["Which cell? (x y; g x y: golden move; c: pass; stop: end)", "And y?"];
const GOLDEN: [&str; 2] = ["Which cell does the golden move take? (x y)", TAKE[1]];

/// Draws the board, with row numbers on its left and column numbers beneath it.
pub(super) fn board(game: &Gamma) -> String {
    let margin = digits(game.height() - 1);
    let mut text = String::new();
    for y in (0..game.height()).rev() {
        let mut cells = Vec::new();
        game.print_cells(y, 0..game.width(), &mut cells);
        let _ = writeln!(text, "{y:>margin$} {}", String::from_utf8_lossy(&cells));
    }
    // Cells are one character wide, so the digits of a column stand beneath each other.
    for place in (0..digits(game.width() - 1) as u32).rev() {
        let power = 10u32.pow(place);
        let digit = |x: u32| match x {
            x if place > 0 && (x < power || !x.is_multiple_of(10)) => ' ',
            x => char::from(b'0' + (x / power % 10) as u8),
        };
        let row: String = (0..game.width()).map(digit).collect();
        let _ = writeln!(text, "{:margin$} {}", "", row.trim_end());
    }
    text
}

/// Returns what a player holds and may still do.
pub(super) fn status(game: &Gamma, roster: &Roster, player: u32) -> String {
    let golden = if game.has_golden(player) { "golden move left" } else { "golden move used" };
    format!(
        "Player {player}{}: cells {}, free to take {}, areas {} of {}, {golden}",
        name_after(roster, player, &player.to_string()),
        game.busy(player),
        game.free(player),
        game.areas(player),
        game.most_areas()
    )
}

/// Parses a cell, a golden move, a pass or `stop`.
pub(super) fn parse_turn(words: &[String]) -> Result<Move, Incomplete> {
    let letter = words.first().map(|word| word.to_ascii_lowercase());
    let (most, what) = match letter.as_deref() {
        Some("c" | "pass") => (1, "a pass takes no coordinates"),
        Some("stop") => (1, "stop takes no coordinates"),
        Some("g") => (3, "a golden move is g, x and y"),
        _ => (2, "a cell is x and y"),
    };
    if words.len() > most {
        return Err(Incomplete::wrong(format!("Too many words: {what}.")));
    }
    match letter.as_deref() {
        Some("c" | "pass") => Ok(Move::Pass),
        Some("stop") => Err(Incomplete::Stop),
        Some("g") => pair(words, 1, GOLDEN).map(|(x, y)| Move::Golden { x, y }),
        _ => pair(words, 0, TAKE).map(|(x, y)| Move::Take { x, y }),
    }
}

/// Describes a turn that is about to be made.
pub(super) fn describe(game: &Gamma, roster: &Roster, turn: Move) -> String {
    match turn {
        Move::Take { x, y } => format!("takes x {x} y {y}"),
        Move::Golden { x, y } => {
            let loser = game.owner(x, y).map(|player| match roster.name(player).as_str() {
                YOU => " from you".to_owned(),
                name => format!(" from {name}"),
            });
            format!("takes x {x} y {y}{} with the golden move", loser.unwrap_or_default())
        }
        Move::Pass => "passes".to_owned(),
    }
}

/// Returns the answer that makes a turn.
pub(super) fn answer(turn: Move) -> String {
    match turn {
        Move::Take { x, y } => format!("{x} {y}"),
        Move::Golden { x, y } => format!("g {x} {y}"),
        Move::Pass => "c".to_owned(),
    }
}
