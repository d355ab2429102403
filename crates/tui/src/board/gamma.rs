//! Boards of Gamma: cells with the numbers of their owners, and visible areas.
//!
//! Filled cells of one owner run together, so that an area is one coloured shape. In ASCII, a line separates larger cells
//! of different owners, and a dash joins small ones of one owner.

use floe_rules::gamma::Gamma;
use floe_rules::grid::{Coord, Grid, Topology};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::art::Size;
use super::blocks::Quarters;
use super::pattern::Pattern;
use super::view::{View, Window};
use crate::appearance::Charset;
use crate::canvas::Light;
use crate::theme::Palette;

/// Returns the board as a grid, whose rows count from the top.
pub(crate) fn grid(board: &Gamma) -> Grid {
    Grid::new(board.height(), board.width(), Topology::Square)
        .expect("a board has cells that can be numbered")
}

/// Returns the `x` and `y` of a place.
pub(crate) fn cell(board: &Gamma, at: Coord) -> (u32, u32) {
    (at.col, board.height() - 1 - at.row)
}

/// Returns the place of a cell on the grid.
pub(crate) fn coord(board: &Gamma, x: u32, y: u32) -> Coord {
    Coord { row: board.height() - 1 - y, col: x }
}

/// Widens the cells of a view where numbers of players need it.
pub(crate) fn widened(view: View, board: &Gamma) -> View {
    let digits = board.players().to_string().len();
    let needed = if digits > 1 { digits + 1 } else { 1 };
    let width = |pattern: &Pattern| pattern.middle(Coord { row: 0, col: 0 }).width;
    if width(view.pattern()) >= needed {
        return view;
    }
    let patterns: Vec<Pattern> = Pattern::all(Topology::Square, view.charset()).collect();
    match patterns.into_iter().rfind(|pattern| width(pattern) >= needed) {
        Some(pattern) => view.with_pattern(pattern),
        None => view,
    }
}

fn owner(board: &Gamma, at: Coord) -> Option<u32> {
    let (x, y) = cell(board, at);
    board.owner(x, y)
}

/// Returns the style of a cell that is not highlighted.
fn style(palette: Palette, holder: Option<u32>, charset: Charset) -> Style {
    palette.cell(holder, Light::default(), charset)
}

/// Draws the visible cells; `light` returns how each is highlighted.
pub(crate) fn draw(
    screen: &mut Buffer,
    view: &View,
    palette: Palette,
    board: &Gamma,
    light: impl Fn(Coord) -> Light,
) {
    if view.pattern().is_filled() {
        view.fill(screen, palette.sea());
    }
    let mut window = view.pen(screen, palette);
    let window = &mut window;
    for at in view.tiles() {
        let holder = owner(board, at);
        let light = light(at);
        let style = palette.cell(holder, light, view.charset());
        let text = holder.map_or_else(|| ".".to_owned(), |holder| holder.to_string());
        if view.pattern().is_filled() {
            let block = palette.cell_block(holder, Light { cursor: false, ..light });
            fill(window, view.pattern(), board, at, block);
            for (from_main, line) in view.pattern().lines(at) {
                let text = if from_main == 0 { marked(&text, light, line.width) } else { String::new() };
                window.put_styled(line.x, line.y, &format!("{text:^width$}", width = line.width), style);
            }
        } else if view.pattern().size() < Size::Medium {
            joined(window, view, board, at, &text, style);
        } else {
            fenced(window, view, board, at, holder);
            for (from_main, line) in view.pattern().lines(at) {
                let text = if from_main == 0 { marked(&text, light, line.width) } else { String::new() };
                window.put_styled(line.x, line.y, &format!("{text:^width$}", width = line.width), style);
            }
        }
    }
}

/// Puts the marks of highlights around the number of a cell, as far as there is room.
fn marked(text: &str, light: Light, width: usize) -> String {
    let marks = match light {
        Light { hint: true, .. } => Some(('!', '!')),
        Light { target: true, .. } => Some(('*', '*')),
        Light { last: Some(_), .. } => Some(('>', '<')),
        _ => None,
    };
    let mut text = match marks {
        Some((open, close)) if text.len() + 2 <= width => format!("{open}{text}{close}"),
        _ => text.to_owned(),
    };
    if light.cursor && text.len() + 2 <= width {
        text = format!("[{text:^inside$}]", inside = width - 2);
    }
    text
}

/// Fills a cell around its text, and the water between it and neighbours of the same owner.
fn fill(window: &mut Window<'_>, pattern: &Pattern, board: &Gamma, at: Coord, style: Option<Style>) {
    let Some(style) = style else {
        return;
    };
    let (left, top) = pattern.origin(at);
    let (wide, high) = pattern.pitch();
    let holder = owner(board, at);
    let same = |right: u32, down: u32| {
        let other = Coord { row: at.row + down, col: at.col + right };
        let inside = other.row < board.height() && other.col < board.width();
        holder.is_some() && inside && owner(board, other) == holder
    };
    let (beside, below) = (same(1, 0), same(0, 1));
    let corner = beside && below && same(1, 1);
    let (across, down) = pattern.halves();
    for y in 0..high {
        for x in 0..wide {
            let mut quarters = Quarters::default();
            for (row, col) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let is_filled = match (2 * x + col < across, 2 * y + row < down) {
                    (true, true) => true,
                    (false, true) => beside,
                    (true, false) => below,
                    (false, false) => corner,
                };
                if is_filled {
                    quarters = quarters.with(row, col);
                }
            }
            if quarters.count() > 0 {
                window.put_quarters(left + x, top + y, quarters, style);
            }
        }
    }
}

/// Draws a cell of one line, with a dash to the left neighbour if it has the same owner.
fn joined(window: &mut Window<'_>, view: &View, board: &Gamma, at: Coord, text: &str, style: Style) {
    let line = view.pattern().middle(at);
    let holder = owner(board, at);
    let left = at.col.checked_sub(1).map(|col| Coord { col, ..at });
    let joins = holder.is_some() && left.is_some_and(|left| owner(board, left) == holder);
    let blanks = line.width.saturating_sub(text.len());
    let before = if joins { "-" } else { " " }.repeat(blanks);
    let back = if joins { self::style(window.palette(), holder, view.charset()) } else { Style::new() };
    window.put_styled(line.x, line.y, &before, back);
    window.put_styled(line.x + blanks as i64, line.y, text, style);
}

/// Draws lines between a cell and neighbours of other owners.
fn fenced(window: &mut Window<'_>, view: &View, board: &Gamma, at: Coord, holder: Option<u32>) {
    let pattern = view.pattern();
    let (left, top) = pattern.origin(at);
    let (wide, high) = pattern.spread();
    let palette = window.palette();
    let (rows, cols) = (board.height(), board.width());
    let differs = |other: Option<Coord>| other.is_none_or(|other| owner(board, other) != holder);
    let row = |step: i32| at.row.checked_add_signed(step).filter(|&row| row < rows);
    let col = |step: i32| at.col.checked_add_signed(step).filter(|&col| col < cols);
    let same = style(palette, holder, view.charset());
    let line = palette.faint();
    let side = |differs: bool, shape: &'static str| if differs { (shape, line) } else { (" ", same) };
    for (step, x) in [(-1, left), (1, left + wide - 1)] {
        let (text, style) = side(differs(col(step).map(|col| Coord { col, ..at })), "|");
        for y in top + 1..top + high - 1 {
            window.put_styled(x, y, text, style);
        }
    }
    for (step, y) in [(-1, top), (1, top + high - 1)] {
        let (text, style) = side(differs(row(step).map(|row| Coord { row, ..at })), "-");
        window.put_styled(left + 1, y, &text.repeat(wide as usize - 2), style);
    }
    for (down, y) in [(-1, top), (1, top + high - 1)] {
        for (right, x) in [(-1, left), (1, left + wide - 1)] {
            let beside = col(right).map(|col| Coord { col, ..at });
            let above = row(down).map(|row| Coord { row, ..at });
            let across = row(down).zip(col(right)).map(|(row, col)| Coord { row, col });
            let (text, style) = side(differs(beside) || differs(above) || differs(across), "+");
            window.put_styled(x, y, text, style);
        }
    }
}
