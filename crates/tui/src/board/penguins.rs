//! Tiles of Penguins, in four sizes.
//!
//! A digit or a drawn fish is a fish, a letter a penguin of player A, B and so on, with the fish under it
//! beside or below; `~` is water. Highlights show by a star or brackets too, not by colour alone.

use floe_rules::grid::Coord;
use floe_rules::penguins::Tile;
use ratatui::buffer::Buffer;

use super::pattern::{Pattern, Size};
use super::view::View;
use crate::canvas::{Ink, Light, Pen};
use crate::theme::Palette;

const FISH: &str = "><>";

/// Returns the ink of a tile.
pub(crate) fn ink(tile: Tile) -> Ink {
    match tile.seat() {
        Some(seat) => Ink::Penguin(seat),
        None if tile.is_water() => Ink::Water,
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
    tiles().for_each(|(at, tile)| outline(&mut pen, view.pattern(), at, tile));
    tiles().for_each(|(at, tile)| inscribe(&mut pen, view.pattern(), at, tile, light(at)));
}

/// Draws the outline of a tile; water has none.
pub(crate) fn outline(pen: &mut dyn Pen, pattern: &Pattern, at: Coord, tile: Tile) {
    if !tile.is_water() {
        pattern.outline(pen, at);
    }
}

/// Writes the content of a tile.
pub(crate) fn inscribe(pen: &mut dyn Pen, pattern: &Pattern, at: Coord, tile: Tile, light: Light) {
    let hexagons = !matches!(pattern.middle(at).width, 4);
    let texts = match pattern.size() {
        Size::Large => large(tile, light),
        Size::Medium => vec![medium(tile, light)],
        Size::Small if hexagons => vec![small(tile, light)],
        Size::Small => vec![small_square(tile, light)],
        Size::Tiny => vec![tiny(tile, light)],
    };
    pattern.write(pen, at, &texts, ink(tile), light);
}

fn large(tile: Tile, light: Light) -> Vec<String> {
    let fish = tile.fish().count();
    let mut texts = match (tile.seat(), fish) {
        (Some(seat), 0) => ["".to_owned(), penguin(seat.letter(), light), String::new()],
        (Some(seat), _) => ["".to_owned(), penguin(seat.letter(), light), format!("{fish} {FISH}")],
        (None, 0) => ["~".to_owned(), "~   ~".to_owned(), "~".to_owned()],
        (None, 1) => ["", FISH, ""].map(str::to_owned),
        (None, 2) => ["", FISH, FISH].map(str::to_owned),
        (None, _) => [FISH; 3].map(str::to_owned),
    };
    if light.target {
        texts[1] = format!("* {} *", texts[1]);
    }
    if light.cursor {
        texts[1] = format!("[{:^5}]", texts[1].replace("* ", "*").replace(" *", "*"));
    }
    texts.into()
}

fn penguin(letter: char, light: Light) -> String {
    if light.chosen { format!("{{{letter}}}") } else { format!("({letter})") }
}

fn medium(tile: Tile, light: Light) -> String {
    let fish = tile.fish().count();
    match (tile.seat(), fish) {
        (Some(seat), 0) => penguin(seat.letter(), light),
        (Some(seat), _) => format!("{} {fish}", penguin(seat.letter(), light)),
        (None, 0) => "~   ~".to_owned(),
        (None, _) if light.target => format!("{fish}*{FISH}"),
        (None, _) => format!("{fish} {FISH}"),
    }
}

fn small(tile: Tile, light: Light) -> String {
    match (tile.seat(), tile.fish().count()) {
        (Some(seat), 0) if light.chosen => format!("{{{}}}", seat.letter()),
        (Some(seat), 0) => seat.letter().to_string(),
        (Some(seat), fish) if light.chosen => format!("{{{}{fish}", seat.letter()),
        (Some(seat), fish) => format!("{}{fish} ", seat.letter()),
        (None, 0) => "~".to_owned(),
        (None, fish) if light.target => format!("*{fish}*"),
        (None, fish) => fish.to_string(),
    }
}

fn small_square(tile: Tile, light: Light) -> String {
    let (open, close) = if light.chosen { ('{', '}') } else { ('[', ']') };
    match (tile.seat(), tile.fish().count()) {
        (Some(seat), 0) => format!(" {open}{}{close}", seat.letter()),
        (Some(seat), fish) => format!("{open}{}{fish}{close}", seat.letter()),
        (None, 0) => "  ~ ".to_owned(),
        (None, fish) if light.target => format!(" *{fish}*"),
        (None, fish) => format!("  {fish} "),
    }
}

fn tiny(tile: Tile, light: Light) -> String {
    match (tile.seat(), tile.fish().count()) {
        (Some(seat), 0) => format!("{} ", seat.letter()),
        (Some(seat), fish) => format!("{}{fish}", seat.letter()),
        (None, 0) => " ~".to_owned(),
        (None, fish) if light.target => format!("*{fish}"),
        (None, fish) => format!(" {fish}"),
    }
}
