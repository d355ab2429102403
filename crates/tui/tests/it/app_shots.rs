//! Screens as text that a person can compare: the letters, then what is not plain about them.

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use crate::app_driver::Driver;

/// Returns the screen: its letters, the styles of each line, and the cursor.
pub(crate) fn shot(driver: &Driver) -> String {
    let mut text = driver.text() + "\n";
    let screen = driver.buffer();
    let mut lines: Vec<(u16, u16, String)> = Vec::new();
    for y in 0..screen.area.height {
        let runs = runs(screen, y);
        match lines.last_mut() {
            // Tiles are several lines high: what repeats is told once.
            Some((_, last, before)) if *before == runs => *last = y,
            _ => lines.push((y, y, runs)),
        }
    }
    for (from, to, runs) in lines.iter().filter(|(_, _, runs)| !runs.is_empty()) {
        let _ = match from == to {
            true => writeln!(text, "y {from}:{runs}"),
            false => writeln!(text, "y {from}-{to}:{runs}"),
        };
    }
    match driver.cursor() {
        Some(at) => text + &format!("cursor {},{}\n", at.x, at.y),
        None => text + "no cursor\n",
    }
}

/// Lists the styles of a line: from where to where, and what is not plain.
fn runs(screen: &Buffer, y: u16) -> String {
    let mut runs: Vec<(u16, u16, String)> = Vec::new();
    for x in 0..screen.area.width {
        let style = style(&screen[(x, y)]);
        match runs.last_mut() {
            Some((_, last, before)) if *before == style => *last = x,
            _ => runs.push((x, x, style)),
        }
    }
    let plain = |run: &&(u16, u16, String)| !run.2.is_empty();
    runs.iter().filter(plain).map(|(from, to, style)| format!(" {from}-{to}{style};")).collect()
}

fn style(cell: &Cell) -> String {
    let mut text = String::new();
    for (name, color) in [("fg", cell.fg), ("bg", cell.bg)] {
        match color {
            Color::Reset => {}
            Color::Indexed(index) => text += &format!(" {name}={index}"),
            other => text += &format!(" {name}={other}"),
        }
    }
    for (modifier, name) in [
        (Modifier::BOLD, "bold"),
        (Modifier::DIM, "dim"),
        (Modifier::ITALIC, "italic"),
        (Modifier::UNDERLINED, "underlined"),
        (Modifier::REVERSED, "reversed"),
    ] {
        if cell.modifier.contains(modifier) {
            text += &format!(" {name}");
        }
    }
    text
}

/// Tells whether anything on the screen has a colour.
pub(crate) fn is_coloured(driver: &Driver) -> bool {
    driver.buffer().content.iter().any(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset)
}
