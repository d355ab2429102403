//! The dialogs for the name of a file: to save a game, and to open one from a list or by its path.

use floe_locale::{Lang, tr};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::Command;
use super::footer::Footer;
use super::keys::Key;
use super::line_editor::LineEditor;
use super::panel::fitted;
use crate::appearance::Appearance;
use crate::host::{FileListing, HostRequest};
use crate::summary::GameLine;

/// What the name of a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathPurpose {
    Save,
    Open,
}

/// The most lines for a fault or for the candidates of a completion.
const MOST_LINES: usize = 3;
/// The columns of a date.
const DATE_WIDTH: usize = 16;

/// A dialog for the name of a file. It stays open, with the name, until the file is saved or opened.
#[derive(Debug)]
pub(crate) struct PathDialog {
    purpose: PathPurpose,
    /// Whether the game can be saved as a record only, as Gamma can.
    record_only: bool,
    name: LineEditor,
    /// Why the name cannot be used.
    fault: String,
    /// The paths that begin with the name, after an ambiguous completion.
    candidates: Vec<String>,
    /// Whether to overwrite the file is being asked.
    overwriting: bool,
    /// The files to choose from; `None` until they are known.
    files: Option<Vec<FileRow>>,
    left_out: usize,
    chosen: Option<usize>,
}

/// A file in the list.
#[derive(Debug)]
struct FileRow {
    path: String,
    modified: String,
    /// What it holds, or why it cannot be opened.
    about: Result<Option<GameLine>, String>,
}

/// Where the parts of the dialog are.
struct Parts {
    question: Rect,
    name: Rect,
    note: Rect,
    list: Rect,
    footer: Rect,
}

impl PathDialog {
    pub(crate) fn new(purpose: PathPurpose, text: &str) -> PathDialog {
        PathDialog {
            purpose,
            record_only: false,
            name: LineEditor::selected(text),
            fault: String::new(),
            candidates: Vec::new(),
            overwriting: false,
            files: None,
            left_out: 0,
            chosen: None,
        }
    }

    /// Says whether the game can be saved as a record only.
    pub(crate) fn set_record_only(&mut self, record_only: bool) {
        self.record_only = record_only;
    }

    pub(crate) fn purpose(&self) -> PathPurpose {
        self.purpose
    }

    /// Shows why the name cannot be used.
    pub(crate) fn set_fault(&mut self, fault: String) {
        self.fault = fault;
        self.candidates.clear();
        self.overwriting = false;
    }

    /// Asks whether to overwrite the file.
    pub(crate) fn ask_to_overwrite(&mut self) {
        self.overwriting = true;
    }

    /// Takes the files to choose from.
    pub(crate) fn set_files(&mut self, lang: Lang, listing: FileListing) {
        let row = |file: crate::host::ListedFile| FileRow {
            about: file
                .contents
                .and_then(|bytes| bytes.map(|bytes| GameLine::of_file(lang, &bytes)).transpose()),
            path: file.path,
            modified: file.modified,
        };
        self.files = Some(listing.files.into_iter().map(row).collect());
        self.left_out = listing.left_out;
    }

    /// Takes the paths that begin with what was typed: completes the name as far as they agree.
    pub(crate) fn complete(&mut self, typed: &str, mut paths: Vec<String>) {
        if typed != self.name.text() {
            return;
        }
        let common = common_prefix(&paths).to_owned();
        if common.len() > typed.len() {
            self.name = LineEditor::new(&common);
        }
        if paths.len() < 2 {
            paths.clear();
        }
        self.candidates = paths;
        self.fault.clear();
    }

    /// Handles a key; returns true if the dialog should close.
    pub(crate) fn press(&mut self, key: Key, lang: Lang, commands: &mut Vec<Command>) -> bool {
        if self.overwriting {
            match key {
                key if is_yes(lang, key) => self.save(true, commands),
                Key::Letter('n' | 'N') | Key::Escape => self.overwriting = false,
                _ => {}
            }
            return false;
        }
        let (count, at) = (self.files.as_ref().map_or(0, Vec::len), self.chosen);
        match key {
            Key::Escape => return true,
            Key::Enter => self.submit(commands),
            Key::Down => self.choose(at.map_or(0, |at| at + 1)),
            Key::Up => match at {
                None | Some(0) => self.chosen = None,
                Some(at) => self.choose(at - 1),
            },
            Key::PageDown => self.choose(at.map_or(0, |at| at + 5)),
            Key::PageUp => self.choose(at.unwrap_or(0).saturating_sub(5)),
            Key::End if at.is_some() => self.choose(count),
            Key::Home if at.is_some() => self.choose(0),
            Key::Tab | Key::BackTab => {
                let typed = self.name.text().to_owned();
                commands.push(Command::Request(HostRequest::Complete { typed }));
            }
            _ => {
                if self.name.press(key) {
                    (self.chosen, self.fault) = (None, String::new());
                    self.candidates.clear();
                }
            }
        }
        false
    }

    fn choose(&mut self, index: usize) {
        let count = self.files.as_ref().map_or(0, Vec::len);
        self.chosen = count.checked_sub(1).map(|last| index.min(last));
        self.fault.clear();
    }

    fn submit(&mut self, commands: &mut Vec<Command>) {
        match self.purpose {
            PathPurpose::Save => self.save(false, commands),
            PathPurpose::Open => {
                let row = self.chosen.and_then(|at| self.files.as_ref()?.get(at));
                let path = row.map_or_else(|| self.name.text().trim().to_owned(), |row| row.path.clone());
                if !path.is_empty() {
                    commands.push(Command::Request(HostRequest::Load { path }));
                }
            }
        }
    }

    fn save(&mut self, overwrite: bool, commands: &mut Vec<Command>) {
        self.overwriting = false;
        let path = self.name.text().trim().to_owned();
        if !path.is_empty() {
            commands.push(Command::Save { path, overwrite });
        }
    }

    /// Handles a click; returns true if the dialog should close.
    pub(crate) fn click(
        &mut self,
        at: Position,
        place: Rect,
        lang: Lang,
        commands: &mut Vec<Command>,
    ) -> bool {
        let parts = self.parts(place);
        if let Some(key) = self.footer(lang).key_at(parts.footer, at) {
            return self.press(key, lang, commands);
        }
        if parts.list.contains(at) && !self.overwriting {
            let clicked = self.first_shown(parts.list.height) + usize::from(at.y - parts.list.y);
            if clicked < self.files.as_ref().map_or(0, Vec::len) {
                // The first click chooses the file, another one opens it.
                if self.chosen == Some(clicked) {
                    return self.press(Key::Enter, lang, commands);
                }
                self.choose(clicked);
            }
        }
        false
    }

    /// Returns the height that the dialog needs, with its border.
    pub(crate) fn height(&self, area: Rect) -> u16 {
        match self.purpose {
            PathPurpose::Save => 6 + MOST_LINES as u16,
            PathPurpose::Open => {
                let rows = self.files.as_ref().map_or(0, Vec::len).clamp(5, 20) as u16;
                (rows + 9).min(area.height.saturating_sub(2))
            }
        }
    }

    pub(crate) fn title(&self, lang: Lang) -> String {
        match self.purpose {
            PathPurpose::Save => tr!(lang, "files-save-title"),
            PathPurpose::Open => tr!(lang, "files-open-title"),
        }
    }

    fn footer(&self, lang: Lang) -> Footer {
        if self.overwriting {
            return Footer::new(lang)
                .item(Key::Letter(yes_letter(lang)), tr!(lang, "files-overwrite-label"))
                .item(Key::Letter('n'), tr!(lang, "dialog-no"));
        }
        let ok = match self.purpose {
            PathPurpose::Save => tr!(lang, "files-save-label"),
            PathPurpose::Open => tr!(lang, "files-open-label"),
        };
        Footer::new(lang)
            .item(Key::Enter, ok)
            .item(Key::Escape, tr!(lang, "dialog-cancel"))
            .item(Key::Tab, tr!(lang, "files-complete-label"))
            .item_if(self.purpose == PathPurpose::Open, Key::Down, tr!(lang, "files-choose-label"))
    }

    fn parts(&self, place: Rect) -> Parts {
        let inner = Rect {
            x: place.x + 2,
            y: place.y + 1,
            width: place.width.saturating_sub(4),
            height: place.height.saturating_sub(2),
        };
        let line = |y: u16, height: u16| Rect { y: inner.y + y, height, ..inner }.intersection(inner);
        let footer = line(inner.height.saturating_sub(1), 1);
        let note_height = match self.purpose {
            PathPurpose::Save => MOST_LINES as u16,
            PathPurpose::Open => 2,
        };
        // A blank line separates the list from the name.
        let list_height = inner.height.saturating_sub(4 + note_height);
        let note_top = 3 + list_height;
        Parts {
            question: line(0, 1),
            name: line(1, 1),
            list: line(3, list_height),
            note: line(note_top, note_height),
            footer,
        }
    }

    fn first_shown(&self, height: u16) -> usize {
        self.chosen.map_or(0, |at| (at + 1).saturating_sub(height.into()))
    }

    /// Draws the dialog inside its border.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, appearance: Appearance, place: Rect) {
        let (palette, lang) = (appearance.palette, appearance.lang);
        let parts = self.parts(place);
        let question = match self.purpose {
            PathPurpose::Save if self.record_only => tr!(lang, "files-save-record"),
            PathPurpose::Save => {
                let long = tr!(lang, "files-save-as");
                let short = || tr!(lang, "files-save-as-short");
                if long.width() <= parts.question.width.into() { long } else { short() }
            }
            PathPurpose::Open => tr!(lang, "files-open-name"),
        };
        frame.render_widget(Line::raw(question), parts.question);
        self.draw_list(frame, appearance, parts.list);
        let width = usize::from(parts.note.width).max(1);
        let (note, style) = if self.overwriting {
            (tr!(lang, "files-overwrite", path = self.name.text().trim()), palette.warning())
        } else if !self.fault.is_empty() {
            (self.fault.clone(), palette.warning())
        } else if !self.candidates.is_empty() {
            (candidate_list(&self.candidates, width * usize::from(parts.note.height)), palette.faint())
        } else {
            (self.about_chosen(lang), palette.faint())
        };
        let lines = textwrap::wrap(&note, width).into_iter().map(|line| Line::raw(line.into_owned()));
        let lines: Vec<Line<'_>> = lines.take(parts.note.height.into()).collect();
        frame.render_widget(Paragraph::new(lines).style(style), parts.note);
        self.footer(lang).draw(frame, appearance, parts.footer);
        // Drawn last: it shows the cursor.
        self.name.draw(frame, parts.name, palette.strong(), palette.selected());
    }

    /// Says more about the chosen file, or about the list.
    fn about_chosen(&self, lang: Lang) -> String {
        let row = self.chosen.and_then(|at| self.files.as_ref()?.get(at));
        match (row, &self.files) {
            (Some(row), _) => {
                let about = match &row.about {
                    Ok(Some(summary)) => summary.text(usize::MAX),
                    Ok(None) => tr!(lang, "files-large"),
                    Err(reason) => reason.clone(),
                };
                format!("{}: {about}", row.path)
            }
            (None, Some(_)) if self.left_out > 0 => tr!(lang, "files-left-out", count = self.left_out),
            _ => String::new(),
        }
    }

    fn draw_list(&self, frame: &mut Frame<'_>, appearance: Appearance, area: Rect) {
        let (palette, lang) = (appearance.palette, appearance.lang);
        let Some(files) = &self.files else { return };
        if files.is_empty() && self.purpose == PathPurpose::Open {
            frame.render_widget(Line::styled(tr!(lang, "files-none"), palette.faint()), area);
            return;
        }
        let first = self.first_shown(area.height);
        let shown = files.iter().enumerate().skip(first).take(area.height.into());
        let width = usize::from(area.width);
        let longest = files.iter().map(|row| row.path.width()).max().unwrap_or(0);
        // The name is shown whole if possible; where there is room, the date and the players stand beside it.
        let most = if width < 50 { width } else { width / 2 };
        let name_width = longest.min(most).min(width.saturating_sub(2));
        for (y, (index, row)) in (area.y..).zip(shown) {
            let chosen = self.chosen == Some(index);
            let mark = if chosen { ">" } else { " " };
            let mut text = format!("{mark} {}", padded(&fitted(&row.path, name_width), name_width));
            let room = width.saturating_sub(text.width() + 2);
            let about = |room: usize| match &row.about {
                Ok(Some(summary)) => summary.text(room),
                Ok(None) => tr!(lang, "files-large"),
                Err(reason) => reason.clone(),
            };
            if room >= DATE_WIDTH {
                let about_width = room.saturating_sub(DATE_WIDTH + 2);
                let about =
                    if about_width >= 8 { fitted(&about(about_width), about_width) } else { String::new() };
                let gap = if about_width >= 8 {
                    format!("{}  ", padded(&about, about_width))
                } else {
                    String::new()
                };
                text = format!("{text}  {gap}{}", row.modified);
            }
            let style = match (chosen, &row.about) {
                (true, _) => palette.selected(),
                (false, Err(_)) => palette.faint(),
                (false, Ok(_)) => ratatui::style::Style::new(),
            };
            let line = Rect { y, height: 1, ..area };
            frame.render_widget(Line::styled(padded(&text, width), style), line);
        }
    }
}

/// Returns whether a key answers yes: `y`, and the first letter of the word in the language of the screen.
pub(crate) fn is_yes(lang: Lang, key: Key) -> bool {
    matches!(key, Key::Letter(letter) if ['y', yes_letter(lang)].contains(&letter.to_ascii_lowercase()))
}

/// Returns the letter that is shown for yes.
pub(crate) fn yes_letter(lang: Lang) -> char {
    match lang {
        Lang::English => 'y',
        Lang::French => 'o',
        Lang::Polish => 't',
    }
}

/// Adds blanks up to a width.
fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// Returns the names of as many candidates as have room.
fn candidate_list(paths: &[String], room: usize) -> String {
    let name = |path: &str| {
        let bare = path.trim_end_matches('/');
        let start = bare.rfind('/').map_or(0, |at| at + 1);
        path[start..].to_owned()
    };
    let mut text = String::new();
    for (index, path) in paths.iter().enumerate() {
        let longer = format!("{text}{}{}", if index == 0 { "" } else { "  " }, name(path));
        if longer.width() + 4 > room {
            return text + " ...";
        }
        text = longer;
    }
    text
}

/// Returns the longest text that all paths begin with.
fn common_prefix(paths: &[String]) -> &str {
    let Some((first, others)) = paths.split_first() else { return "" };
    let agree = |end: &usize| others.iter().all(|path| path.starts_with(&first[..*end]));
    let ends = first.char_indices().map(|(at, letter)| at + letter.len_utf8());
    ends.take_while(agree).last().map_or("", |end| &first[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completions_agree_on_a_prefix() {
        let prefix = |paths: &[&str]| {
            common_prefix(&paths.iter().map(|&path| path.to_owned()).collect::<Vec<_>>()).to_owned()
        };
        assert_eq!(prefix(&[]), "");
        assert_eq!(prefix(&["ice/"]), "ice/");
        assert_eq!(prefix(&["łosoś.floe", "łosie/"]), "łos");
        assert_eq!(prefix(&["a", "b"]), "");
    }

    #[test]
    fn candidates_without_room_are_left_out() {
        let paths = ["sub/one.floe", "sub/two/", "sub/three.txt"].map(str::to_owned);
        assert_eq!(candidate_list(&paths, 80), "one.floe  two/  three.txt");
        assert_eq!(candidate_list(&paths, 20), "one.floe  two/ ...");
    }
}
