//! One call of an animal: the arguments of the contest program, and what keeps it from an honest answer.

use std::ffi::OsString;
use std::fs;
use std::io;
#[cfg(target_os = "linux")]
use std::path::Path;
use std::path::PathBuf;

use floe_rules::board_file;
use floe_rules::contest::{CallArguments, CallError, Calling, ContestCall, Exit};
use floe_rules::penguins::{Id, Setup};

use crate::table::Table;

/// One call of an animal.
#[derive(Clone, Debug)]
pub struct Call {
    pub(crate) id: Id,
    /// What the referee asks for; `None` when it only asks for the id.
    pub(crate) contest: Option<ContestCall>,
    pub(crate) input: PathBuf,
    pub(crate) output: PathBuf,
}

/// What keeps an animal from an answer, apart from its vice.
#[derive(Debug, thiserror::Error)]
pub enum Woe {
    /// The arguments are wrong.
    #[error("{0}")]
    Arguments(String),
    /// A file could not be used.
    #[error("{}: {error}", .path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// A call into the system failed.
    #[error("{what}: {error}")]
    System {
        /// Which one.
        what: &'static str,
        /// What went wrong.
        error: io::Error,
    },
    /// The input is no board file.
    #[error("{0}")]
    BadFile(String),
    /// The input is no position.
    #[error("{0}")]
    BadState(#[from] CallError),
    /// There is no turn.
    #[error("no turn is possible")]
    NoTurn,
}

impl Woe {
    /// Returns the exit code of the protocol.
    pub fn exit_code(&self) -> i32 {
        let exit = match self {
            Woe::NoTurn => Exit::NoTurn,
            Woe::BadFile(_) | Woe::BadState(_) => Exit::BadState,
            Woe::Arguments(_) | Woe::File { .. } | Woe::System { .. } => Exit::Failed,
        };
        i32::from(exit.code())
    }

    /// Says which file an error is about.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Woe {
        let path = path.into();
        move |error| Woe::File { path, error }
    }

    /// Says which call an error is about.
    pub(crate) fn system<E: Into<io::Error>>(what: &'static str) -> impl FnOnce(E) -> Woe {
        move |error| Woe::System { what, error: error.into() }
    }
}

impl Call {
    /// Reads the arguments of a call, those after the animal's name.
    ///
    /// Besides those of the protocol there are `rules=NAME` and `layout=NAME`, `as=ID` to play under another id, and `mark=WORD`, which
    /// says nothing and marks the process.
    pub fn new(name: &str, arguments: &[OsString]) -> Result<Call, Woe> {
        let wrong = |what: String| Woe::Arguments(what);
        let mut id = Id::new(name.as_bytes()).map_err(|bad| wrong(bad.to_string()))?;
        let mut values = CallArguments::default();
        let mut files = Vec::new();
        for argument in arguments {
            let pair = argument
                .to_str()
                .map(|text| text.split_once('=').map_or((text, None), |(key, value)| (key, Some(value))));
            match pair {
                Some(("id" | "name", None)) => {
                    return Ok(Call { id, contest: None, input: PathBuf::new(), output: PathBuf::new() });
                }
                Some(("as", Some(value))) => {
                    id = Id::new(value.as_bytes()).map_err(|bad| wrong(bad.to_string()))?;
                }
                // A word by which the processes of an animal can be found.
                Some(("mark", Some(_))) => {}
                Some(("phase", Some(value))) => values.phase = Some(value),
                Some(("penguins", Some(value))) => values.penguins = Some(value),
                Some(("layout", Some(value))) => values.layout = Some(value),
                Some(("rules", Some(value))) => values.rules = Some(value),
                _ => files.push(PathBuf::from(argument)),
            }
        }
        let contest = values.parse(&id).map_err(|bad| wrong(bad.to_string()))?;
        let [input, output] = <[PathBuf; 2]>::try_from(files)
            .map_err(|files| wrong(format!("two files are wanted, not {}", files.len())))?;
        Ok(Call { id, contest: Some(contest), input, output })
    }

    /// Returns whether a penguin is to be moved.
    pub(crate) fn asks_movement(&self) -> bool {
        self.contest.as_ref().is_some_and(|contest| contest.calling == Some(Calling::Movement))
    }

    /// Returns whether only the program's id is wanted.
    pub fn asks_name(&self) -> bool {
        self.contest.is_none()
    }

    /// Returns the id under which the animal plays.
    pub fn id(&self) -> &Id {
        &self.id
    }

    /// Reads the board and sits down at it; without a turn to make that is an error.
    pub(crate) fn sit(&self) -> Result<Table, Woe> {
        Table::new(self, self.read()?)
    }

    /// Reads the board.
    pub(crate) fn read(&self) -> Result<Setup, Woe> {
        let text = fs::read(&self.input).map_err(Woe::file(&self.input))?;
        board_file::read(&text)
            .map_err(|faults| Woe::BadFile(faults.report(&self.input.to_string_lossy(), &text)))
    }

    /// Writes a board.
    pub(crate) fn write(&self, setup: &Setup) -> Result<(), Woe> {
        self.write_text(&board_file::write(setup))
    }

    /// Writes bytes into the board file.
    pub(crate) fn write_text(&self, text: &[u8]) -> Result<(), Woe> {
        fs::write(&self.output, text).map_err(Woe::file(&self.output))
    }

    /// Returns the text of an honest turn.
    pub(crate) fn honest_text(&self) -> Result<Vec<u8>, Woe> {
        let table = self.sit()?;
        Ok(board_file::write(&table.after(table.sensible())))
    }

    /// Makes an honest turn, and returns the exit code for it.
    pub(crate) fn play(&self) -> Result<i32, Woe> {
        self.write_text(&self.honest_text()?)?;
        Ok(i32::from(Exit::Done.code()))
    }

    /// Returns the folder in which the board file lies.
    #[cfg(target_os = "linux")]
    pub(crate) fn folder(&self) -> &Path {
        self.output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }
}
