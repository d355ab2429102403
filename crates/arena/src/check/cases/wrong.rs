//! Invalid files, one for each way in which a file can be invalid: an ordinary board with one mistake.

use crate::check::Group;
use crate::check::case::ExpectedAnswer::Refuse;
use crate::check::case::{CaseList, CheckCase};
use crate::check::frequency::Frequency;
use crate::check::scene::{MIDDLE, middle_with};

/// A mistake: its description, the part of the ordinary board that it replaces, and what stands there instead.
type Mistake = (&'static str, &'static str, &'static str);

pub(super) fn cases(own_id: &[u8]) -> Vec<CheckCase> {
    let mut cases = CaseList::new(Group::Wrong, own_id);
    let add = |cases: &mut CaseList<'_>, list: &[Mistake]| {
        for (name, from, to) in list {
            cases.moving_on(*name, middle_with(from, to), Refuse);
        }
    };
    cases.must(Frequency::NEVER, "Refuse a wrong file with exit code 2, and say on standard error what is wrong and where. The first line must be two numbers of at least 1.");
    cases.moving_on("an empty file", "", Refuse);
    add(
        &mut cases,
        &[
            ("a header of one number", "8 10\n", "8\n"),
            ("a letter in the header", "8 10\n", "8 x\n"),
            ("no rows", "8 10\n", "0 10\n"),
            ("no columns", "8 10\n", "8 0\n"),
        ],
    );
    cases.must(
        Frequency::NEVER,
        "Each of the m lines after the header must have exactly n fields, else exit with 2.",
    );
    add(
        &mut cases,
        &[
            ("too few fields in a row", "30 10 00 10 20 10 01 20 10 30\n", "30 10 00 10 20 10 01 20 10\n"),
            (
                "too many fields in a row",
                "30 10 00 10 20 10 01 20 10 30\n",
                "30 10 00 10 20 10 01 20 10 30 10\n",
            ),
            ("a row missing before the players", "20 30 20 10 20 10 00 10 10 20\n", ""),
            ("an extra row", "Bea 1 4\n", "10 10 20 30 10 10 20 30 10 20\nBea 1 4\n"),
        ],
    );
    cases.must(
        Frequency::NEVER,
        "A field is two digits, fish from 0 to 3, then a player; anything else is exit code 2.",
    );
    add(
        &mut cases,
        &[
            ("a field of one digit", "20 30 20", "20 3 20"),
            ("a field of three digits", "20 30 20", "20 030 20"),
            ("a letter in a field", "20 30 20", "20 3x 20"),
            ("four fish", "20 30 20", "20 40 20"),
        ],
    );
    cases.must(Frequency::NEVER, "A player row is an id, a number from 1 to 9 and a score; no number and no id twice, and a row for each penguin; else exit with 2.");
    add(
        &mut cases,
        &[
            ("a row of one word", "Cid 3 7\n", "Cid\n"),
            ("a row of two words", "Cid 3 7\n", "Cid 3\n"),
            ("player number 0", "Cid 3 7\n", "Cid 3 7\nDan 0 0\n"),
            ("player number 10", "Cid 3 7\n", "Cid 3 7\nDan 10 0\n"),
            ("a letter as a number", "Cid 3 7\n", "Cid 3 7\nDan x 0\n"),
            ("a letter as a score", "Cid 3 7\n", "Cid 3 x\n"),
            ("the same number twice", "Cid 3 7\n", "Cid 3 7\nDan 3 7\n"),
            ("the same id twice", "Cid 3 7\n", "Cid 3 7\nCid 4 0\n"),
            ("its own id twice", "Cid 3 7\n", "Cid 3 7\n{me} 4 0\n"),
            ("a penguin without a player row", "Cid 3 7\n", ""),
        ],
    );
    beyond(&mut cases);
    cases.finish()
}

/// Mistakes that the original task does not name.
fn beyond(cases: &mut CaseList<'_>) {
    let mut add = |hint: &'static str, list: &[Mistake]| {
        cases.should(hint);
        for (name, from, to) in list {
            cases.moving_on(*name, middle_with(from, to), Refuse);
        }
    };
    add(
        "The first line is two numbers and nothing else.",
        &[
            ("a blank line before the header", "8 10\n", "\n8 10\n"),
            ("a header of three numbers", "8 10\n", "8 10 2\n"),
            ("a number with letters in the header", "8 10\n", "8 10x\n"),
            ("a minus sign in the header", "8 10\n", "-8 10\n"),
        ],
    );
    add(
        "Compare the size in the header with the length of the file before you allocate memory; beware of overflow.",
        &[
            ("a header that promises far too much", "8 10\n", "99999 99999\n"),
            ("a header past 32 bits", "8 10\n", "4294967304 10\n"),
            ("a header past 64 bits", "8 10\n", "18446744073709551624 10\n"),
            ("a header whose product passes 32 bits", "8 10\n", "65536 65537\n"),
        ],
    );
    add(
        "Each line of the board has its own fields: a line break is not just a blank.",
        &[
            ("a field moved to the next row", "03 20\n30 10", "03\n20 30 10"),
            ("a blank line inside the board", "10 20 10 30 02", "\n10 20 10 30 02"),
            ("fields without a blank between", "20 30 20", "2030 20"),
            ("a sign in a field", "20 30 20", "20 +3 20"),
        ],
    );
    add(
        "A player row is three words; a score consists of digits, and is at most 4294967295 together with all fish on the board.",
        &[
            ("a row of four words", "Cid 3 7\n", "Cid 3 7 6\n"),
            ("a quotation mark in an id", "Cid 3 7\n", "\"Cid\" 3 7\n"),
            ("a negative number", "Cid 3 7\n", "Cid 3 7\nDan -4 0\n"),
            ("a negative score", "Cid 3 7\n", "Cid 3 -7\n"),
            ("a score with a fraction", "Cid 3 7\n", "Cid 3 7.0\n"),
            ("a score past 32 bits", "Cid 3 7\n", "Cid 3 4294967296\n"),
            ("a score past 64 bits", "Cid 3 7\n", "Cid 3 18446744073709551617\n"),
            ("a score that the next fish would make too large", "{me} 2 5\n", "{me} 2 4294967295\n"),
        ],
    );
    add(
        "A byte below 32 and the byte 127 are invalid anywhere, except tabs and the CR before an LF. Read bytes, not C strings.",
        &[
            ("a zero byte in a field", "20 30 20", "20 3\0 20"),
            ("a zero byte in an id", "Cid 3", "C\0id 3"),
            ("zero bytes at the end", "Cid 3 7\n", "Cid 3 7\n\0\0\0"),
            ("an escape sequence", "Cid 3", "\x1b[2JCid 3"),
            ("a form feed", "Cid 3 7\n", "Cid 3 7\x0c\n"),
            ("a carriage return inside a line", "20 30 20", "20\r30 20"),
            ("a delete byte", "Cid 3", "Cid\x7f 3"),
        ],
    );
    cases.moving_on("blanks only", "  \n", Refuse);
    let cut = MIDDLE.find("30 02 20").map_or(MIDDLE, |at| &MIDDLE[..at + 1]);
    cases.moving_on("a file cut off within a row", cut, Refuse);
}
