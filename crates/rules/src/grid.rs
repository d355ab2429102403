//! Grids of squares or hexagons: coordinates, cells, neighbours and straight lines.
//!
//! A grid is m rows by n columns. Hexagons are stored in one of the four usual offset layouts, in which every
//! second row or column is shifted by half a tile. What is on a tile does not matter here.

use std::fmt;
use std::str::FromStr;

/// A row and a column of the board, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Coord {
    /// The row, from 0 at the top.
    pub row: u32,
    /// The column, from 0 at the left.
    pub col: u32,
}

impl fmt::Display for Coord {
    /// Writes the coordinates counted from 1: `row 4 column 7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} column {}", self.row + 1, self.col + 1)
    }
}

/// The index of a cell: row by row, from 0 at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell(pub u32);

impl Cell {
    /// Returns the number as an index into the cells of a board.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The offset layout of a hexagonal grid: which rows or columns are shifted by half a tile (parity counts from 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Pointy-topped tiles; the 2nd, 4th, … rows are half a tile to the right.
    OddR,
    /// Pointy-topped tiles; the 1st, 3rd, … rows are half a tile to the right.
    EvenR,
    /// Flat-topped tiles; the 2nd, 4th, … columns are half a tile lower.
    OddQ,
    /// Flat-topped tiles; the 1st, 3rd, … columns are half a tile lower.
    EvenQ,
}

impl Layout {
    /// The four layouts, in the order in which help texts list them.
    pub const ALL: [Layout; 4] = [Layout::OddQ, Layout::EvenQ, Layout::OddR, Layout::EvenR];

    /// Returns the name that arguments and files use, such as `odd-q`.
    pub fn name(self) -> &'static str {
        match self {
            Layout::OddR => "odd-r",
            Layout::EvenR => "even-r",
            Layout::OddQ => "odd-q",
            Layout::EvenQ => "even-q",
        }
    }

    /// Returns whether columns are shifted (flat-topped tiles) rather than rows.
    #[inline]
    pub fn shifts_columns(self) -> bool {
        matches!(self, Layout::OddQ | Layout::EvenQ)
    }

    /// Returns whether the tile at `at` is in a shifted row or column.
    #[inline]
    pub fn is_shifted(self, at: Coord) -> bool {
        match self {
            Layout::OddR => !at.row.is_multiple_of(2),
            Layout::EvenR => at.row.is_multiple_of(2),
            Layout::OddQ => !at.col.is_multiple_of(2),
            Layout::EvenQ => at.col.is_multiple_of(2),
        }
    }
}

/// The error for a layout name that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown layout '{0}': use odd-q, even-q, odd-r or even-r")]
pub struct UnknownLayout(pub String);

impl FromStr for Layout {
    type Err = UnknownLayout;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Layout::ALL
            .into_iter()
            .find(|layout| layout.name() == name)
            .ok_or_else(|| UnknownLayout(name.to_owned()))
    }
}

/// The kind of tiles of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topology {
    /// Squares that touch by their sides: four directions.
    Square,
    /// Hexagons: six directions.
    Hex(Layout),
}

/// A compass direction; which ones exist depends on the topology.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the points of the compass explain themselves")]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Topology {
    /// Returns the directions in which tiles touch, clockwise from the north.
    #[inline]
    pub fn directions(self) -> &'static [Direction] {
        use Direction::*;
        match self {
            Topology::Square => &[North, East, South, West],
            Topology::Hex(layout) if layout.shifts_columns() => {
                &[North, NorthEast, SouthEast, South, SouthWest, NorthWest]
            }
            Topology::Hex(_) => &[NorthEast, East, SouthEast, SouthWest, West, NorthWest],
        }
    }
}

/// The size of a board and the kind of its tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    rows: u32,
    cols: u32,
    topology: Topology,
}

impl Grid {
    /// Makes a grid, or returns `None` when it has no cells or more than a [`Cell`] can number.
    pub fn new(rows: u32, cols: u32, topology: Topology) -> Option<Grid> {
        let cells = rows.checked_mul(cols)?;
        (cells > 0).then_some(Grid { rows, cols, topology })
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the number of columns.
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// Returns the kind of tiles.
    #[inline]
    pub fn topology(&self) -> Topology {
        self.topology
    }

    /// Returns the number of cells, at least 1.
    pub fn cells(&self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// Returns the cell at `at`, if that is on the board.
    #[inline]
    pub fn cell(&self, at: Coord) -> Option<Cell> {
        (at.row < self.rows && at.col < self.cols).then(|| Cell(at.row * self.cols + at.col))
    }

    /// Returns the coordinates of a cell.
    #[inline]
    pub fn coord(&self, cell: Cell) -> Coord {
        Coord { row: cell.0 / self.cols, col: cell.0 % self.cols }
    }

    /// Returns the tile next to `from` in a direction, if there is one on the board.
    ///
    /// Also returns `None` for a direction that does not exist in this topology.
    #[inline]
    pub fn step(&self, from: Coord, direction: Direction) -> Option<Coord> {
        let (down, right) = self.offset(from, direction)?;
        let at = Coord { row: from.row.checked_add_signed(down)?, col: from.col.checked_add_signed(right)? };
        (at.row < self.rows && at.col < self.cols).then_some(at)
    }

    #[inline]
    fn offset(&self, from: Coord, direction: Direction) -> Option<(i32, i32)> {
        use Direction::*;
        let layout = match self.topology {
            Topology::Square => {
                return match direction {
                    North => Some((-1, 0)),
                    East => Some((0, 1)),
                    South => Some((1, 0)),
                    West => Some((0, -1)),
                    _ => None,
                };
            }
            Topology::Hex(layout) => layout,
        };
        // The diagonal neighbours of a shifted tile have an index one higher than those of an unshifted one.
        let push = i32::from(layout.is_shifted(from));
        if layout.shifts_columns() {
            match direction {
                North => Some((-1, 0)),
                South => Some((1, 0)),
                NorthEast => Some((push - 1, 1)),
                SouthEast => Some((push, 1)),
                SouthWest => Some((push, -1)),
                NorthWest => Some((push - 1, -1)),
                East | West => None,
            }
        } else {
            match direction {
                East => Some((0, 1)),
                West => Some((0, -1)),
                NorthEast => Some((-1, push)),
                SouthEast => Some((1, push)),
                SouthWest => Some((1, push - 1)),
                NorthWest => Some((-1, push - 1)),
                North | South => None,
            }
        }
    }

    /// Iterates over the cells in a straight line from `from` to the edge, nearest first and without `from` itself.
    #[inline]
    pub fn line(&self, from: Cell, direction: Direction) -> GridLine {
        GridLine { grid: *self, at: self.coord(from), direction }
    }

    /// Iterates over the cells that touch `cell`.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let grid = *self;
        let at = grid.coord(cell);
        grid.topology.directions().iter().filter_map(move |&direction| grid.cell(grid.step(at, direction)?))
    }

    /// Iterates over all cells, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.rows * self.cols).map(Cell)
    }
}

/// The cells of a straight line, as [`Grid::line`] returns them.
#[derive(Clone, Debug)]
pub struct GridLine {
    grid: Grid,
    at: Coord,
    direction: Direction,
}

impl Iterator for GridLine {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        self.at = self.grid.step(self.at, self.direction)?;
        self.grid.cell(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(layout: Layout) -> Grid {
        Grid::new(5, 5, Topology::Hex(layout)).unwrap()
    }

    fn neighbours(grid: &Grid, row: u32, col: u32) -> Vec<(u32, u32)> {
        let cell = grid.cell(Coord { row, col }).unwrap();
        grid.neighbours(cell).map(|cell| grid.coord(cell)).map(|at| (at.row, at.col)).collect()
    }

    #[test]
    fn odd_q_lowers_the_second_column() {
        let grid = grid(Layout::OddQ);
        assert_eq!(neighbours(&grid, 2, 1), [(1, 1), (2, 2), (3, 2), (3, 1), (3, 0), (2, 0)]);
        assert_eq!(neighbours(&grid, 2, 2), [(1, 2), (1, 3), (2, 3), (3, 2), (2, 1), (1, 1)]);
    }

    #[test]
    fn even_q_lowers_the_first_column() {
        let grid = grid(Layout::EvenQ);
        assert_eq!(neighbours(&grid, 2, 2), [(1, 2), (2, 3), (3, 3), (3, 2), (3, 1), (2, 1)]);
    }

    #[test]
    fn odd_r_pushes_the_second_row_right() {
        let grid = grid(Layout::OddR);
        assert_eq!(neighbours(&grid, 1, 2), [(0, 3), (1, 3), (2, 3), (2, 2), (1, 1), (0, 2)]);
        assert_eq!(neighbours(&grid, 2, 2), [(1, 2), (2, 3), (3, 2), (3, 1), (2, 1), (1, 1)]);
    }

    #[test]
    fn even_r_pushes_the_first_row_right() {
        let grid = grid(Layout::EvenR);
        assert_eq!(neighbours(&grid, 2, 2), [(1, 3), (2, 3), (3, 3), (3, 2), (2, 1), (1, 2)]);
    }

    #[test]
    fn touching_is_mutual() {
        let topologies = [Topology::Square].into_iter().chain(Layout::ALL.into_iter().map(Topology::Hex));
        for topology in topologies {
            let grid = Grid::new(6, 7, topology).unwrap();
            for cell in grid.iter() {
                for next in grid.neighbours(cell) {
                    assert!(grid.neighbours(next).any(|back| back == cell), "{topology:?} {cell:?}");
                }
            }
        }
    }

    #[test]
    fn a_grid_has_cells_and_not_too_many() {
        assert!(Grid::new(0, 4, Topology::Square).is_none());
        assert!(Grid::new(65536, 65536, Topology::Square).is_none());
        assert!(Grid::new(65535, 65536, Topology::Square).is_some());
    }

    #[test]
    fn layout_names_read_back() {
        for layout in Layout::ALL {
            assert_eq!(layout.name().parse(), Ok(layout));
        }
        assert!("odd".parse::<Layout>().is_err());
    }
}
