//! `gamma` in batch mode: every answer and every error, byte for byte.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Command;

#[cfg(unix)]
use crate::sandbox::{Run, feed};
use crate::sandbox::{check_each, files, piped, run_gamma, shared_data};

#[test]
fn public_tests_pass_on_both_streams() {
    let Some(folder) = shared_data("gamma/batch") else {
        return;
    };
    let inputs = files(&folder, "in");
    assert!(inputs.len() > 200, "{} inputs", inputs.len());
    check_each(inputs, |input| {
        let run = run_gamma(&fs::read(&input).unwrap());
        let name = input.display();
        let expected = |ending: &str| {
            String::from_utf8_lossy(&fs::read(input.with_extension(ending)).unwrap()).into_owned()
        };
        assert_eq!(run.code, Some(0), "{name}");
        assert_eq!(run.stdout, expected("out"), "{name}");
        assert_eq!(run.stderr, expected("err"), "{name}");
    });
}

/// Each case is a name, the input, and the expected standard output and standard error.
#[test]
fn every_edge_of_the_parser() {
    let cases: &[(&str, &[u8], &str, &str)] = &[
        ("nothing at all", b"", "", ""),
        ("only empty lines", b"\n\n\n", "", ""),
        ("comments", b"# one\n#\n#\0\xff\n#last", "", ""),
        ("a comment with a blank before it", b" # one\n", "", "ERROR 1\n"),
        ("start", b"B 1 1 1 1\n", "OK 1\n", ""),
        ("lines are counted from 1, all of them", b"\n# x\nB 1 1 1 1\n", "OK 3\n", ""),
        ("a last line without a newline", b"B 1 1 1 1", "OK 1\n", ""),
        ("a last command without a newline", b"B 1 1 1 1\np", "OK 1\n.\n", ""),
        ("a last wrong line without a newline", b"B 1 1 1 1\nx", "OK 1\n", "ERROR 2\n"),
        ("every kind of blank", b"B\t1 \x0b1\x0c1\r1 \t\x0b\x0c\r\n", "OK 1\n", ""),
        ("CR LF", b"B 1 1 1 1\r\np\r\nq 1\r\n", "OK 1\n.\n0\n", ""),
        ("a blank before", b" B 1 1 1 1\n\tB 1 1 1 1\n", "", "ERROR 1\nERROR 2\n"),
        ("blanks only", b" \n\t\n\r\n\x0b\n \n", "", "ERROR 1\nERROR 2\nERROR 3\nERROR 4\nERROR 5\n"),
        ("no blank after the letter", b"B1 1 1 1\n", "", "ERROR 1\n"),
        ("wrong case", b"b 1 1 1 1\ni 1 1 1 1\nB 1 1 1 1\nM 1 0 0\nP\n", "OK 3\n", "ERROR 1\nERROR 2\nERROR 4\nERROR 5\n"),
        ("too few numbers", b"B\nB 1\nB 1 1\nB 1 1 1\nI 1 1 1\n", "", "ERROR 1\nERROR 2\nERROR 3\nERROR 4\nERROR 5\n"),
        ("too many numbers", b"B 1 1 1 1 1\nI 1 1 1 1 1\n", "", "ERROR 1\nERROR 2\n"),
        ("zeros", b"B 0 1 1 1\nB 1 0 1 1\nB 1 1 0 1\nB 1 1 1 0\nI 0 1 1 1\n", "", "ERROR 1\nERROR 2\nERROR 3\nERROR 4\nERROR 5\n"),
        ("signs", b"B +1 1 1 1\nB -1 1 1 1\nB 1 1 1 -0\n", "", "ERROR 1\nERROR 2\nERROR 3\n"),
        ("fractions, hexadecimals, letters", b"B 1.0 1 1 1\nB 0x1 1 1 1\nB 1e0 1 1 1\nB 1 1 1 1a\nB 1,1,1,1\n", "", "ERROR 1\nERROR 2\nERROR 3\nERROR 4\nERROR 5\n"),
        ("leading zeros", b"B 01 001 0000000000000000000000001 1\nm 01 0 00\n", "OK 1\n1\n", ""),
        ("NUL bytes", b"B 1 1 1 1\0\nB\0 1 1 1 1\n\0\nB 1 1 1 1\np\0\np \0\n", "OK 4\n", "ERROR 1\nERROR 2\nERROR 3\nERROR 5\nERROR 6\n"),
        ("blanks of other alphabets", "B\u{a0}1 1 1 1\nB\u{2003}1 1 1 1\n\u{feff}B 1 1 1 1\n".as_bytes(), "", "ERROR 1\nERROR 2\nERROR 3\n"),
        ("commands before the game", b"m 1 0 0\ng 1 0 0\nb 1\nf 1\nq 1\np\n", "", "ERROR 1\nERROR 2\nERROR 3\nERROR 4\nERROR 5\nERROR 6\n"),
        ("a second game", b"B 1 1 1 1\nB 1 1 1 1\nI 1 1 1 1\nm 1 0 0\n", "OK 1\n1\n", "ERROR 2\nERROR 3\n"),
        ("too few and too many for a command", b"B 1 1 1 1\nm 1 0\nm 1 0 0 0\nb\nb 1 1\np 1\nq\n", "OK 1\n", "ERROR 2\nERROR 3\nERROR 4\nERROR 5\nERROR 6\nERROR 7\n"),
        ("numbers that name nothing", b"B 2 2 2 2\nm 0 0 0\nm 3 0 0\nm 1 2 0\nm 1 0 2\nb 0\nb 3\nf 0\nf 3\nq 0\nq 3\nm 4294967295 4294967295 4294967295\n", "OK 1\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n", ""),
        ("the largest number and beyond", b"B 1 1 1 4294967295\nb 4294967295\nb 4294967296\nb 99999999999999999999\nb 00004294967295\nb 000004294967296\n", "OK 1\n0\n0\n", "ERROR 3\nERROR 4\nERROR 6\n"),
        ("the answers", b"B 3 2 2 1\nm 1 0 0\nm 1 2 0\nm 2 1 0\nf 1\nf 2\nb 1\nq 1\ng 1 1 0\ng 1 1 1\nq 1\np\n", "OK 1\n1\n0\n1\n1\n2\n1\n1\n1\n0\n0\n...\n11.\n", ""),
        ("ten players", b"B 3 1 10 1\nm 10 1 0\nm 9 0 0\np\n", "OK 1\n1\n1\n  9 10  .\n", ""),
        ("nine players", b"B 3 1 9 1\nm 9 1 0\np\n", "OK 1\n1\n.9.\n", ""),
        ("hundred players", b"B 2 1 100 1\nm 100 1 0\np\n", "OK 1\n1\n   . 100\n", ""),
        ("many players on a small board", b"B 2 1 4294967295 1\nm 4294967295 1 0\nf 1\nq 7\n", "OK 1\n1\n1\n1\n", ""),
    ];
    check_each(cases, |&(name, input, out, err)| {
        let run = run_gamma(input).expect(name, 0);
        assert_eq!(run.stdout, out, "{name}: {}", run.told());
        assert_eq!(run.stderr, err, "{name}: {}", run.told());
    });
}

#[test]
fn lines_of_any_length_are_understood() {
    let mut input = b"B 1 ".to_vec();
    input.resize(input.len() + 300_000, b' ');
    input.extend_from_slice(b"1 1 ");
    input.resize(input.len() + 300_000, b'0');
    input.extend_from_slice(b"1\n#");
    input.resize(input.len() + 300_000, b'x');
    input.extend_from_slice(b"\nm ");
    input.resize(input.len() + 300_000, b'9');
    input.extend_from_slice(b" 0 0\nm 1 0 0\n");
    let run = run_gamma(&input).expect("long lines", 0);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("OK 1\n1\n", "ERROR 3\n"));
}

#[test]
fn answers_come_while_the_input_waits() {
    let mut child = piped(&mut Command::new(env!("CARGO_BIN_EXE_gamma"))).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut errors = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut ask = |line: &str| input.write_all(line.as_bytes()).unwrap();
    ask("B 2 2 2 2\n");
    assert_eq!(output.next().unwrap().unwrap(), "OK 1");
    for answer in ["1", "0"] {
        ask("m 1 0 0\n");
        assert_eq!(output.next().unwrap().unwrap(), answer);
    }
    ask("half a ");
    ask("line\n");
    assert_eq!(errors.next().unwrap().unwrap(), "ERROR 4");
    ask("p\n");
    assert_eq!(output.next().unwrap().unwrap(), "..");
    assert_eq!(output.next().unwrap().unwrap(), "1.");
    drop(input);
    assert!(output.next().is_none() && child.wait().unwrap().success());
}

/// Runs `gamma` with limited address space, in kilobytes.
#[cfg(unix)]
fn run_limited(kilobytes: u32, input: &str) -> Run {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("ulimit -v {kilobytes}; exec \"$0\"")).arg(env!("CARGO_BIN_EXE_gamma"));
    feed(&mut shell, input.as_bytes())
}

#[cfg(unix)]
#[test]
fn a_board_that_does_not_fit_into_memory_is_an_error_and_the_program_continues() {
    let input = "B 65536 65536 2 2\nB 4294967295 4294967295 1 1\nB 30000 30000 2 2\nI 4294967295 4294967295 1 1\n\
                 B 10 10 4294967295 1\nm 4294967295 0 0\nb 4294967295\n";
    let run = run_limited(500_000, input).expect("limited memory", 0);
    assert_eq!(run.stdout, "OK 5\n1\n1\n");
    assert_eq!(run.stderr, "ERROR 1\nERROR 2\nERROR 3\nERROR 4\n");
}

#[cfg(unix)]
#[test]
fn an_accepted_board_can_be_played_under_any_memory_limit() {
    // A snake, so that golden moves and queries need as much memory as possible.
    let side = 300;
    let mut snake = format!("B {side} {side} 65536 1\n");
    for y in 0..side {
        let turn = if y % 4 == 1 { side - 1 } else { 0 };
        for step in 0..side {
            let x = if y % 4 < 2 { step } else { side - 1 - step };
            let player = if y % 2 == 0 || x == turn { 1 } else { 2 + y };
            snake += &format!("m {player} {x} {y}\n");
        }
    }
    snake += &format!("q 3\ng 3 {} 0\nq 3\nq 1\np\n", side / 2);
    let mut played = 0;
    for kilobytes in (3000..=30000).step_by(1500) {
        let run = run_limited(kilobytes, &snake);
        // With too little memory the program cannot even start, which is fine.
        if run.code != Some(0) && !run.stdout.contains("OK") && !run.stderr.contains("ERROR") {
            assert!(played == 0, "{kilobytes}: {}", run.stderr);
            continue;
        }
        assert_eq!(run.code, Some(0), "{kilobytes} kB: {}", run.stderr);
        played += u32::from(run.stdout.starts_with("OK 1\n"));
    }
    assert!(played > 0, "no limit was large enough");
}
