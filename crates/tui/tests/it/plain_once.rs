//! One turn of a person on a board of a file.

use floe_locale::Lang;
use floe_rules::grid::Cell;
use floe_rules::penguins::{Move, RuleSet, Seat, Stage};
use floe_tui::plain::{OneTurn, one_turn};

use crate::plain_scripts::{board, budget, typed};

const BOARD: &str = "3 3\n10 20 03\n10 10 00\n30 05 10\nthree 3 1\nfive 5 1\n";

fn ask(rules: RuleSet, stage: Stage, seat: u8, script: &str) -> (Option<Move>, String) {
    let asked = OneTurn {
        setup: &board(BOARD).setup,
        rules,
        stage,
        lang: Lang::English,
        seat: number(seat),
        name: "Floe",
        budget: budget(),
        seed: 0,
    };
    typed(script, |input, output| one_turn(&asked, input, output).expect("streams in memory do not fail"))
}

fn number(seat: u8) -> Seat {
    Seat::new(seat).expect("a seat has a number from 1 to 9")
}

fn placement(penguins: u32) -> Stage {
    Stage::Placement { penguins, seats: [3, 5, 6].map(number).to_vec() }
}

#[test]
fn a_newcomer_places_on_squares() {
    let (turn, screen) = ask(RuleSet::SQUARE, placement(1), 6, "undo\nsave x\n2 0\n2 2\n");
    assert_eq!(turn, Some(Move::Place(Cell(8))));
    insta::assert_snapshot!(screen);
}

#[test]
fn a_person_moves_on_squares_and_hexagons() {
    let slide = Some(Move::Slide { from: Cell(7), to: Cell(4) });
    let (turn, screen) = ask(RuleSet::SQUARE, Stage::Movement, 5, "2 0\n1 2\n1 1\n");
    assert_eq!(turn, slide);
    assert!(screen.starts_with(" Turn of Floe (E)\n"), "{screen}");
    let (turn, screen) = ask(RuleSet::HEX, Stage::Movement, 5, "1\nn\n1\n");
    assert_eq!(turn, slide);
    insta::assert_snapshot!(screen);
}

#[test]
fn quitting_or_having_no_turn_returns_nothing() {
    for script in ["", "quit\n", "1 2\n"] {
        assert_eq!(ask(RuleSet::SQUARE, Stage::Movement, 5, script).0, None);
    }
    let (turn, screen) = ask(RuleSet::SQUARE, placement(1), 5, "0 0\n");
    assert_eq!((turn, screen.as_str()), (None, "Floe (E) has no turn to make.\n"));
    assert_eq!(ask(RuleSet::SQUARE, Stage::Movement, 9, "0 0\n").0, None);
}

#[test]
fn players_without_a_row_are_named_in_the_language() {
    for (lang, name) in [(Lang::English, "Player B"), (Lang::French, "Joueur B"), (Lang::Polish, "Gracz B")] {
        let asked = OneTurn {
            setup: &board("2 2\n10 10\n10 10\n").setup,
            rules: RuleSet::SQUARE,
            stage: Stage::Placement { penguins: 1, seats: [1, 2].map(number).to_vec() },
            lang,
            seat: number(1),
            name: "Ann",
            budget: budget(),
            seed: 0,
        };
        let (_, screen) = typed("", |input, output| {
            one_turn(&asked, input, output).expect("streams in memory do not fail")
        });
        assert!(screen.contains(name), "{screen}");
    }
}
