//! Valid files in all spellings that a program must accept.

use crate::check::Group;
use crate::check::case::ExpectedAnswer::{NoTurn, Turn};
use crate::check::case::{CaseList, CheckCase};

pub(super) fn cases(own_id: &[u8]) -> Vec<CheckCase> {
    let mut cases = CaseList::new(Group::Spelling, own_id);
    cases.must(
        "Words are separated by any number of spaces and tabs, which may also stand at both ends of a line.",
    );
    cases.moving("runs of spaces", "2   3\n01   20  00\n00 30    02\n{me}    1  4\nBea  2   5\n", Turn);
    cases.moving("tabs", "2\t3\n01\t20\t00\n00\t30\t02\n{me}\t1\t4\nBea\t2\t5\n", Turn);
    cases.moving("blanks at line ends", "2 3 \n01 20 00   \n00 30 02\t\n{me} 1 4 \t \nBea 2 5  \n", Turn);
    cases.moving("leading blanks", "  2 3\n\t01 20 00\n 00 30 02\n   {me} 1 4\n\tBea 2 5\n", Turn);
    let blanks = " ".repeat(20_000);
    cases.moving("20000 blanks at a line end", format!("1 3\n01 20 02{blanks}\n{{me}} 1 4\nBea 2 5\n"), Turn);
    cases.must("A line ends with LF or CR LF; the last one may have neither. Remove the CR before you split a line into words.");
    cases.moving("CR LF", "2 3\r\n01 20 00\r\n00 30 02\r\n{me} 1 4\r\nBea 2 5\r\n", Turn);
    cases.moving("blanks before CR LF", "2 3 \r\n01 20 00\t\r\n00 30 02 \r\n{me} 1 4\r\nBea 2 5 \r\n", Turn);
    cases.moving("no last newline", "2 3\n01 20 00\n00 30 02\nBea 2 5\n{me} 1 4", Turn);
    cases.moving("no last newline, and no rows", "1 3\n10 20 00", NoTurn);
    cases.moving(
        "CR LF, except in the last line",
        "2 3\r\n01 20 00\r\n00 30 02\r\nBea 2 5\r\n{me} 1 4",
        Turn,
    );
    cases.must("Skip blank lines after the board.");
    cases.moving("blank lines before the rows", "2 3\n01 20 00\n00 30 02\n\n\n{me} 1 4\nBea 2 5\n", Turn);
    cases.moving("blank lines between the rows", "2 3\n01 20 00\n00 30 02\n{me} 1 4\n\n \nBea 2 5\n", Turn);
    cases.moving("blank lines at the end", "2 3\n01 20 00\n00 30 02\n{me} 1 4\nBea 2 5\n\n\t\n  \n\n", Turn);
    cases.moving(
        "blank CR LF lines",
        "2 3\r\n01 20 00\r\n00 30 02\r\n\r\n{me} 1 4\r\n \r\nBea 2 5\r\n",
        Turn,
    );
    cases.placing("blank lines, when joining", 1, "1 3\n10 20 02\n\nBea 2 5\n\n\n", Turn);
    cases.must("Skip the three bytes EF BB BF at the very start: some editors write them.");
    cases.moving("a byte-order mark", "\u{feff}2 3\n01 20 00\n00 30 02\n{me} 1 4\nBea 2 5\n", Turn);

    cases.must(
        "An id may have any length and contain any bytes but blanks, control bytes and quotation marks: read it as bytes.",
    );
    let with_id = |id: &[u8]| [b"1 3\n01 20 02\n", id, b" 2 5\n{me} 1 4\n"].concat();
    for (name, id) in [
        ("an id in UTF-8", "Łoś-企鵝".as_bytes()),
        ("an id that is not UTF-8", b"\xff\xfe\x80id"),
        ("an id with bytes that are blanks in other encodings", b"a\xa0b\x85c"),
        ("an id of digits", b"10"),
        ("an id like an argument", b"phase=movement"),
        ("an id of punctuation", b"#'%s\\n;$(x)<&>"),
    ] {
        cases.moving(name, with_id(id), Turn);
    }
    cases.moving("an id of 100000 letters", with_id(&b"L".repeat(100_000)), Turn);
    cases.must("Your row is the one whose id equals yours in every byte.");
    cases.moving("an id that begins like its own, before it", with_id(b"{me}2"), Turn);
    cases.moving("an id that ends like its own, before it", with_id(b"x{me}"), Turn);
    cases.moving(
        "an id that is its own twice over, after it",
        "1 3\n01 20 02\nBea 2 5\n{me} 1 4\n{me}{me} 3 0\n",
        Turn,
    );

    cases.must("Leading zeros are allowed in the header and in scores.");
    cases.moving("leading zeros in the header", "001 03\n01 20 02\n{me} 1 4\nBea 2 5\n", Turn);
    cases.moving("leading zeros in its own score", "1 3\n01 20 02\n{me} 1 004\nBea 2 5\n", Turn);
    cases.moving("leading zeros of 30 digits", format!("1 2\n01 20\n{{me}} 1 {}7\n", "0".repeat(30)), Turn);
    cases.must("A field such as 21 is a penguin of player 1 on fish that are already scored: older programs write it.");
    cases.moving("its own penguin on fish (21)", "1 3\n21 20 02\n{me} 1 4\nBea 2 5\n", Turn);
    cases.moving(
        "another's penguin on fish (32) is in the way",
        "1 4\n01 20 32 30\n{me} 1 4\nBea 2 5\n",
        Turn,
    );
    cases.moving("penguins on fish are not free: 1", "1 3\n01 12 30\n{me} 1 4\nBea 2 5\n", NoTurn);
    cases.finish()
}
