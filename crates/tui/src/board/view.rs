//! The visible part of a board: the size of its tiles, scrolling, its place on the screen, and the tile under a click.

use floe_rules::grid::{Coord, Grid};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::blocks::Quarters;
use super::pattern::{Pattern, Size, Span};
use crate::appearance::Charset;
use crate::canvas::{Ink, Light, Pen};
use crate::theme::Palette;

/// How rows and columns are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowOrder {
    /// From 1 at the top left.
    FromTop,
    /// From 0 at the bottom left.
    FromBottom,
}

/// A board in an area of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    grid: Grid,
    pattern: Pattern,
    row_order: RowOrder,
    /// The area of the tiles, beside and below the numbers.
    field: Rect,
    /// How far the drawing is scrolled to the left and upwards; negative where it has room to spare.
    scroll: (i64, i64),
    charset: Charset,
}

impl View {
    /// Lays out a board in an area, and clamps the previous scroll offset to it.
    pub fn new(grid: Grid, row_order: RowOrder, area: Rect, scroll: (i64, i64), charset: Charset) -> View {
        let margin = u16::try_from(grid.rows().to_string().len() + 1).unwrap_or(4);
        let field = Rect {
            x: area.x.saturating_add(margin).min(area.right()),
            y: area.y.saturating_add(1).min(area.bottom()),
            width: area.width.saturating_sub(margin),
            height: area.height.saturating_sub(1),
        };
        let pattern = Pattern::fitting(&grid, charset, i64::from(field.width), i64::from(field.height));
        let mut view = View { grid, pattern, row_order, field, scroll, charset };
        view.settle();
        view
    }

    /// Replaces the tile pattern.
    #[must_use]
    pub fn with_pattern(mut self, pattern: Pattern) -> View {
        self.pattern = pattern;
        self.settle();
        self
    }

    /// Returns the characters that boards are drawn with.
    pub(crate) fn charset(&self) -> Charset {
        self.charset
    }

    /// Returns how the tiles are laid out.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Returns how well the board fits: whether all of it is visible, how large the tiles are, and how much is visible.
    pub(crate) fn fit(&self) -> (bool, Size, i64) {
        let (wide, high) = self.pattern.extent(&self.grid);
        let (width, height) = (i64::from(self.field.width), i64::from(self.field.height));
        let visible = wide.min(width) * high.min(height);
        (wide <= width && high <= height, self.pattern.size(), visible)
    }

    /// Returns how far the board is scrolled.
    pub fn scroll(&self) -> (i64, i64) {
        self.scroll
    }

    /// Keeps the drawing inside its field, or in the middle of it where it has room to spare.
    fn settle(&mut self) {
        let (wide, high) = self.pattern.extent(&self.grid);
        let settle = |scroll: i64, extent: i64, room: u16| {
            let spare = i64::from(room) - extent;
            if spare >= 0 { -spare / 2 } else { scroll.clamp(0, -spare) }
        };
        self.scroll =
            (settle(self.scroll.0, wide, self.field.width), settle(self.scroll.1, high, self.field.height));
    }

    /// Scrolls so that a tile is seen, with its neighbours where there is room for them.
    pub fn follow(&mut self, at: Coord) {
        let (left, top) = self.pattern.origin(at);
        let (wide, high) = self.pattern.spread();
        let follow = |scroll: i64, from: i64, size: i64, room: u16| {
            let room = i64::from(room);
            let around = size.min((room - size).max(0) / 2);
            scroll.min(from - around).max(from + size + around - room)
        };
        self.scroll = (
            follow(self.scroll.0, left, wide, self.field.width),
            follow(self.scroll.1, top, high, self.field.height),
        );
        self.settle();
    }

    /// Scrolls by so many tiles to the right and downwards.
    pub fn scroll_by(&mut self, right: i64, down: i64) {
        let (wide, high) = self.pattern.spread();
        self.scroll = (self.scroll.0 + right * wide, self.scroll.1 + down * high);
        self.settle();
    }

    /// Returns the tile at a place of the screen.
    pub fn tile_at(&self, column: u16, row: u16) -> Option<Coord> {
        if !self.field.contains(Position { x: column, y: row }) {
            return None;
        }
        let x = i64::from(column - self.field.x) + self.scroll.0;
        let y = i64::from(row - self.field.y) + self.scroll.1;
        self.pattern.tile_at(&self.grid, x, y)
    }

    /// Returns the screen position of a tile's centre, if it is visible.
    pub fn place_of(&self, at: Coord) -> Option<Position> {
        let line = self.pattern.middle(at);
        let x = line.x + line.width as i64 / 2 - self.scroll.0;
        let y = line.y - self.scroll.1;
        let inside =
            (0..i64::from(self.field.width)).contains(&x) && (0..i64::from(self.field.height)).contains(&y);
        inside.then(|| Position { x: self.field.x + x as u16, y: self.field.y + y as u16 })
    }

    /// Returns the rows and columns that are at least partly visible.
    fn seen(&self) -> (Span, Span) {
        let (x, y) = self.scroll;
        let to = (x + i64::from(self.field.width), y + i64::from(self.field.height));
        self.pattern.seen(&self.grid, (x, y), to)
    }

    /// Iterates over the tiles that are at least partly visible.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = Coord> + use<> {
        let (rows, cols) = self.seen();
        rows.iter().flat_map(move |row| cols.iter().map(move |col| Coord { row, col }))
    }

    /// Returns a pen that draws the visible part of the board on the screen.
    pub(crate) fn pen<'a>(&self, screen: &'a mut Buffer, palette: Palette) -> Window<'a> {
        Window { screen, palette, charset: self.charset, field: self.field, scroll: self.scroll }
    }

    /// Fills the place of the board.
    pub(crate) fn fill(&self, screen: &mut Buffer, style: Style) {
        let (wide, high) = self.pattern.extent(&self.grid);
        let wide = u16::try_from(wide).unwrap_or(u16::MAX).min(self.field.width);
        let high = u16::try_from(high).unwrap_or(u16::MAX).min(self.field.height);
        let x = self.field.x + u16::try_from(-self.scroll.0).unwrap_or(0);
        let y = self.field.y + u16::try_from(-self.scroll.1).unwrap_or(0);
        let place = Rect { x, y, width: wide, height: high };
        screen.set_style(place.intersection(self.field), style);
    }

    /// Writes the numbers of rows and columns beside the board, and arrows where it can be scrolled.
    pub(crate) fn label(&self, screen: &mut Buffer, palette: Palette) {
        let style = palette.faint();
        let (rows, cols) = self.seen();
        let number = |index: u32, count: u32| match self.row_order {
            RowOrder::FromTop => index + 1,
            RowOrder::FromBottom => count - 1 - index,
        };
        let margin = self.grid.rows().to_string().len();
        let beside = self.field.x.saturating_sub(margin as u16 + 1);
        let above = self.field.y.saturating_sub(1);
        let shift_x = -self.scroll.0.min(0);
        for row in rows.iter() {
            if let Some(place) = self.label_place(Coord { row, col: self.straight_column() }, true) {
                let x = beside.saturating_add(u16::try_from(shift_x).unwrap_or(0));
                let text = format!("{:>margin$}", number(row, self.grid.rows()));
                screen.set_stringn(x, place.y, text, margin, style);
            }
        }
        let mut free_from = 0;
        for col in cols.iter() {
            let Some(place) = self.label_place(Coord { row: self.straight_row(), col }, false) else {
                continue;
            };
            let number = match self.row_order {
                RowOrder::FromTop => col + 1,
                RowOrder::FromBottom => col,
            };
            let text = number.to_string();
            let x = place.x.saturating_sub((text.len() as u16 - 1) / 2);
            // Numbers that would run into each other are left out.
            if x >= free_from {
                let y = above.saturating_add(u16::try_from(-self.scroll.1.min(0)).unwrap_or(0));
                screen.set_stringn(x, y, &text, usize::from(self.field.right().saturating_sub(x)), style);
                free_from = x + text.len() as u16 + 1;
            }
        }
        self.arrows(screen, palette);
    }

    /// Draws arrows at the sides to which the board can be scrolled.
    fn arrows(&self, screen: &mut Buffer, palette: Palette) {
        let (wide, high) = self.pattern.extent(&self.grid);
        let (field, style) = (self.field, palette.warning());
        let mut arrow = |there: bool, x: u16, y: u16, text: &str| {
            if there && screen.area.contains(Position { x, y }) {
                screen.set_stringn(x, y, text, 1, style);
            }
        };
        let (corner_x, corner_y) = (field.x.saturating_sub(1), field.y.saturating_sub(1));
        arrow(self.scroll.0 > 0, field.x, corner_y, "<");
        arrow(self.scroll.0 + i64::from(field.width) < wide, field.right().saturating_sub(1), corner_y, ">");
        arrow(self.scroll.1 > 0, corner_x, field.y, "^");
        arrow(
            self.scroll.1 + i64::from(field.height) < high,
            corner_x,
            field.bottom().saturating_sub(1),
            "v",
        );
    }

    /// Returns a column whose tiles are not shifted, to place the numbers of rows.
    fn straight_column(&self) -> u32 {
        let (_, cols) = self.seen();
        let pushed = |col: u32| self.pattern.origin(Coord { row: 0, col }).1 > 0;
        cols.iter().find(|&col| !pushed(col)).unwrap_or(0)
    }

    fn straight_row(&self) -> u32 {
        let (rows, _) = self.seen();
        let pushed = |row: u32| self.pattern.origin(Coord { row, col: 0 }).0 > 0;
        rows.iter().find(|&row| !pushed(row)).unwrap_or(0)
    }

    /// Returns the position of a row or column label, if it is visible.
    fn label_place(&self, at: Coord, is_row: bool) -> Option<Position> {
        let line = self.pattern.middle(at);
        let x = line.x + line.width as i64 / 2 - self.scroll.0;
        let y = line.y - self.scroll.1;
        let shows = if is_row {
            (0..i64::from(self.field.height)).contains(&y)
        } else {
            (0..i64::from(self.field.width)).contains(&x)
        };
        shows.then(|| Position {
            x: self.field.x + x.clamp(0, i64::from(self.field.width)) as u16,
            y: self.field.y + y.clamp(0, i64::from(self.field.height)) as u16,
        })
    }
}

/// A pen that writes on a part of the screen.
pub(crate) struct Window<'a> {
    screen: &'a mut Buffer,
    palette: Palette,
    charset: Charset,
    field: Rect,
    scroll: (i64, i64),
}

impl Window<'_> {
    /// Puts text in a style of its own.
    pub(crate) fn put_styled(&mut self, x: i64, y: i64, text: &str, style: Style) {
        let y = y - self.scroll.1;
        for (x, letter) in (x - self.scroll.0..).zip(text.chars()) {
            if let Some(cell) = self.cell(x, y) {
                cell.modifier = Modifier::empty();
                cell.set_char(letter).set_style(style);
            }
        }
    }

    /// Fills quarters of a character. Where two tiles of different colours meet in it, the larger part shows.
    pub(crate) fn put_quarters(&mut self, x: i64, y: i64, quarters: Quarters, style: Style) {
        let Some(cell) = self.cell(x - self.scroll.0, y - self.scroll.1) else {
            return;
        };
        let before = Quarters::of(cell.symbol().chars().next().unwrap_or(' '));
        let is_same = style.fg.unwrap_or_default() == cell.fg;
        if before.count() == 0 || (!is_same && quarters.count() > before.count()) {
            cell.set_char(quarters.letter()).set_style(style);
        } else if is_same {
            cell.set_char(before.or(quarters).letter());
        }
    }

    /// Returns a character of the field, if it is inside.
    fn cell(&mut self, x: i64, y: i64) -> Option<&mut Cell> {
        let inside =
            (0..i64::from(self.field.width)).contains(&x) && (0..i64::from(self.field.height)).contains(&y);
        inside.then(|| self.screen.cell_mut((self.field.x + x as u16, self.field.y + y as u16))).flatten()
    }

    pub(crate) fn palette(&self) -> Palette {
        self.palette
    }
}

impl Pen for Window<'_> {
    fn put(&mut self, x: i64, y: i64, text: &str, ink: Ink, light: Light) {
        self.put_styled(x, y, text, self.palette.ink(ink, light, self.charset));
    }

    fn put_floor(&mut self, x: i64, y: i64, text: &str, ink: Ink, light: Light) {
        self.put_styled(x, y, text, self.palette.floor(ink, light));
    }

    fn put_block(&mut self, x: i64, y: i64, quarters: Quarters, ink: Ink, light: Light) {
        self.put_quarters(x, y, quarters, self.palette.block(ink, light));
    }
}
