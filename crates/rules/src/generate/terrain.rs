//! The terrain of an island: fractal noise, high in the middle and low towards the edges.

use crate::grid::{Coord, Grid, Topology};
use crate::random::{Random, scramble};

const OCTAVES: u32 = 5;

/// Returns the height of each cell of a grid; only the order of the heights matters.
pub(super) fn island(grid: &Grid, random: &mut Random) -> Vec<u64> {
    let seed = random.next_u64();
    let (width, height) = span(grid);
    // The largest bays and capes are a third of the board across, but never smaller than a few tiles.
    let feature = (width.min(height) / 3.0).max(2.5);
    grid.iter()
        .map(|cell| {
            let (x, y) = point(grid, grid.coord(cell));
            let (across, down) = (2.0 * x / width - 1.0, 2.0 * y / height - 1.0);
            let far = across * across + down * down;
            let height = fractal(seed, x / feature, y / feature) - 0.55 * far;
            // Heights are between -2 and 2; as integers their order is the same on every machine.
            ((height + 4.0) * f64::from(1 << 30)) as u64
        })
        .collect()
}

/// Returns the centre of a tile on the plane, in tile widths.
fn point(grid: &Grid, at: Coord) -> (f64, f64) {
    const SQUEEZE: f64 = 0.866;
    let (x, y) = (f64::from(at.col) + 0.5, f64::from(at.row) + 0.5);
    match grid.topology() {
        Topology::Square => (x, y),
        Topology::Hex(layout) => {
            let push = if layout.is_shifted(at) { 0.5 } else { 0.0 };
            if layout.shifts_columns() { (x * SQUEEZE, y + push) } else { (x + push, y * SQUEEZE) }
        }
    }
}

fn span(grid: &Grid) -> (f64, f64) {
    let corner = Coord { row: grid.rows() - 1, col: grid.cols() - 1 };
    let (x, y) = point(grid, corner);
    (x + 0.5, y + 0.5)
}

fn fractal(seed: u64, x: f64, y: f64) -> f64 {
    let mut sum = 0.0;
    let (mut size, mut weight) = (1.0, 0.5);
    for octave in 0..OCTAVES {
        sum += weight * noise(scramble(seed ^ u64::from(octave)), x * size, y * size);
        size *= 2.0;
        weight *= 0.5;
    }
    sum
}

/// Returns smooth noise between 0 and 1: random values at whole points, blended between them.
fn noise(seed: u64, x: f64, y: f64) -> f64 {
    let (left, top) = (x.floor(), y.floor());
    let value = |dx: f64, dy: f64| {
        let (column, row) = ((left + dx) as u64, (top + dy) as u64);
        (scramble(seed ^ scramble(column << 32 | row)) >> 11) as f64 / (1u64 << 53) as f64
    };
    let smooth = |t: f64| t * t * (3.0 - 2.0 * t);
    let blend = |from: f64, to: f64, t: f64| from + (to - from) * t;
    let (across, down) = (smooth(x - left), smooth(y - top));
    let upper = blend(value(0.0, 0.0), value(1.0, 0.0), across);
    let lower = blend(value(0.0, 1.0), value(1.0, 1.0), across);
    blend(upper, lower, down)
}
