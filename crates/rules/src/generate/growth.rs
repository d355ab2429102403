//! Growing connected ice on a grid.

use std::collections::{BinaryHeap, VecDeque};

use crate::grid::{Cell, Coord, Grid, Topology};

/// Freezes `wanted` cells: after the first one, always the highest cell next to the ice.
///
/// Low cells become coast and lakes. With `mirrored`, every cell freezes together with its mirror
/// image, and there may be one cell more.
pub(super) fn grow(grid: &Grid, heights: &[u64], wanted: usize, mirrored: bool) -> Vec<bool> {
    let mut growth =
        Growth { grid, heights, ice: vec![false; grid.cells()], frozen: 0, edge: BinaryHeap::new() };
    let twin = |cell| if mirrored { mirror(grid, cell) } else { cell };
    if mirrored {
        // The two halves must meet in the middle to be connected.
        let middle = Coord { row: (grid.rows() - 1) / 2, col: (grid.cols() - 1) / 2 };
        let middle = grid.cell(middle).expect("the middle is on the board");
        for cell in path(grid, middle, mirror(grid, middle)) {
            growth.freeze(cell);
            growth.freeze(mirror(grid, cell));
        }
    } else if let Some(summit) = grid.iter().max_by_key(|cell| (heights[cell.index()], *cell)) {
        growth.freeze(summit);
    }
    while growth.frozen < wanted
        && let Some((_, cell)) = growth.edge.pop()
    {
        growth.freeze(cell);
        growth.freeze(twin(cell));
    }
    growth.ice
}

struct Growth<'a> {
    grid: &'a Grid,
    heights: &'a [u64],
    ice: Vec<bool>,
    frozen: usize,
    edge: BinaryHeap<(u64, Cell)>,
}

impl Growth<'_> {
    fn freeze(&mut self, cell: Cell) {
        if std::mem::replace(&mut self.ice[cell.index()], true) {
            return;
        }
        self.frozen += 1;
        for next in self.grid.neighbours(cell) {
            if !self.ice[next.index()] {
                self.edge.push((self.heights[next.index()], next));
            }
        }
    }
}

/// Returns the mirror image of a cell.
///
/// On squares it is a rotation by 180 degrees. On hexagons the rotation swaps shifted with unshifted rows or
/// columns, which only fits when their number is even; when it is odd, a reflection is used instead.
pub(super) fn mirror(grid: &Grid, cell: Cell) -> Cell {
    let Coord { row, col } = grid.coord(cell);
    let (across, down) = (grid.cols() - 1 - col, grid.rows() - 1 - row);
    let even = |count: u32| count.is_multiple_of(2);
    let opposite = match grid.topology() {
        Topology::Hex(layout) if layout.shifts_columns() && !even(grid.cols()) => Coord { row, col: across },
        Topology::Hex(layout) if !layout.shifts_columns() && !even(grid.rows()) => Coord { row: down, col },
        Topology::Square | Topology::Hex(_) => Coord { row: down, col: across },
    };
    grid.cell(opposite).expect("the mirror image of a board is the board")
}

/// Returns the cells of a shortest path, both ends included.
fn path(grid: &Grid, from: Cell, to: Cell) -> Vec<Cell> {
    let mut back = vec![None; grid.cells()];
    let mut queue = VecDeque::from([to]);
    back[to.index()] = Some(to);
    while let Some(cell) = queue.pop_front() {
        if cell == from {
            break;
        }
        for next in grid.neighbours(cell) {
            if back[next.index()].is_none() {
                back[next.index()] = Some(cell);
                queue.push_back(next);
            }
        }
    }
    let mut way = vec![from];
    let mut at = from;
    while at != to
        && let Some(next) = back[at.index()]
    {
        way.push(next);
        at = next;
    }
    way
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Layout;

    #[test]
    fn the_mirror_keeps_neighbours_together() {
        let layouts = Layout::ALL.into_iter().map(Topology::Hex);
        for topology in layouts.chain([Topology::Square]) {
            for (rows, cols) in [(4, 4), (4, 5), (5, 4), (5, 5), (1, 6), (6, 1)] {
                let grid = Grid::new(rows, cols, topology).unwrap();
                for cell in grid.iter() {
                    let twin = mirror(&grid, cell);
                    assert_eq!(mirror(&grid, twin), cell);
                    let mut images: Vec<Cell> =
                        grid.neighbours(cell).map(|next| mirror(&grid, next)).collect();
                    let mut beside: Vec<Cell> = grid.neighbours(twin).collect();
                    images.sort();
                    beside.sort();
                    assert_eq!(images, beside, "{topology:?} {rows}x{cols} {cell:?}");
                }
            }
        }
    }
}
