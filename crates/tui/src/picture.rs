//! Boards drawn as what they are.
//!
//! Squares take four characters and one line each: `1`, `2`, `3` for fish, `[A]` for a penguin of player
//! 1, `[A2]` where it stands on fish, `~` for water. Hexagons have outlines: flat-topped where columns
//! are pushed, pointy-topped where rows are; water has none.

use floe_rules::grid::{Coord, Grid, Layout, Topology};
use floe_rules::penguins::{Setup, Tile};

use crate::canvas::{Ink, Picture, in_color_of};

/// Draws the board of a setup with its tiles laid out as `topology` says.
pub fn draw(setup: &Setup, topology: Topology) -> Picture {
    let grid =
        Grid::new(setup.rows(), setup.cols(), topology).expect("a setup has cells that can be numbered");
    let mut picture = Picture::default();
    let margin = setup.rows().to_string().len() + 1;
    match topology {
        Topology::Square => squares(&mut picture, setup, &grid, margin),
        Topology::Hex(layout) if layout.pushes_columns() => flat(&mut picture, setup, &grid, layout, margin),
        Topology::Hex(layout) => pointy(&mut picture, setup, &grid, layout, margin),
    }
    picture
}

fn ink(tile: Tile) -> Ink {
    match tile.seat() {
        Some(seat) => Ink::Penguin(seat),
        None if tile.is_water() => Ink::Water,
        None => Ink::Fish(tile.fish().count()),
    }
}

/// Returns what stands on a tile: `2`, `A`, `A2` or `~`.
fn inscription(tile: Tile) -> String {
    match (tile.seat(), tile.fish().count()) {
        (Some(seat), 0) => seat.letter().to_string(),
        (Some(seat), fish) => format!("{}{fish}", seat.letter()),
        (None, 0) => "~".to_owned(),
        (None, fish) => fish.to_string(),
    }
}

fn row_label(picture: &mut Picture, row: u32, y: usize, margin: usize) {
    picture.put(0, y, &format!("{:>width$}", row + 1, width = margin - 1), Ink::Label);
}

fn squares(picture: &mut Picture, setup: &Setup, grid: &Grid, margin: usize) {
    column_labels(picture, grid, margin);
    for row in 0..grid.rows() {
        row_label(picture, row, row as usize + 1, margin);
    }
    for (cell, &tile) in grid.iter().zip(setup.tiles()) {
        let at = grid.coord(cell);
        let (x, y) = (margin + 4 * at.col as usize, at.row as usize + 1);
        let text = inscription(tile);
        if tile.seat().is_some() {
            let text = format!("[{text}]");
            picture.put(x + 4 - text.len(), y, &text, ink(tile));
        } else {
            picture.put(x + 2, y, &text, ink(tile));
        }
    }
}

/// Writes the numbers of the columns, the first over three characters at `x`.
fn column_labels(picture: &mut Picture, grid: &Grid, x: usize) {
    // Numbers of four digits and more would run into each other, column by column.
    let step = if grid.cols() < 1000 { 1 } else { 10 };
    for col in (0..grid.cols()).filter(|col| (col + 1).is_multiple_of(step)) {
        let label = match grid.topology() {
            Topology::Square => format!("{:>3}", col + 1),
            Topology::Hex(_) => format!("{:^3}", col + 1),
        };
        picture.put(x + 4 * col as usize, 0, &label, Ink::Label);
    }
}

fn centered(tile: Tile) -> String {
    format!("{:^3}", inscription(tile))
}

fn flat(picture: &mut Picture, setup: &Setup, grid: &Grid, layout: Layout, margin: usize) {
    column_labels(picture, grid, margin + 1);
    for row in 0..grid.rows() {
        row_label(picture, row, 2 * row as usize + 2, margin);
    }
    for (cell, &tile) in grid.iter().zip(setup.tiles()) {
        let at = grid.coord(cell);
        let (x, y) = (margin + 4 * at.col as usize, 1 + 2 * at.row as usize + half(layout, at));
        if !tile.is_water() {
            picture.put(x + 1, y, "___", Ink::Edge);
            picture.put(x, y + 1, "/", Ink::Edge);
            picture.put(x + 4, y + 1, "\\", Ink::Edge);
            picture.put(x, y + 2, "\\___/", Ink::Edge);
        }
        picture.put(x + 1, y + 1, &centered(tile), ink(tile));
    }
}

fn pointy(picture: &mut Picture, setup: &Setup, grid: &Grid, layout: Layout, margin: usize) {
    let shift = 2 * half(layout, Coord { row: 0, col: 0 });
    column_labels(picture, grid, margin + 1 + shift);
    for row in 0..grid.rows() {
        row_label(picture, row, 2 * row as usize + 2, margin);
    }
    for (cell, &tile) in grid.iter().zip(setup.tiles()) {
        let at = grid.coord(cell);
        let (x, y) = (margin + 4 * at.col as usize + 2 * half(layout, at), 1 + 2 * at.row as usize);
        if !tile.is_water() {
            picture.put(x + 1, y, "/", Ink::Edge);
            picture.put(x + 3, y, "\\", Ink::Edge);
            picture.put(x, y + 1, "|", Ink::Edge);
            picture.put(x + 4, y + 1, "|", Ink::Edge);
            picture.put(x + 1, y + 2, "\\", Ink::Edge);
            picture.put(x + 3, y + 2, "/", Ink::Edge);
        }
        picture.put(x + 1, y + 1, &centered(tile), ink(tile));
    }
}

fn half(layout: Layout, at: Coord) -> usize {
    usize::from(layout.is_pushed(at))
}

/// Lists the players of a setup, a line each: letter, id, number, fish, and penguins on the board.
pub fn roster(setup: &Setup) -> String {
    let mut text = String::new();
    for player in &setup.players {
        let penguins = setup.tiles().iter().filter(|tile| tile.seat() == Some(player.seat)).count();
        let letter = in_color_of(player.seat, &format!("[{}]", player.seat.letter()));
        let (number, score) = (player.seat.number(), player.score);
        let plural = if penguins == 1 { "" } else { "s" };
        text +=
            &format!("{letter} {} (player {number}): {score} fish, {penguins} penguin{plural}\n", player.id);
    }
    text
}
