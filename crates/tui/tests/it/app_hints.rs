//! Hints: how they are shown, played and dismissed.

use floe_rules::game::Game;
use floe_session::GameKind;
use floe_tui::Theme;

use crate::app_driver::{Driver, people, play, record, resume};
use crate::app_games::{Hands, legal, make};
use crate::app_play::{PAIRS, against};

#[test]
fn enter_plays_the_hint_in_every_game() {
    for kind in GameKind::ALL {
        let mut driver = Driver::new(play(&people(kind)), (80, 24));
        for made in 0..12 {
            driver.press("i");
            driver.sees("Enter plays it.");
            driver.press("Enter");
            assert_eq!(driver.game().made(), made + 1, "{kind}:\n{}", driver.text());
            assert!(!driver.shows("Hint: "), "the hint is gone with its position");
        }
    }
}

#[test]
fn choosing_the_hinted_penguin_keeps_the_hint_and_another_one_does_not_play_it() {
    let mut driver = Driver::new(resume(*record(PAIRS)), (80, 24));
    driver.press("i");
    let at = driver.app.cursor().expect("the cursor is on the hinted penguin");
    driver.press("Space");
    driver.sees("Enter plays it.");
    driver.press("Tab");
    assert_ne!(driver.app.cursor(), Some(at), "there are two penguins");
    driver.sees("Hint: ");
    assert!(!driver.shows("Enter plays it."), "another penguin is chosen:\n{}", driver.text());
    driver.press("Tab Enter");
    assert_eq!(driver.game().made(), 5);
}

#[test]
fn escape_dismisses_the_hint_and_the_search_for_it() {
    let mut driver = Driver::in_theme(resume(*record(PAIRS)), (80, 24), Theme::Default);
    driver.press("i");
    driver.sees("Hint: ");
    driver.press("Esc");
    assert!(!driver.shows("Hint: "));
    assert!(!driver.shows("Leave the game?"));
    let colours = |driver: &Driver| {
        driver.buffer().content.iter().map(|cell| (cell.fg, cell.bg, cell.modifier)).collect::<Vec<_>>()
    };
    // The cursor stays on the hinted penguin, so compare from one place.
    let mut fresh = Driver::in_theme(resume(*record(PAIRS)), (80, 24), Theme::Default);
    for driver in [&mut driver, &mut fresh] {
        driver.press("Home Up");
    }
    assert_eq!(colours(&driver), colours(&fresh), "no mark of the hint is left");

    let mut driver = Driver::waiting(play(&people(GameKind::Hex)), (80, 24));
    driver.press("i");
    driver.sees("Searching for a hint...");
    driver.press("Esc");
    assert!(!driver.shows("Searching"));
    driver.answer();
    assert!(!driver.shows("Hint: "), "the answer comes too late");
}

#[test]
fn move_now_shows_the_hint_and_does_not_say_that_something_moves() {
    let mut driver = Driver::waiting(play(&people(GameKind::Classic)), (80, 24));
    driver.press("i m");
    assert_eq!(driver.stops, 1);
    assert!(!driver.shows("Moving now"), "{}", driver.text());
    driver.sees("Searching for a hint...");
    driver.answer();
    driver.sees("Hint: ");
}

#[test]
fn a_pause_does_not_cancel_a_hint() {
    let mut driver = Driver::waiting(play(&against(GameKind::Square)), (80, 24));
    driver.press("i p");
    driver.sees("Searching for a hint...");
    driver.answer();
    driver.sees("Hint: ");
    driver.press("p Esc");
    driver.press("p");
    driver.sees("Paused: Ann (A) may still move.");
    let turn = legal(driver.game())[0];
    make(&mut driver, Hands::Words, turn);
    driver.sees("Paused before the turn of Ben (B).");
}

#[test]
fn a_hint_in_gamma_uses_the_words_of_the_screen() {
    let mut driver = Driver::new(play(&people(GameKind::Gamma)), (80, 24));
    driver.press("i");
    driver.sees("Hint: x ");
    assert!(!driver.text().contains("x0y0"), "{}", driver.text());
    let Game::Gamma(_) = driver.game() else { panic!("this is another game") };
    driver.press("Enter :");
    driver.enter("c");
    driver.press("Enter");
    driver.enter(":PASS");
    driver.press("Enter");
    assert_eq!(driver.game().made(), 3, "c and pass are the same turn");
}
