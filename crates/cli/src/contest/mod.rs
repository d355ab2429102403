//! `penguins`, the contest program: it reads a board file, makes one turn, and writes the file.

mod args;
mod person;
mod turn;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::panic;
use std::path::Path;
use std::time::{Duration, Instant};

use floe_locale::Lang;
use floe_rules::contest::PendingTurn;
use floe_rules::guard::{Journal, JournalFault};
use floe_rules::penguins::Setup;

pub use args::{ArgumentError, ContestRequest, TurnArguments, parse};
pub use turn::{GuardMode, TurnInput, TurnResult, TurnSettings, by_engine, play};

use crate::exit::Exit;
use crate::files;
use crate::output;

/// The default id of the program.
pub const BUILT_IN_ID: &str = "Floe";
/// The default time limit in milliseconds.
pub const DEFAULT_TIME_MS: u64 = 500;

/// Whether this build asks a person for the turns.
const INTERACTIVE: bool = cfg!(feature = "interactive");

/// The part of the help that is specific to this build.
const MORE_HELP: &str = if INTERACTIVE {
    "\nThis build asks a person for the turn. Without files it starts a game between people at this terminal.
  --lang en|fr|pl            the language of the questions (that of LC_ALL, LC_MESSAGES or LANG)\n"
} else {
    ""
};

/// Runs the program; `started` is when the process started.
pub fn main(started: Instant, arguments: impl Iterator<Item = OsString>) -> Exit {
    let arguments: Vec<OsString> = arguments.collect();
    // A panic must not end with an exit code that means something else to the referee.
    panic::catch_unwind(|| run(started, arguments)).unwrap_or(Exit::Failed)
}

fn run(started: Instant, arguments: Vec<OsString>) -> Exit {
    let (arguments, lang) = if INTERACTIVE { person::take_lang(arguments) } else { (arguments, Ok(None)) };
    if INTERACTIVE && arguments.is_empty() {
        return lang.map_or_else(|error| fail(&error), person::hot_seat);
    }
    match parse(arguments.into_iter()) {
        Ok(ContestRequest::Id) => print(&format!("{BUILT_IN_ID}\n")),
        Ok(ContestRequest::Help) => print(&format!("{}{}", include_str!("help.txt"), MORE_HELP)),
        Ok(ContestRequest::Version) => print(&format!("penguins {}\n", env!("CARGO_PKG_VERSION"))),
        Ok(ContestRequest::Turn(request)) => match lang {
            Ok(lang) => play_turn_on_files(started, &request, lang).unwrap_or_else(|failure| {
                print_to_stderr(&format!("penguins: {failure}\n"));
                Exit::Failed
            }),
            Err(error) => fail(&error),
        },
        Err(error) => fail(&error),
    }
}

/// Reports wrong arguments.
fn fail(error: &ArgumentError) -> Exit {
    print_to_stderr(&format!("penguins: {error}\nTry 'penguins --help'.\n"));
    Exit::Failed
}

fn print(text: &str) -> Exit {
    match output::write(text.as_bytes()) {
        Ok(()) => Exit::Done,
        // A reader that closes the pipe is not an error.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
        Err(error) => {
            print_to_stderr(&format!("penguins: {error}\n"));
            Exit::Failed
        }
    }
}

fn print_to_stderr(text: &str) {
    // If standard error is closed, the exit code still reports the failure.
    let _ = io::stderr().write_all(text.as_bytes());
}

#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("cannot read {path}: {error}")]
    Read { path: String, error: io::Error },
    #[error("cannot write {path}: {error}")]
    Write { path: String, error: io::Error },
    #[error("journal={path}: {fault}; the file was not changed")]
    Journal { path: String, fault: JournalFault },
    #[error("no turn was chosen, and nothing was written")]
    Undecided,
    #[error("journal={path} is the same file as INPUT or OUTPUT")]
    JournalIsBoard { path: String },
}

fn play_turn_on_files(
    started: Instant,
    request: &TurnArguments,
    lang: Option<Lang>,
) -> Result<Exit, Failure> {
    let name = request.input.display().to_string();
    let text = fs::read(&request.input).map_err(|error| Failure::Read { path: name.clone(), error })?;
    let journal_before = read_journal(request)?;
    let time = Duration::from_millis(request.time);
    let input = TurnInput { name: &name, text: &text, journal: journal_before.as_ref() };
    let choose = |setup: &Setup, pending: &PendingTurn| {
        if INTERACTIVE {
            return person::choose(request, lang, time, setup, pending);
        }
        // Writing takes about as long as reading.
        let left = time.saturating_sub(2 * started.elapsed());
        by_engine(&request.settings, left, pending)
    };
    let TurnResult { exit, text, journal, messages } = play(&request.settings, &input, choose);
    print_to_stderr(&messages);
    if exit == Exit::Failed {
        return Err(Failure::Undecided);
    }
    // The journal comes first: an entry about a turn that was then not written does no harm.
    if let Some((path, journal)) = request.journal.as_ref().zip(journal) {
        write(path, &journal.to_bytes())?;
    }
    if let Some(text) = text {
        write(&request.output, &text)?;
    }
    Ok(exit)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    files::replace(path, bytes).map_err(|error| Failure::Write { path: path.display().to_string(), error })
}

/// Reads the journal of the last call, if there is one.
fn read_journal(request: &TurnArguments) -> Result<Option<Journal>, Failure> {
    let Some(path) = &request.journal else {
        return Ok(None);
    };
    let shown = path.display().to_string();
    if files::is_same(path, &request.input) || files::is_same(path, &request.output) {
        return Err(Failure::JournalIsBoard { path: shown });
    }
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(Failure::Journal { path: shown, fault: JournalFault::NotAJournal });
    }
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::Read { path: shown, error }),
    };
    if bytes.is_empty() {
        return Ok(None);
    }
    let call = &request.settings.call;
    match Journal::parse(&bytes) {
        Ok(journal) if journal.id == call.id && journal.rules == call.rules => Ok(Some(journal)),
        Ok(_) => {
            print_to_stderr(&format!(
                "{shown}: warning: the journal belongs to another player or other rules; starting a new one\n"
            ));
            Ok(None)
        }
        Err(fault @ JournalFault::NotAJournal) => Err(Failure::Journal { path: shown, fault }),
        Err(fault) => {
            print_to_stderr(&format!("{shown}: warning: {fault}; starting a new journal\n"));
            Ok(None)
        }
    }
}
