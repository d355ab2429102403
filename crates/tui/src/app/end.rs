//! The end of a game: the menu of what to do next, in the panel beside the final board.

use floe_locale::{Lang, MessageKey, key};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use super::keys::{Key, Mouse};
use super::scroll_marks::draw_scroll_marks;
use crate::appearance::Appearance;

/// What to do after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndChoice {
    ViewBoard,
    NewBoard,
    SameBoard,
    Replay,
    Save,
    Menu,
    Quit,
}

/// The choices, with a long and a short text. The first one changes nothing, whatever key is pressed by mistake.
const CHOICES: [(EndChoice, MessageKey, MessageKey); 7] = [
    (EndChoice::ViewBoard, key!("end-view"), key!("end-view-short")),
    (EndChoice::NewBoard, key!("end-again"), key!("end-again-short")),
    (EndChoice::SameBoard, key!("end-same"), key!("end-same-short")),
    (EndChoice::Replay, key!("end-replay"), key!("end-replay-short")),
    (EndChoice::Save, key!("end-save"), key!("end-save-short")),
    (EndChoice::Menu, key!("end-menu"), key!("end-menu-short")),
    (EndChoice::Quit, key!("end-quit"), key!("end-quit-short")),
];

/// What the screen shows about the end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum EndState {
    /// The game goes on.
    #[default]
    Playing,
    /// The game has ended, and the menu is open.
    Menu(EndMenu),
    /// The game has ended, and the menu was closed.
    Closed,
}

/// The menu at the end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct EndMenu {
    selected: usize,
}

impl EndMenu {
    /// Returns the number of lines.
    pub(crate) const LINES: u16 = CHOICES.len() as u16;

    /// Handles a key: a choice, or nothing where the key is not one of the menu.
    pub(crate) fn press(&mut self, key: Key) -> Option<EndChoice> {
        match key {
            Key::Up | Key::Letter('k') | Key::BackTab => {
                self.selected = (self.selected + CHOICES.len() - 1) % CHOICES.len();
            }
            Key::Down | Key::Letter('j') | Key::Tab => self.selected = (self.selected + 1) % CHOICES.len(),
            Key::Enter | Key::Letter(' ') => return Some(CHOICES[self.selected].0),
            Key::Letter(digit @ '1'..='7') => return Some(CHOICES[digit as usize - '1' as usize].0),
            Key::Escape => return Some(EndChoice::ViewBoard),
            _ => {}
        }
        None
    }

    /// Handles the mouse over the lines of the menu.
    pub(crate) fn mouse(&mut self, mouse: Mouse, area: Rect) -> Option<EndChoice> {
        match mouse {
            Mouse::Press(at) if area.contains(at) => {
                let index = self.first(area) + usize::from(at.y - area.y);
                CHOICES.get(index).map(|choice| choice.0)
            }
            Mouse::Wheel { at, down, .. } if down != 0 && area.contains(at) => {
                self.press(if down > 0 { Key::Down } else { Key::Up })
            }
            _ => None,
        }
    }

    /// Returns the first visible line: the selected one is always visible.
    fn first(self, area: Rect) -> usize {
        let rows = usize::from(area.height).max(1);
        (self.selected + 1).saturating_sub(rows)
    }

    pub(crate) fn draw(self, frame: &mut Frame<'_>, appearance: Appearance, area: Rect, cursor: bool) {
        let palette = appearance.palette;
        let (lang, width) = (appearance.lang, usize::from(area.width));
        let first = self.first(area);
        for (row, index) in (first..CHOICES.len()).take(area.height.into()).enumerate() {
            let chosen = index == self.selected;
            let style = if chosen { palette.selected() } else { Style::new() };
            let pointer = if chosen { ">" } else { " " };
            let text = format!("{pointer}{} {}", index + 1, choice_text(lang, index, width));
            let gap = width.saturating_sub(text.width());
            let line = Rect { y: area.y + row as u16, height: 1, ..area };
            frame.render_widget(Line::styled(format!("{text}{:gap$}", ""), style), line);
            if chosen && cursor {
                frame.set_cursor_position(Position { x: line.x, y: line.y });
            }
        }
        let below = first + usize::from(area.height) < CHOICES.len();
        draw_scroll_marks(frame, appearance, area, first > 0, below);
    }
}

/// Returns the text of a choice that fits.
fn choice_text(lang: Lang, index: usize, width: usize) -> String {
    let (_, long, short) = CHOICES[index];
    let text = lang.text(long);
    if text.width() + 3 <= width { text } else { lang.text(short) }
}
