//! Searches boards that are too large for bitboards, in windows of at most 16 x 16 cells around the penguins.
//!
//! Each window is searched as a game of its own. It chooses the turn whose value exceeds the static evaluation of its
//! window by the most. Placements are chosen by [`PenguinsGreedy`], without windows.

use floe_rules::grid::{Cell, Coord, Grid};
use floe_rules::penguins::{
    Compact, Id, Move, Packed, PackedVisitor, Phase, PlayerRow, Position, Seat, Setup, Stage, Tile,
};

use super::pvs::FISH;
use super::table_evaluator::TableEvaluator;
use super::tile_table::{TileTable, sides};
use crate::considered::most_considered;
use crate::context::SearchContext;
use crate::penguins::engine::PenguinsEngine;
use crate::penguins::greedy::{PenguinsGreedy, lead};
use crate::search::{Choice, Limits, Progress, Search, Value};

/// The longest side of a window: its 256 cells fit into bitboards.
const SIDE: u32 = 16;
/// The largest number of windows.
const MOST_WINDOWS: usize = 12;
/// The depth of the searches: gains of windows can be compared only at the same depth.
const DEPTH: u8 = 6;

/// A part of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    from: Coord,
    rows: u32,
    cols: u32,
}

/// Searches a large board window by window.
pub(crate) fn search(
    engine: &mut PenguinsEngine,
    position: &Position,
    mut context: SearchContext<'_, Progress<Move>>,
) -> Option<Choice<Move>> {
    if position.phase() == Phase::Placement {
        return PenguinsGreedy.search(position, context);
    }
    let us = position.to_move()?;
    let windows = windows(position, us);
    let mut best: Option<(i64, Choice<Move>)> = None;
    let mut nodes = 0;
    let mut work: Vec<(Move, u64)> = Vec::new();
    let budget = context.budget.clone();
    let limits = &budget.limits;
    for (index, window) in windows.iter().enumerate() {
        let Some((small, static_value)) = window_game(position, us, window) else { continue };
        let left = (windows.len() - index) as u32;
        let share = Limits {
            nodes: limits.nodes.map(|all| (all.saturating_sub(nodes) / u64::from(left)).max(1)),
            depth: Some(limits.depth.unwrap_or(DEPTH).min(DEPTH)),
            ..limits.clone()
        };
        let share = budget.part_of_time(left, share);
        let large = |turn: Move| window.to_board(&small.grid(), &position.grid(), turn);
        // Scores are 0 in a window, so its value covers only the fish still to be collected.
        let base = lead(position, us) * i64::from(FISH) - static_value;
        let on_board = |found: &Progress<Move>, nodes: u64, work: &[(Move, u64)]| {
            let turn = large(*found.line.first()?)?;
            let line: Option<Vec<Move>> = found.line.iter().map(|&turn| large(turn)).collect();
            Some(Progress {
                depth: found.depth,
                nodes,
                elapsed: budget.elapsed(),
                value: Value(base + found.value.0),
                line: line.unwrap_or_else(|| vec![turn]),
                considered: most_considered(turn, work.iter().copied()),
            })
        };
        let mut report = |found: &Progress<Move>| {
            let mut work = Vec::new();
            add_work(&mut work, found, large);
            // Reports of later windows would replace a better turn of an earlier one.
            if best.is_none()
                && let Some(progress) = on_board(found, found.nodes, &work)
            {
                context.report(&progress);
            }
        };
        let share = SearchContext::of_budget(share).with_report(&mut report);
        let Some(choice) = engine.search(&small, share) else { continue };
        nodes += choice.progress.nodes;
        add_work(&mut work, &choice.progress, large);
        let gain = choice.progress.value.0 - static_value;
        if best.as_ref().is_none_or(|&(most, _)| gain > most) {
            let Some(progress) = on_board(&choice.progress, nodes, &work) else { continue };
            let Some(turn) = large(choice.turn) else { continue };
            context.report(&progress);
            best = Some((gain, Choice { turn, progress }));
        }
        if budget.is_over() {
            break;
        }
    }
    match best {
        Some((_, mut choice)) => {
            choice.progress.considered = most_considered(choice.turn, work.into_iter());
            Some(choice)
        }
        None => PenguinsGreedy.search(position, context),
    }
}

/// Adds the work on the turns of a window to that on the turns of the board; windows that overlap share turns.
fn add_work(work: &mut Vec<(Move, u64)>, found: &Progress<Move>, to_board: impl Fn(Move) -> Option<Move>) {
    for considered in &found.considered {
        let spent = (f64::from(considered.share) * found.nodes as f64) as u64;
        let Some(turn) = to_board(considered.turn) else { continue };
        match work.iter_mut().find(|(known, _)| *known == turn) {
            Some((_, sum)) => *sum += spent,
            None => work.push((turn, spent)),
        }
    }
}

/// Returns windows around the penguins that can move; neighbouring penguins share one.
fn windows(position: &Position, us: Seat) -> Vec<Window> {
    let grid = position.grid();
    let mut windows: Vec<Window> = Vec::new();
    for cell in position.penguins(us) {
        if position.ice().reach(cell).next().is_none() {
            continue;
        }
        let at = grid.coord(cell);
        if !windows.iter().any(|window| window.contains(at, &grid)) {
            windows.push(Window::around(at, &grid));
        }
        if windows.len() == MOST_WINDOWS {
            break;
        }
    }
    windows
}

impl Window {
    fn around(at: Coord, grid: &Grid) -> Window {
        let part = |at: u32, count: u32| {
            let size = count.min(SIDE);
            // An even offset preserves the parity that the hexagon layouts depend on.
            let from = at.saturating_sub(size / 2).min(count - size);
            let before = from - from % 2;
            let from = if at < before + size { before } else { before + 2 };
            (from, size.min(count - from))
        };
        let ((row, rows), (col, cols)) = (part(at.row, grid.rows()), part(at.col, grid.cols()));
        Window { from: Coord { row, col }, rows, cols }
    }

    /// Returns whether the window contains a cell with a margin of 4 cells, except at the edges of the board.
    fn contains(&self, at: Coord, grid: &Grid) -> bool {
        let inside = |at: u32, from: u32, size: u32, count: u32| {
            (at >= from + 4 || from == 0 && at < size)
                && (at + 4 < from + size || from + size == count && at >= from)
        };
        inside(at.row, self.from.row, self.rows, grid.rows())
            && inside(at.col, self.from.col, self.cols, grid.cols())
    }

    /// Converts a turn in the window to a turn on the whole board.
    fn to_board(self, small: &Grid, large: &Grid, turn: Move) -> Option<Move> {
        let cell = |cell: Cell| {
            let at = small.coord(cell);
            large.cell(Coord { row: at.row + self.from.row, col: at.col + self.from.col })
        };
        Some(match turn {
            Move::Place(at) => Move::Place(cell(at)?),
            Move::Slide { from, to } => Move::Slide { from: cell(from)?, to: cell(to)? },
        })
    }
}

/// Returns a window as a game of its own, with its static value for us.
fn window_game(position: &Position, us: Seat, window: &Window) -> Option<(Position, i64)> {
    let grid = position.grid();
    let mut tiles: Vec<Tile> = Vec::with_capacity((window.rows * window.cols) as usize);
    for row in 0..window.rows {
        for col in 0..window.cols {
            let at = Coord { row: row + window.from.row, col: col + window.from.col };
            tiles.push(grid.cell(at).map_or(Tile::WATER, |cell| position.tile(cell)));
        }
    }
    let mut setup = Setup::new(window.rows, window.cols, tiles)?;
    for seat in position.seats() {
        let here = setup.tiles().iter().any(|tile| tile.seat() == Some(seat));
        if here {
            let id = Id::new(&[b'0' + seat.number()]).ok()?;
            setup.players.push(PlayerRow::new(id, seat, 0));
        }
    }
    let mut small = Position::new(&setup, position.rules(), &Stage::Movement).ok()?;
    small.set_turn(us);
    if small.to_move() != Some(us) {
        return None;
    }
    let static_value = Packed::new(&small)?.visit(StaticValue(us));
    Some((small, i64::from(static_value)))
}

/// Returns the static evaluation of a packed position for a player whose turn it is.
struct StaticValue(Seat);

impl PackedVisitor for StaticValue {
    type Output = i32;

    fn visit<const W: usize>(self, position: Position<Compact<W>>) -> i32 {
        let players = position.seats().count();
        let evaluation = TileTable::of(position.rules(), players);
        if players > 2 {
            let at = position.seats().position(|seat| seat == self.0).unwrap_or(0);
            return (TableEvaluator(evaluation).payoffs(&position).lead[at] * FISH as f32) as i32;
        }
        let (mine, theirs) = sides(&position);
        evaluation.value(&position, mine, theirs)
    }
}

#[cfg(test)]
mod tests {
    use floe_rules::grid::Topology;

    use super::*;

    #[test]
    fn windows_contain_their_penguin_and_keep_the_parity() {
        for side in 17..40 {
            let grid = Grid::new(side, side, Topology::Square).unwrap();
            for at in 0..side {
                let window = Window::around(Coord { row: at, col: side - 1 - at }, &grid);
                assert!((window.from.row..window.from.row + window.rows).contains(&at), "{at} of {side}");
                assert!(
                    window.from.row.is_multiple_of(2) && window.from.col.is_multiple_of(2),
                    "{at} of {side}"
                );
                assert!(window.rows <= SIDE && window.from.row + window.rows <= side, "{at} of {side}");
            }
        }
    }
}
