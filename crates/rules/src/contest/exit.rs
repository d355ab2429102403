//! Exit codes of contest programs; the other programs of floe use them too.

use std::fmt;
use std::process::ExitCode;

/// How a program ended, as its exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Exit {
    /// A turn was made; other programs of floe: the command succeeded.
    Done = 0,
    /// No turn is possible; other programs: there is no result, for example nothing was proved.
    NoTurn = 1,
    /// The game state in a file is wrong.
    BadState = 2,
    /// Anything else went wrong.
    Failed = 3,
}

impl Exit {
    /// All exit codes.
    pub const ALL: [Exit; 4] = [Exit::Done, Exit::NoTurn, Exit::BadState, Exit::Failed];

    /// Returns the number that the operating system gets.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// Returns the meaning of a number, if it has one.
    pub fn from_code(code: i32) -> Option<Exit> {
        Exit::ALL.into_iter().find(|exit| i32::from(exit.code()) == code)
    }
}

impl fmt::Display for Exit {
    /// Writes the number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.code().fmt(f)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip() {
        assert_eq!(Exit::ALL.map(|exit| Exit::from_code(i32::from(exit.code()))), Exit::ALL.map(Some));
        assert_eq!([-1, 4, 256].map(Exit::from_code), [None; 3]);
    }
}
