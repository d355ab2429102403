//! One call of an animal: the arguments of the contest program, and what keeps it from an honest answer.

use std::ffi::OsString;
use std::fs;
use std::io;
#[cfg(target_os = "linux")]
use std::path::Path;
use std::path::PathBuf;

use floe_rules::board_file;
use floe_rules::grid::Layout;
use floe_rules::penguins::{Id, InvalidSetup, RuleSet, Setup};

use crate::table::Table;

/// What an animal is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Its id.
    Name,
    /// Where it places a penguin.
    Placement {
        /// How many each player has.
        penguins: u32,
    },
    /// How it moves.
    Movement,
}

/// One call of an animal.
#[derive(Clone, Debug)]
pub struct Call {
    pub(crate) id: Id,
    pub(crate) question: Question,
    pub(crate) input: PathBuf,
    pub(crate) output: PathBuf,
    pub(crate) rules: RuleSet,
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
    BadState(#[from] InvalidSetup),
    /// There is no turn.
    #[error("no turn is possible")]
    NoTurn,
}

impl Woe {
    /// Returns the exit code of the protocol.
    pub fn exit_code(&self) -> i32 {
        match self {
            Woe::NoTurn => 1,
            Woe::BadFile(_) | Woe::BadState(_) => 2,
            Woe::Arguments(_) | Woe::File { .. } | Woe::System { .. } => 3,
        }
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
        let mut phase = None;
        let mut penguins = None;
        let mut rules = RuleSet::SQUARE;
        let mut layout = None;
        let mut files = Vec::new();
        for argument in arguments {
            match argument
                .to_str()
                .map(|text| text.split_once('=').map_or((text, None), |(k, v)| (k, Some(v))))
            {
                Some(("id" | "name", None)) => {
                    return Ok(Call {
                        id,
                        question: Question::Name,
                        input: PathBuf::new(),
                        output: PathBuf::new(),
                        rules,
                    });
                }
                Some(("as", Some(value))) => {
                    id = Id::new(value.as_bytes()).map_err(|bad| wrong(bad.to_string()))?;
                }
                // A word by which whoever started an animal finds its processes again.
                Some(("mark", Some(_))) => {}
                Some(("phase", Some(value))) => phase = Some(value.to_owned()),
                Some(("penguins", Some(value))) => {
                    let count = value.parse().map_err(|_| wrong(format!("penguins={value} is no number")))?;
                    penguins = Some(count);
                }
                Some(("layout", Some(value))) => {
                    let wanted = Layout::ALL.into_iter().find(|layout| layout.name() == value);
                    layout = Some(wanted.ok_or_else(|| wrong(format!("there is no layout {value}")))?);
                }
                Some(("rules", Some(value))) => {
                    rules = RuleSet::named(value).map_err(|unknown| wrong(unknown.to_string()))?;
                }
                _ => files.push(PathBuf::from(argument)),
            }
        }
        if let Some(layout) = layout {
            rules = rules.with_layout(layout).map_err(|refused| wrong(refused.to_string()))?;
        }
        let question = match (phase.as_deref(), penguins) {
            (Some("placement"), Some(penguins)) => Question::Placement { penguins },
            (Some("movement"), _) => Question::Movement,
            _ => return Err(wrong("phase=placement penguins=N or phase=movement is missing".to_owned())),
        };
        let [input, output] = <[PathBuf; 2]>::try_from(files)
            .map_err(|files| wrong(format!("two files are wanted, not {}", files.len())))?;
        Ok(Call { id, question, input, output, rules })
    }

    /// Tells whether only the program's id is wanted.
    pub fn asks_name(&self) -> bool {
        self.question == Question::Name
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
        Ok(0)
    }

    /// Returns the folder in which the board file lies.
    #[cfg(target_os = "linux")]
    pub(crate) fn folder(&self) -> &Path {
        self.output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }
}
