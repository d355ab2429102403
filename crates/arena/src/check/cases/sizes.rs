//! Cases on boards of all sizes, and whole games on random boards.

use floe_rules::board_file;
use floe_rules::generate::{Recipe, Shape, generate};
use floe_rules::penguins::{Fish, RuleSet, Tile};

use crate::check::Group;
use crate::check::case::ExpectedAnswer::{NoTurn, Turn};
use crate::check::case::{CaseList, CheckCase, GameCase, TurnCase};

pub(super) fn boards(own_id: &[u8], rules: &RuleSet) -> Vec<CheckCase> {
    let mut cases = CaseList::new(Group::Sizes, own_id);
    cases.must("A board may have any number of rows and columns, including one.");
    cases.placing("1 x 1: placing", 1, "1 1\n10\n", Turn);
    cases.placing("1 x 1: water, 1", 1, "1 1\n00\n", NoTurn);
    cases.moving("1 x 1: moving, 1", "1 1\n01\n{me} 1 1\n", NoTurn);
    for (rows, cols) in [(1, 2000), (2000, 1), (3, 700), (100, 100)] {
        sized(&mut cases, rules, rows, cols);
    }
    cases.must(
        "Allocate memory for the size of the file, never for a fixed size; and do not scan the whole board for each field.",
    );
    for size in [500, 1000] {
        sized(&mut cases, rules, size, size);
    }
    cases.finish()
}

/// Adds a placement and a move on a board of a size.
fn sized(cases: &mut CaseList<'_>, rules: &RuleSet, rows: u32, cols: u32) {
    let recipe =
        Recipe { holes: 5, penguins: 2, seed: 11, shape: Shape::Full, ..Recipe::plain(*rules, rows, cols) };
    // Where the rules allow no such board, there is nothing to check.
    let Ok(mut setup) = generate(&recipe) else {
        return;
    };
    let large = rows * cols > 50_000;
    let timed = |turn_case: TurnCase| if large { turn_case.large() } else { turn_case };
    let placing = TurnCase::placing(2, board_file::write(&setup), Turn);
    cases.turn(format!("{rows} x {cols}: placing"), timed(placing));
    let starts: Vec<_> =
        (0u32..).zip(setup.tiles()).filter(|(_, tile)| tile.is_start()).map(|(at, _)| at).collect();
    let middle = starts.len() / 2;
    for (number, at) in [(1, starts[0]), (2, starts[middle]), (1, starts[starts.len() - 1])] {
        let tile = Tile::from_digits(0, number).unwrap_or(Tile::floe(Fish::ONE));
        setup.set_tile(floe_rules::grid::Cell(at), tile);
    }
    let text = cases.fill([board_file::write(&setup), b"{me} 1 2\nBea 2 1\n".to_vec()].concat());
    cases.turn(format!("{rows} x {cols}: moving"), timed(TurnCase::moving(text, Turn)));
}

pub(super) fn games(own_id: &[u8], rules: &RuleSet) -> Vec<CheckCase> {
    let mut cases = CaseList::new(Group::Games, own_id);
    cases.must("Show the call with --verbose and work out the turn by hand. A player who cannot act is called too, and must exit with 1.");
    for (rows, cols, players, penguins, holes, seed) in [
        (6, 6, 2, 2, 10, 1),
        (5, 8, 3, 2, 20, 2),
        (1, 14, 2, 1, 0, 3),
        (4, 4, 1, 2, 0, 4),
        (7, 7, 4, 1, 30, 5),
        (8, 8, 2, 3, 0, 6),
    ] {
        if !rules.allows_players(players) {
            continue;
        }
        let copies = if players == 1 { "alone".to_owned() } else { format!("{players} copies") };
        let name = format!("{rows} x {cols}, {copies}, penguins={penguins}");
        cases.game(name, GameCase { rows, cols, players, penguins, holes, seed });
    }
    cases.finish()
}
