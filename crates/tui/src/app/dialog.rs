//! Dialogs in front of a screen: a notice, a yes-or-no question, the name of a file.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::keys::{Key, Mouse};
use super::line_editor::LineEditor;
use super::{Command, Effect};
use crate::appearance::Appearance;

/// The longest text that can be typed, in bytes.
pub(crate) const LONGEST_TEXT: usize = 1000;

/// What the name of a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathPurpose {
    Save,
    Open,
}

/// A dialog.
#[derive(Debug)]
pub(crate) enum Dialog {
    /// A message to read.
    Notice { title: String, text: String, scroll: u16 },
    /// A prompt for a file name.
    Path { purpose: PathPurpose, name: LineEditor },
    /// A yes-or-no question.
    Confirm { question: String, yes: Option<Box<Command>> },
}

impl Dialog {
    pub(crate) fn notice(title: &str, text: &str) -> Dialog {
        Dialog::Notice { title: title.to_owned(), text: text.to_owned(), scroll: 0 }
    }

    pub(crate) fn path(purpose: PathPurpose, text: &str) -> Dialog {
        Dialog::Path { purpose, name: LineEditor::selected(text) }
    }

    pub(crate) fn confirm(question: &str, yes: Command) -> Dialog {
        Dialog::Confirm { question: question.to_owned(), yes: Some(Box::new(yes)) }
    }

    pub(crate) fn overwrite(path: &str, bytes: Vec<u8>) -> Dialog {
        let save = Effect::Save { path: path.to_owned(), bytes, overwrite: true };
        Dialog::confirm(&format!("{path} already exists. Overwrite?"), Command::Effect(save))
    }

    /// Handles a key; returns true if the dialog should close.
    pub(crate) fn press(&mut self, key: Key, commands: &mut Vec<Command>) -> bool {
        match self {
            Dialog::Notice { scroll, .. } => match key {
                Key::Down | Key::PageDown | Key::Letter('j') => {
                    *scroll = scroll.saturating_add(1);
                    false
                }
                Key::Up | Key::PageUp | Key::Letter('k') => {
                    *scroll = scroll.saturating_sub(1);
                    false
                }
                Key::Enter | Key::Escape | Key::Letter(' ' | 'q') => true,
                _ => false,
            },
            Dialog::Confirm { yes, .. } => match key {
                Key::Letter('y' | 'Y') | Key::Enter => {
                    commands.extend(yes.take().map(|yes| *yes));
                    true
                }
                Key::Letter('n' | 'N' | 'q') | Key::Escape => true,
                _ => false,
            },
            Dialog::Path { purpose, name } => match key {
                Key::Enter if name.text().trim().is_empty() => false,
                Key::Enter => {
                    let path = name.text().trim().to_owned();
                    commands.push(match purpose {
                        PathPurpose::Save => Command::Save(path),
                        PathPurpose::Open => Command::Effect(Effect::Load { path }),
                    });
                    true
                }
                Key::Escape => true,
                _ => {
                    name.press(key);
                    false
                }
            },
        }
    }

    /// Handles a mouse event; returns true if the dialog should close.
    pub(crate) fn mouse(&mut self, mouse: Mouse, size: (u16, u16), commands: &mut Vec<Command>) -> bool {
        match mouse {
            Mouse::Wheel { down: 0, .. } => false,
            Mouse::Wheel { down, .. } => self.press(if down > 0 { Key::Down } else { Key::Up }, commands),
            Mouse::Press(at) => {
                // The last line of a dialog can be clicked: Enter on the left half, Escape on the right.
                let place = self.place(Rect { x: 0, y: 0, width: size.0, height: size.1 });
                let bottom = place.contains(at) && at.y + 2 == place.bottom();
                match (&self, bottom) {
                    (Dialog::Notice { .. }, _) => true,
                    (Dialog::Confirm { .. } | Dialog::Path { .. }, true) => {
                        let left = at.x < place.x + place.width / 2;
                        self.press(if left { Key::Enter } else { Key::Escape }, commands)
                    }
                    _ => false,
                }
            }
            Mouse::Cancel(_) => self.press(Key::Escape, commands),
            Mouse::Release(_) => false,
        }
    }

    fn place(&self, area: Rect) -> Rect {
        let width = area.width.saturating_sub(4).min(76);
        let inner = usize::from(width.saturating_sub(2)).max(1);
        let lines = match self {
            Dialog::Notice { text, .. } => textwrap::wrap(text, inner).len() + 2,
            Dialog::Path { .. } => 4,
            Dialog::Confirm { question, .. } => textwrap::wrap(question, inner).len() + 2,
        };
        let height = u16::try_from(lines + 2).unwrap_or(u16::MAX).min(area.height.saturating_sub(2));
        middle(area, width, height)
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, appearance: Appearance) {
        let palette = appearance.palette;
        let place = self.place(frame.area());
        frame.render_widget(Clear, place);
        let (title, lines, scroll, answers) = match self {
            Dialog::Notice { title, text, scroll } => {
                let lines: Vec<Line<'_>> = text.lines().map(Line::raw).collect();
                (title.as_str(), lines, *scroll, "Enter: OK")
            }
            Dialog::Confirm { question, .. } => {
                ("Confirm", vec![Line::raw(question.as_str())], 0, "y or Enter: yes      n or Esc: no")
            }
            Dialog::Path { purpose, .. } => {
                let (title, question) = match purpose {
                    PathPurpose::Save => ("Save", "Save as (.txt: the board; otherwise the record):"),
                    PathPurpose::Open => ("Open", "File name of a board or record:"),
                };
                (title, vec![Line::raw(question)], 0, "Enter: OK      Esc: cancel")
            }
        };
        let block = Block::bordered().title(format!(" {title} "));
        let inner = block.inner(place);
        frame.render_widget(block, place);
        let text = Rect { height: inner.height.saturating_sub(1), ..inner };
        let hidden = match self {
            Dialog::Notice { text: notice, .. } => textwrap::wrap(notice, usize::from(text.width).max(1))
                .len()
                .saturating_sub(text.height.into()),
            _ => 0,
        };
        let scroll = scroll.min(u16::try_from(hidden).unwrap_or(u16::MAX));
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).scroll((scroll, 0)), text);
        if let Dialog::Path { name, .. } = self {
            let line = Rect { y: text.y + 1, height: text.height.saturating_sub(1), ..text };
            name.draw(frame, line, palette.strong(), palette.selected());
        }
        let bottom = Rect { y: inner.bottom().saturating_sub(1), height: inner.height.min(1), ..inner };
        frame.render_widget(Line::styled(answers, palette.strong()), bottom);
    }
}

/// Changes text that is being typed.
pub(crate) fn edit(text: &mut String, key: Key) {
    match key {
        Key::Letter(letter) if text.len() < LONGEST_TEXT && !letter.is_control() => text.push(letter),
        Key::Backspace | Key::Delete => _ = text.pop(),
        Key::Control('u') => text.clear(),
        Key::Control('w') => {
            let end = text.trim_end().rfind(' ').map_or(0, |at| at + 1);
            text.truncate(end);
        }
        _ => {}
    }
}

/// Returns a rectangle in the middle of another.
pub(crate) fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}
