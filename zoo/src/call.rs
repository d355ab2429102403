//! One call of an animal, with the arguments of the contest program.

use std::ffi::OsString;
use std::fs;
use std::io;
#[cfg(target_os = "linux")]
use std::path::Path;
use std::path::PathBuf;

use floe_rules::board_file;
use floe_rules::contest::{CallArguments, CallError, Calling, ContestCall, Exit};
use floe_rules::penguins::{Id, Setup};

use crate::board_view::BoardView;

/// One call of an animal.
#[derive(Clone, Debug)]
pub struct Call {
    pub(crate) id: Id,
    /// What the referee asks for; `None` when it only asks for the id.
    pub(crate) contest: Option<ContestCall>,
    pub(crate) input: PathBuf,
    pub(crate) output: PathBuf,
}

/// Why an animal cannot answer, apart from its misbehaviour.
#[derive(Debug, thiserror::Error)]
pub enum ZooError {
    /// The arguments are wrong.
    #[error("{0}")]
    Arguments(String),
    /// A file could not be used.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// A system call failed.
    #[error("{what}: {error}")]
    System {
        /// The call.
        what: &'static str,
        /// The cause.
        error: io::Error,
    },
    /// The input is not a valid board file.
    #[error("{0}")]
    BadFile(String),
    /// The input is not a valid position.
    #[error("{0}")]
    BadState(#[from] CallError),
    /// There is no turn.
    #[error("no turn is possible")]
    NoTurn,
}

impl ZooError {
    /// Returns the exit code of the protocol.
    pub fn exit_code(&self) -> i32 {
        let exit = match self {
            ZooError::NoTurn => Exit::NoTurn,
            ZooError::BadFile(_) | ZooError::BadState(_) => Exit::BadState,
            ZooError::Arguments(_) | ZooError::File { .. } | ZooError::System { .. } => Exit::Failed,
        };
        i32::from(exit.code())
    }

    /// Returns a function that adds the file to an error.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> ZooError {
        let path = path.into();
        move |error| ZooError::File { path, error }
    }

    /// Returns a function that adds the system call to an error.
    pub(crate) fn system<E: Into<io::Error>>(what: &'static str) -> impl FnOnce(E) -> ZooError {
        move |error| ZooError::System { what, error: error.into() }
    }
}

impl Call {
    /// Parses the arguments after the name of the animal.
    ///
    /// Besides those of the protocol there are `rules=NAME` and `layout=NAME`, `as=ID` to play under another id, and
    /// `mark=WORD`, by which the processes of the animal can be found.
    pub fn new(name: &str, arguments: &[OsString]) -> Result<Call, ZooError> {
        let wrong = |what: String| ZooError::Arguments(what);
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
            .map_err(|files| wrong(format!("two files are needed, but {} are given", files.len())))?;
        Ok(Call { id, contest: Some(contest), input, output })
    }

    /// Returns whether the call is for a movement.
    pub(crate) fn asks_movement(&self) -> bool {
        self.contest.as_ref().is_some_and(|contest| contest.calling == Some(Calling::Movement))
    }

    /// Returns whether the call asks for the id only.
    pub fn asks_name(&self) -> bool {
        self.contest.is_none()
    }

    /// Returns the id under which the animal plays.
    pub fn id(&self) -> &Id {
        &self.id
    }

    /// Reads the board; it is an error when there is no turn.
    pub(crate) fn view(&self) -> Result<BoardView, ZooError> {
        BoardView::new(self, self.read()?)
    }

    /// Reads the board.
    pub(crate) fn read(&self) -> Result<Setup, ZooError> {
        let text = fs::read(&self.input).map_err(ZooError::file(&self.input))?;
        board_file::read(&text)
            .map_err(|faults| ZooError::BadFile(faults.report(&self.input.to_string_lossy(), &text)))
    }

    /// Writes a board.
    pub(crate) fn write(&self, setup: &Setup) -> Result<(), ZooError> {
        self.write_text(&board_file::write(setup))
    }

    /// Writes bytes into the board file.
    pub(crate) fn write_text(&self, text: &[u8]) -> Result<(), ZooError> {
        fs::write(&self.output, text).map_err(ZooError::file(&self.output))
    }

    /// Returns the text of an honest turn.
    pub(crate) fn honest_text(&self) -> Result<Vec<u8>, ZooError> {
        let view = self.view()?;
        Ok(board_file::write(&view.after(view.sensible())))
    }

    /// Makes an honest turn, and returns the exit code for it.
    pub(crate) fn play(&self) -> Result<i32, ZooError> {
        self.write_text(&self.honest_text()?)?;
        Ok(i32::from(Exit::Done.code()))
    }

    /// Returns the folder of the board file.
    #[cfg(target_os = "linux")]
    pub(crate) fn folder(&self) -> &Path {
        self.output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }
}
