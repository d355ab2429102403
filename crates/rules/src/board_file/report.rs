//! Positions in a file, and messages that point at them.
//!
//! A message looks like a compiler's: `board.txt:4:10: error: …`, followed by the line and a caret. Crates for
//! such reports put the position on a line of its own; editors and the contest rules expect this style.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

use super::lines::{TextLines, tokens};
use crate::grid::Coord;

/// The maximum number of columns of a line that a message shows.
const WINDOW: usize = 76;

/// A piece of text in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextSpan {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, counted in characters; a byte-order mark does not count.
    pub column: usize,
    line_start: usize,
    start: usize,
    len: usize,
}

impl TextSpan {
    pub(crate) fn new(bytes: &[u8], line: usize, line_start: usize, start: usize, len: usize) -> TextSpan {
        let column = String::from_utf8_lossy(&bytes[line_start..start]).chars().count() + 1;
        TextSpan { line, column, line_start, start, len }
    }

    /// Returns the offset in the file.
    pub(crate) fn start(&self) -> usize {
        self.start
    }
}

/// How serious a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used, but something in it is unusual.
    Warning,
}

/// A part of a valid board file that a message can point at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The first line.
    Header,
    /// A field of the board.
    Field(Coord),
    /// A player row, counted from 0 in the order of the file.
    PlayerRow(usize),
}

/// Finds a part of a board file that was read without errors.
pub fn locate(bytes: &[u8], spot: Spot) -> TextSpan {
    let mut lines = TextLines::new(bytes);
    let header = lines.next();
    let rows = header
        .as_ref()
        .and_then(|line| std::str::from_utf8(tokens(line.text).next()?.1).ok()?.parse::<usize>().ok())
        .unwrap_or(0);
    let found = match spot {
        Spot::Header => header.map(|line| (line, 0)),
        Spot::Field(at) => lines.nth(at.row as usize).map(|line| (line, at.col as usize)),
        Spot::PlayerRow(index) => lines
            .skip(rows)
            .filter(|line| tokens(line.text).next().is_some())
            .nth(index)
            .map(|line| (line, 0)),
    };
    let Some((line, nth)) = found else {
        return TextSpan { line: 1, column: 1, line_start: 0, start: 0, len: 0 };
    };
    let (start, token) = tokens(line.text).nth(nth).unwrap_or((0, b""));
    let len =
        if matches!(spot, Spot::Field(_)) { token.len() } else { line.text.trim_ascii_end().len() - start };
    TextSpan::new(bytes, line.number, line.start, line.start + start, len)
}

/// Writes a message with its line of the file, and a caret beneath the position.
pub fn render(name: &str, bytes: &[u8], place: &TextSpan, severity: Severity, message: &str) -> String {
    let severity = match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let (line, column) = (place.line, place.column);
    let (excerpt, caret) = excerpt(bytes, place);
    format!("{name}:{line}:{column}: {severity}: {message}\n    {excerpt}\n    {caret}\n")
}

/// Returns the part of the line around the position, and the carets beneath it.
fn excerpt(bytes: &[u8], place: &TextSpan) -> (String, String) {
    let rest = &bytes[place.line_start..];
    let line = &rest[..rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len())];
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let from = (place.start - place.line_start).min(line.len());
    let to = (from + place.len).min(line.len());

    // Only the surroundings are decoded: a line may be as long as the file.
    let left = from.saturating_sub(WINDOW);
    let right = (to.min(from + WINDOW) + WINDOW).min(line.len());
    let before = printable(&line[left..from]);
    let marked = printable(&line[from..to.min(right)]);
    let after = printable(&line[to.min(right)..right]);

    let keep = WINDOW.saturating_sub(width(&marked)) * 2 / 3;
    let head = ending(&before, keep);
    let lead = if left > 0 || head.len() < before.len() { "…" } else { "" };
    let indent = width(lead) + width(head);
    let text = format!("{lead}{head}{marked}{after}");
    let shown = beginning(&text, WINDOW);
    let trail = if shown.len() < text.len() || right < line.len() { "…" } else { "" };
    let carets = width(&marked).clamp(1, (WINDOW - indent).max(1));
    let shown = format!("{shown}{trail}");
    (shown.trim_end().to_owned(), format!("{}{}", " ".repeat(indent), "^".repeat(carets)))
}

/// Returns as much of the start of a text as fits into `columns`.
fn beginning(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let end = text.char_indices().find(|(_, letter)| {
        used += columns_of(*letter);
        used > columns
    });
    end.map_or(text, |(end, _)| &text[..end])
}

/// Returns as much of the end of a text as fits into `columns`.
fn ending(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let start = text.char_indices().rev().find(|(_, letter)| {
        used += columns_of(*letter);
        used > columns
    });
    start.map_or(text, |(start, letter)| &text[start + letter.len_utf8()..])
}

fn columns_of(letter: char) -> usize {
    letter.width().unwrap_or(0)
}

fn width(text: &str) -> usize {
    text.chars().map(columns_of).sum()
}

/// Decodes bytes for a terminal, without control characters.
fn printable(bytes: &[u8]) -> String {
    let plain = |letter: char| match letter {
        '\t' => ' ',
        _ if letter.is_control() => char::REPLACEMENT_CHARACTER,
        _ => letter,
    };
    String::from_utf8_lossy(bytes).chars().map(plain).collect()
}

/// Shortens and cleans a piece of a file for use in the middle of a message.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    const MOST: usize = 24;
    let text = printable(&bytes[..bytes.len().min(4 * MOST)]);
    let short: Cow<'_, str> = match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    };
    short.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &[u8], start: usize, len: usize) -> String {
        let place = TextSpan::new(text, 1, 0, start, len);
        render("b.txt", text, &place, Severity::Error, "wrong")
    }

    #[test]
    fn the_caret_stands_beneath_the_place() {
        assert_eq!(
            show(b"10 20 45 10\r\n", 6, 2),
            "b.txt:1:7: error: wrong\n    10 20 45 10\n          ^^\n"
        );
        assert_eq!(show(b"10\n", 2, 0), "b.txt:1:3: error: wrong\n    10\n      ^\n");
        assert_eq!(show(b"", 0, 0), "b.txt:1:1: error: wrong\n    \n    ^\n");
    }

    #[test]
    fn wide_letters_and_bad_bytes_keep_the_caret_in_place() {
        assert_eq!(
            show("企鵝 x 1\n".as_bytes(), 7, 1),
            "b.txt:1:4: error: wrong\n    企鵝 x 1\n         ^\n"
        );
        assert!(show(b"\x1b[2J\xff x\n", 6, 1).contains("\u{fffd}[2J\u{fffd} x\n"));
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let line = "10 ".repeat(5000) + "xx " + &"20 ".repeat(5000);
        let text = show(line.as_bytes(), 15000, 2);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "b.txt:1:15001: error: wrong");
        assert!(lines[1].chars().count() < 90, "{text}");
        let caret = lines[2].find('^').unwrap();
        assert_eq!(lines[1].chars().skip(caret).take(2).collect::<String>(), "xx", "{text}");
        let all = "x".repeat(1000);
        assert!(show(all.as_bytes(), 0, 1000).lines().all(|line| line.chars().count() < 90));
    }
}
