//! The main menu.

use floe_session::{GameKind, GameSpec};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::dialog::{Dialog, PathPurpose, middle};
use super::keys::{Key, Mouse};
use super::resume::{self, ResumableGame};
use super::{Command, Effect, Opening};
use crate::appearance::Appearance;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    /// Resume an interrupted game.
    Resume,
    Game(GameKind),
    Open,
    Help,
    Quit,
}

const ITEMS: [(Item, &str, &str); 7] = [
    (Item::Game(GameKind::Square), "Penguins on squares", "slide, eat, and let the ice melt"),
    (Item::Game(GameKind::Hex), "Penguins on hexagons", "six directions; score the tile you leave"),
    (Item::Game(GameKind::Classic), "Penguins, the classic board", "60 tiles in rows of 8 and 7"),
    (Item::Game(GameKind::Gamma), "Gamma", "take cells in a limited number of areas"),
    (Item::Open, "Open a file", "a board, or the record of a game"),
    (Item::Help, "Help", "the keys, and the rules in short"),
    (Item::Quit, "Quit", "back to the shell"),
];

const ART: [&str; 5] = [
    r"   __  _           ",
    r"  / _|| | ___  ___ ",
    r" | |_ | |/ _ \/ _ \",
    r" |  _|| | (_) | __/   ><>",
    r" |_|  |_|\___/\___| ~~~~~~~~",
];

/// The main menu.
#[derive(Clone, Debug, Default)]
pub(crate) struct Menu {
    at: usize,
    /// The interrupted games, the most recent first.
    games: Vec<ResumableGame>,
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
        index.checked_sub(self.offset()).map_or(Item::Resume, |index| ITEMS[index].0)
    }

    pub(crate) fn press(&mut self, key: Key, commands: &mut Vec<Command>) {
        let count = self.count();
        match key {
            Key::Up | Key::Letter('k') | Key::BackTab => self.at = (self.at + count - 1) % count,
            Key::Down | Key::Letter('j') | Key::Tab => self.at = (self.at + 1) % count,
            Key::Home => self.at = 0,
            Key::End => self.at = count - 1,
            Key::Enter | Key::Letter(' ') => self.choose(commands),
            Key::Letter(digit @ '1'..='7') => {
                self.at = self.offset() + digit as usize - '1' as usize;
                self.choose(commands);
            }
            Key::Letter('r') => commands.extend(resume::menu_command(&self.games)),
            Key::Letter('t') => commands.push(Command::NextTheme),
            Key::Letter('L') => commands.push(Command::NextLang),
            Key::Letter('q') | Key::Escape | Key::Control('d') => {
                commands.push(Command::Effect(Effect::Quit));
            }
            _ => {}
        }
    }

    pub(crate) fn mouse(&mut self, mouse: Mouse, size: (u16, u16), commands: &mut Vec<Command>) {
        match mouse {
            Mouse::Wheel { down: 0, .. } => {}
            Mouse::Wheel { down, .. } => self.press(if down > 0 { Key::Down } else { Key::Up }, commands),
            Mouse::Press(at) => {
                let list = self.list(Rect { x: 0, y: 0, width: size.0, height: size.1 });
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
            Item::Help => Command::Help,
            Item::Quit => Command::Effect(Effect::Quit),
        });
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, appearance: Appearance, cursor: bool) {
        let palette = appearance.palette;
        let area = frame.area();
        let list = self.list(area);
        if list.y > ART.len() as u16 {
            let top = Rect { y: list.y - ART.len() as u16 - 1, height: ART.len() as u16, ..list };
            frame.render_widget(Paragraph::new(ART.map(Line::raw).to_vec()).style(palette.strong()), top);
        }
        let width = usize::from(list.width);
        for (index, y) in (0..self.count()).zip(list.y..) {
            let chosen = index == self.at;
            let mark = if chosen { ">" } else { " " };
            let text = match index.checked_sub(self.offset()).map(|index| (index, ITEMS[index])) {
                Some((index, (_, name, about))) => format!("{mark} {} {name:<28} {about}", index + 1),
                None => {
                    let room = width.saturating_sub(4);
                    format!("{mark} r {}", resume::menu_text(appearance.lang, &self.games, room))
                }
            };
            let text: String = text.chars().take(width).collect();
            let style = if chosen { palette.selected() } else { ratatui::style::Style::new() };
            frame
                .render_widget(Line::styled(format!("{text:<width$}"), style), Rect { y, height: 1, ..list });
        }
        let keys = "Enter: choose   t: colours   ?: help   q: quit";
        let bottom = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        frame.render_widget(Line::styled(keys, palette.faint()), bottom);
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
