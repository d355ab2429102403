//! The lines of a program's output that explain why it failed, for messages.

use std::fmt;

use crate::printable::printable;

/// The maximum number of characters of a line that a message quotes.
const MAX_QUOTED_CHARS: usize = 120;

/// Words by which programs announce an error, in lower case.
const ERROR_WORDS: [&str; 12] = [
    "error",
    "err:",
    "invalid",
    "cannot",
    "can't",
    "could not",
    "couldn't",
    "fail",
    "wrong",
    "illegal",
    "missing",
    "bad ",
];

/// A line each of standard error and of standard output, cut to fit into a message; empty where nothing was printed.
///
/// Displayed, it is a remark in parentheses that follows an explanation, or nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quote {
    /// The line of standard error.
    pub stderr: String,
    /// The line of standard output.
    pub stdout: String,
}

impl Quote {
    /// Picks the most informative lines of what a program printed.
    pub fn new(stderr: &[u8], stdout: &[u8]) -> Quote {
        Quote { stderr: key_line(stderr), stdout: stdout_line(stdout) }
    }
}

impl fmt::Display for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.stderr[..], &self.stdout[..]) {
            ("", "") => Ok(()),
            (stderr, "") => write!(f, " (standard error: {stderr})"),
            ("", stdout) => write!(f, " (standard output: {stdout})"),
            (stderr, stdout) => write!(f, " (standard error: {stderr}; standard output: {stdout})"),
        }
    }
}

/// Returns the most informative line of standard error.
///
/// This is the first line, except for a syntax error of Python or JavaScript, which is named further down, for a Python
/// traceback, where it is the last line, and for a Rust panic, where the message on the second line is appended.
pub(crate) fn key_line(printed: &[u8]) -> String {
    let text = String::from_utf8_lossy(printed);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_syntax = |line: &&str| {
        ["SyntaxError: ", "IndentationError: ", "TabError: "].iter().any(|start| line.starts_with(start))
    };
    if let Some(line) = text.lines().find(is_syntax) {
        return short(line);
    }
    let traced = text.lines().any(|line| line.starts_with("Traceback (most recent call last)"));
    let line = if traced { lines.next_back() } else { lines.next() }.unwrap_or_default();
    let panicked = line.starts_with("thread '") && line.contains("panicked at");
    match lines.next().filter(|_| panicked) {
        Some(message) => short(&format!("{line} {message}")),
        None => short(line),
    }
}

/// Returns the most informative line of standard output.
///
/// Programs print drawings and notes there: what matters is the last line that speaks of an error, or else the last
/// line, which is the nearest to the end.
fn stdout_line(printed: &[u8]) -> String {
    let text = String::from_utf8_lossy(printed);
    let speaks = |line: &&str| {
        let line = line.to_lowercase();
        ERROR_WORDS.iter().any(|word| line.contains(word))
    };
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty()).rev();
    short(lines().find(speaks).or_else(|| lines().next()).unwrap_or_default())
}

/// Cuts a line, and replaces what cannot be printed.
fn short(line: &str) -> String {
    let mut short = printable(&line.chars().take(MAX_QUOTED_CHARS).collect::<String>());
    if line.chars().nth(MAX_QUOTED_CHARS).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_explains_is_quoted() {
        let python = b"Traceback (most recent call last):\n  File \"bot.py\", line 3\nIndexError: list index out of range\n";
        assert_eq!(key_line(python), "IndexError: list index out of range");
        let syntax = b"  File \"bot.py\", line 3\n    if x\n        ^\nSyntaxError: expected ':'\n";
        assert_eq!(key_line(syntax), "SyntaxError: expected ':'");
        let node = b"bot.js:1\nlet x =\n\nSyntaxError: Unexpected end of input\n    at wrapSafe\n\nNode.js v20.1.0\n";
        assert_eq!(key_line(node), "SyntaxError: Unexpected end of input");
        let rust =
            b"\nthread 'main' panicked at src/main.rs:4:9:\nno turn found\nnote: run with RUST_BACKTRACE=1\n";
        assert_eq!(key_line(rust), "thread 'main' panicked at src/main.rs:4:9: no turn found");
        assert_eq!(
            key_line(b"board.txt:1:1: error: no header\n    x\n    ^\n"),
            "board.txt:1:1: error: no header"
        );
        assert_eq!(key_line(b" \n"), "");
        let chatty = b"Penguins 1.0\n+--+--+\nInvalid player number\nbye\n";
        assert_eq!(stdout_line(chatty), "Invalid player number");
        assert_eq!(stdout_line(b"Penguins 1.0\nthinking\n\n"), "thinking");
        assert_eq!(stdout_line(&b"x".repeat(200)).chars().count(), MAX_QUOTED_CHARS + 1);
    }

    #[test]
    fn both_streams_are_named() {
        let words = |stderr: &[u8], stdout: &[u8]| Quote::new(stderr, stdout).to_string();
        assert_eq!(words(b"", b" \n"), "");
        assert_eq!(words(b"oh\n", b""), " (standard error: oh)");
        assert_eq!(words(b"", b"ah\x1b"), " (standard output: ah\u{fffd})");
        assert_eq!(words(b"oh", b"ah"), " (standard error: oh; standard output: ah)");
    }
}
