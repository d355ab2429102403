//! The full-screen interface: its state, what input does to it, and how it is drawn.
//!
//! [`App`] touches neither files nor clocks nor threads. It is told what happened ([`Input`]), and answers
//! with what should be done ([`Effect`]); whoever runs it does that and tells it how it went.

mod dialog;
mod draft;
mod end;
mod form;
mod help;
mod keys;
mod menu;
mod moves;
mod play;
mod replay;
mod screen;
mod table;
mod typed;

use std::time::Duration;

use crossterm::event::{Event, KeyEventKind};
use floe_engine::{Level, Progress};
use floe_rules::game::{Game, Turn};
use floe_rules::grid::Coord;
use floe_rules::random::Random;
use floe_rules::record::Record;
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::board::View;
use crate::plan::Plan;
use crate::theme::{Look, Theme};
use dialog::Dialog;
use keys::Key;

pub use draft::{Chair, Draft, GameKind};
pub use keys::{Mouse, key_of, mouse_of};
use screen::Screen;
pub(crate) use screen::{Command, Env};
use table::Table;

/// The least terminal on which everything can be shown.
pub const LEAST: (u16, u16) = (44, 16);

/// Something that happened.
#[derive(Debug)]
pub enum Input {
    /// At the terminal.
    Terminal(Event),
    /// Time passed: so much since the start.
    Tick(Duration),
    /// The engine has something to say.
    Thought(Thought),
    /// A file was read, or not.
    Loaded {
        /// What it is called.
        path: String,
        /// What it holds, or why it could not be read.
        result: Result<Vec<u8>, String>,
    },
    /// A file was written, or not.
    Saved {
        /// What it is called.
        path: String,
        /// Whether it worked.
        result: Result<(), NotSaved>,
    },
}

/// Why a file was not written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotSaved {
    /// It is there already.
    #[error("it is there already")]
    Exists,
    /// Anything else.
    #[error("{0}")]
    Failed(String),
}

/// Something that should be done.
#[derive(Debug)]
pub enum Effect {
    /// Let the engine think about a position.
    Think(Box<Task>),
    /// Let it stop, and say what it has found.
    StopThinking,
    /// Read a file.
    Load {
        /// What it is called.
        path: String,
    },
    /// Write a file.
    Save {
        /// What it is called.
        path: String,
        /// What to write.
        bytes: Vec<u8>,
        /// Whether to replace a file that is there already.
        replace: bool,
    },
    /// End the program.
    Quit,
    /// End it as Ctrl-C does.
    Interrupt,
    /// Stop it until it is called back, as Ctrl-Z does.
    Suspend,
}

/// A position for the engine to think about.
#[derive(Debug)]
pub struct Task {
    /// Which task it is; answers to old ones are ignored.
    pub ticket: u64,
    /// The game.
    pub game: Game,
    /// How well to play.
    pub level: Level,
    /// How long to think.
    pub time: Duration,
    /// Picks between equal turns.
    pub seed: u64,
}

/// What the engine thinks.
#[derive(Debug)]
pub struct Thought {
    /// Which task it is about.
    pub ticket: u64,
    /// How far it has come, if it has found anything.
    pub progress: Option<Progress<Turn>>,
    /// Whether it is done.
    pub done: bool,
}

/// How the interface behaves.
#[derive(Clone, Debug)]
pub struct Options {
    /// What it looks like.
    pub look: Look,
    /// How long the engine thinks about a turn.
    pub think: Duration,
    /// How long the turns of engines are shown before the game goes on.
    pub pace: Duration,
    /// Where new boards come from.
    pub seed: u64,
}

/// What to open first.
#[derive(Debug)]
pub enum Opening {
    /// The menu.
    Menu,
    /// The set-up screen, filled in like this.
    Setup(Box<Draft>),
    /// A game.
    Play(Box<Plan>, Game),
    /// A recorded game that is not over.
    Resume(Box<Record>),
    /// A recorded game to look at.
    Replay(Box<Record>),
}

/// The interface.
#[derive(Debug)]
pub struct App {
    screen: Screen,
    dialog: Option<Dialog>,
    help: Option<u16>,
    size: (u16, u16),
    options: Options,
    clock: Duration,
    random: Random,
    tickets: u64,
}

impl App {
    /// Opens the interface on a terminal of so many columns and rows.
    pub fn new(opening: Opening, options: Options, size: (u16, u16)) -> App {
        let mut random = Random::new(options.seed);
        let screen = Screen::open(opening, &mut random);
        let clock = Duration::ZERO;
        let mut app = App { screen, dialog: None, help: None, size, options, clock, random, tickets: 0 };
        app.screen.resized(app.size);
        app
    }

    /// Tells whether time matters at the moment: an engine plays or a replay runs.
    pub fn wants_ticks(&self) -> bool {
        self.screen.wants_ticks()
    }

    /// Takes note of what happened, and returns what should be done.
    pub fn update(&mut self, input: Input) -> Vec<Effect> {
        let mut commands = Vec::new();
        match input {
            Input::Terminal(event) => self.happened(&event, &mut commands),
            Input::Tick(clock) => {
                self.clock = self.clock.max(clock);
                self.with_screen(&mut commands, |screen, env, _| screen.tick(env));
            }
            Input::Thought(thought) => {
                self.with_screen(&mut commands, |screen, env, _| screen.thought(thought, env));
            }
            Input::Loaded { path, result } => self.loaded(&path, result, &mut commands),
            Input::Saved { path, result } => self.saved(&path, result),
        }
        let mut effects = self.carry_out(commands);
        // Whatever happened, it may be an engine's turn now.
        let mut commands = Vec::new();
        self.with_screen(&mut commands, screen::Screen::go_on);
        effects.extend(self.carry_out(commands));
        effects
    }

    fn with_screen(
        &mut self,
        commands: &mut Vec<Command>,
        update: impl FnOnce(&mut Screen, &mut Env<'_>, &mut Vec<Command>),
    ) {
        let mut env = Env {
            size: self.size,
            clock: self.clock,
            options: &self.options,
            random: &mut self.random,
            tickets: &mut self.tickets,
        };
        update(&mut self.screen, &mut env, commands);
    }

    fn happened(&mut self, event: &Event, commands: &mut Vec<Command>) {
        match event {
            Event::Resize(columns, rows) => {
                self.size = (*columns, *rows);
                self.screen.resized(self.size);
            }
            Event::Key(event) if event.kind != KeyEventKind::Release => {
                if let Some(key) = key_of(event) {
                    self.pressed(key, commands);
                }
            }
            Event::Mouse(event) if self.help.is_some() => {
                if matches!(mouse_of(event), Some(Mouse::Press(_))) {
                    self.help = None;
                }
            }
            Event::Mouse(event) => {
                let Some(mouse) = mouse_of(event) else { return };
                match &mut self.dialog {
                    Some(dialog) => {
                        if dialog.mouse(mouse, self.size, commands) {
                            self.dialog = None;
                        }
                    }
                    None => {
                        self.with_screen(commands, |screen, env, commands| {
                            screen.mouse(mouse, env, commands);
                        });
                    }
                }
            }
            Event::Paste(text) => {
                for letter in text.chars().filter(|letter| !letter.is_control()) {
                    self.pressed(Key::Letter(letter), commands);
                }
            }
            _ => {}
        }
    }

    fn pressed(&mut self, key: Key, commands: &mut Vec<Command>) {
        match key {
            Key::Control('c') => return commands.push(Command::Effect(Effect::Interrupt)),
            Key::Control('z') => return commands.push(Command::Effect(Effect::Suspend)),
            _ => {}
        }
        if let Some(scroll) = &mut self.help {
            match key {
                Key::Down | Key::Letter('j' | ' ') | Key::PageDown => *scroll = scroll.saturating_add(1),
                Key::Up | Key::Letter('k') | Key::PageUp => *scroll = scroll.saturating_sub(1),
                _ => self.help = None,
            }
            return;
        }
        if let Some(dialog) = &mut self.dialog {
            if dialog.press(key, commands) {
                self.dialog = None;
            }
            return;
        }
        if key == Key::Help || (key == Key::Letter('?') && !self.screen.is_typing()) {
            self.help = Some(0);
            return;
        }
        self.with_screen(commands, |screen, env, commands| screen.press(key, env, commands));
    }

    /// Does what a screen or dialog asked for; what only the outside can do is returned.
    fn carry_out(&mut self, commands: Vec<Command>) -> Vec<Effect> {
        let mut effects = Vec::new();
        for command in commands {
            match command {
                Command::Effect(effect) => effects.push(effect),
                Command::Ask(dialog) => self.dialog = Some(dialog),
                Command::Save(path) => match self.screen.bytes_to_save(&path) {
                    Some(Ok(bytes)) => effects.push(Effect::Save { path, bytes, replace: false }),
                    Some(Err(reason)) => self.dialog = Some(Dialog::tell("Nothing was saved", &reason)),
                    None => {}
                },
                Command::Help => self.help = Some(0),
                Command::NextTheme => self.options.look.theme = self.options.look.theme.next(),
                Command::Open(opening) => {
                    effects.push(Effect::StopThinking);
                    self.screen = Screen::open(*opening, &mut self.random);
                    self.screen.resized(self.size);
                }
            }
        }
        effects
    }

    fn loaded(&mut self, path: &str, result: Result<Vec<u8>, String>, commands: &mut Vec<Command>) {
        match result
            .map_err(|error| format!("cannot read {path}: {error}"))
            .and_then(|bytes| screen::opening_of(path, &bytes))
        {
            Ok(opening) => self.screen.opened(path, opening, commands),
            Err(report) => self.dialog = Some(Dialog::tell("This cannot be opened", &report)),
        }
    }

    fn saved(&mut self, path: &str, result: Result<(), NotSaved>) {
        match result {
            Ok(()) => self.screen.saved(path),
            Err(NotSaved::Exists) => {
                let bytes = self.screen.bytes_to_save(path).and_then(Result::ok);
                self.dialog = bytes.map(|bytes| Dialog::replace(path, bytes));
            }
            Err(NotSaved::Failed(error)) => {
                self.dialog =
                    Some(Dialog::tell("Nothing was saved", &format!("cannot write {path}: {error}")));
            }
        }
    }

    /// Returns the theme in use.
    pub fn theme(&self) -> Theme {
        self.options.look.theme
    }

    /// Returns the game on the screen, if one is.
    pub fn game(&self) -> Option<&Game> {
        self.screen.table().map(|table| &table.game)
    }

    /// Returns the part of the board that is seen, and where, if a game is on the screen.
    pub fn view(&self) -> Option<View> {
        self.screen.table().map(Table::view)
    }

    /// Returns the tile that the cursor is on, if a game is on the screen.
    pub fn cursor(&self) -> Option<Coord> {
        self.screen.table().map(|table| table.cursor)
    }

    /// Draws everything.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            return too_small(frame, area);
        }
        let look = self.options.look;
        // A cursor behind a dialog would only mislead.
        let covered = self.help.is_some() || self.dialog.is_some();
        self.screen.draw(frame, look, self.clock, !covered);
        if let Some(dialog) = &self.dialog {
            dialog.draw(frame, look);
        }
        if let Some(scroll) = self.help {
            help::draw(frame, self.screen.topic(), scroll);
        }
    }
}

fn too_small(frame: &mut Frame<'_>, area: Rect) {
    use ratatui::widgets::{Paragraph, Wrap};
    let (columns, rows) = LEAST;
    let text = format!(
        "This terminal is too small: floe needs {columns} x {rows}, it has {} x {}. Make it larger, or play with --plain. Ctrl-C quits.",
        area.width, area.height
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}
