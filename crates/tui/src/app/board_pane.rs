//! The board on a screen with its cursor and its highlights.

use std::collections::HashSet;

use floe_rules::game::{Game, Turn};
use floe_rules::gamma;
use floe_rules::grid::{Cell, Coord, Grid};
use floe_rules::penguins::Move;
use ratatui::Frame;
use ratatui::layout::Rect;

use super::layout::ScreenLayout;
use crate::appearance::{Appearance, Charset};
use crate::board::{RowOrder, View, gamma as cells, penguins as tiles};
use crate::canvas::Light;

/// The cursor over a board, and the part of the board that is seen. The game itself is passed in.
#[derive(Clone, Debug)]
pub(crate) struct BoardPane {
    pub(crate) cursor: Coord,
    scroll: (i64, i64),
    size: (u16, u16),
    charset: Charset,
}

/// The tiles that are highlighted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Highlights {
    pub(crate) cursor: bool,
    pub(crate) chosen: Option<Coord>,
    pub(crate) targets: HashSet<Coord>,
    pub(crate) hint: Vec<Coord>,
}

impl BoardPane {
    /// Puts the cursor in the middle for Penguins, at the bottom left for Gamma.
    pub(crate) fn new(game: &Game) -> BoardPane {
        let grid = grid_of(game);
        let cursor = match game {
            Game::Penguins(_) => Coord { row: (grid.rows() - 1) / 2, col: (grid.cols() - 1) / 2 },
            Game::Gamma(_) => Coord { row: grid.rows() - 1, col: 0 },
        };
        BoardPane { cursor, scroll: (0, 0), size: (80, 24), charset: Charset::default() }
    }

    /// Returns where everything is. The panel is beside the board, unless the board fits better below it.
    pub(crate) fn layout(&self, game: &Game) -> ScreenLayout {
        let beside = ScreenLayout::beside(self.size);
        if beside.is_wide() {
            return beside;
        }
        let above = ScreenLayout::above(self.size, game.players().len());
        let fit = |layout: ScreenLayout| self.view_in(game, layout.board).fit();
        let ((whole, size, visible), (whole_above, size_above, visible_above)) = (fit(beside), fit(above));
        let is_better = match (whole, whole_above) {
            // Larger tiles are worth it where the screen is high.
            (true, true) => size_above > size && self.size.1 > self.size.0 / 2,
            (false, false) => visible_above > visible + visible / 4,
            (_, whole_above) => whole_above,
        };
        if is_better { above } else { beside }
    }

    pub(crate) fn view(&self, game: &Game) -> View {
        self.view_in(game, self.layout(game).board)
    }

    fn view_in(&self, game: &Game, area: Rect) -> View {
        let grid = grid_of(game);
        match game {
            Game::Penguins(_) => View::new(grid, RowOrder::FromTop, area, self.scroll, self.charset),
            Game::Gamma(history) => {
                let view = View::new(grid, RowOrder::FromBottom, area, self.scroll, self.charset);
                cells::widened(view, history.board())
            }
        }
    }

    /// Takes the size of the screen and the characters that it can show: they decide the size of the tiles.
    pub(crate) fn resized(&mut self, game: &Game, size: (u16, u16), charset: Charset) {
        (self.size, self.charset) = (size, charset);
        self.follow(game);
    }

    /// Scrolls so that the cursor is seen.
    fn follow(&mut self, game: &Game) {
        self.show(game, self.cursor);
    }

    pub(crate) fn scroll_by(&mut self, game: &Game, right: i64, down: i64) {
        let mut view = self.view(game);
        view.scroll_by(right, down);
        self.scroll = view.scroll();
    }

    /// Moves the cursor to a tile, and scrolls there.
    pub(crate) fn go_to(&mut self, game: &Game, at: Coord) {
        self.cursor = at;
        self.follow(game);
    }

    /// Scrolls so that a tile is seen, and leaves the cursor where it is.
    pub(crate) fn show(&mut self, game: &Game, at: Coord) {
        let mut view = self.view(game);
        view.follow(at);
        self.scroll = view.scroll();
    }

    /// Draws the board with its numbers.
    pub(crate) fn draw_board(
        &self,
        frame: &mut Frame<'_>,
        appearance: Appearance,
        game: &Game,
        highlights: &Highlights,
    ) {
        let palette = appearance.palette;
        let view = self.view(game);
        let last = last_tiles(game);
        let light = |at: Coord| Light {
            cursor: highlights.cursor && at == self.cursor,
            chosen: highlights.chosen == Some(at),
            target: highlights.targets.contains(&at),
            hint: highlights.hint.contains(&at),
            last: last.iter().find(|(_, tile)| *tile == at).map(|(player, _)| *player),
        };
        let screen = frame.buffer_mut();
        match game {
            Game::Penguins(history) => {
                let grid = history.position().grid();
                let tile = |at: Coord| grid.cell(at).map(|cell| history.position().tile(cell));
                tiles::draw(screen, &view, palette, tile, light);
            }
            Game::Gamma(history) => {
                cells::draw(screen, &view, palette, history.board(), light);
            }
        }
        view.label(screen, palette);
        if highlights.cursor
            && let Some(place) = view.place_of(self.cursor)
        {
            frame.set_cursor_position(place);
        }
    }
}

pub(crate) fn grid_of(game: &Game) -> Grid {
    match game {
        Game::Penguins(history) => history.position().grid(),
        Game::Gamma(history) => cells::grid(history.board()),
    }
}

/// Returns the tiles that a turn touches.
pub(crate) fn tiles_of(game: &Game, turn: Turn) -> Vec<Coord> {
    match (game, turn) {
        (Game::Penguins(history), Turn::Penguins(turn)) => {
            turn.cells().map(|cell| history.position().grid().coord(cell)).collect()
        }
        (Game::Gamma(history), Turn::Gamma(gamma::Move::Take { x, y } | gamma::Move::Golden { x, y })) => {
            vec![cells::coord(history.board(), x, y)]
        }
        _ => Vec::new(),
    }
}

/// Returns the tiles that the last turn of each player touched, the latest turn first.
pub(crate) fn last_tiles(game: &Game) -> Vec<(u32, Coord)> {
    let players = game.players().len();
    let mut seen: Vec<u32> = Vec::new();
    let mut tiles = Vec::new();
    // A turn of several rounds ago is history, not the last turn.
    for (player, action) in game.actions().rev().take(players * 3) {
        if !seen.contains(&player) {
            seen.push(player);
            let touched = action.turn().map(|turn| tiles_of(game, turn)).unwrap_or_default();
            tiles.extend(touched.into_iter().rev().map(|at| (player, at)));
        }
        if seen.len() == players {
            break;
        }
    }
    tiles
}

/// Returns the short name of a cell.
pub(crate) fn short(grid: Grid, cell: Cell) -> String {
    Move::Place(cell).notation(&grid).to_string()
}
