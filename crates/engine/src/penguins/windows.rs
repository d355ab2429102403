//! Searches boards that are too large for any bitboard, in windows of at most 32 x 32 cells around the penguins.
//!
//! Each window is searched as a game of its own: all of them to the same depth before any is searched deeper (two players),
//! or for equal parts of the time (three and more). The turn whose value exceeds the static evaluation of its window by the most is made. Placements are chosen by
//! [`PenguinsGreedy`], without windows.

use floe_rules::grid::{Cell, Coord, Grid};
use floe_rules::penguins::{
    Compact, Id, Move, PackedLarge, PackedVisitor, Phase, PlayerRow, Position, Seat, Setup, Stage, Tile,
};

use super::pvs::{DEEPEST, FISH};
use super::table_evaluator::TableEvaluator;
use super::tile_table::{TileTable, sides};
use crate::considered::{add_work, most_considered};
use crate::context::{Budget, SearchContext};
use crate::penguins::engine::PenguinsEngine;
use crate::penguins::greedy::{PenguinsGreedy, lead};
use crate::search::{Choice, Limits, Progress, Search, Value};

/// The longest side of a window.
const SIDE: u32 = 32;
/// A penguin is in the window of another if it is at least this far from the edge, or the edge is that of the board.
const MARGIN: u32 = 8;
/// The largest number of windows.
const MOST_WINDOWS: usize = 16;

/// A part of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    from: Coord,
    rows: u32,
    cols: u32,
}

/// A window as a game of its own, in which all scores are 0.
struct WindowGame {
    window: Window,
    position: Position,
    /// The static evaluation for the player to move.
    static_value: i64,
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
    let games: Vec<WindowGame> = windows(position, us)
        .into_iter()
        .filter_map(|window| WindowGame::new(position, us, window))
        .collect();
    let budget = context.budget.clone();
    let deepest = budget.limits.depth.unwrap_or(DEEPEST);
    let mut rounds =
        Rounds { engine, position, games: &games, budget: &budget, nodes: 0, spent: 0, work: Vec::new() };
    let mut best = None;
    // The tree search of three and more players ends at no depth, so that one round takes all the time. At the largest
    // depth the engine would prove that a turn wins in its window, which is not what is asked.
    let deepest = deepest.min(DEEPEST - 1);
    let first = if position.seats().count() > 2 { deepest } else { 1 };
    for depth in first..=deepest {
        let Some((choice, finished)) = rounds.run(depth, best.is_none()) else { break };
        context.report(&choice.progress);
        best = Some(choice);
        if finished {
            break;
        }
    }
    best.or_else(|| PenguinsGreedy.search(position, context))
}

/// Searches of all windows, each round to a greater depth.
struct Rounds<'a> {
    engine: &'a mut PenguinsEngine,
    position: &'a Position,
    games: &'a [WindowGame],
    budget: &'a Budget<'a>,
    nodes: u64,
    /// The part of the node limit that is spent; further threads have nodes of their own.
    spent: u64,
    /// The nodes after each turn.
    work: Vec<(Move, u64)>,
}

impl Rounds<'_> {
    /// Searches every window to a depth. Returns the best turn, and whether no deeper round is needed; nothing if the
    /// limits end the round, unless it is the first.
    fn run(&mut self, depth: u8, first: bool) -> Option<(Choice<Move>, bool)> {
        let mut best: Option<(i64, &WindowGame, Choice<Move>)> = None;
        let mut finished = true;
        let is_tree = self.position.seats().count() > 2;
        for (games, game) in (1..=self.games.len()).rev().zip(self.games) {
            let limits = &self.budget.limits;
            let parts = if is_tree { games as u32 } else { 1 };
            let left = limits.nodes.map(|most| most.saturating_sub(self.spent));
            let nodes = left.map(|left| (left / u64::from(parts)).max(1));
            let limits_of_game = Limits { nodes, depth: Some(depth), early_stop: false, ..limits.clone() };
            let budget = self.budget.part_of_time(parts, limits_of_game);
            let Some(choice) = self.engine.search(&game.position, SearchContext::of_budget(budget)) else {
                continue;
            };
            self.nodes += choice.progress.nodes;
            self.spent += choice.progress.nodes.min(nodes.unwrap_or(u64::MAX));
            let to_board =
                |turn: Move| game.window.to_board(&game.position.grid(), &self.position.grid(), turn);
            add_work(&mut self.work, &choice.progress, to_board);
            let over = self.budget.is_over() || limits.nodes.is_some_and(|most| self.spent >= most);
            if over && !first {
                return None;
            }
            finished &= over || choice.progress.depth < u32::from(depth);
            let gain = choice.progress.value.0 - game.static_value;
            if best.as_ref().is_none_or(|&(most, ..)| gain > most) {
                best = Some((gain, game, choice));
            }
            if over {
                break;
            }
        }
        let (gain, game, choice) = best?;
        let on_board =
            |&turn: &Move| game.window.to_board(&game.position.grid(), &self.position.grid(), turn);
        let turn = on_board(&choice.turn)?;
        // What players will collect outside the windows is taken to be equal.
        let collected: i64 = self.games.iter().map(|game| game.static_value).sum();
        let progress = Progress {
            depth: choice.progress.depth,
            nodes: self.nodes,
            elapsed: self.budget.elapsed(),
            value: Value(lead(self.position, self.position.to_move()?) * i64::from(FISH) + collected + gain),
            line: choice.progress.line.iter().map_while(on_board).collect(),
            considered: most_considered(turn, self.work.iter().copied()),
        };
        Some((Choice { turn, progress }, finished))
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

    /// Returns whether the window contains a cell with a margin, except at the edges of the board.
    fn contains(&self, at: Coord, grid: &Grid) -> bool {
        let inside = |at: u32, from: u32, size: u32, count: u32| {
            (at >= from + MARGIN || from == 0 && at < size)
                && (at + MARGIN < from + size || from + size == count && at >= from)
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

impl WindowGame {
    /// Cuts a window out of a board; nothing if the player has no turn in it.
    fn new(position: &Position, us: Seat, window: Window) -> Option<WindowGame> {
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
        let static_value = i64::from(PackedLarge::new(&small)?.visit(StaticValue(us)));
        Some(WindowGame { window, position: small, static_value })
    }
}

/// Returns the static evaluation of a packed position for a player whose turn it is.
struct StaticValue(Seat);

impl PackedVisitor for StaticValue {
    type Output = i32;

    fn visit<const W: usize>(self, position: Position<Compact<W>>) -> i32 {
        let players = position.seats().count();
        let evaluation = TileTable::of(position.rules(), players, W);
        if players > 2 {
            let at = position.seats().position(|seat| seat == self.0).unwrap_or(0);
            return (TableEvaluator::new(evaluation).payoffs(&position).lead[at] * FISH as f32) as i32;
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
