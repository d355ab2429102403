//! Invalid files, one for each way in which a file can be invalid.

use crate::check::Group;
use crate::check::case::ExpectedAnswer::Refuse;
use crate::check::case::{CaseList, CheckCase};

pub(super) fn cases(own_id: &[u8]) -> Vec<CheckCase> {
    let mut cases = CaseList::new(Group::Wrong, own_id);
    let mut add = |hint: &'static str, list: &[(&str, &[u8])]| {
        cases.must(hint);
        for (name, text) in list {
            cases.moving(*name, text, Refuse);
        }
    };
    add(
        "The first line must be two numbers of at least 1 and nothing else.",
        &[
            ("an empty file", b""),
            ("blanks only", b"  \n"),
            ("a blank line before the header", b"\n1 2\n01 20\n{me} 1 4\n"),
            ("a header of one number", b"2\n01 20\n00 30\n{me} 1 4\n"),
            ("a header of three numbers", b"2 2 2\n01 20\n00 30\n{me} 1 4\n"),
            ("a letter in the header", b"1 x\n01 20\n{me} 1 4\n"),
            ("a number with letters in the header", b"1 2x\n01 20\n{me} 1 4\n"),
            ("a minus sign in the header", b"-1 2\n01 20\n{me} 1 4\n"),
            ("no rows", b"0 2\n{me} 1 4\n"),
            ("no columns", b"1 0\n01 20\n{me} 1 4\n"),
        ],
    );
    add(
        "Compare the size in the header with the length of the file before you allocate memory; beware of overflow.",
        &[
            ("a header that promises far too much", b"99999 99999\n01 20\n{me} 1 4\n"),
            ("a header past 32 bits", b"4294967297 2\n01 20\n{me} 1 4\n"),
            ("a header past 64 bits", b"18446744073709551617 2\n01 20\n{me} 1 4\n"),
            ("a header whose product passes 32 bits", b"65536 65537\n01 20\n{me} 1 4\n"),
        ],
    );
    add(
        "Each of the m lines after the header must have exactly n fields.",
        &[
            ("too few fields in a row", b"2 3\n01 20\n00 30 02\n{me} 1 4\nBea 2 5\n"),
            ("too many fields in a row", b"2 3\n01 20 00 10\n00 30 02\n{me} 1 4\nBea 2 5\n"),
            ("a field moved to the next row", b"2 2\n01 20 00\n30\n{me} 1 4\n"),
            ("a row missing before the players", b"3 2\n01 20\n00 02\n{me} 1 4\nBea 2 5\n"),
            ("a row missing at the end", b"3 2\n10 20\n00 10\n"),
            ("an extra row", b"2 2\n01 20\n00 02\n10 10\n{me} 1 4\nBea 2 5\n"),
            ("a blank line inside the board", b"2 2\n01 20\n\n00 02\n{me} 1 4\nBea 2 5\n"),
            ("a file cut off within a row", b"2 3\n01 20 00\n00 3"),
        ],
    );
    add(
        "A field is two digits: fish from 0 to 3, then a player.",
        &[
            ("a field of one digit", b"1 2\n01 2\n{me} 1 4\n"),
            ("a field of three digits", b"1 2\n01 020\n{me} 1 4\n"),
            ("fields without a blank between", b"1 3\n0120 00\n{me} 1 4\n"),
            ("a letter in a field", b"1 2\n01 2x\n{me} 1 4\n"),
            ("a sign in a field", b"1 2\n01 +1\n{me} 1 4\n"),
            ("four fish", b"1 2\n01 40\n{me} 1 4\n"),
            ("a penguin on nine fish", b"1 2\n01 91\n{me} 1 4\n"),
        ],
    );
    add(
        "A player row is three words: id, number, score.",
        &[
            ("a row of one word", b"1 2\n01 20\n{me} 1 4\nBea\n"),
            ("a row of two words", b"1 2\n01 20\n{me} 1 4\nBea 2\n"),
            ("a row of four words", b"1 2\n01 20\n{me} 1 4\nBea 2 5 6\n"),
            ("a quotation mark in an id", b"1 2\n01 20\n{me} 1 4\n\"Bea\" 2 5\n"),
        ],
    );
    add(
        "A player number is one digit from 1 to 9.",
        &[
            ("player number 0", b"1 2\n01 20\n{me} 1 4\nBea 0 5\n"),
            ("player number 10", b"1 2\n01 20\n{me} 1 4\nBea 10 5\n"),
            ("a letter as a number", b"1 2\n01 20\n{me} 1 4\nBea x 5\n"),
            ("a negative number", b"1 2\n01 20\n{me} 1 4\nBea -2 5\n"),
        ],
    );
    add(
        "A score consists of digits, and is at most 4294967295 together with all the fish still on the board.",
        &[
            ("a negative score", b"1 2\n01 20\n{me} 1 4\nBea 2 -5\n"),
            ("a letter as a score", b"1 2\n01 20\n{me} 1 4\nBea 2 x\n"),
            ("a score with a fraction", b"1 2\n01 20\n{me} 1 4\nBea 2 5.0\n"),
            ("a score past 32 bits", b"1 2\n01 20\n{me} 1 4\nBea 2 4294967296\n"),
            ("a score past 64 bits", b"1 2\n01 20\n{me} 1 4\nBea 2 18446744073709551617\n"),
            ("a score that the next fish would make too large", b"1 2\n01 20\n{me} 1 4294967295\n"),
        ],
    );
    add(
        "No two players have the same number or the same id.",
        &[
            ("the same number twice", b"1 2\n01 20\n{me} 1 4\nBea 2 5\nCid 2 5\n"),
            ("the same id twice", b"1 2\n01 20\n{me} 1 4\nBea 2 5\nBea 3 5\n"),
            ("its own id twice", b"1 2\n01 20\n{me} 1 4\n{me} 2 5\n"),
            ("its own number twice", b"1 2\n01 20\n{me} 1 4\nBea 1 5\n"),
            (
                "ten players",
                b"1 1\n10\n{me} 1 0\nb 2 0\nc 3 0\nd 4 0\ne 5 0\nf 6 0\ng 7 0\nh 8 0\ni 9 0\nj 9 0\n",
            ),
        ],
    );
    add(
        "Every penguin needs a row with its number.",
        &[
            ("a penguin without a player row", b"2 2\n01 20\n00 03\n{me} 1 4\nBea 2 5\n"),
            ("penguins without any player row", b"1 2\n01 20\n"),
        ],
    );
    add(
        "A byte below 32 and the byte 127 are invalid anywhere, except tabs and the CR before an LF. Read bytes, not C strings.",
        &[
            ("a zero byte in a field", b"1 2\n01 2\0\n{me} 1 4\n"),
            ("a zero byte in an id", b"1 2\n01 20\n{me} 1 4\nB\0ea 2 5\n"),
            ("zero bytes at the end", b"1 2\n01 20\n{me} 1 4\n\0\0\0"),
            ("an escape sequence", b"1 2\n01 20\n{me} 1 4\n\x1b[2JBea 2 5\n"),
            ("a form feed", b"1 2\n01 20\n{me} 1 4\x0c\n"),
            ("a carriage return inside a line", b"1 2\n01\r20\n{me} 1 4\n"),
            ("a delete byte", b"1 2\n01 20\n{me} 1 4\nBea\x7f 2 5\n"),
        ],
    );
    cases.finish()
}
