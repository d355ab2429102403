//! The full-screen interface: its state, its inputs, and how it is drawn.
//!
//! [`App`] touches no files, clocks or threads. It takes an [`Input`] and returns [`Effect`]s; the program around it, such
//! as [`run()`](crate::run()), carries them out and hands in the results. Games are played by a
//! [`Session`].

mod autosave;
mod board_pane;
mod dialog;
mod end;
mod footer;
mod form;
mod help;
mod host_replies;
mod keys;
mod layout;
mod line_editor;
mod menu;
mod move_list;
mod moves;
mod panel;
mod path_dialog;
mod play;
mod replay;
mod resume;
mod screen;
mod scroll_marks;
mod settings_screen;
mod turn_entry;

use std::collections::VecDeque;
use std::time::Duration;

use crossterm::event::{Event, KeyEventKind};
use floe_locale::{Lang, tr};
use floe_rules::game::Game;
use floe_rules::grid::Coord;
use floe_rules::random::Random;
use floe_rules::record::Record;
use floe_session::{EngineTask, GameSpec, SearchBudget, Session, SessionEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph, Wrap};

use crate::appearance::Appearance;
use crate::board::View;
use crate::host::{HostReply, HostRequest};
use crate::settings::Settings;
use crate::theme::Theme;
use autosave::Autosave;
use dialog::{Dialog, PathPurpose};
use help::HelpView;
use keys::Key;
pub use keys::{Mouse, key_of, mouse_of};
use screen::Screen;
pub(crate) use screen::{Command, Env};
use settings_screen::Setting;

/// The smallest terminal that can show everything: columns and rows.
pub const SMALLEST_TERMINAL: (u16, u16) = (44, 16);

/// Something that happened.
#[derive(Debug)]
pub enum Input {
    /// A key, a click or a new size at the terminal.
    Terminal(Event),
    /// The time since the start.
    Tick(Duration),
    /// Progress or the answer of a task.
    Engine {
        /// The game that the task belongs to.
        game: u64,
        /// The event for its session.
        event: SessionEvent,
    },
    /// The answer of the host.
    Host(HostReply),
    /// Something to tell the user, which disappears with the next key.
    Notice(String),
}

/// Something that the program around the interface should do.
#[derive(Debug)]
pub enum Effect {
    /// Run a task of the engine, and hand in its events as [`Input::Engine`].
    Think {
        /// The game that the task belongs to.
        game: u64,
        /// The task.
        task: Box<EngineTask>,
    },
    /// Stop the running task, which answers with the best turn so far.
    StopThinking,
    /// Ask the host, and hand in its answer as [`Input::Host`].
    Host(HostRequest),
    /// Remember the settings for the next start.
    Remember(Box<Settings>),
    /// End the program.
    Quit,
    /// End the program as Ctrl-C does.
    Interrupt,
    /// Suspend the program as Ctrl-Z does.
    Suspend,
}

/// How the interface behaves.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Its colours, language and characters.
    pub appearance: Appearance,
    /// How long engines search for a turn.
    pub budget: SearchBudget,
    /// How long each turn is shown at least before an engine makes the next one; thinking counts.
    pub pace: Duration,
    /// Seeds the generator that picks a seed for each new board.
    pub seed: u64,
    /// What was remembered; options that were given for this start only are not in here.
    pub settings: Settings,
    /// Something to tell the user at the start.
    pub notice: Option<String>,
}

/// A screen to open.
#[derive(Debug)]
pub enum Opening {
    /// The menu.
    Menu,
    /// The settings.
    Settings,
    /// The set-up screen, filled in with a description.
    Setup(Box<GameSpec>),
    /// A game.
    Play(Box<Session>),
    /// The replay of a recorded game.
    Replay(Box<Record>),
    /// The replay of a game being played, to which it leads back.
    Review(Box<Session>),
}

/// The full-screen interface.
#[derive(Debug)]
pub struct App {
    screen: Screen,
    /// The dialogs in front of the screen, the topmost last.
    dialogs: Vec<Dialog>,
    help: Option<HelpView>,
    size: (u16, u16),
    options: Options,
    clock: Duration,
    random: Random,
    /// What to tell the user, one by one; the next key or click removes the one that is shown.
    notices: VecDeque<String>,
    /// The number of screens opened so far, used as the number of the current game.
    opened: u64,
    autosave: Autosave,
    /// The number of the menu for which the interrupted games were requested.
    games_asked_for: Option<u64>,
    /// Whether the user was told that autosave fails.
    autosave_failed: bool,
}

impl App {
    /// Creates the interface for a terminal of `size` (columns, rows).
    pub fn new(opening: Opening, options: Options, size: (u16, u16)) -> App {
        let mut random = Random::new(options.seed);
        let screen = Screen::open(opening, &options, &mut random);
        let mut app = App {
            screen,
            dialogs: Vec::new(),
            help: None,
            size,
            notices: options.notice.clone().into_iter().collect(),
            options,
            clock: Duration::ZERO,
            random,
            opened: 0,
            autosave: Autosave::default(),
            games_asked_for: None,
            autosave_failed: false,
        };
        app.screen.resized(app.size, app.options.appearance.charset);
        app
    }

    /// Tells whether time matters now: an engine plays, or a replay runs.
    pub fn wants_ticks(&self) -> bool {
        self.screen.wants_ticks()
    }

    /// Takes in what happened, and returns what should be done.
    pub fn update(&mut self, input: Input) -> Vec<Effect> {
        let mut commands = Vec::new();
        match input {
            Input::Terminal(event) => self.terminal_event(&event, &mut commands),
            Input::Tick(clock) => {
                self.clock = self.clock.max(clock);
                self.with_screen(&mut commands, |screen, env, commands| screen.tick(env, commands));
            }
            // Events for a game that was left are stale.
            Input::Engine { game, .. } if game != self.opened => {}
            Input::Engine { event, .. } => {
                self.with_screen(&mut commands, |screen, env, commands| {
                    screen.engine_event(event, env, commands);
                });
            }
            Input::Host(reply) => self.host_reply(reply, &mut commands),
            Input::Notice(text) => self.tell(text),
        }
        let mut effects = self.carry_out(commands);
        // A game may have been opened just now.
        let mut commands = Vec::new();
        self.with_screen(&mut commands, |screen, env, commands| screen.start(env, commands));
        effects.extend(self.carry_out(commands));
        if matches!(self.screen, Screen::Menu(_))
            && self.games_asked_for.replace(self.opened) != Some(self.opened)
        {
            effects.push(Effect::Host(HostRequest::FindInterrupted));
        }
        self.autosave.follow(self.screen.session().map(|session| (self.opened, session)), &mut effects);
        effects
    }

    /// Tells the user something, after what is being told.
    fn tell(&mut self, notice: String) {
        if !self.notices.contains(&notice) {
            self.notices.push_back(notice);
        }
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
            game_number: self.opened,
        };
        update(&mut self.screen, &mut env, commands);
    }

    fn terminal_event(&mut self, event: &Event, commands: &mut Vec<Command>) {
        match event {
            Event::Resize(columns, rows) => {
                self.size = (*columns, *rows);
                self.screen.resized(self.size, self.options.appearance.charset);
            }
            Event::Key(event) if event.kind != KeyEventKind::Release => {
                self.notices.pop_front();
                if let Some(key) = key_of(event) {
                    self.pressed(key, commands);
                }
            }
            Event::Mouse(event) => {
                let Some(mouse) = mouse_of(event) else { return };
                if matches!(mouse, Mouse::Press(_)) {
                    self.notices.pop_front();
                }
                let (lang, topic) = (self.options.appearance.lang, self.screen.topic());
                if let Some(help) = &mut self.help {
                    if !help.mouse(mouse, lang, topic, self.size) {
                        self.help = None;
                    }
                    return;
                }
                match self.dialogs.last_mut() {
                    Some(dialog) => {
                        if dialog.mouse(mouse, self.size, lang, commands) {
                            self.dialogs.pop();
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
        let (lang, topic) = (self.options.appearance.lang, self.screen.topic());
        if let Some(help) = &mut self.help {
            if !help.press(key, lang, topic, self.size) {
                self.help = None;
            }
            return;
        }
        if let Some(dialog) = self.dialogs.last_mut() {
            if dialog.press(key, lang, commands) {
                self.dialogs.pop();
            }
            return;
        }
        if key == Key::Help || (key == Key::Letter('?') && !self.screen.is_typing()) {
            self.help = Some(HelpView::default());
            return;
        }
        self.with_screen(commands, |screen, env, commands| screen.press(key, env, commands));
    }

    /// Carries out the commands of a screen or dialog; returns those that only the program around can carry out.
    fn carry_out(&mut self, commands: Vec<Command>) -> Vec<Effect> {
        let mut effects = Vec::new();
        for command in commands {
            match command {
                Command::Effect(effect) => effects.push(effect),
                Command::Request(request) => {
                    if matches!(request, HostRequest::Discard { broken: false, .. }) {
                        self.games_asked_for = None;
                    }
                    effects.push(Effect::Host(request));
                }
                Command::Ask(mut dialog) => {
                    if let Some(path) = dialog.path_mut() {
                        path.set_record_only(matches!(self.screen.game(), Some((Game::Gamma(_), _))));
                        if path.purpose() == PathPurpose::Open {
                            effects.push(Effect::Host(HostRequest::List));
                        }
                    }
                    self.dialogs.push(dialog);
                }
                Command::Save { path, overwrite } => effects.extend(self.save(&path, overwrite)),
                Command::DiscardGame(id) => {
                    let discard = Command::Request(HostRequest::Discard { id, broken: false });
                    let question = tr!(self.options.appearance.lang, "files-discard-question");
                    self.dialogs.push(Dialog::confirm(&question, discard));
                }
                Command::Help => self.help = Some(HelpView::default()),
                Command::NextTheme => effects.extend(self.set(Setting::Theme(self.theme().next()))),
                Command::NextLang => {
                    effects.extend(self.set(Setting::Lang(self.options.appearance.lang.next())));
                }
                Command::Set(setting) => effects.extend(self.set(setting)),
                Command::Remember(settings) => effects.extend(self.remember(*settings)),
                Command::Open(opening) => {
                    effects.push(Effect::StopThinking);
                    self.dialogs.clear();
                    self.opened += 1;
                    self.screen = Screen::open(*opening, &self.options, &mut self.random);
                    self.screen.resized(self.size, self.options.appearance.charset);
                }
            }
        }
        effects
    }

    /// Changes a setting; returns the effect that stores it, if it differs from what is remembered.
    fn set(&mut self, setting: Setting) -> Option<Effect> {
        let mut settings = self.options.settings.clone();
        match setting {
            Setting::Lang(lang) => {
                settings.lang = Some(lang);
                self.options.appearance.lang = lang;
                self.screen.set_lang(lang);
            }
            Setting::Theme(theme) => {
                settings.theme = Some(theme);
                self.options.appearance.palette.theme = theme;
            }
            Setting::Level(level) => settings.level = Some(level),
            Setting::Time(time) => {
                settings.time = Some(time);
                self.options.budget = SearchBudget { time, nodes: None };
            }
            Setting::Pace(pace) => {
                settings.pace = Some(pace);
                self.options.pace = pace;
            }
            Setting::Moves(shown) => settings.window.moves = Some(shown),
        }
        self.remember(settings)
    }

    /// Takes new settings; returns the effect that stores them, if they differ.
    fn remember(&mut self, settings: Settings) -> Option<Effect> {
        if settings == self.options.settings {
            return None;
        }
        self.options.settings = settings.clone();
        Some(Effect::Remember(Box::new(settings)))
    }

    /// Returns the theme in use.
    pub fn theme(&self) -> Theme {
        self.options.appearance.palette.theme
    }

    /// Returns the game on the screen, if one is.
    pub fn game(&self) -> Option<&Game> {
        self.screen.game().map(|(game, _)| game)
    }

    /// Returns the visible part of the board and its place on the screen, if a game is shown.
    pub fn view(&self) -> Option<View> {
        self.screen.game().map(|(game, pane)| pane.view(game))
    }

    /// Returns the tile that the cursor is on, if a game is on the screen.
    pub fn cursor(&self) -> Option<Coord> {
        self.screen.game().map(|(_, pane)| pane.cursor)
    }

    /// Draws everything.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < SMALLEST_TERMINAL.0 || area.height < SMALLEST_TERMINAL.1 {
            return too_small(frame, self.options.appearance.lang, area);
        }
        let appearance = self.options.appearance;
        // A cursor behind a dialog would mislead.
        let covered = self.help.is_some() || !self.dialogs.is_empty();
        self.screen.draw(frame, appearance, self.clock, !covered);
        for dialog in &self.dialogs {
            dialog.draw(frame, appearance);
        }
        if let Some(help) = self.help {
            help.draw(frame, appearance, self.screen.topic());
        }
        if let Some(notice) = self.notices.front() {
            draw_notice(frame, appearance, notice);
        }
    }
}

/// Draws a notice above the last line.
fn draw_notice(frame: &mut Frame<'_>, appearance: Appearance, text: &str) {
    let area = frame.area();
    // A path is not broken at its hyphens.
    let options = textwrap::Options::new(usize::from(area.width.saturating_sub(2)).max(1))
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(text, options);
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(area.height.saturating_sub(1));
    let place =
        Rect { y: area.bottom().saturating_sub(1 + height), height, x: area.x + 1, width: area.width - 2 };
    frame.render_widget(Clear, Rect { x: area.x, width: area.width, ..place });
    let lines: Vec<Line<'_>> = lines.into_iter().map(Line::raw).collect();
    frame.render_widget(Paragraph::new(lines).style(appearance.palette.warning()), place);
}

fn too_small(frame: &mut Frame<'_>, lang: Lang, area: Rect) {
    let (columns, rows) = SMALLEST_TERMINAL;
    let (width, height) = (area.width, area.height);
    let text = tr!(lang, "too-small", width = width, height = height, columns = columns, rows = rows);
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}
