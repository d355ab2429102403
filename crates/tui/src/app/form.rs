//! The set-up screen: a form whose lines are changed by arrows, letters and clicks, and a line that starts the game.

use floe_engine::Level;
use floe_locale::Lang;
use floe_rules::grid::Layout;
use floe_rules::penguins::Seat as SeatNumber;
use floe_rules::record::{LONGEST_NAME, PlayerKind};
use floe_session::{GameKind, GameSpec, MOST_PENGUINS_OFFERED, Placement, Session};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use super::dialog::{Dialog, PathPurpose, edit};
use super::keys::{Key, Mouse};
use super::panel::fitted;
use super::{Command, Env, Opening};
use crate::appearance::Appearance;
use crate::settings::{level_name, person_word};

/// One line of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Start,
    Game,
    Layout,
    Players,
    Seat(usize),
    Rows,
    Cols,
    Penguins,
    Placement,
    Seed,
    Board,
    First,
    Areas,
}

/// The set-up screen.
#[derive(Debug)]
pub(crate) struct Form {
    spec: GameSpec,
    at: Field,
    /// Whether a digit continues the number instead of replacing it.
    typing: bool,
    error: String,
    size: (u16, u16),
}

const LABEL_WIDTH: u16 = 13;

impl Form {
    pub(crate) fn new(spec: GameSpec) -> Form {
        Form { spec, at: Field::Start, typing: false, error: String::new(), size: (80, 24) }
    }

    pub(crate) fn set_lang(&mut self, lang: Lang) {
        self.spec.person_word = Some(person_word(lang));
    }

    pub(crate) fn resized(&mut self, size: (u16, u16)) {
        self.size = size;
    }

    /// Returns what is set up.
    pub(crate) fn spec(&self) -> &GameSpec {
        &self.spec
    }

    /// Takes a board that was opened, with the settings for it.
    pub(crate) fn take_board(&mut self, opened: GameSpec) {
        self.spec = opened;
        self.at = Field::Start;
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Start, Field::Game];
        if self.spec.chosen_layout().is_some() {
            fields.push(Field::Layout);
        }
        fields.push(Field::Players);
        fields.extend((0..self.spec.player_count()).map(Field::Seat));
        if self.spec.kind == GameKind::Gamma {
            fields.extend([Field::Cols, Field::Rows, Field::Areas]);
            return fields;
        }
        fields.push(Field::Board);
        match self.spec.board {
            Some(_) => fields.push(Field::First),
            None if self.spec.kind == GameKind::Classic => fields.push(Field::Seed),
            None => fields.extend([Field::Rows, Field::Cols, Field::Seed]),
        }
        fields.extend([Field::Penguins, Field::Placement]);
        fields
    }

    /// Tells whether letters are text on the selected line.
    pub(crate) fn is_typing(&self) -> bool {
        matches!(self.at, Field::Seat(_))
    }

    pub(crate) fn press(&mut self, key: Key, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        self.error.clear();
        match key {
            Key::Up | Key::BackTab => self.step(-1),
            Key::Down | Key::Tab => self.step(1),
            Key::Home | Key::PageUp => self.focus(Field::Start),
            Key::End | Key::PageDown => {
                let last = self.fields().last().copied();
                self.focus(last.unwrap_or(Field::Start));
            }
            Key::Left => self.change(-1),
            Key::Right => self.change(1),
            Key::Escape => commands.push(Command::Open(Box::new(Opening::Menu))),
            Key::Enter => self.enter(env, commands),
            Key::Letter(' ') if !self.is_typing() => self.enter(env, commands),
            Key::Letter('q') if !self.is_typing() => commands.push(Command::Open(Box::new(Opening::Menu))),
            Key::Letter('t') if !self.is_typing() => commands.push(Command::NextTheme),
            Key::Letter('k') if !self.is_typing() => self.step(-1),
            Key::Letter('j') if !self.is_typing() => self.step(1),
            Key::Letter('h') if !self.is_typing() => self.change(-1),
            Key::Letter('l') if !self.is_typing() => self.change(1),
            Key::Letter('r') if self.at == Field::Seed => self.spec.seed = Some(env.new_seed()),
            Key::Letter('o') if !self.is_typing() => self.open_board(commands),
            Key::Backspace | Key::Delete if self.at == Field::Board => self.spec.clear_board(),
            _ => self.edit(key),
        }
    }

    pub(crate) fn mouse(&mut self, mouse: Mouse, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        match mouse {
            Mouse::Wheel { down: 0, .. } => {}
            Mouse::Wheel { down, .. } => self.change(-down as i32),
            Mouse::Press(at) => {
                self.error.clear();
                let list = self.list();
                let clicked = list
                    .contains(at)
                    .then(|| self.fields().get(self.first_shown() + usize::from(at.y - list.y)).copied())
                    .flatten();
                if let Some(field) = clicked {
                    let again = self.at == field;
                    self.focus(field);
                    match field {
                        Field::Start | Field::Board => self.enter(env, commands),
                        // The first click chooses the line, another one changes it.
                        _ if again => self.change(1),
                        _ => {}
                    }
                }
            }
            Mouse::Cancel(_) => self.press(Key::Escape, env, commands),
            Mouse::Release(_) => {}
        }
    }

    fn step(&mut self, by: i32) {
        let fields = self.fields();
        let at = fields.iter().position(|&field| field == self.at).unwrap_or(0) as i32;
        let next = (at + by).rem_euclid(fields.len() as i32);
        self.focus(fields[next as usize]);
    }

    fn focus(&mut self, field: Field) {
        self.clamp_numbers();
        self.at = field;
        self.typing = false;
    }

    /// Clamps typed numbers to their ranges.
    fn clamp_numbers(&mut self) {
        let range = self.spec.kind.offered_sides();
        let spec = &mut self.spec;
        let in_range = |side: u32| side.clamp(*range.start(), *range.end());
        (spec.rows, spec.cols) = (spec.rows.map(in_range), spec.cols.map(in_range));
        spec.areas = spec.areas.map(|areas| areas.max(1));
        spec.penguins = spec.penguins.map(|penguins| penguins.max(1));
    }

    fn enter(&mut self, env: &Env<'_>, commands: &mut Vec<Command>) {
        match self.at {
            Field::Start => self.start(env, commands),
            Field::Board => self.open_board(commands),
            _ => self.step(1),
        }
    }

    fn start(&mut self, env: &Env<'_>, commands: &mut Vec<Command>) {
        self.clamp_numbers();
        let mut spec = self.spec.clone();
        // Seats of players who were removed again.
        spec.seats.truncate(spec.player_count());
        match Session::new(spec, env.options.budget) {
            Ok(session) => commands.push(Command::Open(Box::new(Opening::Play(Box::new(session))))),
            Err(error) => self.error = error.to_string(),
        }
    }

    fn open_board(&mut self, commands: &mut Vec<Command>) {
        let path = self.spec.board.as_ref().map_or("", |board| &board.name);
        commands.push(Command::Ask(Dialog::path(PathPurpose::Open, path)));
    }

    fn change(&mut self, by: i32) {
        self.error.clear();
        self.typing = false;
        let turned = |at: usize, count: usize| (at as i32 + by).rem_euclid(count as i32) as usize;
        let stepped = |value: u32, least: u32, most: u32| value.saturating_add_signed(by).clamp(least, most);
        let (sides, players) = (self.spec.kind.offered_sides(), self.spec.kind.players());
        let (shortest, longest) = (*sides.start(), *sides.end());
        let spec = &mut self.spec;
        match self.at {
            Field::Start | Field::Board => {}
            Field::Game => {
                let at = GameKind::ALL.iter().position(|&kind| kind == spec.kind).unwrap_or(0);
                spec.set_kind(GameKind::ALL[turned(at, GameKind::ALL.len())]);
            }
            Field::Layout => {
                let chosen = spec.chosen_layout();
                let at = Layout::ALL.iter().position(|&layout| Some(layout) == chosen).unwrap_or(0);
                spec.layout = Some(Layout::ALL[turned(at, Layout::ALL.len())]);
            }
            Field::Players => {
                let (fewest, most) = (*players.start() as u32, *players.end() as u32);
                spec.players = Some(stepped(spec.player_count() as u32, fewest, most) as usize);
            }
            Field::Seat(index) => {
                let kinds = Level::FULL.get() + 1;
                let seat = spec.seat_mut(index);
                let at = match seat.kind {
                    PlayerKind::Engine { level } => level,
                    PlayerKind::Person | PlayerKind::Program => 0,
                };
                let level = turned(usize::from(at), usize::from(kinds)) as u8;
                seat.kind = if level == 0 { PlayerKind::Person } else { PlayerKind::Engine { level } };
            }
            Field::Rows => spec.rows = Some(stepped(spec.rows(), shortest, longest)),
            Field::Cols => spec.cols = Some(stepped(spec.cols(), shortest, longest)),
            Field::Areas => spec.areas = Some(stepped(spec.areas(), 1, u32::MAX)),
            Field::Penguins => spec.penguins = Some(stepped(spec.penguins(), 1, MOST_PENGUINS_OFFERED)),
            Field::Placement => {
                spec.placement = Some(match spec.placement() {
                    Placement::Manual => Placement::Automatic,
                    Placement::Automatic => Placement::Manual,
                });
            }
            Field::Seed => {
                spec.seed = Some(spec.seed.unwrap_or(0).saturating_add_signed(i64::from(by)));
            }
            Field::First => {
                let at = spec.first.map_or(0, |seat| usize::from(seat.number()));
                let next = turned(at, spec.player_count() + 1);
                spec.first = u8::try_from(next).ok().and_then(SeatNumber::new);
            }
        }
    }

    /// Changes the text or number of the line by a key.
    fn edit(&mut self, key: Key) {
        if let Field::Seat(index) = self.at {
            let name = &mut self.spec.seat_mut(index).name;
            if name.chars().count() < LONGEST_NAME || !matches!(key, Key::Letter(_)) {
                edit(name, key);
            }
            return;
        }
        let Some((value, most)) = self.number() else {
            return;
        };
        let next = match key {
            Key::Letter(digit @ '0'..='9') => {
                let digit = u64::from(digit as u8 - b'0');
                let before = if self.typing { value } else { 0 };
                self.typing = true;
                before.saturating_mul(10).saturating_add(digit)
            }
            Key::Backspace | Key::Delete => {
                self.typing = true;
                value / 10
            }
            _ => return,
        };
        self.set_number(next.min(most));
    }

    /// Returns the number of the line and the highest that it can be, if it has one.
    fn number(&self) -> Option<(u64, u64)> {
        let spec = &self.spec;
        let longest = *spec.kind.offered_sides().end();
        Some(match self.at {
            Field::Rows => (spec.rows().into(), longest.into()),
            Field::Cols => (spec.cols().into(), longest.into()),
            Field::Areas => (spec.areas().into(), u32::MAX.into()),
            Field::Penguins => (spec.penguins().into(), MOST_PENGUINS_OFFERED.into()),
            Field::Players => (spec.player_count() as u64, *spec.kind.players().end() as u64),
            Field::Seed => (spec.seed.unwrap_or(0), u64::MAX),
            _ => return None,
        })
    }

    fn set_number(&mut self, value: u64) {
        let spec = &mut self.spec;
        let small = Some(u32::try_from(value).unwrap_or(u32::MAX));
        match self.at {
            Field::Rows => spec.rows = small,
            Field::Cols => spec.cols = small,
            Field::Areas => spec.areas = small,
            Field::Penguins => spec.penguins = small,
            Field::Players => spec.players = Some((value as usize).max(*spec.kind.players().start())),
            Field::Seed => spec.seed = Some(value),
            _ => {}
        }
    }

    /// Returns where the lines are.
    fn list(&self) -> Rect {
        let (columns, rows) = self.size;
        let width = columns.saturating_sub(4).min(72);
        Rect { x: (columns - width) / 2, y: 2, width, height: rows.saturating_sub(6) }
    }

    /// Returns the first line that is shown where there is no room for all of them.
    fn first_shown(&self) -> usize {
        let at = self.fields().iter().position(|&field| field == self.at).unwrap_or(0);
        (at + 1).saturating_sub(usize::from(self.list().height))
    }

    /// Returns the label, the value and the hint of a line.
    fn described(&self, field: Field) -> (String, String, &'static str) {
        let spec = &self.spec;
        let gamma = spec.kind == GameKind::Gamma;
        let text = |label: &str, value: String, hint| (label.to_owned(), value, hint);
        match field {
            Field::Start => text("", "START THE GAME".to_owned(), "Enter"),
            Field::Game => text("Game", spec.kind.name().to_owned(), "left and right"),
            Field::Layout => {
                let name = spec.chosen_layout().map_or("", Layout::name);
                text("Layout", name.to_owned(), "left and right")
            }
            Field::Players => text("Players", spec.player_count().to_string(), "left and right"),
            Field::Seat(index) => {
                let kind = match spec.seat(index).kind {
                    PlayerKind::Person => "person".to_owned(),
                    PlayerKind::Engine { level } => {
                        format!("engine {level}, {}", level_name(Lang::English, level))
                    }
                    PlayerKind::Program => "program".to_owned(),
                };
                let label = match gamma {
                    true => format!("Player {}", index + 1),
                    false => format!("Player {}", char::from(b'A' + index as u8)),
                };
                (label, format!("{kind:<10} {}", spec.seat_name(index)), "left, right: kind; type a name")
            }
            Field::Rows => {
                let label = if gamma { "Height" } else { "Rows" };
                text(label, spec.rows().to_string(), "digits, left and right")
            }
            Field::Cols => {
                let label = if gamma { "Width" } else { "Columns" };
                text(label, spec.cols().to_string(), "digits, left and right")
            }
            Field::Areas => text("Areas each", spec.areas().to_string(), "how many a player may hold"),
            Field::Penguins => text("Penguins", spec.penguins().to_string(), "of each player"),
            Field::Placement => {
                let by = match spec.placement() {
                    Placement::Manual => "by the players",
                    Placement::Automatic => "random",
                };
                text("Placement", by.to_owned(), "left and right")
            }
            Field::Seed => text("Seed", spec.seed.unwrap_or(0).to_string(), "r: new random seed"),
            Field::Board => match &spec.board {
                Some(board) => {
                    text("Board", board.name.clone(), "Enter: open another file; Backspace: remove")
                }
                None => text("Board", "new".to_owned(), "Enter: from a file"),
            },
            Field::First => {
                let player = spec
                    .first
                    .map_or_else(|| "lowest number".to_owned(), |seat| format!("player {}", seat.letter()));
                text("First", player, "who moves first")
            }
        }
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, appearance: Appearance, cursor: bool) {
        let palette = appearance.palette;
        let area = frame.area();
        let list = self.list();
        let heading = Rect { x: list.x, y: 0, width: list.width, height: 1 };
        let title = match self.spec.kind {
            GameKind::Gamma => "A new game of Gamma",
            _ => "A new game of Penguins",
        };
        frame.render_widget(Line::styled(title, palette.strong()), heading);
        let shown = self.fields().into_iter().skip(self.first_shown()).take(usize::from(list.height));
        for (y, field) in (list.y..).zip(shown) {
            let (label, value, hint) = self.described(field);
            let chosen = field == self.at;
            let line = Rect { y, height: 1, ..list };
            let mark = if chosen { ">" } else { " " };
            let label_width = usize::from(LABEL_WIDTH) - 3;
            let room = usize::from(list.width.saturating_sub(LABEL_WIDTH));
            let value = fitted(&value, room);
            let style = if chosen { palette.selected() } else { ratatui::style::Style::new() };
            let end = LABEL_WIDTH + u16::try_from(value.width()).unwrap_or(0);
            let mut spans =
                vec![Span::raw(format!("{mark} {label:<label_width$} ")), Span::styled(value, style)];
            if chosen && usize::from(end) + hint.len() + 3 <= usize::from(list.width) {
                spans.push(Span::styled(format!("   {hint}"), palette.faint()));
            }
            frame.render_widget(Line::from(spans), line);
            if chosen && cursor {
                frame.set_cursor_position(Position { x: (list.x + end).min(list.right() - 1), y });
            }
        }
        let below = Rect { x: list.x, y: list.bottom() + 1, width: list.width, height: 2 };
        let error = Paragraph::new(self.error.as_str()).style(palette.warning()).wrap(Wrap { trim: true });
        frame.render_widget(error, below.intersection(area));
        let keys = "Enter: start or next   arrows: choose and change   Esc: menu   ?: help";
        let bottom = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        frame.render_widget(Line::styled(keys, palette.faint()), bottom);
    }
}
