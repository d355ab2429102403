//! The main menu.

use floe_locale::{Lang, tr};
use floe_session::{GameKind, GameSpec};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::dialog::{Dialog, PathPurpose, middle};
use super::footer::Footer;
use super::keys::{Key, Mouse};
use super::resume;
use super::{Command, Effect, Env, Opening};
use crate::appearance::Appearance;
use crate::interrupted::ResumableGame;

/// An entry of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    /// Resume an interrupted game.
    Resume,
    Game(GameKind),
    Open,
    Settings,
    Help,
    Quit,
}

const ITEMS: [Item; 8] = [
    Item::Game(GameKind::Square),
    Item::Game(GameKind::Hex),
    Item::Game(GameKind::Classic),
    Item::Game(GameKind::Gamma),
    Item::Open,
    Item::Settings,
    Item::Help,
    Item::Quit,
];

const ART: [&str; 5] = [
    r"   __  _           ",
    r"  / _|| | ___  ___ ",
    r" | |_ | |/ _ \/ _ \",
    r" |  _|| | (_) | __/   ><>",
    r" |_|  |_|\___/\___| ~~~~~~~~",
];

impl Item {
    fn name(self, lang: Lang) -> String {
        match self {
            Item::Resume => String::new(),
            Item::Game(GameKind::Square) => tr!(lang, "menu-square"),
            Item::Game(GameKind::Hex) => tr!(lang, "menu-hex"),
            Item::Game(GameKind::Classic) => tr!(lang, "menu-classic"),
            Item::Game(GameKind::Gamma) => tr!(lang, "menu-gamma"),
            Item::Open => tr!(lang, "menu-open"),
            Item::Settings => tr!(lang, "menu-settings"),
            Item::Help => tr!(lang, "menu-help"),
            Item::Quit => tr!(lang, "menu-quit"),
        }
    }

    fn about(self, lang: Lang) -> String {
        match self {
            Item::Resume => String::new(),
            Item::Game(GameKind::Square) => tr!(lang, "menu-square-about"),
            Item::Game(GameKind::Hex) => tr!(lang, "menu-hex-about"),
            Item::Game(GameKind::Classic) => tr!(lang, "menu-classic-about"),
            Item::Game(GameKind::Gamma) => tr!(lang, "menu-gamma-about"),
            Item::Open => tr!(lang, "menu-open-about"),
            Item::Settings => tr!(lang, "menu-settings-about"),
            Item::Help => tr!(lang, "menu-help-about"),
            Item::Quit => tr!(lang, "menu-quit-about"),
        }
    }
}

/// The main menu.
#[derive(Clone, Debug, Default)]
pub(crate) struct Menu {
    at: usize,
    /// The interrupted games, the most recent first.
    games: Vec<ResumableGame>,
    /// Whether to say how to quit.
    says_how_to_quit: bool,
}

impl Menu {
    /// Takes the interrupted games: to resume one becomes the first choice.
    pub(crate) fn set_games(&mut self, games: Vec<ResumableGame>) {
        let was_offered = !std::mem::replace(&mut self.games, games).is_empty();
        match (was_offered, self.games.is_empty()) {
            (false, false) => self.at = 0,
            (true, true) => self.at = self.at.saturating_sub(1),
            _ => {}
        }
    }

    /// Returns the number of lines before the numbered ones.
    fn offset(&self) -> usize {
        usize::from(!self.games.is_empty())
    }

    fn count(&self) -> usize {
        ITEMS.len() + self.offset()
    }

    fn item(&self, index: usize) -> Item {
        index.checked_sub(self.offset()).map_or(Item::Resume, |index| ITEMS[index])
    }

    pub(crate) fn press(&mut self, key: Key, commands: &mut Vec<Command>) {
        let count = self.count();
        self.says_how_to_quit = false;
        match key {
            Key::Up | Key::Letter('k') | Key::BackTab => self.at = (self.at + count - 1) % count,
            Key::Down | Key::Letter('j') | Key::Tab => self.at = (self.at + 1) % count,
            Key::Home | Key::PageUp => self.at = 0,
            Key::End | Key::PageDown => self.at = count - 1,
            Key::Enter | Key::Letter(' ') => self.choose(commands),
            Key::Letter(digit @ '1'..='8') => {
                self.at = self.offset() + digit as usize - '1' as usize;
                self.choose(commands);
            }
            Key::Letter('r') => commands.extend(resume::menu_command(&self.games)),
            Key::Letter('t') => commands.push(Command::NextTheme),
            Key::Letter('L') => commands.push(Command::NextLang),
            Key::Letter('q') | Key::Control('d') => commands.push(Command::Effect(Effect::Quit)),
            // Esc leads back from everywhere else: pressed once too often, it does not end the program.
            Key::Escape => self.says_how_to_quit = true,
            _ => {}
        }
    }

    pub(crate) fn mouse(&mut self, mouse: Mouse, env: &Env<'_>, commands: &mut Vec<Command>) {
        match mouse {
            Mouse::Wheel { down: 0, .. } => {}
            Mouse::Wheel { down, .. } => self.press(if down > 0 { Key::Down } else { Key::Up }, commands),
            Mouse::Press(at) => {
                let area = Rect { x: 0, y: 0, width: env.size.0, height: env.size.1 };
                match footer(env.options.appearance.lang).key_at(bottom(area), at) {
                    Some(Key::Letter('?')) => return commands.push(Command::Help),
                    Some(key) => return self.press(key, commands),
                    None => {}
                }
                let list = self.list(area);
                if list.contains(at) {
                    self.at = usize::from(at.y - list.y);
                    self.choose(commands);
                }
            }
            Mouse::Release(_) | Mouse::Cancel(_) => {}
        }
    }

    fn choose(&self, commands: &mut Vec<Command>) {
        commands.push(match self.item(self.at) {
            Item::Resume => return commands.extend(resume::menu_command(&self.games)),
            Item::Game(kind) => Command::Open(Box::new(Opening::Setup(Box::new(GameSpec::new(kind))))),
            Item::Open => Command::Ask(Dialog::path(PathPurpose::Open, "")),
            Item::Settings => Command::Open(Box::new(Opening::Settings)),
            Item::Help => Command::Help,
            Item::Quit => Command::Effect(Effect::Quit),
        });
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, appearance: Appearance, cursor: bool) {
        let (palette, lang) = (appearance.palette, appearance.lang);
        let area = frame.area();
        let list = self.list(area);
        if list.y > ART.len() as u16 {
            let top = Rect { y: list.y - ART.len() as u16 - 1, height: ART.len() as u16, ..list };
            frame.render_widget(Paragraph::new(ART.map(Line::raw).to_vec()).style(palette.strong()), top);
        }
        let names = ITEMS.map(|item| item.name(lang));
        let longest = names.iter().map(|name| name.width()).max().unwrap_or(0);
        let abouts = ITEMS.map(|item| item.about(lang));
        // A column of descriptions with gaps would look torn: all are shown, or none is.
        let widest = abouts.iter().map(|about| about.width()).max().unwrap_or(0);
        let described = 4 + longest + 2 + widest <= usize::from(list.width);
        for (index, y) in (0..self.count()).zip(list.y..) {
            let chosen = index == self.at;
            let mark = if chosen { ">" } else { " " };
            let text = match index.checked_sub(self.offset()) {
                None => {
                    let room = usize::from(list.width.saturating_sub(4));
                    format!("{mark} r {}", resume::menu_text(lang, &self.games, room))
                }
                Some(index) if described => {
                    let gap = longest - names[index].width() + 2;
                    format!("{mark} {} {}{:gap$}{}", index + 1, names[index], "", abouts[index])
                }
                Some(index) => format!("{mark} {} {}", index + 1, names[index]),
            };
            let style = if chosen { palette.selected() } else { Style::new() };
            let line = Rect { y, height: 1, ..list };
            frame.buffer_mut().set_style(line, style);
            frame.render_widget(Line::raw(text), line);
        }
        if self.says_how_to_quit {
            // The line above the entries is free at any size.
            let note = Rect { y: list.y.saturating_sub(1), height: 1, ..list };
            frame.render_widget(Line::styled(tr!(lang, "menu-how-to-quit"), palette.success()), note);
        }
        footer(lang).draw(frame, appearance, bottom(area));
        if cursor {
            frame.set_cursor_position(Position { x: list.x, y: list.y + self.at as u16 });
        }
    }

    /// Returns the place of the menu's lines.
    fn list(&self, area: Rect) -> Rect {
        let width = area.width.saturating_sub(2).min(88);
        let place = middle(area, width, self.count() as u16);
        let lower = area.height.saturating_sub(place.bottom() + 1).min(3);
        Rect { y: place.y + lower, ..place }
    }
}

/// Returns the keys that work now.
fn footer(lang: Lang) -> Footer {
    Footer::new(lang)
        .item(Key::Enter, tr!(lang, "footer-choose"))
        .item(Key::Letter('q'), tr!(lang, "footer-quit"))
        .item(Key::Letter('?'), tr!(lang, "footer-help"))
        .item(Key::Letter('L'), tr!(lang, "footer-language"))
        .item(Key::Letter('t'), tr!(lang, "footer-colours"))
}

fn bottom(area: Rect) -> Rect {
    Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area }
}
