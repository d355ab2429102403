//! `gamma`: plays Gamma in batch mode or interactively.
//!
//! It reads standard input. `B w h p a` starts batch mode, `I w h p a` the interactive mode; an invalid line is
//! answered with `ERROR` and its number. Memory use does not depend on the length of the input, and answers are
//! flushed before the program waits for input.

mod batch;
mod lines;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Read, Write};
use std::panic;
use std::time::Duration;

use floe_locale::{Lang, UnknownLang, tr};
use floe_rules::gamma::{Gamma, Turns};
use floe_tui::gamma::{Keyboard, TerminalKeys, frame};
use floe_tui::{Terminal, TerminalEvent, interrupt, suspend};

use crate::exit::Exit;
use crate::{locale, output};
use batch::{Answers, execute};
use lines::{CommandLine, LineReader};

/// The size of the input buffer.
const BUFFER_SIZE: usize = 1 << 16;

/// The number of lines parsed before they are executed, which is faster than parsing and executing one at a time.
const LINES_AHEAD: usize = 16;

/// How long to wait for the rest of an escape sequence; a terminal sends all of it at once, but a network may be slow.
const SEQUENCE_PAUSE: Duration = Duration::from_millis(500);

/// Ctrl-C, as a raw terminal sends it.
const CONTROL_C: u8 = 0x03;

/// Ctrl-Z, as a raw terminal sends it.
const CONTROL_Z: u8 = 0x1a;

const HELP: &str = "gamma - play Gamma in batch mode or interactively, from standard input

  B w h p a      batch mode: a board of w x h cells, p players, at most a areas each
                 m player x y   take a cell        b player   cells held
                 g player x y   golden move        f player   cells free to take
                 p              print the board    q player   is a golden move possible?
  I w h p a      interactive mode: arrows move the cursor, Space takes the cell, G makes the
                 golden move, C passes, Ctrl-D ends the game
  # ...          a comment

  --lang LANG         the language of the screen: en, fr or pl [default: that of LC_ALL, LC_MESSAGES or LANG]
  --help, --version   print this help, or the version

Exit codes
  0  the input or the game ended normally
  1  invalid arguments, an input or output error, or an interactive game whose input ended early
";

/// Runs the program over the standard streams.
pub fn main(mut arguments: impl Iterator<Item = OsString>) -> Exit {
    let mut given = None;
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--help" | "-h") => return say(HELP),
            Some("--version" | "-V") => return say(&format!("gamma {}\n", env!("CARGO_PKG_VERSION"))),
            Some(option) if option == "--lang" || option.starts_with("--lang=") => {
                let lang = match option.split_once('=') {
                    Some((_, lang)) => Some(lang.to_owned()),
                    None => arguments.next().map(|lang| lang.to_string_lossy().into_owned()),
                };
                match lang
                    .ok_or_else(|| "--lang needs a language: en, fr or pl".to_owned())
                    .and_then(|lang| read_lang(&lang))
                {
                    Ok(lang) => given = Some(lang),
                    Err(reason) => return refuse(&reason),
                }
            }
            _ => {
                return refuse(
                    "no arguments are accepted except --lang, --help and --version; commands are read from standard input",
                );
            }
        }
    }
    let lang = locale::lang(given);
    panic::catch_unwind(|| over_standard_streams(lang)).map_or(Exit::NoTurn, exit_of)
}

fn read_lang(text: &str) -> Result<Lang, String> {
    text.parse().map_err(|unknown: UnknownLang| unknown.to_string())
}

/// Reports an error in the arguments.
fn refuse(reason: &str) -> Exit {
    let _ = writeln!(io::stderr(), "gamma: {reason}");
    Exit::NoTurn
}

fn say(text: &str) -> Exit {
    exit_of(output::write(text.as_bytes()).map(|()| Exit::Done))
}

/// Maps an outcome to an exit code, and prints the error.
fn exit_of(outcome: io::Result<Exit>) -> Exit {
    outcome.unwrap_or_else(|error| {
        // A closed pipe needs no message.
        if error.kind() != io::ErrorKind::BrokenPipe {
            let _ = writeln!(io::stderr(), "gamma: {error}");
        }
        Exit::NoTurn
    })
}

fn over_standard_streams(lang: Lang) -> io::Result<Exit> {
    let (input, errors) = (io::stdin(), io::stderr());
    if input.is_terminal() {
        // The person would see nothing else. What cannot be printed here does not matter.
        let _ = errors.lock().write_all((tr!(lang, "gamma-start") + "\n").as_bytes());
    }
    let ended = run(input.lock(), output::stdout(), errors.lock())?;
    let (keyboard, typed) = match ended {
        InputEnd::EndOfInput => return Ok(Exit::Done),
        InputEnd::Interactive { keyboard, typed } => (keyboard, typed),
    };
    // A game whose result cannot be printed is not worth playing.
    output::check()?;
    let at_terminal = input.is_terminal();
    let on_terminal = at_terminal && io::stdout().is_terminal();
    let (keyboard, exit) = if on_terminal {
        on_screen(keyboard, &typed, lang)?
    } else {
        let (keyboard, exit) = from_input(keyboard, typed.as_slice().chain(input.lock()), at_terminal)?;
        // A terminal that is not in raw mode turns Ctrl-D into the end of the input.
        (keyboard, if at_terminal { Exit::Done } else { exit })
    };
    let mut answers = Answers::new(output::stdout(), errors.lock());
    // Programs read what goes elsewhere.
    let [winner, draw] = match on_terminal {
        true => [tr!(lang, "gamma-winner"), tr!(lang, "gamma-draw")],
        false => ["winner", "draw"].map(str::to_owned),
    };
    print_result(keyboard.turns(), [&winner, &draw], &mut answers)?;
    Ok(exit)
}

/// Why the reading of commands ended.
#[derive(Debug)]
pub enum InputEnd {
    /// The input ended.
    EndOfInput,
    /// An interactive game starts.
    Interactive {
        /// The game.
        keyboard: Box<Keyboard>,
        /// The keys that were read together with the line.
        typed: Vec<u8>,
    },
}

/// Executes the lines of the input, until they end or start an interactive game.
pub fn run(input: impl Read, output: impl Write, errors: impl Write) -> io::Result<InputEnd> {
    let mut input = Input::new(input);
    let mut answers = Answers::new(output, errors);
    let mut number = 0;
    loop {
        let Some(line) = input.line(&mut answers)? else {
            return Ok(InputEnd::EndOfInput);
        };
        number += 1;
        match start(line) {
            Start::Nothing => {}
            Start::Wrong => answers.error(number)?,
            Start::Batch(game) => {
                answers.ok(number)?;
                return play_batch(game, input, answers, number).map(|()| InputEnd::EndOfInput);
            }
            Start::Interactive(game) => {
                answers.flush()?;
                let keyboard = Box::new(Keyboard::new(Turns::new(game)));
                return Ok(InputEnd::Interactive { keyboard, typed: input.buffered.rest().to_vec() });
            }
        }
    }
}

/// Executes the remaining lines in a game; `number` is the number of the previous line.
fn play_batch<R: Read, O: Write, E: Write>(
    mut game: Gamma,
    mut input: Input<R>,
    mut answers: Answers<O, E>,
    mut number: u64,
) -> io::Result<()> {
    let mut ahead = [CommandLine::Nothing; LINES_AHEAD];
    loop {
        let mut count = 0;
        while count < LINES_AHEAD
            && let Some(line) = input.buffered_line()
        {
            ahead[count] = line;
            count += 1;
        }
        if count == 0 {
            match input.line(&mut answers)? {
                Some(line) => (ahead[0], count) = (line, 1),
                None => return Ok(()),
            }
        }
        for &line in &ahead[..count] {
            number += 1;
            execute(&mut game, line, number, &mut answers)?;
        }
    }
}

/// The lines of the input.
struct Input<R: Read> {
    buffered: BufferedInput<R>,
    lines: LineReader,
}

impl<R: Read> Input<R> {
    fn new(input: R) -> Input<R> {
        Input { buffered: BufferedInput::new(input), lines: LineReader::new() }
    }

    /// Returns the next line, if all of it has been read.
    #[inline(always)]
    fn buffered_line(&mut self) -> Option<CommandLine> {
        let (line, used) = self.lines.read(self.buffered.rest());
        self.buffered.skip(used);
        line
    }

    /// Returns the next line, or `None` at the end of the input.
    fn line<O: Write, E: Write>(&mut self, answers: &mut Answers<O, E>) -> io::Result<Option<CommandLine>> {
        loop {
            if let Some(line) = self.buffered_line() {
                return Ok(Some(line));
            }
            // Reading may block, and the sender may be waiting for answers.
            answers.flush()?;
            if !self.buffered.read_more()? {
                return Ok(self.lines.finish());
            }
        }
    }
}

/// Parses all lines that end with a newline without executing them, as a baseline for benches.
///
/// Returns the number of valid lines.
pub fn parse_only(input: impl Read) -> io::Result<u64> {
    let mut input = Input::new(input);
    let mut count = 0;
    loop {
        match input.buffered_line() {
            Some(line) => count += u64::from(matches!(line, CommandLine::Command { .. })),
            None if input.buffered.read_more()? => {}
            None => return Ok(count),
        }
    }
}

/// The effect of a line before there is a game.
enum Start {
    Nothing,
    Batch(Gamma),
    Interactive(Gamma),
    Wrong,
}

fn start(line: CommandLine) -> Start {
    let (letter, [width, height, players, areas]) = match line {
        CommandLine::Nothing => return Start::Nothing,
        CommandLine::Wrong => return Start::Wrong,
        CommandLine::Command { letter, numbers } => (letter, numbers),
    };
    if letter != b'B' && letter != b'I' {
        return Start::Wrong;
    }
    match Gamma::new(width, height, players, areas) {
        Ok(game) if letter == b'B' => Start::Batch(game),
        Ok(game) => Start::Interactive(game),
        Err(_) => Start::Wrong,
    }
}

/// Plays with key presses from a pipe, or from a terminal without a screen, until Ctrl-D or the end of the game or input.
fn from_input(
    mut keyboard: Box<Keyboard>,
    input: impl Read,
    at_terminal: bool,
) -> io::Result<(Box<Keyboard>, Exit)> {
    let mut input = BufferedInput::new(input);
    let mut keys = TerminalKeys::default();
    while !keyboard.is_over() {
        match input.next()? {
            Some(byte) if at_terminal => {
                if let Some(key) = keys.read(byte) {
                    keyboard.play(key);
                }
            }
            Some(byte) => keyboard.press(byte),
            None => return Ok((keyboard, Exit::NoTurn)),
        }
    }
    Ok((keyboard, Exit::Done))
}

/// Plays with key presses from a terminal; `typed` are the keys that were pressed before.
fn on_screen(mut keyboard: Box<Keyboard>, typed: &[u8], lang: Lang) -> io::Result<(Box<Keyboard>, Exit)> {
    let mut terminal = Terminal::open()?;
    let mut keys = TerminalKeys::default();
    let press = |keys: &mut TerminalKeys, keyboard: &mut Keyboard, byte: u8| match keys.read(byte) {
        Some(key) if !keyboard.is_over() => keyboard.play(key),
        _ => {}
    };
    typed.iter().for_each(|&byte| press(&mut keys, &mut keyboard, byte));
    while !keyboard.is_over() {
        let (columns, rows) = terminal.size();
        let (lines, cursor) = frame(&keyboard, lang, columns, rows);
        terminal.show(&lines, cursor)?;
        // All pending events are handled before the next frame is drawn.
        let mut event = next_event(&terminal, &mut keys);
        while let Some(happened) = event {
            match happened {
                TerminalEvent::Byte(CONTROL_C) => interrupt(),
                TerminalEvent::Byte(CONTROL_Z) => suspend(),
                TerminalEvent::Byte(byte) => press(&mut keys, &mut keyboard, byte),
                TerminalEvent::Redraw => {}
                TerminalEvent::End => return Ok((keyboard, Exit::NoTurn)),
            }
            event = if keyboard.is_over() { None } else { terminal.poll() };
        }
    }
    Ok((keyboard, Exit::Done))
}

/// Waits for the next event; nothing when an escape sequence was begun and does not continue.
fn next_event(terminal: &Terminal, keys: &mut TerminalKeys) -> Option<TerminalEvent> {
    if !keys.is_pending() {
        return Some(terminal.wait());
    }
    let event = terminal.wait_for(SEQUENCE_PAUSE);
    if event.is_none() {
        keys.pause();
    }
    event
}

/// Prints the final board, each player's cells, and the winner after one of the two words.
fn print_result<O: Write, E: Write>(
    turns: &Turns,
    [winner, draw]: [&str; 2],
    answers: &mut Answers<O, E>,
) -> io::Result<()> {
    let game = turns.game();
    answers.board(game)?;
    for player in 1..=game.players() {
        answers.text(&format!("{player} {}\n", game.busy(player)))?;
    }
    let outcome = turns.top_score();
    answers.text(if outcome.leaders == 1 { winner } else { draw })?;
    for player in (1..=game.players()).filter(|&player| game.busy(player) == outcome.most) {
        answers.text(&format!(" {player}"))?;
    }
    answers.text("\n")?;
    answers.flush()
}

/// Input with a buffer.
struct BufferedInput<R: Read> {
    input: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
}

impl<R: Read> BufferedInput<R> {
    fn new(input: R) -> BufferedInput<R> {
        BufferedInput { input, buffer: vec![0; BUFFER_SIZE], start: 0, end: 0 }
    }

    /// Returns the bytes that have been read but not used.
    #[inline]
    fn rest(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    #[inline]
    fn skip(&mut self, used: usize) {
        self.start += used;
    }

    /// Fills the buffer. Returns false at the end of the input.
    fn read_more(&mut self) -> io::Result<bool> {
        loop {
            match self.input.read(&mut self.buffer) {
                Ok(read) => {
                    (self.start, self.end) = (0, read);
                    return Ok(read > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns the next byte, or `None` at the end of the input.
    fn next(&mut self) -> io::Result<Option<u8>> {
        if self.start == self.end && !self.read_more()? {
            return Ok(None);
        }
        self.start += 1;
        Ok(Some(self.buffer[self.start - 1]))
    }
}
