//! The drawing of tiles: their sizes, outlines and places on the screen.

use floe_rules::grid::{Coord, Grid, Topology};

use crate::canvas::{Ink, Light, Pen};

/// The size of drawn tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// Two characters, without an outline.
    Tiny,
    /// Three or four characters; hexagons have outlines.
    Small,
    /// Outlines, and room for a fish.
    Medium,
    /// Outlines, and room for all fish.
    Large,
}

/// A line inside a tile for text: its start and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) width: usize,
}

/// The drawing of one tile.
#[derive(Debug, PartialEq, Eq)]
struct TileArt {
    /// How far it is from one tile to the next, to the right and downwards.
    pitch: (i64, i64),
    /// The offset of shifted rows or columns.
    push: (i64, i64),
    /// The outline, with dots where text goes; neighbours share their sides.
    art: &'static [&'static str],
}

const LARGE_SQUARE: TileArt = TileArt {
    pitch: (8, 4),
    push: (0, 0),
    art: &[
        "+-------+", //
        "|.......|",
        "|.......|",
        "|.......|",
        "+-------+",
    ],
};

const MEDIUM_SQUARE: TileArt = TileArt {
    pitch: (6, 2),
    push: (0, 0),
    art: &[
        "+-----+", //
        "|.....|", "+-----+",
    ],
};

const SMALL_SQUARE: TileArt = TileArt { pitch: (4, 1), push: (0, 0), art: &["...."] };
const TINY_SQUARE: TileArt = TileArt { pitch: (2, 1), push: (0, 0), art: &[".."] };

const LARGE_FLAT: TileArt = TileArt {
    pitch: (7, 4),
    push: (0, 2),
    art: &[
        "  _____  ", //
        " /.....\\ ",
        "/.......\\",
        "\\......./",
        " \\_____/ ",
    ],
};

const MEDIUM_FLAT: TileArt = TileArt {
    pitch: (6, 2),
    push: (0, 1),
    art: &[
        " _____ ", //
        "/.....\\", "\\_____/",
    ],
};

const SMALL_FLAT: TileArt = TileArt {
    pitch: (4, 2),
    push: (0, 1),
    art: &[
        " ___ ", //
        "/...\\", "\\___/",
    ],
};

const TINY_FLAT: TileArt = TileArt { pitch: (2, 2), push: (0, 1), art: &[".."] };

const LARGE_POINTY: TileArt = TileArt {
    pitch: (8, 4),
    push: (4, 0),
    art: &[
        "   / \\   ", //
        " /.....\\ ",
        "|.......|",
        "|.......|",
        " \\     / ",
        "   \\ /   ",
    ],
};

const SMALL_POINTY: TileArt = TileArt {
    pitch: (4, 2),
    push: (2, 0),
    art: &[
        " / \\ ", //
        "|...|", " \\ / ",
    ],
};

const TINY_POINTY: TileArt = TileArt { pitch: (2, 1), push: (1, 0), art: &[".."] };

/// How the tiles of a board are laid out in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    topology: Topology,
    size: Size,
    pitch: (i64, i64),
    push: (i64, i64),
    /// How many characters and lines a tile takes, its outline included.
    spread: (i64, i64),
    /// The lines for text.
    lines: Vec<Line>,
    /// The bottom edge, for tiles with a flat bottom.
    floor: Option<Line>,
    /// The parts of its outline.
    edges: Vec<(i64, i64, &'static str)>,
}

impl Pattern {
    /// Returns the pattern for tiles of a size, or `None` if that topology has no such drawing.
    pub fn new(topology: Topology, size: Size) -> Option<Pattern> {
        let flat = matches!(topology, Topology::Hex(layout) if layout.shifts_columns());
        let form = match (topology, size) {
            (Topology::Square, Size::Large) => LARGE_SQUARE,
            (Topology::Square, Size::Medium) => MEDIUM_SQUARE,
            (Topology::Square, Size::Small) => SMALL_SQUARE,
            (Topology::Square, Size::Tiny) => TINY_SQUARE,
            (Topology::Hex(_), Size::Large) if flat => LARGE_FLAT,
            (Topology::Hex(_), Size::Medium) if flat => MEDIUM_FLAT,
            (Topology::Hex(_), Size::Small) if flat => SMALL_FLAT,
            (Topology::Hex(_), Size::Tiny) if flat => TINY_FLAT,
            (Topology::Hex(_), Size::Large) => LARGE_POINTY,
            // A slope of one line over six characters would not meet the tile below.
            (Topology::Hex(_), Size::Medium) => return None,
            (Topology::Hex(_), Size::Small) => SMALL_POINTY,
            (Topology::Hex(_), Size::Tiny) => TINY_POINTY,
        };
        let (mut lines, mut edges) = (Vec::new(), Vec::new());
        for (y, row) in (0..).zip(form.art) {
            let mut x = 0;
            for part in row.split_inclusive(|letter| letter != '.').flat_map(parts) {
                match part.bytes().next() {
                    Some(b'.') => lines.push(Line { x, y, width: part.len() }),
                    Some(b' ') | None => {}
                    Some(_) => edges.push((x, y, part)),
                }
                x += part.len() as i64;
            }
        }
        let spread = (form.art[0].len() as i64, form.art.len() as i64);
        let last = form.art.len() - 1;
        let floor = form.art[last].find('_').map(|x| {
            let width = form.art[last].matches('_').count();
            Line { x: x as i64, y: last as i64, width }
        });
        Some(Pattern { floor, topology, size, pitch: form.pitch, push: form.push, spread, lines, edges })
    }

    /// Returns the largest pattern in which a board fits into `width` by `height` characters, or else one that can
    /// still be read.
    pub fn fitting(grid: &Grid, width: i64, height: i64) -> Pattern {
        let sizes = [Size::Large, Size::Medium, Size::Small, Size::Tiny];
        let patterns: Vec<Pattern> =
            sizes.iter().filter_map(|&size| Pattern::new(grid.topology(), size)).collect();
        let fits = |pattern: &&Pattern| {
            let (wide, high) = pattern.extent(grid);
            wide <= width && high <= height
        };
        // A board that must be scrolled anyway gets tiles that can be read.
        let small = |pattern: &&Pattern| pattern.size == Size::Small;
        let scrolled = match patterns.iter().find(small) {
            Some(pattern) if pattern.extent(grid).0 <= 2 * width && pattern.extent(grid).1 <= 2 * height => {
                pattern
            }
            _ => &patterns[patterns.len() - 1],
        };
        patterns.iter().find(fits).unwrap_or(scrolled).clone()
    }

    /// Returns the size of the tiles.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns where the outline of a tile begins.
    pub fn origin(&self, at: Coord) -> (i64, i64) {
        let pushed = i64::from(matches!(self.topology, Topology::Hex(layout) if layout.is_shifted(at)));
        (
            i64::from(at.col) * self.pitch.0 + pushed * self.push.0,
            i64::from(at.row) * self.pitch.1 + pushed * self.push.1,
        )
    }

    /// Returns where a tile's middle line begins, and its length: the place for a cursor or a label.
    pub(crate) fn middle(&self, at: Coord) -> Line {
        let (x, y) = self.origin(at);
        let middle = self.lines[self.lines.len() / 2];
        Line { x: x + middle.x, y: y + middle.y, width: middle.width }
    }

    /// Returns how many characters and lines a tile takes, its outline included.
    pub fn spread(&self) -> (i64, i64) {
        self.spread
    }

    /// Returns how many characters and lines a whole board takes.
    pub fn extent(&self, grid: &Grid) -> (i64, i64) {
        let pushed = |many: u32, push: i64| if many > 1 || self.is_first_pushed() { push } else { 0 };
        (
            i64::from(grid.cols() - 1) * self.pitch.0 + self.spread.0 + pushed(grid.rows(), self.push.0),
            i64::from(grid.rows() - 1) * self.pitch.1 + self.spread.1 + pushed(grid.cols(), self.push.1),
        )
    }

    fn is_first_pushed(&self) -> bool {
        let first = Coord { row: 0, col: 0 };
        matches!(self.topology, Topology::Hex(layout) if layout.is_shifted(first))
    }

    /// Returns the rows and columns that may intersect a rectangle of the drawing.
    pub(crate) fn seen(&self, grid: &Grid, from: (i64, i64), to: (i64, i64)) -> (Span, Span) {
        let span = |from: i64, to: i64, pitch: i64, spread: i64, push: i64, count: u32| {
            let first = ((from - spread - push) / pitch).clamp(0, i64::from(count));
            let last = (to / pitch + 1).clamp(0, i64::from(count));
            Span { from: first as u32, to: (last as u32).max(first as u32) }
        };
        (
            span(from.1, to.1, self.pitch.1, self.spread.1, self.push.1, grid.rows()),
            span(from.0, to.0, self.pitch.0, self.spread.0, self.push.0, grid.cols()),
        )
    }

    /// Returns the tile at a character of the drawing: on an outline, the one whose middle is nearest.
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
                // The inside of a tile belongs to no other.
                let inside = |line: &Line| dy == line.y && (line.x..line.x + line.width as i64).contains(&dx);
                let far = if self.lines.iter().any(inside) {
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

    /// Draws the outline of a tile.
    pub(crate) fn outline(&self, pen: &mut dyn Pen, at: Coord) {
        let (x, y) = self.origin(at);
        for &(dx, dy, text) in &self.edges {
            pen.put(x + dx, y + dy, text, Ink::Edge, Light::default());
        }
    }

    /// Writes texts on a tile, one centred on each of its lines.
    pub(crate) fn write(&self, pen: &mut dyn Pen, at: Coord, texts: &[String], ink: Ink, light: Light) {
        let (x, y) = self.origin(at);
        for (line, text) in self.lines.iter().zip(texts) {
            pen.put(x + line.x, y + line.y, &format!("{text:^width$}", width = line.width), ink, light);
        }
        if let (Some(floor), true) = (self.floor, ink != Ink::Water) {
            pen.put_floor(x + floor.x, y + floor.y, &"_".repeat(floor.width), ink, light);
        }
    }
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
    use super::*;
    use floe_rules::grid::Layout;

    #[test]
    fn a_click_on_the_text_of_a_tile_hits_the_tile() {
        let topologies = std::iter::once(Topology::Square).chain(Layout::ALL.map(Topology::Hex));
        for topology in topologies {
            let grid = Grid::new(7, 8, topology).expect("the board is small");
            let sizes = [Size::Large, Size::Medium, Size::Small, Size::Tiny];
            for pattern in sizes.into_iter().filter_map(|size| Pattern::new(topology, size)) {
                for at in grid.iter().map(|cell| grid.coord(cell)) {
                    let (x, y) = pattern.origin(at);
                    for line in &pattern.lines {
                        for x in (x + line.x..).take(line.width) {
                            let met = pattern.tile_at(&grid, x, y + line.y);
                            assert_eq!(met, Some(at), "{topology:?} {:?} at {x} {y}", pattern.size);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn drawings_stay_within_their_extent() {
        for topology in std::iter::once(Topology::Square).chain(Layout::ALL.map(Topology::Hex)) {
            for (rows, cols) in [(1, 1), (1, 5), (5, 1), (4, 7)] {
                let grid = Grid::new(rows, cols, topology).expect("the board is small");
                let sizes = [Size::Large, Size::Medium, Size::Small, Size::Tiny];
                for pattern in sizes.into_iter().filter_map(|size| Pattern::new(topology, size)) {
                    let (wide, high) = pattern.extent(&grid);
                    let ends = |at: Coord| {
                        let (x, y) = pattern.origin(at);
                        (x + pattern.spread.0, y + pattern.spread.1)
                    };
                    let ends: Vec<(i64, i64)> = grid.iter().map(|cell| ends(grid.coord(cell))).collect();
                    let (right, bottom) =
                        (ends.iter().map(|end| end.0).max(), ends.iter().map(|end| end.1).max());
                    assert_eq!((right, bottom), (Some(wide), Some(high)), "{topology:?} {:?}", pattern.size);
                }
            }
        }
    }
}
