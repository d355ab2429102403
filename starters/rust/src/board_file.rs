//! The board file: bytes to [`Game`], and back.
//!
//! It accepts any spaces and tabs between words and at both ends of a line, LF and CR LF, a last line without
//! an end, blank lines after the board, a byte-order mark, player rows in any order, and ids of any bytes but
//! blanks, control bytes and quotation marks. It refuses everything else, with line and column.

use crate::{Field, Game, Player, Stop};

/// No number in a file may be larger than this.
const MOST: u64 = 4_294_967_295;

/// A line without its end, and its number from 1.
struct Line<'a> {
    number: usize,
    text: &'a [u8],
}

/// A word of a line, and where it starts, from 0.
type Word<'a> = (usize, &'a [u8]);

impl<'a> Line<'a> {
    /// Returns an error in the line; `at` counts from 0.
    fn bad<T>(&self, at: usize, cause: impl Into<String>) -> Result<T, Stop> {
        Err(Stop::BadFile { line: self.number, column: at + 1, cause: cause.into() })
    }

    /// Iterates over the words between blanks.
    fn words(&self) -> impl Iterator<Item = Word<'a>> {
        let text = self.text;
        let mut at = 0;
        std::iter::from_fn(move || {
            let start = at + text[at..].iter().position(|&byte| !is_blank(byte))?;
            let length = text[start..].iter().position(|&byte| is_blank(byte));
            at = length.map_or(text.len(), |length| start + length);
            Some((start, &text[start..at]))
        })
    }

    /// Returns where the last word ends, from 0.
    fn end(&self) -> usize {
        self.text.iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last + 1)
    }
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Splits a file into lines, which end with LF, CR LF or the end of the file.
fn lines_of(mut bytes: &[u8]) -> Result<Vec<Line<'_>>, Stop> {
    // Some editors write a byte-order mark, these three bytes, at the start.
    bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let mut lines = Vec::new();
    for (index, text) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let line = Line { number: index + 1, text: text.strip_suffix(b"\r").unwrap_or(text) };
        let control = |byte: &u8| byte.is_ascii_control() && *byte != b'\t';
        if let Some(at) = line.text.iter().position(control) {
            return line.bad(at, format!("control byte 0x{:02x}", line.text[at]));
        }
        lines.push(line);
    }
    Ok(lines)
}

/// Reads a whole number: digits only, no sign. A huge number becomes the largest u64.
pub fn read_number(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let add = |number: u64, &digit: &u8| number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
    Some(digits.iter().fold(0, add))
}

/// Reads a whole file.
pub fn read(bytes: &[u8]) -> Result<Game, Stop> {
    let lines = lines_of(bytes)?;
    let (header, rest) = match lines.split_first() {
        Some(parts) if !bytes.is_empty() => parts,
        _ => return Line { number: 1, text: b"" }.bad(0, "the file is empty"),
    };
    let room: usize = rest.iter().map(|line| line.text.len() + 1).sum();
    let (rows, cols) = read_header(header, room / 3)?;
    if rest.len() < rows {
        let last = lines.last().unwrap_or(header);
        return last.bad(last.end(), format!("row {} is missing: the file ends here", rest.len() + 1));
    }
    let (board, below) = rest.split_at(rows);
    let mut fields = Vec::with_capacity(rows * cols);
    for line in board {
        read_row(line, cols, &mut fields)?;
    }
    let fish: u64 = fields.iter().map(|field| u64::from(field.fish)).sum();
    let mut players = Vec::new();
    for line in below {
        read_player(line, fish, &mut players)?;
    }
    check_penguins(board, &fields, cols, &players)?;
    Ok(Game { rows: rows as i64, cols: cols as i64, fields, players, me: 0, placing: false, penguins: 0 })
}

/// Reads the first line, rows and columns; `room` is how many fields the rest of the file could hold.
fn read_header(line: &Line<'_>, room: usize) -> Result<(usize, usize), Stop> {
    let words: Vec<Word<'_>> = line.words().take(3).collect();
    let [rows, cols] = words[..] else {
        let at = words.get(2).map_or(line.end(), |&(at, _)| at);
        return line.bad(at, "the first line must give the rows and the columns");
    };
    for (at, word) in [rows, cols] {
        match read_number(word) {
            None => return line.bad(at, "the first line must hold two numbers"),
            Some(0) => return line.bad(at, "a board needs at least one row and one column"),
            Some(_) => {}
        }
    }
    // This is checked before any memory is allocated. When only a few fields are missing, a message about the
    // row is better, so up to twice as many are read row by row.
    let size = |word: &[u8]| usize::try_from(read_number(word)?).ok();
    match size(rows.1).zip(size(cols.1)) {
        Some((rows, cols)) if rows.checked_mul(cols).is_some_and(|fields| fields / 2 <= room) => {
            Ok((rows, cols))
        }
        _ => line.bad(rows.0, "the board is larger than the rest of the file"),
    }
}

/// Reads one row of fields.
fn read_row(line: &Line<'_>, cols: usize, fields: &mut Vec<Field>) -> Result<(), Stop> {
    let row = line.number - 1;
    let mut found = 0;
    for (at, word) in line.words() {
        match *word {
            _ if found == cols => return line.bad(at, format!("row {row} has more than {cols} fields")),
            [fish @ b'0'..=b'3', player @ b'0'..=b'9'] => {
                fields.push(Field { fish: fish - b'0', player: player - b'0' });
            }
            [b'4'..=b'9', b'0'..=b'9'] => return line.bad(at, "a field has at most 3 fish"),
            _ => return line.bad(at, "a field has two digits, fish and player"),
        }
        found += 1;
    }
    if found < cols {
        return line.bad(line.end(), format!("row {row} has {found} of {cols} fields"));
    }
    Ok(())
}

/// Reads a player row: id, number, score. A blank line is ignored. `fish` are those still on the board.
fn read_player(line: &Line<'_>, fish: u64, players: &mut Vec<Player>) -> Result<(), Stop> {
    let words: Vec<Word<'_>> = line.words().take(4).collect();
    if words.is_empty() {
        return Ok(());
    }
    let [(id_at, id), (number_at, number), (score_at, score)] = words[..] else {
        let at = words.get(3).map_or(line.end(), |&(at, _)| at);
        return line.bad(at, "a player row has three fields: id, number and score");
    };
    if let Some(quote) = id.iter().position(|&byte| byte == b'"') {
        return line.bad(id_at + quote, "quotation mark in an id");
    }
    let number = match *number {
        [digit @ b'1'..=b'9'] => digit - b'0',
        _ => return line.bad(number_at, "a player number is 1 to 9"),
    };
    match read_number(score) {
        None => return line.bad(score_at, "a score is a number of at least 0"),
        Some(points) if points.saturating_add(fish) > MOST => {
            return line.bad(score_at, "the score is too large");
        }
        Some(_) => {}
    }
    if players.iter().any(|player| player.id == id) {
        return line.bad(id_at, "this id occurs twice");
    }
    if players.iter().any(|player| player.number == number) {
        return line.bad(number_at, "this player number occurs twice");
    }
    players.push(Player { id: id.to_vec(), number, score: score.to_vec() });
    Ok(())
}

/// Looks for penguins of players that have no row.
fn check_penguins(board: &[Line<'_>], fields: &[Field], cols: usize, players: &[Player]) -> Result<(), Stop> {
    let mut known = [false; 10];
    known[0] = true;
    for player in players {
        known[usize::from(player.number)] = true;
    }
    match fields.iter().position(|field| !known[usize::from(field.player)]) {
        None => Ok(()),
        Some(index) => {
            let line = &board[index / cols];
            let at = line.words().nth(index % cols).map_or(0, |(at, _)| at);
            line.bad(at, format!("a penguin of player {}, who has no row", fields[index].player))
        }
    }
}

/// Formats a game as a file: single blanks, and none at the ends of lines.
pub fn write(game: &Game) -> Vec<u8> {
    let mut text = format!("{} {}\n", game.rows, game.cols).into_bytes();
    for row in game.fields.chunks(game.cols as usize) {
        for (col, field) in row.iter().enumerate() {
            let after = if col + 1 < row.len() { b' ' } else { b'\n' };
            text.extend([b'0' + field.fish, b'0' + field.player, after]);
        }
    }
    for player in &game.players {
        text.extend(&player.id);
        text.extend(format!(" {} ", player.number).as_bytes());
        text.extend(&player.score);
        text.push(b'\n');
    }
    text
}
