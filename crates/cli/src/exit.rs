//! Exit codes, the same for all programs of floe.

use std::process::ExitCode;

/// How a program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It did what was asked.
    Done,
    /// There was nothing to do: no turn is possible, a game could not be played on, or nothing was proved.
    NoTurn,
    /// The game state in a file is wrong.
    BadState,
    /// Anything else went wrong.
    Failed,
}

impl Exit {
    /// Returns the number that the operating system gets.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::NoTurn => 1,
            Exit::BadState => 2,
            Exit::Failed => 3,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
