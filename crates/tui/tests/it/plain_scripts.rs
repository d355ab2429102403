//! What the tests of plain mode share: a script of answers, and the transcript of a terminal.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;
use std::time::Duration;

use floe_locale::Lang;
use floe_rules::board_file;
use floe_rules::record::PlayerKind;
use floe_session::{GameKind, GameSpec, SearchBudget, SeatSpec, SpecBoard};
use floe_tui::plain::{PlainOutcome, play};
use floe_tui::{Host, InterruptedGame, ResumeError, SaveError};

/// What stands on the terminal: what was said, and what was typed.
#[derive(Clone, Default)]
struct Screen {
    all: Rc<RefCell<Vec<u8>>>,
    said: Rc<RefCell<Vec<u8>>>,
}

impl Screen {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.all.borrow()).into_owned()
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.all.borrow_mut().extend_from_slice(bytes);
        self.said.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Somebody who types a script, line by line, and sees it on the screen.
struct Typist<'a> {
    rest: &'a [u8],
    screen: Screen,
}

impl Read for Typist<'_> {
    fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("answers are read by lines"))
    }
}

impl BufRead for Typist<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let end = self.rest.iter().position(|&byte| byte == b'\n');
        Ok(&self.rest[..end.map_or(self.rest.len(), |end| end + 1)])
    }

    fn consume(&mut self, count: usize) {
        let (read, rest) = self.rest.split_at(count);
        self.screen.all.borrow_mut().extend_from_slice(read);
        self.rest = rest;
    }
}

/// A host that keeps files in memory and counts its seeds.
#[derive(Default)]
pub(crate) struct Shelf {
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    /// Whether games are kept.
    pub(crate) keeps: bool,
    /// The game being played, as it was kept last.
    pub(crate) kept: Option<Vec<u8>>,
    /// A game that was interrupted.
    pub(crate) interrupted: Option<Vec<u8>>,
    /// How often keeping a game still fails.
    pub(crate) failures: usize,
    pub(crate) seeds: u64,
}

impl Host for Shelf {
    fn load(&mut self, _path: &str) -> Result<Vec<u8>, String> {
        Err("plain mode reads no files".to_owned())
    }

    fn save(&mut self, path: &str, bytes: &[u8], overwrite: bool) -> Result<(), SaveError> {
        if path.contains('/') {
            return Err(SaveError::Failed(format!("{path}: there is no such folder")));
        }
        if !overwrite && self.files.contains_key(path) {
            return Err(SaveError::Exists);
        }
        self.files.insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn new_seed(&mut self) -> u64 {
        self.seeds += 1;
        self.seeds
    }

    fn autosave_game(&mut self, bytes: &[u8]) -> Result<(), String> {
        if self.failures > 0 {
            self.failures -= 1;
            return Err("the disk is full".to_owned());
        }
        self.kept = self.keeps.then(|| bytes.to_vec());
        Ok(())
    }

    fn autosave_path(&self) -> Option<String> {
        self.kept.as_ref().map(|_| "here".to_owned())
    }

    fn remove_autosave(&mut self) {
        self.kept = None;
    }

    fn interrupted_games(&mut self) -> Vec<InterruptedGame> {
        let game = |bytes: &Vec<u8>| InterruptedGame {
            id: "one".to_owned(),
            age: Duration::from_secs(300),
            contents: Ok(bytes.clone()),
        };
        self.interrupted.iter().map(game).collect()
    }

    fn resume_game(&mut self, _id: &str) -> Result<Vec<u8>, ResumeError> {
        self.interrupted.take().ok_or(ResumeError::Busy)
    }

    fn discard_game(&mut self, _id: &str, _broken: bool) -> Result<(), String> {
        if self.failures > 0 {
            return Err("the disk is full".to_owned());
        }
        self.interrupted = None;
        Ok(())
    }
}

/// What came of a script.
pub(crate) struct Played {
    /// What was said and typed.
    pub(crate) screen: String,
    /// What was said.
    pub(crate) said: String,
    pub(crate) ended: PlainOutcome,
    pub(crate) host: Shelf,
}

/// Plays a script of any bytes in English.
pub(crate) fn played(spec: &GameSpec, script: &[u8]) -> Played {
    played_in(Lang::English, spec, script)
}

/// Plays a script of any bytes in a language.
pub(crate) fn played_in(lang: Lang, spec: &GameSpec, script: &[u8]) -> Played {
    played_with(Shelf::default(), lang, spec, script)
}

/// Plays a script with a host.
pub(crate) fn played_with(mut host: Shelf, lang: Lang, spec: &GameSpec, script: &[u8]) -> Played {
    let screen = Screen::default();
    let mut input = Typist { rest: script, screen: screen.clone() };
    let ended = play(spec, budget(), lang, &mut input, &mut screen.clone(), &mut host);
    let ended = ended.expect("streams in memory do not fail, and the game can be played");
    let said = String::from_utf8(screen.said.take()).expect("what is said is text");
    Played { screen: screen.text(), said, ended, host }
}

/// Lets somebody type a script on a terminal without a program's buffer in between.
pub(crate) fn typed<T>(script: &str, ask: impl FnOnce(&mut dyn BufRead, &mut dyn Write) -> T) -> (T, String) {
    let screen = Screen::default();
    let mut input = Typist { rest: script.as_bytes(), screen: screen.clone() };
    let answer = ask(&mut input, &mut screen.clone());
    (answer, screen.text())
}

/// Returns a game with a fixed seed.
pub(crate) fn spec(kind: GameKind) -> GameSpec {
    GameSpec { seed: Some(7), ..GameSpec::new(kind) }
}

/// Lets engines search so many nodes that no clock can change what they find.
pub(crate) fn budget() -> SearchBudget {
    SearchBudget { nodes: Some(200), ..SearchBudget::default() }
}

pub(crate) fn board(text: &str) -> SpecBoard {
    let setup = board_file::read(text.as_bytes()).expect("the board is good");
    SpecBoard { name: "board.txt".to_owned(), setup }
}

pub(crate) fn people(names: &[&str]) -> Vec<SeatSpec> {
    names.iter().map(|&name| SeatSpec { name: name.to_owned(), kind: PlayerKind::Person }).collect()
}

pub(crate) fn engine(name: &str) -> SeatSpec {
    SeatSpec { name: name.to_owned(), kind: PlayerKind::Engine { level: 10 } }
}
