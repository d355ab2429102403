//! Board files: the text format in which contest programs exchange the state of a game.
//!
//! ```text
//! m n
//! <m rows of n fields>      each field two digits: fish 0-3, player 0-9; 00 is a hole
//! <id> <number> <score>     one row per player, in the order they joined
//! ```
//!
//! [`read()`] accepts these variations, which [`write()`] normalises: any run of spaces or tabs between fields, at the start
//! and at the end of lines; CR LF; a missing last newline; blank lines after the board; a UTF-8
//! byte-order mark; player rows in any order; ids of any length and of any bytes but spaces, tabs, control
//! bytes and quotation marks; leading zeros in the header and in scores.
//!
//! It refuses everything else, and lists each [error](FileError) with its line, column and cause.

mod error;
mod lines;
mod reader;
mod report;
mod writer;

pub use error::{BoardErrorKind, FileError, FileErrors, MOST_ERRORS};
pub use reader::read;
pub use report::{Severity, Spot, TextSpan, locate, render};
pub use writer::write;

// Records contain a board file, and share its reader and error reports.
pub(crate) use lines::{TextLine, TextLines, tokens};
pub(crate) use reader::read_lines;
pub(crate) use report::quoted;
