//! Batch mode: it executes commands and prints answers.

use std::io::{self, Write};

use floe_rules::gamma::Gamma;

use super::lines::CommandLine;

/// The buffer size at which output is flushed.
const MOST_WAITING: usize = 1 << 16;

/// The number of cells that are printed between checks of the buffer size.
const CELLS_AT_ONCE: u32 = 1 << 12;

/// Buffered answers and errors.
pub(super) struct Answers<O: Write, E: Write> {
    out: O,
    err: E,
    waiting_out: Vec<u8>,
    waiting_err: Vec<u8>,
}

impl<O: Write, E: Write> Answers<O, E> {
    pub(super) fn new(out: O, err: E) -> Self {
        Answers { out, err, waiting_out: Vec::new(), waiting_err: Vec::new() }
    }

    /// Flushes both buffers.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.waiting_out)?;
        self.waiting_out.clear();
        self.err.write_all(&self.waiting_err)?;
        self.waiting_err.clear();
        self.out.flush()?;
        self.err.flush()
    }

    fn make_room(&mut self) -> io::Result<()> {
        if self.waiting_out.len() + self.waiting_err.len() >= MOST_WAITING { self.flush() } else { Ok(()) }
    }

    pub(super) fn ok(&mut self, line: u64) -> io::Result<()> {
        self.waiting_out.extend_from_slice(b"OK ");
        self.number(line)
    }

    pub(super) fn error(&mut self, line: u64) -> io::Result<()> {
        self.waiting_err.extend_from_slice(b"ERROR ");
        push_number(line, &mut self.waiting_err);
        self.make_room()
    }

    fn number(&mut self, number: u64) -> io::Result<()> {
        push_number(number, &mut self.waiting_out);
        self.make_room()
    }

    fn truth(&mut self, truth: bool) -> io::Result<()> {
        self.waiting_out.extend_from_slice(if truth { b"1\n" } else { b"0\n" });
        self.make_room()
    }

    /// Prints a board in parts: even one row may be larger than the buffer.
    pub(super) fn board(&mut self, game: &Gamma) -> io::Result<()> {
        for y in (0..game.height()).rev() {
            let mut x = 0;
            while x < game.width() {
                let end = game.width().min(x.saturating_add(CELLS_AT_ONCE));
                game.print_cells(y, x..end, &mut self.waiting_out);
                self.make_room()?;
                x = end;
            }
            self.waiting_out.push(b'\n');
        }
        self.make_room()
    }

    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        self.waiting_out.extend_from_slice(text.as_bytes());
        self.make_room()
    }
}

fn push_number(number: u64, out: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    let mut rest = number;
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
    out.push(b'\n');
}

/// Executes a command of a game.
#[inline]
pub(super) fn execute<O: Write, E: Write>(
    game: &mut Gamma,
    line: CommandLine,
    number: u64,
    answers: &mut Answers<O, E>,
) -> io::Result<()> {
    let (letter, [player, x, y, _]) = match line {
        CommandLine::Nothing => return Ok(()),
        CommandLine::Wrong => return answers.error(number),
        CommandLine::Command { letter, numbers } => (letter, numbers),
    };
    match letter {
        b'm' => answers.truth(game.take(player, x, y)),
        b'g' => answers.truth(game.take_golden(player, x, y)),
        b'q' => answers.truth(game.golden_possible(player)),
        b'b' => answers.number(game.busy(player)),
        b'f' => answers.number(game.free(player)),
        b'p' => answers.board(game),
        _ => answers.error(number),
    }
}
