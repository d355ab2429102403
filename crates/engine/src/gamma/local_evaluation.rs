//! Evaluation of a single turn of Gamma by the territory in a window around its cell.
//!
//! The player on one side and all opponents together on the other expand alternately over the empty cells, one ring at
//! a time, from the cells that they hold. The value of the turn is how much it changes the balance of cells reached
//! first. The window covers all of a small board; on a large one cells further away hardly depend on this turn.

use floe_rules::gamma::Gamma;

/// The radius of the window, in cells.
const SIGHT: u32 = 10;

/// The value of a cell.
pub(crate) const CELL: i64 = 100;
/// The loss of value for each ring of distance.
const FAR: i64 = 3;
/// The smallest value of a cell.
const LEAST: i64 = 40;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    Empty,
    Own,
    Rival,
    OffBoard,
}

/// Evaluates turns of one player.
pub(crate) struct LocalEvaluator<'a> {
    board: &'a Gamma,
    player: u32,
    window: Window,
    /// The window with a frame of cells that are off the board, so that every cell has four sides.
    ground: Vec<Ground>,
    /// The value of the window before the turn.
    value: i64,
    /// Scratch buffers, kept to avoid allocations.
    claimed: Vec<Ground>,
    own: Ring,
    rivals: Ring,
}

/// The effect of taking a cell.
pub(crate) struct CellGain {
    /// The gain of territory in hundredths of a cell.
    pub(crate) territory: i64,
    /// The number of the player's areas next to the cell; areas connected only outside the window count separately.
    pub(crate) areas: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Window {
    left: u32,
    bottom: u32,
    width: u32,
    height: u32,
}

impl Window {
    fn around(board: &Gamma, x: u32, y: u32) -> Window {
        let (left, bottom) = (x.saturating_sub(SIGHT), y.saturating_sub(SIGHT));
        let right = x.saturating_add(SIGHT).min(board.width() - 1);
        let top = y.saturating_add(SIGHT).min(board.height() - 1);
        Window { left, bottom, width: right - left + 1, height: top - bottom + 1 }
    }

    /// Returns how many cells lie in a row, with the frame.
    fn stride(self) -> usize {
        self.width as usize + 2
    }

    fn index(self, x: u32, y: u32) -> usize {
        (y - self.bottom + 1) as usize * self.stride() + (x - self.left + 1) as usize
    }

    fn sides(self, index: usize) -> [usize; 4] {
        let stride = self.stride();
        [index - 1, index + 1, index - stride, index + stride]
    }
}

/// The frontier of one side: its last ring and the one being built.
#[derive(Default)]
struct Ring {
    last: Vec<usize>,
    next: Vec<usize>,
}

impl Ring {
    /// Takes all empty cells beside the last ring; returns how many.
    fn grow(&mut self, window: Window, claimed: &mut [Ground], holder: Ground) -> i64 {
        self.next.clear();
        for &index in &self.last {
            for side in window.sides(index) {
                if claimed[side] == Ground::Empty {
                    claimed[side] = holder;
                    self.next.push(side);
                }
            }
        }
        std::mem::swap(&mut self.last, &mut self.next);
        self.last.len() as i64
    }
}

impl LocalEvaluator<'_> {
    pub(crate) fn new(board: &Gamma, player: u32) -> LocalEvaluator<'_> {
        LocalEvaluator {
            board,
            player,
            window: Window::default(),
            ground: Vec::new(),
            value: 0,
            claimed: Vec::new(),
            own: Ring::default(),
            rivals: Ring::default(),
        }
    }

    /// Returns the effect of taking a cell, empty or not.
    pub(crate) fn gain(&mut self, x: u32, y: u32) -> CellGain {
        let window = Window::around(self.board, x, y);
        // On a small board all cells have the same window.
        if window != self.window {
            self.load(window);
        }
        let cell = window.index(x, y);
        let before = std::mem::replace(&mut self.ground[cell], Ground::Own);
        let territory = self.expand() - self.value;
        self.ground[cell] = before;
        CellGain { territory, areas: self.areas_beside(cell) }
    }

    fn load(&mut self, window: Window) {
        self.window = window;
        self.ground.clear();
        self.ground.resize(window.stride() * (window.height as usize + 2), Ground::OffBoard);
        for y in window.bottom..window.bottom + window.height {
            let row = window.index(window.left, y);
            for (ground, x) in self.ground[row..].iter_mut().zip(window.left..window.left + window.width) {
                *ground = match self.board.owner(x, y) {
                    None => Ground::Empty,
                    Some(owner) if owner == self.player => Ground::Own,
                    Some(_) => Ground::Rival,
                };
            }
        }
        self.value = self.expand();
    }

    /// Returns the value of the window by expanding all players.
    fn expand(&mut self) -> i64 {
        self.claimed.clone_from(&self.ground);
        self.own.last.clear();
        self.rivals.last.clear();
        for (index, &ground) in self.ground.iter().enumerate() {
            match ground {
                Ground::Own => self.own.last.push(index),
                Ground::Rival => self.rivals.last.push(index),
                Ground::Empty | Ground::OffBoard => {}
            }
        }
        let mut value = (self.own.last.len() as i64 - self.rivals.last.len() as i64) * CELL;
        let mut worth = CELL;
        while !(self.own.last.is_empty() && self.rivals.last.is_empty()) {
            worth = (worth - FAR).max(LEAST);
            // The opponents move next, so they expand first.
            value -= worth * self.rivals.grow(self.window, &mut self.claimed, Ground::Rival);
            value += worth * self.own.grow(self.window, &mut self.claimed, Ground::Own);
        }
        value
    }

    /// Counts the areas of the player beside a cell; areas that are connected only outside the window count separately.
    fn areas_beside(&mut self, cell: usize) -> u32 {
        self.claimed.clone_from(&self.ground);
        self.claimed[cell] = Ground::OffBoard;
        let mut areas = 0;
        for side in self.window.sides(cell) {
            if self.claimed[side] != Ground::Own {
                continue;
            }
            areas += 1;
            self.claimed[side] = Ground::OffBoard;
            let mut stack = vec![side];
            while let Some(index) = stack.pop() {
                for next in self.window.sides(index) {
                    if self.claimed[next] == Ground::Own {
                        self.claimed[next] = Ground::OffBoard;
                        stack.push(next);
                    }
                }
            }
        }
        areas
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(width: u32, height: u32, cells: &[(u32, u32, u32)]) -> Gamma {
        let mut board = Gamma::new(width, height, 2, 9).unwrap();
        for &(player, x, y) in cells {
            assert!(board.take(player, x, y));
        }
        board
    }

    #[test]
    fn standing_in_the_way_gains_more_than_standing_behind() {
        let board = board(9, 1, &[(1, 2, 0), (2, 8, 0)]);
        let mut evaluator = LocalEvaluator::new(&board, 1);
        assert!(evaluator.gain(3, 0).territory > evaluator.gain(1, 0).territory);
    }

    #[test]
    fn taking_a_cell_of_secure_territory_gains_little() {
        let board = board(9, 1, &[(1, 2, 0), (2, 3, 0)]);
        let gain = LocalEvaluator::new(&board, 1).gain(1, 0).territory;
        assert!((0..CELL / 4).contains(&gain), "{gain}");
    }

    #[test]
    fn areas_beside_a_cell_are_counted_once() {
        // Two cells of one area, and one of another.
        let board = board(3, 3, &[(1, 0, 1), (1, 0, 0), (1, 1, 0), (1, 2, 1), (2, 2, 2)]);
        let mut evaluator = LocalEvaluator::new(&board, 1);
        assert_eq!(evaluator.gain(1, 1).areas, 2);
        assert_eq!(evaluator.gain(0, 2).areas, 1);
        assert_eq!(LocalEvaluator::new(&board, 2).gain(1, 1).areas, 0);
    }

    #[test]
    fn a_window_at_the_edge_of_a_large_board_is_cut_off_there() {
        let board = board(5000, 3, &[(1, 4999, 2), (2, 0, 0)]);
        let mut evaluator = LocalEvaluator::new(&board, 1);
        for (x, y) in [(0, 1), (2500, 0), (4998, 2), (4999, 0)] {
            assert!(evaluator.gain(x, y).territory > 0, "{x} {y}");
        }
    }
}
