//! The board on a screen with its cursor, and the panel with names and scores.

use std::collections::HashSet;

use floe_rules::game::{Action, Game, Turn};
use floe_rules::gamma;
use floe_rules::grid::{Cell, Coord, Grid};
use floe_rules::penguins::{Move, Phase, Seat};
use floe_rules::record::{PlayerInfo, PlayerKind};
use floe_session::Roster;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use crate::appearance::{Appearance, Charset};
use crate::board::{RowOrder, View, gamma as cells, penguins as tiles};
use crate::canvas::Light;
use crate::phrases::mark;
use crate::theme::Palette;

/// Where the parts of a game are on the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScreenLayout {
    pub(crate) board: Rect,
    pub(crate) panel: Rect,
    pub(crate) message: Rect,
    pub(crate) keys: Rect,
}

impl ScreenLayout {
    fn new((columns, rows): (u16, u16), players: usize) -> ScreenLayout {
        let lines = if columns < 90 { 2 } else { 1 };
        let rest = rows.saturating_sub(lines + 1);
        let message = Rect { x: 0, y: rest, width: columns, height: lines.min(rows) };
        let keys = Rect { x: 0, y: rows.saturating_sub(1), width: columns, height: 1.min(rows) };
        if columns >= 72 {
            let wide = (columns / 3).clamp(28, 44);
            let board = Rect { x: 0, y: 0, width: columns - wide - 1, height: rest };
            let panel = Rect { x: columns - wide, y: 0, width: wide, height: rest };
            ScreenLayout { board, panel, message, keys }
        } else {
            let needed = |abreast: usize| (players.div_ceil(abreast) as u16).saturating_add(3);
            let most = rest.saturating_sub(5);
            let high = if needed(1) <= rest / 2 { needed(1) } else { needed(2) }.min(most);
            let panel = Rect { x: 0, y: 0, width: columns, height: high };
            let board = Rect { x: 0, y: high, width: columns, height: rest - high };
            ScreenLayout { board, panel, message, keys }
        }
    }
}

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

    pub(crate) fn layout(&self, game: &Game) -> ScreenLayout {
        ScreenLayout::new(self.size, game.players().len())
    }

    pub(crate) fn view(&self, game: &Game) -> View {
        let (grid, area) = (grid_of(game), self.layout(game).board);
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
        let mut view = self.view(game);
        view.follow(self.cursor);
        self.scroll = view.scroll();
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
                cells::draw(&mut view.pen(screen, palette), &view, history.board(), light);
            }
        }
        view.label(screen, palette);
        if highlights.cursor
            && let Some(place) = view.place_of(self.cursor)
        {
            frame.set_cursor_position(place);
        }
    }

    /// Draws the panel: title, names and scores, the last turn, and more lines below.
    pub(crate) fn draw_panel(
        &self,
        frame: &mut Frame<'_>,
        appearance: Appearance,
        (game, roster): (&Game, &Roster),
        more: Vec<Line<'static>>,
    ) {
        let palette = appearance.palette;
        let area = self.layout(game).panel;
        let mut lines = vec![Line::styled(title(game), palette.strong())];
        let columns = format!("{:>width$}", column_names(game), width = usize::from(area.width));
        lines.push(Line::styled(columns, palette.faint()));
        let seats = roster.seats();
        // Where there is no line for each player, two share one: all must be seen.
        let crowded = seats.len() + 3 > usize::from(area.height);
        let (abreast, width) =
            if crowded { (2, usize::from(area.width) / 2) } else { (1, usize::from(area.width)) };
        for row in seats.chunks(abreast) {
            let players = row.iter().map(|(number, info)| player_line(game, *number, info, width, palette));
            lines.push(Line::from(players.flat_map(|line| line.spans).collect::<Vec<_>>()));
        }
        lines.push(Line::raw(last_turn(game, roster)));
        lines.extend(more);
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
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

/// Returns the tiles that the last action touched, with the player who made it.
pub(crate) fn last_tiles(game: &Game) -> Vec<(u32, Coord)> {
    let Some((player, action)) = game.actions().next_back() else {
        return Vec::new();
    };
    let tiles = action.turn().map(|turn| tiles_of(game, turn)).unwrap_or_default();
    tiles.into_iter().map(|at| (player, at)).collect()
}

/// Describes an action, such as `Ann r1c1 to r1c3`.
pub(crate) fn describe(game: &Game, roster: &Roster, player: u32, action: Action<Turn>) -> String {
    let name = roster.name(player);
    let grid = grid_of(game);
    match action {
        Action::Turn(Turn::Penguins(Move::Place(at))) => format!("{name} placed at {}", short(grid, at)),
        Action::Turn(Turn::Penguins(Move::Slide { from, to })) => {
            format!("{name} {} to {}", short(grid, from), short(grid, to))
        }
        Action::Turn(Turn::Gamma(gamma::Move::Take { x, y })) => format!("{name} took {x} {y}"),
        Action::Turn(Turn::Gamma(gamma::Move::Golden { x, y })) => {
            format!("{name} took {x} {y} by a golden move")
        }
        Action::Turn(Turn::Gamma(gamma::Move::Pass)) => format!("{name} passed"),
        Action::LostTurn => format!("{name} lost a turn"),
        Action::Eliminated => format!("{name} is out"),
    }
}

fn title(game: &Game) -> String {
    let grid = grid_of(game);
    match game {
        Game::Penguins(history) => {
            let phase = match history.position().phase() {
                Phase::Placement => "placing",
                Phase::Movement => "moving",
                Phase::Over => "over",
            };
            format!("{} {} x {}: {phase}", game.name(), grid.rows(), grid.cols())
        }
        Game::Gamma(history) => {
            let most = gamma::AreaCount(history.board().most_areas());
            format!("gamma {} x {}, up to {most}", grid.cols(), grid.rows())
        }
    }
}

fn last_turn(game: &Game, roster: &Roster) -> String {
    let Some((player, action)) = game.actions().next_back() else {
        return "Last: nothing yet".to_owned();
    };
    let gain = match game {
        Game::Penguins(history) => format!(" (+{})", history.gain(game.made() - 1)),
        Game::Gamma(_) => String::new(),
    };
    format!("Last: {}{gain}", describe(game, roster, player, action))
}

fn player_line(game: &Game, player: u32, info: &PlayerInfo, width: usize, palette: Palette) -> Line<'static> {
    let turn = if game.to_move() == Some(player) { ">" } else { " " };
    let badge = format!("[{}]", mark(game, player));
    let kind = match info.kind {
        PlayerKind::Person => String::new(),
        PlayerKind::Engine { level } => format!(" ({level})"),
        PlayerKind::Program => " (program)".to_owned(),
    };
    let score = score_columns(game, player);
    let room = width.saturating_sub(badge.len() + 3 + score.len());
    // A name matters more than a level.
    let kind = if info.name().width() + kind.len() <= room { kind } else { String::new() };
    let room = room - kind.len();
    let name = fitted(info.name(), room);
    let spaces = room.saturating_sub(name.width());
    let style = if turn == ">" { palette.strong() } else { Style::new() };
    Line::from(vec![
        Span::styled(turn, palette.success()),
        Span::styled(badge, palette.player(player)),
        Span::styled(format!(" {name}{kind}{:spaces$} {score}", ""), style),
    ])
}

/// Returns the names of the columns of numbers.
fn column_names(game: &Game) -> &'static str {
    match game {
        Game::Penguins(history) if history.position().phase() == Phase::Placement => "fish to place",
        Game::Penguins(_) => "fish",
        Game::Gamma(_) => "cells areas gold",
    }
}

fn score_columns(game: &Game, player: u32) -> String {
    let score = game.score(player);
    match game {
        Game::Penguins(history) => {
            let seat = u8::try_from(player).ok().and_then(Seat::new);
            let left = seat.and_then(|seat| history.position().unplaced(seat)).unwrap_or(0);
            match history.position().phase() {
                Phase::Placement => format!("{score:>4} {left:>8}"),
                _ => format!("{score:>4}"),
            }
        }
        Game::Gamma(history) => {
            let board = history.board();
            let golden = if board.has_golden(player) { 'G' } else { '-' };
            format!("{score:>5} {:>5} {golden:>4}", board.areas(player))
        }
    }
}

/// Returns the short name of a cell.
pub(crate) fn short(grid: Grid, cell: Cell) -> String {
    Move::Place(cell).notation(&grid).to_string()
}

/// Shortens text to so many columns of the screen.
pub(crate) fn fitted(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let mut short = String::new();
    for letter in text.chars() {
        let mut longer = short.clone();
        longer.push(letter);
        if longer.width() + 1 > room {
            break;
        }
        short = longer;
    }
    if room > 0 {
        short.push('…');
    }
    short
}
