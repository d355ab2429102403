//! The replay of a recorded game.

use std::time::Duration;

use floe_locale::{Lang, tr};
use floe_rules::game::Game;
use floe_rules::record::{Ending, Record};
use floe_session::{Roster, SearchBudget, Session};
use ratatui::Frame;
use ratatui::text::Line;

use super::board_pane::{BoardPane, Highlights, describe, last_tiles};
use super::dialog::{Dialog, PathPurpose};
use super::footer::Footer;
use super::keys::{Key, Mouse};
use super::{Command, Effect, Env, Opening};
use crate::appearance::Appearance;
use crate::phrases::Phrases;
use crate::saving::saved_text;

/// How many milliseconds a turn is shown, from slow to fast.
const SPEEDS: [u64; 7] = [4000, 2000, 1000, 500, 250, 100, 40];

/// The screen of a replay.
#[derive(Debug)]
pub(crate) struct ReplayScreen {
    pub(crate) game: Game,
    roster: Roster,
    pub(crate) pane: BoardPane,
    count: usize,
    ending: Ending,
    running: bool,
    /// When the next turn is shown, once the clock is known.
    due: Option<Duration>,
    speed: usize,
    jump: Option<usize>,
    notice: String,
}

impl ReplayScreen {
    pub(crate) fn new(record: Record) -> ReplayScreen {
        let (roster, ending) = (Roster::from_record(&record), record.ending());
        let mut game = record.into_game();
        let count = game.made();
        game.go_to(0);
        let pane = BoardPane::new(&game);
        ReplayScreen {
            game,
            roster,
            pane,
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

    /// Returns the game as it is shown, to save it.
    pub(crate) fn session(&self) -> Session {
        let (game, roster, budget) = (self.game.clone(), self.roster.clone(), SearchBudget::default());
        let mut session = Session::from_game(game, roster, budget, 0);
        if self.ending == Ending::Stopped && self.game.made() == self.count {
            session.update(floe_session::SessionEvent::StopGame);
        }
        session
    }

    pub(crate) fn saved(&mut self, path: &str, lang: Lang) {
        self.notice = saved_text(lang, &self.game, path);
    }

    pub(crate) fn tick(&mut self, clock: Duration) {
        if !self.running {
            return;
        }
        let due = *self.due.get_or_insert(clock + self.pause());
        if clock >= due {
            self.due = Some(clock + self.pause());
            self.go_to(self.game.made() + 1);
            self.running = self.game.made() < self.count;
        }
    }

    fn pause(&self) -> Duration {
        Duration::from_millis(SPEEDS[self.speed])
    }

    fn go_to(&mut self, turn: usize) {
        self.game.go_to(turn.min(self.count));
        if let Some(&(_, tile)) = last_tiles(&self.game).last() {
            self.pane.go_to(&self.game, tile);
        }
    }

    pub(crate) fn press(&mut self, key: Key, commands: &mut Vec<Command>) {
        self.notice.clear();
        let made = self.game.made();
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
            Key::Letter('s') => commands.push(Command::Ask(Dialog::save())),
            Key::Letter('o') => commands.push(Command::Ask(Dialog::path(PathPurpose::Open, ""))),
            Key::Escape => commands.push(Command::Open(Box::new(Opening::Menu))),
            Key::Letter('q') | Key::Control('d') => commands.push(Command::Effect(Effect::Quit)),
            _ => {}
        }
    }

    fn stop_at(&mut self, turn: usize) {
        self.running = false;
        self.go_to(turn);
    }

    pub(crate) fn mouse(&mut self, mouse: Mouse, env: &Env<'_>, commands: &mut Vec<Command>) {
        match mouse {
            Mouse::Wheel { down, .. } => {
                let made = self.game.made();
                self.stop_at(if down > 0 { made + 1 } else { made.saturating_sub(1) });
            }
            Mouse::Press(at) => {
                let footer = self.footer(env.options.appearance.lang);
                match footer.key_at(self.pane.layout(&self.game).keys, at) {
                    Some(Key::Letter('?')) => commands.push(Command::Help),
                    Some(key) => self.press(key, commands),
                    None => {}
                }
            }
            Mouse::Release(_) | Mouse::Cancel(_) => {}
        }
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, appearance: Appearance) {
        let palette = appearance.palette;
        let game = &self.game;
        self.pane.draw_board(frame, appearance, game, &Highlights::default());
        let made = game.made();
        let mut more =
            vec![Line::raw(""), Line::styled(format!("Turn {made} of {}", self.count), palette.strong())];
        let state = if self.running { "playing" } else { "stopped" };
        more.push(Line::styled(format!("{state}, {} ms a turn", SPEEDS[self.speed]), palette.faint()));
        more.push(Line::raw(""));
        for index in made.saturating_sub(8)..made {
            if let Some((player, action)) = game.action(index) {
                let text = format!("{:>4}. {}", index + 1, describe(game, &self.roster, player, action));
                more.push(Line::raw(text));
            }
        }
        if made == self.count {
            let end = if self.ending == Ending::Over {
                Phrases::new(appearance.lang, game, &self.roster).winner()
            } else {
                "The record ends here.".to_owned()
            };
            more.push(Line::styled(end, palette.success()));
        }
        self.pane.draw_panel(frame, appearance, (game, &self.roster), more);
        let layout = self.pane.layout(game);
        let message = match self.jump {
            Some(turn) => format!("Go to turn {turn} (Enter)"),
            None => self.notice.clone(),
        };
        frame.render_widget(Line::styled(message, palette.success()), layout.message);
        self.footer(appearance.lang).draw(frame, appearance, layout.keys);
    }

    /// Returns the keys that work now.
    fn footer(&self, lang: Lang) -> Footer {
        let play = if self.running { tr!(lang, "footer-stop") } else { tr!(lang, "footer-play") };
        Footer::new(lang)
            .item(Key::Letter('?'), tr!(lang, "footer-help"))
            .item(Key::Left, tr!(lang, "footer-previous-turn"))
            .item(Key::Right, tr!(lang, "footer-next-turn"))
            .item(Key::Letter('p'), play)
            .item(Key::Escape, tr!(lang, "footer-menu"))
            .item(Key::Letter('q'), tr!(lang, "footer-quit"))
            .item(Key::Letter('+'), tr!(lang, "footer-faster"))
            .item(Key::Letter('-'), tr!(lang, "footer-slower"))
            .item(Key::Letter('s'), tr!(lang, "footer-save"))
            .item(Key::Letter('t'), tr!(lang, "footer-colours"))
            .item(Key::Letter('o'), tr!(lang, "footer-open"))
            .named("0-9", Key::Letter('0'), tr!(lang, "footer-jump"))
    }
}
