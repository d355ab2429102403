//! Tiles of Penguins, in several sizes.
//!
//! A digit or a drawn fish is a fish, a letter a penguin of player A, B and so on, with the fish under it beside or
//! below; `~` is water. Highlights show by marks too, not by colour alone: braces around the chosen penguin, stars
//! around tiles that it can reach, exclamation marks around those of a hint, arrowheads around a penguin that moved
//! last, and its small letter where it came from.

use floe_rules::grid::Coord;
use floe_rules::penguins::{Seat, Tile};
use ratatui::buffer::Buffer;

use super::pattern::{Line, Pattern};
use super::view::View;
use crate::canvas::{Ink, Light, Pen};
use crate::theme::Palette;

const FISH: &str = "><>";
/// A fish in one character.
const SMALL_FISH: &str = "α";

/// Returns the ink of a tile.
fn ink(pattern: &Pattern, at: Coord, tile: Tile) -> Ink {
    match tile.seat() {
        Some(seat) => Ink::Penguin(seat),
        None if tile.is_water() => Ink::Water,
        None if pattern.is_tight() && (at.row + at.col) % 2 == 1 => Ink::DarkFish(tile.fish().count()),
        None => Ink::Fish(tile.fish().count()),
    }
}

/// Draws the sea and the visible tiles; `light` returns how each is highlighted.
pub(crate) fn draw(
    screen: &mut Buffer,
    view: &View,
    palette: Palette,
    tile: impl Fn(Coord) -> Option<Tile>,
    light: impl Fn(Coord) -> Light,
) {
    view.fill(screen, palette.sea());
    let mut pen = view.pen(screen, palette);
    let tiles = || view.tiles().filter_map(|at| Some((at, tile(at)?)));
    tiles().for_each(|(at, tile)| outline(&mut pen, view.pattern(), at, tile, light(at)));
    tiles().for_each(|(at, tile)| inscribe(&mut pen, view.pattern(), at, tile, light(at)));
}

/// Draws the outline or the rim of a tile; water has none.
pub(crate) fn outline(pen: &mut dyn Pen, pattern: &Pattern, at: Coord, tile: Tile, light: Light) {
    if !tile.is_water() {
        pattern.outline(pen, at, ink(pattern, at, tile), light);
    }
}

/// Writes the content of a tile.
pub(crate) fn inscribe(pen: &mut dyn Pen, pattern: &Pattern, at: Coord, tile: Tile, light: Light) {
    let ink = ink(pattern, at, tile);
    if tile.is_water() {
        return water(pen, pattern, at, light);
    }
    let count = pattern.lines(at).count();
    let texts = texts(tile, light, (count, pattern.middle(at).width), pattern.is_filled());
    for (from_main, line) in pattern.lines(at) {
        put(pen, line, texts.at(from_main), ink, light);
    }
    pattern.floor(pen, at, ink, light);
}

/// Draws water: waves, the cursor, and the letter of a player whose penguin has just left.
fn water(pen: &mut dyn Pen, pattern: &Pattern, at: Coord, light: Light) {
    let middle = pattern.middle(at);
    let quiet = Light { last: None, ..light };
    let is_large = pattern.lines(at).count() > 2;
    for (from_main, line) in pattern.lines(at) {
        let waves = match from_main {
            0 if light.cursor => bracketed("~", line.width),
            0 if is_large || line.width > 4 => "~   ~".to_owned(),
            0 if line.width == 2 => " ~".to_owned(),
            0 if line.width == 4 && !pattern.is_filled() => "  ~ ".to_owned(),
            0 => "~".to_owned(),
            -1 | 1 if is_large => "~".to_owned(),
            _ => String::new(),
        };
        if !waves.is_empty() {
            put(pen, line, &waves, Ink::Water, quiet);
        }
    }
    if let Some(seat) = light.last.and_then(|player| u8::try_from(player).ok()).and_then(Seat::new) {
        let letter = seat.letter().to_ascii_lowercase();
        let text = if middle.width > 2 { format!(" {letter} ") } else { format!("{letter} ") };
        let start = middle.x + (middle.width.saturating_sub(text.len()) / 2) as i64;
        pen.put(start, middle.y, &text, Ink::Water, light);
    }
}

/// Writes text in the middle of a line.
fn put(pen: &mut dyn Pen, line: Line, text: &str, ink: Ink, light: Light) {
    let text = format!("{text:^width$}", width = line.width);
    let Ink::Penguin(seat) = ink else {
        return pen.put(line.x, line.y, &text, ink, light);
    };
    let indent = text.len() - text.trim_start().len();
    pen.put(line.x, line.y, &" ".repeat(line.width), Ink::Floe(seat), light);
    pen.put(line.x + indent as i64, line.y, text.trim(), ink, light);
}

/// The texts of a tile: on its middle line, and on those above and below.
#[derive(Debug, Default, PartialEq, Eq)]
struct Texts {
    above: String,
    main: String,
    below: String,
}

impl Texts {
    fn at(&self, from_main: i64) -> &str {
        match from_main {
            -1 => &self.above,
            0 => &self.main,
            1 => &self.below,
            _ => "",
        }
    }
}

/// Returns what is written on a tile with so many lines, the middle one so wide.
fn texts(tile: Tile, light: Light, (lines, width): (usize, usize), is_filled: bool) -> Texts {
    let mut texts = match (lines, width) {
        (3.., _) => large(tile, light, width),
        (2, 5..) => medium_of_two(tile, light),
        (_, 5..) => Texts { main: medium(tile, light), ..Texts::default() },
        (_, 3 | 4) if is_filled => Texts { main: short(tile, light), ..Texts::default() },
        (_, 4) => Texts { main: small_of_four(tile, light), ..Texts::default() },
        (_, 3) => Texts { main: small(tile, light), ..Texts::default() },
        _ => Texts { main: tiny(tile, light), ..Texts::default() },
    };
    if light.cursor {
        texts.main = under_cursor(tile, light, &texts.main, width);
    }
    texts
}

/// Returns the main text of a tile under the cursor, whose mark matters more than that of a target.
fn under_cursor(tile: Tile, light: Light, main: &str, width: usize) -> String {
    let fits = |text: &str| text.chars().count() + 2 <= width;
    if fits(main) || tile.seat().is_some() || light.hint {
        return bracketed(main, width);
    }
    let fish = tile.fish().count().to_string();
    match width {
        0..=2 => format!("[{fish}"),
        _ if fits(&small(tile, light)) => bracketed(&small(tile, light), width),
        _ => bracketed(&fish, width),
    }
}

/// Puts brackets at the ends of a line, unless it is too short for them.
fn bracketed(text: &str, width: usize) -> String {
    match width.checked_sub(2) {
        Some(inside) if text.chars().count() <= inside => format!("[{text:^inside$}]"),
        _ => text.to_owned(),
    }
}

/// Returns the marks to the left and to the right of a penguin's letter.
fn marks(light: Light, plain: (char, char)) -> (char, char) {
    match light {
        Light { chosen: true, .. } => ('{', '}'),
        Light { hint: true, .. } => ('!', '!'),
        Light { last: Some(_), .. } => ('>', '<'),
        _ => plain,
    }
}

fn penguin(letter: char, light: Light) -> String {
    let (open, close) = marks(light, ('(', ')'));
    format!("{open}{letter}{close}")
}

/// Returns the mark of a tile that a turn can go to.
fn aim(light: Light) -> Option<char> {
    match light {
        Light { hint: true, .. } => Some('!'),
        Light { target: true, .. } => Some('*'),
        _ => None,
    }
}

fn large(tile: Tile, light: Light, width: usize) -> Texts {
    let fish = tile.fish().count();
    let [above, mut main, below] = match (tile.seat(), fish) {
        (Some(seat), 0) => [String::new(), penguin(seat.letter(), light), String::new()],
        (Some(seat), _) => [String::new(), penguin(seat.letter(), light), format!("{fish} {FISH}")],
        (None, 1) => ["", FISH, ""].map(str::to_owned),
        (None, 2) => ["", FISH, FISH].map(str::to_owned),
        (None, _) => [FISH; 3].map(str::to_owned),
    };
    if let (Some(aim), None) = (aim(light), tile.seat()) {
        let gap = if width < 7 || light.cursor { "" } else { " " };
        main = format!("{aim}{gap}{main}{gap}{aim}");
    }
    Texts { above, main, below }
}

/// For two lines: what is not on the middle line is on the one above or below, whichever there is.
fn medium_of_two(tile: Tile, light: Light) -> Texts {
    let fish = tile.fish().count();
    match tile.seat() {
        Some(seat) => {
            let under = if fish > 0 { format!("{fish}{FISH}") } else { String::new() };
            Texts { above: under.clone(), main: penguin(seat.letter(), light), below: under }
        }
        None => Texts { main: medium(tile, light), ..Texts::default() },
    }
}

fn medium(tile: Tile, light: Light) -> String {
    let fish = tile.fish().count();
    match (tile.seat(), fish) {
        (Some(seat), 0) => penguin(seat.letter(), light),
        (Some(seat), _) => format!("{} {fish}", penguin(seat.letter(), light)),
        (None, _) => format!("{fish}{}{FISH}", aim(light).unwrap_or(' ')),
    }
}

/// For one short line with room for three small fish.
fn short(tile: Tile, light: Light) -> String {
    match (tile.seat(), aim(light), tile.fish().count()) {
        (None, None, 2) => format!("{SMALL_FISH} {SMALL_FISH}"),
        (None, None, fish) => SMALL_FISH.repeat(usize::from(fish)),
        _ => small(tile, light),
    }
}

fn small(tile: Tile, light: Light) -> String {
    let (open, close) = marks(light, (' ', ' '));
    match (tile.seat(), tile.fish().count()) {
        (Some(seat), 0) => format!("{open}{}{close}", seat.letter()),
        (Some(seat), fish) if open == ' ' => format!("{}{fish} ", seat.letter()),
        (Some(seat), fish) => format!("{open}{}{fish}", seat.letter()),
        (None, fish) => aim(light).map_or_else(|| fish.to_string(), |aim| format!("{aim}{fish}{aim}")),
    }
}

fn small_of_four(tile: Tile, light: Light) -> String {
    let (open, close) = marks(light, ('[', ']'));
    match (tile.seat(), tile.fish().count()) {
        (Some(seat), 0) => format!(" {open}{}{close}", seat.letter()),
        (Some(seat), fish) => format!("{open}{}{fish}{close}", seat.letter()),
        (None, fish) => aim(light).map_or_else(|| format!("  {fish} "), |aim| format!(" {aim}{fish}{aim}")),
    }
}

fn tiny(tile: Tile, light: Light) -> String {
    let (open, _) = marks(light, (' ', ' '));
    match (tile.seat(), tile.fish().count()) {
        // A mark matters more than the fish.
        (Some(seat), _) if open != ' ' => format!("{open}{}", seat.letter()),
        (Some(seat), 0) => format!("{} ", seat.letter()),
        (Some(seat), fish) => format!("{}{fish}", seat.letter()),
        (None, fish) => format!("{}{fish}", aim(light).unwrap_or(' ')),
    }
}

#[cfg(test)]
mod tests {
    use super::super::view::RowOrder;
    use super::*;
    use crate::appearance::Charset;
    use crate::theme::{Colors, Theme};
    use floe_rules::grid::{Grid, Layout, Topology};
    use floe_rules::penguins::Fish;
    use ratatui::layout::Rect;

    /// Draws a board of one kind of tile, with one of them highlighted.
    fn drawn(view: &View, theme: Theme, tile: Tile, light: Light) -> Buffer {
        let mut screen = Buffer::empty(Rect { x: 0, y: 0, width: 60, height: 30 });
        let palette = Palette { theme, colors: Colors::Many };
        let lit = Coord { row: 1, col: 1 };
        draw(
            &mut screen,
            view,
            palette,
            |_| Some(tile),
            |at| if at == lit { light } else { Light::default() },
        );
        screen
    }

    #[test]
    fn every_highlight_shows_without_colours_in_every_size() {
        let penguin = Tile::penguin(Seat::new(2).expect("a seat"), Fish::MOST);
        let ice = Tile::floe(Fish::MOST);
        let none = Light::default();
        let last = Light { last: Some(2), ..none };
        let chosen = Light { chosen: true, ..none };
        let hint = Light { hint: true, ..none };
        let target = Light { target: true, ..none };
        let cursor = Light { cursor: true, ..none };
        let cases = [
            (penguin, vec![none, last, chosen, hint, cursor]),
            (ice, vec![none, hint, target, cursor]),
            (Tile::WATER, vec![none, last, cursor]),
        ];
        for topology in std::iter::once(Topology::Square).chain(Layout::ALL.map(Topology::Hex)) {
            let grid = Grid::new(3, 3, topology).expect("the board is small");
            for charset in [Charset::Unicode, Charset::Ascii] {
                for pattern in Pattern::all(topology, charset) {
                    let area = Rect { x: 0, y: 0, width: 60, height: 30 };
                    let view =
                        View::new(grid, RowOrder::FromTop, area, (0, 0), charset).with_pattern(pattern);
                    for (tile, lights) in &cases {
                        for (index, &one) in lights.iter().enumerate() {
                            for &other in &lights[..index] {
                                let [one_drawn, other_drawn] =
                                    [one, other].map(|light| drawn(&view, Theme::Monochrome, *tile, light));
                                let size = view.pattern().size();
                                assert!(one_drawn != other_drawn, "{topology:?} {size:?} {one:?} {other:?}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_cursor_shows_on_a_target_in_every_size() {
        let light = Light { cursor: true, target: true, ..Light::default() };
        for lines in 1..4 {
            for width in 2..9 {
                for is_filled in [false, true] {
                    let main = texts(Tile::floe(Fish::MOST), light, (lines, width), is_filled).main;
                    assert!(main.starts_with('[') && main.chars().count() <= width, "{width}: {main}");
                    assert_eq!(main.ends_with(']'), width > 2, "{width}: {main}");
                }
            }
        }
    }

    #[test]
    fn three_fish_are_drawn_on_every_filled_hexagon_with_room() {
        let ice = Tile::floe(Fish::MOST);
        for pattern in Pattern::all(Topology::Hex(Layout::OddR), Charset::Unicode) {
            let at = Coord { row: 0, col: 0 };
            let (count, width) = (pattern.lines(at).count(), pattern.middle(at).width);
            let texts = texts(ice, Light::default(), (count, width), true);
            let text = format!("{}{}{}", texts.above, texts.main, texts.below);
            let fish = text.matches(FISH).count() + text.matches(SMALL_FISH).count();
            assert!(fish == 3 || text.contains('3'), "{:?}: {text}", pattern.size());
        }
    }
}
