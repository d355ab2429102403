//! The screen of settings: what is remembered from one start to the next.

use std::time::Duration;

use floe_engine::Level;
use floe_locale::{Lang, tr};
use floe_session::default_level;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::footer::Footer;
use super::keys::{Key, Mouse};
use super::{Command, Env, Opening, Options};
use crate::appearance::Appearance;
use crate::settings::level_name;
use crate::theme::Theme;

/// One value of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    Lang(Lang),
    Theme(Theme),
    Level(Level),
    Time(Duration),
    Pace(Duration),
    Moves(bool),
}

/// The times that an engine may think about a turn, in milliseconds.
const TIMES: [u64; 8] = [100, 250, 500, 1000, 2000, 5000, 10_000, 30_000];
/// How long each turn can be shown at least before an engine makes the next one, in milliseconds.
const PACES: [u64; 8] = [0, 100, 200, 400, 700, 1000, 2000, 4000];
const LINES: usize = 6;

/// The screen of settings.
#[derive(Clone, Debug)]
pub(crate) struct SettingsScreen {
    at: usize,
    values: [Setting; LINES],
    size: (u16, u16),
}

impl SettingsScreen {
    pub(crate) fn new(options: &Options) -> SettingsScreen {
        let settings = &options.settings;
        let values = [
            Setting::Lang(options.appearance.lang),
            Setting::Theme(options.appearance.palette.theme),
            Setting::Level(settings.level.unwrap_or_else(default_level)),
            Setting::Time(options.budget.time),
            Setting::Pace(options.pace),
            Setting::Moves(settings.window.moves.unwrap_or(true)),
        ];
        SettingsScreen { at: 0, values, size: (80, 24) }
    }

    pub(crate) fn resized(&mut self, size: (u16, u16)) {
        self.size = size;
    }

    pub(crate) fn press(&mut self, key: Key, commands: &mut Vec<Command>) {
        match key {
            Key::Up | Key::BackTab | Key::Letter('k') => self.at = (self.at + LINES - 1) % LINES,
            Key::Down | Key::Tab | Key::Letter('j') => self.at = (self.at + 1) % LINES,
            Key::Home | Key::PageUp => self.at = 0,
            Key::End | Key::PageDown => self.at = LINES - 1,
            Key::Left | Key::Letter('h') => self.change(self.at, -1, commands),
            Key::Right | Key::Letter('l' | ' ') | Key::Enter => self.change(self.at, 1, commands),
            Key::Letter('L') => self.change(0, 1, commands),
            Key::Letter('t') => self.change(1, 1, commands),
            Key::Escape | Key::Letter('q') => commands.push(Command::Open(Box::new(Opening::Menu))),
            _ => {}
        }
    }

    pub(crate) fn mouse(&mut self, mouse: Mouse, env: &Env<'_>, commands: &mut Vec<Command>) {
        match mouse {
            Mouse::Wheel { down: 0, .. } => {}
            Mouse::Wheel { down, .. } => self.change(self.at, -down.signum(), commands),
            Mouse::Press(at) => {
                match footer(env.options.appearance.lang).key_at(self.bottom(), at) {
                    Some(Key::Letter('?')) => return commands.push(Command::Help),
                    Some(key) => return self.press(key, commands),
                    None => {}
                }
                let list = self.list();
                if list.contains(at) {
                    let line = usize::from(at.y - list.y);
                    // The first click chooses the line, another one changes it.
                    if std::mem::replace(&mut self.at, line) == line {
                        self.change(line, 1, commands);
                    }
                }
            }
            Mouse::Cancel(_) => self.press(Key::Escape, commands),
            Mouse::Release(_) => {}
        }
    }

    fn change(&mut self, line: usize, by: i64, commands: &mut Vec<Command>) {
        let value = match self.values[line] {
            Setting::Lang(lang) => Setting::Lang(turned(&Lang::ALL, lang, by)),
            Setting::Theme(theme) => Setting::Theme(turned(&Theme::ALL, theme, by)),
            Setting::Level(level) => {
                let levels: Vec<Level> = (1..=Level::FULL.get()).filter_map(Level::new).collect();
                Setting::Level(turned(&levels, level, by))
            }
            Setting::Time(time) => Setting::Time(stepped(&TIMES, time, by)),
            Setting::Pace(pace) => Setting::Pace(next_pace(pace, by)),
            Setting::Moves(shown) => Setting::Moves(!shown),
        };
        if value != self.values[line] {
            self.values[line] = value;
            commands.push(Command::Set(value));
        }
    }

    fn list(&self) -> Rect {
        let (columns, rows) = self.size;
        let width = columns.saturating_sub(4).min(72);
        let height = (LINES as u16).min(rows.saturating_sub(2));
        Rect { x: (columns - width) / 2, y: 2.min(rows), width, height }
    }

    fn bottom(&self) -> Rect {
        let (columns, rows) = self.size;
        Rect { x: 0, y: rows.saturating_sub(1), width: columns, height: 1.min(rows) }
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, appearance: Appearance, cursor: bool) {
        let (palette, lang) = (appearance.palette, appearance.lang);
        let list = self.list();
        let heading = Rect { y: 0, height: 1, ..list };
        frame.render_widget(Line::styled(tr!(lang, "settings-title"), palette.strong()), heading);
        let labels = self.values.map(|value| label(lang, value));
        let widest = labels.iter().map(|label| label.width()).max().unwrap_or(0);
        for (index, (value, label)) in self.values.iter().zip(&labels).enumerate() {
            let chosen = index == self.at;
            let mark = if chosen { ">" } else { " " };
            let style = if chosen { palette.selected() } else { Style::new() };
            let text = text(lang, *value);
            let gap = widest - label.width() + 2;
            let end = list.x + u16::try_from(2 + widest + 2 + text.width()).unwrap_or(0);
            let spans = vec![Span::raw(format!("{mark} {label}{:gap$}", "")), Span::styled(text, style)];
            let y = list.y + index as u16;
            frame.render_widget(Line::from(spans), Rect { y, height: 1, ..list }.intersection(frame.area()));
            if chosen && cursor {
                frame.set_cursor_position(Position { x: end.min(list.right().saturating_sub(1)), y });
            }
        }
        let top = list.bottom() + 1;
        let note = Rect { y: top, height: self.bottom().y.saturating_sub(top), ..list };
        let note = note.intersection(frame.area());
        let about = tr!(lang, "settings-about");
        let lines = textwrap::wrap(&about, usize::from(list.width).max(1))
            .into_iter()
            .map(|line| Line::raw(line.into_owned()));
        let about = ratatui::widgets::Paragraph::new(lines.collect::<Vec<_>>());
        frame.render_widget(about.style(palette.faint()), note);
        footer(lang).draw(frame, appearance, self.bottom());
    }
}

/// Returns the value after or before another, from a list that starts again at its end.
fn turned<T: Copy + PartialEq>(all: &[T], value: T, by: i64) -> T {
    let at = all.iter().position(|&other| other == value).unwrap_or(0) as i64;
    all[(at + by).rem_euclid(all.len() as i64) as usize]
}

/// Returns the next longer or shorter pace.
pub(crate) fn next_pace(pace: Duration, by: i64) -> Duration {
    stepped(&PACES, pace, by)
}

/// Returns the next larger or smaller time of a list.
fn stepped(all: &[u64], time: Duration, by: i64) -> Duration {
    let now = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let next = match by > 0 {
        true => all.iter().find(|&&other| other > now),
        false => all.iter().rev().find(|&&other| other < now),
    };
    next.map_or(time, |&next| Duration::from_millis(next))
}

fn label(lang: Lang, value: Setting) -> String {
    match value {
        Setting::Lang(_) => tr!(lang, "settings-language"),
        Setting::Theme(_) => tr!(lang, "settings-theme"),
        Setting::Level(_) => tr!(lang, "settings-level"),
        Setting::Time(_) => tr!(lang, "settings-time"),
        Setting::Pace(_) => tr!(lang, "settings-pace"),
        Setting::Moves(_) => tr!(lang, "settings-moves"),
    }
}

fn text(lang: Lang, value: Setting) -> String {
    match value {
        // Each language names itself, so that it is found by whoever reads no other.
        Setting::Lang(Lang::English) => "English".to_owned(),
        Setting::Lang(Lang::French) => "Français".to_owned(),
        Setting::Lang(Lang::Polish) => "Polski".to_owned(),
        Setting::Theme(Theme::Default) => tr!(lang, "theme-default"),
        Setting::Theme(Theme::ColorBlind) => tr!(lang, "theme-colour-blind"),
        Setting::Theme(Theme::Monochrome) => tr!(lang, "theme-monochrome"),
        Setting::Level(level) => {
            tr!(lang, "settings-level-value", level = level.get(), name = level_name(lang, level.get()))
        }
        Setting::Time(time) | Setting::Pace(time) => match time.as_millis() {
            millis if millis % 1000 == 0 => format!("{} s", millis / 1000),
            millis => format!("{millis} ms"),
        },
        Setting::Moves(true) => tr!(lang, "settings-shown"),
        Setting::Moves(false) => tr!(lang, "settings-hidden"),
    }
}

/// Returns the keys that work now.
fn footer(lang: Lang) -> Footer {
    Footer::new(lang)
        .item(Key::Right, tr!(lang, "setup-footer-change"))
        .item(Key::Escape, tr!(lang, "footer-menu"))
        .item(Key::Letter('?'), tr!(lang, "footer-help"))
        .item(Key::Down, tr!(lang, "setup-footer-next"))
}
