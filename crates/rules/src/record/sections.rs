//! The sections of a record: the first line, the headers, and the text below each heading.

use std::fmt;

use super::error_kind::{ErrorCollector, RecordErrorKind};
use crate::board_file::{TextLine, TextLines, TextSpan, quoted, tokens};

/// The version of the format, given in the first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Version {
    /// Turns only.
    One,
    /// Also referees' decisions.
    Two,
}

impl Version {
    /// Returns the number in the first line.
    pub(super) fn number(self) -> u8 {
        match self {
            Version::One => 1,
            Version::Two => 2,
        }
    }
}

/// A part of a record with a heading, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// The starting board.
    Start,
    /// The turns.
    Turns,
    /// The result.
    Result,
}

impl Section {
    const ALL: [Section; 3] = [Section::Start, Section::Turns, Section::Result];

    /// Returns the heading.
    pub(super) fn heading(self) -> &'static str {
        match self {
            Section::Start => "[start]",
            Section::Turns => "[turns]",
            Section::Result => "[result]",
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.heading())
    }
}

/// The lines of a part, and where its heading is.
pub(super) struct Part<'a> {
    pub(super) heading: TextSpan,
    pub(super) lines: TextLines<'a>,
}

impl Part<'_> {
    fn until(self, end: usize) -> Self {
        Part { lines: self.lines.until(end), ..self }
    }
}

/// The parts of a complete record.
pub(super) struct Sections<'a> {
    pub(super) version: Version,
    /// The headers; their heading is the first line.
    pub(super) headers: Part<'a>,
    pub(super) start: Option<Part<'a>>,
    pub(super) turns: Part<'a>,
    pub(super) result: Part<'a>,
}

/// Finds the sections of a record, or adds an error about the first problem that makes the rest unreadable.
pub(super) fn find<'a>(errors: &mut ErrorCollector<'a>) -> Option<Sections<'a>> {
    let mut lines = TextLines::new(errors.bytes);
    let (first, version) = read_magic(&mut lines, errors)?;

    // The headers come before the first heading, and count as the first part.
    let mut parts: [Option<Part<'a>>; 4] = [None, None, None, None];
    let mut current: Option<Section> = None;
    let mut open = Part { heading: errors.place_of(&first), lines: lines.clone() };
    // A part ends with its last line that is not blank, so that blank lines are not errors.
    let mut end = lines.at();
    let mut last = first;
    while let Some(line) = lines.next() {
        let Some((at, word)) = tokens(line.text).next() else {
            continue;
        };
        match heading(&line) {
            Some(section) if current < Some(section) => {
                let next = Part { heading: line.place(errors.bytes, at, word.len()), lines: lines.clone() };
                parts[index(current)] = Some(std::mem::replace(&mut open, next).until(end));
                current = Some(section);
            }
            Some(section) => {
                errors.line(&line, RecordErrorKind::SectionOutOfPlace(section));
                return None;
            }
            // The id of a player row may look like a heading.
            None if word[0] == b'[' && current != Some(Section::Start) => {
                errors.line(&line, RecordErrorKind::UnknownSection { text: quoted(line.text.trim_ascii()) });
                return None;
            }
            None => {}
        }
        end = lines.at();
        last = line;
    }
    parts[index(current)] = Some(open.until(end));

    let [headers, start, turns, result] = parts;
    let Some(result) = result else {
        let at = last.text.trim_ascii_end().len();
        errors.piece(&last, at, 0, RecordErrorKind::EndsWithout(Section::Result));
        return None;
    };
    let Some(turns) = turns else {
        errors.at(result.heading, RecordErrorKind::SectionMissing(Section::Turns));
        return None;
    };
    Some(Sections { version, headers: headers?, start, turns, result })
}

fn index(section: Option<Section>) -> usize {
    section.map_or(0, |section| section as usize + 1)
}

/// Returns the section that a line is the heading of.
fn heading(line: &TextLine<'_>) -> Option<Section> {
    let mut words = tokens(line.text).map(|(_, word)| word);
    let (word, None) = (words.next()?, words.next()) else {
        return None;
    };
    Section::ALL.into_iter().find(|section| section.heading().as_bytes() == word)
}

fn read_magic<'a>(
    lines: &mut TextLines<'a>,
    errors: &mut ErrorCollector<'a>,
) -> Option<(TextLine<'a>, Version)> {
    let Some(line) = lines.next() else {
        let nothing = TextLine { number: 1, start: lines.at(), text: b"" };
        errors.line(&nothing, RecordErrorKind::EmptyFile);
        return None;
    };
    let words: Vec<(usize, &[u8])> = tokens(line.text).take(4).collect();
    match words[..] {
        [(_, b"floe"), (_, b"record"), (_, b"1")] => return Some((line, Version::One)),
        [(_, b"floe"), (_, b"record"), (_, b"2")] => return Some((line, Version::Two)),
        [(_, b"floe"), (_, b"record"), (at, found)] => {
            errors.piece(&line, at, found.len(), RecordErrorKind::Version { found: quoted(found) });
        }
        _ => errors.line(&line, RecordErrorKind::NoRecord),
    }
    None
}
