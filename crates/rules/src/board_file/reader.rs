//! The reader of board files: a fast path for correct rows, and a second pass that explains wrong ones.

use super::error::{BoardErrorKind, FileError, FileErrors};
use super::lines::{TextLine, TextLines, is_blank, tokens};
use super::report::quoted;
use crate::penguins::{Id, MAX_SCORE, PlayerRow, Seat, Setup, Tile};

/// Reads a board file, or lists every error in it.
///
/// ```
/// use floe_rules::board_file;
///
/// let setup = board_file::read(b"2 3\n10 20 30\n10 00 02\nBen 2 1\n")?;
/// assert_eq!((setup.rows(), setup.cols(), setup.players.len()), (2, 3, 1));
///
/// let errors = board_file::read(b"1 2\n10 50\n").unwrap_err();
/// assert_eq!(
///     errors.report("board.txt", b"1 2\n10 50\n"),
///     "board.txt:2:4: error: fish above 3: the field '50' has 5\n    10 50\n       ^^\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Setup, FileErrors> {
    read_lines(TextLines::new(bytes), "the file ends here")
}

/// Reads lines of a larger file as a board file; spans are relative to the whole file, and `end` is the message
/// for a missing line.
pub(crate) fn read_lines(all: TextLines<'_>, end: &'static str) -> Result<Setup, FileErrors> {
    let mut reader = Reader {
        lines: all.clone(),
        all,
        end,
        errors: FileErrors::default(),
        tiles: Vec::new(),
        rows: 0,
        cols: 0,
        seen: 0,
        claimed: 0,
        players: Vec::new(),
    };
    reader.read_all();
    if !reader.errors.is_empty() {
        return Err(reader.errors);
    }
    let mut setup = Setup::new(reader.rows, reader.cols, reader.tiles)
        .expect("a board without errors has all its fields");
    setup.players = reader.players.into_iter().map(|(player, _)| player).collect();
    Ok(setup)
}

struct Reader<'a> {
    all: TextLines<'a>,
    /// The lines that have not been read yet.
    lines: TextLines<'a>,
    /// The message for a line that is missing at the end.
    end: &'static str,
    errors: FileErrors,
    tiles: Vec<Tile>,
    rows: u32,
    cols: u32,
    /// The player digits that occur in fields, as bits.
    seen: u16,
    /// The player numbers that occur in player rows, as bits; in wrong rows too.
    claimed: u16,
    /// The player rows with their line numbers.
    players: Vec<(PlayerRow, usize)>,
}

impl<'a> Reader<'a> {
    fn error(
        &mut self,
        line: &TextLine<'a>,
        start: usize,
        len: usize,
        kind: impl FnOnce() -> BoardErrorKind,
    ) {
        let bytes = self.all.bytes;
        self.errors
            .add(line.start + start, || FileError { place: line.place(bytes, start, len), kind: kind() });
    }

    fn read_all(&mut self) {
        if !self.read_header() {
            return;
        }
        // The header has been checked against the size of the file, so this is at most its length.
        self.tiles.reserve_exact(self.rows as usize * self.cols as usize);
        let mut ahead = self.read_rows();
        while let Some(line) = ahead.take().or_else(|| self.lines.next()) {
            self.read_player(&line);
        }
        let orphans = self.seen & !self.claimed & !1;
        if orphans != 0 {
            self.find_penguins(orphans);
        }
    }

    /// Reads the first line. Returns false if the rest cannot be read without it.
    fn read_header(&mut self) -> bool {
        let Some(line) = self.lines.next() else {
            let nothing = TextLine { number: 1, start: self.lines.at, text: b"" };
            self.error(&nothing, 0, 0, || BoardErrorKind::EmptyFile);
            return false;
        };
        let room = (self.lines.rest().len() + 1) / 3;
        if self.control_bytes(&line) {
            return false;
        }
        let words: Vec<(usize, &[u8])> = tokens(line.text).take(3).collect();
        let [(rows_at, rows), (cols_at, cols)] = words[..] else {
            match words.get(2) {
                _ if words.is_empty() => self.error(&line, 0, 0, || BoardErrorKind::HeaderMissing),
                Some(&(start, extra)) => {
                    let found = tokens(line.text).count();
                    self.error(&line, start, extra.len(), || BoardErrorKind::HeaderFields { found });
                }
                None => {
                    let end = line.text.trim_ascii_end().len();
                    self.error(&line, end, 0, || BoardErrorKind::HeaderFields { found: 1 });
                }
            }
            return false;
        };
        let mut good = true;
        for (start, word) in [(rows_at, rows), (cols_at, cols)] {
            if !word.iter().all(u8::is_ascii_digit) {
                self.error(&line, start, word.len(), || BoardErrorKind::HeaderNumber { text: quoted(word) });
                good = false;
            } else if word.iter().all(|&digit| digit == b'0') {
                self.error(&line, start, word.len(), || BoardErrorKind::ZeroSize);
                good = false;
            }
        }
        if !good {
            return false;
        }
        let size = number(rows).zip(number(cols)).and_then(|(rows, cols)| {
            let (rows, cols) = (u32::try_from(rows).ok()?, u32::try_from(cols).ok()?);
            rows.checked_mul(cols).map(|fields| (rows, cols, fields as usize))
        });
        match size {
            // If a few fields are missing, the rows are reported; if most are missing, the header is.
            Some((rows, cols, fields)) if fields <= 2 * room => {
                (self.rows, self.cols) = (rows, cols);
                true
            }
            _ => {
                let len = cols_at + cols.len() - rows_at;
                self.error(&line, rows_at, len, || BoardErrorKind::TooLarge {
                    rows: quoted(rows),
                    cols: quoted(cols),
                    room,
                });
                false
            }
        }
    }

    /// Reads the fields of the board; returns a line that is a player row instead.
    fn read_rows(&mut self) -> Option<TextLine<'a>> {
        let mut row = 0;
        while row < self.rows {
            if self.read_good_row() {
                row += 1;
                continue;
            }
            let Some(line) = self.lines.next() else {
                self.rows_missing(row, None);
                return None;
            };
            if tokens(line.text).next().is_none() {
                self.error(&line, 0, 0, || BoardErrorKind::BlankRow { row: row + 1 });
                continue;
            }
            if is_player_row(line.text) {
                self.rows_missing(row, Some(&line));
                return Some(line);
            }
            self.explain_row(&line, row);
            row += 1;
        }
        None
    }

    /// Reads a correct row; otherwise reads nothing and returns false.
    fn read_good_row(&mut self) -> bool {
        let rest = self.lines.rest();
        let (before, wanted) = (self.tiles.len(), self.tiles.len() + self.cols as usize);
        let mut seen = 0;
        let mut at = 0;
        let end = loop {
            while at < rest.len() && is_blank(rest[at]) {
                at += 1;
            }
            match rest[at..] {
                [fish @ b'0'..=b'3', player @ b'0'..=b'9', ref after @ ..]
                    if self.tiles.len() < wanted
                        && matches!(after.first(), None | Some(b' ' | b'\t' | b'\r' | b'\n')) =>
                {
                    seen |= 1 << (player - b'0');
                    self.tiles.extend(Tile::from_digits(fish - b'0', player - b'0'));
                    at += 2;
                }
                [] | [b'\r'] => break Some(rest.len()),
                [b'\n', ..] => break Some(at + 1),
                [b'\r', b'\n', ..] => break Some(at + 2),
                _ => break None,
            }
        };
        match end {
            Some(end) if self.tiles.len() == wanted => {
                self.seen |= seen;
                self.lines.at += end;
                self.lines.number += 1;
                true
            }
            _ => {
                self.tiles.truncate(before);
                false
            }
        }
    }

    /// Reports what is wrong with a row of fields.
    fn explain_row(&mut self, line: &TextLine<'a>, row: u32) {
        let wanted = self.cols;
        let mut found = 0;
        let mut first_extra = None;
        for (start, word) in tokens(line.text) {
            found += 1;
            if found == wanted as usize + 1 {
                first_extra = Some((start, word.len()));
            }
            match *word {
                [fish @ b'0'..=b'9', player @ b'0'..=b'9'] => {
                    self.seen |= 1 << (player - b'0');
                    if fish > b'3' {
                        self.error(line, start, 2, || BoardErrorKind::TooManyFish {
                            text: quoted(word),
                            fish: fish - b'0',
                        });
                    }
                }
                _ if word.iter().any(u8::is_ascii_control) => {}
                _ => self
                    .error(line, start, word.len(), || BoardErrorKind::NotTwoDigits { text: quoted(word) }),
            }
        }
        self.control_bytes(line);
        let row = row + 1;
        if let Some((start, len)) = first_extra {
            self.error(line, start, len, || BoardErrorKind::TooManyFields { row, found, wanted });
        } else if found < wanted as usize {
            let end = line.text.trim_ascii_end().len();
            self.error(line, end, 0, || BoardErrorKind::TooFewFields { row, found, wanted });
        }
    }

    fn rows_missing(&mut self, row: u32, found: Option<&TextLine<'a>>) {
        let (first, rows) = (row + 1, self.rows);
        if let Some(line) = found {
            let before = "a player row stands here";
            let len = line.text.trim_ascii_end().len();
            self.error(line, 0, len, || BoardErrorKind::RowsMissing { first, rows, before });
            return;
        }
        // Point at the end of the last line.
        let bytes = self.all.bytes;
        let end = bytes.strip_suffix(b"\n").unwrap_or(bytes).len();
        let start = bytes[..end].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let line = TextLine { number: self.lines.number, start, text: &bytes[start..end] };
        let before = self.end;
        let at = line.text.trim_ascii_end().len();
        self.error(&line, at, 0, || BoardErrorKind::RowsMissing { first, rows, before });
    }

    fn read_player(&mut self, line: &TextLine<'a>) {
        let words: Vec<(usize, &[u8])> = tokens(line.text).take(4).collect();
        if words.is_empty() {
            return;
        }
        // The number counts as taken in a wrong row too, so that its penguins are not reported as well.
        if let Some(claimed @ 1..=9) = words.get(1).and_then(|(_, word)| number(word)) {
            self.claimed |= 1 << claimed;
        }
        if self.control_bytes(line) {
            return;
        }
        if is_field_row(line.text, self.cols) {
            let rows = self.rows;
            let len = line.text.trim_ascii_end().len();
            self.error(line, 0, len, || BoardErrorKind::ExtraRow { rows });
            return;
        }
        let [(id_at, id_text), (number_at, number_text), (score_at, score_text)] = words[..] else {
            let found = tokens(line.text).count();
            let (start, len) = match words.get(3) {
                Some(&(start, word)) => (start, word.len()),
                None => (line.text.trim_ascii_end().len(), 0),
            };
            self.error(line, start, len, || BoardErrorKind::PlayerFields { found });
            return;
        };

        let id = Id::new(id_text).ok();
        if id.is_none() {
            // Blanks and control bytes are excluded above: what is left is a quotation mark.
            let quote = id_text.iter().position(|&byte| byte == b'"').unwrap_or(0);
            self.error(line, id_at + quote, 1, || BoardErrorKind::QuoteInId { text: quoted(id_text) });
        }
        let seat = match *number_text {
            [digit @ b'1'..=b'9'] => Seat::new(digit - b'0'),
            _ => None,
        };
        if seat.is_none() {
            self.error(line, number_at, number_text.len(), || BoardErrorKind::PlayerNumber {
                text: quoted(number_text),
            });
        }
        let digits = score_text.iter().all(u8::is_ascii_digit);
        let score = number(score_text).filter(|&score| digits && score <= MAX_SCORE);
        if score.is_none() {
            let text = quoted(score_text);
            let negative = score_text.len() > 1
                && score_text[0] == b'-'
                && score_text[1..].iter().all(u8::is_ascii_digit);
            self.error(line, score_at, score_text.len(), || {
                if negative {
                    BoardErrorKind::NegativeScore { text }
                } else if digits {
                    BoardErrorKind::ScoreTooLarge { text }
                } else {
                    BoardErrorKind::ScoreNotNumber { text }
                }
            });
        }

        if let Some(seat) = seat {
            let number = seat.number();
            if let Some(line_before) = self.line_of(|player| player.seat == seat) {
                self.error(line, number_at, 1, || BoardErrorKind::NumberTwice { number, line: line_before });
            }
        }
        if let Some(id) = &id
            && let Some(line_before) = self.line_of(|player| player.id == *id)
        {
            let text = quoted(id_text);
            self.error(line, id_at, id_text.len(), || BoardErrorKind::IdTwice { text, line: line_before });
        }
        // There are nine correct rows at most: a tenth repeats a number.
        if let (Some(id), Some(seat)) = (id, seat)
            && self.players.len() < usize::from(Seat::MOST)
        {
            let zeros = score_text.iter().take_while(|&&digit| digit == b'0').count();
            let mut player = PlayerRow::new(id, seat, score.unwrap_or(0));
            player.score_zeros = zeros.min(score_text.len() - 1);
            self.players.push((player, line.number));
        }
    }

    fn line_of(&self, wanted: impl Fn(&PlayerRow) -> bool) -> Option<usize> {
        self.players.iter().find(|(player, _)| wanted(player)).map(|&(_, line)| line)
    }

    /// Reports the control bytes of a line. Returns false if there are none.
    fn control_bytes(&mut self, line: &TextLine<'a>) -> bool {
        let mut any = false;
        for (at, &byte) in line.text.iter().enumerate() {
            if byte.is_ascii_control() && byte != b'\t' {
                self.error(line, at, 1, || BoardErrorKind::ControlByte { byte });
                any = true;
            }
        }
        any
    }

    /// Reports the penguins of players that have no row: a second pass, needed only for such files.
    fn find_penguins(&mut self, orphans: u16) {
        let board = self
            .all
            .clone()
            .skip(1)
            .filter(|line| tokens(line.text).next().is_some())
            .take(self.rows as usize)
            .take_while(|line| !is_player_row(line.text));
        for line in board {
            for (start, word) in tokens(line.text) {
                let [b'0'..=b'9', player @ b'0'..=b'9'] = *word else {
                    continue;
                };
                let number = player - b'0';
                if orphans >> number & 1 == 1 {
                    self.error(&line, start, 2, || BoardErrorKind::PenguinWithoutPlayer { number });
                }
            }
        }
    }
}

/// Reads a number; `None` when it has other characters than digits or is too large.
fn number(digits: &[u8]) -> Option<u64> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Returns whether a line where a row of fields is expected looks like a player row.
fn is_player_row(line: &[u8]) -> bool {
    let mut words = tokens(line).map(|(_, word)| word);
    let (Some(id), Some([b'1'..=b'9']), Some(score), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return false;
    };
    !id.iter().all(u8::is_ascii_digit) && score.iter().all(u8::is_ascii_digit)
}

/// Returns whether a line where a player row is expected looks like a row of fields.
fn is_field_row(line: &[u8], cols: u32) -> bool {
    let mut count = 0u32;
    for (_, word) in tokens(line) {
        if !matches!(word, [b'0'..=b'9', b'0'..=b'9']) {
            return false;
        }
        count += 1;
    }
    count == cols
}
