//! Lines of input with a limit on their length.

use std::io::{self, BufRead};

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum InputLine {
    /// A line without its line ending.
    Text(Vec<u8>),
    /// A line over the limit, which was read to its end and dropped.
    TooLong,
}

/// Reads lines, and never holds more than a limit of bytes.
#[derive(Debug)]
pub(super) struct LineInput<R> {
    input: R,
    longest: usize,
}

impl<R: BufRead> LineInput<R> {
    pub(super) fn new(input: R, longest: usize) -> LineInput<R> {
        LineInput { input, longest }
    }

    /// Returns the next line, or nothing at the end of the input. The last line may lack its newline.
    pub(super) fn next(&mut self) -> io::Result<Option<InputLine>> {
        let mut line = Vec::new();
        let (mut too_long, mut any) = (false, false);
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if bytes.is_empty() {
                break;
            }
            any = true;
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            too_long |= line.len() + part.len() > self.longest;
            if too_long {
                line = Vec::new();
            } else {
                line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(any.then_some(if too_long { InputLine::TooLong } else { InputLine::Text(line) }))
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn lines_come_whole_and_long_ones_are_dropped() {
        // A small buffer, so that lines come in parts.
        let input = BufReader::with_capacity(2, &b"one\r\n\nfour5\nsix\nx"[..]);
        let mut lines = LineInput::new(input, 4);
        let text = |text: &str| Some(InputLine::Text(text.into()));
        for expected in [text("one"), text(""), Some(InputLine::TooLong), text("six"), text("x"), None] {
            assert_eq!(lines.next().unwrap(), expected);
        }
    }
}
