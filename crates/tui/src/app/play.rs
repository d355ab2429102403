//! A game being played: people act, engines think, turns are taken back.

mod view;

use std::time::Duration;

use floe_engine::{Level, Progress};
use floe_rules::game::{Game, Turn};
use floe_rules::grid::{Cell, Coord};

use super::dialog::{Dialog, Purpose};
use super::end::{End, Next};
use super::keys::{Key, Mouse};
use super::table::Table;
use super::typed::Entry;
use super::{Command, Effect, Env, Opening, Task, Thought};
use crate::ending::skips;
use crate::plan::Plan;

/// What the engine is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Turn,
    Hint,
}

#[derive(Debug)]
struct Thinking {
    ticket: u64,
    wanted: Wanted,
    since: Duration,
    progress: Option<Progress<Turn>>,
    /// Whether its turn is to be made as soon as it is known.
    hurried: bool,
}

/// A message, and whether it is a complaint.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notice {
    text: String,
    complains: bool,
}

/// A game being played.
#[derive(Debug)]
pub(crate) struct Play {
    pub(crate) table: Table,
    plan: Option<Plan>,
    pub(crate) chosen: Option<Cell>,
    pub(crate) entry: Entry,
    notice: Notice,
    thinking: Option<Thinking>,
    /// The engine's turn, and when it is shown.
    pending: Option<(Turn, Duration)>,
    hint: Option<Turn>,
    paused: bool,
    end: Option<End>,
    /// Whether the end has been looked at and put away.
    end_seen: bool,
    /// Whether the players ended the game before its end.
    stopped: bool,
    /// How many turns of this game were made when it was saved last; other turns are another game.
    saved: Option<usize>,
    /// Where the mouse went down.
    pub(crate) held: Option<Coord>,
}

impl Play {
    pub(crate) fn new(table: Table, plan: Option<Plan>) -> Play {
        let mut play = Play {
            table,
            plan,
            chosen: None,
            entry: Entry::None,
            notice: Notice::default(),
            thinking: None,
            pending: None,
            hint: None,
            paused: false,
            end: None,
            end_seen: false,
            stopped: false,
            saved: None,
            held: None,
        };
        play.find_cursor();
        play
    }

    pub(crate) fn wants_ticks(&self) -> bool {
        self.pending.is_some() || self.thinking.is_some()
    }

    pub(crate) fn is_typing(&self) -> bool {
        matches!(self.entry, Entry::Line(_))
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Tells whether nothing more can happen.
    pub(crate) fn is_over(&self) -> bool {
        self.stopped || self.table.game.is_over()
    }

    /// Returns whose turn it is, if that is a person.
    pub(crate) fn person(&self) -> Option<u32> {
        let number = self.table.game.to_move()?;
        (!self.stopped && self.table.company.is_person(number)).then_some(number)
    }

    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.notice = Notice { text: text.into(), complains: false };
    }

    pub(crate) fn complain(&mut self, text: &str) {
        let mut letters = text.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
        let dot = if text.ends_with(['.', '?', '!']) { "" } else { "." };
        self.notice = Notice { text: format!("{first}{}{dot}", letters.as_str()), complains: true };
    }

    pub(crate) fn saved(&mut self, path: &str) {
        self.saved = Some(self.table.game.made());
        self.say(format!("Saved as {path}."));
    }

    /// Lets an engine think if it is its turn, or shows the end.
    pub(crate) fn go_on(&mut self, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        if self.is_over() {
            if !self.end_seen && self.end.is_none() {
                self.end = Some(End::default());
            }
            return;
        }
        if self.paused || self.thinking.is_some() || self.pending.is_some() {
            return;
        }
        let Some(number) = self.table.game.to_move() else { return };
        if let Some(level) = self.table.company.engine(number) {
            self.think(Wanted::Turn, level, env, commands);
        }
    }

    fn think(&mut self, wanted: Wanted, level: Level, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        *env.tickets += 1;
        let ticket = *env.tickets;
        self.thinking = Some(Thinking { ticket, wanted, since: env.clock, progress: None, hurried: false });
        let game = self.table.game.clone();
        let (time, seed) = (env.options.think, env.options.seed);
        commands.push(Command::Effect(Effect::Think(Box::new(Task { ticket, game, level, time, seed }))));
    }

    fn stop_thinking(&mut self, commands: &mut Vec<Command>) {
        self.pending = None;
        if self.thinking.take().is_some() {
            commands.push(Command::Effect(Effect::StopThinking));
        }
    }

    pub(crate) fn thought(&mut self, thought: Thought, env: &Env<'_>) {
        let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.ticket == thought.ticket)
        else {
            return;
        };
        if thought.progress.is_some() {
            thinking.progress = thought.progress;
        }
        if !thought.done {
            return;
        }
        let turn = thinking.progress.as_ref().and_then(|progress| progress.line.first().copied());
        let wanted = thinking.wanted;
        let pace = if thinking.hurried { Duration::ZERO } else { env.options.pace };
        let value = thinking.progress.as_ref().map_or(0, |progress| progress.value.0);
        self.thinking = None;
        match (wanted, turn) {
            (Wanted::Turn, Some(turn)) => {
                self.pending = Some((turn, env.clock + pace));
                self.tick(env);
            }
            (Wanted::Hint, Some(turn)) => {
                self.hint = Some(turn);
                let text = self.table.game.notation(turn).to_string();
                self.say(format!("Hint: {text} ({}).", worth(value)));
                if let Some(&place) = self.table.places(turn).first() {
                    self.table.go_to(place);
                }
            }
            (_, None) => {
                self.paused = true;
                self.complain("the engine found no turn");
            }
        }
    }

    pub(crate) fn tick(&mut self, env: &Env<'_>) {
        if let Some((turn, due)) = self.pending
            && env.clock >= due
            && !self.paused
        {
            self.pending = None;
            self.make(turn);
        }
    }

    /// Makes a turn, or says why it cannot be made.
    pub(crate) fn make(&mut self, turn: Turn) -> bool {
        if let Err(reason) = self.table.game.play(turn) {
            self.complain(&reason.to_string());
            return false;
        }
        self.saved = None;
        self.changed();
        let skips = skips(&self.table.game, &self.table.company);
        self.say(skips.unwrap_or_default());
        if !self.table.company.is_person(self.table.last_action().map_or(0, |(number, _)| number))
            && let Some(&place) = self.table.places(turn).last()
            && self.person().is_none()
        {
            self.table.go_to(place);
        }
        self.find_cursor();
        true
    }

    /// Forgets what belongs to the position before.
    fn changed(&mut self) {
        self.chosen = None;
        self.entry = Entry::None;
        self.hint = None;
        self.end = None;
        self.end_seen = false;
        self.held = None;
        // A hint that is still being looked for would be about a position that is gone.
        self.thinking = None;
    }

    pub(crate) fn press(&mut self, key: Key, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        if let Some(end) = &mut self.end {
            if let Some(next) = end.press(key) {
                self.after_the_end(next, env, commands);
            }
            return;
        }
        if self.entry != Entry::None {
            return self.press_in_entry(key);
        }
        match key {
            Key::Letter('z') | Key::Backspace => self.undo(commands),
            Key::Letter('x') => self.redo(commands),
            Key::Letter('i') => self.ask_for_hint(env, commands),
            Key::Letter('m') => self.move_now(commands),
            Key::Letter('p') => self.pause(commands),
            Key::Letter('t') => commands.push(Command::NextTheme),
            Key::Letter('s') => commands.push(Command::Ask(Dialog::path(Purpose::Save, "game.floe"))),
            Key::Letter('o') => commands.push(Command::Ask(Dialog::path(Purpose::Open, ""))),
            Key::Control('d') if matches!(self.table.game, Game::Gamma(_)) && !self.is_over() => {
                self.stop_thinking(commands);
                self.stopped = true;
            }
            Key::Letter('q') | Key::Control('d') => {
                self.leave("Quit", Command::Effect(Effect::Quit), commands);
            }
            Key::Escape if self.chosen.is_some() || self.hint.is_some() => {
                self.chosen = None;
                self.hint = None;
            }
            Key::Escape if self.is_over() => self.end = Some(End::default()),
            Key::Escape => {
                let menu = Command::Open(Box::new(Opening::Menu));
                self.leave("Leave the game", menu, commands);
            }
            Key::Enter if self.is_over() => self.end = Some(End::default()),
            _ => self.press_on_board(key),
        }
    }

    pub(crate) fn mouse(&mut self, mouse: Mouse, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        if let Some(end) = &mut self.end {
            if let Some(next) = end.mouse(mouse, &self.table, env.size) {
                self.after_the_end(next, env, commands);
            }
            return;
        }
        self.mouse_on_board(mouse);
    }

    /// Goes away from the game, after asking where it would be lost.
    pub(crate) fn leave(&mut self, what: &str, then: Command, commands: &mut Vec<Command>) {
        let made = self.table.game.made();
        if made == 0 || self.is_over() || self.saved == Some(made) {
            commands.push(then);
        } else {
            let question = format!("{what}? The game is not over, and not saved (s saves it).");
            commands.push(Command::Ask(Dialog::confirm(&question, then)));
        }
    }

    /// Takes turns back until it is a person's turn again.
    fn undo(&mut self, commands: &mut Vec<Command>) {
        self.stop_thinking(commands);
        if self.stopped {
            self.stopped = false;
            self.changed();
            return;
        }
        if !self.table.game.undo() {
            return self.say("This is the start of the game.");
        }
        while self.table.company.has_people() && self.person().is_none() && self.table.game.undo() {}
        self.changed();
        self.find_cursor();
        // An engine would only make its turn again.
        self.paused = self.person().is_none();
        self.say("Taken back. x makes it again.");
    }

    /// Makes turns again that were taken back, until it is a person's turn.
    fn redo(&mut self, commands: &mut Vec<Command>) {
        if self.table.game.undone() == 0 {
            return self.say("There is nothing to make again.");
        }
        self.stop_thinking(commands);
        self.table.game.redo();
        while self.table.company.has_people() && self.person().is_none() && self.table.game.redo() {}
        self.changed();
        self.find_cursor();
        self.paused = !self.table.company.has_people();
        self.say("Made again.");
    }

    fn ask_for_hint(&mut self, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        if self.person().is_none() {
            return self.say("Hints are for people whose turn it is.");
        }
        if self.thinking.is_none() {
            self.say("Looking for a hint...");
            self.think(Wanted::Hint, Level::FULL, env, commands);
        }
    }

    fn move_now(&mut self, commands: &mut Vec<Command>) {
        if let Some(thinking) = &mut self.thinking {
            thinking.hurried = true;
            commands.push(Command::Effect(Effect::StopThinking));
            self.say("Moving now.");
        } else if let Some((turn, _)) = self.pending.take() {
            self.make(turn);
        } else {
            self.say("Nobody is thinking.");
        }
    }

    fn pause(&mut self, commands: &mut Vec<Command>) {
        self.paused = !self.paused;
        if self.paused {
            self.stop_thinking(commands);
            self.say("Paused. p goes on.");
        } else {
            self.say("");
        }
    }

    fn after_the_end(&mut self, next: Next, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        match next {
            Next::Look => {
                self.end = None;
                self.end_seen = true;
            }
            Next::Menu => commands.push(Command::Open(Box::new(Opening::Menu))),
            Next::Quit => commands.push(Command::Effect(Effect::Quit)),
            Next::Save => commands.push(Command::Ask(Dialog::path(Purpose::Save, "game.floe"))),
            Next::SameBoard => {
                self.table.game.go_to(0);
                self.table.game.forget_undone();
                self.stopped = false;
                self.changed();
                self.say("The same board again.");
            }
            Next::Replay => match self.table.record(self.stopped) {
                Ok(record) => commands.push(Command::Open(Box::new(Opening::Replay(Box::new(record))))),
                Err(reason) => self.complain(&reason),
            },
            Next::Again => self.play_again(env, commands),
        }
    }

    fn play_again(&mut self, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        let Some(mut plan) = self.plan.clone() else {
            return commands.push(Command::Open(Box::new(Opening::Menu)));
        };
        if let Plan::Penguins(plan) = &mut plan {
            plan.seed = env.seed();
        }
        match plan.start() {
            Ok(game) => commands.push(Command::Open(Box::new(Opening::Play(Box::new(plan), game)))),
            Err(fault) => {
                commands.push(Command::Ask(Dialog::tell("There is no new game", &fault.to_string())));
            }
        }
    }
}

/// Says what a position is worth.
fn worth(value: i64) -> String {
    format!("{:+.1}", value as f64 / 100.0)
}
