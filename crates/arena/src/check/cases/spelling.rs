//! Valid files in all spellings that a program meets, or should be prepared for.

use super::turns::alike;
use crate::check::Group;
use crate::check::case::ExpectedAnswer::{NoTurn, Turn};
use crate::check::case::{CaseList, CheckCase};
use crate::check::frequency::Frequency;
use crate::check::scene::{EMPTY, MIDDLE, START, middle_with};

pub(super) fn cases(own_id: &[u8]) -> Vec<CheckCase> {
    let mut cases = CaseList::new(Group::Spelling, own_id);
    let each_line = |end: &str| MIDDLE.lines().map(|line| format!("{line}{end}")).collect::<String>();
    cases.must(Frequency::NEVER, "Each line may end with any number of spaces.");
    cases.moving_on("a space at each line end", each_line(" \n"), Turn);
    cases.moving_on("many spaces at line ends", each_line("          \n"), Turn);
    ids(&mut cases);

    cases.should("The last line may have no newline: the start boards of real courses do not.");
    cases.moving_on("no last newline", MIDDLE.trim_end(), Turn);
    cases.placing_on("no last newline, and no rows", 3, EMPTY.trim_end(), Turn);
    cases.should("A field such as 21 is a penguin of player 1 on fish that are already scored: many programs write it.");
    cases.moving_on("its own penguin on fish (22)", middle_with("30 02 20", "30 22 20"), Turn);
    cases.moving(
        "another's penguin on fish (32) is in the way",
        "1 4\n01 20 32 30\n{me} 1 4\nBea 2 5\n",
        Turn,
    );
    cases.moving("penguins on fish are not free: 1", "1 3\n01 12 30\n{me} 1 4\nBea 2 5\n", NoTurn);
    cases.should("A line ends with LF or CR LF. Remove the CR before you split a line into words.");
    cases.moving_on("CR LF", each_line("\r\n"), Turn);
    cases.moving_on("blanks before CR LF", each_line(" \r\n"), Turn);
    cases.moving_on("CR LF, except in the last line", each_line("\r\n").trim_end(), Turn);
    cases.should(
        "Words are separated by any number of spaces and tabs, which may also stand at both ends of a line.",
    );
    cases.moving_on("runs of spaces", MIDDLE.replace(' ', "   "), Turn);
    cases.moving_on("tabs", MIDDLE.replace(' ', "\t"), Turn);
    cases.moving_on("tabs at line ends", each_line("\t\n"), Turn);
    let leading: String = MIDDLE.lines().map(|line| format!("  {line}\n")).collect();
    cases.moving_on("leading blanks", leading, Turn);
    let blanks = " ".repeat(20_000);
    cases.moving_on(
        "20000 blanks at a line end",
        middle_with("30 20 10\n", &format!("30 20 10{blanks}\n")),
        Turn,
    );
    cases.should("Skip blank lines after the board.");
    cases.moving_on("blank lines before the rows", middle_with("Bea", "\n\nBea"), Turn);
    cases.moving_on("blank lines between the rows", middle_with("Cid", "\n \nCid"), Turn);
    cases.moving_on("blank lines at the end", format!("{MIDDLE}\n\t\n  \n\n"), Turn);
    cases.moving_on("blank CR LF lines", each_line("\r\n").replace("Cid", "\r\nCid"), Turn);
    cases.placing_on("blank lines, when joining", 3, format!("{}\n\n", START.replace("Bea", "\nBea")), Turn);
    cases.should("Skip the three bytes EF BB BF at the very start: some editors write them.");
    cases.moving_on("a byte-order mark", format!("\u{feff}{MIDDLE}"), Turn);
    cases.should("Leading zeros are allowed in the header and in scores.");
    cases.moving_on("leading zeros in the header", middle_with("8 10", "008 010"), Turn);
    cases.moving_on("leading zeros in its own score", middle_with("{me} 2 5", "{me} 2 005"), Turn);
    let zeros = format!("{{me}} 2 {}5", "0".repeat(30));
    cases.moving_on("leading zeros of 30 digits", middle_with("{me} 2 5", &zeros), Turn);
    cases.finish()
}

/// Cases about the ids of other players.
fn ids(cases: &mut CaseList<'_>) {
    let with_id = |id: &[u8]| {
        let (before, after) = MIDDLE.split_once("Bea").unwrap_or((MIDDLE, ""));
        [before.as_bytes(), id, after.as_bytes()].concat()
    };
    cases.must(
        Frequency::ALIKE_IDS,
        "Your row is the one whose id equals yours in every byte: 'Ann' is neither 'Anna' nor 'ann'.",
    );
    for (words, other) in alike(cases.own_id()) {
        cases.moving_on(format!("an id {words}, before it"), with_id(&other), Turn);
        let other = String::from_utf8_lossy(&other).into_owned();
        cases.moving_on(format!("an id {words}, after it"), middle_with("Cid", &other), Turn);
    }
    cases.moving_on("an id that is its own twice over, after it", middle_with("Cid", "{me}{me}"), Turn);
    cases.must(
        Frequency::ODD_IDS,
        "An id may have any length and any characters but spaces and quotation marks: read it as a word of bytes.",
    );
    cases.moving_on("an id of 60 letters", with_id(&b"Penguin".repeat(9)[..60]), Turn);
    cases.moving_on("an id of one letter", with_id(b"q"), Turn);
    cases.moving_on("an id in UTF-8", with_id("Łoś-企鵝".as_bytes()), Turn);
    cases.moving_on("an id of digits", with_id(b"10"), Turn);
    cases.moving_on("an id with signs", with_id(b"Team_B-2"), Turn);
    cases.moving_on("an id of punctuation", with_id(b"#'%s\\n;$(x)<&>"), Turn);
    cases.should("Ids that are not UTF-8, or longer than 64 bytes, get an alias from this referee; others may hand them on.");
    cases.moving_on("an id that is not UTF-8", with_id(b"\xff\xfe\x80id"), Turn);
    cases.moving_on("an id with bytes that are blanks in other encodings", with_id(b"a\xa0b\x85c"), Turn);
    cases.moving_on("an id like an argument", with_id(b"phase=movement"), Turn);
    cases.moving_on("an id of 1000 letters", with_id(&b"L".repeat(1000)), Turn);
    cases.moving_on("an id of 100000 letters", with_id(&b"L".repeat(100_000)), Turn);
}
