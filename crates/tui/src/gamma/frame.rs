//! The screen of the interactive mode of `gamma`, for terminals of any size.

use std::fmt::Write;

use floe_rules::gamma::Gamma;

use super::Keyboard;

const BOLD: &str = "\x1b[1m";
const REVERSE: &str = "\x1b[7m";
const RESET: &str = "\x1b[0m";

/// Draws the game for a terminal of so many columns and rows; returns its lines, and the column and row of the cursor.
///
/// A board that is larger than the terminal is shown around the cursor. The cells of the player to move
/// are bold, and the cell at the cursor is reversed; neither needs colours.
pub fn frame(keyboard: &Keyboard, columns: usize, rows: usize) -> (Vec<String>, (usize, usize)) {
    let game = keyboard.turns().game();
    let (x, y) = keyboard.cursor();
    let status = status(keyboard, columns);
    // On a low terminal, the board takes at least half of the rows.
    let words = status.len().min(rows / 2);
    // A terminal narrower than a cell shows its end.
    let cell = (game.players().ilog10() as usize + 2).min(columns.max(1));
    let across = window(u64::from(x), u64::from(game.width()), columns / cell);
    // Rows are drawn from the highest down.
    let from_top = u64::from(game.height() - 1 - y);
    let down = window(from_top, u64::from(game.height()), rows.saturating_sub(words));

    let mut lines = Vec::new();
    for row in down.0..down.1 {
        let row_y = (u64::from(game.height()) - 1 - row) as u32;
        lines.push(board_line(game, keyboard, row_y, across, cell));
    }
    for line in status.into_iter().take(words) {
        lines.push(line.chars().take(columns).collect());
    }
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

/// Returns the lines below the board: the status of the player to move, and the keys.
fn status(keyboard: &Keyboard, columns: usize) -> Vec<String> {
    let (game, (x, y)) = (keyboard.turns().game(), keyboard.cursor());
    let Some(player) = keyboard.turns().to_move() else {
        return vec!["the game is over".to_owned()];
    };
    let golden = if game.has_golden(player) { "golden move left" } else { "golden move used" };
    let standing = [
        format!("PLAYER {player}"),
        format!("busy {}", game.busy(player)),
        format!("free {}", game.free(player)),
        format!("areas {} of {}", game.areas(player), game.most_areas()),
        golden.to_owned(),
        format!("at {x} {y}"),
    ];
    let keys = ["arrows: go", "Space: take", "G: golden move", "C: pass", "Ctrl-D: end"];
    let mut lines = in_lines(&standing, columns);
    lines.extend(in_lines(&keys.map(str::to_owned), columns));
    lines
}

/// Puts as many phrases into each line as fit, three spaces apart.
fn in_lines(phrases: &[String], columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for phrase in phrases {
        match lines.last_mut() {
            Some(line) if line.len() + 3 + phrase.len() <= columns => {
                line.push_str("   ");
                line.push_str(phrase);
            }
            _ => lines.push(phrase.clone()),
        }
    }
    lines
}
