//! Keys and clicks on the board of a game.

use floe_locale::tr;
use floe_rules::game::{Game, Turn};
use floe_rules::gamma;
use floe_rules::grid::{Coord, Direction, Grid, Topology};
use floe_rules::penguins::{Move, Phase};

use super::board_pane::{grid_of, tiles_of};
use super::keys::{Key, Mouse};
use super::line_editor::LineEditor;
use super::play::PlayScreen;
use super::turn_entry::TurnEntry;
use super::{Command, Env};
use crate::board::gamma::cell as gamma_cell;
use crate::phrases::TileNames;

/// Returns the direction that a key moves the cursor in, if the topology has it.
fn direction(key: Key, topology: Topology) -> Option<Direction> {
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

/// Returns where a key moves the cursor: one step in its direction, or along the row or column if the layout lacks
/// that direction.
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

impl PlayScreen {
    /// Takes a key that moves the cursor or makes a turn.
    pub(crate) fn press_on_board(&mut self, key: Key, env: &Env<'_>, commands: &mut Vec<Command>) {
        if let Some(at) = stepped(&grid_of(self.game()), self.pane.cursor, key) {
            return self.go_to(at);
        }
        if self.session.person_to_move().is_none() {
            return;
        }
        let gamma = matches!(self.game(), Game::Gamma(_));
        match key {
            Key::Enter => match self.hint_on_enter() {
                Some(turn) => _ = self.make(turn, env, commands),
                None => self.act_at(self.pane.cursor, env, commands),
            },
            Key::Letter(' ') => self.act_at(self.pane.cursor, env, commands),
            Key::Letter('g' | 'G') if gamma => self.take_here(true, env, commands),
            Key::Letter('c' | 'C') if gamma => {
                self.make(Turn::Gamma(gamma::Move::Pass), env, commands);
            }
            Key::Tab => self.next_penguin(1),
            Key::BackTab => self.next_penguin(-1),
            Key::Letter('d') if !gamma => self.ask_step_by_step(env.lang()),
            Key::Letter(letter @ ('0'..='9' | 'r')) if letter != 'r' || !gamma => {
                self.entry = TurnEntry::Line(LineEditor::new(&letter.to_string()));
            }
            Key::Letter(':' | '/') => self.entry = TurnEntry::Line(LineEditor::default()),
            _ => {}
        }
    }

    pub(crate) fn mouse_on_board(&mut self, mouse: Mouse, env: &Env<'_>, commands: &mut Vec<Command>) {
        match mouse {
            Mouse::Wheel { right, down, .. } => self.pane.scroll_by(self.session.game(), right, down),
            Mouse::Cancel(_) => {
                self.chosen = None;
                self.entry = TurnEntry::None;
            }
            Mouse::Press(at) => {
                let Some(tile) = self.pane.view(self.game()).tile_at(at.x, at.y) else { return };
                self.entry = TurnEntry::None;
                self.pressed_at = Some(tile);
                // A clicked tile is already visible, so there is no need to scroll.
                self.pane.cursor = tile;
                if self.session.person_to_move().is_some() {
                    self.act_at(tile, env, commands);
                }
            }
            Mouse::Release(at) => {
                // A penguin can be dragged to its destination.
                let tile = self.pane.view(self.game()).tile_at(at.x, at.y);
                let pressed_at = self.pressed_at.take();
                if let (Some(tile), Some(pressed_at), Some(_)) = (tile, pressed_at, self.chosen)
                    && tile != pressed_at
                    && self.session.person_to_move().is_some()
                {
                    self.pane.cursor = tile;
                    self.act_at(tile, env, commands);
                }
            }
        }
    }

    /// Acts on a tile: places, chooses or slides a penguin, or takes a cell.
    pub(crate) fn act_at(&mut self, at: Coord, env: &Env<'_>, commands: &mut Vec<Command>) {
        let Game::Penguins(history) = self.session.game() else {
            self.pane.cursor = at;
            return self.take_here(false, env, commands);
        };
        let position = history.position();
        let grid = position.grid();
        let Some(cell) = grid.cell(at) else { return };
        if position.phase() == Phase::Placement {
            self.make(Turn::Penguins(Move::Place(cell)), env, commands);
            return;
        }
        let name = TileNames::RowColumn.name(at);
        let owner = position.occupant(cell);
        let own = owner.is_some() && owner == position.to_move();
        let can_move = position.ice().reach(cell).next().is_some();
        match (own, self.chosen) {
            // A lone penguin that can move stays chosen.
            (true, Some(chosen)) if chosen == cell && self.movable().len() > 1 => self.chosen = None,
            (true, _) if can_move => self.chosen = Some(cell),
            (true, _) => self.warn(tr!(env.lang(), "play-cannot-move", at = name)),
            (false, Some(from)) => {
                self.make(Turn::Penguins(Move::Slide { from, to: cell }), env, commands);
            }
            (false, None) if owner.is_some() => self.warn(tr!(env.lang(), "play-not-yours", at = name)),
            (false, None) => self.warn(tr!(env.lang(), "play-no-penguin", at = name)),
        }
    }

    fn take_here(&mut self, golden: bool, env: &Env<'_>, commands: &mut Vec<Command>) {
        if let Game::Gamma(history) = self.session.game() {
            let (x, y) = gamma_cell(history.board(), self.pane.cursor);
            let turn = if golden { gamma::Move::Golden { x, y } } else { gamma::Move::Take { x, y } };
            self.make(Turn::Gamma(turn), env, commands);
        }
    }

    /// Goes to the next penguin that can move, and chooses it.
    pub(crate) fn next_penguin(&mut self, by: i64) {
        let movable = self.movable();
        if movable.is_empty() {
            return;
        }
        let grid = grid_of(self.game());
        let at = movable.iter().position(|&cell| Some(cell) == self.chosen);
        let next = match at {
            Some(at) => (at as i64 + by).rem_euclid(movable.len() as i64) as usize,
            None if by > 0 => 0,
            None => movable.len() - 1,
        };
        self.chosen = Some(movable[next]);
        self.go_to(grid.coord(movable[next]));
    }

    /// Returns the movable penguins of the player to move, in board order.
    pub(crate) fn movable(&self) -> Vec<floe_rules::grid::Cell> {
        let Game::Penguins(history) = self.game() else {
            return Vec::new();
        };
        let position = history.position();
        let (Phase::Movement, Some(seat)) = (position.phase(), position.to_move()) else {
            return Vec::new();
        };
        let penguins = position.penguins(seat).into_iter();
        penguins.filter(|&cell| position.ice().reach(cell).next().is_some()).collect()
    }

    /// Moves the cursor to a movable penguin of the person to move, unless it is on one already. A lone penguin that can
    /// move is chosen at once.
    pub(crate) fn place_cursor(&mut self) {
        if self.session.person_to_move().is_none() {
            return;
        }
        let grid = grid_of(self.game());
        let movable = self.movable();
        let here = grid.cell(self.pane.cursor);
        if let [lone] = movable[..] {
            self.chosen = Some(lone);
        }
        if let Some(&first) = movable.first()
            && !movable.iter().any(|&cell| Some(cell) == here)
        {
            self.go_to(grid.coord(first));
        }
    }

    /// Returns whether the chosen penguin is the only one that can move, so that choosing was no choice.
    pub(crate) fn has_no_choice(&self) -> bool {
        self.movable().len() == 1
    }

    /// Returns the hinted turn if Enter makes it: no other penguin is chosen, and the cursor was not moved away.
    pub(crate) fn hint_on_enter(&self) -> Option<Turn> {
        let turn = self.session.hint()?.turn;
        let (grid, tiles) = (grid_of(self.game()), tiles_of(self.game(), turn));
        let cursor = self.pane.cursor;
        let near = self.hinted_at == Some(cursor) || tiles.contains(&cursor);
        let chosen = self.chosen.map(|cell| grid.coord(cell));
        (near && chosen.is_none_or(|chosen| tiles.first() == Some(&chosen))).then_some(turn)
    }
}
