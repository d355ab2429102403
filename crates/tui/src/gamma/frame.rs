//! The screen of the interactive mode of `gamma`, for terminals of any size.

use std::fmt::Write;

use floe_locale::{Lang, tr};
use floe_rules::gamma::Gamma;
use unicode_width::UnicodeWidthStr;

use super::Keyboard;

const BOLD: &str = "\x1b[1m";
const REVERSE: &str = "\x1b[7m";
const RESET: &str = "\x1b[0m";

/// Draws the game for a terminal of so many columns and rows; returns its lines, and the column and row of the cursor.
///
/// A board that is larger than the terminal is shown around the cursor. The cells of the player to move
/// are bold, and the cell at the cursor is reversed; neither needs colours. Words that do not fit are left out.
pub fn frame(keyboard: &Keyboard, lang: Lang, columns: usize, rows: usize) -> (Vec<String>, (usize, usize)) {
    let game = keyboard.turns().game();
    let (x, y) = keyboard.cursor();
    // On a low terminal, the board takes at least half of the rows.
    let status = status(keyboard, lang, columns, rows / 2);
    // A terminal narrower than a cell shows its end.
    let cell = (game.players().ilog10() as usize + 2).min(columns.max(1));
    let across = window(u64::from(x), u64::from(game.width()), columns / cell);
    // Rows are drawn from the highest down.
    let from_top = u64::from(game.height() - 1 - y);
    let down = window(from_top, u64::from(game.height()), rows.saturating_sub(status.len()));

    let mut lines = Vec::new();
    for row in down.0..down.1 {
        let row_y = (u64::from(game.height()) - 1 - row) as u32;
        lines.push(board_line(game, keyboard, row_y, across, cell));
    }
    lines.extend(status);
    let column = (u64::from(x) - across.0) as usize * cell + cell - 1;
    (lines, (column.min(columns.saturating_sub(1)), (from_top - down.0) as usize))
}

/// Returns the part of `count` items to show, with `at` as near to its middle as possible.
fn window(at: u64, count: u64, room: usize) -> (u64, u64) {
    let room = (room.max(1) as u64).min(count);
    let start = at.saturating_sub(room / 2).min(count - room);
    (start, start + room)
}

fn board_line(game: &Gamma, keyboard: &Keyboard, y: u32, (from, to): (u64, u64), cell: usize) -> String {
    let mut line = String::new();
    for x in from as u32..to as u32 {
        let owner = game.owner(x, y);
        let text = owner.map_or_else(|| ".".to_owned(), |owner| owner.to_string());
        let bold = owner.is_some() && owner == keyboard.turns().to_move();
        let here = keyboard.cursor() == (x, y);
        let (bold, reverse) = (if bold { BOLD } else { "" }, if here { REVERSE } else { "" });
        let reset = if bold.is_empty() && reverse.is_empty() { "" } else { RESET };
        let text = &text[text.len().saturating_sub(cell)..];
        let blanks = cell - text.len();
        let _ = write!(line, "{:blanks$}{bold}{reverse}{text}{reset}", "");
    }
    line
}

/// Returns at most `most` lines below the board: the status of the player to move, and the keys.
fn status(keyboard: &Keyboard, lang: Lang, columns: usize, most: usize) -> Vec<String> {
    let (game, (x, y)) = (keyboard.turns().game(), keyboard.cursor());
    let Some(player) = keyboard.turns().to_move() else {
        return in_lines(&[tr!(lang, "gamma-over")], columns, most);
    };
    let golden =
        if game.has_golden(player) { tr!(lang, "gamma-golden-left") } else { tr!(lang, "gamma-golden-used") };
    // As text: a language may write large numbers with blanks in them.
    let number = |number: u64| number.to_string();
    let (areas, limit) = (number(game.areas(player).into()), number(game.most_areas().into()));
    let standing = [
        tr!(lang, "gamma-player", number = number(player.into())),
        tr!(lang, "gamma-busy", count = number(game.busy(player))),
        tr!(lang, "gamma-free", count = number(game.free(player))),
        tr!(lang, "gamma-areas", count = areas, most = limit),
        golden,
        tr!(lang, "gamma-at", x = number(x.into()), y = number(y.into())),
    ];
    let keys = [
        tr!(lang, "gamma-key-arrows"),
        tr!(lang, "gamma-key-take"),
        tr!(lang, "gamma-key-golden"),
        tr!(lang, "gamma-key-pass"),
        tr!(lang, "gamma-key-end"),
    ];
    let all_keys = in_lines(&keys, columns, most);
    let mut lines = in_lines(&standing, columns, most);
    // Where there is no room for all lines, one is left to the keys.
    lines.truncate(most.saturating_sub(all_keys.len()).max(most.div_ceil(2)));
    let left = most - lines.len();
    lines.extend(all_keys.into_iter().take(left));
    lines
}

/// Puts as many phrases into each of at most `most` lines as fit, three spaces apart, and drops the others.
fn in_lines(phrases: &[String], columns: usize, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for phrase in phrases.iter().filter(|phrase| phrase.width() <= columns) {
        match lines.last_mut() {
            Some(line) if line.width() + 3 + phrase.width() <= columns => {
                line.push_str("   ");
                line.push_str(phrase);
            }
            _ => lines.push(phrase.clone()),
        }
    }
    lines.truncate(most);
    lines
}
