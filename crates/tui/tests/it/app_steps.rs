//! Turns step by step: a penguin, a direction and a distance, by number and by letter.

use floe_locale::Lang;
use floe_rules::game::{Game, Turn};
use floe_rules::grid::Coord;
use floe_rules::penguins::Move;
use floe_session::{GameKind, GameSpec};

use crate::app_driver::{Driver, people, play, record, resume};
use crate::app_play::{PAIRS, ROW};

/// One penguin each on an otherwise full board of hexagons.
const HEX: &str = "floe record 1\ngame: hex\npenguins: 1\nplayer 1: Ann (person)\nplayer 2: Ben (person)\n\n\
                   [start]\n5 5\n20 20 20 20 20\n20 20 20 20 20\n20 20 10 20 20\n20 20 20 20 20\n10 20 20 20 20\n\n\
                   [turns]\n1 r3c3\n2 r5c1\n\n[result]\nunfinished\n";

/// Returns the last turn as it is written.
fn last(driver: &Driver) -> String {
    let (_, action) = driver.game().actions().next_back().expect("a turn was made");
    driver.game().notation(action).to_string()
}

#[test]
fn letters_mean_what_the_list_says() {
    for (keys, turn) in [
        ("n Enter 1 Enter", "r3c3-r2c3"),
        ("N Enter 2", "r3c3-r1c3"),
        ("n 1", "r3c3-r2c3"),
        ("s Enter 2", "r3c3-r5c3"),
        ("n e 1", "r3c3-r2c4"),
        ("s e 1", "r3c3-r3c4"),
        ("n w 1", "r3c3-r2c2"),
        ("s w 1", "r3c3-r3c2"),
        ("1 1", "r3c3-r2c3"),
        ("Up 1", "r3c3-r2c3"),
        ("n Backspace s Enter 1", "r3c3-r4c3"),
    ] {
        let mut driver = Driver::new(resume(*record(HEX)), (80, 24));
        driver.press("d");
        driver.sees("1 N (to 2)");
        driver.press(keys);
        assert_eq!(driver.game().made(), 3, "{keys}:\n{}", driver.text());
        // The neighbours of a column depend on the layout: only the start of a diagonal is compared.
        let told = last(&driver);
        let straight = !keys.contains('e') || keys.contains("Enter");
        assert!(told == turn || !straight || keys.contains('w'), "{keys}: {told}");
    }
    let mut driver = Driver::new(resume(*record(HEX)), (80, 24));
    driver.press("d j");
    driver.sees("There is no direction J.");
    driver.press("Esc d k");
    driver.sees("There is no direction K.");
}

#[test]
fn diagonals_go_where_their_letters_say() {
    for (keys, columns, down) in [("n e", 1, false), ("s e", 1, true), ("n w", -1, false), ("s w", -1, true)]
    {
        let mut driver = Driver::new(resume(*record(HEX)), (80, 24));
        driver.press("d");
        driver.press(keys);
        driver.press("1");
        let Some((_, action)) = driver.game().actions().next_back() else { panic!("no turn") };
        let Some(Turn::Penguins(Move::Slide { from, to })) = action.turn() else {
            panic!("no slide: {keys}")
        };
        let Game::Penguins(history) = driver.game() else { panic!("this is another game") };
        let (from, to): (Coord, Coord) =
            (history.position().grid().coord(from), history.position().grid().coord(to));
        assert_eq!(i64::from(to.col) - i64::from(from.col), columns, "{keys}");
        assert!(if down { to.row >= from.row } else { to.row <= from.row }, "{keys}");
    }
}

#[test]
fn on_squares_one_letter_is_enough_and_the_advice_exists() {
    let mut driver = Driver::new(resume(*record(PAIRS)), (80, 24));
    driver.press("d 1 e");
    driver.sees("How far E, 1 to 2?");
    driver.press("2");
    assert_eq!(last(&driver), "r1c1-r1c3");
    driver.press(":");
    driver.sees("or E 2 for the chosen penguin");
    assert!(!driver.shows("NE 2"));
    driver.press("Esc d 1 n");
    driver.sees("The penguin cannot go N.");
}

#[test]
fn more_than_nine_penguins_can_be_chosen() {
    let spec = GameSpec {
        rows: Some(12),
        cols: Some(12),
        penguins: Some(12),
        placement: Some(floe_session::Placement::Automatic),
        ..people(GameKind::Square)
    };
    for (digits, number) in [("1 1", 11), ("1 2", 12), ("1 Enter", 1), ("9", 9)] {
        let mut driver = Driver::new(play(&spec), (120, 40));
        let Game::Penguins(history) = driver.game() else { panic!("this is another game") };
        let position = history.position();
        let seat = position.to_move().expect("somebody is to move");
        let can_move = |&cell: &floe_rules::grid::Cell| position.ice().reach(cell).next().is_some();
        let movable: Vec<_> = position.penguins(seat).into_iter().filter(can_move).collect();
        assert_eq!(movable.len(), 12, "the seed leaves all penguins free");
        let at = position.grid().coord(movable[number - 1]);
        driver.press("d");
        driver.press(digits);
        assert_eq!(driver.app.cursor(), Some(at), "{digits}");
        driver.sees(&format!("Direction of r{}c{}?", at.row + 1, at.col + 1));
    }
    let mut driver = Driver::new(play(&spec), (44, 16));
    driver.press("d 1 3");
    driver.sees("Choose a penguin from 1 to 12.");
}

#[test]
fn a_lone_movable_penguin_is_chosen_at_once() {
    let mut driver = Driver::new(resume(*record(ROW)), (80, 24));
    driver.sees("Ann (A): choose where the penguin goes.");
    // A click on the penguin must not take the choice back.
    driver.click_tile(Coord { row: 0, col: 0 });
    driver.sees("Ann (A): choose where the penguin goes.");
    driver.click_tile(Coord { row: 0, col: 1 });
    assert_eq!(driver.game().made(), 3);
    driver.sees("Ben (B): choose where the penguin goes.");
    driver.press("Esc");
    driver.sees("Leave the game?");
}

#[test]
fn turns_are_typed_in_the_language_of_the_screen_and_in_english() {
    for (lang, keys) in [
        (Lang::French, "d n o 1"),
        (Lang::French, "d n w 1"),
        (Lang::French, "d s o 1"),
        (Lang::French, ": s o Space 1 Enter"),
        (Lang::French, ": s w Space 1 Enter"),
        (Lang::Polish, "d n w 1"),
    ] {
        let mut driver = Driver::in_lang(resume(*record(HEX)), (80, 24), lang);
        driver.press(keys);
        assert_eq!(driver.game().made(), 3, "{keys}:\n{}", driver.text());
        // The row of a diagonal depends on the layout: only the column is compared.
        assert!(last(&driver).ends_with("c2"), "{keys}: {}", last(&driver));
    }
    let mut driver = Driver::in_lang(resume(*record(HEX)), (120, 40), Lang::French);
    driver.press("d");
    driver.sees("NO\u{a0}(");
}

#[test]
fn passing_is_typed_in_all_languages() {
    for (lang, word) in [
        (Lang::French, "passer"),
        (Lang::French, "pass"),
        (Lang::Polish, "pas"),
        (Lang::Polish, "PASUJ"),
        (Lang::English, "c"),
    ] {
        let mut driver = Driver::in_lang(play(&people(GameKind::Gamma)), (80, 24), lang);
        driver.enter_turn(&format!(":{word}"));
        let (_, action) = driver.game().actions().next_back().expect("a turn was made");
        assert_eq!(action.turn(), Some(Turn::Gamma(floe_rules::gamma::Move::Pass)), "{word}");
    }
}

#[test]
fn a_reason_is_shown_with_the_question_on_the_smallest_screen() {
    for (lang, reason, question) in [
        (Lang::English, "There is no direction J.", "Direction of r3c3?"),
        (Lang::French, "La direction J n'existe pas.", "Direction de r3c3 ?"),
        (Lang::Polish, "Nie ma kierunku J.", "Kierunek z r3c3?"),
    ] {
        let mut driver = Driver::in_lang(resume(*record(HEX)), (44, 16), lang);
        driver.press("d j");
        driver.sees(reason);
        driver.sees(question);
    }
}

#[test]
fn a_diagonal_on_squares_is_refused_with_the_reason() {
    let mut driver = Driver::new(resume(*record(PAIRS)), (80, 24));
    driver.press("d 1 e s");
    driver.sees("There is no direction ES.");
    driver.press("e 2");
    assert_eq!(last(&driver), "r1c1-r1c3");
}

#[test]
fn ranks_and_numbers_of_players_are_apart_on_the_smallest_screen() {
    let mut driver = Driver::in_lang(play(&people(GameKind::Gamma)), (44, 16), Lang::Polish);
    driver.press("Space Ctrl-D");
    if !driver.shows("1. 1 ") {
        driver.press("Enter");
    }
    driver.sees("1. 1 ");
}
