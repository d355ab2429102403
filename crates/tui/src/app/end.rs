//! What can be done when a game is over: the ranking, and what next.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::keys::{Key, Mouse};
use super::table::{Table, fitted};
use crate::company::mark;
use crate::ending::{amount, ranked, winner};
use crate::theme::Look;

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Again,
    SameBoard,
    Replay,
    Save,
    Look,
    Menu,
    Quit,
}

const CHOICES: [(Next, &str); 7] = [
    (Next::Again, "Play again on a new board"),
    (Next::SameBoard, "Play the same board again"),
    (Next::Replay, "Watch the replay"),
    (Next::Save, "Save the record"),
    (Next::Look, "Look at the board"),
    (Next::Menu, "Back to the menu"),
    (Next::Quit, "Quit"),
];

/// The end of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct End {
    at: usize,
}

impl End {
    pub(crate) fn press(&mut self, key: Key) -> Option<Next> {
        match key {
            Key::Up | Key::Letter('k') | Key::BackTab => {
                self.at = (self.at + CHOICES.len() - 1) % CHOICES.len();
            }
            Key::Down | Key::Letter('j') | Key::Tab => self.at = (self.at + 1) % CHOICES.len(),
            Key::Enter | Key::Letter(' ') => return Some(CHOICES[self.at].0),
            Key::Letter(digit @ '1'..='7') => return Some(CHOICES[digit as usize - '1' as usize].0),
            Key::Letter('s') => return Some(Next::Save),
            Key::Letter('q') => return Some(Next::Quit),
            Key::Escape => return Some(Next::Look),
            _ => {}
        }
        None
    }

    pub(crate) fn mouse(&mut self, mouse: Mouse, table: &Table, size: (u16, u16)) -> Option<Next> {
        match mouse {
            Mouse::Press(at) => {
                let screen = Rect { x: 0, y: 0, width: size.0, height: size.1 };
                let list = list(place(table, screen));
                list.contains(at)
                    .then(|| CHOICES.get(usize::from(at.y - list.y)).map(|choice| choice.0))
                    .flatten()
            }
            Mouse::Wheel { down, .. } => self.press(if down > 0 { Key::Down } else { Key::Up }),
            Mouse::Cancel(_) => Some(Next::Look),
            Mouse::Release(_) => None,
        }
    }

    pub(crate) fn draw(self, frame: &mut Frame<'_>, look: Look, table: &Table, cursor: bool) {
        let place = place(table, frame.area());
        frame.render_widget(Clear, place);
        frame.render_widget(Block::bordered().title(" The game is over "), place);
        let inner = Rect {
            x: place.x + 2,
            y: place.y + 1,
            width: place.width.saturating_sub(4),
            height: place.height.saturating_sub(2),
        };
        let ranking = Rect { height: inner.height.saturating_sub(CHOICES.len() as u16 + 1), ..inner };
        let mut lines = vec![Line::styled(winner(&table.game, &table.company), look.good())];
        for (rank, number) in ranked(&table.game) {
            let name = fitted(&table.company.name(number), usize::from(inner.width).saturating_sub(24));
            lines.push(Line::from(vec![
                Span::raw(format!("{rank}. ")),
                Span::styled(format!("[{}]", mark(&table.game, number)), look.player(number)),
                Span::raw(format!(" {name}: {}", amount(&table.game, table.game.score(number)))),
            ]));
        }
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), ranking);
        let list = list(place);
        for (index, (_, text)) in CHOICES.iter().enumerate() {
            let chosen = index == self.at;
            let style = if chosen { look.selected() } else { ratatui::style::Style::new() };
            let mark = if chosen { ">" } else { " " };
            let line = Rect { y: list.y + index as u16, height: 1, ..list };
            frame.render_widget(Line::styled(format!("{mark} {} {text}", index + 1), style), line);
        }
        if cursor {
            frame.set_cursor_position(Position { x: list.x, y: list.y + self.at as u16 });
        }
    }
}

fn place(table: &Table, area: Rect) -> Rect {
    let players = table.company.seats().len() as u16;
    // A shared win takes a second line, or a third.
    let told = winner(&table.game, &table.company).len() as u16 / 40 + 1;
    let high = (players + told + 1 + CHOICES.len() as u16 + 2).min(area.height);
    // To the left, so that the names and scores stay in sight.
    let wide = 44.min(area.width);
    Rect { x: area.width.saturating_sub(80) / 4, y: (area.height - high) / 2, width: wide, height: high }
}

fn list(place: Rect) -> Rect {
    let high = CHOICES.len() as u16;
    Rect {
        x: place.x + 2,
        y: place.bottom().saturating_sub(high + 1),
        width: place.width.saturating_sub(4),
        height: high,
    }
}
