//! A line of text that is being typed, with a cursor, a selection of the whole text, and horizontal scrolling.
//!
//! The keys are those of a shell: arrows, Home and End (Ctrl-A and Ctrl-E), Backspace and Delete, Ctrl-U and Ctrl-K to
//! delete up to the start and the end, Ctrl-W to delete a word. The cursor moves by what a reader takes for one
//! character, however many code points it has.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::keys::Key;

/// The longest text that can be typed, in bytes.
const LONGEST_TEXT: usize = 4000;

/// A line of text that is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineEditor {
    text: String,
    /// The cursor, as a byte offset between two characters.
    cursor: usize,
    /// Whether the whole text is selected, so that typing replaces it.
    selected: bool,
}

impl LineEditor {
    /// Edits a text, with the cursor at its end.
    pub(crate) fn new(text: &str) -> LineEditor {
        LineEditor { text: text.to_owned(), cursor: text.len(), selected: false }
    }

    /// Edits a text that is selected: typing replaces it, moving the cursor keeps it.
    pub(crate) fn selected(text: &str) -> LineEditor {
        LineEditor { selected: !text.is_empty(), ..LineEditor::new(text) }
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Handles a key; returns false for a key that does not edit.
    pub(crate) fn press(&mut self, key: Key) -> bool {
        let selected = std::mem::take(&mut self.selected);
        match key {
            Key::Letter(letter) if !letter.is_control() => {
                if selected {
                    self.clear();
                }
                self.insert(letter);
            }
            Key::Backspace | Key::Delete | Key::Control('h' | 'd' | 'u' | 'w' | 'k') if selected => {
                self.clear();
            }
            Key::Left | Key::Control('b') => self.cursor = self.before(),
            Key::Right | Key::Control('f') => self.cursor = self.after(),
            Key::Home | Key::Control('a') => self.cursor = 0,
            Key::End | Key::Control('e') => self.cursor = self.text.len(),
            Key::Backspace | Key::Control('h') => self.delete(self.before(), self.cursor),
            Key::Delete | Key::Control('d') => self.delete(self.cursor, self.after()),
            Key::Control('u') => self.delete(0, self.cursor),
            Key::Control('k') => self.delete(self.cursor, self.text.len()),
            Key::Control('w') => self.delete(self.word_start(), self.cursor),
            _ => {
                self.selected = selected;
                return false;
            }
        }
        true
    }

    /// Removes the whole text.
    pub(crate) fn clear(&mut self) {
        *self = LineEditor::default();
    }

    fn insert(&mut self, letter: char) {
        if self.text.len() + letter.len_utf8() <= LONGEST_TEXT {
            self.text.insert(self.cursor, letter);
            self.cursor += letter.len_utf8();
            // A combining mark joins the character before it, and the cursor must not stand between them.
            while !self.is_boundary(self.cursor) {
                self.cursor += 1;
            }
        }
    }

    fn delete(&mut self, from: usize, to: usize) {
        self.text.replace_range(from..to, "");
        self.cursor = from;
        while !self.is_boundary(self.cursor) {
            self.cursor += 1;
        }
    }

    fn is_boundary(&self, at: usize) -> bool {
        at >= self.text.len() || self.text.grapheme_indices(true).any(|(start, _)| start == at)
    }

    /// Returns the start of the character before the cursor.
    fn before(&self) -> usize {
        self.text[..self.cursor].grapheme_indices(true).next_back().map_or(0, |(at, _)| at)
    }

    /// Returns the end of the character after the cursor.
    fn after(&self) -> usize {
        self.cursor + self.text[self.cursor..].graphemes(true).next().map_or(0, str::len)
    }

    /// Returns the start of the word before the cursor; words end at blanks and at the slashes of paths.
    fn word_start(&self) -> usize {
        let is_gap = |letter: char| letter.is_whitespace() || letter == '/';
        let word = self.text[..self.cursor].trim_end_matches(is_gap);
        word.rfind(is_gap).map_or(0, |at| at + word[at..].chars().next().map_or(1, char::len_utf8))
    }

    /// Returns the part of the text that is visible in `room` columns, and the column of the cursor in it.
    ///
    /// The cursor needs a column of its own at the end of the text.
    pub(crate) fn visible(&self, room: usize) -> (&str, usize) {
        let room = room.max(1);
        let mut from = 0;
        for (start, character) in self.text[..self.cursor].grapheme_indices(true) {
            if self.text[from..self.cursor].width() < room {
                break;
            }
            from = start + character.len();
        }
        let mut to = from;
        for (start, character) in self.text[from..].grapheme_indices(true) {
            let end = from + start + character.len();
            if self.text[from..end].width() > room {
                break;
            }
            to = end;
        }
        (&self.text[from..to], self.text[from..self.cursor].width())
    }

    /// Draws the text in the first line of an area, and shows the cursor.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, area: Rect, style: Style, selection: Style) {
        let area = Rect { height: area.height.min(1), ..area };
        let (shown, column) = self.visible(area.width.into());
        let width = usize::from(area.width);
        frame.render_widget(Line::styled(" ".repeat(width), style), area);
        let style = if self.selected { selection } else { style };
        frame.render_widget(Line::styled(shown, style), area);
        let column = u16::try_from(column).unwrap_or(u16::MAX).min(area.width.saturating_sub(1));
        frame.set_cursor_position(Position { x: area.x + column, y: area.y });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text after some keys, with a bar at the cursor.
    fn after(mut editor: LineEditor, keys: &[Key]) -> String {
        for &key in keys {
            editor.press(key);
        }
        format!("{}|{}", &editor.text[..editor.cursor], &editor.text[editor.cursor..])
    }

    fn typed(text: &str) -> Vec<Key> {
        text.chars().map(Key::Letter).collect()
    }

    #[test]
    fn keys_move_and_delete_as_in_a_shell() {
        let edit = |keys: &[Key]| after(LineEditor::new("one two/three"), keys);
        assert_eq!(edit(&[Key::Left, Key::Left, Key::Letter('x')]), "one two/thrx|ee");
        assert_eq!(edit(&[Key::Home, Key::Right, Key::Delete]), "o|e two/three");
        assert_eq!(edit(&[Key::Control('a'), Key::Control('k')]), "|");
        assert_eq!(edit(&[Key::Left, Key::Control('u')]), "|e");
        assert_eq!(edit(&[Key::Left, Key::Control('k'), Key::Control('e')]), "one two/thre|");
        assert_eq!(edit(&[Key::Control('w')]), "one two/|");
        assert_eq!(edit(&[Key::Control('w'), Key::Control('w')]), "one |");
        assert_eq!(edit(&[Key::Home, Key::Left, Key::Backspace, Key::Control('w')]), "|one two/three");
        assert_eq!(edit(&[Key::Right, Key::Delete]), "one two/three|");
    }

    #[test]
    fn a_selected_text_is_replaced_by_typing_and_kept_by_arrows() {
        let edit = |keys: &[Key]| after(LineEditor::selected("game.floe"), keys);
        assert_eq!(edit(&typed("ice")), "ice|");
        assert_eq!(edit(&[Key::Left, Key::Letter('x')]), "game.flox|e");
        assert_eq!(edit(&[Key::End, Key::Letter('2')]), "game.floe2|");
        assert_eq!(edit(&[Key::Backspace]), "|");
        assert_eq!(edit(&[Key::Tab, Key::Letter('x')]), "x|");
    }

    #[test]
    fn a_character_of_several_code_points_is_one_step() {
        let family = "a👩‍👧e\u{301}b";
        let edit = |keys: &[Key]| after(LineEditor::new(family), keys);
        assert_eq!(edit(&[Key::Left, Key::Left]), "a👩‍👧|e\u{301}b");
        assert_eq!(edit(&[Key::Left, Key::Backspace, Key::Backspace]), "a|b");
        assert_eq!(edit(&[Key::Home, Key::Right, Key::Letter('\u{301}')]), "a\u{301}|👩‍👧e\u{301}b");
    }

    #[test]
    fn the_text_scrolls_with_the_cursor_by_width() {
        let mut editor = LineEditor::new("żółw/企鹅企鹅.floe");
        assert_eq!(editor.visible(40), ("żółw/企鹅企鹅.floe", 18));
        assert_eq!(editor.visible(8), ("鹅.floe", 7));
        editor.press(Key::Home);
        assert_eq!(editor.visible(8), ("żółw/企", 0));
        for _ in 0..7 {
            editor.press(Key::Right);
        }
        assert_eq!(editor.visible(8), ("łw/企鹅", 7));
        assert_eq!(LineEditor::new("").visible(0), ("", 0));
    }

    #[test]
    fn a_text_has_a_limit() {
        let mut editor = LineEditor::new("");
        for _ in 0..LONGEST_TEXT + 5 {
            editor.press(Key::Letter('x'));
        }
        assert_eq!(editor.text().len(), LONGEST_TEXT);
    }
}
