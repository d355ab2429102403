//! The set-up screen: a list of answers that arrows, letters and clicks change, and a line that starts the
//! game.

use floe_engine::Level;
use floe_rules::grid::Layout;
use floe_rules::penguins::Seat;
use floe_rules::record::{LONGEST_NAME, PlayerKind};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use super::dialog::{Dialog, Purpose, edit};
use super::draft::{Draft, GameKind};
use super::keys::{Key, Mouse};
use super::{Command, Env, Opening};
use crate::plan::Placement;
use crate::theme::Look;

/// One line of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Start,
    Game,
    Layout,
    Players,
    Chair(usize),
    Rows,
    Cols,
    Penguins,
    Placement,
    Seed,
    Board,
    First,
    Width,
    Height,
    Areas,
}

/// The set-up screen.
#[derive(Debug)]
pub(crate) struct Form {
    draft: Draft,
    at: Field,
    /// Whether a digit continues the number instead of replacing it.
    typing: bool,
    complaint: String,
    size: (u16, u16),
}

const LABEL_WIDTH: u16 = 13;

impl Form {
    pub(crate) fn new(draft: Draft) -> Form {
        Form { draft, at: Field::Start, typing: false, complaint: String::new(), size: (80, 24) }
    }

    pub(crate) fn resized(&mut self, size: (u16, u16)) {
        self.size = size;
    }

    /// Plays on a board that was opened.
    pub(crate) fn take_board(&mut self, path: &str, other: Draft) {
        if let Some((_, setup)) = other.board {
            if self.draft.kind == GameKind::Gamma {
                self.draft.set_kind(GameKind::Square);
            }
            self.draft.take_board(path, setup);
            self.at = Field::Start;
        }
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Start, Field::Game];
        if self.draft.kind == GameKind::Hex {
            fields.push(Field::Layout);
        }
        fields.push(Field::Players);
        fields.extend((0..self.draft.players).map(Field::Chair));
        if self.draft.kind == GameKind::Gamma {
            fields.extend([Field::Width, Field::Height, Field::Areas]);
            return fields;
        }
        fields.push(Field::Board);
        match self.draft.board {
            Some(_) => fields.push(Field::First),
            None if self.draft.kind == GameKind::Classic => fields.push(Field::Seed),
            None => fields.extend([Field::Rows, Field::Cols, Field::Seed]),
        }
        fields.extend([Field::Penguins, Field::Placement]);
        fields
    }

    /// Tells whether letters are text at the moment.
    pub(crate) fn is_typing(&self) -> bool {
        matches!(self.at, Field::Chair(_))
    }

    pub(crate) fn press(&mut self, key: Key, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        self.complaint.clear();
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
            Key::Enter => self.enter(commands),
            Key::Letter(' ') if !self.is_typing() => self.enter(commands),
            Key::Letter('q') if !self.is_typing() => commands.push(Command::Open(Box::new(Opening::Menu))),
            Key::Letter('t') if !self.is_typing() => commands.push(Command::NextTheme),
            Key::Letter('k') if !self.is_typing() => self.step(-1),
            Key::Letter('j') if !self.is_typing() => self.step(1),
            Key::Letter('h') if !self.is_typing() => self.change(-1),
            Key::Letter('l') if !self.is_typing() => self.change(1),
            Key::Letter('r') if self.at == Field::Seed => self.draft.seed = Some(env.seed()),
            Key::Letter('o') if !self.is_typing() => self.open_board(commands),
            Key::Backspace | Key::Delete if self.at == Field::Board => self.drop_board(),
            _ => self.edit(key),
        }
    }

    pub(crate) fn mouse(&mut self, mouse: Mouse, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        match mouse {
            Mouse::Wheel { down: 0, .. } => {}
            Mouse::Wheel { down, .. } => self.change(-down as i32),
            Mouse::Press(at) => {
                self.complaint.clear();
                let list = self.list();
                let clicked = list
                    .contains(at)
                    .then(|| self.fields().get(self.first_shown() + usize::from(at.y - list.y)).copied())
                    .flatten();
                if let Some(field) = clicked {
                    let again = self.at == field;
                    self.focus(field);
                    match field {
                        Field::Start | Field::Board => self.enter(commands),
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
        self.settle();
        self.at = field;
        self.typing = false;
    }

    /// Brings a number that was typed into its range.
    fn settle(&mut self) {
        let (least, most) = self.draft.sides();
        let draft = &mut self.draft;
        draft.rows = draft.rows.clamp(least, most);
        draft.cols = draft.cols.clamp(least, most);
        draft.width = draft.width.max(1);
        draft.height = draft.height.max(1);
        draft.areas = draft.areas.max(1);
        draft.penguins = draft.penguins.map(|penguins| penguins.max(1));
    }

    fn enter(&mut self, commands: &mut Vec<Command>) {
        match self.at {
            Field::Start => self.start(commands),
            Field::Board => self.open_board(commands),
            _ => self.step(1),
        }
    }

    fn start(&mut self, commands: &mut Vec<Command>) {
        self.settle();
        match self.draft.start() {
            Ok((plan, game)) => commands.push(Command::Open(Box::new(Opening::Play(Box::new(plan), game)))),
            Err(complaint) => self.complaint = complaint,
        }
    }

    fn open_board(&mut self, commands: &mut Vec<Command>) {
        let path = self.draft.board.as_ref().map_or("", |(path, _)| path);
        commands.push(Command::Ask(Dialog::path(Purpose::Open, path)));
    }

    fn drop_board(&mut self) {
        self.draft.board = None;
        self.draft.penguins = None;
        self.draft.first = None;
    }

    fn change(&mut self, by: i32) {
        self.complaint.clear();
        self.typing = false;
        let turned = |at: usize, count: usize| (at as i32 + by).rem_euclid(count as i32) as usize;
        let stepped = |value: u32, least: u32, most: u32| value.saturating_add_signed(by).clamp(least, most);
        let (least, most) = self.draft.sides();
        let draft = &mut self.draft;
        match self.at {
            Field::Start | Field::Board => {}
            Field::Game => {
                let at = GameKind::ALL.iter().position(|&kind| kind == draft.kind).unwrap_or(0);
                draft.set_kind(GameKind::ALL[turned(at, GameKind::ALL.len())]);
            }
            Field::Layout => {
                let at = Layout::ALL.iter().position(|&layout| layout == draft.layout).unwrap_or(0);
                draft.layout = Layout::ALL[turned(at, Layout::ALL.len())];
            }
            Field::Players => {
                let (fewest, most) = (draft.fewest_players() as u32, draft.most_players() as u32);
                draft.players = stepped(draft.players as u32, fewest, most) as usize;
            }
            Field::Chair(index) => {
                let kinds = Level::FULL.get() + 1;
                let chair = &mut draft.chairs[index];
                let at = match chair.kind {
                    PlayerKind::Engine { level } => level,
                    PlayerKind::Person | PlayerKind::Program => 0,
                };
                let level = turned(usize::from(at), usize::from(kinds)) as u8;
                chair.kind = if level == 0 { PlayerKind::Person } else { PlayerKind::Engine { level } };
            }
            Field::Rows => draft.rows = stepped(draft.rows, least, most),
            Field::Cols => draft.cols = stepped(draft.cols, least, most),
            Field::Width => draft.width = stepped(draft.width, least, most),
            Field::Height => draft.height = stepped(draft.height, least, most),
            Field::Areas => draft.areas = stepped(draft.areas, 1, u32::MAX),
            Field::Penguins => draft.penguins = Some(stepped(draft.penguins(), 1, 99)),
            Field::Placement => {
                draft.placement = match draft.placement {
                    Placement::Manual => Placement::Automatic,
                    Placement::Automatic => Placement::Manual,
                };
            }
            Field::Seed => {
                draft.seed = Some(draft.seed.unwrap_or(0).saturating_add_signed(i64::from(by)));
            }
            Field::First => {
                let players = draft.players;
                let at = draft.first.map_or(0, |seat| usize::from(seat.number()));
                let next = turned(at, players + 1);
                draft.first = u8::try_from(next).ok().and_then(Seat::new);
            }
        }
    }

    /// Changes the text or number of the line by a key.
    fn edit(&mut self, key: Key) {
        if let Field::Chair(index) = self.at {
            let name = &mut self.draft.chairs[index].name;
            if name.chars().count() < LONGEST_NAME || matches!(key, Key::Backspace | Key::Control('u')) {
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
        let draft = &self.draft;
        let (_, most) = draft.sides();
        Some(match self.at {
            Field::Rows => (draft.rows.into(), most.into()),
            Field::Cols => (draft.cols.into(), most.into()),
            Field::Width => (draft.width.into(), most.into()),
            Field::Height => (draft.height.into(), most.into()),
            Field::Areas => (draft.areas.into(), u32::MAX.into()),
            Field::Penguins => (draft.penguins().into(), 99),
            Field::Players => (draft.players as u64, draft.most_players() as u64),
            Field::Seed => (draft.seed.unwrap_or(0), u64::MAX),
            _ => return None,
        })
    }

    fn set_number(&mut self, value: u64) {
        let draft = &mut self.draft;
        let small = u32::try_from(value).unwrap_or(u32::MAX);
        match self.at {
            Field::Rows => draft.rows = small,
            Field::Cols => draft.cols = small,
            Field::Width => draft.width = small,
            Field::Height => draft.height = small,
            Field::Areas => draft.areas = small,
            Field::Penguins => draft.penguins = Some(small),
            Field::Players => draft.players = (value as usize).max(draft.fewest_players()),
            Field::Seed => draft.seed = Some(value),
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

    fn described(&self, field: Field) -> (String, String, &'static str) {
        let draft = &self.draft;
        let text = |label: &str, value: String, hint| (label.to_owned(), value, hint);
        match field {
            Field::Start => text("", "START THE GAME".to_owned(), "Enter"),
            Field::Game => text("Game", draft.kind.name().to_owned(), "left and right"),
            Field::Layout => text("Layout", draft.layout.name().to_owned(), "left and right"),
            Field::Players => text("Players", draft.players.to_string(), "left and right"),
            Field::Chair(index) => {
                let kind = match draft.chairs[index].kind {
                    PlayerKind::Person => "person".to_owned(),
                    PlayerKind::Engine { level } => format!("engine {level:>2}"),
                    PlayerKind::Program => "program".to_owned(),
                };
                let label = match draft.kind {
                    GameKind::Gamma => format!("Player {}", index + 1),
                    _ => format!("Player {}", char::from(b'A' + index as u8)),
                };
                (label, format!("{kind:<10} {}", draft.name_of(index)), "left, right: who; type a name")
            }
            Field::Rows => text("Rows", draft.rows.to_string(), "digits, left and right"),
            Field::Cols => text("Columns", draft.cols.to_string(), "digits, left and right"),
            Field::Width => text("Width", draft.width.to_string(), "digits, left and right"),
            Field::Height => text("Height", draft.height.to_string(), "digits, left and right"),
            Field::Areas => text("Areas each", draft.areas.to_string(), "how many a player may hold"),
            Field::Penguins => text("Penguins", draft.penguins().to_string(), "of each player"),
            Field::Placement => {
                let by = match draft.placement {
                    Placement::Manual => "by the players",
                    Placement::Automatic => "by chance",
                };
                text("Placing", by.to_owned(), "left and right")
            }
            Field::Seed => text("Seed", draft.seed.unwrap_or(0).to_string(), "picks the board; r: another"),
            Field::Board => match &draft.board {
                Some((path, _)) => text("Board", path.clone(), "Enter: another; Backspace: none"),
                None => text("Board", "new".to_owned(), "Enter: from a file"),
            },
            Field::First => {
                let who = draft
                    .first
                    .map_or_else(|| "by number".to_owned(), |seat| format!("player {}", seat.letter()));
                text("First", who, "who is to act")
            }
        }
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, look: Look, cursor: bool) {
        let area = frame.area();
        let list = self.list();
        let heading = Rect { x: list.x, y: 0, width: list.width, height: 1 };
        let title = match self.draft.kind {
            GameKind::Gamma => "A new game of Gamma",
            _ => "A new game of Penguins",
        };
        frame.render_widget(Line::styled(title, look.strong()), heading);
        let shown = self.fields().into_iter().skip(self.first_shown()).take(usize::from(list.height));
        for (y, field) in (list.y..).zip(shown) {
            let (label, value, hint) = self.described(field);
            let chosen = field == self.at;
            let line = Rect { y, height: 1, ..list };
            let mark = if chosen { ">" } else { " " };
            let label_width = usize::from(LABEL_WIDTH) - 3;
            let room = usize::from(list.width.saturating_sub(LABEL_WIDTH));
            let value = super::table::fitted(&value, room);
            let style = if chosen { look.selected() } else { ratatui::style::Style::new() };
            let end = LABEL_WIDTH + u16::try_from(value.width()).unwrap_or(0);
            let mut spans =
                vec![Span::raw(format!("{mark} {label:<label_width$} ")), Span::styled(value, style)];
            if chosen && usize::from(end) + hint.len() + 3 <= usize::from(list.width) {
                spans.push(Span::styled(format!("   {hint}"), look.faint()));
            }
            frame.render_widget(Line::from(spans), line);
            if chosen && cursor {
                frame.set_cursor_position(Position { x: (list.x + end).min(list.right() - 1), y });
            }
        }
        let below = Rect { x: list.x, y: list.bottom() + 1, width: list.width, height: 2 };
        let complaint =
            Paragraph::new(self.complaint.as_str()).style(look.warning()).wrap(Wrap { trim: true });
        frame.render_widget(complaint, below.intersection(area));
        let keys = "Enter: start or next   arrows: choose and change   Esc: menu   ?: help";
        let bottom = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        frame.render_widget(Line::styled(keys, look.faint()), bottom);
    }
}
