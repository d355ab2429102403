//! What the tests of plain mode share: a script of answers, and the transcript of a terminal.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;

use floe_rules::board_file;
use floe_rules::penguins::Setup;
use floe_rules::record::{PlayerInfo, PlayerKind};
use floe_tui::plain::{Ended, Host, Request, Thinking, Wanted, play};

/// What stands on the terminal: what was said, and what was typed.
#[derive(Clone, Default)]
struct Screen(Rc<RefCell<Vec<u8>>>);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
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
        self.screen.0.borrow_mut().extend_from_slice(read);
        self.rest = rest;
    }
}

/// A host that keeps files in memory and counts its seeds.
#[derive(Default)]
pub(crate) struct Shelf {
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    seeds: u64,
}

impl Host for Shelf {
    fn save(&mut self, path: &str, bytes: &[u8]) -> Result<(), String> {
        if path.contains('/') {
            return Err(format!("{path}: there is no such folder"));
        }
        self.files.insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn new_seed(&mut self) -> u64 {
        self.seeds += 1;
        self.seeds
    }
}

/// What came of a script.
pub(crate) struct Played {
    pub(crate) screen: String,
    pub(crate) ended: Ended,
    pub(crate) host: Shelf,
}

/// Plays a script of any bytes.
pub(crate) fn played(request: &Request, script: &[u8]) -> Played {
    let screen = Screen::default();
    let mut host = Shelf::default();
    let mut input = Typist { rest: script, screen: screen.clone() };
    let ended = play(request, &mut input, &mut screen.clone(), &mut host);
    let ended = ended.expect("streams in memory do not fail, and the request can be played");
    let bytes = screen.0.take();
    Played { screen: String::from_utf8_lossy(&bytes).into_owned(), ended, host }
}

/// Lets somebody type a script on a terminal without a program's buffer in between.
pub(crate) fn typed<T>(script: &str, ask: impl FnOnce(&mut dyn BufRead, &mut dyn Write) -> T) -> (T, String) {
    let screen = Screen::default();
    let mut input = Typist { rest: script.as_bytes(), screen: screen.clone() };
    let answer = ask(&mut input, &mut screen.clone());
    let bytes = screen.0.take();
    (answer, String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns a request with a fixed seed, and engines that no clock can change.
pub(crate) fn request(game: Wanted) -> Request {
    Request {
        seed: Some(7),
        thinking: Thinking { nodes: Some(200), ..Thinking::default() },
        ..Request::new(game)
    }
}

pub(crate) fn board(text: &str) -> Setup {
    board_file::read(text.as_bytes()).expect("the board is good")
}

pub(crate) fn people(names: &[&str]) -> Vec<PlayerInfo> {
    names.iter().map(|name| PlayerInfo::new(name, PlayerKind::Person).expect("the name is good")).collect()
}

pub(crate) fn engine(name: &str) -> PlayerInfo {
    PlayerInfo::new(name, PlayerKind::Engine { level: 10 }).expect("the name is good")
}
