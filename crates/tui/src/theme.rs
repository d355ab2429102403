//! Themes: the colours and styles of the screen.
//!
//! Nothing depends on colour alone: players have letters or numbers, and highlighted tiles have stars or brackets, or
//! are shown reversed, in every theme.

use ratatui::style::{Color, Modifier, Style};

use crate::appearance::Charset;
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

/// The colours of players, by number: those of the letter and of the tile.
const PLAYERS: [(u8, u8); 9] = [
    (WHITE, 160),
    (WHITE, 28),
    (WHITE, 19),
    (WHITE, 90),
    (WHITE, 94),
    (BLACK, 37),
    (WHITE, 234),
    (BLACK, 205),
    (WHITE, 58),
];
/// Orange, sky blue, green, yellow, blue, vermilion, purple, black, grey: distinct with any colour vision.
const SAFE_PLAYERS: [(u8, u8); 9] = [
    (BLACK, 214),
    (BLACK, 74),
    (BLACK, 36),
    (BLACK, 227),
    (WHITE, 25),
    (BLACK, 166),
    (BLACK, 175),
    (WHITE, 16),
    (BLACK, 245),
];
/// Among 16 colours, few pairs can be read with every palette. Backgrounds are never bright, since not all terminals
/// can show that.
const SIXTEEN_PLAYERS: [(Color, Color); 9] = [
    (Color::White, Color::Red),
    (Color::Black, Color::Green),
    (Color::White, Color::Magenta),
    (Color::LightYellow, Color::Black),
    (Color::Black, Color::Cyan),
    (Color::LightGreen, Color::Black),
    (Color::White, Color::Black),
    (Color::LightCyan, Color::Black),
    (Color::Gray, Color::Black),
];
/// The same pairs, those that differ most in lightness first.
const SIXTEEN_SAFE_PLAYERS: [usize; 9] = [3, 4, 2, 6, 0, 1, 7, 5, 8];

const SEA: u8 = 24;
const FOAM: u8 = 153;
const NAVY: u8 = 17;
const WHITE: u8 = 231;
const BLACK: u8 = 16;
const YELLOW: u8 = 226;
const PALE_YELLOW: u8 = 229;
const ORANGE: u8 = 208;
const PINK: u8 = 219;
const ICE: [u8; 3] = [255, 195, 159];
const DARK_ICE: [u8; 3] = [252, 152, 116];
/// The one grey, and a green, that can be read on black and on white alike.
const GREY: u8 = 243;
const GREEN: u8 = 29;
const RED: u8 = 124;

fn on(fore: u8, back: u8) -> Style {
    pair(Color::Indexed(fore), Color::Indexed(back))
}

fn pair(fore: Color, back: Color) -> Style {
    Style::new().fg(fore).bg(back)
}

/// Makes text bold, unless it is dark and of the 16 colours: many terminals show bold as bright.
fn bold(style: Style) -> Style {
    match style.fg {
        Some(Color::Black) => style,
        _ => style.add_modifier(Modifier::BOLD),
    }
}

impl Palette {
    fn is_monochrome(self) -> bool {
        self.theme == Theme::Monochrome
    }

    /// Returns one of two styles, by the number of colours; none in monochrome.
    fn colored(self, many: Style, sixteen: Style) -> Style {
        match self.colors {
            _ if self.is_monochrome() => Style::new(),
            Colors::Many => many,
            Colors::Sixteen => sixteen,
        }
    }

    /// Returns the style of the sea around the floes.
    pub fn sea(self) -> Style {
        self.colored(on(FOAM, SEA), pair(Color::White, Color::Blue))
    }

    /// Returns the style of text on a part of a board.
    pub fn ink(self, ink: Ink, light: Light, charset: Charset) -> Style {
        if self.is_monochrome() {
            // A penguin is a dark spot on its floe.
            let is_floe = matches!(ink, Ink::Fish(_) | Ink::DarkFish(_) | Ink::Floe(_));
            let is_filled = is_floe && charset == Charset::Unicode;
            return monochrome(is_filled, matches!(ink, Ink::Penguin(_)), light);
        }
        let style = match ink {
            Ink::Label => return self.faint(),
            Ink::Edge => return self.sea(),
            Ink::Penguin(seat) | Ink::Floe(seat) => {
                return self.piece(u32::from(seat.number()), light);
            }
            Ink::Water => match light.last {
                Some(player) if !light.cursor => self.player(player),
                _ => self.sea(),
            },
            Ink::DarkFish(count) => self.colored(
                on(NAVY, DARK_ICE[usize::from(count.clamp(1, 3)) - 1]),
                pair(Color::Black, Color::Gray),
            ),
            Ink::Fish(count) => self
                .colored(on(NAVY, ICE[usize::from(count.clamp(1, 3)) - 1]), pair(Color::Black, Color::Gray)),
        };
        self.highlight(light).unwrap_or(style)
    }

    /// Returns the style of a highlighted tile that nobody stands on.
    fn highlight(self, light: Light) -> Option<Style> {
        let (many, sixteen) = match light {
            Light { cursor: true, .. } => (on(BLACK, YELLOW), pair(Color::LightYellow, Color::Black)),
            Light { hint: true, .. } => (on(BLACK, PINK), pair(Color::White, Color::Magenta)),
            Light { target: true, .. } => (on(NAVY, PALE_YELLOW), pair(Color::Black, Color::Cyan)),
            _ => return None,
        };
        let style = bold(self.colored(many, sixteen));
        Some(if light.hint { style.add_modifier(Modifier::UNDERLINED) } else { style })
    }

    /// Returns the style of a player's piece. The owner's colours stay in any light: the cursor swaps them, except among 16
    /// colours, where not all backgrounds can be bright.
    fn piece(self, player: u32, light: Light) -> Style {
        let owner = self.player(player);
        match light {
            Light { cursor: true, .. } if self.colors == Colors::Many => {
                bold(Style { fg: owner.bg, bg: owner.fg, ..Style::new() })
            }
            Light { cursor: false, chosen: false, target: false, hint: false, .. } => owner,
            _ => owner.add_modifier(Modifier::UNDERLINED),
        }
    }

    /// Returns the colour of the rim around a player's piece, which is highlighted in its place.
    fn rim(self, player: u32, light: Light) -> Option<Color> {
        let (many, sixteen) = match light {
            Light { cursor: true, .. } => (YELLOW, Color::LightYellow),
            Light { chosen: true, .. } => (ORANGE, Color::White),
            Light { hint: true, .. } => (PINK, Color::LightMagenta),
            Light { target: true, .. } => (PALE_YELLOW, Color::LightCyan),
            _ => return self.player(player).bg,
        };
        self.colored(Color::Indexed(many).into(), sixteen.into()).fg
    }

    /// Returns the style of the rim of a filled tile: its colour on the sea.
    pub fn block(self, ink: Ink, light: Light) -> Style {
        let color = match ink {
            _ if self.is_monochrome() => return Style::new(),
            Ink::Penguin(seat) | Ink::Floe(seat) => self.rim(u32::from(seat.number()), light),
            _ => self.ink(ink, light, Charset::Unicode).bg,
        };
        Style { fg: color, bg: self.sea().bg, ..Style::new() }
    }

    /// Returns the style of the text in a cell of Gamma, with its owner if it has one.
    pub fn cell(self, owner: Option<u32>, light: Light, charset: Charset) -> Style {
        match owner {
            _ if self.is_monochrome() => {
                let is_filled = owner.is_some() && charset == Charset::Unicode;
                monochrome(is_filled, owner.is_some(), light)
            }
            Some(player) => self.piece(player, light),
            None => self.highlight(light).unwrap_or(match charset {
                Charset::Unicode => self.empty(),
                Charset::Ascii => self.faint(),
            }),
        }
    }

    /// Returns the style of the rim of a filled cell of Gamma, or `None` if it is not filled.
    pub fn cell_block(self, owner: Option<u32>, light: Light) -> Option<Style> {
        let color = match owner {
            _ if self.is_monochrome() => return owner.map(|_| Style::new()),
            Some(player) => self.rim(player, light),
            None => self.cell(None, light, Charset::Unicode).bg,
        };
        Some(Style { fg: color, bg: self.sea().bg, ..Style::new() })
    }

    /// Returns the style of the lower edge of an outlined tile.
    pub fn floor(self, ink: Ink, light: Light) -> Style {
        if self.is_monochrome() {
            return Style::new();
        }
        let tile = self.ink(ink, light, Charset::Ascii);
        Style { fg: tile.fg, bg: tile.bg, ..Style::new() }
    }

    /// Returns the style of a player's pieces.
    pub fn player(self, number: u32) -> Style {
        let index = (number.max(1) as usize - 1) % 9;
        let safe = self.theme == Theme::ColorBlind;
        let (fore, back) = if safe { SAFE_PLAYERS[index] } else { PLAYERS[index] };
        let basic = SIXTEEN_PLAYERS[if safe { SIXTEEN_SAFE_PLAYERS[index] } else { index }];
        bold(self.colored(on(fore, back), pair(basic.0, basic.1)))
    }

    /// Returns the style of an empty cell of Gamma.
    fn empty(self) -> Style {
        self.colored(on(NAVY, ICE[0]), pair(Color::Black, Color::Gray))
    }

    /// Returns the style of less important text.
    pub fn faint(self) -> Style {
        // None of the 16 colours is readable on black and on white with every palette.
        self.colored(Style::new().fg(Color::Indexed(GREY)), Style::new())
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
        bold(self.colored(on(WHITE, RED), pair(Color::White, Color::Red)))
    }

    /// Returns the style of success messages.
    pub fn success(self) -> Style {
        bold(self.colored(Style::new().fg(Color::Indexed(GREEN)), Style::new()))
    }
}

/// Returns the style of a tile without colours. Filled tiles are reversed, all but that under the cursor.
fn monochrome(is_filled: bool, is_piece: bool, light: Light) -> Style {
    let mut style = Style::new();
    if is_filled != light.cursor {
        style = style.add_modifier(Modifier::REVERSED);
    }
    if is_piece || light != Light::default() {
        style = style.add_modifier(Modifier::BOLD);
    }
    if light.hint || light.chosen || light.last.is_some() {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    style
}
