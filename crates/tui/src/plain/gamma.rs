//! Gamma: a board with axes, and cells as `x y`, counted from 0 at the bottom left.

use std::fmt::Write;

use floe_locale::{Lang, MessageKey, key, tr};
use floe_rules::gamma::{Gamma, Move};

use super::dialogue::{Incomplete, digits, pair};
use super::vocabulary::{Word, is_pass};
use crate::phrases::Phrases;

const TAKE: [MessageKey; 2] = [key!("plain-which-cell"), key!("plain-and-y")];
const GOLDEN: [MessageKey; 2] = [key!("plain-which-golden"), TAKE[1]];

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
pub(super) fn status(phrases: &Phrases<'_>, game: &Gamma, player: u32) -> String {
    tr!(
        phrases.lang,
        "plain-gamma-status",
        player = phrases.player(player),
        areas = game.areas(player),
        most = game.most_areas().to_string(),
        free = game.free(player),
        golden = if game.has_golden(player) { "left" } else { "used" },
    )
}

/// Parses a cell, a golden move, a pass or `stop`.
pub(super) fn parse_turn(lang: Lang, words: &[String]) -> Result<Move, Incomplete> {
    #[derive(Clone, Copy)]
    enum Start {
        Pass,
        Stop,
        Golden,
        Cell,
    }
    let start = match words.first() {
        Some(word) if is_pass(word) => Start::Pass,
        Some(word) if Word::find(word) == Some(Word::Stop) => Start::Stop,
        Some(word) if word.eq_ignore_ascii_case("g") => Start::Golden,
        _ => Start::Cell,
    };
    let (most, too_many) = match start {
        Start::Pass => (1, key!("plain-too-many-pass")),
        Start::Stop => (1, key!("plain-too-many-stop")),
        Start::Golden => (3, key!("plain-too-many-golden")),
        Start::Cell => (2, key!("plain-too-many-cell")),
    };
    if words.len() > most {
        return Err(Incomplete::wrong(lang.text(too_many)));
    }
    match start {
        Start::Pass => Ok(Move::Pass),
        Start::Stop => Err(Incomplete::Stop),
        Start::Golden => pair(lang, words, 1, GOLDEN).map(|(x, y)| Move::Golden { x, y }),
        Start::Cell => pair(lang, words, 0, TAKE).map(|(x, y)| Move::Take { x, y }),
    }
}

/// Returns who holds the cell that a golden move takes.
pub(super) fn loser(game: &Gamma, turn: Move) -> Option<u32> {
    match turn {
        Move::Golden { x, y } => game.owner(x, y),
        _ => None,
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
