//! Valid board files, whose output is canonical: every tolerated spelling, with the exact text after a
//! turn of ours.
//!
//! The boards leave exactly one legal turn, so the whole output is known without knowing the engine.

use crate::sandbox::{Sandbox, assert_text, check_each};

/// One spelling that must be accepted.
struct Accepted {
    name: &'static str,
    input: Vec<u8>,
    output: Vec<u8>,
    /// Whether a warning is expected.
    warns: bool,
}

fn accepted(name: &'static str, input: impl AsRef<[u8]>, output: impl AsRef<[u8]>) -> Accepted {
    Accepted { name, input: input.as_ref().to_vec(), output: output.as_ref().to_vec(), warns: false }
}

fn warned(name: &'static str, input: impl AsRef<[u8]>, output: impl AsRef<[u8]>) -> Accepted {
    Accepted { warns: true, ..accepted(name, input, output) }
}

/// The output for all spellings of the same small game: the penguin of Floe can only move right.
const AFTER: &str = "2 3\n00 01 00\n00 30 02\nFloe 1 6\nBea 2 5\n";

/// A game of Floe with one other player, whose row is given.
fn with_row(row: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let file =
        |board: &str, score: u8| [board.as_bytes(), row, format!("\nFloe 1 {score}\n").as_bytes()].concat();
    (file("2 3\n01 20 00\n00 30 02\n", 4), file("2 3\n00 01 00\n00 30 02\n", 6))
}

fn kept_row(name: &'static str, row: &[u8]) -> Accepted {
    let (input, output) = with_row(row);
    accepted(name, input, output)
}

#[test]
fn every_spelling_of_blanks_and_line_ends() {
    let cases = [
        accepted("canonical", "2 3\n01 20 00\n00 30 02\nFloe 1 4\nBea 2 5\n", AFTER),
        accepted("runs of spaces", "2   3\n01   20  00\n00 30    02\nFloe    1  4\nBea  2   5\n", AFTER),
        accepted("tabs", "2\t3\n01\t20\t00\n00\t30\t02\nFloe\t1\t4\nBea\t2\t5\n", AFTER),
        accepted("mixed", "2 \t 3\n01\t 20 \t00\n00 \t\t30 02\nFloe \t1 4\nBea\t 2 5\n", AFTER),
        accepted("blanks at line ends", "2 3 \n01 20 00   \n00 30 02\t\nFloe 1 4 \t \nBea 2 5  \n", AFTER),
        accepted("leading blanks", "  2 3\n\t01 20 00\n 00 30 02\n   Floe 1 4\n\tBea 2 5\n", AFTER),
        accepted("CR LF", "2 3\r\n01 20 00\r\n00 30 02\r\nFloe 1 4\r\nBea 2 5\r\n", AFTER),
        accepted("blanks before CR LF", "2 3 \r\n01 20 00\t\r\n00 30 02 \r\nFloe 1 4\r\nBea 2 5 \r\n", AFTER),
        accepted("some lines with CR LF", "2 3\r\n01 20 00\n00 30 02\r\nFloe 1 4\nBea 2 5\r\n", AFTER),
        accepted("no last newline", "2 3\n01 20 00\n00 30 02\nFloe 1 4\nBea 2 5", AFTER),
        accepted("blanks for a last newline", "2 3\n01 20 00\n00 30 02\nFloe 1 4\nBea 2 5 \t", AFTER),
        accepted("CR LF but for the last", "2 3\r\n01 20 00\r\n00 30 02\r\nFloe 1 4\r\nBea 2 5", AFTER),
        accepted("blank lines before the players", "2 3\n01 20 00\n00 30 02\n\n\nFloe 1 4\nBea 2 5\n", AFTER),
        accepted("blank lines between players", "2 3\n01 20 00\n00 30 02\nFloe 1 4\n\n \nBea 2 5\n", AFTER),
        accepted("blank lines at the end", "2 3\n01 20 00\n00 30 02\nFloe 1 4\nBea 2 5\n\n\t\n  \n\n", AFTER),
        accepted(
            "blank CR LF lines",
            "2 3\r\n01 20 00\r\n00 30 02\r\n\r\nFloe 1 4\r\n \r\nBea 2 5\r\n",
            AFTER,
        ),
        accepted("byte-order mark", "\u{feff}2 3\n01 20 00\n00 30 02\nFloe 1 4\nBea 2 5\n", AFTER),
        accepted(
            "byte-order mark, leading blank and CR LF",
            "\u{feff} 2 3\r\n01 20 00\r\n00 30 02\r\nFloe 1 4\r\nBea 2 5\r\n",
            AFTER,
        ),
    ];
    check("phase=movement nodes=20 in.txt out.txt", &cases);
}

#[test]
fn rows_of_others_keep_content_and_order() {
    let long = [b"L".repeat(100_000).as_slice(), b" 2 5"].concat();
    let cases = [
        kept_row("a score with leading zeros", b"Bea 2 007"),
        kept_row("a score of many zeros", b"Bea 2 0000000000000000000000000001"),
        kept_row("a score of zeros only, without penguins to account for", b"Ann 3 000\nBea 2 5"),
        kept_row("an id of one letter", b"B 2 5"),
        kept_row("a very long id", &long),
        kept_row("an id in UTF-8", "Łoś企鵝🐧 2 5".as_bytes()),
        kept_row("an id in Latin-1, which is no UTF-8", b"P\xe4r\xe9 2 5"),
        kept_row("an id of stray bytes", b"\xff\xfe\x80\xc3 2 5"),
        kept_row("an id of cut-off UTF-8", b"\xe2\x82 2 5"),
        kept_row("an id with the byte that Latin-1 calls next line", b"a\x85b 2 5"),
        kept_row("an id with a no-break space", "a\u{a0}b 2 5".as_bytes()),
        kept_row("an id with an apostrophe", b"O'Hara 2 5"),
        kept_row("an id of punctuation", b"=,;:#%&(){}[]/\\|`~^!?<>*+-_.$@ 2 5"),
        kept_row("an id that looks like a comment", b"# 2 5"),
        kept_row("an id that is a number", b"12345 2 5"),
        kept_row("an id that looks like a field", b"10 2 05"),
        kept_row("an id that looks like a header", b"2 2 3"),
        kept_row("an id that differs from ours in case", b"floe 2 5"),
        kept_row("an id that starts like ours", b"Floe2 2 5"),
        accepted(
            "rows in any order",
            "2 3\n01 20 00\n03 30 02\nZoe 9 4\nBea 2 5\nFloe 1 4\nCid 3 8\n",
            "2 3\n00 01 00\n03 30 02\nZoe 9 4\nBea 2 5\nFloe 1 6\nCid 3 8\n",
        ),
        accepted(
            "nine players, ours in the middle",
            "1 9\n05 10 01 00 02 03 04 06 07\nI 9 1\nH 8 1\nG 7 1\nF 6 1\nFloe 5 1\nD 4 1\nC 3 1\nB 2 1\nA 1 1\n",
            "1 9\n00 05 01 00 02 03 04 06 07\nI 9 1\nH 8 1\nG 7 1\nF 6 1\nFloe 5 2\nD 4 1\nC 3 1\nB 2 1\nA 1 1\n",
        ),
        accepted(
            "our score with leading zeros is counted on",
            "1 2\n01 30\nFloe 1 0099\n",
            "1 2\n00 01\nFloe 1 102\n",
        ),
        accepted("no other player", "1 2\n01 30\nFloe 1 1\n", "1 2\n00 01\nFloe 1 4\n"),
    ];
    check("phase=movement nodes=20 in.txt out.txt", &cases);
}

#[test]
fn penguins_on_fish_under_square() {
    let cases = [
        warned(
            "the others' penguins keep their digits",
            "2 4\n01 20 00 12\n32 30 22 00\nFloe 1 4\nBea 2 5\n",
            "2 4\n00 01 00 12\n32 30 22 00\nFloe 1 4\nBea 2 5\n".replace("Floe 1 4", "Floe 1 6"),
        ),
        warned(
            "ours that stay keep theirs",
            "2 4\n01 20 00 31\n11 00 00 00\nFloe 1 4\n",
            "2 4\n00 01 00 31\n11 00 00 00\nFloe 1 6\n",
        ),
        warned(
            "ours that leaves, leaves a hole and scores the arrival only",
            "1 3\n21 10 00\nFloe 1 4\n",
            "1 3\n00 01 00\nFloe 1 5\n",
        ),
    ];
    check("phase=movement nodes=20 in.txt out.txt", &cases);
}

#[test]
fn placements_come_out_canonically_too() {
    let cases = [
        accepted("the first player of all", "2 2\n10 20\n00 30\n", "2 2\n01 20\n00 30\nFloe 1 1\n"),
        accepted("no last newline after the board", "2 2\r\n10 20\r\n00 30", "2 2\n01 20\n00 30\nFloe 1 1\n"),
        accepted("no last newline after a row", "1 2\n10 01\nBea 1 1", "1 2\n02 01\nBea 1 1\nFloe 2 1\n"),
        accepted(
            "blank lines before we join",
            "1 2\n10 01\n\nBea 1 1\n\n",
            "1 2\n02 01\nBea 1 1\nFloe 2 1\n",
        ),
        accepted("a board of one field", "1 1\n10", "1 1\n01\nFloe 1 1\n"),
        accepted(
            "a second penguin",
            "1 4\n10 01 02 30\nBea 1 1\nFloe 2 1\n",
            "1 4\n02 01 02 30\nBea 1 1\nFloe 2 2\n",
        ),
    ];
    check("phase=placement penguins=2 nodes=20 in.txt out.txt", &cases);
}

#[test]
fn a_line_may_be_very_long() {
    let holes = "00 ".repeat(200_000);
    let case = accepted(
        "a row of 200002 fields",
        format!("1 200002\n01 10 {holes}\nFloe 1 1\n"),
        format!("1 200002\n00 01 {}\nFloe 1 2\n", holes.trim_end()),
    );
    check("phase=movement nodes=20 in.txt out.txt", &[case]);
}

fn check(line: &str, cases: &[Accepted]) {
    check_each(cases, |Accepted { name, input, output, warns }| {
        let sandbox = Sandbox::with("in.txt", input);
        let run = sandbox.run_line(line).expect(name, 0);
        assert_text(name, &sandbox.read("out.txt"), output);
        assert_text(&format!("{name}, the input"), &sandbox.read("in.txt"), input);
        assert!(!run.stderr.contains("error:"), "{name}: {}", run.told());
        let run = if *warns {
            run.expect_message(name, "in.txt:").expect_message(name, "warning:")
        } else {
            run.expect_silence(name)
        };
        assert!(run.stdout.is_empty(), "{name}: {}", run.told());

        // Our own output must be accepted by the next call.
        let again = sandbox.run_line(&line.replace("in.txt", "out.txt"));
        assert!(matches!(again.code, Some(0 | 1)), "{name}, read again: {}", again.told());
    });
}
