//! The screens of the interface, and the commands that they give.

use std::borrow::Cow;
use std::time::Duration;

use floe_locale::Lang;
use floe_rules::board_file;
use floe_rules::game::Game;
use floe_rules::random::Random;
use floe_rules::record::{self, Ending};
use floe_session::{GameKind, GameSpec, SearchBudget, Session, SessionEvent};
use ratatui::Frame;

use super::board_pane::BoardPane;
use super::dialog::Dialog;
use super::form::Form;
use super::help::Topic;
use super::keys::{Key, Mouse};
use super::menu::Menu;
use super::play::PlayScreen;
use super::replay::ReplayScreen;
use super::settings_screen::{Setting, SettingsScreen};
use super::{Effect, Opening, Options};
use crate::appearance::{Appearance, Charset};
use crate::host::HostRequest;
use crate::settings::Settings;
use crate::summary::is_record;

/// What a screen asks of the interface.
#[derive(Debug)]
pub(crate) enum Command {
    /// An effect for the program around the interface.
    Effect(Effect),
    /// Open a dialog.
    Ask(Dialog),
    /// Ask the host.
    Request(HostRequest),
    /// Save the game under a name.
    Save { path: String, overwrite: bool },
    /// Ask whether to discard an interrupted game.
    DiscardGame(String),
    /// Show the help.
    Help,
    /// Change to the next theme.
    NextTheme,
    /// Change to the next language.
    NextLang,
    /// Change a setting, and remember it.
    Set(Setting),
    /// Remember settings for the next start.
    Remember(Box<Settings>),
    /// Show another screen.
    Open(Box<Opening>),
}

/// What a screen knows besides itself.
pub(crate) struct Env<'a> {
    pub(crate) size: (u16, u16),
    pub(crate) clock: Duration,
    pub(crate) options: &'a Options,
    pub(crate) random: &'a mut Random,
    /// The number of the game on the screen.
    pub(crate) game_number: u64,
}

impl Env<'_> {
    pub(crate) fn lang(&self) -> Lang {
        self.options.appearance.lang
    }

    /// Returns a seed that is short enough to type.
    pub(crate) fn new_seed(&mut self) -> u64 {
        self.random.below(1_000_000)
    }
}

/// A screen.
#[derive(Debug)]
pub(crate) enum Screen {
    Menu(Menu),
    Form(Box<Form>),
    Settings(SettingsScreen),
    Play(Box<PlayScreen>),
    Replay(Box<ReplayScreen>),
}

impl Screen {
    pub(crate) fn open(opening: Opening, options: &Options, random: &mut Random) -> Screen {
        match opening {
            Opening::Menu => Screen::Menu(Menu::default()),
            Opening::Settings => Screen::Settings(SettingsScreen::new(options)),
            Opening::Setup(mut spec) => {
                spec.seed.get_or_insert_with(|| random.below(1_000_000));
                options.settings.apply_to(&mut spec, options.appearance.lang);
                Screen::Form(Box::new(Form::new(*spec, options.appearance.lang)))
            }
            Opening::Play(session) => {
                Screen::Play(Box::new(PlayScreen::new(*session, options.settings.window)))
            }
            Opening::Replay(record) => Screen::Replay(Box::new(ReplayScreen::of_record(*record))),
            Opening::Review(session) => Screen::Replay(Box::new(ReplayScreen::of_session(*session))),
        }
    }

    pub(crate) fn resized(&mut self, size: (u16, u16), charset: Charset) {
        match self {
            Screen::Menu(_) => {}
            Screen::Form(form) => form.resized(size),
            Screen::Settings(settings) => settings.resized(size),
            Screen::Play(play) => play.pane.resized(play.session.game(), size, charset),
            Screen::Replay(replay) => replay.pane.resized(&replay.game, size, charset),
        }
    }

    /// Takes another language, where a screen holds words of its own.
    pub(crate) fn set_lang(&mut self, lang: Lang) {
        if let Screen::Form(form) = self {
            form.set_lang(lang);
        }
    }

    pub(crate) fn wants_ticks(&self) -> bool {
        match self {
            Screen::Menu(_) | Screen::Form(_) | Screen::Settings(_) => false,
            Screen::Play(play) => play.wants_ticks(),
            Screen::Replay(replay) => replay.wants_ticks(),
        }
    }

    pub(crate) fn is_typing(&self) -> bool {
        match self {
            Screen::Form(form) => form.is_typing(),
            Screen::Play(play) => play.is_typing(),
            Screen::Menu(_) | Screen::Settings(_) | Screen::Replay(_) => false,
        }
    }

    /// Returns the game on the screen and where it is drawn, if there is one.
    pub(crate) fn game(&self) -> Option<(&Game, &BoardPane)> {
        match self {
            Screen::Menu(_) | Screen::Form(_) | Screen::Settings(_) => None,
            Screen::Play(play) => Some((play.game(), &play.pane)),
            Screen::Replay(replay) => Some((&replay.game, &replay.pane)),
        }
    }

    pub(crate) fn topic(&self) -> Topic {
        match self {
            Screen::Menu(_) => Topic::Menu,
            Screen::Form(_) => Topic::Setup,
            Screen::Settings(_) => Topic::Settings,
            Screen::Play(play) => match play.game() {
                Game::Penguins(history) => {
                    let rules = history.position().rules();
                    Topic::Penguins { topology: rules.topology, scoring: rules.scoring }
                }
                Game::Gamma(_) => Topic::Gamma,
            },
            Screen::Replay(_) => Topic::Replay,
        }
    }

    pub(crate) fn press(&mut self, key: Key, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        match self {
            Screen::Menu(menu) => menu.press(key, commands),
            Screen::Form(form) => form.press(key, env, commands),
            Screen::Settings(settings) => settings.press(key, commands),
            Screen::Play(play) => play.press(key, env, commands),
            Screen::Replay(replay) => replay.press(key, env, commands),
        }
    }

    pub(crate) fn mouse(&mut self, mouse: Mouse, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        match self {
            Screen::Menu(menu) => menu.mouse(mouse, env, commands),
            Screen::Form(form) => form.mouse(mouse, env, commands),
            Screen::Settings(settings) => settings.mouse(mouse, env, commands),
            Screen::Play(play) => play.mouse(mouse, env, commands),
            Screen::Replay(replay) => replay.mouse(mouse, env, commands),
        }
    }

    pub(crate) fn tick(&mut self, env: &Env<'_>, commands: &mut Vec<Command>) {
        match self {
            Screen::Menu(_) | Screen::Form(_) | Screen::Settings(_) => {}
            Screen::Play(play) => play.tick(env, commands),
            Screen::Replay(replay) => replay.tick(env.clock),
        }
    }

    /// Takes progress or an answer of a task.
    pub(crate) fn engine_event(&mut self, event: SessionEvent, env: &Env<'_>, commands: &mut Vec<Command>) {
        if let Screen::Play(play) = self {
            play.engine_event(event, env, commands);
        }
    }

    /// Starts a game that was just opened.
    pub(crate) fn start(&mut self, env: &Env<'_>, commands: &mut Vec<Command>) {
        if let Screen::Play(play) = self {
            play.start(env, commands);
        }
    }

    /// Takes a file that was opened.
    pub(crate) fn opened(&mut self, opening: Opening, lang: Lang, commands: &mut Vec<Command>) {
        match (self, opening) {
            (Screen::Form(form), Opening::Setup(spec)) => form.take_board(*spec, lang),
            (Screen::Play(play), opening) => {
                play.leave(lang, Command::Open(Box::new(opening)), commands);
            }
            (Screen::Replay(replay), opening) => {
                replay.leave(lang, Command::Open(Box::new(opening)), commands);
            }
            (_, opening) => commands.push(Command::Open(Box::new(opening))),
        }
    }

    pub(crate) fn saved(&mut self, path: &str, env: &Env<'_>, commands: &mut Vec<Command>) {
        match self {
            Screen::Play(play) => play.saved(path, env, commands),
            Screen::Replay(replay) => replay.saved(path, env.lang()),
            Screen::Menu(_) | Screen::Form(_) | Screen::Settings(_) => {}
        }
    }

    /// Returns the game that is being played, if one is.
    pub(crate) fn session(&self) -> Option<&Session> {
        match self {
            Screen::Play(play) => Some(&play.session),
            Screen::Replay(replay) => replay.game_being_played(),
            Screen::Menu(_) | Screen::Form(_) | Screen::Settings(_) => None,
        }
    }

    /// Returns the settings that a board file takes from this screen: the rules of the game that is shown, or all that is
    /// set up.
    pub(crate) fn board_settings(&self) -> Option<GameSpec> {
        let spec = match self {
            Screen::Menu(_) | Screen::Settings(_) => return None,
            Screen::Form(form) => {
                return Some(GameSpec { first: None, phase: None, ..form.spec().clone() });
            }
            Screen::Play(play) => play.session.board_spec()?,
            Screen::Replay(replay) => replay.session_shown().board_spec()?,
        };
        Some(GameSpec { layout: spec.layout, ..GameSpec::new(spec.kind) })
    }

    /// Returns the game to save under a name; nothing where no game is shown.
    pub(crate) fn session_to_save(&self, path: &str) -> Option<Cow<'_, Session>> {
        match self {
            Screen::Play(play) => Some(Cow::Borrowed(&play.session)),
            Screen::Replay(replay) => Some(replay.session_to_save(path)),
            Screen::Menu(_) | Screen::Form(_) | Screen::Settings(_) => None,
        }
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, appearance: Appearance, clock: Duration, cursor: bool) {
        match self {
            Screen::Menu(menu) => menu.draw(frame, appearance, cursor),
            Screen::Form(form) => form.draw(frame, appearance, cursor),
            Screen::Settings(settings) => settings.draw(frame, appearance, cursor),
            Screen::Play(play) => play.draw(frame, appearance, clock, cursor),
            Screen::Replay(replay) => replay.draw(frame, appearance),
        }
    }
}

/// Returns the screen for a file: the set-up for a board, the game for an unfinished record, the replay for a finished
/// one. Otherwise returns why the file is neither.
///
/// A board file contains neither the rules nor who plays. They are those that were `remembered` when it was saved, or else
/// those of `base`, and can be changed on the set-up screen.
pub(crate) fn opening_of(
    path: &str,
    bytes: &[u8],
    remembered: Option<GameSpec>,
    base: Option<GameSpec>,
    (budget, seed): (SearchBudget, u64),
) -> Result<Opening, String> {
    if is_record(bytes) {
        let record = record::read(bytes).map_err(|faults| faults.report(path, bytes))?;
        return Ok(match record.ending() {
            Ending::Unfinished => Opening::Play(Box::new(Session::from_record(record, budget, seed))),
            Ending::Stopped | Ending::Over => Opening::Replay(Box::new(record)),
        });
    }
    let setup = board_file::read(bytes).map_err(|faults| faults.report(path, bytes))?;
    let spec = match remembered {
        Some(mut spec) => {
            spec.set_known_board(path, setup);
            spec
        }
        None => {
            let mut spec = base.unwrap_or_else(|| GameSpec::new(GameKind::Square));
            if spec.kind == GameKind::Gamma {
                spec.set_kind(GameKind::Square);
            }
            spec.set_board(path, setup);
            spec
        }
    };
    Ok(Opening::Setup(Box::new(spec)))
}
