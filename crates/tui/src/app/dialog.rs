//! Dialogs in front of a screen: a notice, a question, the name of a file, the interrupted games.

use floe_locale::{Lang, tr};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use super::Command;
use super::footer::Footer;
use super::keys::{Key, Mouse};
pub(crate) use super::path_dialog::PathPurpose;
use super::path_dialog::{PathDialog, is_yes, yes_letter};
use super::resume::ResumeDialog;
use crate::appearance::Appearance;

/// The name that is proposed for a saved game.
const PROPOSED_NAME: &str = "game.floe";

/// A dialog.
#[derive(Debug)]
pub(crate) enum Dialog {
    /// A message to read.
    Notice { title: String, text: String, scroll: u16 },
    /// A yes-or-no question.
    Confirm {
        question: String,
        yes: Option<Box<Command>>,
        /// Whether the game can be saved first.
        can_save: bool,
    },
    /// A prompt for the name of a file.
    Path(Box<PathDialog>),
    /// The interrupted games.
    Resume(Box<ResumeDialog>),
}

impl Dialog {
    pub(crate) fn notice(title: &str, text: &str) -> Dialog {
        Dialog::Notice { title: title.to_owned(), text: text.to_owned(), scroll: 0 }
    }

    pub(crate) fn path(purpose: PathPurpose, text: &str) -> Dialog {
        Dialog::Path(Box::new(PathDialog::new(purpose, text)))
    }

    /// Asks for a name to save the game under.
    pub(crate) fn save() -> Dialog {
        Dialog::path(PathPurpose::Save, PROPOSED_NAME)
    }

    pub(crate) fn confirm(question: &str, yes: Command) -> Dialog {
        Dialog::Confirm { question: question.to_owned(), yes: Some(Box::new(yes)), can_save: false }
    }

    /// Asks whether to leave a game, which can also be saved.
    pub(crate) fn confirm_leaving(question: &str, yes: Command) -> Dialog {
        Dialog::Confirm { question: question.to_owned(), yes: Some(Box::new(yes)), can_save: true }
    }

    /// Returns what was to be done after saving the game, if this is the question whether to leave it.
    pub(crate) fn after_saving(&mut self) -> Option<Command> {
        match self {
            Dialog::Confirm { yes, can_save: true, .. } => yes.take().map(|yes| *yes),
            _ => None,
        }
    }

    /// Returns the dialog for a file name, if this is one.
    pub(crate) fn path_mut(&mut self) -> Option<&mut PathDialog> {
        match self {
            Dialog::Path(path) => Some(path),
            _ => None,
        }
    }

    /// Handles a key; returns true if the dialog should close.
    pub(crate) fn press(&mut self, key: Key, lang: Lang, commands: &mut Vec<Command>) -> bool {
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
            Dialog::Confirm { yes, can_save, .. } => match key {
                // A stray Enter loses nothing.
                key if is_yes(lang, key) => {
                    commands.extend(yes.take().map(|yes| *yes));
                    true
                }
                // The question waits until the game is saved, or is asked again.
                Key::Letter('s' | 'S') if *can_save => {
                    commands.push(Command::Ask(Dialog::save()));
                    false
                }
                Key::Letter('n' | 'N' | 'q') | Key::Escape => true,
                _ => false,
            },
            Dialog::Path(path) => path.press(key, lang, commands),
            Dialog::Resume(resume) => resume.press(key, commands),
        }
    }

    /// Handles a mouse event; returns true if the dialog should close.
    pub(crate) fn mouse(
        &mut self,
        mouse: Mouse,
        size: (u16, u16),
        lang: Lang,
        commands: &mut Vec<Command>,
    ) -> bool {
        match mouse {
            Mouse::Wheel { down: 0, .. } => false,
            Mouse::Wheel { down, .. } => {
                self.press(if down > 0 { Key::Down } else { Key::Up }, lang, commands)
            }
            Mouse::Press(at) => {
                let place = self.place(Rect { x: 0, y: 0, width: size.0, height: size.1 });
                match self {
                    Dialog::Notice { .. } => true,
                    Dialog::Confirm { .. } => {
                        let key = self.footer(lang).key_at(bottom_line(place), at);
                        key.is_some_and(|key| self.press(key, lang, commands))
                    }
                    Dialog::Path(path) => path.click(at, place, lang, commands),
                    Dialog::Resume(resume) => resume.click(at, place, lang, commands),
                }
            }
            Mouse::Cancel(_) => self.press(Key::Escape, lang, commands),
            Mouse::Release(_) => false,
        }
    }

    fn place(&self, area: Rect) -> Rect {
        let width = area.width.saturating_sub(4).min(96);
        let inner = usize::from(width.saturating_sub(4)).max(1);
        let lines = match self {
            Dialog::Notice { text, .. } => textwrap::wrap(text, inner).len() + 4,
            Dialog::Confirm { question, .. } => textwrap::wrap(question, inner).len() + 4,
            Dialog::Path(path) => path.height(area).into(),
            Dialog::Resume(resume) => resume.height().into(),
        };
        let height = u16::try_from(lines).unwrap_or(u16::MAX).min(area.height.saturating_sub(2));
        middle(area, width, height)
    }

    fn footer(&self, lang: Lang) -> Footer {
        let footer = Footer::new(lang);
        match self {
            Dialog::Confirm { can_save, .. } => footer
                .item(Key::Letter(yes_letter(lang)), tr!(lang, "dialog-yes"))
                .item(Key::Letter('n'), tr!(lang, "dialog-no"))
                .item_if(*can_save, Key::Letter('s'), tr!(lang, "dialog-save-first")),
            _ => footer.item(Key::Enter, "OK"),
        }
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, appearance: Appearance) {
        let lang = appearance.lang;
        let place = self.place(frame.area());
        frame.render_widget(Clear, place);
        let title = match self {
            Dialog::Notice { title, .. } => title.clone(),
            Dialog::Confirm { .. } => tr!(lang, "dialog-confirm"),
            Dialog::Path(path) => path.title(lang),
            Dialog::Resume(_) => tr!(lang, "files-resume-title"),
        };
        frame.render_widget(Block::bordered().title(format!(" {title} ")), place);
        match self {
            Dialog::Notice { text, scroll, .. } => self.draw_text(frame, appearance, place, text, *scroll),
            Dialog::Confirm { question, .. } => self.draw_text(frame, appearance, place, question, 0),
            Dialog::Path(path) => path.draw(frame, appearance, place),
            Dialog::Resume(resume) => resume.draw(frame, appearance, place),
        }
    }

    fn draw_text(&self, frame: &mut Frame<'_>, appearance: Appearance, place: Rect, text: &str, scroll: u16) {
        let footer = bottom_line(place);
        let area = Rect { y: place.y + 1, height: place.height.saturating_sub(3), ..footer };
        let lines = textwrap::wrap(text, usize::from(area.width).max(1));
        let hidden = lines.len().saturating_sub(area.height.into());
        let scroll = usize::from(scroll).min(hidden);
        let shown = lines.into_iter().skip(scroll).take(area.height.into());
        let shown: Vec<Line<'_>> = shown.map(|line| Line::raw(line.into_owned())).collect();
        frame.render_widget(Paragraph::new(shown), area);
        self.footer(appearance.lang).draw(frame, appearance, footer);
    }
}

/// Returns the last line inside the border of a dialog.
pub(crate) fn bottom_line(place: Rect) -> Rect {
    Rect {
        x: place.x + 2,
        y: place.bottom().saturating_sub(2),
        width: place.width.saturating_sub(4),
        height: place.height.min(1),
    }
}

/// Returns a rectangle in the middle of another.
pub(crate) fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}
