//! Cases about turns: placing, joining, moving, and positions without a turn.

use crate::check::Group;
use crate::check::case::ExpectedAnswer::{NoTurn, Refuse, Turn};
use crate::check::case::{CaseList, CheckCase};

pub(super) fn placement(own_id: &[u8]) -> Vec<CheckCase> {
    let mut cases = CaseList::new(Group::Placement, own_id);
    cases.must("A program without a row adds one at the end: its id, the next number, and the score after this turn.");
    cases.placing("joins an empty game as player 1", 2, "2 2\n10 20\n00 30\n", Turn);
    cases.placing("joins as the second", 2, "2 2\n10 20\n01 30\nBea 1 1\n", Turn);
    cases.placing("joins as the third", 2, "2 3\n10 20 02\n01 30 10\nBea 1 1\nCid 2 1\n", Turn);
    cases.placing("joins when rows are not in order", 1, "2 3\n10 20 02\n01 30 10\nCid 2 1\nBea 1 1\n", Turn);
    cases.placing("joins when no penguin is placed yet", 1, "1 2\n10 10\nBea 1 0\n", Turn);
    cases.placing("joins beside an id that begins like its own", 1, "1 3\n01 10 30\n{me}2 1 1\n", Turn);
    cases.placing("joins beside an id that ends like its own", 1, "1 3\n01 10 30\nx{me} 1 1\n", Turn);

    cases.must(
        "The next number is the highest in use plus one; if that would be 10, it is the lowest free number.",
    );
    cases.placing("joins after a gap: 1 and 5 play, so 6", 1, "1 4\n01 05 10 20\nBea 1 1\nCid 5 1\n", Turn);
    cases.placing("joins when only 2 plays, so 3", 1, "1 3\n02 10 20\nBea 2 1\n", Turn);
    cases.placing("joins when only 9 plays, so 1", 1, "1 3\n09 10 20\nBea 9 1\n", Turn);
    cases.placing(
        "joins when 9, 1 and 3 play, so 2",
        1,
        "1 4\n09 01 10 03\nBea 9 1\nCid 1 1\nDan 3 1\n",
        Turn,
    );
    let eight: String = (1..=8).map(|number| format!("p{number} {number} 0\n")).collect();
    cases.placing("joins as the ninth", 1, format!("1 2\n10 20\n{eight}"), Turn);
    cases.must("A game has at most nine players: a tenth exits with 2.");
    cases.placing("nine players already: 2", 1, format!("1 2\n10 20\n{eight}p9 9 0\n"), Refuse);

    cases.must("Count your penguins on the board: with fewer than N, place one more. Your score grows by 1.");
    cases.placing("the second penguin", 2, "2 2\n10 01\n10 30\n{me} 1 1\n", Turn);
    cases.placing("the last of three", 3, "2 3\n01 01 02\n10 02 20\n{me} 1 2\nBea 2 2\n", Turn);
    cases.placing("has a row, but no penguin yet", 2, "1 3\n10 02 20\n{me} 1 0\nBea 2 1\n", Turn);
    cases.placing("many penguins to place", 1_000_000, "1 3\n10 01 10\n{me} 1 1\n", Turn);
    cases.must("Place a penguin only on a free floe with exactly one fish.");
    cases.placing(
        "only one floe has one fish, in the last corner",
        1,
        "3 3\n20 30 00\n30 20 30\n20 30 10\n",
        Turn,
    );
    cases.placing("floes with penguins are not free", 1, "1 4\n12 11 10 20\nBea 1 1\nCid 2 1\n", Turn);
    cases.must("When there is no penguin or no floe left, exit with 1 and write nothing.");
    cases.placing("all N are placed: 1", 2, "2 2\n01 01\n10 30\n{me} 1 2\n", NoTurn);
    cases.placing("more than N are placed: 1", 1, "2 2\n01 01\n10 30\n{me} 1 2\n", NoTurn);
    cases.placing("no floe with one fish is left: 1", 2, "2 2\n01 20\n00 30\n{me} 1 1\n", NoTurn);
    cases.placing(
        "joining without a floe with one fish: 1, and no row",
        2,
        "2 2\n01 20\n02 30\nBea 1 1\nCid 2 1\n",
        NoTurn,
    );
    cases.placing("only water: 1", 2, "1 2\n00 00\n", NoTurn);
    cases.finish()
}

pub(super) fn movement(own_id: &[u8]) -> Vec<CheckCase> {
    let mut cases = CaseList::new(Group::Movement, own_id);
    cases.must("The field you leave becomes 00, the field you reach becomes 0 and your number, and its fish are added to your score.");
    cases.moving("right, for 2 fish", "1 2\n01 20\n{me} 1 4\n", Turn);
    cases.moving("left, for 3 fish", "1 2\n30 01\n{me} 1 4\n", Turn);
    cases.moving("down, for 1 fish", "2 1\n01\n10\n{me} 1 4\n", Turn);
    cases.moving("up, for 3 fish", "2 1\n30\n01\n{me} 1 4\n", Turn);
    cases.moving("anywhere on an open board", "3 4\n10 20 30 10\n20 01 10 30\n10 30 20 10\n{me} 1 1\n", Turn);
    cases.moving("as player 9, from a score of 0", "1 3\n09 10 02\nBea 2 1\n{me} 9 0\n", Turn);
    cases.moving("with a high score", "1 2\n01 30\n{me} 1 4294967000\n", Turn);

    cases.must(
        "A penguin moves in a straight line over free floes: water, penguins and the edge of the board stop it.",
    );
    cases.moving("not over water", "1 4\n01 10 00 30\n{me} 1 1\n", Turn);
    cases.moving("not over another's penguin", "1 4\n01 10 02 30\n{me} 1 1\nBea 2 1\n", Turn);
    cases.moving("not over its own penguin", "1 5\n01 01 10 00 30\n{me} 1 2\n", Turn);
    cases.moving("not from the end of a row to the next", "2 2\n00 01\n30 00\n{me} 1 1\n", NoTurn);
    cases.moving(
        "not from the last row to the first",
        "2 3\n30 00 02\n00 00 01\n{me} 1 1\nBea 2 1\n",
        NoTurn,
    );
    cases.moving("not diagonally", "2 2\n01 00\n00 30\n{me} 1 1\n", NoTurn);

    cases.must("Consider all your penguins: while any of them can move, you have a turn.");
    cases.moving(
        "the first penguin is blocked, the second is not",
        "2 3\n01 00 00\n00 01 20\n{me} 1 5\n",
        Turn,
    );
    cases.moving("the last floe within reach", "2 2\n01 10\n02 00\n{me} 1 5\nBea 2 5\n", Turn);
    cases.must("Your number is in your row: rows may be in any order, and numbers may have gaps.");
    cases.moving("as player 2 in the first row", "1 5\n20 02 00 01 30\n{me} 2 5\nBea 1 5\n", Turn);
    cases.moving("as player 7 among gaps", "1 5\n03 20 00 07 30\nBea 3 5\n{me} 7 5\nCid 5 0\n", Turn);

    cases.must("When none of your penguins can move, exit with 1 and do not change the file.");
    cases.moving("blocked by water: 1", "2 3\n01 00 30\n00 02 20\n{me} 1 5\nBea 2 5\n", NoTurn);
    cases.moving("blocked by penguins: 1", "2 2\n01 02\n02 30\n{me} 1 5\nBea 2 5\n", NoTurn);
    cases.moving(
        "all penguins blocked, but others can move: 1",
        "2 4\n01 00 02 20\n00 00 30 10\n{me} 1 5\nBea 2 5\n",
        NoTurn,
    );
    cases.moving("a row, but no penguins: 1", "1 3\n02 30 10\n{me} 1 0\nBea 2 5\n", NoTurn);
    cases.must("No player joins in the movement phase: without a row of your own, you have no turn.");
    cases.moving("no row of its own: 1", "1 3\n02 30 10\nBea 2 5\n", NoTurn);
    cases.moving("no rows at all: 1", "1 3\n10 30 10\n", NoTurn);
    cases.moving("only a row that begins like its own: 1", "1 3\n01 30 10\n{me}2 1 5\n", NoTurn);

    cases.must("ProgramCopy the other players' rows in their order, byte for byte.");
    cases.moving(
        "rows of others before and after its own",
        "1 4\n01 20 02 03\nBea 2 5\n{me} 1 4\nCid 3 11\n",
        Turn,
    );
    cases.moving(
        "scores of others with leading zeros",
        "1 3\n01 20 02\nBea 2 007\n{me} 1 4\nCid 3 000\n",
        Turn,
    );
    let others: String = (2..=9).map(|number| format!("p{number} {number} {number}\n")).collect();
    cases.moving("nine players", format!("1 3\n01 20 09\n{others}{{me}} 1 4\n"), Turn);
    cases.finish()
}
