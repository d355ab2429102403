//! A game on the table: the board, who sits around it, and how it is shown.

use std::collections::HashSet;

use floe_rules::game::{Action, Game, Turn};
use floe_rules::gamma;
use floe_rules::grid::{Cell, Coord, Grid};
use floe_rules::penguins::{Move, Phase, Seat};
use floe_rules::record::{Ending, PlayerInfo, PlayerKind, Record};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use crate::board::{Numbering, View, gamma as cells, penguins as tiles};
use crate::canvas::Light;
use crate::company::{Company, mark};
use crate::saving::{record_of, state_to_save};
use crate::theme::Look;

/// Where things are on the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Areas {
    pub(crate) board: Rect,
    pub(crate) panel: Rect,
    pub(crate) message: Rect,
    pub(crate) keys: Rect,
}

impl Areas {
    pub(crate) fn new((columns, rows): (u16, u16), players: usize) -> Areas {
        let words = if columns < 90 { 2 } else { 1 };
        let rest = rows.saturating_sub(words + 1);
        let message = Rect { x: 0, y: rest, width: columns, height: words.min(rows) };
        let keys = Rect { x: 0, y: rows.saturating_sub(1), width: columns, height: 1.min(rows) };
        if columns >= 72 {
            let wide = (columns / 3).clamp(28, 44);
            let board = Rect { x: 0, y: 0, width: columns - wide - 1, height: rest };
            let panel = Rect { x: columns - wide, y: 0, width: wide, height: rest };
            Areas { board, panel, message, keys }
        } else {
            let needed = |abreast: usize| (players.div_ceil(abreast) as u16).saturating_add(3);
            let most = rest.saturating_sub(5);
            let high = if needed(1) <= rest / 2 { needed(1) } else { needed(2) }.min(most);
            let panel = Rect { x: 0, y: 0, width: columns, height: high };
            let board = Rect { x: 0, y: high, width: columns, height: rest - high };
            Areas { board, panel, message, keys }
        }
    }
}

/// A game on the table, with a cursor over its board.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) company: Company,
    pub(crate) cursor: Coord,
    scroll: (i64, i64),
    size: (u16, u16),
}

/// What is special on the board at the moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lights {
    pub(crate) cursor: bool,
    pub(crate) chosen: Option<Coord>,
    pub(crate) targets: HashSet<Coord>,
    pub(crate) hint: Vec<Coord>,
}

impl Table {
    pub(crate) fn new(game: Game, company: Company) -> Table {
        let mut table =
            Table { game, company, cursor: Coord { row: 0, col: 0 }, scroll: (0, 0), size: (80, 24) };
        table.cursor = table.first_cursor();
        table
    }

    /// Returns where the cursor starts: in the middle for Penguins, at the bottom left for Gamma.
    fn first_cursor(&self) -> Coord {
        let grid = self.grid();
        match &self.game {
            Game::Penguins(_) => Coord { row: (grid.rows() - 1) / 2, col: (grid.cols() - 1) / 2 },
            Game::Gamma(_) => Coord { row: grid.rows() - 1, col: 0 },
        }
    }

    pub(crate) fn grid(&self) -> Grid {
        match &self.game {
            Game::Penguins(history) => history.position().grid(),
            Game::Gamma(history) => cells::grid(history.board()),
        }
    }

    pub(crate) fn areas(&self) -> Areas {
        Areas::new(self.size, self.company.seats().len())
    }

    pub(crate) fn view(&self) -> View {
        let (grid, area) = (self.grid(), self.areas().board);
        match &self.game {
            Game::Penguins(_) => View::new(grid, Numbering::FromTop, area, self.scroll),
            Game::Gamma(history) => {
                cells::widened(View::new(grid, Numbering::FromBottom, area, self.scroll), history.board())
            }
        }
    }

    pub(crate) fn resized(&mut self, size: (u16, u16)) {
        self.size = size;
        self.follow();
    }

    /// Scrolls so that the cursor is seen.
    pub(crate) fn follow(&mut self) {
        let mut view = self.view();
        view.follow(self.cursor);
        self.scroll = view.scroll();
    }

    pub(crate) fn scroll_by(&mut self, right: i64, down: i64) {
        let mut view = self.view();
        view.scroll_by(right, down);
        self.scroll = view.scroll();
    }

    pub(crate) fn go_to(&mut self, at: Coord) {
        self.cursor = at;
        self.follow();
    }

    /// Returns the places that a turn touches.
    pub(crate) fn places(&self, turn: Turn) -> Vec<Coord> {
        match (&self.game, turn) {
            (Game::Penguins(history), Turn::Penguins(turn)) => {
                turn.cells().map(|cell| history.position().grid().coord(cell)).collect()
            }
            (
                Game::Gamma(history),
                Turn::Gamma(gamma::Move::Take { x, y } | gamma::Move::Golden { x, y }),
            ) => {
                vec![cells::coord(history.board(), x, y)]
            }
            _ => Vec::new(),
        }
    }

    pub(crate) fn last_action(&self) -> Option<(u32, Action<Turn>)> {
        self.game.actions().next_back()
    }

    /// Returns the places that the last action touched.
    pub(crate) fn last_places(&self) -> Vec<Coord> {
        let turn = self.last_action().and_then(|(_, action)| action.turn());
        turn.map(|turn| self.places(turn)).unwrap_or_default()
    }

    /// Describes an action in words.
    pub(crate) fn told(&self, number: u32, action: Action<Turn>) -> String {
        let name = self.company.name(number);
        let grid = self.grid();
        let turn = match action {
            Action::Turn(turn) => turn,
            Action::LostTurn => return format!("{name} lost a turn"),
            Action::Eliminated => return format!("{name} is out"),
        };
        match turn {
            Turn::Penguins(Move::Place(at)) => format!("{name} placed at {}", short(grid, at)),
            Turn::Penguins(Move::Slide { from, to }) => {
                format!("{name} {} to {}", short(grid, from), short(grid, to))
            }
            Turn::Gamma(gamma::Move::Take { x, y }) => format!("{name} took {x} {y}"),
            Turn::Gamma(gamma::Move::Golden { x, y }) => format!("{name} took {x} {y} by a golden move"),
            Turn::Gamma(gamma::Move::Pass) => format!("{name} passed"),
        }
    }

    /// Returns the record of the game so far.
    pub(crate) fn record(&self, stopped: bool) -> Result<Record, String> {
        record_of(&self.game, &self.company, self.ending(stopped))
    }

    /// Returns what saving the game under a name writes.
    pub(crate) fn bytes_to_save(&self, path: &str, stopped: bool) -> Result<Vec<u8>, String> {
        state_to_save(&self.game, &self.company, self.ending(stopped), path)
    }

    fn ending(&self, stopped: bool) -> Ending {
        match Ending::of(&self.game) {
            Ending::Unfinished if stopped => Ending::Stopped,
            ending => ending,
        }
    }

    /// Draws the board with its numbers.
    pub(crate) fn draw_board(&self, frame: &mut Frame<'_>, look: Look, lights: &Lights) {
        let view = self.view();
        let last = self.last_places();
        let light = |at: Coord| Light {
            cursor: lights.cursor && at == self.cursor,
            chosen: lights.chosen == Some(at),
            target: lights.targets.contains(&at),
            last: last.contains(&at),
            hint: lights.hint.contains(&at),
        };
        let screen = frame.buffer_mut();
        match &self.game {
            Game::Penguins(history) => {
                view.fill(screen, look.sea());
                let grid = history.position().grid();
                let tile = |at: Coord| grid.cell(at).map(|cell| history.position().tile(cell));
                let mut pen = view.pen(screen, look);
                for at in view.tiles() {
                    if let Some(tile) = tile(at) {
                        tiles::outline(&mut pen, view.pattern(), at, tile);
                    }
                }
                for at in view.tiles() {
                    if let Some(tile) = tile(at) {
                        tiles::inscribe(&mut pen, view.pattern(), at, tile, light(at));
                    }
                }
            }
            Game::Gamma(history) => {
                cells::draw(&mut view.pen(screen, look), &view, history.board(), light);
            }
        }
        view.label(screen, look);
        if lights.cursor
            && let Some(place) = view.place_of(self.cursor)
        {
            frame.set_cursor_position(place);
        }
    }

    /// Draws the names, scores and what else is always to be seen; `more` goes below.
    pub(crate) fn draw_panel(&self, frame: &mut Frame<'_>, look: Look, more: Vec<Line<'static>>) {
        let area = self.areas().panel;
        let mut lines = vec![Line::styled(self.title(), look.strong())];
        let columns = format!("{:>width$}", self.columns_told(), width = usize::from(area.width));
        lines.push(Line::styled(columns, look.faint()));
        let seats = self.company.seats();
        // Where there is no line for each, two share one: all must be seen.
        let crowded = seats.len() + 3 > usize::from(area.height);
        let (abreast, width) =
            if crowded { (2, usize::from(area.width) / 2) } else { (1, usize::from(area.width)) };
        for row in seats.chunks(abreast) {
            let players =
                row.iter().map(|(number, player_info)| self.player_line(*number, player_info, width, look));
            lines.push(Line::from(players.flat_map(|line| line.spans).collect::<Vec<_>>()));
        }
        lines.push(Line::raw(self.last_told()));
        lines.extend(more);
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
    }

    fn title(&self) -> String {
        let grid = self.grid();
        match &self.game {
            Game::Penguins(history) => {
                let phase = match history.position().phase() {
                    Phase::Placement => "placing",
                    Phase::Movement => "moving",
                    Phase::Over => "over",
                };
                format!("{} {} x {}: {phase}", self.game.name(), grid.rows(), grid.cols())
            }
            Game::Gamma(history) => {
                let most = gamma::AreaCount(history.board().most_areas());
                format!("gamma {} x {}, up to {most}", grid.cols(), grid.rows())
            }
        }
    }

    /// Says what the last turn was.
    pub(crate) fn last_told(&self) -> String {
        let Some((number, action)) = self.last_action() else {
            return "Last: nothing yet".to_owned();
        };
        let gain = match &self.game {
            Game::Penguins(history) => {
                let fish = history.gain(self.game.made() - 1);
                format!(" (+{fish})")
            }
            Game::Gamma(_) => String::new(),
        };
        format!("Last: {}{gain}", self.told(number, action))
    }

    fn player_line(&self, number: u32, player_info: &PlayerInfo, width: usize, look: Look) -> Line<'static> {
        let turn = if self.game.to_move() == Some(number) { ">" } else { " " };
        let badge = format!("[{}]", mark(&self.game, number));
        let mark = match player_info.kind {
            PlayerKind::Person => String::new(),
            PlayerKind::Engine { level } => format!(" ({level})"),
            PlayerKind::Program => " (program)".to_owned(),
        };
        let score = self.score_told(number);
        let room = width.saturating_sub(badge.len() + 3 + score.len());
        // A name says more than a level.
        let mark = if player_info.name().width() + mark.len() <= room { mark } else { String::new() };
        let room = room - mark.len();
        let name = fitted(player_info.name(), room);
        let blanks = room.saturating_sub(name.width());
        let style = if turn == ">" { look.strong() } else { ratatui::style::Style::new() };
        Line::from(vec![
            Span::styled(turn, look.good()),
            Span::styled(badge, look.player(number)),
            Span::styled(format!(" {name}{mark}{:blanks$} {score}", ""), style),
        ])
    }

    /// Returns what stands in the columns of numbers.
    fn columns_told(&self) -> &'static str {
        match &self.game {
            Game::Penguins(history) if history.position().phase() == Phase::Placement => "fish to place",
            Game::Penguins(_) => "fish",
            Game::Gamma(_) => "cells areas gold",
        }
    }

    fn score_told(&self, number: u32) -> String {
        let score = self.game.score(number);
        match &self.game {
            Game::Penguins(history) => {
                let seat = u8::try_from(number).ok().and_then(Seat::new);
                let left = seat.and_then(|seat| history.position().unplaced(seat)).unwrap_or(0);
                match history.position().phase() {
                    Phase::Placement => format!("{score:>4} {left:>8}"),
                    _ => format!("{score:>4}"),
                }
            }
            Game::Gamma(history) => {
                let board = history.board();
                let golden = if board.has_golden(number) { 'G' } else { '-' };
                format!("{score:>5} {:>5} {golden:>4}", board.areas(number))
            }
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
