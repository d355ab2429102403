//! Invalid board files: every error, with the position of the first one, a word of its cause, exit code 2
//! and an unchanged output.

use crate::sandbox::{Run, Sandbox, check_each};

/// A file that must be refused: the position, and a word that the message must contain.
type Refused<'a> = (&'a str, &'a [u8], (usize, usize), &'a str);

#[test]
fn a_bad_header() {
    let cases: &[Refused] = &[
        ("an empty file", b"", (1, 1), "empty"),
        ("a byte-order mark only", b"\xef\xbb\xbf", (1, 1), "empty"),
        ("a newline only", b"\n", (1, 1), "header"),
        ("blanks only", b"  \t ", (1, 1), "header"),
        ("a blank line before the header", b"\n1 2\n01 20\nFloe 1 4\n", (1, 1), "header"),
        ("one number", b"2\n01 20\n00 30\nFloe 1 4\n", (1, 2), "header"),
        ("three numbers", b"2 2 2\n01 20\n00 30\nFloe 1 4\n", (1, 5), "header"),
        ("a letter for rows", b"x 2\n01 20\nFloe 1 4\n", (1, 1), "header"),
        ("a letter for columns", b"1 y\n01 20\nFloe 1 4\n", (1, 3), "header"),
        ("a minus sign", b"-1 2\n01 20\nFloe 1 4\n", (1, 1), "header"),
        ("a plus sign", b"+1 2\n01 20\nFloe 1 4\n", (1, 1), "header"),
        ("a fraction", b"1 2.0\n01 20\nFloe 1 4\n", (1, 3), "header"),
        ("a hexadecimal number", b"0x1 2\n01 20\nFloe 1 4\n", (1, 1), "header"),
        ("a comma", b"1, 2\n01 20\nFloe 1 4\n", (1, 1), "header"),
        ("the header missing", b"01 20\n10 10\nFloe 1 4\n", (1, 1), ""),
        ("no rows", b"0 2\n01 20\nFloe 1 4\n", (1, 1), "row"),
        ("no columns", b"1 0\n01 20\nFloe 1 4\n", (1, 3), "column"),
        ("zeros", b"0 0\nFloe 1 4\n", (1, 1), "row"),
        ("many zeros", b"0000000000000000000000000 2\n01 20\nFloe 1 4\n", (1, 1), "row"),
        ("a control byte", b"1\x01 2\n01 20\nFloe 1 4\n", (1, 2), "control"),
    ];
    check(cases);
}

#[test]
fn more_fields_than_the_file_could_hold() {
    let sizes = [
        "99999 99999",
        "4294967295 4294967295",
        "4294967296 4294967296",
        "65536 65536",
        "2147483648 2",
        "1 4294967297",
        "4294967295 1",
        "18446744073709551615 18446744073709551615",
        "18446744073709551617 2",
        "1 999999999999999999999999999999999999999999",
    ];
    for size in sizes {
        let text = format!("{size}\n01 20\nFloe 1 4\n");
        check(&[(size, text.as_bytes(), (1, 1), size.split(' ').next().unwrap())]);
    }
}

/// The size is checked before any allocation: with little memory the refusal is the same.
#[cfg(target_os = "linux")]
#[test]
fn a_huge_header_needs_no_memory() {
    for size in ["99999 99999", "4294967295 4294967295", "1 2000000000"] {
        let sandbox = Sandbox::with("board.txt", format!("{size}\n01 20\nFloe 1 4\n"));
        let run = sandbox.run_after("ulimit -v 200000", "phase=movement board.txt board.txt");
        run.expect(size, 2).expect_message(size, "board.txt:1:");
    }
}

#[test]
fn bad_rows_of_fields() {
    let cases: &[Refused] = &[
        ("too few fields", b"2 3\n01 20\n00 30 02\nFloe 1 4\nBea 2 5\n", (2, 6), "fields"),
        ("too few fields, blanks after", b"2 3\n01 20  \n00 30 02\nFloe 1 4\nBea 2 5\n", (2, 6), "fields"),
        ("too many fields", b"2 3\n01 20 00 10\n00 30 02\nFloe 1 4\nBea 2 5\n", (2, 10), "fields"),
        ("too few in the last row", b"2 3\n01 20 00\n00 02\nFloe 1 4\nBea 2 5\n", (3, 6), "fields"),
        ("too many in the last row", b"2 2\n01 20\n00 02 10\nFloe 1 4\nBea 2 5\n", (3, 7), "fields"),
        ("one digit", b"1 2\n01 2\nFloe 1 4\n", (2, 4), "digits"),
        ("three digits", b"1 2\n01 020\nFloe 1 4\n", (2, 4), "digits"),
        ("glued fields", b"1 3\n0120 00\nFloe 1 4  \n", (2, 1), "digits"),
        ("a letter for fish", b"1 2\n01 x0\nFloe 1 4\n", (2, 4), "digits"),
        ("a letter for the player", b"1 2\n01 2x\nFloe 1 4\n", (2, 4), "digits"),
        ("a minus sign", b"1 2\n01 -1\nFloe 1 4\n", (2, 4), "digits"),
        ("a plus sign", b"1 2\n01 +1\nFloe 1 4\n", (2, 4), "digits"),
        ("a comma between", b"1 2\n01,20\nFloe 1 4\n", (2, 1), "digits"),
        ("digits that are not ASCII", "1 2\n01 ２０\nFloe 1 4\n".as_bytes(), (2, 4), "digits"),
        ("four fish", b"1 2\n01 40\nFloe 1 4\n", (2, 4), "fish"),
        ("nine fish", b"1 2\n01 90\nFloe 1 4\n", (2, 4), "fish"),
        ("a penguin on four fish", b"1 2\n41 20\nFloe 1 4\n", (2, 1), "fish"),
        ("a missing row, then players", b"3 2\n01 20\n00 02\nFloe 1 4\nBea 2 5\n", (4, 1), "row 3"),
        ("a missing row, then the end", b"3 2\n10 20 \n00 10       \n", (3, 6), "row 3"),
        ("all rows missing", b"1 2\nFloe 1 4\n", (2, 1), "row 1"),
        ("an extra row", b"2 2\n01 20\n00 02\n10 10\nFloe 1 4\nBea 2 5\n", (4, 1), "row"),
        ("an extra row of three fields", b"1 3\n01 20 00\n10 10 10\nFloe 1 4\n", (3, 1), "row"),
        ("an extra row at the end", b"1 2\n01 20\nFloe 1 4\n10 10\n", (4, 1), "row"),
        ("a blank line before the board", b"1 2\n\n01 20\nFloe 1 4\n", (2, 1), "blank"),
        ("a blank line inside the board", b"2 2\n01 20\n\n00 02\nFloe 1 4\nBea 2 5\n", (3, 1), "blank"),
        ("a stray penguin", b"2 2\n01 20\n00 03\nFloe 1 4\nBea 2 5\n", (3, 4), "player"),
        ("a stray penguin on fish", b"2 2\n01 20\n00 39\nFloe 1 4\nBea 2 5\n", (3, 4), "player"),
        ("penguins without any player row", b"1 2\n01 20\n", (2, 1), "player"),
        ("leading blanks count as columns", b"1 2\n  01 2\nFloe 1 4\n", (2, 6), "digits"),
        ("a tab counts as one column", b"1 2\n01\t\t2\nFloe 1 4\n", (2, 5), "digits"),
        ("CR LF does not count", b"1 2\r\n01 20\r\nFloe 1 x\r\n", (3, 8), "score"),
        ("a byte-order mark does not count", b"\xef\xbb\xbfx 2\n01 20\nFloe 1 4\n", (1, 1), "header"),
    ];
    check(cases);
}

#[test]
fn bad_player_rows() {
    let cases: &[Refused] = &[
        ("an id only", b"1 2\n01 20\nFloe 1 4\nBea\n", (4, 4), "three"),
        ("no score", b"1 2\n01 20\nFloe 1 4\nBea 2\n", (4, 6), "three"),
        ("a fourth field", b"1 2\n01 20\nFloe 1 4\nBea 2 5 6\n", (4, 9), "three"),
        ("an id with a blank", b"1 2\n01 20\nFloe 1 4\nBea Bee 2 5\n", (4, 11), "three"),
        ("number 0", b"1 2\n01 20\nFloe 1 4\nBea 0 5\n", (4, 5), "number"),
        ("number 10", b"1 2\n01 20\nFloe 1 4\nBea 10 5\n", (4, 5), "number"),
        ("number -2", b"1 2\n01 20\nFloe 1 4\nBea -2 5\n", (4, 5), "number"),
        ("a huge number", b"1 2\n01 20\nFloe 1 4\nBea 4294967298 5\n", (4, 5), "number"),
        ("a letter for the number", b"1 2\n01 20\nFloe 1 4\nBea x 5\n", (4, 5), "number"),
        ("number and score exchanged", b"1 2\n01 20\nFloe 1 4\nBea 15 2\n", (4, 5), "number"),
        ("a negative score", b"1 2\n01 20\nFloe 1 4\nBea 2 -5\n", (4, 7), "negative"),
        ("a score with a plus", b"1 2\n01 20\nFloe 1 4\nBea 2 +5\n", (4, 7), "score"),
        ("a fraction for a score", b"1 2\n01 20\nFloe 1 4\nBea 2 5.0\n", (4, 7), "score"),
        ("a letter for a score", b"1 2\n01 20\nFloe 1 4\nBea 2 x\n", (4, 7), "score"),
        ("a score past 64 bits", b"1 2\n01 20\nFloe 1 4\nBea 2 18446744073709551616\n", (4, 7), "large"),
        ("a score of 40 digits", &[&b"1 2\n01 20\nFloe 1 "[..], &[b'9'; 40]].concat(), (3, 8), "large"),
        ("the same number twice", b"1 2\n01 20\nFloe 1 4\nBea 2 5\nCid 2 5\n", (5, 5), "2"),
        ("our number twice", b"1 2\n01 20\nFloe 1 4\nBea 1 5\n", (4, 5), "1"),
        ("the same id twice", b"1 2\n01 20\nFloe 1 4\nBea 2 5\nBea 3 5\n", (5, 1), "Bea"),
        ("our id twice", b"1 2\n01 20\nFloe 1 4\nFloe 2 5\n", (4, 1), "Floe"),
        (
            "a tenth player",
            b"1 1\n10\na 1 0\nb 2 0\nc 3 0\nd 4 0\ne 5 0\nf 6 0\ng 7 0\nh 8 0\ni 9 0\nj 9 0\n",
            (12, 3),
            "9",
        ),
        ("a quotation mark first", b"1 2\n01 20\nFloe 1 4\n\"Bea 2 5\n", (4, 1), "quotation"),
        ("a quotation mark within", b"1 2\n01 20\nFloe 1 4\nB\"ea 2 5\n", (4, 2), "quotation"),
        ("an id in quotation marks", b"1 2\n01 20\nFloe 1 4\n\"Bea\" 2 5\n", (4, 1), "quotation"),
        ("words after the players", b"1 2\n01 20\nFloe 1 4\nthe end of it all\n", (4, 12), "three"),
    ];
    check(cases);
}

#[test]
fn control_bytes() {
    let cases: &[Refused] = &[
        ("NUL in a field", b"1 2\n01 2\0\nFloe 1 4\n", (2, 5), "control"),
        ("NUL between fields", b"1 2\n01\x0020\nFloe 1 4\n", (2, 3), "control"),
        ("NUL after a row", b"1 2\n01 20 \0\nFloe 1 4\n", (2, 7), "control"),
        ("NUL in an id", b"1 2\n01 20\nFloe 1 4\nB\0ea 2 5\n", (4, 2), "control"),
        ("NUL in a score", b"1 2\n01 20\nFloe 1 4\nBea 2 5\0\n", (4, 8), "control"),
        ("NUL on a line of its own", b"1 2\n01 20\nFloe 1 4\n\0\n", (4, 1), "control"),
        ("NULs at the end", b"1 2\n01 20\nFloe 1 4\n\0\0\0\0", (4, 1), "control"),
        ("an escape sequence", b"1 2\n01 20\nFloe 1 4\n\x1b[2JBea 2 5\n", (4, 1), "control"),
        ("a vertical tab for a blank", b"1 2\n01\x0b20\nFloe 1 4\n", (2, 3), "control"),
        ("a form feed for a blank", b"1 2\n01 20\nFloe 1 4\x0c\n", (3, 9), "control"),
        ("a carriage return for a blank", b"1 2\n01\r20\nFloe 1 4\n", (2, 3), "control"),
        ("two carriage returns", b"1 2\n01 20\r\r\nFloe 1 4\n", (2, 6), "control"),
        ("carriage returns for newlines", b"1 2\r01 20\rFloe 1 4\r", (1, 4), "control"),
        ("a delete byte", b"1 2\n01 20\nFloe 1 4\nBea\x7f 2 5\n", (4, 4), "control"),
        ("a backspace", b"1 2\n01 20\nFloe 1 4\nBea\x08 2 5\n", (4, 4), "control"),
    ];
    check(cases);
}

#[test]
fn all_errors_are_listed_in_the_order_of_the_file() {
    type Case<'a> = (&'a str, &'a str, &'a [(usize, usize)]);
    let cases: &[Case] = &[
        (
            "over the whole file",
            "3 3\n01 4x 00\n00 52 02 10\n00 30\nFloe 1 4\nBea 2 -1\nCid 2 7\nDan x y\n",
            &[(2, 4), (3, 4), (3, 10), (4, 6), (6, 7), (7, 5), (8, 5), (8, 7)],
        ),
        ("a stray penguin before a bad row", "2 2\n01 03\n20 1\nFloe 1 4\n", &[(2, 4), (3, 4)]),
        ("a stray penguin after a bad field", "2 2\n01 1\n20 03\nFloe 1 4\n", &[(2, 4), (3, 4)]),
        ("several stray penguins", "2 2\n03 03\n20 04\nFloe 1 4\n", &[(2, 1), (2, 4), (3, 4)]),
        ("a bad header in both numbers", "x y\n01 20\nFloe 1 4\n", &[(1, 1), (1, 3)]),
        ("id, number and score of one row", "1 2\n01 20\nFloe 1 4\nB\"ea 0 -5\n", &[(4, 2), (4, 6), (4, 8)]),
        ("a repeated id before a bad score", "1 2\n01 20\nFloe 1 4\nFloe 2 x\n", &[(4, 1), (4, 8)]),
        ("a repeated number before a bad score", "1 2\n01 20\nFloe 1 4\nBea 1 x\n", &[(4, 5), (4, 7)]),
        ("a repeated id and number", "1 2\n01 20\nFloe 1 4\nFloe 1 5\n", &[(4, 1), (4, 6)]),
        ("an extra field before a bad one", "1 2\n01 20 10 xx\nFloe 1 4\n", &[(2, 7), (2, 10)]),
        ("a control byte before a bad field", "1 3\n01 \u{1}0 2\nFloe 1 4  \n", &[(2, 4), (2, 7)]),
    ];
    check_each(cases, |&(name, text, expected)| {
        let sandbox = Sandbox::with("board.txt", text);
        let run = sandbox.run_line("phase=movement board.txt board.txt").expect(name, 2);
        assert_eq!(places(&run), expected, "{name}: {}", run.told());
    });
}

#[test]
fn after_a_hundred_errors_only_their_number_is_printed() {
    for (faults, listed) in [(99, 99), (100, 100), (101, 100), (250, 100)] {
        let case = format!("{faults} faults");
        let rows = "01 xx\n".repeat(faults);
        let sandbox = Sandbox::with("board.txt", format!("{faults} 2\n{rows}Floe 1 500\n"));
        let run = sandbox.run_line("phase=movement board.txt board.txt").expect(&case, 2);
        let expected: Vec<(usize, usize)> = (0..listed).map(|row| (row + 2, 4)).collect();
        assert_eq!(places(&run), expected, "{case}: {}", run.told());
        let last = run.stderr.lines().last().unwrap_or_default();
        let counted = last.contains(&faults.to_string()) || last.contains(&(faults - listed).to_string());
        assert_eq!(counted && !last.contains('^'), faults > listed, "{case}: {}", run.told());
    }

    // An error that is found last may be listed first.
    let rows = "03 xx\n".repeat(120);
    let sandbox = Sandbox::with("board.txt", format!("120 2\n{rows}Floe 1 500\n"));
    let run = sandbox.run_line("phase=movement board.txt board.txt").expect("stray penguins", 2);
    let expected: Vec<(usize, usize)> = (0..50).flat_map(|row| [(row + 2, 1), (row + 2, 4)]).collect();
    assert_eq!(places(&run), expected, "stray penguins: {}", run.told());
}

#[test]
fn the_message_names_the_file_as_it_was_given() {
    let sandbox = Sandbox::with("in put.txt", "1 2\n01 2x\nFloe 1 4\n");
    let absolute = sandbox.path("in put.txt").display().to_string();
    for input in ["in put.txt", "./in put.txt", &absolute] {
        let run = sandbox.run(["phase=movement", input, "out.txt"]).expect(input, 2);
        assert!(run.stderr.starts_with(&format!("{input}:2:4: error: ")), "{input}: {}", run.told());
    }
}

/// Returns line and column of every error message.
fn places(run: &Run) -> Vec<(usize, usize)> {
    let place = |line: &str| {
        let (place, _) = line.strip_prefix("board.txt:")?.split_once(": error: ")?;
        let (line, column) = place.split_once(':')?;
        Some((line.parse().ok()?, column.parse().ok()?))
    };
    run.stderr.lines().filter_map(place).collect()
}

#[track_caller]
fn check(cases: &[Refused]) {
    check_each(cases, |&(name, text, (line, column), word)| {
        // Over the same file, over another that exists, and over one that does not.
        for output in ["board.txt", "old.txt", "new.txt"] {
            let sandbox = Sandbox::with("board.txt", text);
            sandbox.write("old.txt", "what was here before\n");
            let before = (sandbox.snapshot(output), sandbox.names());
            let run = sandbox.run(["phase=movement", "nodes=20", "board.txt", output]).expect(name, 2);
            assert!(
                run.stderr.starts_with(&format!("board.txt:{line}:{column}: error: ")),
                "{name}: the first fault is not at {line}:{column}: {}",
                run.told()
            );
            let first = run.stderr.lines().next().unwrap_or_default();
            assert!(first.contains(word), "{name}: nothing about '{word}': {}", run.told());
            assert!(run.stdout.is_empty(), "{name}: {}", run.told());
            assert!((sandbox.snapshot(output), sandbox.names()) == before, "{name}: {output} was touched");
            assert!(places(&run).is_sorted(), "{name}: out of order: {}", run.told());
            assert!(
                !run.stderr.contains(|letter: char| letter.is_control() && letter != '\n'),
                "{name}: control bytes reach the terminal: {:?}",
                run.stderr
            );
            check_caret(name, text, &run);
        }
    });
}

/// Checks that the offending line follows each message, with a caret under the position.
fn check_caret(name: &str, text: &[u8], run: &Run) {
    let text = String::from_utf8_lossy(text).replace("\r\n", "\n").replace('\t', " ").replace('\u{feff}', "");
    let shown: Vec<&str> = run.stderr.lines().collect();
    for (index, (line, column)) in places(run).into_iter().enumerate() {
        let [_, excerpt, caret] = shown[3 * index..3 * index + 3] else {
            panic!("{name}: three lines for each fault: {}", run.told());
        };
        assert!(
            caret.trim_start_matches(' ').starts_with('^') && caret.trim_matches([' ', '^']).is_empty(),
            "{name}: no caret: {}",
            run.told()
        );
        let source = text.lines().nth(line - 1).unwrap_or_default().trim_end();
        // Unprintable characters may be shown in another way.
        if source.is_empty() || source.contains(|letter: char| letter != ' ' && !letter.is_ascii_graphic()) {
            continue;
        }
        let start = excerpt.find(source);
        let start = start.unwrap_or_else(|| panic!("{name}: the line is not shown: {}", run.told()));
        assert_eq!(caret.find('^'), Some(start + column - 1), "{name}: the caret: {}", run.told());
    }
}
