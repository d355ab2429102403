//! A screen as a drawing for web pages.

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

const WIDTH: u32 = 9;
const HEIGHT: u32 = 19;
const MARGIN: u32 = 12;
const FORE: &str = "#d5dde6";
const BACK: &str = "#10171f";

/// Draws a screen.
pub(crate) fn svg(screen: &Buffer) -> String {
    let (columns, rows) = (u32::from(screen.area.width), u32::from(screen.area.height));
    let (width, height) = (columns * WIDTH + 2 * MARGIN, rows * HEIGHT + 2 * MARGIN);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{BACK}\"/>\n\
         <g shape-rendering=\"crispEdges\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"15\">\n"
    );
    for y in 0..screen.area.height {
        let mut x = 0;
        while x < screen.area.width {
            let first = &screen[(x, y)];
            let mut letters = String::new();
            let start = x;
            let is_block =
                |x: u16| screen[(x, y)].symbol().chars().all(|letter| ('▀'..='▟').contains(&letter));
            let kind = is_block(x);
            while x < screen.area.width && screen[(x, y)].style() == first.style() && is_block(x) == kind {
                letters.push_str(screen[(x, y)].symbol());
                x += 1;
            }
            run(&mut text, u32::from(start), u32::from(y), first, &letters, u32::from(x - start));
        }
    }
    text.push_str("</g>\n</svg>\n");
    text
}

/// Draws letters of one style.
fn run(text: &mut String, x: u32, y: u32, cell: &Cell, letters: &str, count: u32) {
    let (mut fore, mut back) = (hex(cell.fg, FORE), hex(cell.bg, BACK));
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut fore, &mut back);
    }
    let (left, top) = (MARGIN + x * WIDTH, MARGIN + y * HEIGHT);
    let width = count * WIDTH;
    if back != BACK {
        let _ = writeln!(
            text,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{HEIGHT}\" fill=\"{back}\"/>"
        );
    }
    if letters.trim().is_empty() {
        return;
    }
    // Block characters are drawn as terminals draw them, edge to edge: fonts differ.
    if let Some(quarters) = letters.chars().map(quarters).collect::<Option<Vec<_>>>() {
        return blocks(text, (left, top), &quarters, &fore);
    }
    let mut style = String::new();
    if cell.modifier.contains(Modifier::BOLD) {
        style.push_str(" font-weight=\"bold\"");
    }
    if cell.modifier.contains(Modifier::UNDERLINED) {
        style.push_str(" text-decoration=\"underline\"");
    }
    // Spaces at the ends do not count for the length of a text.
    let indent = letters.chars().take_while(|&letter| letter == ' ').count() as u32;
    let (left, width) = (left + indent * WIDTH, letters.trim().chars().count() as u32 * WIDTH);
    let letters =
        letters.trim().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace(' ', "\u{a0}");
    let base = top + 14;
    // The length is fixed, so that tiles fit together whatever font there is.
    let _ = writeln!(
        text,
        "<text x=\"{left}\" y=\"{base}\" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{fore}\"{style}>{letters}</text>"
    );
}

/// Returns which quarters of a block character are filled: top left, top right, bottom left, bottom right.
fn quarters(letter: char) -> Option<[bool; 4]> {
    const BLOCKS: &str = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█";
    let bits = BLOCKS.chars().position(|block| block == letter)?;
    Some([0, 1, 2, 3].map(|bit| bits >> bit & 1 == 1))
}

/// Draws block characters as a path of rectangles.
fn blocks(text: &mut String, (left, top): (u32, u32), letters: &[[bool; 4]], fore: &str) {
    let mut path = String::new();
    for (row, (from, to)) in [(0, HEIGHT / 2), (HEIGHT / 2, HEIGHT)].into_iter().enumerate() {
        let filled = |half: usize| letters.get(half / 2).is_some_and(|quarters| quarters[2 * row + half % 2]);
        let mut half = 0;
        while half < 2 * letters.len() {
            let start = half;
            while filled(half) {
                half += 1;
            }
            if half > start {
                let place = |half: usize| f64::from(left) + half as f64 * f64::from(WIDTH) / 2.0;
                let _ = write!(
                    path,
                    "M{} {}H{}V{}H{}z",
                    place(start),
                    top + from,
                    place(half),
                    top + to,
                    place(start)
                );
            }
            half += 1;
        }
    }
    let _ = writeln!(text, "<path fill=\"{fore}\" d=\"{path}\"/>");
}

/// Returns a colour as web pages write it.
fn hex(color: Color, default: &str) -> String {
    const BASIC: [&str; 16] = [
        "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5", "#7f7f7f",
        "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
    ];
    let basic = |index: usize| BASIC[index].to_owned();
    match color {
        Color::Indexed(index @ 0..=15) => basic(usize::from(index)),
        Color::Indexed(index @ 16..=231) => {
            let steps = [0u8, 95, 135, 175, 215, 255];
            let part = |by: u8| steps[usize::from((index - 16) / by % 6)];
            format!("#{:02x}{:02x}{:02x}", part(36), part(6), part(1))
        }
        Color::Indexed(index) => {
            let gray = 8 + 10 * (index - 232);
            format!("#{gray:02x}{gray:02x}{gray:02x}")
        }
        Color::Black => basic(0),
        Color::Red => basic(1),
        Color::Green => basic(2),
        Color::Yellow => basic(3),
        Color::Blue => basic(4),
        Color::Magenta => basic(5),
        Color::Cyan => basic(6),
        Color::Gray => basic(7),
        Color::DarkGray => basic(8),
        Color::LightRed => basic(9),
        Color::LightGreen => basic(10),
        Color::LightYellow => basic(11),
        Color::LightBlue => basic(12),
        Color::LightMagenta => basic(13),
        Color::LightCyan => basic(14),
        Color::White => basic(15),
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Reset => default.to_owned(),
    }
}
