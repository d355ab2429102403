//! Keys and mouse actions of the interface.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A letter, digit or sign.
    Letter(char),
    /// A letter with Control.
    Control(char),
    /// The arrow up.
    Up,
    /// The arrow down.
    Down,
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
    /// Enter.
    Enter,
    /// Escape.
    Escape,
    /// Tab.
    Tab,
    /// Shift and Tab.
    BackTab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// F1.
    Help,
}

/// Returns the key of an event, if the interface uses it.
pub fn key_of(event: &KeyEvent) -> Option<Key> {
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    Some(match event.code {
        KeyCode::Char(letter) if control => Key::Control(letter.to_ascii_lowercase()),
        KeyCode::Char(letter) => Key::Letter(letter),
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::F(1) => Key::Help,
        _ => return None,
    })
}

/// A mouse action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// The left button went down.
    Press(Position),
    /// The left button went up.
    Release(Position),
    /// The right button went down.
    Cancel(Position),
    /// The wheel was turned: to the right and downwards.
    Wheel {
        /// Where the mouse was.
        at: Position,
        /// How far to the right.
        right: i64,
        /// How far down.
        down: i64,
    },
}

/// Returns the mouse action of an event, if the interface uses it.
pub fn mouse_of(event: &MouseEvent) -> Option<Mouse> {
    let at = Position { x: event.column, y: event.row };
    let wheel = |right, down| Some(Mouse::Wheel { at, right, down });
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Mouse::Press(at)),
        MouseEventKind::Up(MouseButton::Left) => Some(Mouse::Release(at)),
        MouseEventKind::Down(MouseButton::Right) => Some(Mouse::Cancel(at)),
        MouseEventKind::ScrollUp => wheel(0, -1),
        MouseEventKind::ScrollDown => wheel(0, 1),
        MouseEventKind::ScrollLeft => wheel(-1, 0),
        MouseEventKind::ScrollRight => wheel(1, 0),
        _ => None,
    }
}
