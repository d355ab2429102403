//! The set-up screen: a form whose lines are changed by arrows, letters and clicks, and a line that starts the game.

mod view;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use floe_engine::Level;
use floe_locale::{Lang, tr};
use floe_rules::grid::Layout;
use floe_rules::penguins::Seat as SeatNumber;
use floe_rules::record::{LONGEST_NAME, PlayerKind};
use floe_session::{BoardPhase, GameKind, GameSpec, MOST_PENGUINS_OFFERED, Placement, Session};

use super::dialog::{Dialog, PathPurpose};
use super::keys::{Key, Mouse};
use super::line_editor::LineEditor;
use super::{Command, Env, Opening};
use crate::settings::{Settings, person_word};
use crate::spec_phrases::spec_error;

/// The games that a board file can be played as.
const BOARD_GAMES: [GameKind; 3] = [GameKind::Square, GameKind::Hex, GameKind::Classic];

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
    Phase,
    First,
    Areas,
}

/// The line of text below the form.
#[derive(Clone, Debug, Default)]
struct FormNote {
    text: String,
    is_warning: bool,
}

/// The set-up screen.
#[derive(Debug)]
pub(crate) struct Form {
    spec: GameSpec,
    at: Field,
    /// Whether a letter or digit continues the text of the line instead of replacing it.
    typing: bool,
    /// The number that is being typed, which may be out of its range.
    typed: Option<u64>,
    note: FormNote,
    /// The seats whose names were typed here.
    named: BTreeSet<usize>,
    /// The level that was last chosen here.
    level: Option<Level>,
    size: (u16, u16),
}

impl Form {
    pub(crate) fn new(spec: GameSpec, lang: Lang) -> Form {
        let mut form = Form {
            spec,
            at: Field::Start,
            typing: false,
            typed: None,
            note: FormNote::default(),
            named: BTreeSet::new(),
            level: None,
            size: (80, 24),
        };
        form.ask_about_board(lang);
        form
    }

    pub(crate) fn set_lang(&mut self, lang: Lang) {
        self.spec.person_word = Some(person_word(lang));
        self.note = FormNote::default();
        self.ask_about_board(lang);
    }

    pub(crate) fn resized(&mut self, size: (u16, u16)) {
        self.size = size;
    }

    /// Returns what is set up.
    pub(crate) fn spec(&self) -> &GameSpec {
        &self.spec
    }

    /// Takes a board that was opened, with the settings for it.
    pub(crate) fn take_board(&mut self, opened: GameSpec, lang: Lang) {
        let before = std::mem::replace(&mut self.spec, opened);
        self.spec.level = self.spec.level.or(before.level);
        self.spec.person_word = before.person_word;
        self.spec.known_names = before.known_names;
        (self.at, self.typed, self.typing) = (Field::Start, None, false);
        self.ask_about_board(lang);
    }

    /// Asks for what a board file does not say.
    fn ask_about_board(&mut self, lang: Lang) {
        if self.spec.board.is_some() {
            self.say(tr!(lang, "setup-board-asks"));
        }
    }

    fn say(&mut self, text: String) {
        self.note = FormNote { text, is_warning: false };
    }

    fn warn(&mut self, text: String) {
        self.note = FormNote { text, is_warning: true };
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
            Some(_) => fields.extend([Field::Phase, Field::First]),
            None if self.spec.kind == GameKind::Classic => fields.push(Field::Seed),
            None => fields.extend([Field::Rows, Field::Cols, Field::Seed]),
        }
        if self.spec.board.is_none() || self.spec.phase() == BoardPhase::Placement {
            fields.extend([Field::Penguins, Field::Placement]);
        }
        fields
    }

    /// Tells whether letters are text on the selected line.
    pub(crate) fn is_typing(&self) -> bool {
        matches!(self.at, Field::Seat(_))
    }

    pub(crate) fn press(&mut self, key: Key, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        let lang = env.options.appearance.lang;
        self.note = FormNote::default();
        match key {
            Key::Up | Key::BackTab => self.step(-1, lang),
            Key::Down | Key::Tab => self.step(1, lang),
            Key::Home | Key::PageUp => self.focus(Field::Start, lang),
            Key::End | Key::PageDown => {
                let last = self.fields().last().copied();
                self.focus(last.unwrap_or(Field::Start), lang);
            }
            Key::Left => self.change(-1, lang),
            Key::Right => self.change(1, lang),
            Key::Escape => commands.push(Command::Open(Box::new(Opening::Menu))),
            Key::Enter => self.enter(env, commands),
            Key::Backspace | Key::Delete if self.at == Field::Board => self.spec.clear_board(),
            _ if self.is_typing() => self.edit_name(key),
            Key::Letter(' ') => self.enter(env, commands),
            Key::Letter('q') => commands.push(Command::Open(Box::new(Opening::Menu))),
            Key::Letter('t') => commands.push(Command::NextTheme),
            Key::Letter('L') => commands.push(Command::NextLang),
            Key::Letter('k') => self.step(-1, lang),
            Key::Letter('j') => self.step(1, lang),
            Key::Letter('h') => self.change(-1, lang),
            Key::Letter('l') => self.change(1, lang),
            Key::Letter('r') if self.at == Field::Seed => {
                (self.spec.seed, self.typed, self.typing) = (Some(env.new_seed()), None, false);
            }
            Key::Letter('o') => self.open_board(commands),
            _ => self.edit_number(key, lang),
        }
    }

    pub(crate) fn mouse(&mut self, mouse: Mouse, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        let lang = env.options.appearance.lang;
        match mouse {
            Mouse::Wheel { down: 0, .. } => {}
            Mouse::Wheel { down, .. } => {
                self.note = FormNote::default();
                self.change(-down as i32, lang);
            }
            Mouse::Press(at) => {
                match self.footer(lang).key_at(self.bottom(), at) {
                    Some(Key::Help | Key::Letter('?')) => return commands.push(Command::Help),
                    Some(key) => return self.press(key, env, commands),
                    None => {}
                }
                self.note = FormNote::default();
                let list = self.list();
                let clicked = list
                    .contains(at)
                    .then(|| self.fields().get(self.first_shown() + usize::from(at.y - list.y)).copied())
                    .flatten();
                if let Some(field) = clicked {
                    let again = self.at == field;
                    self.focus(field, lang);
                    match field {
                        Field::Start | Field::Board => self.enter(env, commands),
                        // The first click chooses the line, another one changes it.
                        _ if again => self.change(1, lang),
                        _ => {}
                    }
                }
            }
            Mouse::Cancel(_) => self.press(Key::Escape, env, commands),
            Mouse::Release(_) => {}
        }
    }

    fn step(&mut self, by: i32, lang: Lang) {
        let fields = self.fields();
        let at = fields.iter().position(|&field| field == self.at).unwrap_or(0) as i32;
        let next = (at + by).rem_euclid(fields.len() as i32);
        self.focus(fields[next as usize], lang);
    }

    fn focus(&mut self, field: Field, lang: Lang) {
        self.commit(lang);
        self.at = field;
        self.typing = false;
    }

    /// Takes the number that was typed. One out of its range is changed, and the note says so.
    fn commit(&mut self, lang: Lang) {
        let (Some(typed), Some(range)) = (self.typed.take(), self.range(self.at)) else {
            return;
        };
        let value = typed.clamp(*range.start(), *range.end());
        self.set_number(value);
        if value != typed {
            let text = changed(lang, &self.label(lang, self.at), &range, typed, value);
            self.warn(text);
        }
    }

    fn enter(&mut self, env: &Env<'_>, commands: &mut Vec<Command>) {
        match self.at {
            Field::Start => self.start(env, commands),
            Field::Board => self.open_board(commands),
            _ => self.step(1, env.options.appearance.lang),
        }
    }

    fn start(&mut self, env: &Env<'_>, commands: &mut Vec<Command>) {
        // A number that was just changed is seen before the game starts.
        if self.note.is_warning {
            return;
        }
        let mut spec = self.spec.clone();
        // Seats of players who were removed again.
        spec.seats.truncate(spec.player_count());
        match Session::new(spec, env.options.budget) {
            Ok(session) => {
                commands.push(Command::Remember(Box::new(self.remembered(&env.options.settings))));
                commands.push(Command::Open(Box::new(Opening::Play(Box::new(session)))));
            }
            Err(error) => self.warn(spec_error(env.options.appearance.lang, &error)),
        }
    }

    /// Returns the settings with the names and the level that were chosen here.
    fn remembered(&self, settings: &Settings) -> Settings {
        let mut settings = settings.clone();
        for &seat in &self.named {
            if seat < self.spec.player_count() && self.spec.seat(seat).kind == PlayerKind::Person {
                settings.set_name(seat, &self.spec.seat(seat).name);
            }
        }
        settings.level = self.level.or(settings.level);
        settings
    }

    fn open_board(&mut self, commands: &mut Vec<Command>) {
        let path = self.spec.board.as_ref().map_or("", |board| &board.name);
        commands.push(Command::Ask(Dialog::path(PathPurpose::Open, path)));
    }

    fn change(&mut self, by: i32, lang: Lang) {
        self.commit(lang);
        self.typing = false;
        let turned = |at: usize, count: usize| (at as i32 + by).rem_euclid(count as i32) as usize;
        if let (Some(value), Some(range)) = (self.number(self.at), self.range(self.at)) {
            // A value that was given may be outside of what is offered.
            let (least, most) = (value.min(*range.start()), value.max(*range.end()));
            return self.set_number(value.saturating_add_signed(by.into()).clamp(least, most));
        }
        let spec = &mut self.spec;
        match self.at {
            Field::Game => {
                let games: &[GameKind] = if spec.board.is_some() { &BOARD_GAMES } else { &GameKind::ALL };
                let at = games.iter().position(|&kind| kind == spec.kind).unwrap_or(0);
                self.set_kind(games[turned(at, games.len())], lang);
            }
            Field::Layout => {
                let chosen = spec.chosen_layout();
                let at = Layout::ALL.iter().position(|&layout| Some(layout) == chosen).unwrap_or(0);
                spec.layout = Some(Layout::ALL[turned(at, Layout::ALL.len())]);
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
                self.level = Level::new(level).or(self.level);
            }
            Field::Placement => {
                spec.placement = Some(match spec.placement() {
                    Placement::Manual => Placement::Automatic,
                    Placement::Automatic => Placement::Manual,
                });
            }
            Field::Phase => self.turn_phase(),
            Field::First => {
                let at = spec.first.map_or(0, |seat| usize::from(seat.number()));
                let next = turned(at, spec.player_count() + 1);
                spec.first = u8::try_from(next).ok().and_then(SeatNumber::new);
            }
            _ => {}
        }
    }

    /// Changes the game; what does not fit it is changed too, and the note says so.
    fn set_kind(&mut self, kind: GameKind, lang: Lang) {
        let values = |spec: &GameSpec| {
            let side = |side: Option<u32>| side.map(u64::from);
            [
                (Field::Players, spec.players.map(|players| players as u64)),
                (Field::Rows, side(spec.rows)),
                (Field::Cols, side(spec.cols)),
            ]
        };
        let before = values(&self.spec);
        self.spec.set_kind(kind);
        let changes: Vec<String> = before
            .into_iter()
            .zip(values(&self.spec))
            .filter_map(|((field, old), (_, new))| {
                let (old, new) = (old?, new?);
                let range = self.range(field).filter(|_| old != new)?;
                Some(changed(lang, &self.label(lang, field), &range, old, new))
            })
            .collect();
        if !changes.is_empty() {
            self.warn(changes.join(" "));
        }
    }

    fn turn_phase(&mut self) {
        let spec = &mut self.spec;
        if spec.phase() == BoardPhase::Placement {
            spec.phase = Some(BoardPhase::Movement);
            return;
        }
        spec.phase = None;
        // With as many penguins as there are on the board, nothing would be left to place.
        if spec.phase() == BoardPhase::Movement {
            let usual = spec.kind.default_penguins(spec.player_count());
            spec.penguins = Some((spec.penguins() + 1).max(usual));
        }
        spec.phase = Some(BoardPhase::Placement);
    }

    /// Changes the name of the player on the line.
    fn edit_name(&mut self, key: Key) {
        let Field::Seat(index) = self.at else { return };
        let known = self.spec.known_names.get_mut(index).map(std::mem::take).unwrap_or_default();
        let name = &mut self.spec.seat_mut(index).name;
        if name.is_empty() {
            *name = known;
        }
        let mut editor = if self.typing { LineEditor::new(name) } else { LineEditor::selected(name) };
        let edited = match key {
            // Without a selection, the first Backspace corrects the name.
            Key::Backspace | Key::Delete => {
                editor = LineEditor::new(name);
                editor.press(Key::Backspace)
            }
            key => editor.press(key),
        };
        if edited && editor.text().chars().count() <= LONGEST_NAME {
            editor.text().clone_into(name);
            self.named.insert(index);
        }
        self.typing = true;
    }

    /// Changes the number of the line by a key.
    fn edit_number(&mut self, key: Key, lang: Lang) {
        let Some(value) = self.number(self.at) else { return };
        let shown = self.typed.unwrap_or(value);
        let next = match key {
            Key::Letter(digit @ '0'..='9') => {
                let before = if self.typing { shown } else { 0 };
                before.saturating_mul(10).saturating_add(u64::from(digit as u8 - b'0'))
            }
            Key::Backspace | Key::Delete => shown / 10,
            _ => return,
        };
        (self.typed, self.typing) = (Some(next), true);
        if self.at == Field::Players {
            // One digit is a whole number of players, and the lines of the players follow it.
            self.commit(lang);
            self.typing = false;
        }
    }

    /// Returns the number of a line, if it has one.
    fn number(&self, field: Field) -> Option<u64> {
        let spec = &self.spec;
        Some(match field {
            Field::Rows => spec.rows().into(),
            Field::Cols => spec.cols().into(),
            Field::Areas => spec.areas().into(),
            Field::Penguins => spec.penguins().into(),
            Field::Players => spec.player_count() as u64,
            Field::Seed => spec.seed.unwrap_or(0),
            _ => return None,
        })
    }

    /// Returns the numbers that are offered for a line, if it has one.
    fn range(&self, field: Field) -> Option<RangeInclusive<u64>> {
        let (sides, players) = (self.spec.kind.offered_sides(), self.spec.kind.players());
        Some(match field {
            Field::Rows | Field::Cols => u64::from(*sides.start())..=u64::from(*sides.end()),
            Field::Areas => 1..=u64::from(u32::MAX),
            Field::Penguins => 1..=u64::from(MOST_PENGUINS_OFFERED),
            Field::Players => *players.start() as u64..=*players.end() as u64,
            Field::Seed => 0..=u64::MAX,
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
            Field::Players => {
                spec.players = usize::try_from(value).ok();
                // A player who is gone cannot be first.
                spec.first = spec.first.filter(|seat| u64::from(seat.number()) <= value);
            }
            Field::Seed => spec.seed = Some(value),
            _ => {}
        }
    }
}

/// Says that a number was changed to fit its range.
fn changed(lang: Lang, label: &str, range: &RangeInclusive<u64>, old: u64, new: u64) -> String {
    let (least, most) = (range.start().to_string(), range.end().to_string());
    let (old, new) = (old.to_string(), new.to_string());
    tr!(lang, "setup-changed", label = label, least = least, most = most, old = old, new = new)
}
