//! A game being played on the full screen: keys and clicks become events of the session, and its effects become
//! messages.

mod view;

use std::time::Duration;

use floe_locale::Lang;
use floe_rules::game::{Game, Turn};
use floe_rules::grid::{Cell, Coord};
use floe_session::{Session, SessionEffect, SessionEvent, SessionRefusal, TaskId, TaskPurpose};

use super::board_pane::{BoardPane, tiles_of};
use super::dialog::{Dialog, PathPurpose};
use super::end::{EndChoice, EndMenu};
use super::keys::{Key, Mouse};
use super::turn_entry::TurnEntry;
use super::{Command, Effect, Env, Opening};
use crate::phrases::{Phrases, sentence, session_refusal};
use crate::saving::saved_text;

/// The answer of a task, held back for a moment so that the turns of engines can be followed.
#[derive(Debug)]
struct HeldAnswer {
    answer: SessionEvent,
    /// When it is handed to the session.
    due: Duration,
}

/// The line of text below the board.
#[derive(Clone, Debug, Default)]
struct Message {
    text: String,
    is_warning: bool,
}

/// The screen of a game being played.
#[derive(Debug)]
pub(crate) struct PlayScreen {
    pub(crate) session: Session,
    /// Whether the session was started.
    started: bool,
    pub(crate) pane: BoardPane,
    pub(crate) chosen: Option<Cell>,
    pub(crate) entry: TurnEntry,
    message: Message,
    /// When the running task was started.
    task_started: Duration,
    held: Option<HeldAnswer>,
    /// The task whose answer is applied without delay.
    move_now: Option<TaskId>,
    end: Option<EndMenu>,
    /// Whether the menu at the end was closed.
    end_closed: bool,
    /// Where the mouse button went down.
    pub(crate) pressed_at: Option<Coord>,
}

impl PlayScreen {
    pub(crate) fn new(session: Session) -> PlayScreen {
        let pane = BoardPane::new(session.game());
        let mut play = PlayScreen {
            session,
            started: false,
            pane,
            chosen: None,
            entry: TurnEntry::None,
            message: Message::default(),
            task_started: Duration::ZERO,
            held: None,
            move_now: None,
            end: None,
            end_closed: false,
            pressed_at: None,
        };
        play.place_cursor();
        play
    }

    /// Starts the session, unless it was started before: an engine may be the first to move.
    pub(crate) fn start(&mut self, env: &Env<'_>, commands: &mut Vec<Command>) {
        if !std::mem::replace(&mut self.started, true) {
            self.update(SessionEvent::Start, env, commands);
        }
    }

    pub(crate) fn wants_ticks(&self) -> bool {
        self.session.task().is_some()
    }

    pub(crate) fn is_typing(&self) -> bool {
        matches!(self.entry, TurnEntry::Line(_))
    }

    pub(crate) fn game(&self) -> &Game {
        self.session.game()
    }

    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_warning: false };
    }

    pub(crate) fn warn(&mut self, text: &str) {
        self.message = Message { text: sentence(text), is_warning: true };
    }

    pub(crate) fn saved(&mut self, path: &str, env: &Env<'_>, commands: &mut Vec<Command>) {
        self.update(SessionEvent::Saved, env, commands);
        let text = saved_text(env.options.appearance.lang, self.game(), path);
        self.say(text);
    }

    pub(crate) fn go_to(&mut self, at: Coord) {
        self.pane.go_to(self.session.game(), at);
    }

    /// Passes an event to the session and shows the effects; returns false if it was refused.
    fn update(&mut self, event: SessionEvent, env: &Env<'_>, commands: &mut Vec<Command>) -> bool {
        let lang = env.options.appearance.lang;
        let mut done = true;
        for effect in self.session.update(event) {
            match effect {
                SessionEffect::StartTask(task) => {
                    self.task_started = env.clock;
                    commands.push(Command::Effect(Effect::Think { game: env.game_number, task }));
                }
                SessionEffect::FinishTask(id) => {
                    self.move_now = Some(id);
                    commands.push(Command::Effect(Effect::StopThinking));
                }
                SessionEffect::CancelTask(_) => {
                    self.held = None;
                    commands.push(Command::Effect(Effect::StopThinking));
                }
                SessionEffect::TurnMade { player, turn, skipped, .. } => {
                    self.turn_made(player, turn, &skipped, lang);
                }
                SessionEffect::Undone { .. } => {
                    self.position_changed();
                    self.say("Undone. Press x to redo.");
                }
                SessionEffect::Redone { .. } => {
                    self.position_changed();
                    self.say("Redone.");
                }
                SessionEffect::Restarted => {
                    self.position_changed();
                    self.say("Restarted on the same board.");
                }
                SessionEffect::HintReady(hint) => {
                    let notation = self.game().notation(hint.turn).to_string();
                    self.say(format!("Hint: {notation} ({}).", lead(hint.value)));
                    if let Some(&tile) = tiles_of(self.game(), hint.turn).first() {
                        self.go_to(tile);
                    }
                }
                SessionEffect::Paused => self.say("Paused. Press p to resume."),
                SessionEffect::Resumed => self.say(""),
                SessionEffect::EngineFailed(TaskPurpose::Move) => self.warn("the engine found no turn"),
                SessionEffect::EngineFailed(_) => self.warn("the engine has no hint"),
                SessionEffect::Refused(refusal) => {
                    done = false;
                    match refusal {
                        SessionRefusal::IllegalTurn(reason) => {
                            let reason =
                                Phrases::new(lang, self.game(), self.session.roster()).refusal(reason);
                            self.warn(&reason);
                        }
                        refusal => self.say(session_refusal(lang, &refusal)),
                    }
                }
                // The end is shown below, whatever led to it.
                _ => {}
            }
        }
        if self.session.has_ended() {
            if self.end.is_none() && !self.end_closed {
                self.end = Some(EndMenu::default());
            }
        } else {
            (self.end, self.end_closed) = (None, false);
        }
        done
    }

    fn turn_made(&mut self, player: u32, turn: Turn, skipped: &[u32], lang: Lang) {
        self.position_changed();
        let notice = Phrases::new(lang, self.game(), self.session.roster()).skipped(skipped);
        self.say(notice.unwrap_or_default());
        if !self.session.roster().is_person(player)
            && self.session.person_to_move().is_none()
            && let Some(&tile) = tiles_of(self.game(), turn).last()
        {
            self.go_to(tile);
        }
    }

    /// Resets all state that refers to the previous position.
    fn position_changed(&mut self) {
        self.chosen = None;
        self.entry = TurnEntry::None;
        (self.end, self.end_closed) = (None, false);
        self.pressed_at = None;
        self.held = None;
        self.place_cursor();
    }

    /// Handles progress or an answer from a task. An answer is delayed, so that turns can be followed.
    pub(crate) fn engine_event(&mut self, event: SessionEvent, env: &Env<'_>, commands: &mut Vec<Command>) {
        let current = self.session.task().map(|task| (task.id, task.purpose));
        match &event {
            SessionEvent::Answer { task, choice: Some(_) } if current == Some((*task, TaskPurpose::Move)) => {
                let pace = if self.move_now == Some(*task) { Duration::ZERO } else { env.options.pace };
                self.held = Some(HeldAnswer { answer: event, due: env.clock + pace });
                self.tick(env, commands);
            }
            SessionEvent::Answer { .. } | SessionEvent::Progress { .. } => {
                self.update(event, env, commands);
            }
            _ => {}
        }
    }

    pub(crate) fn tick(&mut self, env: &Env<'_>, commands: &mut Vec<Command>) {
        if self.held.as_ref().is_some_and(|held| env.clock >= held.due)
            && let Some(held) = self.held.take()
        {
            self.update(held.answer, env, commands);
        }
    }

    /// Makes a turn of a person; false when it was refused.
    pub(crate) fn make(&mut self, turn: Turn, env: &Env<'_>, commands: &mut Vec<Command>) -> bool {
        self.update(SessionEvent::Turn(turn), env, commands)
    }

    pub(crate) fn press(&mut self, key: Key, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        if let Some(end) = &mut self.end {
            if let Some(choice) = end.press(key) {
                self.after_the_end(choice, env, commands);
            }
            return;
        }
        if self.entry != TurnEntry::None {
            return self.press_in_entry(key, env, commands);
        }
        let ended = self.session.has_ended();
        match key {
            Key::Letter('z') | Key::Backspace => _ = self.update(SessionEvent::Undo, env, commands),
            Key::Letter('x') => _ = self.update(SessionEvent::Redo, env, commands),
            Key::Letter('i') => self.ask_for_hint(env, commands),
            Key::Letter('m') => self.move_now(env, commands),
            Key::Letter('p') => {
                let paused = self.session.is_paused();
                let event = if paused { SessionEvent::Resume } else { SessionEvent::Pause };
                self.update(event, env, commands);
            }
            Key::Letter('t') => commands.push(Command::NextTheme),
            Key::Letter('s') => commands.push(Command::Ask(Dialog::save())),
            Key::Letter('o') => commands.push(Command::Ask(Dialog::path(PathPurpose::Open, ""))),
            Key::Control('d') if matches!(self.game(), Game::Gamma(_)) && !ended => {
                self.update(SessionEvent::StopGame, env, commands);
            }
            Key::Letter('q') | Key::Control('d') => {
                self.leave("Quit", Command::Effect(Effect::Quit), commands);
            }
            Key::Escape if self.chosen.is_some() || self.session.hint().is_some() => {
                self.chosen = None;
                self.update(SessionEvent::DismissHint, env, commands);
            }
            Key::Escape | Key::Enter if ended => self.end = Some(EndMenu::default()),
            Key::Escape => {
                let menu = Command::Open(Box::new(Opening::Menu));
                self.leave("Leave the game", menu, commands);
            }
            _ => self.press_on_board(key, env, commands),
        }
    }

    pub(crate) fn mouse(&mut self, mouse: Mouse, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        if let Some(end) = &mut self.end {
            if let Some(choice) = end.mouse(mouse, env.options.appearance.lang, &self.session, env.size) {
                self.after_the_end(choice, env, commands);
            }
            return;
        }
        if let Mouse::Press(at) = mouse {
            let footer = self.footer(env.options.appearance.lang);
            match footer.key_at(self.pane.layout(self.game()).keys, at) {
                Some(Key::Letter('?')) => return commands.push(Command::Help),
                Some(key) => return self.press(key, env, commands),
                None => {}
            }
        }
        self.mouse_on_board(mouse, env, commands);
    }

    /// Leaves the game, after a confirmation if turns would be lost.
    pub(crate) fn leave(&mut self, what: &str, then: Command, commands: &mut Vec<Command>) {
        if self.session.has_unsaved_turns() {
            let question = format!("{what}? The game is not over, and not saved.");
            commands.push(Command::Ask(Dialog::confirm_leaving(&question, then)));
        } else {
            commands.push(then);
        }
    }

    fn ask_for_hint(&mut self, env: &Env<'_>, commands: &mut Vec<Command>) {
        if self.update(SessionEvent::Hint, env, commands) && self.session.task().is_some() {
            self.say("Searching for a hint...");
        }
    }

    fn move_now(&mut self, env: &Env<'_>, commands: &mut Vec<Command>) {
        if let Some(held) = self.held.take() {
            self.update(held.answer, env, commands);
        } else if self.update(SessionEvent::MoveNow, env, commands) {
            self.say("Moving now.");
        }
    }

    fn after_the_end(&mut self, choice: EndChoice, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        match choice {
            EndChoice::ViewBoard => {
                self.end = None;
                self.end_closed = true;
            }
            EndChoice::Menu => commands.push(Command::Open(Box::new(Opening::Menu))),
            EndChoice::Quit => commands.push(Command::Effect(Effect::Quit)),
            EndChoice::Save => commands.push(Command::Ask(Dialog::save())),
            EndChoice::SameBoard => _ = self.update(SessionEvent::Restart, env, commands),
            EndChoice::Replay => match self.session.record() {
                Ok(record) => commands.push(Command::Open(Box::new(Opening::Replay(Box::new(record))))),
                Err(unfit) => self.warn(&unfit.to_string()),
            },
            EndChoice::NewBoard => self.play_again(env, commands),
        }
    }

    fn play_again(&mut self, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        let Some(spec) = self.session.spec() else {
            return commands.push(Command::Open(Box::new(Opening::Menu)));
        };
        let mut spec = spec.clone();
        spec.seed = Some(env.new_seed());
        match Session::new(spec, env.options.budget) {
            Ok(session) => commands.push(Command::Open(Box::new(Opening::Play(Box::new(session))))),
            Err(error) => {
                commands.push(Command::Ask(Dialog::notice("The game cannot start", &error.to_string())));
            }
        }
    }
}

/// Formats the value of a position: the lead in fish or cells.
fn lead(value: i64) -> String {
    format!("{:+.1}", value as f64 / 100.0)
}
