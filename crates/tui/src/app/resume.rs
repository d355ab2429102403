//! The interrupted games: what the menu says about them, and the dialog to choose one.

use floe_locale::{Lang, tr};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::Command;
use super::dialog::{Dialog, bottom_line};
use super::footer::Footer;
use super::keys::Key;
use crate::appearance::Appearance;
use crate::host::HostRequest;
use crate::interrupted::ResumableGame;
use crate::summary::GameLine;

impl ResumableGame {
    /// Returns what the game was, as far as `room` columns can show it.
    fn summary(&self, lang: Lang, room: usize) -> String {
        GameLine::of_interrupted(lang, &self.session, self.age).text(room)
    }

    fn resume(&self) -> Command {
        Command::Request(HostRequest::Resume { id: self.id.clone() })
    }
}

/// Returns what the menu says about the interrupted games.
pub(crate) fn menu_text(lang: Lang, games: &[ResumableGame], room: usize) -> String {
    match games {
        [game] => {
            let frame = tr!(lang, "files-resume-one", game = "");
            let room = room.saturating_sub(frame.chars().count());
            tr!(lang, "files-resume-one", game = game.summary(lang, room))
        }
        games => tr!(lang, "files-resume-many", count = games.len()),
    }
}

/// Returns what the menu does with the interrupted games: resumes the only one, or lists them.
pub(crate) fn menu_command(games: &[ResumableGame]) -> Option<Command> {
    match games {
        [] => None,
        [game] => Some(game.resume()),
        games => Some(Command::Ask(Dialog::Resume(Box::new(ResumeDialog { games: games.to_vec(), at: 0 })))),
    }
}

/// The list of interrupted games.
#[derive(Debug)]
pub(crate) struct ResumeDialog {
    games: Vec<ResumableGame>,
    at: usize,
}

impl ResumeDialog {
    /// Handles a key; returns true if the dialog should close.
    pub(crate) fn press(&mut self, key: Key, commands: &mut Vec<Command>) -> bool {
        let last = self.games.len().saturating_sub(1);
        match key {
            Key::Up | Key::Letter('k') | Key::BackTab => self.at = self.at.checked_sub(1).unwrap_or(last),
            Key::Down | Key::Letter('j') | Key::Tab => self.at = if self.at < last { self.at + 1 } else { 0 },
            Key::Home | Key::PageUp => self.at = 0,
            Key::End | Key::PageDown => self.at = last,
            Key::Enter | Key::Letter(' ') => {
                commands.extend(self.games.get(self.at).map(ResumableGame::resume));
                return true;
            }
            Key::Delete => {
                if let Some(game) = self.games.get(self.at) {
                    commands.push(Command::DiscardGame(game.id.clone()));
                }
                return true;
            }
            Key::Escape | Key::Letter('q') => return true,
            _ => {}
        }
        false
    }

    /// Handles a click; returns true if the dialog should close.
    pub(crate) fn click(
        &mut self,
        at: Position,
        place: Rect,
        lang: Lang,
        commands: &mut Vec<Command>,
    ) -> bool {
        if let Some(key) = footer(lang).key_at(bottom_line(place), at) {
            return self.press(key, commands);
        }
        let list = list(place);
        if list.contains(at) {
            let clicked = self.first_shown(list.height) + usize::from(at.y - list.y);
            if clicked < self.games.len() {
                self.at = clicked;
                return self.press(Key::Enter, commands);
            }
        }
        false
    }

    /// Returns the height that the dialog needs, with its border.
    pub(crate) fn height(&self) -> u16 {
        self.games.len() as u16 + 4
    }

    fn first_shown(&self, height: u16) -> usize {
        (self.at + 1).saturating_sub(height.into())
    }

    /// Draws the dialog inside its border.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, appearance: Appearance, place: Rect) {
        let (palette, lang) = (appearance.palette, appearance.lang);
        let list = list(place);
        let width = usize::from(list.width);
        let shown = self.games.iter().enumerate().skip(self.first_shown(list.height));
        for (y, (index, game)) in (list.y..list.bottom()).zip(shown) {
            let chosen = index == self.at;
            let mark = if chosen { ">" } else { " " };
            let text = format!("{mark} {}", game.summary(lang, width.saturating_sub(2)));
            let style = if chosen { palette.selected() } else { ratatui::style::Style::new() };
            frame.render_widget(Line::styled(text, style), Rect { y, height: 1, ..list });
            if chosen {
                frame.set_cursor_position(Position { x: list.x, y });
            }
        }
        footer(lang).draw(frame, appearance, bottom_line(place));
    }
}

fn footer(lang: Lang) -> Footer {
    Footer::new(lang)
        .item(Key::Enter, tr!(lang, "files-resume-label"))
        .item(Key::Escape, tr!(lang, "dialog-cancel"))
        .item(Key::Delete, tr!(lang, "files-discard-label"))
}

fn list(place: Rect) -> Rect {
    Rect {
        x: place.x + 2,
        y: place.y + 1,
        width: place.width.saturating_sub(4),
        height: place.height.saturating_sub(4),
    }
}
