//! The replay of a recorded game, or of the game being played.

use std::borrow::Cow;
use std::time::Duration;

use floe_locale::{Lang, tr};
use floe_rules::game::Game;
use floe_rules::record::{Ending, Record};
use floe_session::{Roster, SearchBudget, Session, SessionEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::board_pane::{BoardPane, Highlights, last_tiles};
use super::dialog::{Dialog, PathPurpose};
use super::footer::Footer;
use super::keys::{Key, Mouse};
use super::move_list::{MoveEntry, MoveList};
use super::panel::{Panel, PlayersShown};
use super::{Command, Effect, Env, Opening};
use crate::appearance::Appearance;
use crate::phrases::Phrases;
use crate::saving::{saved_text, saves_board};

/// How many milliseconds a turn is shown, from slow to fast.
const SPEEDS: [u64; 7] = [4000, 2000, 1000, 500, 250, 100, 40];

/// The screen of a replay.
#[derive(Debug)]
pub(crate) struct ReplayScreen {
    pub(crate) game: Game,
    roster: Roster,
    pub(crate) pane: BoardPane,
    /// All moves, also those after the position that is shown.
    moves: Vec<MoveEntry>,
    list: MoveList,
    ending: Ending,
    /// The game being played that is shown, if it is not a recorded one.
    session: Option<Box<Session>>,
    running: bool,
    /// When the next turn is shown, once the clock is known.
    due: Option<Duration>,
    speed: usize,
    jump: Option<usize>,
    notice: String,
}

impl ReplayScreen {
    /// Shows a recorded game.
    pub(crate) fn of_record(record: Record) -> ReplayScreen {
        let (roster, ending) = (Roster::from_record(&record), record.ending());
        ReplayScreen::new(record.into_game(), roster, ending, None)
    }

    /// Shows the game of a session, and leads back to it.
    pub(crate) fn of_session(session: Session) -> ReplayScreen {
        let (mut game, roster) = (session.game().clone(), session.roster().clone());
        game.forget_undone();
        ReplayScreen::new(game, roster, session.ending(), Some(Box::new(session)))
    }

    fn new(mut game: Game, roster: Roster, ending: Ending, session: Option<Box<Session>>) -> ReplayScreen {
        let moves = (0..game.made()).filter_map(|index| MoveEntry::of(&game, index)).collect();
        game.go_to(0);
        let pane = BoardPane::new(&game);
        ReplayScreen {
            game,
            roster,
            pane,
            moves,
            list: MoveList::default(),
            ending,
            session,
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

    /// Returns the game as it is shown, for a board file or to be played on.
    fn session_here(&self, budget: SearchBudget, seed: u64) -> Session {
        let mut session = Session::from_game(self.game.clone(), self.roster.clone(), budget, seed);
        if self.ending == Ending::Stopped && self.is_at_end() {
            session.update(SessionEvent::StopGame);
        }
        session
    }

    fn is_at_end(&self) -> bool {
        self.game.made() == self.moves.len()
    }

    /// Returns the game being played to which the replay leads back, if there is one.
    pub(crate) fn game_being_played(&self) -> Option<&Session> {
        self.session.as_deref()
    }

    /// Returns the game as it is shown.
    pub(crate) fn session_shown(&self) -> Session {
        self.session_here(SearchBudget::default(), 0)
    }

    /// Returns the game to save under a name: as it is shown for a board file, otherwise the whole of it.
    pub(crate) fn session_to_save(&self, path: &str) -> Cow<'_, Session> {
        if saves_board(&self.game, path) {
            return Cow::Owned(self.session_shown());
        }
        match &self.session {
            Some(session) => Cow::Borrowed(session),
            None => {
                let mut game = self.game.clone();
                game.go_to(self.moves.len());
                let mut session = Session::from_game(game, self.roster.clone(), SearchBudget::default(), 0);
                if self.ending == Ending::Stopped {
                    session.update(SessionEvent::StopGame);
                }
                Cow::Owned(session)
            }
        }
    }

    pub(crate) fn saved(&mut self, path: &str, lang: Lang) {
        self.notice = saved_text(lang, &self.game, path);
        if let Some(session) = self.session.as_mut().filter(|_| !saves_board(&self.game, path)) {
            session.update(SessionEvent::Saved);
        }
    }

    pub(crate) fn tick(&mut self, clock: Duration) {
        if !self.running {
            return;
        }
        let due = *self.due.get_or_insert(clock + self.pause());
        if clock >= due {
            self.due = Some(clock + self.pause());
            self.go_to(self.game.made() + 1);
            self.running = !self.is_at_end();
        }
    }

    fn pause(&self) -> Duration {
        Duration::from_millis(SPEEDS[self.speed])
    }

    fn go_to(&mut self, turn: usize) {
        self.game.go_to(turn.min(self.moves.len()));
        self.list.follow();
        if let Some(&(_, tile)) = last_tiles(&self.game).first() {
            self.pane.go_to(&self.game, tile);
        }
    }

    pub(crate) fn press(&mut self, key: Key, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        self.notice.clear();
        let made = self.game.made();
        let count = self.moves.len();
        if let (Some(jump), Key::Letter(digit @ '0'..='9')) = (self.jump, key) {
            let jump = jump.saturating_mul(10).saturating_add(digit as usize - '0' as usize);
            self.jump = Some(jump.min(count));
            return;
        }
        match (key, self.jump.take()) {
            (Key::Enter, Some(turn)) => return self.stop_at(turn),
            (Key::Backspace, Some(turn)) => return self.jump = Some(turn / 10),
            (_, Some(_)) => return,
            (_, None) => {}
        }
        match key {
            Key::Right | Key::Down | Key::Letter('l' | 'j' | ' ' | 'n' | '>' | '.') | Key::Enter => {
                self.stop_at(made + 1);
            }
            Key::Left | Key::Up | Key::Letter('h' | 'k' | '<' | ',') | Key::Backspace => {
                self.stop_at(made.saturating_sub(1));
            }
            Key::PageDown => self.stop_at(made + 10),
            Key::PageUp => self.stop_at(made.saturating_sub(10)),
            Key::Home => self.stop_at(0),
            Key::End => self.stop_at(count),
            Key::Letter(digit @ '0'..='9') => {
                self.jump = Some((digit as usize - '0' as usize).min(count));
            }
            Key::Letter('p') => {
                self.running = !self.running;
                self.due = None;
                if self.running && self.is_at_end() {
                    self.go_to(0);
                }
            }
            Key::Letter('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Key::Letter('-') => self.speed = self.speed.saturating_sub(1),
            Key::Letter('c') => self.continue_here(env, commands),
            Key::Letter('t') => commands.push(Command::NextTheme),
            Key::Letter('s') => commands.push(Command::Ask(Dialog::save())),
            Key::Letter('o') => commands.push(Command::Ask(Dialog::path(PathPurpose::Open, ""))),
            Key::Escape => match &self.session {
                Some(session) => commands.push(Command::Open(Box::new(Opening::Play(session.clone())))),
                None => commands.push(Command::Open(Box::new(Opening::Menu))),
            },
            Key::Letter('q') | Key::Control('d') => {
                self.leave(env.lang(), Command::Effect(Effect::Quit), commands);
            }
            _ => {}
        }
    }

    /// Leaves the replay, after a confirmation if turns of the game being played would be lost.
    pub(crate) fn leave(&self, lang: Lang, then: Command, commands: &mut Vec<Command>) {
        match &self.session {
            Some(session) if session.has_unsaved_turns() => {
                let question = match session.has_ended() {
                    true => tr!(lang, "play-leave-ended"),
                    false => tr!(lang, "play-leave"),
                };
                commands.push(Command::Ask(Dialog::confirm_leaving(&question, then)));
            }
            _ => commands.push(then),
        }
    }

    /// Plays on from the position that is shown; redo has the turns after it.
    fn continue_here(&self, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        let mut session = match &self.session {
            Some(session) => {
                let mut session = session.as_ref().clone();
                session.go_to(self.game.made());
                session
            }
            None => {
                let mut session = self.session_here(env.options.budget, env.new_seed());
                // The turns are in a file already.
                session.update(SessionEvent::Saved);
                session
            }
        };
        // An engine would move at once, and the turns that can be redone would be lost.
        if session.person_to_move().is_none() && !session.has_ended() {
            session.update(SessionEvent::Pause);
        }
        commands.push(Command::Open(Box::new(Opening::Play(Box::new(session)))));
    }

    fn stop_at(&mut self, turn: usize) {
        self.running = false;
        self.go_to(turn);
    }

    pub(crate) fn mouse(&mut self, mouse: Mouse, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        let (made, count) = (self.game.made(), self.moves.len());
        let (_, list) = self.panel(env.options.appearance);
        match mouse {
            Mouse::Wheel { at, down, .. } if list.contains(at) => self.list.scroll(list, count, made, down),
            Mouse::Wheel { down: 0, right, .. } => self.pane.scroll_by(&self.game, right, 0),
            Mouse::Wheel { down, .. } => {
                self.stop_at(if down > 0 { made + 1 } else { made.saturating_sub(1) });
            }
            Mouse::Press(at) => {
                let footer = self.footer(env.lang());
                match footer.key_at(self.pane.layout(&self.game).keys, at) {
                    Some(Key::Letter('?')) => commands.push(Command::Help),
                    Some(key) => self.press(key, env, commands),
                    None => {
                        if let Some(turn) = self.list.move_at(list, count, made, at) {
                            self.stop_at(turn);
                        }
                    }
                }
            }
            Mouse::Release(_) | Mouse::Cancel(_) => {}
        }
    }

    /// Returns the panel, and the place of the move list below it.
    fn panel(&self, appearance: Appearance) -> (Panel, Rect) {
        let (palette, lang) = (appearance.palette, appearance.lang);
        let standing = match self.is_at_end() && self.ending != Ending::Unfinished {
            true => PlayersShown::Final,
            false => PlayersShown::ToMove(self.game.to_move()),
        };
        let layout = self.pane.layout(&self.game);
        let mut panel = Panel::new(appearance, layout, (&self.game, &self.roster), standing);
        panel.gap();
        let (made, count) = (self.game.made(), self.moves.len());
        panel.say(tr!(lang, "panel-turn-of", turn = made, count = count), palette.strong());
        if !panel.is_compact() {
            let milliseconds = SPEEDS[self.speed];
            panel.say(
                match self.running {
                    true => tr!(lang, "replay-playing", milliseconds = milliseconds),
                    false => tr!(lang, "replay-stopped", milliseconds = milliseconds),
                },
                Style::new(),
            );
        }
        panel.gap();
        let list = panel.rest();
        (panel, list)
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, appearance: Appearance) {
        let (palette, lang) = (appearance.palette, appearance.lang);
        self.pane.draw_board(frame, appearance, &self.game, &Highlights::default());
        let (panel, list) = self.panel(appearance);
        panel.draw(frame);
        let counts = (self.moves.len(), self.game.made());
        let entry = |index: usize| self.moves.get(index).copied();
        self.list.draw(frame, appearance, list, (&self.game, entry), counts);
        let layout = self.pane.layout(&self.game);
        let lines = textwrap::wrap(&self.message(lang), usize::from(layout.message.width).max(1))
            .into_iter()
            .map(|line| Line::raw(line.into_owned()))
            .collect::<Vec<_>>();
        frame.render_widget(ratatui::widgets::Paragraph::new(lines).style(palette.success()), layout.message);
        self.footer(lang).draw(frame, appearance, layout.keys);
    }

    /// Returns the number being typed, a notice, or what happened last.
    fn message(&self, lang: Lang) -> String {
        if let Some(turn) = self.jump {
            return tr!(lang, "replay-jump", turn = turn);
        }
        if !self.notice.is_empty() {
            return self.notice.clone();
        }
        let phrases = Phrases::new(lang, &self.game, &self.roster);
        let made = self.game.made();
        match (self.is_at_end(), self.ending) {
            (true, Ending::Unfinished) => tr!(lang, "replay-ends"),
            (true, _) => tr!(lang, "play-over", winner = phrases.winner()),
            (false, _) => match made.checked_sub(1).and_then(|index| self.moves.get(index)) {
                Some(entry) => phrases.action(entry.player, entry.action, entry.gain),
                None => tr!(lang, "play-start"),
            },
        }
    }

    /// Returns the keys that work now.
    fn footer(&self, lang: Lang) -> Footer {
        let play = if self.running { tr!(lang, "footer-stop") } else { tr!(lang, "footer-play") };
        let back = match self.session {
            Some(_) => tr!(lang, "footer-to-game"),
            None => tr!(lang, "footer-menu"),
        };
        Footer::new(lang)
            .item(Key::Letter('?'), tr!(lang, "footer-help"))
            .item(Key::Left, tr!(lang, "footer-previous-turn"))
            .item(Key::Right, tr!(lang, "footer-next-turn"))
            .item(Key::Escape, back)
            .item(Key::Letter('p'), play)
            .item(Key::Letter('c'), tr!(lang, "footer-continue"))
            .item(Key::Letter('q'), tr!(lang, "footer-quit"))
            .item(Key::Letter('+'), tr!(lang, "footer-faster"))
            .item(Key::Letter('-'), tr!(lang, "footer-slower"))
            .item(Key::Letter('s'), tr!(lang, "footer-save"))
            .item(Key::Letter('t'), tr!(lang, "footer-colours"))
            .item(Key::Letter('o'), tr!(lang, "footer-open"))
            .named("0-9", Key::Letter('0'), tr!(lang, "footer-jump"))
    }
}
