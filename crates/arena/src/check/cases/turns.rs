//! What the rules say: placing, joining, moving, and knowing when there is no turn.

use crate::check::Group;
use crate::check::case::Answer::{NoTurn, Refuse, Turn};
use crate::check::case::{Case, Cases};

pub(super) fn placement(me: &[u8]) -> Vec<Case> {
    let mut cases = Cases::new(Group::Placement, me);
    cases.must("A program without a row adds one at the end: its id, the next number, and the score after this turn.");
    cases.placing("joins an empty game as player 1", 2, "2 2\n10 20\n00 30\n", Turn);
    cases.placing("joins as the second", 2, "2 2\n10 20\n01 30\nBea 1 1\n", Turn);
    cases.placing("joins as the third", 2, "2 3\n10 20 02\n01 30 10\nBea 1 1\nCid 2 1\n", Turn);
    cases.placing("joins when rows are not in order", 1, "2 3\n10 20 02\n01 30 10\nCid 2 1\nBea 1 1\n", Turn);
    cases.placing("joins when nobody has placed yet", 1, "1 2\n10 10\nBea 1 0\n", Turn);
    cases.placing("joins beside an id that begins like its own", 1, "1 3\n01 10 30\n{me}2 1 1\n", Turn);
    cases.placing("joins beside an id that ends like its own", 1, "1 3\n01 10 30\nx{me} 1 1\n", Turn);

    cases.must("The next number is the highest in use plus one; when that would be 10, it is the lowest that is free.");
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
    cases.must("Nine players are the most: whoever comes tenth answers 2.");
    cases.placing("nine play already: 2", 1, format!("1 2\n10 20\n{eight}p9 9 0\n"), Refuse);

    cases.must("Count your penguins on the board: with fewer than N there is one more to place. Your score grows by 1.");
    cases.placing("the second penguin", 2, "2 2\n10 01\n10 30\n{me} 1 1\n", Turn);
    cases.placing("the last of three", 3, "2 3\n01 01 02\n10 02 20\n{me} 1 2\nBea 2 2\n", Turn);
    cases.placing("its row is there, but no penguin yet", 2, "1 3\n10 02 20\n{me} 1 0\nBea 2 1\n", Turn);
    cases.placing("many penguins to place", 1_000_000, "1 3\n10 01 10\n{me} 1 1\n", Turn);
    cases.must("A penguin starts on a free floe with exactly one fish; nowhere else.");
    cases.placing(
        "only one floe is right, in the last corner",
        1,
        "3 3\n20 30 00\n30 20 30\n20 30 10\n",
        Turn,
    );
    cases.placing("penguins on one fish are no free floes", 1, "1 4\n12 11 10 20\nBea 1 1\nCid 2 1\n", Turn);
    cases.must(
        "When there is nothing to place or nowhere to place it, end with 1, and change and add nothing.",
    );
    cases.placing("all N are placed: 1", 2, "2 2\n01 01\n10 30\n{me} 1 2\n", NoTurn);
    cases.placing("more than N are placed: 1", 1, "2 2\n01 01\n10 30\n{me} 1 2\n", NoTurn);
    cases.placing("no floe with one fish is left: 1", 2, "2 2\n01 20\n00 30\n{me} 1 1\n", NoTurn);
    cases.placing(
        "no floe with one fish for a newcomer: 1, and no row",
        2,
        "2 2\n01 20\n02 30\nBea 1 1\nCid 2 1\n",
        NoTurn,
    );
    cases.placing("only water: 1", 2, "1 2\n00 00\n", NoTurn);
    cases.finish()
}

pub(super) fn movement(me: &[u8]) -> Vec<Case> {
    let mut cases = Cases::new(Group::Movement, me);
    cases.must("The field left becomes 00, the field reached 0 and your number, and its fish are added to your score.");
    cases.moving("right, for 2 fish", "1 2\n01 20\n{me} 1 4\n", Turn);
    cases.moving("left, for 3 fish", "1 2\n30 01\n{me} 1 4\n", Turn);
    cases.moving("down, for 1 fish", "2 1\n01\n10\n{me} 1 4\n", Turn);
    cases.moving("up, for 3 fish", "2 1\n30\n01\n{me} 1 4\n", Turn);
    cases.moving(
        "somewhere on an open board",
        "3 4\n10 20 30 10\n20 01 10 30\n10 30 20 10\n{me} 1 1\n",
        Turn,
    );
    cases.moving("as player 9, from a score of 0", "1 3\n09 10 02\nBea 2 1\n{me} 9 0\n", Turn);
    cases.moving("with a high score", "1 2\n01 30\n{me} 1 4294967000\n", Turn);

    cases.must(
        "A penguin goes in a straight line over free floes only: water, penguins and the edge stop it.",
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
    cases.moving("not askew", "2 2\n01 00\n00 30\n{me} 1 1\n", NoTurn);

    cases.must("Look at all your penguins: while any of them can move, there is a turn.");
    cases.moving(
        "the first penguin is blocked, the second is not",
        "2 3\n01 00 00\n00 01 20\n{me} 1 5\n",
        Turn,
    );
    cases.moving("the last floe that can be reached", "2 2\n01 10\n02 00\n{me} 1 5\nBea 2 5\n", Turn);
    cases.must("Find your number in your row: rows may be in any order, and numbers may have gaps.");
    cases.moving("as player 2 in the first row", "1 5\n20 02 00 01 30\n{me} 2 5\nBea 1 5\n", Turn);
    cases.moving("as player 7 among gaps", "1 5\n03 20 00 07 30\nBea 3 5\n{me} 7 5\nCid 5 0\n", Turn);

    cases.must("When none of your penguins can move, end with 1 and leave the file alone.");
    cases.moving("blocked by water: 1", "2 3\n01 00 30\n00 02 20\n{me} 1 5\nBea 2 5\n", NoTurn);
    cases.moving("blocked by penguins: 1", "2 2\n01 02\n02 30\n{me} 1 5\nBea 2 5\n", NoTurn);
    cases.moving(
        "all penguins blocked, but others can move: 1",
        "2 4\n01 00 02 20\n00 00 30 10\n{me} 1 5\nBea 2 5\n",
        NoTurn,
    );
    cases.moving("a row, but no penguins: 1", "1 3\n02 30 10\n{me} 1 0\nBea 2 5\n", NoTurn);
    cases.must("In the movement phase nobody joins: without a row of your own there is no turn.");
    cases.moving("no row of its own: 1", "1 3\n02 30 10\nBea 2 5\n", NoTurn);
    cases.moving("no rows at all: 1", "1 3\n10 30 10\n", NoTurn);
    cases.moving("only a row that begins like its own: 1", "1 3\n01 30 10\n{me}2 1 5\n", NoTurn);

    cases.must("Copy the rows of the others as they are: their order, and every byte of them.");
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
