//! Drawing surfaces: characters with a meaning, which gets a colour when they are shown.

use std::fmt::Write;

use anstyle::{Ansi256Color, AnsiColor, Color as AnsiStyleColor, Effects};
use floe_rules::penguins::Seat;
use ratatui::style::{Color, Modifier, Style};

use crate::appearance::Charset;
use crate::board::Quarters;
use crate::theme::Palette;

/// What a character depicts; it decides the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Numbers of rows and columns.
    Label,
    /// The outline of a tile.
    Edge,
    /// A floe with so many fish.
    Fish(u8),
    /// The same in a darker shade, where floes lie side by side without water between them.
    DarkFish(u8),
    /// A penguin, and the fish under it.
    Penguin(Seat),
    /// The floe around a penguin.
    Floe(Seat),
    /// No floe.
    Water,
}

/// How a tile is highlighted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Light {
    /// The cursor is here.
    pub cursor: bool,
    /// The chosen penguin is here.
    pub chosen: bool,
    /// A turn can go here.
    pub target: bool,
    /// A hint starts or ends here.
    pub hint: bool,
    /// The number of the player whose last turn started or ended here.
    pub last: Option<u32>,
}

/// A surface that boards can be drawn on.
pub trait Pen {
    /// Puts text at a place; what lies outside the surface is dropped.
    fn put(&mut self, x: i64, y: i64, text: &str, ink: Ink, light: Light);

    /// Fills quarters of a character with the colour of a tile; the rest of it is water or another tile.
    fn put_block(&mut self, x: i64, y: i64, quarters: Quarters, ink: Ink, light: Light);

    /// Puts the lower edge of a tile, on the background of that tile.
    fn put_floor(&mut self, x: i64, y: i64, text: &str, _ink: Ink, light: Light) {
        self.put(x, y, text, Ink::Edge, light);
    }
}

/// A character of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    letter: char,
    ink: Ink,
    /// Whether it is part of the rim of a tile, not text on it.
    is_block: bool,
}

/// A drawing of characters, row by row.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    rows: Vec<Vec<Option<Spot>>>,
    charset: Charset,
    /// The rectangle that is water where nothing is drawn: its left, top, right and bottom.
    sea: (usize, usize, usize, usize),
}

impl Pen for Picture {
    /// Puts text at a place; the picture grows to the right and downwards as needed.
    fn put(&mut self, x: i64, y: i64, text: &str, ink: Ink, _: Light) {
        for (x, letter) in (x..).zip(text.chars()) {
            // Labels and waves leave the space around them as it is.
            if letter != ' ' || !matches!(ink, Ink::Label | Ink::Water | Ink::Edge) {
                self.set(x, y, Spot { letter, ink, is_block: false });
            }
        }
    }

    fn put_block(&mut self, x: i64, y: i64, quarters: Quarters, ink: Ink, _: Light) {
        let before = self.get(x, y).filter(|spot| spot.is_block);
        let (filled, is_same) = match before {
            Some(spot) => (Quarters::of(spot.letter), spot.ink == ink),
            None => (Quarters::default(), true),
        };
        let quarters = if is_same { quarters.or(filled) } else { quarters };
        if is_same || quarters.count() > filled.count() {
            self.set(x, y, Spot { letter: quarters.letter(), ink, is_block: true });
        }
    }
}

impl Picture {
    /// Returns an empty picture, with water from a place on.
    pub(crate) fn new(charset: Charset, (left, top): (i64, i64), (wide, high): (i64, i64)) -> Picture {
        let edge = |at: i64| usize::try_from(at).unwrap_or(0);
        let sea = (edge(left), edge(top), edge(left + wide), edge(top + high));
        Picture { rows: Vec::new(), charset, sea }
    }

    fn get(&self, x: i64, y: i64) -> Option<Spot> {
        let row = self.rows.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied().flatten()
    }

    fn set(&mut self, x: i64, y: i64, spot: Spot) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else {
            return;
        };
        if self.rows.len() <= y {
            self.rows.resize(y + 1, Vec::new());
        }
        let row = &mut self.rows[y];
        if row.len() <= x {
            row.resize(x + 1, None);
        }
        row[x] = Some(spot);
    }

    /// Returns the picture with escape sequences for colour.
    pub fn colored(&self, palette: Palette) -> String {
        let style = |spot: Option<Spot>, x: usize, y: usize| match spot {
            Some(Spot { ink, is_block: true, .. }) => palette.block(ink, Light::default()),
            Some(Spot { ink, .. }) => palette.ink(ink, Light::default(), self.charset),
            None if (self.sea.0..self.sea.2).contains(&x) && (self.sea.1..self.sea.3).contains(&y) => {
                palette.sea()
            }
            None => Style::new(),
        };
        let mut text = String::new();
        for (y, row) in self.rows.iter().enumerate() {
            let wide = if (self.sea.1..self.sea.3).contains(&y) { self.sea.2 } else { 0 };
            let mut now = Style::new();
            for x in 0..row.len().max(wide) {
                let spot = row.get(x).copied().flatten();
                let style = style(spot, x, y);
                if style != now {
                    let _ = write!(text, "{:#}{}", ansi(now), ansi(style));
                    now = style;
                }
                text.push(spot.map_or(' ', |spot| spot.letter));
            }
            let _ = writeln!(text, "{:#}", ansi(now));
        }
        text
    }

    /// Returns the picture as plain text, without trailing spaces.
    pub fn plain(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let line: String = row.iter().map(|spot| spot.map_or(' ', |spot| spot.letter)).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// Returns a style as escape sequences.
pub(crate) fn ansi(style: Style) -> anstyle::Style {
    let effects = [
        (Modifier::BOLD, Effects::BOLD),
        (Modifier::UNDERLINED, Effects::UNDERLINE),
        (Modifier::REVERSED, Effects::INVERT),
    ];
    let shown = effects.into_iter().filter(|(modifier, _)| style.add_modifier.contains(*modifier));
    let effects = shown.fold(Effects::new(), |all, (_, effect)| all | effect);
    anstyle::Style::new()
        .fg_color(style.fg.and_then(color))
        .bg_color(style.bg.and_then(color))
        .effects(effects)
}

fn color(color: Color) -> Option<AnsiStyleColor> {
    let basic = match color {
        Color::Indexed(index) => return Some(Ansi256Color(index).into()),
        Color::Black => AnsiColor::Black,
        Color::Red => AnsiColor::Red,
        Color::Green => AnsiColor::Green,
        Color::Yellow => AnsiColor::Yellow,
        Color::Blue => AnsiColor::Blue,
        Color::Magenta => AnsiColor::Magenta,
        Color::Cyan => AnsiColor::Cyan,
        Color::Gray => AnsiColor::White,
        Color::DarkGray => AnsiColor::BrightBlack,
        Color::LightRed => AnsiColor::BrightRed,
        Color::LightGreen => AnsiColor::BrightGreen,
        Color::LightYellow => AnsiColor::BrightYellow,
        Color::LightBlue => AnsiColor::BrightBlue,
        Color::LightMagenta => AnsiColor::BrightMagenta,
        Color::LightCyan => AnsiColor::BrightCyan,
        Color::White => AnsiColor::BrightWhite,
        Color::Reset | Color::Rgb(..) => return None,
    };
    Some(basic.into())
}
