//! Whole games in a browser: each kind from the home page to the result, by mouse, by finger and by keyboard.

use crate::browser_person::{Person, TestServer, Way};
use crate::devtools::browser;

/// Chooses a kind of game on the home page.
fn choose_kind(person: &Person, kind: &str) {
    person.click(&format!("label.kind:has([value={kind}])"));
}

/// Starts a game in two clicks, and plays it to the end.
fn play_whole_game(test: &str, kind: &str, way: Way) {
    let Some(browser) = browser(test) else { return };
    let server = TestServer::start();
    let person = Person::new(&browser, &server);
    person.open_home();
    choose_kind(&person, kind);
    person.start_game();
    person.play_to_the_end(way);
}

#[test]
fn a_game_on_squares_by_mouse() {
    play_whole_game("a_game_on_squares_by_mouse", "square", Way::Click);
}

#[test]
fn a_game_on_the_classic_board_by_mouse() {
    play_whole_game("a_game_on_the_classic_board_by_mouse", "classic", Way::Click);
}

#[test]
fn a_game_of_gamma_by_mouse() {
    play_whole_game("a_game_of_gamma_by_mouse", "gamma", Way::Click);
}

#[test]
fn a_game_on_hexagons_by_drag() {
    play_whole_game("a_game_on_hexagons_by_drag", "hex", Way::Drag);
}

#[test]
fn a_game_on_hexagons_of_another_layout_by_mouse() {
    let Some(browser) = browser("a_game_on_hexagons_of_another_layout_by_mouse") else { return };
    let server = TestServer::start();
    let person = Person::new(&browser, &server);
    person.open_home();
    choose_kind(&person, "hex");
    person.click(".fold summary");
    person.choose(&person.field("Layout"), "even-r");
    person.start_game();
    assert!(person.fetch(&person.api()).contains("\"layout\":\"even-r\""));
    person.play_to_the_end(Way::Click);
}

#[test]
fn a_game_by_touch_on_a_phone() {
    let Some(browser) = browser("a_game_by_touch_on_a_phone") else { return };
    let server = TestServer::start();
    let person = Person::new(&browser, &server);
    person.phone(390, 844);
    person.open_home();
    person.tap("label.kind:has([value=square])");
    person.tap(".new-game button.start");
    person.wait_game();
    // Taps and drags by turns.
    for turn in 0.. {
        let way = if turn % 3 == 2 { Way::TouchDrag } else { Way::Tap };
        if !person.make_turn(way) {
            break;
        }
    }
    person.check_result();
}

#[test]
fn a_game_by_keyboard_alone() {
    let Some(browser) = browser("a_game_by_keyboard_alone") else { return };
    let server = TestServer::start();
    let person = Person::new(&browser, &server);
    person.open_home();
    person.tab_to("[name=kind]:checked");
    person.key("ArrowLeft");
    assert_eq!(person.eval("document.querySelector('[name=kind]:checked').value"), "square");
    person.tab_to(".fold summary");
    person.key("Enter");
    for (label, value) in [("Columns", "5"), ("Rows", "4"), ("Penguins", "2")] {
        let field = person.field(label);
        person.tab_to(&field);
        person.keys(value);
    }
    person.tab_to("button.start");
    person.key("Enter");
    person.wait_game();
    while person.wait_turn().penguins.is_empty() {
        person.make_turn(Way::Keys);
    }
    type_turn(&person);
    person.play_to_the_end(Way::Keys);
    // The page can be left by keyboard as well.
    person.tab_to("a[href='/']");
}

/// Makes a turn by its coordinates.
fn type_turn(person: &Person) {
    person.tab_to(".board [data-cell]");
    person.key("n");
    let marked = person.wait_turn();
    let from: usize =
        person.text("document.querySelector('.tile[aria-selected]').dataset.cell").parse().unwrap();
    let name = |cell: usize| format!("{}c{}", cell / marked.cols + 1, cell % marked.cols + 1);
    let text = format!("{}-r{}", name(from), name(marked.targets[0]));
    person.key("Escape");
    assert_eq!(person.eval("document.querySelector('.tile[aria-selected]') === null || document.querySelectorAll('.grab').length === 1"), true);
    person.key("r");
    person.keys(&text);
    assert_eq!(person.text("document.activeElement.value"), format!("r{text}"));
    person.key("Enter");
    person.wait(&format!("document.querySelectorAll('.moves > li').length > {}", marked.turns));
    let played =
        person.text(&format!("document.querySelectorAll('.moves > li')[{}].textContent", marked.turns));
    assert!(played.contains(&format!("r{}", text.replace('-', "–"))), "{played}");
    // The keyboard goes back to the board.
    person.key("Escape");
    assert_eq!(person.eval("document.activeElement.matches('[data-cell]')"), true);
}
