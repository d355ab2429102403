//! Pictures of whole boards as text, in small tiles, with numbered rows and columns.
//!
//! In ASCII, squares take four characters and one line each: `1`, `2`, `3` for fish, `[A]` for a penguin of player 1,
//! `[A2]` where it stands on fish, `~` for water. Hexagons have outlines: flat-topped where columns are shifted,
//! pointy-topped where rows are; water has none. In Unicode, tiles are filled shapes, which need colours.

use floe_rules::grid::{Coord, Grid, Layout, Topology};
use floe_rules::penguins::Setup;

use crate::appearance::Charset;
use crate::board::{Pattern, Quarters, Size, penguins};
use crate::canvas::{Ink, Light, Pen, Picture, ansi};
use crate::theme::Palette;

/// Draws the board of a setup.
pub fn draw(setup: &Setup, topology: Topology, charset: Charset) -> Picture {
    let grid =
        Grid::new(setup.rows(), setup.cols(), topology).expect("a setup has cells that can be numbered");
    let pattern = Pattern::all(topology, charset)
        .find(|pattern| pattern.size() <= Size::Small)
        .expect("all tiles can be drawn small");
    let margin = setup.rows().to_string().len() as i64 + 1;
    let mut picture = Picture::new(charset, (margin, 1), pattern.extent(&grid));
    label(&mut picture, &grid, &pattern, margin);
    let mut board = Below { picture: &mut picture, x: margin };
    let tiles = || grid.iter().map(|cell| grid.coord(cell)).zip(setup.tiles());
    let light = Light::default();
    tiles().for_each(|(at, &tile)| penguins::outline(&mut board, &pattern, at, tile, light));
    tiles().for_each(|(at, &tile)| penguins::inscribe(&mut board, &pattern, at, tile, light));
    picture
}

/// The place of the board: beside the numbers of rows and below those of columns.
struct Below<'a> {
    picture: &'a mut Picture,
    x: i64,
}

impl Pen for Below<'_> {
    fn put(&mut self, x: i64, y: i64, text: &str, ink: Ink, light: Light) {
        self.picture.put(x + self.x, y + 1, text, ink, light);
    }

    fn put_block(&mut self, x: i64, y: i64, quarters: Quarters, ink: Ink, light: Light) {
        self.picture.put_block(x + self.x, y + 1, quarters, ink, light);
    }
}

/// Writes the numbers of rows and columns.
fn label(picture: &mut Picture, grid: &Grid, pattern: &Pattern, margin: i64) {
    let light = Light::default();
    // A shifted first column or row does not shift its number.
    let straight = match grid.topology() {
        Topology::Hex(layout) => u32::from(layout.is_shifted(Coord { row: 0, col: 0 })),
        Topology::Square => 0,
    };
    for row in 0..grid.rows() {
        let at = if is_flat(grid.topology()) { Coord { row, col: straight } } else { Coord { row, col: 0 } };
        let y = pattern.middle(at).y + 1;
        picture.put(0, y, &format!("{:>width$}", row + 1, width = margin as usize - 1), Ink::Label, light);
    }
    // Numbers of four digits and more would run into each other, column by column.
    let step = if grid.cols() < 1000 { 1 } else { 10 };
    for col in (0..grid.cols()).filter(|col| (col + 1).is_multiple_of(step)) {
        let x = margin + pattern.middle(Coord { row: 0, col }).x;
        let text = match grid.topology() {
            Topology::Square => format!("{:>3}", col + 1),
            Topology::Hex(_) => format!("{:^3}", col + 1),
        };
        picture.put(x, 0, &text, Ink::Label, light);
    }
}

fn is_flat(topology: Topology) -> bool {
    matches!(topology, Topology::Hex(layout) if Layout::shifts_columns(layout))
}

/// Lists the players of a setup, a line each: letter, id, number, fish, and penguins on the board.
pub fn roster(setup: &Setup, palette: Palette) -> String {
    let mut text = String::new();
    for player in &setup.players {
        let penguins = setup.tiles().iter().filter(|tile| tile.seat() == Some(player.seat)).count();
        let (number, score) = (player.seat.number(), player.score);
        let style = ansi(palette.player(u32::from(number)));
        let letter = player.seat.letter();
        let plural = if penguins == 1 { "" } else { "s" };
        text += &format!(
            "{style}[{letter}]{style:#} {} (player {number}): {score} fish, {penguins} penguin{plural}\n",
            player.id
        );
    }
    text
}
