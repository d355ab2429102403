//! Themes: the colours and styles of the screen.
//!
//! Nothing depends on colour alone: players have letters or numbers, and highlighted tiles have stars or brackets, or
//! are shown reversed, in every theme.

use ratatui::style::{Color, Modifier, Style};

use crate::canvas::{Ink, Light};

/// A set of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The default colours: icy blues.
    #[default]
    Default,
    /// Colours that can be told apart with any kind of colour vision.
    ColorBlind,
    /// No colours, only bold, underlined and reversed text.
    Monochrome,
}

/// How many colours the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colors {
    /// The 16 colours of every terminal.
    Sixteen,
    /// The palette of 256 colours.
    #[default]
    Many,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 3] = [Theme::Default, Theme::ColorBlind, Theme::Monochrome];

    /// Returns the name used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Default => "default",
            Theme::ColorBlind => "colour-blind",
            Theme::Monochrome => "monochrome",
        }
    }

    /// Returns the theme after this one.
    pub fn next(self) -> Theme {
        let at = Theme::ALL.iter().position(|&theme| theme == self).unwrap_or(0);
        Theme::ALL[(at + 1) % Theme::ALL.len()]
    }
}

/// The styles of a theme on a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Palette {
    /// The theme.
    pub theme: Theme,
    /// How many colours the terminal can show.
    pub colors: Colors,
}

/// The players' colours on ice, by number.
const PLAYERS: [u8; 9] = [160, 28, 19, 90, 94, 30, 234, 126, 58];
/// Orange, sky blue, green, yellow, blue, vermilion, purple, black, grey: distinct with any colour vision.
const SAFE_PLAYERS: [u8; 9] = [214, 74, 36, 227, 25, 166, 175, 16, 245];
const SIXTEEN_PLAYERS: [Color; 9] = [
    Color::Red,
    Color::Green,
    Color::Blue,
    Color::Magenta,
    Color::Yellow,
    Color::Cyan,
    Color::White,
    Color::LightRed,
    Color::LightGreen,
];

const SEA: u8 = 24;
const WAVE: u8 = 74;
const EDGE: u8 = 153;
const SHADE: u8 = 67;
const NAVY: u8 = 17;
const WHITE: u8 = 231;
const BLACK: u8 = 16;
const YELLOW: u8 = 226;
const PALE_YELLOW: u8 = 229;
const ORANGE: u8 = 208;
const ICE: [u8; 3] = [255, 195, 159];

fn on(fore: u8, back: u8) -> Style {
    Style::new().fg(Color::Indexed(fore)).bg(Color::Indexed(back))
}

impl Palette {
    fn is_monochrome(self) -> bool {
        self.theme == Theme::Monochrome
    }

    fn is_rich(self) -> bool {
        self.colors == Colors::Many && !self.is_monochrome()
    }

    /// Returns the style of the sea around the floes.
    pub fn sea(self) -> Style {
        if self.is_rich() { on(WAVE, SEA) } else { Style::new() }
    }

    /// Returns the style of a part of a board.
    pub fn ink(self, ink: Ink, light: Light) -> Style {
        let mut style = self.base(ink);
        if light.target || light.hint {
            style = if self.is_rich() { on(NAVY, PALE_YELLOW) } else { style }.add_modifier(Modifier::BOLD);
        }
        if light.hint || light.last.is_some() {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        if light.chosen {
            style = if self.is_rich() { on(BLACK, ORANGE) } else { style.add_modifier(Modifier::UNDERLINED) };
            style = style.add_modifier(Modifier::BOLD);
        }
        if light.cursor {
            style = if self.is_rich() {
                on(BLACK, YELLOW).add_modifier(Modifier::BOLD)
            } else {
                Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
            };
        }
        style
    }

    /// Returns the style of a tile's lower edge.
    pub fn floor(self, ink: Ink, light: Light) -> Style {
        let edge = self.base(Ink::Edge);
        match self.ink(ink, light).bg {
            Some(back) if self.is_rich() => edge.bg(back).fg(Color::Indexed(SHADE)),
            _ => edge,
        }
    }

    fn base(self, ink: Ink) -> Style {
        let plain = Style::new();
        match ink {
            Ink::Label => self.faint(),
            Ink::Penguin(seat) => self.player(u32::from(seat.number())),
            Ink::Edge if self.is_rich() => on(EDGE, SEA),
            Ink::Water if self.is_rich() => on(WAVE, SEA),
            Ink::Fish(count) if self.is_rich() => on(NAVY, ICE[usize::from(count.clamp(1, 3)) - 1]),
            _ if self.is_monochrome() => match ink {
                Ink::Water => plain.add_modifier(Modifier::DIM),
                _ => plain,
            },
            Ink::Edge => plain.fg(Color::Cyan),
            Ink::Water => plain.fg(Color::Blue),
            Ink::Fish(1) => plain,
            Ink::Fish(_) => plain.fg(Color::Yellow),
        }
    }

    /// Returns the style of a player's pieces.
    pub fn player(self, number: u32) -> Style {
        let index = (number.max(1) as usize - 1) % 9;
        let bold = Style::new().add_modifier(Modifier::BOLD);
        if self.is_monochrome() {
            return bold;
        }
        if self.colors == Colors::Sixteen {
            return bold.fg(SIXTEEN_PLAYERS[index]).add_modifier(Modifier::REVERSED);
        }
        if self.theme == Theme::ColorBlind {
            let fore = if matches!(index, 4 | 7) { WHITE } else { BLACK };
            return on(fore, SAFE_PLAYERS[index]).add_modifier(Modifier::BOLD);
        }
        on(WHITE, PLAYERS[index]).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of an empty cell of Gamma.
    pub fn empty(self) -> Style {
        if self.is_rich() { Style::new().fg(Color::Indexed(245)) } else { Style::new() }
    }

    /// Returns the style of less important text.
    pub fn faint(self) -> Style {
        if self.is_monochrome() { Style::new() } else { Style::new().fg(Color::DarkGray) }
    }

    /// Returns the style of headings and keys.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Returns the style of the selected line of a list or form.
    pub fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Returns the style of a warning.
    pub fn warning(self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        if self.is_monochrome() { bold } else { bold.fg(Color::LightRed) }
    }

    /// Returns the style of success messages.
    pub fn success(self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        if self.is_monochrome() { bold } else { bold.fg(Color::LightGreen) }
    }
}
