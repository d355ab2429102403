//! `floe engine`: the engine as a long-running process that speaks a line protocol, in the spirit of UCI.
//!
//! `docs/engine-protocol.md` describes the protocol. Commands are read while a search runs on a thread of its own. A line
//! that is wrong is answered with an `error` line and changes nothing.

mod command;
mod lines;
mod options;
mod position;
mod processor_clock;
mod session;
mod thinking;

use std::io::{self, BufRead};

use anyhow::{Context, anyhow};
use clap::Args;
use floe_arena::printable::printable;

use self::lines::{InputLine, LineInput};
use self::session::{EngineSession, Followup};
use super::with_causes;
use crate::exit::Exit;
use crate::files::LARGEST_GAME;
use crate::output;

/// Run the engine as a process that other programs talk to
///
/// Reads commands from standard input and answers on standard output, line by line; the page docs/engine-protocol.md
/// describes them all. The engine keeps its transposition table between the turns of a game, and reads on while it
/// thinks. The end of the input ends it.
#[derive(Debug, Args)]
#[command(after_help = "Commands:\n  \
        hello                                  name, protocol and options of the engine\n  \
        set NAME VALUE                         change an option\n  \
        new game                               forget the position and the transposition table\n  \
        position placement|movement [turn P]   the lines of a board file follow, then 'end'\n  \
        position placement|movement [turn P] file PATH\n  \
        position gamma W H P A                 an empty board of Gamma\n  \
        turns TURN...                          play turns after the position\n  \
        go [time MS] [nodes N] [depth D] [infinite]\n  \
        stop | ping | quit")]
pub(super) struct EngineArgs {}

/// The longest line, in bytes.
const LONGEST_LINE: usize = 1 << 20;
/// The line after a board.
const END_OF_BOARD: &[u8] = b"end";

impl EngineArgs {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let mut lines = LineInput::new(io::stdin().lock(), LONGEST_LINE);
        let mut session = EngineSession::default();
        while let Some(line) = lines.next().context("cannot read standard input")? {
            match answer(&mut session, line, &mut lines) {
                Ok(Followup::Read) => {}
                Ok(Followup::Quit) => return Ok(Exit::Done),
                Err(Failure::Output(error)) => return Err(error.into()),
                Err(Failure::Command(error)) => report(&error)?,
            }
        }
        session.end_of_input();
        Ok(Exit::Done)
    }
}

/// Why a command was not carried out.
#[derive(Debug)]
enum Failure {
    /// The command was wrong.
    Command(anyhow::Error),
    /// The answer could not be written.
    Output(io::Error),
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Command(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// Carries out the command of a line.
fn answer<R: BufRead>(
    session: &mut EngineSession,
    line: InputLine,
    lines: &mut LineInput<R>,
) -> Result<Followup, Failure> {
    let line = text_of(line)?;
    let line = String::from_utf8(line).map_err(|_| anyhow!("the line is not UTF-8 text"))?;
    // The lines of a board belong to its command, even to one that is wrong.
    let board = command::has_board(&line).then(|| read_board(lines));
    match command::parse(&line)? {
        Some(command) => session.obey(command, board),
        None => Ok(Followup::Read),
    }
}

fn text_of(line: InputLine) -> anyhow::Result<Vec<u8>> {
    match line {
        InputLine::Text(text) => Ok(text),
        InputLine::TooLong => Err(anyhow!("the line has more than {LONGEST_LINE} bytes")),
    }
}

/// Reads the lines of a board file up to the end marker, all of them even if the board is refused.
fn read_board<R: BufRead>(lines: &mut LineInput<R>) -> anyhow::Result<Vec<u8>> {
    let mut board = Ok(Vec::new());
    loop {
        let line = lines.next().context("cannot read standard input")?;
        let line = line.ok_or_else(|| anyhow!("the input ended before the 'end' of the board"))?;
        match (text_of(line), &mut board) {
            (Ok(line), _) if line.trim_ascii() == END_OF_BOARD => return board,
            (Ok(line), Ok(text)) if (text.len() + line.len()) as u64 <= LARGEST_GAME => {
                text.extend(line);
                text.push(b'\n');
            }
            (Ok(_), Ok(_)) => board = Err(anyhow!("the board has more than {LARGEST_GAME} bytes")),
            (Err(error), Ok(_)) => board = Err(error),
            (_, Err(_)) => {}
        }
    }
}

/// Prints an `error` line.
fn report(error: &anyhow::Error) -> io::Result<()> {
    print_line(&format!("error {}", printable(&with_causes(error))))
}

/// Prints a line at once.
fn print_line(line: &str) -> io::Result<()> {
    output::write(format!("{line}\n").as_bytes())
}
