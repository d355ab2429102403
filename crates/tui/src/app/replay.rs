//! A recorded game to step through.

use std::time::Duration;

use floe_rules::record::Ending;
use ratatui::Frame;
use ratatui::text::Line;

use super::dialog::{Dialog, Purpose};
use super::keys::{Key, Mouse};
use super::table::{Lights, Table};
use super::{Command, Effect, Opening};
use crate::ending::winner;
use crate::theme::Look;

/// How long each turn is shown, from slow to fast.
const SPEEDS: [u64; 7] = [4000, 2000, 1000, 500, 250, 100, 40];

/// A replay.
#[derive(Debug)]
pub(crate) struct Replay {
    pub(crate) table: Table,
    count: usize,
    ending: Ending,
    running: bool,
    /// When the next turn is shown, once the clock is known.
    due: Option<Duration>,
    speed: usize,
    jump: Option<usize>,
    notice: String,
}

impl Replay {
    pub(crate) fn new(mut table: Table, ending: Ending) -> Replay {
        let count = table.game.made() + table.game.undone();
        table.game.go_to(0);
        Replay {
            table,
            count,
            ending,
            running: false,
            due: None,
            speed: 2,
            jump: None,
            notice: String::new(),
        }
    }

    pub(crate) fn wants_ticks(&self) -> bool {
        self.running
    }

    /// Tells whether the game was ended before its end, and this is where.
    pub(crate) fn is_stopped(&self) -> bool {
        self.ending == Ending::Stopped && self.table.game.made() == self.count
    }

    pub(crate) fn saved(&mut self, path: &str) {
        self.notice = format!("Saved as {path}.");
    }

    pub(crate) fn tick(&mut self, clock: Duration) {
        if !self.running {
            return;
        }
        let due = *self.due.get_or_insert(clock + self.pause());
        if clock >= due {
            self.due = Some(clock + self.pause());
            self.go_to(self.table.game.made() + 1);
            self.running = self.table.game.made() < self.count;
        }
    }

    fn pause(&self) -> Duration {
        Duration::from_millis(SPEEDS[self.speed])
    }

    fn go_to(&mut self, turn: usize) {
        self.table.game.go_to(turn.min(self.count));
        if let Some(&place) = self.table.last_places().last() {
            self.table.go_to(place);
        }
    }

    pub(crate) fn press(&mut self, key: Key, commands: &mut Vec<Command>) {
        self.notice.clear();
        let made = self.table.game.made();
        if let (Some(jump), Key::Letter(digit @ '0'..='9')) = (self.jump, key) {
            self.jump =
                Some(jump.saturating_mul(10).saturating_add(digit as usize - '0' as usize).min(self.count));
            return;
        }
        match (key, self.jump.take()) {
            (Key::Enter, Some(turn)) => return self.stop_at(turn),
            (Key::Backspace, Some(turn)) => return self.jump = Some(turn / 10),
            (_, Some(_)) => return,
            (_, None) => {}
        }
        match key {
            Key::Right | Key::Down | Key::Letter('l' | 'j' | ' ' | 'n') | Key::Enter => {
                self.stop_at(made + 1);
            }
            Key::Left | Key::Up | Key::Letter('h' | 'k') | Key::Backspace => {
                self.stop_at(made.saturating_sub(1));
            }
            Key::PageDown => self.stop_at(made + 10),
            Key::PageUp => self.stop_at(made.saturating_sub(10)),
            Key::Home => self.stop_at(0),
            Key::End => self.stop_at(self.count),
            Key::Letter(digit @ '0'..='9') => {
                self.jump = Some((digit as usize - '0' as usize).min(self.count));
            }
            Key::Letter('p') => {
                self.running = !self.running;
                self.due = None;
                if self.running && made == self.count {
                    self.go_to(0);
                }
            }
            Key::Letter('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Key::Letter('-') => self.speed = self.speed.saturating_sub(1),
            Key::Letter('t') => commands.push(Command::NextTheme),
            Key::Letter('s') => commands.push(Command::Ask(Dialog::path(Purpose::Save, "game.floe"))),
            Key::Letter('o') => commands.push(Command::Ask(Dialog::path(Purpose::Open, ""))),
            Key::Escape => commands.push(Command::Open(Box::new(Opening::Menu))),
            Key::Letter('q') | Key::Control('d') => commands.push(Command::Effect(Effect::Quit)),
            _ => {}
        }
    }

    fn stop_at(&mut self, turn: usize) {
        self.running = false;
        self.go_to(turn);
    }

    pub(crate) fn mouse(&mut self, mouse: Mouse) {
        if let Mouse::Wheel { down, .. } = mouse {
            let made = self.table.game.made();
            self.stop_at(if down > 0 { made + 1 } else { made.saturating_sub(1) });
        }
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, look: Look) {
        self.table.draw_board(frame, look, &Lights::default());
        let game = &self.table.game;
        let made = game.made();
        let mut more =
            vec![Line::raw(""), Line::styled(format!("Turn {made} of {}", self.count), look.strong())];
        let state = if self.running { "playing" } else { "standing still" };
        more.push(Line::styled(format!("{state}, {} ms a turn", SPEEDS[self.speed]), look.faint()));
        more.push(Line::raw(""));
        for index in made.saturating_sub(8)..made {
            if let Some((number, turn)) = game.action(index) {
                let text = format!("{:>4}. {}", index + 1, self.table.told(number, turn));
                more.push(Line::raw(text));
            }
        }
        if made == self.count {
            let end = if self.ending == Ending::Over {
                winner(&self.table.game, &self.table.company)
            } else {
                "Here the record ends.".to_owned()
            };
            more.push(Line::styled(end, look.good()));
        }
        self.table.draw_panel(frame, look, more);
        let areas = self.table.areas();
        let message = match self.jump {
            Some(turn) => format!("Go to turn {turn} (Enter)"),
            None => self.notice.clone(),
        };
        frame.render_widget(Line::styled(message, look.good()), areas.message);
        let keys = "right, left: step  PgDn, PgUp: 10  Home, End  digits: jump  p: play  + -: speed  Esc: menu  q: quit";
        frame.render_widget(Line::styled(keys, look.faint()), areas.keys);
    }
}
