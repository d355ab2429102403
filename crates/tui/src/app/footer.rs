//! The footer of a screen: the keys that work there, which can be clicked too.

use floe_locale::{Lang, tr};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::keys::Key;
use crate::appearance::Appearance;

/// The columns between two items.
const GAP: u16 = 2;

/// A line of keys with what they do, the most important first.
///
/// An item that has no room is left out whole. A click on an item is the same as its key.
#[derive(Clone, Debug)]
pub(crate) struct Footer {
    lang: Lang,
    items: Vec<FooterItem>,
}

/// A key and what it does.
#[derive(Clone, Debug)]
struct FooterItem {
    key: Key,
    text: String,
}

impl Footer {
    pub(crate) fn new(lang: Lang) -> Footer {
        Footer { lang, items: Vec::new() }
    }

    /// Adds a key.
    pub(crate) fn item(self, key: Key, label: impl AsRef<str>) -> Footer {
        let name = key_name(self.lang, key);
        self.named(&name, key, label)
    }

    /// Adds a key, if it works now.
    pub(crate) fn item_if(self, works: bool, key: Key, label: impl AsRef<str>) -> Footer {
        if works { self.item(key, label) } else { self }
    }

    /// Adds a key that is shown under another name, such as `1-9`.
    pub(crate) fn named(mut self, name: &str, key: Key, label: impl AsRef<str>) -> Footer {
        let text = tr!(self.lang, "footer-item", key = name, label = label.as_ref());
        self.items.push(FooterItem { key, text });
        self
    }

    /// Returns the items that fit into an area, with their places.
    fn places(&self, area: Rect) -> Vec<(Rect, &FooterItem)> {
        let mut places = Vec::new();
        let mut x = area.x;
        for item in &self.items {
            let width = u16::try_from(item.text.width()).unwrap_or(u16::MAX);
            if width <= area.right().saturating_sub(x) {
                places.push((Rect { x, width, height: area.height.min(1), ..area }, item));
                x = x.saturating_add(width).saturating_add(GAP);
            }
        }
        places
    }

    /// Draws the items that fit.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, appearance: Appearance, area: Rect) {
        for (place, item) in self.places(area) {
            frame.render_widget(Line::from(Span::styled(&item.text, appearance.palette.faint())), place);
        }
    }

    /// Returns the key of the item at a place of the screen.
    pub(crate) fn key_at(&self, area: Rect, at: Position) -> Option<Key> {
        self.places(area).into_iter().find(|(place, _)| place.contains(at)).map(|(_, item)| item.key)
    }
}

/// Returns the name of a key.
pub(crate) fn key_name(lang: Lang, key: Key) -> String {
    match key {
        Key::Letter(' ') => tr!(lang, "key-space"),
        Key::Letter(letter) => letter.to_string(),
        Key::Control(letter) => format!("Ctrl-{}", letter.to_ascii_uppercase()),
        Key::Up => tr!(lang, "key-up"),
        Key::Down => tr!(lang, "key-down"),
        Key::Left => tr!(lang, "key-left"),
        Key::Right => tr!(lang, "key-right"),
        Key::Enter => tr!(lang, "key-enter"),
        Key::Escape => tr!(lang, "key-escape"),
        Key::Home => tr!(lang, "key-home"),
        Key::End => tr!(lang, "key-end"),
        Key::PageUp => tr!(lang, "key-page-up"),
        Key::PageDown => tr!(lang, "key-page-down"),
        Key::Delete => tr!(lang, "key-delete"),
        Key::Tab | Key::BackTab => "Tab".to_owned(),
        Key::Backspace => tr!(lang, "key-backspace"),
        Key::Help => "F1".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn footer() -> Footer {
        Footer::new(Lang::English)
            .item(Key::Letter('?'), "help")
            .item(Key::Enter, "place a penguin")
            .item(Key::Letter('q'), "quit")
    }

    #[test]
    fn an_item_without_room_is_left_out_whole() {
        let shown = |width: u16| {
            let area = Rect { x: 0, y: 0, width, height: 1 };
            footer().places(area).iter().map(|(_, item)| item.text.clone()).collect::<Vec<_>>().join("  ")
        };
        assert_eq!(shown(80), "?: help  Enter: place a penguin  q: quit");
        assert_eq!(shown(40), "?: help  Enter: place a penguin  q: quit");
        assert_eq!(shown(39), "?: help  Enter: place a penguin");
        assert_eq!(shown(25), "?: help  q: quit");
        assert_eq!(shown(7), "?: help");
        assert_eq!(shown(3), "");
    }

    #[test]
    fn keys_are_named_as_on_the_keyboards_of_the_language() {
        assert_eq!(key_name(Lang::English, Key::Backspace), "Backspace");
        assert_eq!(key_name(Lang::French, Key::Backspace), "Retour");
    }

    #[test]
    fn an_item_can_be_clicked() {
        let area = Rect { x: 2, y: 9, width: 40, height: 1 };
        let at = |x: u16, y: u16| footer().key_at(area, Position { x, y });
        assert_eq!(at(2, 9), Some(Key::Letter('?')));
        assert_eq!(at(9, 9), None, "between two items");
        assert_eq!(at(11, 9), Some(Key::Enter));
        assert_eq!(at(11, 8), None);
        assert_eq!(at(200, 9), None);
    }
}
