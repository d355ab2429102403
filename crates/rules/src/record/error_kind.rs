//! Errors in record files.

use super::RecordError;
use super::header::BadHeader;
use super::player_info::ParsePlayerInfoError;
use super::sections::Section;
use crate::board_file::{self, FileError, TextLine, TextLines, TextSpan};
use crate::game::{IllegalTurn, ParseTurnError};
use crate::gamma::BoardSizeError;
use crate::grid::UnknownLayout;
use crate::penguins::SetupFault;

/// All errors in a record file, in the order of the file.
pub type RecordErrors = board_file::FileErrors<RecordErrorKind>;

/// What is wrong with a record file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the variants and their fields are")]
#[non_exhaustive]
pub enum RecordErrorKind {
    #[error("the file is empty: a record begins with 'floe record 1' or 'floe record 2'")]
    EmptyFile,
    #[error("this is not a record: a record begins with 'floe record 1' or 'floe record 2'")]
    NoRecord,
    #[error("this is a record of version '{found}', but only versions 1 and 2 are supported")]
    Version { found: String },
    #[error("this is not UTF-8")]
    NotUtf8,
    #[error("control character U+{:04X}", u32::from(*.0))]
    Control(char),

    #[error("unknown section '{text}': a record has [start], [turns] and [result]")]
    UnknownSection { text: String },
    #[error("{0} is out of place: a record has [start], [turns] and [result], each once and in this order")]
    SectionOutOfPlace(Section),
    #[error("the record ends without a {0}")]
    EndsWithout(Section),
    #[error("there is no {0} before this")]
    SectionMissing(Section),

    #[error("a header is written 'key: value'")]
    NoColon,
    #[error(transparent)]
    Header(#[from] BadHeader),
    #[error("'{key}' is already given in line {line}")]
    KeyTwice { key: String, line: usize },
    #[error("a player's number is 1 to {most}, not '{text}'")]
    PlayerNumber { text: String, most: u32 },
    #[error(transparent)]
    PlayerInfo(#[from] ParsePlayerInfoError),

    #[error("the header '{key}' is missing")]
    HeaderMissing { key: &'static str },
    #[error("the header 'penguins' is missing: give the number of penguins per player, or 'phase: movement'")]
    PenguinsMissing,
    #[error("unknown game '{text}': use square, hex, classic or gamma")]
    UnknownGame { text: String },
    #[error(transparent)]
    Layout(#[from] UnknownLayout),
    #[error("unknown phase '{text}': use placement or movement")]
    UnknownPhase { text: String },
    #[error("'{key}' is not allowed with '{with}'")]
    DoesNotGoWith { key: &'static str, with: &'static str },
    #[error("'{key}' is a number from {least} to {most}, not '{text}'")]
    Number { key: &'static str, text: String, least: u32, most: u32 },
    #[error("'board' is a width and a height of at least 1, such as '8 6', not '{text}'")]
    BoardSize { text: String },
    #[error("player {0} has no row in [start], and players can only join while penguins are placed")]
    NoRow(u32),
    #[error(transparent)]
    RecordError(#[from] RecordError),

    #[error("this game needs a {0} with its starting board")]
    HasNo(Section),
    #[error("Gamma starts on an empty board, without a [start]")]
    StartOfGamma,
    #[error("[start] is empty: it must contain the starting board")]
    EmptyStart,
    #[error(transparent)]
    Board(#[from] board_file::BoardErrorKind),
    #[error(transparent)]
    Setup(#[from] SetupFault),
    #[error(transparent)]
    BoardSizeError(#[from] BoardSizeError),

    #[error("a turn is written as a player's number and a move")]
    TurnFields,
    #[error("it is the turn of player {to_move}, not of '{text}'")]
    NotInTurn { text: String, to_move: u32 },
    #[error(transparent)]
    NoTurn(#[from] ParseTurnError),
    #[error(
        "'{word}' belongs to version {version} of the format: the first line must be 'floe record {version}'"
    )]
    LaterVersion { word: String, version: u8 },
    #[error("illegal turn: {0}")]
    Illegal(#[from] IllegalTurn),

    #[error(
        "[result] is empty: write 'unfinished', or the scores and a 'winner' or 'shared' line, \
         with 'stopped' above them if the players stopped the game"
    )]
    EmptyResult,
    #[error("'{text}' is not a line of a result")]
    NoResult { text: String },
    #[error("'{word}' must be the first line of the result")]
    NotFirst { word: &'static str },
    #[error("nothing may follow 'unfinished'")]
    AfterUnfinished,
    #[error("the score of player {player} is {right}, not '{found}'")]
    Score { player: u32, right: u64, found: String },
    #[error("the score of player {player} is already given in line {line}")]
    ScoreTwice { player: u32, line: usize },
    #[error("the score of player {0} is missing: it should be {1}")]
    ScoreMissing(u32, u64),
    #[error("with these scores the line must be '{right}'")]
    Leaders { right: String },
    #[error("the last line is missing: with these scores it must be '{right}'")]
    LeadersMissing { right: String },
}

/// Collects the errors in a text.
pub(super) struct ErrorCollector<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) list: RecordErrors,
}

impl<'a> ErrorCollector<'a> {
    pub(super) fn at(&mut self, place: TextSpan, kind: impl Into<RecordErrorKind>) {
        self.list.add(place.start(), || FileError { place, kind: kind.into() });
    }

    /// Adds an error about a piece of a line.
    pub(super) fn piece(
        &mut self,
        line: &TextLine<'_>,
        start: usize,
        len: usize,
        kind: impl Into<RecordErrorKind>,
    ) {
        self.at(line.place(self.bytes, start, len), kind);
    }

    /// Adds an error about a whole line.
    pub(super) fn line(&mut self, line: &TextLine<'_>, kind: impl Into<RecordErrorKind>) {
        self.at(self.place_of(line), kind);
    }

    /// Returns the span of a line without the whitespace around it.
    pub(super) fn place_of(&self, line: &TextLine<'_>) -> TextSpan {
        let end = line.text.trim_ascii_end().len();
        let start = end - line.text[..end].trim_ascii_start().len();
        line.place(self.bytes, start, end - start)
    }

    /// Returns a line as text, or adds an error.
    pub(super) fn text(&mut self, line: &TextLine<'a>) -> Option<&'a str> {
        let text = match std::str::from_utf8(line.text) {
            Ok(text) => text,
            Err(error) => {
                self.piece(line, error.valid_up_to(), 1, RecordErrorKind::NotUtf8);
                return None;
            }
        };
        let control = text.char_indices().find(|&(_, letter)| letter.is_control() && letter != '\t');
        if let Some((at, letter)) = control {
            self.piece(line, at, letter.len_utf8(), RecordErrorKind::Control(letter));
            return None;
        }
        Some(text)
    }
}

/// Iterates over the lines that are neither blank nor a comment.
pub(super) fn contents<'a>(lines: TextLines<'a>) -> impl Iterator<Item = TextLine<'a>> {
    lines.filter(|line| board_file::tokens(line.text).next().is_some_and(|(_, word)| word[0] != b'#'))
}

/// Reads a number; `None` when it has other characters than digits or is too large.
pub(super) fn number<N: std::str::FromStr>(text: &str) -> Option<N> {
    // The standard library would accept a plus sign.
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}
