//! Where tiles are drawn is where they are clicked, in every layout and size.

use floe_rules::grid::{Coord, Grid, Layout, Topology};
use floe_tui::Charset;
use floe_tui::board::{Pattern, RowOrder, View};
use ratatui::layout::Rect;

fn patterns(topology: Topology) -> impl Iterator<Item = Pattern> {
    [Charset::Unicode, Charset::Ascii].into_iter().flat_map(move |charset| Pattern::all(topology, charset))
}

fn topologies() -> impl Iterator<Item = Topology> {
    std::iter::once(Topology::Square).chain(Layout::ALL.map(Topology::Hex))
}

fn tiles(grid: Grid) -> impl Iterator<Item = Coord> {
    grid.iter().map(move |cell| grid.coord(cell))
}

#[test]
fn a_click_where_a_tile_is_drawn_meets_it() {
    let area = Rect { x: 3, y: 2, width: 140, height: 70 };
    for topology in topologies() {
        for (rows, cols) in [(1, 1), (1, 7), (7, 1), (9, 9), (6, 13), (40, 40)] {
            let grid = Grid::new(rows, cols, topology).expect("the board is small");
            for pattern in patterns(topology) {
                let size = pattern.size();
                let mut view =
                    View::new(grid, RowOrder::FromTop, area, (0, 0), Charset::Unicode).with_pattern(pattern);
                for at in tiles(grid) {
                    view.follow(at);
                    let place = view.place_of(at).expect("what is followed is seen");
                    assert_eq!(view.tile_at(place.x, place.y), Some(at), "{topology:?} {size:?} {at}");
                }
            }
        }
    }
}

#[test]
fn whatever_is_clicked_is_near() {
    let area = Rect { x: 0, y: 0, width: 90, height: 50 };
    for topology in topologies() {
        let grid = Grid::new(9, 9, topology).expect("the board is small");
        for pattern in patterns(topology) {
            let (wide, high) = pattern.spread();
            let view =
                View::new(grid, RowOrder::FromBottom, area, (0, 0), Charset::Unicode).with_pattern(pattern);
            for (column, row) in (0..90).flat_map(|column| (0..50).map(move |row| (column, row))) {
                let Some(at) = view.tile_at(column, row) else { continue };
                let Some(place) = view.place_of(at) else { continue };
                let (dx, dy) = (i64::from(column) - i64::from(place.x), i64::from(row) - i64::from(place.y));
                assert!(dx.abs() <= wide && dy.abs() <= high, "{topology:?}: {column} {row} is not {at}");
            }
        }
    }
}

#[test]
fn views_stand_any_size_and_any_scroll() {
    for topology in topologies() {
        let grid = Grid::new(30, 20, topology).expect("the board is small");
        for (width, height) in [(0, 0), (1, 1), (3, 2), (5, 40), (200, 1), (300, 200)] {
            let area = Rect { x: 0, y: 0, width, height };
            for scroll in [(0, 0), (-1000, 1000), (i64::from(i32::MAX), 3)] {
                let mut view = View::new(grid, RowOrder::FromTop, area, scroll, Charset::Unicode);
                view.scroll_by(-3, 5);
                view.follow(Coord { row: 29, col: 19 });
                for (column, row) in [(0, 0), (width, height), (u16::MAX, u16::MAX)] {
                    let _ = view.tile_at(column, row);
                }
            }
        }
    }
}
