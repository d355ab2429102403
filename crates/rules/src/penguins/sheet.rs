//! Boards of any size: one byte per field.

use super::ice::Ice;
use super::keys;
use super::tile::{Fish, Seat, Tile};
use crate::grid::{Cell, Grid};

/// All fields of a board, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    grid: Grid,
    tiles: Vec<Tile>,
    starts: usize,
}

impl Sheet {
    /// Makes a board; there must be one tile for each cell of the grid.
    pub(super) fn new(grid: Grid, tiles: Vec<Tile>) -> Sheet {
        debug_assert_eq!(grid.cells(), tiles.len());
        let starts = tiles.iter().filter(|tile| tile.is_start()).count();
        Sheet { grid, tiles, starts }
    }

    /// Returns what a field holds.
    #[inline]
    pub fn tile(&self, cell: Cell) -> Tile {
        self.tiles[cell.index()]
    }

    /// Returns all fields, row by row.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Iterates over the floes that a penguin at `from` can slide to.
    pub fn reach(&self, from: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.grid
            .topology()
            .directions()
            .iter()
            .flat_map(move |&way| self.grid.line(from, way).take_while(|&to| self.is_free(to)))
    }
}

impl Ice for Sheet {
    type Flock = Vec<Cell>;

    fn grid(&self) -> Grid {
        self.grid
    }

    #[inline]
    fn fish(&self, cell: Cell) -> Fish {
        self.tile(cell).fish()
    }

    #[inline]
    fn is_free(&self, cell: Cell) -> bool {
        self.tile(cell).is_free()
    }

    fn starts(&self) -> usize {
        self.starts
    }

    fn each_start(&self, mut visit: impl FnMut(Cell)) {
        for (index, tile) in (0u32..).zip(&self.tiles) {
            if tile.is_start() {
                visit(Cell(index));
            }
        }
    }

    fn reaches(&self, from: Cell, to: Cell) -> bool {
        self.reach(from).any(|cell| cell == to)
    }

    fn can_slide(&self, flock: &Vec<Cell>) -> bool {
        flock.iter().any(|&from| self.grid.neighbours(from).any(|to| self.is_free(to)))
    }

    fn count_slides(&self, flock: &Vec<Cell>) -> u64 {
        flock.iter().map(|&from| self.reach(from).count() as u64).sum()
    }

    fn each_slide(&self, flock: &Vec<Cell>, mut visit: impl FnMut(Cell, Cell)) {
        for &from in flock {
            for to in self.reach(from) {
                visit(from, to);
            }
        }
    }

    fn settle(&mut self, at: Cell, seat: Seat, left: Fish) {
        self.starts -= usize::from(self.tile(at).is_start());
        self.tiles[at.index()] = Tile::penguin(seat, left);
    }

    fn lift(&mut self, at: Cell, fish: Fish) {
        self.tiles[at.index()] = Tile::floe(fish);
        self.starts += usize::from(self.tile(at).is_start());
    }

    fn melt(&mut self, at: Cell) {
        self.tiles[at.index()] = Tile::WATER;
    }

    fn freeze(&mut self, at: Cell, seat: Seat, fish: Fish) {
        self.tiles[at.index()] = Tile::penguin(seat, fish);
    }

    #[inline]
    fn floe_key(&self, cell: Cell) -> u64 {
        keys::floe(cell, self.fish(cell))
    }

    #[inline]
    fn penguin_key(&self, cell: Cell, seat: Seat) -> u64 {
        keys::penguin(cell, seat)
    }

    fn enter(&self, flock: &mut Vec<Cell>, cell: Cell) {
        flock.push(cell);
    }

    fn leave(&self, flock: &mut Vec<Cell>, cell: Cell) {
        let last = flock.pop();
        debug_assert_eq!(last, Some(cell));
    }

    fn hop(&self, flock: &mut Vec<Cell>, from: Cell, to: Cell) {
        if let Some(penguin) = flock.iter_mut().find(|penguin| **penguin == from) {
            *penguin = to;
        }
    }

    #[inline]
    fn owner(&self, cell: Cell) -> Option<Seat> {
        self.tile(cell).seat()
    }

    fn holds(&self, flock: &Vec<Cell>, cell: Cell) -> bool {
        flock.contains(&cell)
    }

    fn each_penguin(&self, flock: &Vec<Cell>, visit: impl FnMut(Cell)) {
        flock.iter().copied().for_each(visit);
    }
}
