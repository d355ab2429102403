//! The numbering of tiles in a bitboard.
//!
//! Numbers increase or decrease monotonically in every direction: row by row, or column by column where columns are
//! shifted. So the first blocker on a ray is the lowest or the highest tile of a set. Where possible, tiles are
//! numbered by their place, so that whole sets of penguins can be moved by bit shifts.

use super::ice::Ice;
use super::sheet::Sheet;
use super::spread::LONGEST;
use crate::grid::{Cell, Coord, Topology};

/// The cell of each tile number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellNumbering {
    /// A number may have no tile.
    pub(super) cells: Vec<Option<Cell>>,
    /// Whether tiles are numbered by their place.
    pub(super) by_place: bool,
    /// No line has more tiles than this.
    pub(super) longest: usize,
}

/// A tile's line and its place on it. Lines are the rows, or the columns where columns are shifted. On hexagons
/// a place is counted in half tiles.
type Place = (i64, i64);

impl CellNumbering {
    /// Numbers the tiles of a sheet, or returns `None` when there are more than `most_tiles`.
    pub(super) fn new(sheet: &Sheet, most_tiles: usize) -> Option<CellNumbering> {
        let grid = sheet.grid();
        let is_tile = |cell: &Cell| !sheet.tile(*cell).is_water();
        let tiles: Vec<Cell> = grid.iter().filter(is_tile).take(most_tiles + 1).collect();
        if tiles.len() > most_tiles {
            return None;
        }
        let mut places: Vec<(Place, Cell)> =
            tiles.into_iter().map(|cell| (place(grid.topology(), grid.coord(cell)), cell)).collect();
        places.sort_unstable();
        let coords = || places.iter().map(|&(_, cell)| grid.coord(cell));
        let span = |of: fn(Coord) -> u32| -> usize {
            let (least, most) = (coords().map(of).min(), coords().map(of).max());
            most.zip(least).map_or(0, |(most, least)| (most - least) as usize + 1)
        };
        let (rows, cols) = (span(|at| at.row), span(|at| at.col));
        let by_place = |numbers: Vec<i64>| {
            let first = *numbers.first()?;
            // Numbers increase, so the last is the highest.
            let most = usize::try_from(numbers.last()? - first).ok().filter(|&most| most < most_tiles)?;
            let mut cells = vec![None; most + 1];
            for (number, &(_, cell)) in numbers.iter().zip(&places) {
                cells[usize::try_from(number - first).ok()?] = Some(cell);
            }
            Some(CellNumbering { cells, by_place: true, longest: rows.max(cols) })
        };
        let slanted = slanted(grid.topology(), &places, most_tiles).and_then(by_place);
        let boxed = boxed(grid.topology(), &places, rows, cols).and_then(by_place);
        // One shift per step instead of two is not worth another machine word, but moving whole sets is.
        let best = [slanted, boxed].into_iter().flatten().min_by_key(CellNumbering::words);
        let best = best.filter(|numbering| numbering.longest <= LONGEST);
        let one_by_one = || CellNumbering {
            cells: places.iter().map(|&(_, cell)| Some(cell)).collect(),
            by_place: false,
            longest: rows.max(cols),
        };
        Some(best.unwrap_or_else(one_by_one))
    }

    /// Returns the number of machine words that the numbers need.
    pub(super) fn words(&self) -> usize {
        self.cells.len().div_ceil(64)
    }
}

fn place(topology: Topology, at: Coord) -> Place {
    let (row, col) = (i64::from(at.row), i64::from(at.col));
    match topology {
        Topology::Square => (row, col),
        Topology::Hex(layout) => {
            let push = i64::from(layout.is_shifted(at));
            if layout.shifts_columns() { (col, 2 * row + push) } else { (row, 2 * col + push) }
        }
    }
}

/// Returns numbers for which every direction is a single shift: each line of hexagons is moved half a tile
/// further than the one before.
///
/// The lines are as close as possible without overlap. On squares that is a rectangle.
fn slanted(topology: Topology, places: &[(Place, Cell)], most_tiles: usize) -> Option<Vec<i64>> {
    let numbers = |apart: i64| -> Vec<i64> {
        let number = |&((line, at), _): &(Place, Cell)| match topology {
            Topology::Square => line * apart + at,
            Topology::Hex(_) => line * apart + (at - line).div_euclid(2),
        };
        places.iter().map(number).collect()
    };
    // Closer lines would reverse a direction of hexagons.
    let nearest = if topology == Topology::Square { 1 } else { 2 };
    (nearest..=most_tiles as i64).map(numbers).find(|numbers| numbers.is_sorted_by(|one, next| one < next))
}

/// Returns numbers by the place in a rectangle around hexagons: fewer, but a direction may need two shifts.
fn boxed(topology: Topology, places: &[(Place, Cell)], rows: usize, cols: usize) -> Option<Vec<i64>> {
    let Topology::Hex(layout) = topology else { return None };
    let length = if layout.shifts_columns() { rows } else { cols } as i64;
    let least = places.iter().map(|&((_, at), _)| at.div_euclid(2)).min()?;
    Some(places.iter().map(|&((line, at), _)| line * length + at.div_euclid(2) - least).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Recipe, Shape, generate};
    use crate::grid::{Grid, Layout};
    use crate::penguins::RuleSet;
    use crate::penguins::tile::{Fish, Tile};

    fn full(rows: u32, cols: u32, topology: Topology) -> CellNumbering {
        let grid = Grid::new(rows, cols, topology).unwrap();
        CellNumbering::new(&Sheet::new(grid, vec![Tile::floe(Fish::ONE); grid.cells()]), 256).unwrap()
    }

    #[test]
    fn boards_take_as_few_words_as_can_be() {
        let classic = generate(&Recipe { shape: Shape::Classic, ..Recipe::plain(RuleSet::CLASSIC, 8, 8) });
        let grid = Grid::new(8, 8, RuleSet::CLASSIC.topology).unwrap();
        let classic = Sheet::new(grid, classic.unwrap().tiles().to_vec());
        assert_eq!(CellNumbering::new(&classic, 256).unwrap().cells.len(), 60, "not one number is wasted");
        assert_eq!(full(12, 12, Topology::Square).cells.len(), 144);
        assert_eq!(full(8, 1, Topology::Square).cells.len(), 8);
        for layout in Layout::ALL {
            let numbers = |side: u32| full(side, side, Topology::Hex(layout)).cells.len();
            assert_eq!(numbers(8), 64, "askew it would take a word more");
            assert!((81..=128).contains(&numbers(9)));
            assert!((145..=192).contains(&numbers(12)), "askew");
            assert_eq!(numbers(16), 256);
        }
    }

    #[test]
    fn lines_that_are_too_long_to_slide_along_are_numbered_one_by_one() {
        assert!(full(1, 64, Topology::Square).by_place);
        let long = full(100, 1, Topology::Square);
        assert!(!long.by_place);
        assert_eq!(long.cells.len(), 100);
    }
}
