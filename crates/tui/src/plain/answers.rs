//! Asking and being answered, line by line.
//!
//! An answer is a line of any bytes up to its LF or the end of the input; blanks around it do not count, a
//! carriage return among them. What is no UTF-8 becomes replacement characters. A line of more than
//! [`LONGEST_LINE`] bytes is not kept, but refused.

use std::io::{self, BufRead, Write};

/// The most bytes of an answer.
const LONGEST_LINE: usize = 1000;
/// The most letters of a wrong answer that are repeated to whoever gave it.
const LONGEST_QUOTE: usize = 30;

/// Why a conversation is left.
#[derive(Debug)]
pub(super) enum Leave {
    /// There is nothing more to read.
    InputEnded,
    /// Somebody said so.
    Quit,
    /// A stream failed, or what was asked for is impossible.
    Failed(io::Error),
}

impl From<io::Error> for Leave {
    fn from(error: io::Error) -> Leave {
        Leave::Failed(error)
    }
}

/// A word that is understood at every question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Help,
    Board,
    Undo,
    Redo,
    Hint,
    Back,
    /// With the name of a file, which is empty when it was forgotten.
    Save(String),
    Quit,
}

impl Word {
    /// Returns the word that a line is, if it is one; capitals do not matter.
    fn of(line: &str) -> Option<Word> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let first = first.to_ascii_lowercase();
        if first == "save" {
            return Some(Word::Save(rest.trim().to_owned()));
        }
        // A player may be called "Board Walker": only a word that stands alone is meant.
        match first.as_str() {
            _ if !rest.trim().is_empty() => None,
            "help" | "?" => Some(Word::Help),
            "board" => Some(Word::Board),
            "undo" => Some(Word::Undo),
            "redo" => Some(Word::Redo),
            "hint" => Some(Word::Hint),
            "back" => Some(Word::Back),
            "quit" => Some(Word::Quit),
            _ => None,
        }
    }
}

/// What somebody answered.
#[derive(Debug)]
pub(super) enum Answer {
    /// A word for whoever asks, and no answer yet.
    Word(Word),
    /// An answer, without blanks around it.
    Text(String),
}

/// A conversation over two streams.
pub(super) struct Talk<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    questions: u64,
}

impl<'a> Talk<'a> {
    pub(super) fn new(input: &'a mut dyn BufRead, output: &'a mut dyn Write) -> Talk<'a> {
        Talk { input, output, questions: 0 }
    }

    /// Returns how many questions have been asked.
    pub(super) fn questions(&self) -> u64 {
        self.questions
    }

    /// Says something and ends the line.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())?;
        self.output.write_all(b"\n")
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    /// Asks something; to quit is no answer, but leaves.
    pub(super) fn ask(&mut self, question: &str) -> Result<Answer, Leave> {
        loop {
            self.questions += 1;
            self.say(question)?;
            self.flush()?;
            let Some(line) = self.read_line()? else {
                return Err(Leave::InputEnded);
            };
            let Line::Whole(line) = line else {
                self.say("That line is too long to be an answer.")?;
                continue;
            };
            return match Word::of(&line) {
                Some(Word::Quit) => Err(Leave::Quit),
                Some(word) => Ok(Answer::Word(word)),
                None => Ok(Answer::Text(line)),
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

enum Line {
    Whole(String),
    TooLong,
}

/// Returns the words of an answer: what stands between blanks and commas.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty())
}

/// Reads a number, or says why it is none.
pub(super) fn number(word: &str) -> Result<u32, String> {
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{} is not a whole number.", quoted(word)));
    }
    word.parse().map_err(|_| format!("{} is too large a number.", quoted(word)))
}

/// Returns an answer in quotation marks, cut short and with nothing in it that steers a terminal.
pub(super) fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(LONGEST_QUOTE).collect();
    if text.chars().nth(LONGEST_QUOTE).is_some() {
        short.push_str("...");
    }
    format!("'{}'", harmless(&short))
}

/// Returns text with nothing in it that steers a terminal.
pub(super) fn harmless(text: &str) -> String {
    let plain = |letter: char| if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter };
    text.chars().map(plain).collect()
}

/// Returns a fragment as a sentence: with a capital and a full stop.
pub(super) fn sentence(fragment: &str) -> String {
    let mut letters = fragment.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the answers that bytes give.
    fn answers(bytes: &[u8]) -> Vec<String> {
        let (mut input, mut output) = (bytes, Vec::new());
        let mut talk = Talk::new(&mut input, &mut output);
        let mut answers = Vec::new();
        loop {
            match talk.ask("?") {
                Ok(Answer::Text(text)) => answers.push(text),
                Ok(Answer::Word(word)) => answers.push(format!("{word:?}")),
                Err(Leave::Quit) => answers.push("quit".to_owned()),
                Err(Leave::InputEnded) => return answers,
                Err(Leave::Failed(error)) => panic!("{error}"),
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
    fn words_stand_alone_in_any_case() {
        assert_eq!(answers(b"HELP\nhelp me\nQuit\n?\nundo"), ["Help", "help me", "quit", "Help", "Undo"]);
        assert_eq!(
            answers(b"save  My Game.txt \nsave\nsaved"),
            ["Save(\"My Game.txt\")", "Save(\"\")", "saved"]
        );
    }

    #[test]
    fn numbers_are_digits_and_fit() {
        assert_eq!(number("007"), Ok(7));
        assert_eq!(number("-1"), Err("'-1' is not a whole number.".to_owned()));
        assert_eq!(number("\u{1b}[2J"), Err("'\u{fffd}[2J' is not a whole number.".to_owned()));
        assert_eq!(number("4294967296"), Err("'4294967296' is too large a number.".to_owned()));
        assert!(number(&"x".repeat(100)).is_err_and(|why| why.len() < 80));
        assert_eq!(words(" 1,2 ,, 3\t4").collect::<Vec<_>>(), ["1", "2", "3", "4"]);
    }
}
