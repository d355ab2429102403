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
         <g font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"15\" xml:space=\"preserve\">\n"
    );
    for y in 0..screen.area.height {
        let mut x = 0;
        while x < screen.area.width {
            let first = &screen[(x, y)];
            let mut letters = String::new();
            let start = x;
            while x < screen.area.width && screen[(x, y)].style() == first.style() {
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
    let mut style = String::new();
    if cell.modifier.contains(Modifier::BOLD) {
        style.push_str(" font-weight=\"bold\"");
    }
    if cell.modifier.contains(Modifier::UNDERLINED) {
        style.push_str(" text-decoration=\"underline\"");
    }
    let letters = letters.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let base = top + 14;
    // The length is fixed, so that tiles fit together whatever font there is.
    let _ = writeln!(
        text,
        "<text x=\"{left}\" y=\"{base}\" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{fore}\"{style}>{letters}</text>"
    );
}

/// Returns a colour as web pages write it.
fn hex(color: Color, default: &str) -> String {
    const BASIC: [&str; 16] = [
        "#1c1c1c", "#cc4444", "#4c9a4c", "#b58900", "#4477cc", "#a355a3", "#3c9a9a", "#c0c6cc", "#6c757f",
        "#ff6b6b", "#7dd87d", "#f0c94c", "#7aa7ff", "#d88ad8", "#6fd3d3", "#ffffff",
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
        Color::DarkGray => basic(8),
        Color::LightRed => basic(9),
        Color::LightGreen => basic(10),
        Color::Yellow => basic(3),
        Color::Cyan => basic(6),
        Color::Blue => basic(4),
        _ => default.to_owned(),
    }
}
