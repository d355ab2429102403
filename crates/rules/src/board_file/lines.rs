//! The lines of a text file, and their words.

use super::report::TextSpan;

/// A line without its line ending.
pub(crate) struct TextLine<'a> {
    /// Counted from 1.
    pub(crate) number: usize,
    /// The offset in the file.
    pub(crate) start: usize,
    pub(crate) text: &'a [u8],
}

impl TextLine<'_> {
    /// Returns the span of a piece of the line.
    pub(crate) fn place(&self, bytes: &[u8], start: usize, len: usize) -> TextSpan {
        TextSpan::new(bytes, self.number, self.start, self.start + start, len)
    }
}

/// The lines of a file, without CR LF or LF, and without a byte-order mark.
#[derive(Clone)]
pub(crate) struct TextLines<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    /// The number of lines read so far.
    pub(super) number: usize,
}

impl<'a> TextLines<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> TextLines<'a> {
        let at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        TextLines { bytes, at, number: 0 }
    }

    /// Returns the same lines up to an offset of the file, which must not be before the next line.
    pub(crate) fn until(&self, end: usize) -> TextLines<'a> {
        TextLines { bytes: &self.bytes[..end], ..*self }
    }

    /// Returns the offset of the next line.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Returns everything from the next line on.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }
}

impl<'a> Iterator for TextLines<'a> {
    type Item = TextLine<'a>;

    fn next(&mut self) -> Option<TextLine<'a>> {
        let rest = self.rest();
        if rest.is_empty() {
            return None;
        }
        let end = rest.iter().position(|&byte| byte == b'\n');
        let text = &rest[..end.unwrap_or(rest.len())];
        let line = TextLine {
            number: self.number + 1,
            start: self.at,
            text: text.strip_suffix(b"\r").unwrap_or(text),
        };
        self.number += 1;
        self.at += end.map_or(rest.len(), |end| end + 1);
        Some(line)
    }
}

/// Iterates over the words of a line with their offsets.
pub(crate) fn tokens(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line[at..].iter().position(|&byte| !is_blank(byte))?;
        let end = line[start..].iter().position(|&byte| is_blank(byte)).map_or(line.len(), |len| start + len);
        at = end;
        Some((start, &line[start..end]))
    })
}

/// Returns whether a byte separates words.
#[inline]
pub(super) fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}
