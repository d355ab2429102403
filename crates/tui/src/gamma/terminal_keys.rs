//! The keys of the interactive mode of `gamma` at a terminal, read from whole escape sequences.
//!
//! A terminal sends an arrow as `ESC [ C`, in application mode as `ESC O C`, with Shift or Ctrl as `ESC [ 1 ; 2 C`, and older
//! ones as `ESC [ c` or `ESC O c`. Other keys, pasted text and the mouse send sequences too. None of their bytes is a key of
//! the game. An ESC before any other byte does not change it, so that pressing Esc costs nothing.

use super::GammaKey;

const ESCAPE: u8 = 0x1b;

/// How much of an escape sequence has been read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Ground,
    /// ESC.
    Escape,
    /// ESC `[`, then perhaps parameters.
    Control(Parameter),
    /// ESC `O`, then perhaps parameters.
    Single,
    /// So many bytes of a sequence without an end of its own are left: a function key of the Linux console or the mouse.
    Skip(u8),
    /// In pasted text, with how much of the sequence that ends it has been read.
    Paste(usize),
}

/// The first parameter of a control sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parameter {
    /// There is none yet.
    None,
    /// A number, as far as it matters.
    Number(u16),
    /// The first of several, or something else.
    Other,
}

/// Starts pasted text when it is the number of a key, as in `ESC [ 200 ~`.
const PASTE: u16 = 200;
/// Ends pasted text.
const PASTE_END: &[u8] = b"\x1b[201~";

/// Turns the bytes of a terminal into keys.
#[derive(Clone, Debug, Default)]
pub struct TerminalKeys(State);

impl TerminalKeys {
    /// Takes a byte; returns a key of the game if it completes one.
    pub fn read(&mut self, byte: u8) -> Option<GammaKey> {
        let (state, key) = match (self.0, byte) {
            (State::Paste(read), _) => (pasted(read, byte), None),
            (State::Skip(1), _) => (State::Ground, None),
            (State::Skip(left), _) => (State::Skip(left - 1), None),
            (_, ESCAPE) => (State::Escape, None),
            (State::Escape, b'[') => (State::Control(Parameter::None), None),
            (State::Escape, b'O') => (State::Single, None),
            (State::Control(parameter), 0x21..=0x7e) => control(parameter, byte),
            (State::Single, b'0'..=b'9' | b';') => (State::Single, None),
            (State::Single, 0x21..=0x7e) => (State::Ground, arrow(byte)),
            // Blanks, control bytes and others are in no sequence.
            _ => (State::Ground, GammaKey::of_byte(byte)),
        };
        self.0 = state;
        key
    }

    /// Tells whether a sequence has begun that the next byte may continue.
    pub fn is_pending(&self) -> bool {
        !matches!(self.0, State::Ground | State::Paste(_))
    }

    /// Gives up a sequence that has begun, since the terminal sends all of it at once.
    pub fn pause(&mut self) {
        if self.is_pending() {
            self.0 = State::Ground;
        }
    }
}

/// Continues a control sequence.
fn control(parameter: Parameter, byte: u8) -> (State, Option<GammaKey>) {
    match (parameter, byte) {
        (Parameter::None, b'0'..=b'9') => (State::Control(Parameter::Number(u16::from(byte - b'0'))), None),
        (Parameter::Number(number), b'0'..=b'9') => {
            let number = number.saturating_mul(10).saturating_add(u16::from(byte - b'0'));
            (State::Control(Parameter::Number(number)), None)
        }
        // F1 to F5 of the Linux console are `ESC [ [ A` to `ESC [ [ E`.
        (Parameter::None, b'[') => (State::Skip(1), None),
        // The mouse, as terminals reported it first: three bytes follow.
        (Parameter::None, b'M') => (State::Skip(3), None),
        (Parameter::Number(PASTE), b'~') => (State::Paste(0), None),
        // rxvt ends the sequences of keys with Shift so.
        (Parameter::Number(_), b'$') => (State::Ground, None),
        (_, 0x21..=0x3f) => (State::Control(Parameter::Other), None),
        _ => (State::Ground, arrow(byte)),
    }
}

/// Continues pasted text.
fn pasted(read: usize, byte: u8) -> State {
    match read {
        _ if byte == PASTE_END[read] && read + 1 == PASTE_END.len() => State::Ground,
        _ if byte == PASTE_END[read] => State::Paste(read + 1),
        _ => State::Paste(usize::from(byte == ESCAPE)),
    }
}

/// Returns the arrow that a sequence ends with, if it is one; lower case is with Shift or Ctrl.
fn arrow(byte: u8) -> Option<GammaKey> {
    match byte {
        b'A' | b'a' => Some(GammaKey::Up),
        b'B' | b'b' => Some(GammaKey::Down),
        b'C' | b'c' => Some(GammaKey::Right),
        b'D' | b'd' => Some(GammaKey::Left),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(bytes: &[u8]) -> Vec<GammaKey> {
        let mut reader = TerminalKeys::default();
        bytes.iter().filter_map(|&byte| reader.read(byte)).collect()
    }

    #[test]
    fn arrows_of_all_terminals_move() {
        let forms: [[&str; 4]; 9] = [
            ["\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"],
            ["\x1bOA", "\x1bOB", "\x1bOC", "\x1bOD"],
            ["\x1b[1;2A", "\x1b[1;2B", "\x1b[1;2C", "\x1b[1;2D"],
            ["\x1b[1;5A", "\x1b[1;5B", "\x1b[1;5C", "\x1b[1;5D"],
            ["\x1b[5A", "\x1b[5B", "\x1b[5C", "\x1b[5D"],
            ["\x1b[a", "\x1b[b", "\x1b[c", "\x1b[d"],
            ["\x1bOa", "\x1bOb", "\x1bOc", "\x1bOd"],
            ["\x1bO1;5A", "\x1bO1;5B", "\x1bO1;5C", "\x1bO1;5D"],
            ["\x1b\x1b[A", "\x1b\x1b[B", "\x1b\x1b[C", "\x1b\x1b[D"],
        ];
        for form in forms {
            let all = [GammaKey::Up, GammaKey::Down, GammaKey::Right, GammaKey::Left];
            for (sequence, key) in form.into_iter().zip(all) {
                assert_eq!(keys(sequence.as_bytes()), [key], "{sequence:?}");
                let twice = format!("{sequence}{sequence}c");
                assert_eq!(keys(twice.as_bytes()), [key, key, GammaKey::Pass], "{twice:?}");
            }
        }
    }

    #[test]
    fn other_sequences_are_no_keys_and_end_where_they_end() {
        let sequences: [&[u8]; 24] = [
            b"\x1b[3~",
            b"\x1b[15~",
            b"\x1b[3;5~",
            b"\x1b[H",
            b"\x1b[1;5H",
            b"\x1b[Z",
            b"\x1bOP",
            b"\x1bOM",
            b"\x1b[[A",
            b"\x1b[[C",
            b"\x1b[7$",
            b"\x1b[7^",
            b"\x1b[7@",
            b"\x1b[I",
            b"\x1b[O",
            b"\x1b[99;5u",
            b"\x1b[27;5;99~",
            b"\x1b[<0;3;4M",
            b"\x1b[<0;3;4m",
            b"\x1b[M cC",
            b"\x1b[?62;4x",
            b"\x1b[200~cCgG \x04\x1b[C\x1b[201~",
            b"\x1b[200~\x1b[20\x1b[201~",
            b"\x1b[200~\x1b[201~",
        ];
        for sequence in sequences {
            let all = [sequence, b" g"].concat();
            assert_eq!(keys(&all), [GammaKey::Take, GammaKey::Golden], "{}", all.escape_ascii());
        }
    }

    #[test]
    fn escape_swallows_no_key() {
        assert_eq!(keys(b"\x1b "), [GammaKey::Take]);
        assert_eq!(keys(b"\x1b\x1bc"), [GammaKey::Pass]);
        assert_eq!(keys(b"\x1b\x04"), [GammaKey::End]);
        assert_eq!(keys(b"\x1b[\x04"), [GammaKey::End]);
        assert_eq!(keys(b"\x1b[1; "), [GammaKey::Take]);
        assert_eq!(keys(b"\x1bO "), [GammaKey::Take]);
        for begun in ["\x1b", "\x1b[", "\x1b[1;", "\x1bO", "\x1b[M"] {
            let mut reader = TerminalKeys::default();
            assert!(begun.bytes().all(|byte| reader.read(byte).is_none()));
            assert!(reader.is_pending(), "{begun:?}");
            reader.pause();
            assert_eq!((reader.is_pending(), reader.read(b'c')), (false, Some(GammaKey::Pass)), "{begun:?}");
        }
    }
}
