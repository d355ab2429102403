//! The screens between which one goes, and what they ask of the interface.

use std::time::Duration;

use floe_rules::board_file;
use floe_rules::game::Game;
use floe_rules::random::Random;
use floe_rules::record::{self, Ending};
use ratatui::Frame;

use super::dialog::Dialog;
use super::draft::Draft;
use super::form::Form;
use super::help::Topic;
use super::keys::{Key, Mouse};
use super::menu::Menu;
use super::play::Play;
use super::replay::Replay;
use super::table::Table;
use super::{Effect, Opening, Options, Thought};
use crate::company::Company;
use crate::theme::Look;

/// What a screen asks for.
#[derive(Debug)]
pub(crate) enum Command {
    /// Something that only the outside can do.
    Effect(Effect),
    /// A question or a message in front of the screen.
    Ask(Dialog),
    /// The game to be written to a file.
    Save(String),
    /// The page of help.
    Help,
    /// Other colours.
    NextTheme,
    /// Another screen.
    Open(Box<Opening>),
}

/// What a screen knows besides itself.
pub(crate) struct Env<'a> {
    pub(crate) size: (u16, u16),
    pub(crate) clock: Duration,
    pub(crate) options: &'a Options,
    pub(crate) random: &'a mut Random,
    pub(crate) tickets: &'a mut u64,
}

impl Env<'_> {
    /// Returns a seed that people can type.
    pub(crate) fn seed(&mut self) -> u64 {
        self.random.below(1_000_000)
    }
}

/// A screen.
#[derive(Debug)]
pub(crate) enum Screen {
    Menu(Menu),
    Form(Box<Form>),
    Play(Box<Play>),
    Replay(Box<Replay>),
}

impl Screen {
    pub(crate) fn open(opening: Opening, random: &mut Random) -> Screen {
        match opening {
            Opening::Menu => Screen::Menu(Menu::default()),
            Opening::Setup(mut draft) => {
                draft.seed.get_or_insert_with(|| random.below(1_000_000));
                Screen::Form(Box::new(Form::new(*draft)))
            }
            Opening::Play(plan, game) => {
                let table = Table::new(game, Company::of(plan.player_infos().to_vec()));
                Screen::Play(Box::new(Play::new(table, Some(*plan))))
            }
            Opening::Resume(record) => {
                let company = Company::of_record(&record);
                let table = Table::new(record.into_game(), company);
                Screen::Play(Box::new(Play::new(table, None)))
            }
            Opening::Replay(record) => {
                let company = Company::of_record(&record);
                let ending = record.ending();
                Screen::Replay(Box::new(Replay::new(Table::new(record.into_game(), company), ending)))
            }
        }
    }

    pub(crate) fn resized(&mut self, size: (u16, u16)) {
        match self {
            Screen::Menu(_) => {}
            Screen::Form(form) => form.resized(size),
            Screen::Play(play) => play.table.resized(size),
            Screen::Replay(replay) => replay.table.resized(size),
        }
    }

    pub(crate) fn wants_ticks(&self) -> bool {
        match self {
            Screen::Menu(_) | Screen::Form(_) => false,
            Screen::Play(play) => play.wants_ticks(),
            Screen::Replay(replay) => replay.wants_ticks(),
        }
    }

    pub(crate) fn is_typing(&self) -> bool {
        match self {
            Screen::Form(form) => form.is_typing(),
            Screen::Play(play) => play.is_typing(),
            Screen::Menu(_) | Screen::Replay(_) => false,
        }
    }

    /// Returns the table with the game on it, if there is one.
    pub(crate) fn table(&self) -> Option<&Table> {
        match self {
            Screen::Menu(_) | Screen::Form(_) => None,
            Screen::Play(play) => Some(&play.table),
            Screen::Replay(replay) => Some(&replay.table),
        }
    }

    pub(crate) fn topic(&self) -> Topic {
        match self {
            Screen::Menu(_) => Topic::Menu,
            Screen::Form(_) => Topic::Setup,
            Screen::Play(play) => match play.table.game {
                Game::Penguins(_) => Topic::Penguins,
                Game::Gamma(_) => Topic::Gamma,
            },
            Screen::Replay(_) => Topic::Replay,
        }
    }

    pub(crate) fn press(&mut self, key: Key, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        match self {
            Screen::Menu(menu) => menu.press(key, commands),
            Screen::Form(form) => form.press(key, env, commands),
            Screen::Play(play) => play.press(key, env, commands),
            Screen::Replay(replay) => replay.press(key, commands),
        }
    }

    pub(crate) fn mouse(&mut self, mouse: Mouse, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        match self {
            Screen::Menu(menu) => menu.mouse(mouse, env.size, commands),
            Screen::Form(form) => form.mouse(mouse, env, commands),
            Screen::Play(play) => play.mouse(mouse, env, commands),
            Screen::Replay(replay) => replay.mouse(mouse),
        }
    }

    pub(crate) fn tick(&mut self, env: &Env<'_>) {
        match self {
            Screen::Menu(_) | Screen::Form(_) => {}
            Screen::Play(play) => play.tick(env),
            Screen::Replay(replay) => replay.tick(env.clock),
        }
    }

    pub(crate) fn thought(&mut self, thought: Thought, env: &Env<'_>) {
        if let Screen::Play(play) = self {
            play.thought(thought, env);
        }
    }

    /// Lets an engine think if it is its turn.
    pub(crate) fn go_on(&mut self, env: &mut Env<'_>, commands: &mut Vec<Command>) {
        if let Screen::Play(play) = self {
            play.go_on(env, commands);
        }
    }

    /// Takes a file that was opened.
    pub(crate) fn opened(&mut self, path: &str, opening: Opening, commands: &mut Vec<Command>) {
        match (self, opening) {
            (Screen::Form(form), Opening::Setup(draft)) => form.take_board(path, *draft),
            (Screen::Play(play), opening) => {
                play.leave("Leave this game", Command::Open(Box::new(opening)), commands);
            }
            (_, opening) => commands.push(Command::Open(Box::new(opening))),
        }
    }

    pub(crate) fn saved(&mut self, path: &str) {
        match self {
            Screen::Play(play) => play.saved(path),
            Screen::Replay(replay) => replay.saved(path),
            Screen::Menu(_) | Screen::Form(_) => {}
        }
    }

    /// Returns what saving the game under a name writes, or why it cannot be saved so.
    pub(crate) fn bytes_to_save(&self, path: &str) -> Option<Result<Vec<u8>, String>> {
        match self {
            Screen::Play(play) => Some(play.table.bytes_to_save(path, play.is_stopped())),
            Screen::Replay(replay) => Some(replay.table.bytes_to_save(path, replay.is_stopped())),
            Screen::Menu(_) | Screen::Form(_) => None,
        }
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, look: Look, clock: Duration, cursor: bool) {
        match self {
            Screen::Menu(menu) => menu.draw(frame, look, cursor),
            Screen::Form(form) => form.draw(frame, look, cursor),
            Screen::Play(play) => play.draw(frame, look, clock, cursor),
            Screen::Replay(replay) => replay.draw(frame, look),
        }
    }
}

/// Returns what a file opens: a record is replayed or played on, a board is set up; else why it is neither.
pub(crate) fn opening_of(path: &str, bytes: &[u8]) -> Result<Opening, String> {
    let bare = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bare.starts_with(b"floe record") {
        let record = record::read(bytes).map_err(|faults| faults.report(path, bytes))?;
        return Ok(match record.ending() {
            Ending::Unfinished => Opening::Resume(Box::new(record)),
            Ending::Stopped | Ending::Over => Opening::Replay(Box::new(record)),
        });
    }
    let setup = board_file::read(bytes).map_err(|faults| faults.report(path, bytes))?;
    Ok(Opening::Setup(Box::new(Draft::of_board(path, setup))))
}
