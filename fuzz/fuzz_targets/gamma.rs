//! Any bytes as input of `gamma`, compared with the brute-force reference on small boards.
//!
//! The first byte is the size of the parts in which the input comes.
#![no_main]

#[path = "../../crates/rules/tests/it/gamma_reference.rs"]
mod gamma_reference;

use std::fmt::Write;
use std::io::{self, Read};

use floe::gamma::{InputEnd, run};
use gamma_reference::SlowGamma;
use libfuzzer_sys::fuzz_target;

/// Input that comes in parts.
struct Parts<'a>(&'a [u8], usize);

impl Read for Parts<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.1.min(self.0.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&part, input)) = bytes.split_first() else {
        return;
    };
    let Some((out, err, interactive)) = slowly(input) else {
        return;
    };
    let (mut fast_out, mut fast_err) = (Vec::new(), Vec::new());
    let part = if part == 0 { usize::MAX } else { usize::from(part) };
    let ended = run(Parts(input, part), &mut fast_out, &mut fast_err).unwrap();
    assert_eq!(String::from_utf8(fast_out).unwrap(), out);
    assert_eq!(String::from_utf8(fast_err).unwrap(), err);
    assert_eq!(matches!(ended, InputEnd::Interactive { .. }), interactive);
});

/// Answers the input line by line; nothing when a board is too large for that.
fn slowly(input: &[u8]) -> Option<(String, String, bool)> {
    let (mut out, mut err) = (String::new(), String::new());
    let mut game: Option<SlowGamma> = None;
    let mut lines: Vec<&[u8]> = input.split(|&byte| byte == b'\n').collect();
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    for (number, line) in (1u64..).zip(lines) {
        if line.is_empty() || line[0] == b'#' {
            continue;
        }
        let Some((letter, numbers)) = understood(line) else {
            let _ = writeln!(err, "ERROR {number}");
            continue;
        };
        let cell = |index: usize| numbers[index] as usize;
        match (letter, &mut game) {
            (b'B' | b'I', None) if numbers.iter().all(|&number| number > 0) => {
                if numbers[0] > 8 || numbers[1] > 8 || numbers[2] > 20 {
                    return None;
                }
                if letter == b'I' {
                    return Some((out, err, true));
                }
                game = Some(SlowGamma::new(cell(0), cell(1), numbers[2], numbers[3]));
                let _ = writeln!(out, "OK {number}");
            }
            (b'm', Some(game)) => {
                let done = game.take(numbers[0], cell(1), cell(2));
                let _ = writeln!(out, "{}", u8::from(done));
            }
            (b'g', Some(game)) => {
                let done = game.take_golden(numbers[0], cell(1), cell(2));
                let _ = writeln!(out, "{}", u8::from(done));
            }
            (b'b', Some(game)) => {
                let _ = writeln!(out, "{}", game.busy(numbers[0]));
            }
            (b'f', Some(game)) => {
                let _ = writeln!(out, "{}", game.free(numbers[0]));
            }
            (b'q', Some(game)) => {
                let _ = writeln!(out, "{}", u8::from(game.golden_possible(numbers[0])));
            }
            (b'p', Some(game)) => out.push_str(&game.text()),
            _ => {
                let _ = writeln!(err, "ERROR {number}");
            }
        }
    }
    Some((out, err, false))
}

/// Takes a line apart in the plainest way.
fn understood(line: &[u8]) -> Option<(u8, Vec<u32>)> {
    let wanted = match line[0] {
        b'B' | b'I' => 4,
        b'm' | b'g' => 3,
        b'b' | b'f' | b'q' => 1,
        b'p' => 0,
        _ => return None,
    };
    let is_blank = |byte: &u8| b" \t\x0b\x0c\r".contains(byte);
    if line.get(1).is_some_and(|byte| !is_blank(byte)) {
        return None;
    }
    let words = line[1..].split(is_blank).filter(|word| !word.is_empty());
    let numbers: Option<Vec<u32>> = words
        .map(|word| {
            let digits = word.iter().all(u8::is_ascii_digit);
            if digits { std::str::from_utf8(word).ok()?.parse().ok() } else { None }
        })
        .collect();
    numbers.filter(|numbers| numbers.len() == wanted).map(|numbers| (line[0], numbers))
}
