//! Cases about turns: placing, joining, moving, and positions without a turn.

use crate::check::Group;
use crate::check::case::ExpectedAnswer::{NoTurn, Refuse, Turn};
use crate::check::case::{CaseList, CheckCase};
use crate::check::frequency::Frequency;
use crate::check::scene::{EMPTY, MIDDLE, START};

pub(super) fn placement(own_id: &[u8]) -> Vec<CheckCase> {
    let mut cases = CaseList::new(Group::Placement, own_id);
    joining(&mut cases);

    cases.must(
        Frequency::EVERY,
        "Count your penguins on the board: with fewer than N, place one more. Your score grows by 1.",
    );
    cases.placing("the second penguin", 2, "2 2\n10 01\n10 30\n{me} 1 1\n", Turn);
    cases.placing("the last of three", 3, "2 3\n01 01 02\n10 02 20\n{me} 1 2\nBea 2 2\n", Turn);
    cases.must(
        Frequency::MANY_PENGUINS,
        "N may be any number: do not keep your penguins in an array of fixed size.",
    );
    cases.placing("the fourth of five", 5, "2 4\n01 01 02 01\n10 02 20 02\n{me} 1 3\nBea 2 3\n", Turn);
    cases.placing("the last of five", 5, "2 5\n01 01 02 01 01\n10 02 20 02 02\n{me} 1 4\nBea 2 4\n", Turn);
    cases.placing("many penguins to place", 1_000_000, "1 3\n10 01 10\n{me} 1 1\n", Turn);
    cases.must(
        Frequency::LOST_FIRST_TURN,
        "A row without penguins belongs to a player who lost a turn: keep its number.",
    );
    cases.placing("has a row, but no penguin yet", 2, "1 3\n10 02 20\n{me} 1 0\nBea 2 1\n", Turn);
    cases.must(Frequency::EVERY, "Place a penguin only on a free floe with exactly one fish.");
    cases.placing("only one floe has one fish", 1, "3 3\n20 30 00\n30 20 30\n20 30 10\n", Turn);
    cases.must(Frequency::EVERY, "When all N penguins are placed, exit with 1 and write nothing.");
    cases.placing("all N are placed: 1", 2, "2 2\n01 01\n10 30\n{me} 1 2\n", NoTurn);
    cases.placing("all three are placed: 1", 3, "2 4\n01 01 10 01\n10 02 30 02\n{me} 1 3\nBea 2 2\n", NoTurn);
    cases.placing(
        "all five are placed: 1",
        5,
        "2 5\n01 01 02 01 01\n10 02 20 01 02\n{me} 1 5\nBea 2 3\n",
        NoTurn,
    );
    cases.placing("more than N are placed: 1", 1, "2 2\n01 01\n10 30\n{me} 1 2\n", NoTurn);
    cases.must(Frequency::NEVER, "When no free floe with one fish is left, exit with 1 and write nothing.");
    cases.placing("no floe with one fish is left: 1", 2, "2 2\n01 20\n00 30\n{me} 1 1\n", NoTurn);
    cases.placing(
        "joining without a floe with one fish: 1, and no row",
        2,
        "2 2\n01 20\n02 30\nBea 1 1\nCid 2 1\n",
        NoTurn,
    );
    cases.should("A field such as 11 is a penguin, though some programs leave the fish in the file.");
    cases.placing("penguins on fish are not free", 1, "1 4\n12 11 10 20\nBea 1 1\nCid 2 1\n", Turn);
    cases.finish()
}

fn joining(cases: &mut CaseList<'_>) {
    cases.must(
        Frequency::EVERY,
        "A program without a row adds one at the end: its id, the next number, and the score after this turn.",
    );
    cases.placing_on("joins an empty game as player 1", 3, EMPTY, Turn);
    cases.placing("joins as the second", 2, "2 2\n10 20\n01 30\nBea 1 1\n", Turn);
    cases.placing_on("joins as the third", 3, START, Turn);
    cases.must(
        Frequency::LOST_FIRST_TURN,
        "A row without penguins belongs to a player who lost a turn: keep its number.",
    );
    cases.placing("joins when no penguin is placed yet", 1, "1 2\n10 10\nBea 1 0\n", Turn);
    cases.must(
        Frequency::ALIKE_IDS,
        "Your row is the one whose id equals yours in every byte: 'Ann' is neither 'Anna' nor 'ann'.",
    );
    for (words, other) in alike(cases.own_id()) {
        let text = [&b"1 4\n01 10 30 02\n"[..], &other, b" 1 1\nBea 2 1\n"].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        cases.placing(format!("joins beside an id {words}"), 1, text, Turn);
    }
    cases.must(Frequency::ODD_SIZES, "A game may have up to nine players.");
    let eight: String = (1..=8).map(|number| format!("p{number} {number} 0\n")).collect();
    cases.placing("joins as the ninth", 1, format!("1 2\n10 20\n{eight}"), Turn);

    cases.should(
        "The next number is the highest in use plus one; if that would be 10, it is the lowest free number.",
    );
    cases.placing("joins when rows are not in order", 1, "2 3\n10 20 02\n01 30 10\nCid 2 1\nBea 1 1\n", Turn);
    cases.placing("joins after a gap: 1 and 5 play, so 6", 1, "1 4\n01 05 10 20\nBea 1 1\nCid 5 1\n", Turn);
    cases.placing("joins when only 2 plays, so 3", 1, "1 3\n02 10 20\nBea 2 1\n", Turn);
    cases.placing("joins when only 9 plays, so 1", 1, "1 3\n09 10 20\nBea 9 1\n", Turn);
    cases.placing(
        "joins when 9, 1 and 3 play, so 2",
        1,
        "1 4\n09 01 10 03\nBea 9 1\nCid 1 1\nDan 3 1\n",
        Turn,
    );
    cases.should("A game has at most nine players: a tenth exits with 2.");
    cases.placing("nine players already: 2", 1, format!("1 2\n10 20\n{eight}p9 9 0\n"), Refuse);
}

/// Returns ids that are nearly a program's own, with a description each.
pub(super) fn alike(own: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let swapped = |byte: &u8| {
        if byte.is_ascii_lowercase() { byte.to_ascii_uppercase() } else { byte.to_ascii_lowercase() }
    };
    let mut counted = own.to_vec();
    match counted.last_mut() {
        Some(digit @ b'0'..=b'8') => *digit += 1,
        Some(digit @ b'9') => *digit = b'8',
        _ => counted.push(b'1'),
    }
    let all = [
        ("that begins like its own", [own, b"2"].concat()),
        ("that ends like its own", [b"x", own].concat()),
        ("that is the beginning of its own", own[..own.len().saturating_sub(1)].to_vec()),
        ("that is the end of its own", own.get(1..).unwrap_or_default().to_vec()),
        ("in other case", own.iter().map(swapped).collect()),
        ("with another number at its end", counted),
    ];
    // An id of one letter has no beginning, and half a character is no id to test with.
    let is_fit = |id: &[u8]| !id.is_empty() && id != own && str::from_utf8(id).is_ok();
    all.into_iter().filter(|(_, id)| is_fit(id)).collect()
}

pub(super) fn movement(own_id: &[u8]) -> Vec<CheckCase> {
    let mut cases = CaseList::new(Group::Movement, own_id);
    cases.must(Frequency::EVERY, "The field you leave becomes 00, the field you reach becomes 0 and your number, and its fish are added to your score.");
    cases.moving_on("anywhere on an open board", MIDDLE, Turn);
    cases.moving("right, for 2 fish", "1 2\n01 20\n{me} 1 4\n", Turn);
    cases.moving("left, for 3 fish", "1 2\n30 01\n{me} 1 4\n", Turn);
    cases.moving("down, for 1 fish", "2 1\n01\n10\n{me} 1 4\n", Turn);
    cases.moving("up, for 3 fish", "2 1\n30\n01\n{me} 1 4\n", Turn);
    cases.moving("from 9 to 10 and more fish", "1 2\n01 30\n{me} 1 9\n", Turn);

    cases.must(
        Frequency::EVERY,
        "A penguin moves in a straight line over free floes: water, penguins and the edge of the board stop it.",
    );
    cases.moving("not over water", "1 4\n01 10 00 30\n{me} 1 1\n", Turn);
    cases.moving("not over another's penguin", "1 4\n01 10 02 30\n{me} 1 1\nBea 2 1\n", Turn);
    cases.moving("not over its own penguin", "1 5\n01 01 10 00 30\n{me} 1 2\n", Turn);
    cases.moving("not diagonally", "2 2\n01 00\n00 30\n{me} 1 1\n", NoTurn);
    cases.moving_on(
        "not from the end of a row to the next",
        "8 8\n00 00 00 00 00 00 00 01\n30 00 00 00 00 00 00 00\n20 30 20 10 30 20 10 20\n10 20 02 30 20 10 30 10\n\
         30 10 20 20 10 30 20 30\n20 10 30 10 20 10 30 20\n10 30 20 10 02 20 10 10\n30 20 10 20 10 30 20 30\n\
         {me} 1 1\nBea 2 2\n",
        NoTurn,
    );
    cases.moving_on(
        "not from the last row to the first",
        "8 8\n20 30 20 10 30 20 10 30\n10 20 02 30 20 10 30 10\n30 10 20 20 10 30 20 30\n20 10 30 10 20 10 30 20\n\
         10 30 20 10 02 20 10 10\n30 20 10 20 10 30 20 30\n20 10 20 30 10 00 00 00\n10 20 10 20 30 00 00 01\n\
         {me} 1 1\nBea 2 2\n",
        NoTurn,
    );

    cases.must(
        Frequency::FIRST_BLOCKED,
        "Consider all your penguins: while any of them can move, you have a turn.",
    );
    cases.moving(
        "the first penguin is blocked, the second is not",
        "2 3\n01 00 00\n00 01 20\n{me} 1 5\n",
        Turn,
    );
    cases.must(
        Frequency::ONLY_LAST,
        "Consider all your penguins: while any of them can move, you have a turn.",
    );
    cases.moving("only the third penguin can move", "3 3\n01 00 00\n00 01 00\n00 01 20\n{me} 1 5\n", Turn);
    cases.must(
        Frequency::MANY_PENGUINS,
        "Consider all your penguins, however many there are: games may have more than three for each player.",
    );
    for (count, row) in [("fourth of five", "01 20 00 01"), ("fifth", "01 00 01 20")] {
        let text = format!("3 4\n01 00 01 00\n00 01 00 00\n{row}\n{{me}} 1 5\n");
        cases.moving(format!("only the {count} penguin can move"), text, Turn);
    }
    let nine = "5 6\n01 00 01 00 01 00\n00 00 00 00 00 00\n01 00 01 00 01 00\n00 00 00 00 00 00\n01 00 01 00 01 10\n";
    cases.moving("only the ninth penguin can move", format!("{nine}{{me}} 1 9\n"), Turn);
    cases.must(
        Frequency::ONE_MOVE,
        "Find the last move that is left: look in all four directions, one field away too.",
    );
    cases.moving("the last floe within reach", "2 2\n01 10\n02 00\n{me} 1 5\nBea 2 5\n", Turn);
    numbers_and_rows(&mut cases);

    cases.must(
        Frequency::EVERY,
        "When none of your penguins can move, exit with 1 and do not change the file.",
    );
    cases.moving("blocked by water: 1", "2 3\n01 00 30\n00 02 20\n{me} 1 5\nBea 2 5\n", NoTurn);
    cases.moving("blocked by penguins: 1", "2 2\n01 02\n02 30\n{me} 1 5\nBea 2 5\n", NoTurn);
    cases.moving(
        "all penguins blocked, but others can move: 1",
        "2 4\n01 00 02 20\n00 00 30 10\n{me} 1 5\nBea 2 5\n",
        NoTurn,
    );
    cases.must(
        Frequency::LOST_FIRST_TURN,
        "When none of your penguins can move, exit with 1 and do not change the file.",
    );
    cases.moving("a row, but no penguins: 1", "1 3\n02 30 10\n{me} 1 0\nBea 2 5\n", NoTurn);
    cases.should("No player joins in the movement phase: without a row of your own, you have no turn.");
    cases.moving("no row of its own: 1", "1 3\n02 30 10\nBea 2 5\n", NoTurn);
    cases.moving_on("no rows at all: 1", EMPTY, NoTurn);
    cases.moving("only a row that begins like its own: 1", "1 3\n01 30 10\n{me}2 1 5\n", NoTurn);
    cases.finish()
}

/// Cases about player numbers and the rows of others.
fn numbers_and_rows(cases: &mut CaseList<'_>) {
    cases.must(
        Frequency::EVERY,
        "Copy the other players' rows in their order, byte for byte; your number is in your row.",
    );
    cases.moving(
        "rows of others before and after its own",
        "1 4\n02 20 01 03\nBea 1 5\n{me} 2 4\nCid 3 11\n",
        Turn,
    );
    cases.must(Frequency::ODD_SIZES, "A game may have up to nine players.");
    let others: String = (1..=8).map(|number| format!("p{number} {number} {number}\n")).collect();
    cases.moving("nine players", format!("1 3\n09 20 01\n{others}{{me}} 9 4\n"), Turn);
    cases.moving("as player 9, from a score of 0", "1 4\n09 10 02 03\nBea 2 1\nCid 3 2\n{me} 9 0\n", Turn);
    cases.should("Your number is in your row: rows may be in any order, and numbers may have gaps.");
    cases.moving("as player 2 in the first row", "1 5\n20 02 00 01 30\n{me} 2 5\nBea 1 5\n", Turn);
    cases.moving("as player 7 among gaps", "1 5\n03 20 00 07 30\nBea 3 5\n{me} 7 5\nCid 5 0\n", Turn);
    cases.should("Copy the scores of others byte for byte, and keep your own in a type of 64 bits.");
    cases.moving(
        "scores of others with leading zeros",
        "1 3\n01 20 02\nBea 2 007\n{me} 1 4\nCid 3 000\n",
        Turn,
    );
    cases.moving("with a high score", "1 2\n01 30\n{me} 1 4294967000\n", Turn);
}
