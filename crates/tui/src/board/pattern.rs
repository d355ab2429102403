//! How the tiles of a board lie on the screen: their places, their lines for text, and the tile under a click.

use floe_rules::grid::{Coord, Grid, Topology};

pub use super::art::Size;
use super::art::{ArtRows, TileArt, drawings};
use super::blocks::Quarters;
use crate::appearance::Charset;
use crate::canvas::{Ink, Light, Pen};

/// A line inside a tile for text: its start and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) width: usize,
}

impl Line {
    fn moved(self, (x, y): (i64, i64)) -> Line {
        Line { x: self.x + x, y: self.y + y, ..self }
    }

    fn contains(self, x: i64, y: i64) -> bool {
        y == self.y && (self.x..self.x + self.width as i64).contains(&x)
    }
}

/// A tile in characters, relative to the one in which it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Stamp {
    /// The lines for text, from the top.
    lines: Vec<Line>,
    /// The line nearest to the middle of the tile.
    main: usize,
    /// The partly filled characters around the lines of a filled tile.
    rim: Vec<(i64, i64, Quarters)>,
    /// The parts of an outline.
    edges: Vec<(i64, i64, &'static str)>,
    /// The bottom edge of an outline, where it is flat.
    floor: Option<Line>,
}

/// How the tiles of a board are laid out in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    topology: Topology,
    size: Size,
    is_filled: bool,
    /// From one tile to the next, in halves of a character.
    pitch: (i64, i64),
    /// The offset of shifted tiles, in halves of a character.
    push: (i64, i64),
    /// The size of the drawing, in halves of a character.
    halves: (i64, i64),
    /// How many characters and lines a tile takes.
    spread: (i64, i64),
    /// A tile in its place, and one in a shifted row or column, which may begin in the middle of a character.
    stamps: [Stamp; 2],
}

impl Pattern {
    fn new(topology: Topology, art: &TileArt) -> Pattern {
        let halves = art.spread();
        let (stamps, is_filled) = match art.shape {
            ArtRows::Filled(rows) => ([filled(rows, (0, 0)), filled(rows, art.push)], true),
            ArtRows::Outline(rows) => ([outlined(rows), outlined(rows)], false),
        };
        let across = |halves: i64, push: i64| (halves + push.rem_euclid(2) + 1) / 2;
        let spread = (across(halves.0, art.push.0), across(halves.1, art.push.1));
        Pattern {
            topology,
            size: art.size,
            is_filled,
            pitch: art.pitch,
            push: art.push,
            halves,
            spread,
            stamps,
        }
    }

    /// Returns all patterns for a topology, the one with the largest tiles first.
    pub fn all(topology: Topology, charset: Charset) -> impl Iterator<Item = Pattern> {
        drawings(topology, charset).iter().map(move |art| Pattern::new(topology, art))
    }

    /// Returns the largest pattern in which a board fits into `width` by `height` characters, or else one that can
    /// still be read.
    pub fn fitting(grid: &Grid, charset: Charset, width: i64, height: i64) -> Pattern {
        let arts = drawings(grid.topology(), charset);
        let extent = |art: &TileArt| extent(grid, art.pitch, art.push, art.spread());
        let fits = |art: &&TileArt| extent(art).0 <= width && extent(art).1 <= height;
        // A board that must be scrolled anyway gets tiles that can be read.
        let near = |art: &&TileArt| extent(art).0 <= 2 * width && extent(art).1 <= 2 * height;
        let scrolled = arts.iter().rfind(|art| art.size == Size::Small).filter(near);
        let (last, others) = arts.split_last().expect("there are drawings for all topologies");
        let high = |art: &&TileArt| extent(art).0 <= width && extent(art).1 <= 4 * height;
        let upright = || others.iter().filter(|art| art.size <= Size::Small).find(high);
        let art = arts.iter().find(fits).or(scrolled).or_else(upright).unwrap_or(last);
        Pattern::new(grid.topology(), art)
    }

    /// Returns the size of the tiles.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns whether tiles are filled shapes, not outlines.
    pub(crate) fn is_filled(&self) -> bool {
        self.is_filled
    }

    /// Returns whether filled tiles touch the next row, so that their shades must tell them apart.
    pub(crate) fn is_tight(&self) -> bool {
        self.is_filled && self.stamps[0].rim.is_empty()
    }

    fn is_pushed(&self, at: Coord) -> bool {
        matches!(self.topology, Topology::Hex(layout) if layout.is_shifted(at))
    }

    fn stamp(&self, at: Coord) -> &Stamp {
        &self.stamps[usize::from(self.is_pushed(at))]
    }

    /// Returns where the drawing of a tile begins.
    pub fn origin(&self, at: Coord) -> (i64, i64) {
        let pushed = i64::from(self.is_pushed(at));
        (
            (i64::from(at.col) * self.pitch.0 + pushed * self.push.0) / 2,
            (i64::from(at.row) * self.pitch.1 + pushed * self.push.1) / 2,
        )
    }

    /// Returns where a tile's middle line begins, and its length: the place for a cursor or a label.
    pub(crate) fn middle(&self, at: Coord) -> Line {
        let stamp = self.stamp(at);
        stamp.lines[stamp.main].moved(self.origin(at))
    }

    /// Returns a tile's lines for text, each with its distance from the middle line.
    pub(crate) fn lines(&self, at: Coord) -> impl Iterator<Item = (i64, Line)> {
        let (stamp, origin) = (self.stamp(at), self.origin(at));
        let main = stamp.main as i64;
        (-main..).zip(&stamp.lines).map(move |(from_main, line)| (from_main, line.moved(origin)))
    }

    /// Returns how many characters and lines a tile takes, its outline included.
    pub fn spread(&self) -> (i64, i64) {
        self.spread
    }

    /// Returns how far it is from one tile to the next, in characters and lines.
    pub(crate) fn pitch(&self) -> (i64, i64) {
        (self.pitch.0 / 2, self.pitch.1 / 2)
    }

    /// Returns the size of the drawing of a tile, in halves of a character.
    pub(crate) fn halves(&self) -> (i64, i64) {
        self.halves
    }

    /// Returns how many characters and lines a whole board takes.
    pub fn extent(&self, grid: &Grid) -> (i64, i64) {
        extent(grid, self.pitch, self.push, self.halves)
    }

    /// Returns the rows and columns that may intersect a rectangle of the drawing.
    pub(crate) fn seen(&self, grid: &Grid, from: (i64, i64), to: (i64, i64)) -> (Span, Span) {
        let span = |from: i64, to: i64, pitch: i64, spread: i64, push: i64, count: u32| {
            let first = ((2 * from - spread - push) / pitch).clamp(0, i64::from(count));
            let last = ((2 * to + 1) / pitch + 1).clamp(0, i64::from(count));
            Span { from: first as u32, to: (last as u32).max(first as u32) }
        };
        (
            span(from.1, to.1, self.pitch.1, self.halves.1, self.push.1, grid.rows()),
            span(from.0, to.0, self.pitch.0, self.halves.0, self.push.0, grid.cols()),
        )
    }

    /// Returns the tile at a character of the drawing: between tiles, the one whose middle is nearest.
    pub fn tile_at(&self, grid: &Grid, x: i64, y: i64) -> Option<Coord> {
        let (rows, cols) = self.seen(grid, (x, y), (x, y));
        let mut best: Option<(i64, Coord)> = None;
        for row in rows.iter() {
            for col in cols.iter() {
                let at = Coord { row, col };
                let (left, top) = self.origin(at);
                let (dx, dy) = (x - left, y - top);
                if !(0..self.spread.0).contains(&dx) || !(0..self.spread.1).contains(&dy) {
                    continue;
                }
                let stamp = self.stamp(at);
                let far = if stamp.lines.iter().any(|line| line.contains(dx, dy)) {
                    // The inside of a tile belongs to no other.
                    -2
                } else if stamp.rim.iter().any(|&(x, y, _)| (x, y) == (dx, dy)) {
                    -1
                } else {
                    let (across, down) = (2 * dx + 1 - self.spread.0, 2 * dy + 1 - self.spread.1);
                    (across * self.pitch.1).pow(2) + (down * self.pitch.0).pow(2)
                };
                if best.is_none_or(|(least, _)| far < least) {
                    best = Some((far, at));
                }
            }
        }
        best.map(|(_, at)| at)
    }

    /// Draws the outline of a tile, or its rim where it is filled.
    pub(crate) fn outline(&self, pen: &mut dyn Pen, at: Coord, ink: Ink, light: Light) {
        let (stamp, (x, y)) = (self.stamp(at), self.origin(at));
        for &(dx, dy, text) in &stamp.edges {
            pen.put(x + dx, y + dy, text, Ink::Edge, Light::default());
        }
        for &(dx, dy, quarters) in &stamp.rim {
            pen.put_block(x + dx, y + dy, quarters, ink, light);
        }
    }

    /// Draws the flat bottom of an outline on the background of its tile.
    pub(crate) fn floor(&self, pen: &mut dyn Pen, at: Coord, ink: Ink, light: Light) {
        if let Some(floor) = self.stamp(at).floor.map(|floor| floor.moved(self.origin(at))) {
            pen.put_floor(floor.x, floor.y, &"_".repeat(floor.width), ink, light);
        }
    }
}

/// Returns how many characters and lines a board takes.
fn extent(grid: &Grid, pitch: (i64, i64), push: (i64, i64), halves: (i64, i64)) -> (i64, i64) {
    let first = Coord { row: 0, col: 0 };
    let is_first_pushed = matches!(grid.topology(), Topology::Hex(layout) if layout.is_shifted(first));
    let pushed = |many: u32, push: i64| if many > 1 || is_first_pushed { push } else { 0 };
    let whole =
        |count: u32, pitch: i64, size: i64, push: i64| (i64::from(count - 1) * pitch + size + push + 1) / 2;
    (
        whole(grid.cols(), pitch.0, halves.0, pushed(grid.rows(), push.0)),
        whole(grid.rows(), pitch.1, halves.1, pushed(grid.cols(), push.1)),
    )
}

/// Turns a filled shape into characters; it may begin in the middle of one.
fn filled(rows: &'static [&'static str], push: (i64, i64)) -> Stamp {
    let (wide, high) = (rows[0].len() as i64, rows.len() as i64);
    let (right, down) = (push.0 & 1, push.1 & 1);
    let has = |x: i64, y: i64| {
        let row = usize::try_from(y - down).ok().and_then(|y| rows.get(y));
        let letter = usize::try_from(x - right).ok().and_then(|x| row?.as_bytes().get(x));
        letter == Some(&b'#')
    };
    let mut stamp = Stamp::default();
    let columns = (wide + right + 1) / 2;
    for y in 0..(high + down + 1) / 2 {
        let mut cells = Vec::new();
        for x in 0..columns {
            let quarters = [(0, 0), (0, 1), (1, 0), (1, 1)]
                .into_iter()
                .filter(|&(row, col)| has(2 * x + col, 2 * y + row))
                .fold(Quarters::default(), |quarters, (row, col)| quarters.with(row, col));
            cells.push((x, quarters));
        }
        let full = cells.iter().filter(|(_, quarters)| *quarters == Quarters::FULL);
        let width = full.clone().count();
        // A tip of a hexagon is too narrow for text.
        if let (Some(&(x, _)), true) = (full.clone().next(), 2 * width as i64 >= wide / 2) {
            stamp.lines.push(Line { x, y, width });
            cells.retain(|(_, quarters)| *quarters != Quarters::FULL);
        }
        let some = |cell: &(i64, Quarters)| cell.1 != Quarters::default();
        stamp.rim.extend(cells.into_iter().filter(some).map(|(x, quarters)| (x, y, quarters)));
    }
    let middle = high + 2 * down;
    stamp.main = (0..stamp.lines.len())
        .min_by_key(|&index| (4 * stamp.lines[index].y + 2 - middle).abs())
        .unwrap_or(0);
    stamp
}

/// Finds the lines and edges of an outline.
fn outlined(rows: &'static [&'static str]) -> Stamp {
    let mut stamp = Stamp::default();
    for (y, row) in (0..).zip(rows) {
        let mut x = 0;
        for part in row.split_inclusive(|letter| letter != '.').flat_map(parts) {
            match part.bytes().next() {
                Some(b'.') => stamp.lines.push(Line { x, y, width: part.len() }),
                Some(b' ') | None => {}
                Some(_) => stamp.edges.push((x, y, part)),
            }
            x += part.len() as i64;
        }
    }
    stamp.main = stamp.lines.len() / 2;
    let last = rows.len() - 1;
    stamp.floor = rows[last].find('_').map(|x| Line {
        x: x as i64,
        y: last as i64,
        width: rows[last].matches('_').count(),
    });
    stamp
}

/// Splits dots from the one letter after them.
fn parts(piece: &'static str) -> impl Iterator<Item = &'static str> {
    let dots = piece.bytes().take_while(|&letter| letter == b'.').count();
    let (dots, rest) = piece.split_at(dots);
    [dots, rest].into_iter().filter(|part| !part.is_empty())
}

/// A half-open range of rows or columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    from: u32,
    to: u32,
}

impl Span {
    pub(crate) fn iter(self) -> std::ops::Range<u32> {
        self.from..self.to
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use floe_rules::grid::Layout;

    fn topologies() -> impl Iterator<Item = Topology> {
        std::iter::once(Topology::Square).chain(Layout::ALL.map(Topology::Hex))
    }

    fn patterns(topology: Topology) -> impl Iterator<Item = Pattern> {
        let charsets = [Charset::Unicode, Charset::Ascii];
        charsets.into_iter().flat_map(move |charset| Pattern::all(topology, charset))
    }

    #[test]
    fn a_click_on_the_text_of_a_tile_hits_the_tile() {
        for topology in topologies() {
            let grid = Grid::new(7, 8, topology).expect("the board is small");
            for pattern in patterns(topology) {
                for at in grid.iter().map(|cell| grid.coord(cell)) {
                    for (_, line) in pattern.lines(at) {
                        for x in (line.x..).take(line.width) {
                            let met = pattern.tile_at(&grid, x, line.y);
                            assert_eq!(met, Some(at), "{topology:?} {:?} at {x} {}", pattern.size, line.y);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_click_on_the_rim_of_a_filled_tile_hits_the_tile() {
        for topology in topologies() {
            let grid = Grid::new(7, 8, topology).expect("the board is small");
            for pattern in Pattern::all(topology, Charset::Unicode) {
                let mut owners: HashMap<(i64, i64), Vec<Coord>> = HashMap::new();
                for at in grid.iter().map(|cell| grid.coord(cell)) {
                    let (left, top) = pattern.origin(at);
                    for &(x, y, _) in &pattern.stamp(at).rim {
                        owners.entry((left + x, top + y)).or_default().push(at);
                    }
                }
                assert!(
                    !owners.is_empty() || pattern.pitch.1 == 2,
                    "{topology:?} {:?} has a rim",
                    pattern.size
                );
                for ((x, y), owners) in owners {
                    let met = pattern.tile_at(&grid, x, y).expect("a tile is there");
                    assert!(owners.contains(&met), "{topology:?} {:?} at {x} {y}", pattern.size);
                }
            }
        }
    }

    #[test]
    fn filled_tiles_never_overlap() {
        for topology in topologies() {
            let grid = Grid::new(7, 8, topology).expect("the board is small");
            for pattern in Pattern::all(topology, Charset::Unicode) {
                let mut taken: HashMap<(i64, i64), (Quarters, Coord)> = HashMap::new();
                for at in grid.iter().map(|cell| grid.coord(cell)) {
                    let (left, top) = pattern.origin(at);
                    let rim = pattern.stamp(at).rim.iter().map(|&(x, y, part)| (left + x, top + y, part));
                    let inside = pattern.lines(at).flat_map(|(_, line)| {
                        (line.x..).take(line.width).map(move |x| (x, line.y, Quarters::FULL))
                    });
                    for (x, y, part) in rim.chain(inside) {
                        if let Some(&(before, other)) = taken.get(&(x, y)) {
                            let free = before.or(part).count() == before.count() + part.count();
                            assert!(free, "{topology:?} {:?}: {at} and {other} at {x} {y}", pattern.size);
                        }
                        taken.insert((x, y), (part, at));
                    }
                }
            }
        }
    }

    #[test]
    fn every_tile_has_a_line_for_text() {
        for topology in topologies() {
            for pattern in patterns(topology) {
                for at in [Coord { row: 0, col: 0 }, Coord { row: 1, col: 1 }, Coord { row: 2, col: 1 }] {
                    let middle = pattern.middle(at);
                    assert!(middle.width >= 2, "{topology:?} {:?}", pattern.size);
                    let widest = pattern.lines(at).map(|(_, line)| line.width).max();
                    let near = widest.is_some_and(|widest| middle.width + 1 >= widest);
                    assert!(near, "{topology:?} {:?}: the middle line has room", pattern.size);
                }
            }
        }
    }

    #[test]
    fn only_the_smallest_tiles_touch() {
        for topology in topologies() {
            for pattern in Pattern::all(topology, Charset::Unicode) {
                let touches = pattern.pitch.1 == 2;
                assert_eq!(pattern.is_tight(), touches, "{topology:?} {:?}", pattern.size);
            }
        }
    }

    #[test]
    fn drawings_stay_within_their_extent() {
        for topology in topologies() {
            for (rows, cols) in [(1, 1), (1, 5), (5, 1), (4, 7)] {
                let grid = Grid::new(rows, cols, topology).expect("the board is small");
                for pattern in patterns(topology) {
                    let (wide, high) = pattern.extent(&grid);
                    let (mut right, mut bottom) = (0, 0);
                    for at in grid.iter().map(|cell| grid.coord(cell)) {
                        let (stamp, (x, y)) = (pattern.stamp(at), pattern.origin(at));
                        let lines = stamp.lines.iter().map(|line| (line.x + line.width as i64, line.y + 1));
                        let rim = stamp.rim.iter().map(|&(x, y, _)| (x + 1, y + 1));
                        let edges = stamp.edges.iter().map(|&(x, y, text)| (x + text.len() as i64, y + 1));
                        for (dx, dy) in lines.chain(rim).chain(edges) {
                            (right, bottom) = (right.max(x + dx), bottom.max(y + dy));
                        }
                    }
                    assert_eq!(
                        (right, bottom),
                        (wide, high),
                        "{topology:?} {:?} {rows} {cols}",
                        pattern.size
                    );
                }
            }
        }
    }
}
