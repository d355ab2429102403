//! Boards that are too large for bitboards: the search looks at windows of them.
//!
//! What happens far away does not matter for a while, so each penguin is seen in a window around it. In each window
//! a search tells what the best turn there is worth, and the evaluation what the window is worth as it stands.
//! The turn that gains the most is made. Where penguins are placed, windows around a few good floes are compared.

use floe_rules::grid::{Cell, Coord, Grid};
use floe_rules::penguins::{
    Compact, Id, Move, Packed, PackedVisitor, Phase, PlayerRow, Position, Seat, Setup, Stage, Tile,
};

use super::evaluation::{Evaluate, Weights, sides};
use super::pvs::FISH;
use crate::context::SearchContext;
use crate::penguins::engine::PenguinsEngine;
use crate::penguins::greedy::{PenguinsGreedy, lead};
use crate::search::{Choice, Limits, Progress, Search, Value};

/// The longest side of a window: its tiles fit on bitboards.
const SIDE: u32 = 16;
/// How many windows are looked at, at most.
const MOST_WINDOWS: usize = 12;
/// How deep windows are searched where nothing else limits the search.
const DEPTH: u8 = 6;

/// A part of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    from: Coord,
    rows: u32,
    cols: u32,
}

/// Searches a large board, window by window.
pub(crate) fn search(
    strategist: &mut PenguinsEngine,
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
    let budget = context.budget.clone();
    let limits = &budget.limits;
    for (index, window) in windows.iter().enumerate() {
        let Some((small, stay)) = small(strategist, position, us, window) else { continue };
        let left = (windows.len() - index) as u32;
        let share = Limits {
            nodes: limits.nodes.map(|all| (all.saturating_sub(nodes) / u64::from(left)).max(1)),
            depth: Some(limits.depth.unwrap_or(DEPTH).min(DEPTH)),
            ..limits.clone()
        };
        let share = SearchContext::of_budget(budget.part_of_time(left, share));
        let Some(choice) = strategist.search(&small, share) else { continue };
        nodes += choice.progress.nodes;
        // Scores count for nothing in a window, so the value is what is gained from here on.
        let gain = choice.progress.value.0 - stay;
        if best.as_ref().is_none_or(|&(most, _)| gain > most) {
            let large = |turn: Move| window.enlarge(&small.grid(), &position.grid(), turn);
            let line: Option<Vec<Move>> = choice.progress.line.iter().map(|&turn| large(turn)).collect();
            let Some(turn) = large(choice.turn) else { continue };
            let value = Value(lead(position, us) * i64::from(FISH) + gain);
            let line = line.unwrap_or_else(|| vec![turn]);
            let progress =
                Progress { line, nodes, elapsed: budget.elapsed(), value, ..choice.progress.map(|_| turn) };
            context.report(&progress);
            best = Some((gain, Choice { turn, progress }));
        }
        if budget.is_over() {
            break;
        }
    }
    match best {
        Some((_, choice)) => Some(choice),
        None => PenguinsGreedy.search(position, context),
    }
}

/// Returns windows around the penguins that can move; neighbours share one.
fn windows(position: &Position, us: Seat) -> Vec<Window> {
    let grid = position.grid();
    let mut windows: Vec<Window> = Vec::new();
    for cell in position.penguins(us) {
        if position.ice().reach(cell).next().is_none() {
            continue;
        }
        let at = grid.coord(cell);
        if !windows.iter().any(|window| window.shows(at, &grid)) {
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
            // Pushed rows and columns must stay pushed.
            let from = at.saturating_sub(size / 2).min(count - size);
            let from = from - from % 2;
            (from, size.min(count - from))
        };
        let ((row, rows), (col, cols)) = (part(at.row, grid.rows()), part(at.col, grid.cols()));
        Window { from: Coord { row, col }, rows, cols }
    }

    /// Tells whether the window shows a place with some of what lies around it.
    fn shows(&self, at: Coord, grid: &Grid) -> bool {
        let inside = |at: u32, from: u32, size: u32, count: u32| {
            (at >= from + 4 || from == 0 && at < size)
                && (at + 4 < from + size || from + size == count && at >= from)
        };
        inside(at.row, self.from.row, self.rows, grid.rows())
            && inside(at.col, self.from.col, self.cols, grid.cols())
    }

    /// Returns a turn in the window as a turn of the whole board.
    fn enlarge(&self, small: &Grid, large: &Grid, turn: Move) -> Option<Move> {
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

/// Returns a window as a game of its own, and what it is worth to us before our turn.
fn small(
    strategist: &PenguinsEngine,
    position: &Position,
    us: Seat,
    window: &Window,
) -> Option<(Position, i64)> {
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
    let evaluation = strategist.weights(position);
    let stay = Packed::new(&small)?.visit(StaticValue(&evaluation));
    Some((small, i64::from(stay)))
}

/// Evaluates a position without a search.
struct StaticValue<'a>(&'a Weights);

impl PackedVisitor for StaticValue<'_> {
    type Output = i32;

    fn visit<const W: usize>(self, position: Position<Compact<W>>) -> i32 {
        let (mine, theirs) = sides(&position);
        Evaluate::value(self.0, &position, mine, theirs)
    }
}
