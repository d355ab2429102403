//! Faults: every way in which a turn can go wrong, each with a name and an explanation for the program's author.

use std::fmt;
use std::time::Duration;

use floe_rules::board_file;
use floe_rules::contest::{Exit, NoTurnReason};
use floe_rules::grid::Coord;
use floe_rules::penguins::{Id, IllegalMove, Move, Seat, Tile};

use crate::sandbox::{ExitReason, NotAFile, ResourceLimits, signal_words};

/// A turn that the player could have made: `penguin at row 4 column 7 could still move to row 4 column 9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissedTurn {
    /// A penguin could be placed here.
    Place(Coord),
    /// A penguin could slide.
    Slide {
        /// The start.
        from: Coord,
        /// The target.
        to: Coord,
    },
}

impl MissedTurn {
    /// Names a turn by its coordinates.
    pub fn new(turn: Move, coord: impl Fn(floe_rules::grid::Cell) -> Coord) -> MissedTurn {
        match turn {
            Move::Place(at) => MissedTurn::Place(coord(at)),
            Move::Slide { from, to } => MissedTurn::Slide { from: coord(from), to: coord(to) },
        }
    }
}

impl fmt::Display for MissedTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MissedTurn::Place(at) => write!(f, "a penguin could still be placed at {at}"),
            MissedTurn::Slide { from, to } => write!(f, "penguin at {from} could still move to {to}"),
        }
    }
}

/// The right exit code of a call on a valid file, with its reason: `expected 1: all penguins are placed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedExit {
    /// 0, with a turn such as this one.
    Turn(MissedTurn),
    /// 1, for this reason.
    NoTurn(NoTurnReason),
}

impl fmt::Display for ExpectedExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpectedExit::Turn(missed) => write!(f, "expected {}: {missed}", Exit::Done),
            ExpectedExit::NoTurn(why) => write!(f, "expected {}: {why}", Exit::NoTurn),
        }
    }
}

/// A fault in the player rows that a program wrote.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowFault {
    /// The row of another player has a different id or score.
    #[error("the row of {seat} changed from '{was}' to '{is}'")]
    Changed {
        /// The player of the row.
        seat: Seat,
        /// The row before.
        was: String,
        /// The row after.
        is: String,
    },
    /// The row of another player is missing.
    #[error("the row of {seat} ('{id}') is missing")]
    Gone {
        /// The player of the row.
        seat: Seat,
        /// The player's id.
        id: Id,
    },
    /// The program added a row that is not its own.
    #[error("the row '{id} {number}' was added, but a program may only add its own row", number = .seat.number())]
    Added {
        /// The number in the row.
        seat: Seat,
        /// The id in the row.
        id: Id,
    },
    /// The program did not add its own row when it joined.
    #[error("a program must add its own row with its first penguin, but there is none")]
    NotJoined,
    /// The program joined with a wrong number.
    #[error("'{id}' joined as player {found}, but the next number was {wanted}")]
    JoinedAs {
        /// The program's id.
        id: Id,
        /// The number that it took.
        found: u8,
        /// The number that it should have taken.
        wanted: u8,
    },
}

/// A fault of a program in one turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// It took too long.
    #[error("no answer within {} ms", .0.as_millis())]
    TimeOut(Duration),
    /// It used too much processor time.
    #[error("used more than {} ms of processor time: the program was stopped", .0.as_millis())]
    OverCpu(Duration),
    /// It used too much memory.
    #[error("used more than {} MiB of memory: the program was stopped", .0 >> 20)]
    OverMemory(u64),
    /// It wrote too much into files.
    #[error("wrote more than {} MiB into files: the program was stopped", .0 >> 20)]
    OverFiles(u64),
    /// It printed too much.
    #[error("printed more than {} KiB: the program was stopped", .0 >> 10)]
    OverOutput(u64),
    /// It has more than can be watched, or hides it.
    #[error("cannot be watched: {0}: the program was stopped")]
    Unwatchable(String),
    /// It was terminated by a signal.
    #[error("crashed: terminated by signal {number}{}", signal_words(*.0), number = .0)]
    Crash(i32),
    /// It could not be started.
    #[error("could not be started: {0}")]
    NotStarted(String),
    /// It ended with an exit code that the protocol does not define.
    #[error(
        "exit code {code} is not defined by the protocol: use {} (turn made), {} (no turn possible), {} (bad file) or {} (error){}",
        Exit::Done, Exit::NoTurn, Exit::BadState, Exit::Failed, expectation(.expected.as_ref())
    )]
    UnknownExitCode {
        /// The exit code.
        code: i32,
        /// The right one, if the call was for a turn.
        expected: Option<ExpectedExit>,
    },
    /// The program reports an internal error.
    #[error("exit code {}: the program reported an internal error{}", Exit::Failed, expectation(Some(.0)))]
    InternalError(ExpectedExit),
    /// The program rejects a valid file.
    #[error("exit code {}, but the board file is valid{}", Exit::BadState, expectation(Some(.0)))]
    RefusedGoodFile(ExpectedExit),
    /// The program reports that it has no turn, but it has one.
    #[error("exit code {}, {}", Exit::NoTurn, ExpectedExit::Turn(*.0))]
    GaveUp(MissedTurn),
    /// The program reports a turn, but the file is unchanged.
    #[error("exit code {done}, but the board file is unchanged: {0}", done = Exit::Done)]
    NothingChanged(MissedTurn),
    /// The program reports a turn, but none was possible.
    #[error("exit code {}, {}", Exit::Done, ExpectedExit::NoTurn(*.0))]
    NoTurnToMake(NoTurnReason),
    /// The program reports no turn, but the file was changed.
    #[error("exit code {exit}, but the board file was changed{}", changed_words(*.exit, .expected))]
    ChangedAnyway {
        /// The exit code.
        exit: Exit,
        /// The right one.
        expected: ExpectedExit,
    },
    /// There is no output file.
    #[error("the board file is missing")]
    OutputGone,
    /// The output is not a file.
    #[error("the board file has become {0}")]
    OutputNotAFile(NotAFile),
    /// The output is larger than any board file of this game.
    #[error("the board file has become larger than {} KiB", .0 >> 10)]
    OutputTooLarge(u64),
    /// The output cannot be opened.
    #[error("the board file cannot be read: {0}")]
    OutputClosed(String),
    /// The output is not a valid board file.
    #[error("the board file is invalid in line {line}, column {column}: {kind}")]
    OutputBroken {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The mistake.
        kind: board_file::BoardErrorKind,
    },
    /// The size of the board changed.
    #[error("the size of the board changed from {was} to {is}", was = size(*.was), is = size(*.is))]
    OtherSize {
        /// Rows and columns before.
        was: (u32, u32),
        /// Rows and columns after.
        is: (u32, u32),
    },
    /// Water has become a floe.
    #[error("the water at {at} has become a floe ('{is}')")]
    FloeRestored {
        /// Where.
        at: Coord,
        /// The new field.
        is: Tile,
    },
    /// A penguin of another player was removed or moved.
    #[error("the penguin of {seat} at {at} was moved or removed")]
    OthersPenguin {
        /// The field of the penguin.
        at: Coord,
        /// The owner of the penguin.
        seat: Seat,
    },
    /// More than one penguin was placed.
    #[error("{count} penguins were placed in one turn, one of them at {at}")]
    PlacedTwice {
        /// How many.
        count: usize,
        /// One of them.
        at: Coord,
    },
    /// More than one penguin was moved, or one several times.
    #[error(
        "more than one move in one turn: besides the penguin that went from {from} to {to}, the field at {also} changed"
    )]
    MovedTwice {
        /// A field that a penguin left.
        from: Coord,
        /// A field that a penguin reached.
        to: Coord,
        /// Another field that changed.
        also: Coord,
    },
    /// The turn breaks a rule.
    #[error("illegal turn {turn}: {why}")]
    Illegal {
        /// The turn in its short notation.
        turn: String,
        /// The rule that it breaks.
        why: IllegalMove,
    },
    /// A field changed that no turn of the player explains.
    #[error("the field at {at} changed from '{was}' to '{is}', which no turn explains")]
    FieldChanged {
        /// Where.
        at: Coord,
        /// The field before.
        was: Tile,
        /// The field after.
        is: Tile,
    },
    /// The program's own score is wrong.
    #[error("the score should be {wanted} after this turn, but is {found}")]
    WrongScore {
        /// The right score.
        wanted: u64,
        /// The score in the file.
        found: u64,
    },
    /// A player row is wrong.
    #[error(transparent)]
    Row(#[from] RowFault),
}

impl Fault {
    /// Returns the exit code of a run, or the fault of ending without a valid one. `expected` is called for an unknown exit
    /// code only.
    pub fn exit_code(
        ended: &ExitReason,
        limits: &ResourceLimits,
        expected: impl FnOnce() -> Option<ExpectedExit>,
    ) -> Result<Exit, Fault> {
        if let Some(exit) = ended.exit() {
            return Ok(exit);
        }
        Err(match ended {
            ExitReason::Exit(code) => Fault::UnknownExitCode { code: *code, expected: expected() },
            ExitReason::Signal(number) => Fault::Crash(*number),
            ExitReason::OverTime => Fault::TimeOut(limits.wall),
            ExitReason::OverCpu => Fault::OverCpu(limits.cpu),
            ExitReason::OverMemory => Fault::OverMemory(limits.memory),
            ExitReason::OverFiles => Fault::OverFiles(limits.files),
            ExitReason::OverOutput => Fault::OverOutput(limits.output),
            ExitReason::Unwatchable(why) => Fault::Unwatchable(why.clone()),
            ExitReason::NotStarted(why) => Fault::NotStarted(why.clone()),
        })
    }

    /// Returns the name of the fault, the same in every record, report and test.
    pub fn name(&self) -> &'static str {
        match self {
            Fault::TimeOut(_) => "time-out",
            Fault::OverCpu(_) => "too-much-cpu",
            Fault::OverMemory(_) => "too-much-memory",
            Fault::OverFiles(_) => "too-much-written",
            Fault::OverOutput(_) => "too-much-printed",
            Fault::Unwatchable(_) => "unwatchable",
            Fault::Crash(_) => "crash",
            Fault::NotStarted(_) => "not-started",
            Fault::UnknownExitCode { .. } => "unknown-exit-code",
            Fault::InternalError(_) => "internal-error",
            Fault::RefusedGoodFile(_) => "refused-good-file",
            Fault::GaveUp(_) => "gave-up",
            Fault::NothingChanged(_) => "nothing-changed",
            Fault::NoTurnToMake(_) => "no-turn-to-make",
            Fault::ChangedAnyway { .. } => "changed-anyway",
            Fault::OutputGone => "output-gone",
            Fault::OutputNotAFile(_) => "output-not-a-file",
            Fault::OutputTooLarge(_) => "output-too-large",
            Fault::OutputClosed(_) => "output-closed",
            Fault::OutputBroken { .. } => "output-broken",
            Fault::OtherSize { .. } => "other-size",
            Fault::FloeRestored { .. } => "floe-restored",
            Fault::OthersPenguin { .. } => "others-penguin",
            Fault::PlacedTwice { .. } => "placed-twice",
            Fault::MovedTwice { .. } => "moved-twice",
            Fault::Illegal { .. } => "illegal-turn",
            Fault::FieldChanged { .. } => "field-changed",
            Fault::WrongScore { .. } => "wrong-score",
            Fault::Row(RowFault::Changed { .. }) => "others-row-changed",
            Fault::Row(RowFault::Gone { .. }) => "others-row-gone",
            Fault::Row(RowFault::Added { .. }) => "row-added",
            Fault::Row(RowFault::NotJoined) => "not-joined",
            Fault::Row(RowFault::JoinedAs { .. }) => "wrong-number",
        }
    }
}

fn size((rows, cols): (u32, u32)) -> String {
    let counted = |count, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    format!("{} and {}", counted(rows, "row"), counted(cols, "column"))
}

/// Says what a program that changed the file should have done.
fn changed_words(exit: Exit, expected: &ExpectedExit) -> String {
    match expected {
        ExpectedExit::Turn(_) => format!(": use exit code {} for a turn", Exit::Done),
        ExpectedExit::NoTurn(why) if exit == Exit::NoTurn => format!(": leave it as it is, since {why}"),
        expected => format!("; {expected}"),
    }
}

/// Formats the right exit code, to follow what the program did instead.
fn expectation(expected: Option<&ExpectedExit>) -> String {
    expected.map_or_else(String::new, |expected| format!("; {expected}"))
}
