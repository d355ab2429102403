//! The menu at the end of a game: the standings, and what to do next.

use floe_locale::Lang;
use floe_session::{Session, ranking};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::board_pane::fitted;
use super::keys::{Key, Mouse};
use crate::appearance::Appearance;
use crate::phrases::{Phrases, amount, mark};

/// What to do after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndChoice {
    NewBoard,
    SameBoard,
    Replay,
    Save,
    ViewBoard,
    Menu,
    Quit,
}

const CHOICES: [(EndChoice, &str); 7] = [
    (EndChoice::NewBoard, "Play again"),
    (EndChoice::SameBoard, "Play the same board again"),
    (EndChoice::Replay, "Watch the replay"),
    (EndChoice::Save, "Save the record"),
    (EndChoice::ViewBoard, "Look at the board"),
    (EndChoice::Menu, "Back to the menu"),
    (EndChoice::Quit, "Quit"),
];

/// The menu at the end of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EndMenu {
    selected: usize,
}

impl EndMenu {
    pub(crate) fn press(&mut self, key: Key) -> Option<EndChoice> {
        match key {
            Key::Up | Key::Letter('k') | Key::BackTab => {
                self.selected = (self.selected + CHOICES.len() - 1) % CHOICES.len();
            }
            Key::Down | Key::Letter('j') | Key::Tab => self.selected = (self.selected + 1) % CHOICES.len(),
            Key::Enter | Key::Letter(' ') => return Some(CHOICES[self.selected].0),
            Key::Letter(digit @ '1'..='7') => return Some(CHOICES[digit as usize - '1' as usize].0),
            Key::Letter('s') => return Some(EndChoice::Save),
            Key::Letter('q') => return Some(EndChoice::Quit),
            Key::Escape => return Some(EndChoice::ViewBoard),
            _ => {}
        }
        None
    }

    pub(crate) fn mouse(
        &mut self,
        mouse: Mouse,
        lang: Lang,
        session: &Session,
        size: (u16, u16),
    ) -> Option<EndChoice> {
        match mouse {
            Mouse::Press(at) => {
                let screen = Rect { x: 0, y: 0, width: size.0, height: size.1 };
                let list = list(place(lang, session, screen));
                list.contains(at)
                    .then(|| CHOICES.get(usize::from(at.y - list.y)).map(|choice| choice.0))
                    .flatten()
            }
            Mouse::Wheel { down: 0, .. } => None,
            Mouse::Wheel { down, .. } => self.press(if down > 0 { Key::Down } else { Key::Up }),
            Mouse::Cancel(_) => Some(EndChoice::ViewBoard),
            Mouse::Release(_) => None,
        }
    }

    pub(crate) fn draw(self, frame: &mut Frame<'_>, appearance: Appearance, session: &Session, cursor: bool) {
        let palette = appearance.palette;
        let place = place(appearance.lang, session, frame.area());
        let game = session.game();
        frame.render_widget(Clear, place);
        frame.render_widget(Block::bordered().title(" The game is over "), place);
        let inner = Rect {
            x: place.x + 2,
            y: place.y + 1,
            width: place.width.saturating_sub(4),
            height: place.height.saturating_sub(2),
        };
        let standings = Rect { height: inner.height.saturating_sub(CHOICES.len() as u16 + 1), ..inner };
        let mut lines = vec![Line::styled(
            Phrases::new(appearance.lang, game, session.roster()).winner(),
            palette.success(),
        )];
        for (rank, player) in ranking(game) {
            let name = fitted(&session.roster().name(player), usize::from(inner.width).saturating_sub(24));
            lines.push(Line::from(vec![
                Span::raw(format!("{rank}. ")),
                Span::styled(format!("[{}]", mark(game, player)), palette.player(player)),
                Span::raw(format!(" {name}: {}", amount(appearance.lang, game, game.score(player)))),
            ]));
        }
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), standings);
        let list = list(place);
        for (index, (_, text)) in CHOICES.iter().enumerate() {
            let chosen = index == self.selected;
            let style = if chosen { palette.selected() } else { ratatui::style::Style::new() };
            let mark = if chosen { ">" } else { " " };
            let line = Rect { y: list.y + index as u16, height: 1, ..list };
            frame.render_widget(Line::styled(format!("{mark} {} {text}", index + 1), style), line);
        }
        if cursor {
            frame.set_cursor_position(Position { x: list.x, y: list.y + self.selected as u16 });
        }
    }
}

fn place(lang: Lang, session: &Session, area: Rect) -> Rect {
    let players = session.roster().seats().len() as u16;
    // A shared win may take several lines.
    let lines =
        textwrap::wrap(&Phrases::new(lang, session.game(), session.roster()).winner(), 40).len() as u16;
    let high = (players + lines + 1 + CHOICES.len() as u16 + 2).min(area.height);
    // Keep the menu to the left, so that the names and scores stay visible.
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
