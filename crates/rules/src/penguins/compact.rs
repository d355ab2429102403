//! Bitboards, for small boards of at most 256 tiles and for larger ones of at most 4096.
//!
//! [`CellNumbering`] numbers the tiles. Only tiles that exist count towards the limit of small boards, so a large board
//! becomes a small one once enough of it has melted.

use std::sync::Arc;

use super::bits::Bits;
use super::ice::Ice;
use super::keys;
use super::numbering::CellNumbering;
use super::sheet::Sheet;
use super::spread::{Axes, Slides};
use super::tile::{Fish, Seat};
use crate::grid::{Cell, Direction, Grid, Topology};
use crate::random::scramble;

/// The maximum number of tiles of a small board.
pub const MOST_TILES: usize = 256;
/// The number of words of the largest small board.
const WORDS_OF_SMALL: usize = MOST_TILES / 64;

/// The number of a cell without a tile.
const NO_TILE: u16 = u16::MAX;
/// The cell of a number without a tile.
const NO_CELL: Cell = Cell(u32::MAX);

/// The data of a board that never changes during a game.
#[derive(Debug)]
struct Chart<const W: usize> {
    grid: Grid,
    cells: Vec<Cell>,
    tiles: Vec<u16>,
    fish: Vec<Fish>,
    ones: Bits<W>,
    lines: Lines<W>,
    floe_keys: Vec<u64>,
    penguin_keys: Vec<[u64; Seat::MOST as usize]>,
    /// The fish of all tiles, one set per binary digit: the tiles with one or three fish.
    fish_bit_0: Bits<W>,
    /// The tiles with two or three fish.
    fish_bit_1: Bits<W>,
    /// The shifts for sliding whole sets, where tiles are numbered by their place.
    axes: Option<Axes<W>>,
    /// The identity of the numbering.
    numbering: u64,
}

/// The straight lines from each tile.
#[derive(Debug)]
enum Lines<const W: usize> {
    /// Of a small board: sets of tiles, found with few operations.
    Rays {
        neighbours: Vec<Bits<W>>,
        /// The rays along which numbers increase.
        rising: Vec<[Bits<W>; 3]>,
        /// The rays along which numbers decrease.
        falling: Vec<[Bits<W>; 3]>,
    },
    /// Of a large board, whose rays would take megabytes: the next tile in each direction.
    Next(Vec<[u16; 6]>),
}

/// A bitboard of up to 64 × W tiles: the free ones, and a shared chart of what never changes.
#[derive(Clone, Debug)]
pub struct Compact<const W: usize> {
    chart: Arc<Chart<W>>,
    free: Bits<W>,
}

impl<const W: usize> PartialEq for Compact<W> {
    fn eq(&self, other: &Self) -> bool {
        self.free == other.free
            && self.chart.cells == other.chart.cells
            && self.chart.fish == other.chart.fish
    }
}

impl<const W: usize> Compact<W> {
    /// Builds the bitboard of a sheet; the numbers of `numbering` must fit into `W` words.
    pub(super) fn new(sheet: &Sheet, numbering: &CellNumbering) -> Self {
        let grid = sheet.grid();
        let cells = &numbering.cells;
        let mut tiles = vec![NO_TILE; grid.cells()];
        for (tile, cell) in (0u16..).zip(cells) {
            if let Some(cell) = cell {
                tiles[cell.index()] = tile;
            }
        }
        let axes = if numbering.by_place { axes_of(&grid, numbering, &tiles) } else { None };
        let (mut free, mut ones) = (Bits::EMPTY, Bits::EMPTY);
        for (tile, cell) in (0u16..).zip(cells).filter_map(|(tile, &cell)| Some((tile, cell?))) {
            if sheet.is_free(cell) {
                free.insert(tile);
            }
            if sheet.fish(cell) == Fish::ONE {
                ones.insert(tile);
            }
        }
        let lines = Lines::new(&grid, cells, &tiles);
        let fish: Vec<Fish> =
            cells.iter().map(|&cell| cell.map_or(Fish::NONE, |cell| sheet.fish(cell))).collect();
        let cells: Vec<Cell> = cells.iter().map(|&cell| cell.unwrap_or(NO_CELL)).collect();
        let floe_keys = cells.iter().zip(&fish).map(|(&cell, &fish)| keys::floe(cell, fish)).collect();
        let penguin_keys = cells
            .iter()
            .map(|&cell| {
                let mut of_seat = [0; Seat::MOST as usize];
                for (key, seat) in of_seat.iter_mut().zip(Seat::all()) {
                    *key = keys::penguin(cell, seat);
                }
                of_seat
            })
            .collect();
        let (mut fish_bit_0, mut fish_bit_1) = (Bits::EMPTY, Bits::EMPTY);
        for (tile, fish) in (0u16..).zip(&fish) {
            let count = fish.count();
            for (set, is_in) in [(&mut fish_bit_0, count % 2 == 1), (&mut fish_bit_1, count > 1)] {
                if is_in {
                    set.insert(tile);
                }
            }
        }
        let numbering = cells.iter().fold(0, |sum, cell| scramble(sum ^ u64::from(cell.0)));
        let chart = Chart {
            grid,
            cells,
            tiles,
            fish,
            ones,
            lines,
            floe_keys,
            penguin_keys,
            fish_bit_0,
            fish_bit_1,
            axes,
            numbering,
        };
        Compact { chart: Arc::new(chart), free }
    }

    /// Returns the free floes.
    #[inline]
    pub fn free(&self) -> Bits<W> {
        self.free
    }

    /// Returns the same board with only these floes free.
    pub fn over(&self, free: Bits<W>) -> Self {
        Compact { chart: Arc::clone(&self.chart), free }
    }

    /// Returns the tiles that touch a tile, occupied or not.
    #[inline]
    pub fn neighbours(&self, tile: u16) -> Bits<W> {
        match &self.chart.lines {
            Lines::Rays { neighbours, .. } => neighbours[usize::from(tile)],
            Lines::Next(next) => {
                let beside = next[usize::from(tile)].into_iter().filter(|&next| next != NO_TILE);
                beside.fold(Bits::EMPTY, |all, next| all | Bits::one(next))
            }
        }
    }

    /// Returns the floes that a penguin on a tile can slide to.
    #[inline]
    pub fn reach(&self, tile: u16) -> Bits<W> {
        self.reach_over(tile, self.free)
    }

    /// Returns the floes that a penguin on a tile could slide to if only these were free.
    #[inline]
    pub fn reach_over(&self, tile: u16, free: Bits<W>) -> Bits<W> {
        let mut reach = Bits::EMPTY;
        match &self.chart.lines {
            Lines::Rays { rising, falling, .. } => {
                let blocked = !free;
                for (way, &ray) in rising[usize::from(tile)].iter().enumerate() {
                    reach = reach
                        | match (ray & blocked).first() {
                            Some(stop) => ray & !rising[usize::from(stop)][way] & !Bits::one(stop),
                            None => ray,
                        };
                }
                for (way, &ray) in falling[usize::from(tile)].iter().enumerate() {
                    reach = reach
                        | match (ray & blocked).last() {
                            Some(stop) => ray & !falling[usize::from(stop)][way] & !Bits::one(stop),
                            None => ray,
                        };
                }
            }
            Lines::Next(next) => {
                for (way, &first) in next[usize::from(tile)].iter().enumerate() {
                    let mut to = first;
                    while to != NO_TILE && free.contains(to) {
                        reach.insert(to);
                        to = next[usize::from(to)][way];
                    }
                }
            }
        }
        reach
    }

    /// Returns whether whole sets slide by bit shifts.
    pub(super) fn has_axes(&self) -> bool {
        self.chart.axes.is_some()
    }

    /// Returns all slides over the free floes, to be queried for sets of tiles.
    #[inline]
    pub fn slides(&self) -> Slides<'_, W> {
        Slides::new(self, self.chart.axes.as_ref())
    }

    /// Returns the number of fish that a set of tiles had when the board was packed.
    #[inline]
    pub fn fish_on(&self, set: Bits<W>) -> u32 {
        set.weigh(&self.chart.fish_bit_0, &self.chart.fish_bit_1)
    }

    /// Returns the binary digits of the fish that tiles had when the board was packed, the lowest first.
    #[inline]
    pub fn fish_digits(&self) -> [Bits<W>; 2] {
        [self.chart.fish_bit_0, self.chart.fish_bit_1]
    }

    /// Iterates over the numbers that have a tile.
    pub(super) fn tiles(&self) -> impl Iterator<Item = u16> + '_ {
        (0..).zip(&self.chart.cells).filter(|&(_, &cell)| cell != NO_CELL).map(|(tile, _)| tile)
    }

    /// Returns a hash of the tile numbering: boards with the same numbering have the same hash.
    #[inline]
    pub fn numbering(&self) -> u64 {
        self.chart.numbering
    }

    /// Returns the fish that a tile had at the start.
    #[inline]
    pub fn fish_of(&self, tile: u16) -> Fish {
        self.chart.fish[usize::from(tile)]
    }

    /// Returns the free floes with exactly one fish.
    #[inline]
    pub fn start_tiles(&self) -> Bits<W> {
        self.free & self.chart.ones
    }

    /// Returns the tile number of a cell, if it has one.
    #[inline]
    pub fn tile_of(&self, cell: Cell) -> Option<u16> {
        Some(self.chart.tiles[cell.index()]).filter(|&tile| tile != NO_TILE)
    }

    /// Returns the cell of a tile.
    #[inline]
    pub fn cell_of(&self, tile: u16) -> Cell {
        self.chart.cells[usize::from(tile)]
    }

    #[inline]
    fn known(&self, cell: Cell) -> u16 {
        self.tile_of(cell).expect("a move is between tiles of the board")
    }
}

impl<const W: usize> Lines<W> {
    fn new(grid: &Grid, cells: &[Option<Cell>], tiles: &[u16]) -> Lines<W> {
        let ways = grid.topology().directions();
        // A hole stays a hole, so a line ends at the first one.
        let line = |cell: Cell, way: Direction| {
            grid.line(cell, way).map(|cell| tiles[cell.index()]).take_while(|&tile| tile != NO_TILE)
        };
        if W > WORDS_OF_SMALL {
            let next = |&cell: &Option<Cell>| {
                let mut next = [NO_TILE; 6];
                for (next, &way) in next.iter_mut().zip(ways) {
                    *next = cell.and_then(|cell| line(cell, way).next()).unwrap_or(NO_TILE);
                }
                next
            };
            return Lines::Next(cells.iter().map(next).collect());
        }
        let mut neighbours = vec![Bits::EMPTY; cells.len()];
        let (mut rising, mut falling) =
            (vec![[Bits::EMPTY; 3]; cells.len()], vec![[Bits::EMPTY; 3]; cells.len()]);
        for (tile, cell) in cells.iter().enumerate().filter_map(|(tile, &cell)| Some((tile, cell?))) {
            let mut used = (0, 0);
            for &way in ways {
                let (rays, used) = if rises(grid.topology(), way) {
                    (&mut rising, &mut used.0)
                } else {
                    (&mut falling, &mut used.1)
                };
                rays[tile][*used] = line(cell, way).fold(Bits::EMPTY, |ray, tile| ray | Bits::one(tile));
                *used += 1;
                neighbours[tile] =
                    line(cell, way).take(1).fold(neighbours[tile], |all, next| all | Bits::one(next));
            }
        }
        Lines::Rays { neighbours, rising, falling }
    }
}

/// Returns the shifts for sliding sets of tiles that are numbered by their place.
fn axes_of<const W: usize>(grid: &Grid, numbering: &CellNumbering, tiles: &[u16]) -> Option<Axes<W>> {
    let directions = grid.topology().directions();
    let next = |tile: u16, direction: usize| {
        let next = grid.line(numbering.cells[usize::from(tile)]?, directions[direction]).next()?;
        Some(tiles[next.index()]).filter(|&next| next != NO_TILE)
    };
    Axes::new(u16::try_from(numbering.cells.len()).ok()?, directions.len(), numbering.longest, next)
}

/// Returns whether tile numbers increase along a direction.
fn rises(topology: Topology, way: Direction) -> bool {
    use Direction::*;
    match topology {
        Topology::Hex(layout) if layout.shifts_columns() => matches!(way, NorthEast | SouthEast | South),
        Topology::Square | Topology::Hex(_) => matches!(way, East | SouthEast | South | SouthWest),
    }
}

impl<const W: usize> Ice for Compact<W> {
    type Flock = PenguinSet<W>;

    fn grid(&self) -> Grid {
        self.chart.grid
    }

    #[inline]
    fn fish(&self, cell: Cell) -> Fish {
        self.tile_of(cell).map_or(Fish::NONE, |tile| self.chart.fish[usize::from(tile)])
    }

    #[inline]
    fn is_free(&self, cell: Cell) -> bool {
        self.tile_of(cell).is_some_and(|tile| self.free.contains(tile))
    }

    #[inline]
    fn starts(&self) -> usize {
        (self.free & self.chart.ones).len() as usize
    }

    #[inline]
    fn each_start(&self, mut visit: impl FnMut(Cell)) {
        for tile in self.free & self.chart.ones {
            visit(self.cell_of(tile));
        }
    }

    #[inline]
    fn reaches(&self, from: Cell, to: Cell) -> bool {
        match (self.tile_of(from), self.tile_of(to)) {
            (Some(from), Some(to)) => self.reach(from).contains(to),
            _ => false,
        }
    }

    #[inline]
    fn can_slide(&self, flock: &PenguinSet<W>) -> bool {
        flock.0.into_iter().any(|tile| !(self.neighbours(tile) & self.free).is_empty())
    }

    #[inline]
    fn count_slides(&self, flock: &PenguinSet<W>) -> u64 {
        flock.0.into_iter().map(|tile| u64::from(self.reach(tile).len())).sum()
    }

    #[inline]
    fn each_slide(&self, flock: &PenguinSet<W>, mut visit: impl FnMut(Cell, Cell)) {
        for from in flock.0 {
            for to in self.reach(from) {
                visit(self.cell_of(from), self.cell_of(to));
            }
        }
    }

    #[inline]
    fn settle(&mut self, at: Cell, _: Seat, _: Fish) {
        let tile = self.known(at);
        self.free.remove(tile);
    }

    #[inline]
    fn lift(&mut self, at: Cell, _: Fish) {
        let tile = self.known(at);
        self.free.insert(tile);
    }

    // A tile that is not free either has a penguin, which is in a flock, or has melted.
    #[inline]
    fn melt(&mut self, _: Cell) {}

    #[inline]
    fn freeze(&mut self, _: Cell, _: Seat, _: Fish) {}

    #[inline]
    fn floe_key(&self, cell: Cell) -> u64 {
        self.chart.floe_keys[usize::from(self.known(cell))]
    }

    #[inline]
    fn penguin_key(&self, cell: Cell, seat: Seat) -> u64 {
        self.chart.penguin_keys[usize::from(self.known(cell))][usize::from(seat.number()) - 1]
    }

    #[inline]
    fn enter(&self, flock: &mut PenguinSet<W>, cell: Cell) {
        flock.0.insert(self.known(cell));
    }

    #[inline]
    fn leave(&self, flock: &mut PenguinSet<W>, cell: Cell) {
        flock.0.remove(self.known(cell));
    }

    #[inline]
    fn hop(&self, flock: &mut PenguinSet<W>, from: Cell, to: Cell) {
        flock.0.remove(self.known(from));
        flock.0.insert(self.known(to));
    }

    #[inline]
    fn holds(&self, flock: &PenguinSet<W>, cell: Cell) -> bool {
        self.tile_of(cell).is_some_and(|tile| flock.0.contains(tile))
    }

    fn each_penguin(&self, flock: &PenguinSet<W>, mut visit: impl FnMut(Cell)) {
        for tile in flock.0 {
            visit(self.cell_of(tile));
        }
    }
}

/// The penguins of one player on a compact board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PenguinSet<const W: usize>(pub Bits<W>);

impl<const W: usize> Default for PenguinSet<W> {
    fn default() -> Self {
        PenguinSet(Bits::EMPTY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Layout;

    #[test]
    fn numbers_rise_or_fall_along_every_line() {
        let layouts = Layout::ALL.into_iter().map(Topology::Hex);
        for topology in layouts.chain([Topology::Square]) {
            let grid = Grid::new(7, 7, topology).unwrap();
            let column_first = matches!(topology, Topology::Hex(layout) if layout.shifts_columns());
            let number = |cell: Cell| {
                let at = grid.coord(cell);
                if column_first { at.col * 7 + at.row } else { at.row * 7 + at.col }
            };
            for from in grid.iter() {
                for &way in topology.directions() {
                    if let Some(to) = grid.line(from, way).next() {
                        assert_eq!(number(to) > number(from), rises(topology, way), "{topology:?} {way:?}");
                    }
                }
            }
            let ways = topology.directions();
            assert_eq!(ways.iter().filter(|&&way| rises(topology, way)).count(), ways.len() / 2);
        }
    }
}
