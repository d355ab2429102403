//! `gamma` in interactive mode with keys from a pipe: the final board, the counts, the winner.

use std::fs;
use std::path::Path;

use crate::sandbox::{check_each, files, run_gamma, shared_data};

#[test]
fn the_result_is_printed_and_nothing_else() {
    let cases: &[(&str, &[u8], i32, &str)] = &[
        ("Ctrl-D at once", b"I 2 1 2 1\n\x04", 0, "..\n1 0\n2 0\ndraw 1 2\n"),
        ("one move", b"I 2 1 2 1\n \x04", 0, "1.\n1 1\n2 0\nwinner 1\n"),
        ("end of input", b"I 2 1 2 1\n ", 1, "1.\n1 1\n2 0\nwinner 1\n"),
        ("no keys at all", b"I 1 1 1 1", 1, ".\n1 0\nwinner 1\n"),
        ("the game ends by itself", b"I 1 1 1 1\n rest", 0, "1\n1 1\nwinner 1\n"),
        ("keys after a wrong line", b"x\nI 2 1 1 1\n\x1b[C \x04", 0, ".1\n1 1\nwinner 1\n"),
        ("up is up", b"I 1 2 1 1\n\x1b[A \x04", 0, "1\n.\n1 1\nwinner 1\n"),
        (
            "an occupied cell is refused and the turn stays",
            b"I 2 1 2 1\n  \x1b[C \x04",
            0,
            "12\n1 1\n2 1\ndraw 1 2\n",
        ),
        ("golden move", b"I 3 1 2 1\n g\x04", 0, "2..\n1 0\n2 1\nwinner 2\n"),
        ("pass", b"I 2 1 3 1\ncC \x04", 0, "3.\n1 0\n2 0\n3 1\nwinner 3\n"),
        ("newlines are no keys", b"I 2 1 2 1\n\n\r\n \n\x04", 0, "1.\n1 1\n2 0\nwinner 1\n"),
        (
            "many players",
            b"I 2 1 10 1\n \x04",
            0,
            "  1  .\n1 1\n2 0\n3 0\n4 0\n5 0\n6 0\n7 0\n8 0\n9 0\n10 0\nwinner 1\n",
        ),
    ];
    check_each(cases, |&(name, input, code, out)| {
        let run = run_gamma(input).expect(name, code);
        assert_eq!(run.stdout, out, "{name}: {}", run.told());
    });
}

/// Converts a script of the public tests into the bytes of the keys.
fn keys(script: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let (mut x, mut y) = (0i64, 0i64);
    let (mut width, mut height) = (1i64, 1i64);
    for line in script.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |index: usize| words[index].parse::<i64>().unwrap();
        let arrows = |bytes: &mut Vec<u8>, letter: u8, count: i64| {
            (0..count.max(0)).for_each(|_| bytes.extend_from_slice(&[0x1b, b'[', letter]));
        };
        match words.first().copied() {
            Some("START") => {
                (width, height) = (number(1), number(2));
                bytes.extend_from_slice(format!("I {}\n", words[1..].join(" ")).as_bytes());
            }
            Some("GOTO") => {
                arrows(&mut bytes, b'C', number(1) - x);
                arrows(&mut bytes, b'D', x - number(1));
                arrows(&mut bytes, b'A', number(2) - y);
                arrows(&mut bytes, b'B', y - number(2));
                (x, y) = (number(1), number(2));
            }
            Some("UP") => {
                arrows(&mut bytes, b'A', 1);
                y = (y + 1).min(height - 1);
            }
            Some("DOWN") => {
                arrows(&mut bytes, b'B', 1);
                y = (y - 1).max(0);
            }
            Some("RIGHT") => {
                arrows(&mut bytes, b'C', 1);
                x = (x + 1).min(width - 1);
            }
            Some("LEFT") => {
                arrows(&mut bytes, b'D', 1);
                x = (x - 1).max(0);
            }
            Some("MOVE") => bytes.push(b' '),
            Some("GOLDEN") => bytes.push(b'G'),
            Some("SKIPTURN") => bytes.push(b'c'),
            Some("SKIPTURNS") => (0..number(1)).for_each(|_| bytes.push(b'c')),
            Some("SENDCODE") => bytes.push(number(1) as u8),
            Some("END") => break,
            Some("SETWAIT") | None => {}
            Some(other) => panic!("what is {other}?"),
        }
    }
    bytes.push(0x04);
    bytes
}

fn check_script(path: &Path) {
    let run = run_gamma(&keys(&fs::read_to_string(path).unwrap()));
    let expected = fs::read_to_string(path.with_extension("vmr")).unwrap();
    let expected: Vec<&str> = expected.split_whitespace().collect();
    let found: Vec<&str> = run.stdout.lines().take(expected.len()).collect();
    assert_eq!(found, expected, "{}", path.display());
    assert_eq!(run.code, Some(0), "{}", path.display());
}

#[test]
fn public_scripts_end_with_their_boards() {
    let Some(folder) = shared_data("gamma/interactive") else {
        return;
    };
    let scripts = files(&folder, "ivml");
    assert!(scripts.len() > 30, "{} scripts", scripts.len());
    check_each(scripts, |script| check_script(&script));
}
