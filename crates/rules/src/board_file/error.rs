//! Errors in board files, and error lists for any kind of file.

use std::fmt;

use super::report::{Severity, TextSpan, render};

/// The maximum number of errors that a report lists; the rest are only counted.
pub const MOST_ERRORS: usize = 100;

/// An error in a file, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError<K = BoardErrorKind> {
    /// Where it is.
    pub place: TextSpan,
    /// What it is.
    pub kind: K,
}

/// What is wrong with a board file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the variants and their fields are")]
#[non_exhaustive]
pub enum BoardErrorKind {
    #[error("the file is empty: the first line must give the rows and columns, such as '5 8'")]
    EmptyFile,
    #[error("the header is missing: the first line must give the rows and columns, such as '5 8'")]
    HeaderMissing,
    #[error("the header needs two numbers, rows and columns, but has {found}")]
    HeaderFields { found: usize },
    #[error("'{text}' in the header is not a number")]
    HeaderNumber { text: String },
    #[error("a board needs at least one row and one column")]
    ZeroSize,
    #[error("the header asks for {rows} x {cols} fields, but the rest of the file could hold at most {room}")]
    TooLarge { rows: String, cols: String, room: usize },
    #[error("blank line inside the board: row {row} is expected here")]
    BlankRow { row: u32 },
    #[error("row {row} has {found} of {wanted} fields")]
    TooFewFields { row: u32, found: usize, wanted: u32 },
    #[error("row {row} has {found} fields, {wanted} are allowed")]
    TooManyFields { row: u32, found: usize, wanted: u32 },
    #[error("'{text}' is not a field of two digits, fish and player")]
    NotTwoDigits { text: String },
    #[error("fish above 3: the field '{text}' has {fish}")]
    TooManyFish { text: String, fish: u8 },
    #[error("row {first} of {rows} is missing, and so is every row after it: {before}")]
    RowsMissing { first: u32, rows: u32, before: &'static str },
    #[error("extra row: the header promises only {rows} rows")]
    ExtraRow { rows: u32 },
    #[error("a player row needs three fields, id, number and score, but has {found}")]
    PlayerFields { found: usize },
    #[error("quotation mark in the id '{text}'")]
    QuoteInId { text: String },
    #[error("the player number must be 1 to 9, not '{text}'")]
    PlayerNumber { text: String },
    #[error("negative score '{text}'")]
    NegativeScore { text: String },
    #[error("the score '{text}' is not a number")]
    ScoreNotNumber { text: String },
    #[error("the score '{text}' is too large")]
    ScoreTooLarge { text: String },
    #[error("the player number {number} is already used in line {line}")]
    NumberTwice { number: u8, line: usize },
    #[error("the id '{text}' is already used in line {line}")]
    IdTwice { text: String, line: usize },
    #[error("a penguin of player {number}, who has no player row")]
    PenguinWithoutPlayer { number: u8 },
    #[error("control byte 0x{byte:02x}")]
    ControlByte { byte: u8 },
}

/// All errors in a file, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileErrors<K = BoardErrorKind> {
    listed: Vec<FileError<K>>,
    total: usize,
}

impl<K> Default for FileErrors<K> {
    fn default() -> FileErrors<K> {
        FileErrors { listed: Vec::new(), total: 0 }
    }
}

impl<K: fmt::Display> FileErrors<K> {
    /// Writes the errors in the file `name`, whose text is `bytes`, each with its line and a caret.
    pub fn report(&self, name: &str, bytes: &[u8]) -> String {
        let mut text = String::new();
        for error in &self.listed {
            text += &render(name, bytes, &error.place, Severity::Error, &error.kind.to_string());
        }
        if self.total > self.listed.len() {
            let more = self.total - self.listed.len();
            text += &format!("{name}: {more} more errors, {} in all\n", self.total);
        }
        text
    }
}

impl<K: fmt::Display> fmt::Display for FileErrors<K> {
    /// Writes the errors in one line, each with its line and column.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.listed.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            let (line, column) = (error.place.line, error.place.column);
            write!(f, "{separator}line {line}, column {column}: {}", error.kind)?;
        }
        Ok(())
    }
}

impl<K: fmt::Debug + fmt::Display> std::error::Error for FileErrors<K> {}

impl<K> FileErrors<K> {
    /// Returns the first errors, [`MOST_ERRORS`] of them at most.
    pub fn listed(&self) -> &[FileError<K>] {
        &self.listed
    }

    /// Returns the number of errors in all.
    pub fn total(&self) -> usize {
        self.total
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Adds the error at an offset of the file; `error` is called only if it is listed.
    ///
    /// Errors may be added in any order, but are listed in the order of the file.
    pub(crate) fn add(&mut self, start: usize, error: impl FnOnce() -> FileError<K>) {
        self.total += 1;
        let at = self.listed.partition_point(|other| other.place.start() <= start);
        if at < MOST_ERRORS {
            self.listed.truncate(MOST_ERRORS - 1);
            self.listed.insert(at, error());
        }
    }

    /// Adds the errors of a part of the file, converted to another kind.
    pub(crate) fn add_all<J>(&mut self, part: FileErrors<J>, kind: impl Fn(J) -> K) {
        self.total += part.total - part.listed.len();
        for error in part.listed {
            self.add(error.place.start(), || FileError { place: error.place, kind: kind(error.kind) });
        }
    }
}
