//! The parser of command lines: a line may come in any number of parts and be of any length.
//!
//! A line is a command letter at its very start, then numbers with one or more blanks (space, tab,
//! vertical tab, form feed, carriage return) before each, and optional blanks at the end. Empty lines and
//! lines that start with `#` are ignored. Everything else is wrong: leading blanks, other letters, too few
//! or too many numbers, signs, fractions, numbers above 4294967295, NUL bytes.

/// A parsed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommandLine {
    /// An empty line or a comment.
    Nothing,
    /// A command with its numbers, as many as the letter needs.
    Command { letter: u8, numbers: [u32; 4] },
    /// An invalid line.
    Wrong,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// At the start of a line.
    Start,
    /// In a letter or number.
    Word,
    /// After a blank.
    Blank,
    /// In a comment.
    Comment,
    Wrong,
}

/// Parses lines from bytes that come in parts.
#[derive(Debug)]
pub(super) struct LineReader {
    state: State,
    letter: u8,
    /// The numbers read so far; the one being read is the last of them.
    numbers: [u32; 4],
    count: usize,
}

impl LineReader {
    pub(super) fn new() -> LineReader {
        LineReader { state: State::Start, letter: 0, numbers: [0; 4], count: 0 }
    }

    /// Continues to read; returns a finished line, and the number of bytes used.
    ///
    /// When no line is finished, all bytes are used.
    #[inline]
    pub(super) fn read(&mut self, bytes: &[u8]) -> (Option<CommandLine>, usize) {
        if self.state == State::Start
            && let Some(used) = self.read_plain(bytes)
        {
            return (Some(self.end()), used);
        }
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            if byte == b'\n' {
                return (Some(self.end()), at);
            }
            match self.state {
                State::Start => self.begin(byte),
                State::Word if byte.is_ascii_digit() && self.count > 0 => self.digit(byte),
                State::Blank if byte.is_ascii_digit() && self.count < wanted(self.letter) => {
                    self.count += 1;
                    self.numbers[self.count - 1] = u32::from(byte - b'0');
                    self.state = State::Word;
                    while let Some(&digit @ b'0'..=b'9') = bytes.get(at)
                        && self.state == State::Word
                    {
                        self.digit(digit);
                        at += 1;
                    }
                }
                State::Word | State::Blank if is_blank(byte) => self.state = State::Blank,
                State::Word | State::Blank => self.state = State::Wrong,
                State::Comment | State::Wrong => match bytes[at..].iter().position(|&byte| byte == b'\n') {
                    Some(rest) => at += rest,
                    None => at = bytes.len(),
                },
            }
        }
        (None, at)
    }

    /// Fast path for a complete line with single spaces and short numbers.
    ///
    /// Nearly every line of a long input is like that, and this reads it twice as fast. Other lines are not touched.
    #[inline]
    fn read_plain(&mut self, bytes: &[u8]) -> Option<usize> {
        const MOST_DIGITS: usize = 9;
        let letter = *bytes.first()?;
        if !is_letter(letter) {
            return None;
        }
        let wanted = wanted(letter);
        let mut numbers = self.numbers;
        let mut at = 1;
        for number in &mut numbers[..wanted] {
            let rest = bytes.get(at..)?.strip_prefix(b" ")?;
            let mut value = 0;
            let mut digits = 0;
            while let Some(digit @ 0..=9) = rest.get(digits).map(|byte| byte.wrapping_sub(b'0'))
                && digits < MOST_DIGITS
            {
                value = value * 10 + u32::from(digit);
                digits += 1;
            }
            if digits == 0 {
                return None;
            }
            *number = value;
            at += 1 + digits;
        }
        if bytes.get(at) != Some(&b'\n') {
            return None;
        }
        (self.state, self.letter, self.numbers, self.count) = (State::Word, letter, numbers, wanted);
        Some(at + 1)
    }

    fn begin(&mut self, byte: u8) {
        self.letter = byte;
        self.count = 0;
        self.state = match byte {
            b'#' => State::Comment,
            _ if is_letter(byte) => State::Word,
            _ => State::Wrong,
        };
    }

    #[inline]
    fn digit(&mut self, byte: u8) {
        let number = &mut self.numbers[self.count - 1];
        match number.checked_mul(10).and_then(|tens| tens.checked_add(u32::from(byte - b'0'))) {
            Some(larger) => *number = larger,
            None => self.state = State::Wrong,
        }
    }

    /// Ends the input; returns a last line without a newline.
    pub(super) fn finish(&mut self) -> Option<CommandLine> {
        (self.state != State::Start).then(|| self.end())
    }

    #[inline]
    fn end(&mut self) -> CommandLine {
        match std::mem::replace(&mut self.state, State::Start) {
            State::Start | State::Comment => CommandLine::Nothing,
            State::Word | State::Blank if self.count == wanted(self.letter) => {
                CommandLine::Command { letter: self.letter, numbers: self.numbers }
            }
            State::Word | State::Blank | State::Wrong => CommandLine::Wrong,
        }
    }
}

#[inline]
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c | b'\r')
}

#[inline]
fn is_letter(byte: u8) -> bool {
    matches!(byte, b'B' | b'I' | b'm' | b'g' | b'b' | b'f' | b'q' | b'p')
}

/// Returns the number of arguments of a command.
#[inline]
fn wanted(letter: u8) -> usize {
    match letter {
        b'B' | b'I' => 4,
        b'm' | b'g' => 3,
        b'b' | b'f' | b'q' => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8], part: usize) -> Vec<CommandLine> {
        let mut reader = LineReader::new();
        let mut lines = Vec::new();
        for mut part in input.chunks(part) {
            while !part.is_empty() {
                let (line, used) = reader.read(part);
                lines.extend(line);
                part = &part[used..];
            }
        }
        lines.extend(reader.finish());
        lines
    }

    #[test]
    fn parts_make_no_difference() {
        let input = b"B 1 2 3 4\nm 1  2\t3 \r\n\n# \0 x\n m 1 2 3\np\np \nm 1 2\nq 4294967295\nq 4294967296\nq 007\nb 1 2\nz";
        let whole = lines(input, input.len());
        assert_eq!(
            whole,
            [
                CommandLine::Command { letter: b'B', numbers: [1, 2, 3, 4] },
                CommandLine::Command { letter: b'm', numbers: [1, 2, 3, 4] },
                CommandLine::Nothing,
                CommandLine::Nothing,
                CommandLine::Wrong,
                CommandLine::Command { letter: b'p', numbers: [1, 2, 3, 4] },
                CommandLine::Command { letter: b'p', numbers: [1, 2, 3, 4] },
                CommandLine::Wrong,
                CommandLine::Command { letter: b'q', numbers: [u32::MAX, 2, 3, 4] },
                CommandLine::Wrong,
                CommandLine::Command { letter: b'q', numbers: [7, 2, 3, 4] },
                CommandLine::Wrong,
                CommandLine::Wrong,
            ]
        );
        for part in 1..20 {
            assert_eq!(lines(input, part), whole, "in parts of {part}");
        }
    }
}
