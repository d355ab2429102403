//! Drawing surfaces: characters with a meaning, which gets a colour when they are shown.

use anstyle::{AnsiColor, Color, Style};
use floe_rules::penguins::Seat;

/// What a character depicts; it decides the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Numbers of rows and columns.
    Label,
    /// The outline of a tile.
    Edge,
    /// A floe with so many fish.
    Fish(u8),
    /// A penguin's floe.
    Penguin(Seat),
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

    /// Puts the lower edge of a tile, on the background of that tile.
    fn put_floor(&mut self, x: i64, y: i64, text: &str, _ink: Ink, light: Light) {
        self.put(x, y, text, Ink::Edge, light);
    }
}

impl Ink {
    fn style(self) -> Style {
        let fore = |color: AnsiColor| Style::new().fg_color(Some(Color::Ansi(color)));
        match self {
            Ink::Label => Style::new().dimmed(),
            Ink::Edge => fore(AnsiColor::Cyan),
            Ink::Fish(1) => Style::new(),
            Ink::Fish(2) => fore(AnsiColor::Yellow),
            Ink::Fish(_) => fore(AnsiColor::Yellow).bold(),
            Ink::Water => fore(AnsiColor::Blue).dimmed(),
            Ink::Penguin(seat) => {
                const COLORS: [AnsiColor; 9] = [
                    AnsiColor::BrightRed,
                    AnsiColor::BrightGreen,
                    AnsiColor::BrightBlue,
                    AnsiColor::BrightMagenta,
                    AnsiColor::BrightYellow,
                    AnsiColor::BrightCyan,
                    AnsiColor::BrightWhite,
                    AnsiColor::Red,
                    AnsiColor::Green,
                ];
                fore(COLORS[usize::from(seat.number() - 1) % COLORS.len()]).bold().invert()
            }
        }
    }
}

/// A drawing of characters, row by row.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    rows: Vec<Vec<Option<(char, Ink)>>>,
}

impl Pen for Picture {
    /// Puts text at a place; the picture grows to the right and downwards as needed.
    fn put(&mut self, x: i64, y: i64, text: &str, ink: Ink, _: Light) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else {
            return;
        };
        if self.rows.len() <= y {
            self.rows.resize(y + 1, Vec::new());
        }
        let row = &mut self.rows[y];
        let inside = text.find(|letter| letter != ' ').unwrap_or(0)..text.trim_end().len();
        for (at, letter) in text.char_indices() {
            let x = x + at;
            // Spaces show only where the ink has a background: lines should not end in them.
            if letter == ' ' && !(matches!(ink, Ink::Penguin(_)) && inside.contains(&at)) {
                continue;
            }
            if row.len() <= x {
                row.resize(x + 1, None);
            }
            row[x] = Some((letter, ink));
        }
    }
}

impl Picture {
    /// Returns the picture with escape sequences for colour.
    pub fn colored(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let mut now: Option<Ink> = None;
            for spot in row {
                let ink = spot.map(|(_, ink)| ink);
                if ink != now {
                    if let Some(ink) = now {
                        text.push_str(&format!("{:#}", ink.style()));
                    }
                    if let Some(ink) = ink {
                        text.push_str(&ink.style().to_string());
                    }
                    now = ink;
                }
                text.push(spot.map_or(' ', |(letter, _)| letter));
            }
            if let Some(ink) = now {
                text.push_str(&format!("{:#}", ink.style()));
            }
            text.push('\n');
        }
        text
    }

    /// Returns the picture as plain text, without trailing spaces.
    pub fn plain(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let line: String = row.iter().map(|spot| spot.map_or(' ', |(letter, _)| letter)).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// Returns text in the colour of a player.
pub(crate) fn in_color_of(seat: Seat, text: &str) -> String {
    let style = Ink::Penguin(seat).style();
    format!("{style}{text}{style:#}")
}
