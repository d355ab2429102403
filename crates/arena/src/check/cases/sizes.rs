//! Cases on boards of all sizes, and whole games on random boards.

use floe_rules::board_file;
use floe_rules::generate::{Recipe, Shape, generate};
use floe_rules::penguins::{Fish, RuleSet, Tile};

use crate::check::Group;
use crate::check::case::ExpectedAnswer::{NoTurn, Turn};
use crate::check::case::{CaseList, CheckCase, GameCase, TurnCase};
use crate::check::frequency::Frequency;

pub(super) fn boards(own_id: &[u8], rules: &RuleSet) -> Vec<CheckCase> {
    let mut cases = CaseList::new(Group::Sizes, own_id);
    cases.must(
        Frequency::ODD_SIZES,
        "Read the number of rows and columns from the file, and allocate memory for them: boards have any size.",
    );
    for (rows, cols) in [(4, 4), (5, 20), (20, 5), (20, 20), (30, 30)] {
        sized(&mut cases, rules, rows, cols);
    }
    cases.should("A board may have any number of rows and columns, including one.");
    cases.placing_on("1 x 1: placing", 1, "1 1\n10\n", Turn);
    cases.placing_on("1 x 1: water, 1", 1, "1 1\n00\n", NoTurn);
    cases.moving_on("1 x 1: moving, 1", "1 1\n01\n{me} 1 1\n", NoTurn);
    cases.moving_on("1 x 3: moving", "1 3\n01 20 02\n{me} 1 1\nBea 2 1\n", Turn);
    for (rows, cols) in [(1, 2000), (2000, 1), (3, 700), (100, 100)] {
        sized(&mut cases, rules, rows, cols);
    }
    cases.should(
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

/// Returns the practice games; `all` of them, or the first few.
pub(super) fn games(own_id: &[u8], rules: &RuleSet, all: bool) -> Vec<CheckCase> {
    let mut cases = CaseList::new(Group::Games, own_id);
    cases.must(
        Frequency::EVERY,
        "Show the call with --verbose and work out the turn by hand. A player who cannot act is called too, and must exit with 1.",
    );
    // Rows, columns, players, penguins and the seat of the program.
    let ordinary = [
        (8, 8, 2, 3, 1),
        (8, 10, 2, 3, 2),
        (10, 8, 3, 3, 2),
        (10, 10, 3, 3, 3),
        (9, 12, 4, 3, 1),
        (12, 12, 4, 3, 4),
        (10, 10, 2, 5, 2),
        (8, 9, 2, 1, 1),
    ];
    let games = if all { &ordinary[..] } else { &ordinary[..2] };
    for (seed, &(rows, cols, players, penguins, seat)) in (1..).zip(games) {
        let seat_name = format!("player {seat} of {players}");
        let name = format!("{rows} x {cols}, {seat_name}, penguins={penguins}");
        let seat = Some(seat);
        cases.game(name, GameCase { rows, cols, players, penguins, holes: 10, seed, seat });
    }
    if all {
        cases.must(
            Frequency::COPIES,
            "Copies of one program can meet: the ids of the others are yours with one more character.",
        );
        for (players, seed) in [(2, 20), (3, 21)] {
            if rules.allows_players(players) {
                let (rows, cols, penguins, holes) = (8, 8, 2, 20);
                let name = format!("{rows} x {cols}, {players} copies of the program, penguins={penguins}");
                cases.game(name, GameCase { rows, cols, players, penguins, holes, seed, seat: None });
            }
        }
    }
    cases.finish()
}
