//! A console over two streams: writes questions, and reads answers line by line.
//!
//! An answer is a line of any bytes up to its line feed or the end of the input; white space around it does not count.
//! Bytes that are not UTF-8 become replacement characters. A line of more than [`LONGEST_LINE`] bytes is refused.

use std::io::{self, BufRead, Write};

use floe_locale::{Lang, tr};
use textwrap::core::display_width;
use textwrap::{Options, WordSplitter};

use super::vocabulary::PlainCommand;

/// The maximum width of a line in columns; only boards may be wider.
const WIDTH: usize = 80;

/// A space at which lines are not wrapped.
pub(super) const NO_BREAK: char = '\u{a0}';
/// The maximum length of an answer in bytes.
const LONGEST_LINE: usize = 1000;
/// The maximum number of characters of a wrong answer quoted in a message.
const LONGEST_QUOTE: usize = 30;

/// Why a game was left before its end.
#[derive(Debug)]
pub(super) enum Aborted {
    /// The input has ended.
    InputEnded,
    /// A player typed `quit`.
    Quit,
    /// A stream failed, or the game cannot start.
    Failed(io::Error),
}

impl From<io::Error> for Aborted {
    fn from(error: io::Error) -> Aborted {
        Aborted::Failed(error)
    }
}

/// What was typed at a question.
#[derive(Debug)]
pub(super) enum Typed {
    /// A command, so the question is still open.
    Command(PlainCommand),
    /// An answer, without white space around it.
    Text(String),
}

/// A console over two streams.
pub(super) struct Console<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    questions: u64,
    lang: Lang,
}

impl<'a> Console<'a> {
    pub(super) fn new(lang: Lang, input: &'a mut dyn BufRead, output: &'a mut dyn Write) -> Console<'a> {
        Console { input, output, questions: 0, lang }
    }

    /// Returns the language of the questions.
    pub(super) fn lang(&self) -> Lang {
        self.lang
    }

    /// Returns how many questions have been asked.
    pub(super) fn questions(&self) -> u64 {
        self.questions
    }

    /// Prints lines; those that are too wide are wrapped, but not at non-breaking spaces, which become plain ones.
    pub(super) fn print(&mut self, text: &str) -> io::Result<()> {
        for line in text.split('\n') {
            self.print_wrapped(line, "")?;
        }
        Ok(())
    }

    /// Prints a line; what does not fit goes on after `indent`.
    fn print_wrapped(&mut self, line: &str, indent: &str) -> io::Result<()> {
        self.print_as_is(&wrapped(line, indent))
    }

    /// Prints a board, or anything else whose lines must not be wrapped.
    pub(super) fn print_as_is(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())?;
        self.output.write_all(b"\n")
    }

    /// Prints a table of two columns, of which the second is wrapped.
    pub(super) fn print_table(&mut self, rows: &[(String, String)]) -> io::Result<()> {
        let first = rows.iter().map(|(name, _)| display_width(name)).max().unwrap_or(0) + 2;
        for (name, text) in rows {
            let gap = " ".repeat(first - display_width(name));
            self.print_wrapped(&format!("{name}{gap}{text}"), &" ".repeat(first))?;
        }
        Ok(())
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    /// Asks a question; `quit` and the end of the input are errors.
    pub(super) fn ask(&mut self, question: &str) -> Result<Typed, Aborted> {
        loop {
            self.questions += 1;
            self.print(question)?;
            self.flush()?;
            let Some(line) = self.read_line()? else {
                return Err(Aborted::InputEnded);
            };
            let Line::Whole(line) = line else {
                self.print(&tr!(self.lang, "plain-too-long"))?;
                continue;
            };
            return match PlainCommand::parse(&line) {
                Some(PlainCommand::Quit) => Err(Aborted::Quit),
                Some(command) => Ok(Typed::Command(command)),
                None => Ok(Typed::Text(line)),
            };
        }
    }

    /// Reads a line, or nothing at the end of the input.
    fn read_line(&mut self) -> io::Result<Option<Line>> {
        let (mut bytes, mut begun, mut whole) = (Vec::new(), false, true);
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() && !begun {
                return Ok(None);
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            whole &= bytes.len() + part.len() <= LONGEST_LINE;
            if whole {
                bytes.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            begun = true;
            self.input.consume(used);
            if end.is_some() || used == 0 {
                break;
            }
        }
        if !whole {
            return Ok(Some(Line::TooLong));
        }
        let text = String::from_utf8_lossy(&bytes);
        // Some programs begin what they pipe with a byte-order mark.
        Ok(Some(Line::Whole(text.trim_start_matches('\u{feff}').trim().to_owned())))
    }
}

/// Wraps a line that is too wide; what does not fit goes on after `indent`.
pub(super) fn wrapped(line: &str, indent: &str) -> String {
    let plain = |text: &str| text.replace(NO_BREAK, " ");
    if display_width(line) <= WIDTH {
        return plain(line);
    }
    let options = Options::new(WIDTH).subsequent_indent(indent).word_splitter(WordSplitter::NoHyphenation);
    plain(&textwrap::wrap(line, options).join("\n"))
}

enum Line {
    Whole(String),
    TooLong,
}

/// Returns the words of an answer, separated by white space and commas.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty())
}

/// Parses a number, or returns an error message.
pub(super) fn number(lang: Lang, word: &str) -> Result<u32, String> {
    if word.starts_with(char::is_alphabetic) {
        let word = shortened(word);
        return Err(match PlainCommand::parse(&word) {
            Some(_) => tr!(lang, "plain-stands-alone", word = word),
            None => tr!(lang, "plain-unknown-word", word = word),
        });
    }
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(tr!(lang, "plain-not-a-number", word = shortened(word)));
    }
    word.parse().map_err(|_| tr!(lang, "plain-too-large", word = shortened(word)))
}

/// Returns an answer to quote: shortened and without control characters.
pub(super) fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(LONGEST_QUOTE).collect();
    if text.chars().nth(LONGEST_QUOTE).is_some() {
        short.push_str("...");
    }
    printable(&short)
}

/// Returns text with its control characters replaced.
pub(super) fn printable(text: &str) -> String {
    let plain = |letter: char| if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter };
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the answers that bytes give.
    fn answers(bytes: &[u8]) -> Vec<String> {
        let (mut input, mut output) = (bytes, Vec::new());
        let mut console = Console::new(Lang::English, &mut input, &mut output);
        let mut answers = Vec::new();
        loop {
            match console.ask("?") {
                Ok(Typed::Text(text)) => answers.push(text),
                Ok(Typed::Command(command)) => answers.push(format!("{command:?}")),
                Err(Aborted::Quit) => answers.push("quit".to_owned()),
                Err(Aborted::InputEnded) => return answers,
                Err(Aborted::Failed(error)) => panic!("{error}"),
            }
        }
    }

    #[test]
    fn lines_of_any_bytes_are_answers() {
        assert_eq!(answers(b""), [""; 0]);
        assert_eq!(answers(b"1 2\r\n\n 3\t\nend"), ["1 2", "", "3", "end"]);
        assert_eq!(answers(b"a\0b\xff\n"), ["a\0b\u{fffd}"]);
        assert_eq!(answers("\u{feff}1\n".as_bytes()), ["1"]);
    }

    #[test]
    fn long_lines_are_refused_and_the_next_one_counts() {
        let long = "7".repeat(1_000_000);
        assert_eq!(answers(format!("{long}\n5\n{long}").as_bytes()), ["5"]);
        assert_eq!(answers("7".repeat(LONGEST_LINE).as_bytes()).len(), 1);
    }

    #[test]
    fn commands_stand_alone_in_any_case() {
        assert_eq!(answers(b"HELP\nhelp me\nQuit\n?\nundo"), ["Help", "help me", "quit", "Help", "Undo"]);
        assert_eq!(
            answers(b"save  My Game.txt \nsave\nsaved"),
            ["Save(\"My Game.txt\")", "Save(\"\")", "saved"]
        );
    }

    #[test]
    fn wide_lines_are_wrapped_and_boards_are_not() {
        let (mut input, mut output) = (&b""[..], Vec::new());
        let mut console = Console::new(Lang::English, &mut input, &mut output);
        let wide = "word ".repeat(30);
        let rows =
            [("undo".to_owned(), "go back".to_owned()), ("save FILE".to_owned(), wide.trim_end().to_owned())];
        console.print(&format!(" a \n\n{}", wide.trim_end())).expect("memory takes all");
        console.print_table(&rows).expect("memory takes all");
        console.print_as_is(&"7".repeat(100)).expect("memory takes all");
        let sixteen = ["word"; 16].join(" ");
        let fourteen = ["word"; 14].join(" ");
        let expected = format!(
            " a \n\n{sixteen}\n{fourteen}\nundo       go back\nsave FILE  {fourteen}\n{indent}{fourteen}\n{indent}word word\n{}\n",
            "7".repeat(100),
            indent = " ".repeat(11),
        );
        assert_eq!(String::from_utf8(output).expect("it is text"), expected);
    }

    #[test]
    fn numbers_are_digits_and_fit() {
        let number = |word: &str| number(Lang::English, word);
        assert_eq!(number("007"), Ok(7));
        assert_eq!(number("-1"), Err("'-1' is not a number: type digits only.".to_owned()));
        assert_eq!(number("\u{1b}[2J"), Err("'\u{fffd}[2J' is not a number: type digits only.".to_owned()));
        assert_eq!(number("4294967296"), Err("'4294967296' is too large.".to_owned()));
        assert_eq!(
            number("exit"),
            Err("'exit' is neither a number nor a command: type help for the commands.".to_owned())
        );
        assert!(number(&"9".repeat(100)).is_err_and(|why| why.len() < 80));
        assert_eq!(number("undo"), Err("'undo' stands alone: type nothing after it.".to_owned()));
        assert_eq!(words(" 1,2 ,, 3\t4").collect::<Vec<_>>(), ["1", "2", "3", "4"]);
    }
}
