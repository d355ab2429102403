//! Boards of Gamma: cells with the numbers of their owners, and visible areas.
//!
//! In larger cells a line separates cells of different owners; in small ones a dash joins neighbours of one owner.

use floe_rules::gamma::Gamma;
use floe_rules::grid::{Coord, Grid, Topology};
use ratatui::style::{Modifier, Style};

use super::pattern::{Pattern, Size};
use super::view::{View, Window};
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
    let wide = match view.pattern().size() {
        Size::Tiny if digits > 1 => Size::Small,
        size => size,
    };
    match Pattern::new(Topology::Square, if digits > 3 { Size::Medium } else { wide }) {
        Some(pattern) if digits > 1 => view.with_pattern(pattern),
        _ => view,
    }
}

fn owner(board: &Gamma, at: Coord) -> Option<u32> {
    let (x, y) = cell(board, at);
    board.owner(x, y)
}

fn style(palette: Palette, holder: Option<u32>) -> Style {
    holder.map_or_else(|| palette.empty(), |holder| palette.player(holder))
}

/// Draws the visible cells; `light` returns how each is highlighted.
pub(crate) fn draw(window: &mut Window<'_>, view: &View, board: &Gamma, light: impl Fn(Coord) -> Light) {
    let pattern = view.pattern();
    let palette = window.palette();
    for at in view.tiles() {
        let holder = owner(board, at);
        let mut style = style(palette, holder);
        let light = light(at);
        if light.cursor || light.target {
            style = palette.ink(crate::canvas::Ink::Label, Light { target: light.target, ..light });
        } else if light.last.is_some() || light.hint {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        let text = holder.map_or_else(|| ".".to_owned(), |holder| holder.to_string());
        if pattern.size() < Size::Medium {
            joined(window, view, board, at, &text, style);
        } else {
            fenced(window, view, board, at, holder);
            let middle = pattern.middle(at);
            let (left, top) = pattern.origin(at);
            let (_, high) = pattern.spread();
            for y in top + 1..top + high - 1 {
                let text = match y == middle.y {
                    true if light.cursor => format!("[{text:^width$}]", width = middle.width - 2),
                    true => format!("{text:^width$}", width = middle.width),
                    false => " ".repeat(middle.width),
                };
                window.put_styled(left + 1, y, &text, style);
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
    let back = if joins { self::style(window.palette(), holder) } else { Style::new() };
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
    let same = style(palette, holder);
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
