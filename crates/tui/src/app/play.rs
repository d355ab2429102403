//! A game being played on the full screen: keys and clicks become events of the session, and its effects become
//! messages.

mod look_back;
mod view;

use std::time::Duration;

use floe_locale::{Lang, tr};
use floe_rules::game::{Game, Turn};
use floe_rules::grid::{Cell, Coord};
use floe_session::{Session, SessionEffect, SessionEvent, SessionRefusal, TaskId, TaskPurpose};

use super::board_pane::{BoardPane, tiles_of};
use super::dialog::{Dialog, PathPurpose};
use super::end::{EndChoice, EndMenu, EndState};
use super::keys::{Key, Mouse};
use super::move_list::MoveList;
use super::settings_screen::{Setting, next_pace};
use super::turn_entry::TurnEntry;
use super::{Command, Effect, Env, Opening};
use crate::phrases::{Phrases, no_hint, no_legal_turn, redone, session_refusal, spec_error, undone};
use crate::saving::{saved_text, saves_board};
use crate::settings::WindowSettings;
use look_back::LookBack;

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
    /// When the last turn was shown.
    turn_shown: Duration,
    end: EndState,
    moves: MoveList,
    /// Whether the moves are listed.
    show_moves: bool,
    look_back: Option<LookBack>,
    /// The players who were announced as skipped.
    stuck: Vec<u32>,
    /// Where the cursor was when the hint came.
    pub(crate) hinted_at: Option<Coord>,
    /// Where the mouse button went down.
    pub(crate) pressed_at: Option<Coord>,
}

impl PlayScreen {
    pub(crate) fn new(session: Session, window: WindowSettings) -> PlayScreen {
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
            turn_shown: Duration::ZERO,
            end: EndState::Playing,
            moves: MoveList::default(),
            show_moves: window.moves.unwrap_or(true),
            look_back: None,
            stuck: Vec::new(),
            hinted_at: None,
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

    pub(crate) fn warn(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_warning: true };
    }

    pub(crate) fn saved(&mut self, path: &str, env: &Env<'_>, commands: &mut Vec<Command>) {
        // A board file has no turns: the game itself is not saved.
        if !saves_board(self.game(), path) {
            self.update(SessionEvent::Saved, env, commands);
        }
        let text = saved_text(env.options.appearance.lang, self.game(), path);
        self.say(text);
    }

    pub(crate) fn go_to(&mut self, at: Coord) {
        self.pane.go_to(self.session.game(), at);
    }

    /// Passes an event to the session and shows the effects; returns false if it was refused.
    fn update(&mut self, event: SessionEvent, env: &Env<'_>, commands: &mut Vec<Command>) -> bool {
        let lang = env.lang();
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
                    self.turn_shown = env.clock;
                    self.turn_made(player, turn, &skipped, lang);
                }
                SessionEffect::Undone { turns } => {
                    self.stuck.clear();
                    self.look_back = None;
                    self.position_changed();
                    self.say(undone(lang, turns));
                }
                SessionEffect::Redone { turns } => {
                    self.look_back = None;
                    self.position_changed();
                    self.say(redone(lang, turns));
                }
                SessionEffect::Restarted => {
                    self.look_back = None;
                    self.position_changed();
                    self.say(tr!(lang, "play-restarted"));
                }
                SessionEffect::HintReady(hint) => {
                    self.say("");
                    if let Some(&tile) = tiles_of(self.game(), hint.turn).first() {
                        self.go_to(tile);
                    }
                    self.hinted_at = Some(self.pane.cursor);
                }
                // The prompt says so for as long as it is so.
                SessionEffect::Paused | SessionEffect::Resumed => self.say(""),
                SessionEffect::EngineFailed(TaskPurpose::Move) => self.warn(no_legal_turn(lang)),
                SessionEffect::EngineFailed(_) => self.warn(no_hint(lang)),
                SessionEffect::Refused(refusal) => {
                    done = false;
                    match refusal {
                        SessionRefusal::IllegalTurn(reason) => {
                            let reason =
                                Phrases::new(lang, self.game(), self.session.roster()).refusal(reason);
                            self.warn(reason);
                        }
                        refusal => self.say(session_refusal(lang, &refusal)),
                    }
                }
                // The end is shown below, whatever led to it.
                _ => {}
            }
        }
        self.end = match (self.session.has_ended(), self.end) {
            (false, _) => EndState::Playing,
            (true, EndState::Playing) => EndState::Menu(EndMenu::default()),
            (true, end) => end,
        };
        done
    }

    fn turn_made(&mut self, player: u32, turn: Turn, skipped: &[u32], lang: Lang) {
        self.position_changed();
        let by_person = self.session.roster().is_person(player);
        if by_person {
            self.look_back = None;
        }
        // A player who is stuck is skipped again and again: it is said once.
        let news: Vec<u32> = skipped.iter().copied().filter(|player| !self.stuck.contains(player)).collect();
        let notice = Phrases::new(lang, self.game(), self.session.roster()).skipped(&news);
        self.say(notice.unwrap_or_default());
        self.stuck = match self.game() {
            Game::Penguins(_) => self.stuck.iter().copied().chain(news).collect(),
            Game::Gamma(_) => skipped.to_vec(),
        };
        // The view follows the engines; the cursor is where the person left it.
        let tile = match self.session.person_to_move() {
            None if !by_person => tiles_of(self.game(), turn).last().copied(),
            _ => Some(self.pane.cursor),
        };
        if let Some(tile) = tile {
            self.pane.show(self.session.game(), tile);
        }
    }

    /// Resets all state that refers to the previous position.
    fn position_changed(&mut self) {
        self.chosen = None;
        self.entry = TurnEntry::None;
        self.end = EndState::Playing;
        self.pressed_at = None;
        self.hinted_at = None;
        self.held = None;
        self.moves.follow();
        self.place_cursor();
    }

    /// Handles progress or an answer from a task. An answer is delayed, so that turns can be followed.
    pub(crate) fn engine_event(&mut self, event: SessionEvent, env: &Env<'_>, commands: &mut Vec<Command>) {
        let current = self.session.task().map(|task| (task.id, task.purpose));
        match &event {
            SessionEvent::Answer { task, choice: Some(_) } if current == Some((*task, TaskPurpose::Move)) => {
                // The turn before is shown for as long as the pace says; thinking counts.
                let due = match self.move_now == Some(*task) {
                    true => env.clock,
                    false => self.turn_shown + env.options.pace,
                };
                self.held = Some(HeldAnswer { answer: event, due });
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
        self.say("");
        if self.look_back.is_some() {
            return self.press_while_looking_back(key);
        }
        if self.entry != TurnEntry::None {
            return self.press_in_entry(key, env, commands);
        }
        if let EndState::Menu(menu) = &mut self.end {
            let before = *menu;
            if let Some(choice) = menu.press(key) {
                return self.after_the_end(choice, env, commands);
            }
            if *menu != before {
                return;
            }
        }
        let ended = self.session.has_ended();
        match key {
            Key::Letter('z') | Key::Backspace => _ = self.update(SessionEvent::Undo, env, commands),
            Key::Letter('x') => _ = self.update(SessionEvent::Redo, env, commands),
            Key::Letter('i') => _ = self.update(SessionEvent::Hint, env, commands),
            Key::Letter('m') => self.move_now(env, commands),
            Key::Letter('p') if !ended => {
                let paused = self.session.is_paused();
                let event = if paused { SessionEvent::Resume } else { SessionEvent::Pause };
                self.update(event, env, commands);
            }
            Key::Letter('+' | '=') => self.change_pace(true, env, commands),
            Key::Letter('-') => self.change_pace(false, env, commands),
            Key::Letter('<' | ',') => self.look_at(self.game().made().saturating_sub(1)),
            Key::Letter('v') => self.toggle_moves(commands),
            Key::Letter('t') => commands.push(Command::NextTheme),
            Key::Letter('s') => commands.push(Command::Ask(Dialog::save())),
            Key::Letter('o') => commands.push(Command::Ask(Dialog::path(PathPurpose::Open, ""))),
            Key::Control('d') if matches!(self.game(), Game::Gamma(_)) && !ended => {
                self.update(SessionEvent::StopGame, env, commands);
            }
            Key::Letter('q') | Key::Control('d') => {
                let quit = Command::Effect(Effect::Quit);
                self.leave(env.lang(), quit, commands);
            }
            Key::Escape if self.can_dismiss() => {
                if !self.has_no_choice() {
                    self.chosen = None;
                }
                self.update(SessionEvent::DismissHint, env, commands);
            }
            Key::Escape | Key::Enter if ended => self.end = EndState::Menu(EndMenu::default()),
            Key::Escape => {
                let menu = Command::Open(Box::new(Opening::Menu));
                self.leave(env.lang(), menu, commands);
            }
            _ if ended => {}
            _ => self.press_on_board(key, env, commands),
        }
    }

    /// Returns whether Escape has something to dismiss: a chosen penguin, or a hint or the search for one.
    fn can_dismiss(&self) -> bool {
        let searching = self.session.task().is_some_and(|task| task.purpose == TaskPurpose::Hint);
        (self.chosen.is_some() && !self.has_no_choice()) || searching || self.session.hint().is_some()
    }

    pub(crate) fn mouse(&mut self, mouse: Mouse, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        let appearance = env.options.appearance;
        let parts = self.parts(appearance);
        match mouse {
            Mouse::Press(at) => {
                let footer = self.footer(appearance.lang);
                match footer.key_at(self.pane.layout(self.game()).keys, at) {
                    Some(Key::Letter('?')) => return commands.push(Command::Help),
                    Some(key) => return self.press(key, env, commands),
                    None => {}
                }
                let (count, current) = (self.game().made(), self.current_move());
                if let Some(turn) = self.moves.move_at(parts.moves, count, current, at) {
                    self.say("");
                    return self.look_at(turn);
                }
                if self.look_back.take().is_some() {
                    return;
                }
            }
            Mouse::Cancel(_) if self.look_back.take().is_some() => return,
            Mouse::Wheel { at, down, .. } if parts.moves.contains(at) => {
                let (count, current) = (self.game().made(), self.current_move());
                return self.moves.scroll(parts.moves, count, current, down);
            }
            _ => {}
        }
        if self.look_back.is_none()
            && let EndState::Menu(menu) = &mut self.end
            && let Some(choice) = menu.mouse(mouse, parts.menu)
        {
            return self.after_the_end(choice, env, commands);
        }
        if matches!(mouse, Mouse::Press(_)) {
            self.say("");
        }
        self.mouse_on_board(mouse, env, commands);
    }

    /// Leaves the game, after a confirmation if turns would be lost.
    pub(crate) fn leave(&mut self, lang: Lang, then: Command, commands: &mut Vec<Command>) {
        if self.session.has_unsaved_turns() {
            let question = match self.session.has_ended() {
                true => tr!(lang, "play-leave-ended"),
                false => tr!(lang, "play-leave"),
            };
            commands.push(Command::Ask(Dialog::confirm_leaving(&question, then)));
        } else {
            commands.push(then);
        }
    }

    fn move_now(&mut self, env: &Env<'_>, commands: &mut Vec<Command>) {
        if let Some(held) = self.held.take() {
            self.update(held.answer, env, commands);
            return;
        }
        let for_hint = self.session.task().is_some_and(|task| task.purpose == TaskPurpose::Hint);
        if self.update(SessionEvent::MoveNow, env, commands) && !for_hint {
            self.say(tr!(env.lang(), "play-moving-now"));
        }
    }

    /// Shows the turns of engines for a shorter or longer time.
    fn change_pace(&mut self, faster: bool, env: &Env<'_>, commands: &mut Vec<Command>) {
        let pace = next_pace(env.options.pace, if faster { -1 } else { 1 });
        self.say(match pace.is_zero() {
            true => tr!(env.lang(), "play-pace-none"),
            false => tr!(env.lang(), "play-pace", seconds = decimal(env.lang(), pace.as_secs_f64())),
        });
        if let Some(held) = &mut self.held {
            held.due = self.turn_shown + pace;
        }
        commands.push(Command::Set(Setting::Pace(pace)));
    }

    fn toggle_moves(&mut self, commands: &mut Vec<Command>) {
        self.show_moves = !self.show_moves;
        commands.push(Command::Set(Setting::Moves(self.show_moves)));
    }

    fn after_the_end(&mut self, choice: EndChoice, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        let lang = env.lang();
        match choice {
            EndChoice::ViewBoard => self.end = EndState::Closed,
            EndChoice::Menu => self.leave(lang, Command::Open(Box::new(Opening::Menu)), commands),
            EndChoice::Quit => self.leave(lang, Command::Effect(Effect::Quit), commands),
            EndChoice::Save => commands.push(Command::Ask(Dialog::save())),
            EndChoice::SameBoard => {
                let mut session = self.session.clone();
                session.update(SessionEvent::Restart);
                self.leave(lang, Command::Open(Box::new(Opening::Play(Box::new(session)))), commands);
            }
            // The replay leads back to the game: nothing is lost.
            EndChoice::Replay => {
                commands.push(Command::Open(Box::new(Opening::Review(Box::new(self.session.clone())))));
            }
            EndChoice::NewBoard => self.play_again(env, commands),
        }
    }

    fn play_again(&mut self, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        let Some(spec) = self.session.spec() else {
            return self.leave(env.lang(), Command::Open(Box::new(Opening::Menu)), commands);
        };
        let mut spec = spec.clone();
        spec.seed = Some(env.new_seed());
        match Session::new(spec, env.options.budget) {
            Ok(session) => {
                self.leave(env.lang(), Command::Open(Box::new(Opening::Play(Box::new(session)))), commands);
            }
            Err(error) => {
                let title = tr!(env.lang(), "play-cannot-start");
                commands.push(Command::Ask(Dialog::notice(&title, &spec_error(env.lang(), &error))));
            }
        }
    }
}

/// Formats the value of a position: the lead in fish or cells.
fn lead(lang: Lang, value: i64) -> String {
    let sign = if value < 0 { "-" } else { "+" };
    format!("{sign}{}", decimal(lang, value.unsigned_abs() as f64 / 100.0))
}

/// Formats a number with one decimal.
fn decimal(lang: Lang, value: f64) -> String {
    let text = format!("{value:.1}");
    if lang == Lang::English { text } else { text.replace('.', ",") }
}
