//! What keys and clicks do on the board.

use floe_rules::game::{Game, Turn};
use floe_rules::gamma;
use floe_rules::grid::{Coord, Direction, Grid, Topology};
use floe_rules::penguins::{Move, Phase};

use super::keys::{Key, Mouse};
use super::play::Play;
use super::typed::Entry;
use crate::board::gamma::cell as gamma_cell;

/// Returns the direction that a key stands for on a kind of board; both diagonals and arrows on hexagons.
pub(crate) fn direction(key: Key, topology: Topology) -> Option<Direction> {
    let direction = match key {
        Key::Up | Key::Letter('k') => Direction::North,
        Key::Down | Key::Letter('j') => Direction::South,
        Key::Left | Key::Letter('h') => Direction::West,
        Key::Right | Key::Letter('l') => Direction::East,
        Key::Letter('y') => Direction::NorthWest,
        Key::Letter('u') => Direction::NorthEast,
        Key::Letter('b') => Direction::SouthWest,
        Key::Letter('n') => Direction::SouthEast,
        _ => return None,
    };
    topology.directions().contains(&direction).then_some(direction)
}

/// Returns where a key moves the cursor to; along rows and columns where no direction leads there.
fn stepped(grid: &Grid, at: Coord, key: Key) -> Option<Coord> {
    if let Some(direction) = direction(key, grid.topology()) {
        return grid.step(at, direction);
    }
    let to = match key {
        Key::Up | Key::Letter('k') => Coord { row: at.row.checked_sub(1)?, ..at },
        Key::Down | Key::Letter('j') => Coord { row: at.row + 1, ..at },
        Key::Left | Key::Letter('h') => Coord { col: at.col.checked_sub(1)?, ..at },
        Key::Right | Key::Letter('l') => Coord { col: at.col + 1, ..at },
        Key::Home => Coord { col: 0, ..at },
        Key::End => Coord { col: grid.cols() - 1, ..at },
        Key::PageUp => Coord { row: at.row.saturating_sub(5), ..at },
        Key::PageDown => Coord { row: (at.row + 5).min(grid.rows() - 1), ..at },
        _ => return None,
    };
    grid.cell(to).map(|_| to)
}

impl Play {
    /// Takes a key that has to do with the board.
    pub(crate) fn press_on_board(&mut self, key: Key) {
        if let Some(at) = stepped(&self.table.grid(), self.table.cursor, key) {
            return self.table.go_to(at);
        }
        if self.person().is_none() {
            return;
        }
        let gamma = matches!(self.table.game, Game::Gamma(_));
        match key {
            Key::Enter | Key::Letter(' ') => self.act_at(self.table.cursor),
            Key::Letter('g' | 'G') if gamma => self.take_here(true),
            Key::Letter('c' | 'C') if gamma => _ = self.make(Turn::Gamma(gamma::Move::Pass)),
            Key::Tab => self.next_penguin(1),
            Key::BackTab => self.next_penguin(-1),
            Key::Letter('d') if !gamma => self.ask_step_by_step(),
            Key::Letter(letter @ ('0'..='9' | 'r')) if letter != 'r' || !gamma => {
                self.entry = Entry::Line(letter.to_string());
            }
            Key::Letter(':' | '/') => self.entry = Entry::Line(String::new()),
            _ => {}
        }
    }

    pub(crate) fn mouse_on_board(&mut self, mouse: Mouse) {
        match mouse {
            Mouse::Wheel { right, down, .. } => self.table.scroll_by(right, down),
            Mouse::Cancel(_) => {
                self.chosen = None;
                self.entry = Entry::None;
            }
            Mouse::Press(at) => {
                let Some(tile) = self.table.view().tile_at(at.x, at.y) else { return };
                self.entry = Entry::None;
                self.held = Some(tile);
                // What is clicked on is seen, so there is no need to scroll.
                self.table.cursor = tile;
                if self.person().is_some() {
                    self.act_at(tile);
                }
            }
            Mouse::Release(at) => {
                // Pulling a penguin to where it goes is as good as two clicks.
                let tile = self.table.view().tile_at(at.x, at.y);
                let held = self.held.take();
                if let (Some(tile), Some(held), Some(_)) = (tile, held, self.chosen)
                    && tile != held
                    && self.person().is_some()
                {
                    self.table.cursor = tile;
                    self.act_at(tile);
                }
            }
        }
    }

    /// Does what can be done at a place: places, chooses, slides or takes.
    pub(crate) fn act_at(&mut self, at: Coord) {
        let Game::Penguins(history) = &self.table.game else {
            self.table.cursor = at;
            return self.take_here(false);
        };
        let position = history.position();
        let grid = position.grid();
        let Some(cell) = grid.cell(at) else { return };
        if position.phase() == Phase::Placement {
            self.make(Turn::Penguins(Move::Place(cell)));
            return;
        }
        let owner = position.occupant(cell);
        let own = owner.is_some() && owner == position.to_move();
        let can_move = position.ice().reach(cell).next().is_some();
        match (own, self.chosen) {
            (true, Some(chosen)) if chosen == cell => {
                self.chosen = None;
                self.say("");
            }
            (true, _) if can_move => {
                self.chosen = Some(cell);
                self.say("");
            }
            (true, _) => self.complain(&format!("the penguin at {at} cannot move")),
            (false, Some(from)) => _ = self.make(Turn::Penguins(Move::Slide { from, to: cell })),
            (false, None) => {
                let reason = match owner {
                    Some(_) => format!("the penguin at {at} is not yours: choose one of your own"),
                    None => format!("there is no penguin of yours at {at}: choose one first"),
                };
                self.complain(&reason);
            }
        }
    }

    fn take_here(&mut self, golden: bool) {
        if let Game::Gamma(history) = &self.table.game {
            let (x, y) = gamma_cell(history.board(), self.table.cursor);
            let turn = if golden { gamma::Move::Golden { x, y } } else { gamma::Move::Take { x, y } };
            self.make(Turn::Gamma(turn));
        }
    }

    /// Goes to the next penguin that can move, and chooses it.
    pub(crate) fn next_penguin(&mut self, by: i64) {
        let movable = self.movable();
        if movable.is_empty() {
            return;
        }
        let grid = self.table.grid();
        let at = movable.iter().position(|&cell| Some(cell) == self.chosen);
        let next = match at {
            Some(at) => (at as i64 + by).rem_euclid(movable.len() as i64) as usize,
            None if by > 0 => 0,
            None => movable.len() - 1,
        };
        self.chosen = Some(movable[next]);
        self.say("");
        self.table.go_to(grid.coord(movable[next]));
    }

    /// Returns the penguins of whoever is to move that can move, in the order of the board.
    pub(crate) fn movable(&self) -> Vec<floe_rules::grid::Cell> {
        let Game::Penguins(history) = &self.table.game else {
            return Vec::new();
        };
        let position = history.position();
        let (Phase::Movement, Some(seat)) = (position.phase(), position.to_move()) else {
            return Vec::new();
        };
        let penguins = position.penguins(seat).into_iter();
        penguins.filter(|&cell| position.ice().reach(cell).next().is_some()).collect()
    }

    /// Puts the cursor where a person will want it: on a penguin that can move.
    pub(crate) fn find_cursor(&mut self) {
        if self.person().is_none() {
            return;
        }
        let grid = self.table.grid();
        let movable = self.movable();
        let here = grid.cell(self.table.cursor);
        if let Some(&first) = movable.first()
            && !movable.iter().any(|&cell| Some(cell) == here)
        {
            self.table.go_to(grid.coord(first));
        }
    }
}
