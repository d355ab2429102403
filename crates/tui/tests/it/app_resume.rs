//! Keeping the game being played, and resuming interrupted ones.

use std::time::Duration;

use floe_locale::Lang;
use floe_rules::random::Random;
use floe_rules::record::PlayerKind;
use floe_session::{GameKind, Session};
use floe_tui::InterruptedGame;
use floe_tui::app::{Input, Opening};

use crate::app_driver::{Driver, people, play, small};
use crate::app_games::{Hands, legal, make, state};

fn some_turns(driver: &mut Driver, count: usize) {
    let mut random = Random::new(5);
    for _ in 0..count {
        let turns = legal(driver.game());
        make(driver, Hands::Words, turns[random.index(turns.len())]);
        driver.settle();
    }
}

fn kept(driver: &Driver) -> Session {
    let bytes = driver.store.kept.as_ref().expect("the game is kept");
    Session::from_stored(bytes).expect("what is kept can be read")
}

/// The menu of a program that finds some games.
fn menu(games: Vec<InterruptedGame>, size: (u16, u16), lang: Lang) -> Driver {
    Driver::with_store(Opening::Menu, size, lang, |store| store.interrupted = games)
}

fn interrupted(id: &str, minutes: u64, bytes: Vec<u8>) -> InterruptedGame {
    InterruptedGame { id: id.to_owned(), age: Duration::from_secs(minutes * 60), contents: Ok(bytes) }
}

#[test]
fn every_turn_undo_and_redo_is_kept_in_every_game() {
    for kind in GameKind::ALL {
        let mut spec = people(kind);
        spec.seat_mut(1).kind = PlayerKind::Engine { level: 2 };
        let mut driver = Driver::new(play(&spec), (80, 24));
        assert!(driver.store.kept.is_none(), "{kind:?}: nothing has happened yet");
        for _ in 0..4 {
            some_turns(&mut driver, 1);
            assert_eq!(state(kept(&driver).game()), state(driver.game()), "{kind:?}");
        }
        for key in ["z", "z", "x", "z"] {
            driver.press(key);
            let (kept, shown) = (kept(&driver), driver.game());
            assert_eq!(
                (kept.game().made(), kept.game().undone()),
                (shown.made(), shown.undone()),
                "{kind:?}"
            );
        }
        assert_eq!(kept(&driver).roster().name(1), "Ann");
        let before = driver.store.keepings;
        driver.press("Down Up t t t");
        driver.wait(Duration::from_secs(1));
        assert_eq!(driver.store.keepings, before, "{kind:?}: nothing has changed");
    }
}

#[test]
fn a_game_that_is_left_is_forgotten_and_an_interrupted_one_is_not() {
    for (keys, is_kept) in [("Esc y", false), ("q y", false), ("Ctrl-C", true)] {
        let mut driver = Driver::new(play(&small(1)), (80, 24));
        some_turns(&mut driver, 2);
        driver.press(keys);
        assert_eq!(driver.store.kept.is_some(), is_kept, "{keys}");
    }
    let mut driver = Driver::new(play(&small(1)), (80, 24));
    while !driver.game().is_over() {
        some_turns(&mut driver, 1);
    }
    assert!(kept(&driver).has_ended(), "the result on the screen is kept too");
}

#[test]
fn the_menu_resumes_an_interrupted_game() {
    for kind in GameKind::ALL {
        let mut first = Driver::new(play(&people(kind)), (80, 24));
        some_turns(&mut first, 5);
        let bytes = first.store.kept.clone().expect("the game is kept");
        let mut driver = menu(vec![interrupted("a", 5, bytes)], (80, 24), Lang::English);
        driver.sees("> r Resume: ");
        driver.sees("Ann");
        driver.sees("turn 6, 5 minutes ago");
        driver.press("Enter");
        assert_eq!(state(driver.game()), state(first.game()), "{kind:?}");
        driver.press("z");
        assert_eq!(driver.game().made(), 4, "earlier turns can be undone");
    }
}

#[test]
fn several_interrupted_games_are_a_list() {
    let mut first = Driver::new(play(&people(GameKind::Hex)), (80, 24));
    some_turns(&mut first, 3);
    let one = first.store.kept.clone().expect("the game is kept");
    some_turns(&mut first, 1);
    let other = first.store.kept.clone().expect("the game is kept");
    let games = vec![interrupted("a", 0, one), interrupted("b", 180, other)];
    for (lang, title) in [
        (Lang::English, "Resume an interrupted game"),
        (Lang::French, "Reprendre une partie interrompue"),
        (Lang::Polish, "Wznów przerwaną grę"),
    ] {
        let mut driver = menu(games.clone(), (80, 24), lang);
        insta::assert_snapshot!(format!("resume_menu_{lang}"), driver.text());
        driver.press("r");
        driver.sees(title);
        insta::assert_snapshot!(format!("resume_list_{lang}"), driver.text());
        driver.press("Down Enter");
        assert_eq!(driver.game().made(), 4);
    }
    let mut driver = menu(games, (44, 16), Lang::English);
    driver.press("r Delete");
    driver.sees("Discard this interrupted game?");
    driver.press("n");
    driver.sees("2 interrupted games");
    driver.press("r Delete y");
    driver.sees("Resume: hex, Ann");
    driver.press("r");
    assert_eq!(driver.game().made(), 4, "the first one is gone");
}

#[test]
fn what_cannot_be_read_is_skipped_with_a_notice() {
    let mut first = Driver::new(play(&small(1)), (80, 24));
    some_turns(&mut first, 2);
    let good = first.store.kept.clone().expect("the game is kept");
    let newer = String::from_utf8_lossy(&good).replacen("\"version\":1", "\"version\":9", 1).into_bytes();
    let illegal = String::from_utf8_lossy(&good).replace("[1,\"r", "[1,\"r9").into_bytes();
    let half = good[..good.len() / 2].to_vec();
    let cases = [("half", half), ("empty", Vec::new()), ("newer", newer), ("illegal", illegal)];
    let mut games: Vec<_> = cases.into_iter().map(|(id, bytes)| interrupted(id, 1, bytes)).collect();
    games.push(interrupted("good", 2, good));
    let mut driver = menu(games, (80, 24), Lang::English);
    driver.sees("4 interrupted games cannot be read and are skipped");
    assert_eq!(driver.store.set_aside, ["half", "empty", "illegal"]);
    driver.press("Down Up Enter");
    assert_eq!(driver.game().made(), 2);
}

#[test]
fn a_game_that_another_window_plays_is_said_in_the_language_of_the_screen() {
    let mut first = Driver::new(play(&small(1)), (80, 24));
    some_turns(&mut first, 2);
    let bytes = first.store.kept.clone().expect("the game is kept");
    let mut driver = menu(vec![interrupted("a", 1, bytes)], (80, 24), Lang::English);
    driver.store.interrupted.clear();
    driver.press("L r");
    driver.sees("Impossible de reprendre la partie");
    driver.sees("elle se joue dans une autre fenêtre");
}

#[test]
fn notices_wait_for_each_other() {
    let mut driver = menu(vec![interrupted("half", 1, b"{".to_vec())], (80, 24), Lang::English);
    driver.update(Input::Notice("The settings are at fault.".to_owned()));
    driver.sees("1 interrupted game cannot be read");
    driver.press("Down");
    driver.sees("The settings are at fault.");
    driver.press("Down");
    assert!(!driver.shows("fault") && !driver.shows("cannot be read"));
}

#[test]
fn a_game_that_cannot_be_kept_goes_on_with_one_notice() {
    let mut driver = Driver::with_store(play(&small(1)), (80, 24), Lang::English, |store| {
        store.fault = Some("the disk is full".to_owned());
    });
    some_turns(&mut driver, 1);
    driver.sees("Autosave failed: the disk is full. If the terminal closes, this game is lost.");
    some_turns(&mut driver, 1);
    assert!(!driver.shows("the disk is full"));
    assert_eq!(driver.game().made(), 2);
}

#[test]
fn a_game_is_never_forgotten_only_to_be_kept_again() {
    let mut driver = Driver::new(play(&small(1)), (80, 24));
    while !driver.game().is_over() {
        some_turns(&mut driver, 1);
    }
    for (keys, what) in [("4", "into the replay"), ("Esc", "out of it"), ("4 Left c", "play on")] {
        driver.press(keys);
        assert!(driver.store.kept.is_some(), "{what}");
        assert_eq!(driver.store.forgettings, 0, "{what}");
    }
    some_turns(&mut driver, 1);
    assert_eq!(state(kept(&driver).game()), state(driver.game()));
}

#[test]
fn a_game_that_cannot_be_discarded_is_reported_and_stays() {
    let mut first = Driver::new(play(&people(GameKind::Hex)), (80, 24));
    some_turns(&mut first, 3);
    let bytes = first.store.kept.clone().expect("the game is kept");
    let games = vec![interrupted("a", 0, bytes.clone()), interrupted("b", 180, bytes)];
    let mut driver = Driver::with_store(Opening::Menu, (80, 24), Lang::English, |store| {
        store.interrupted = games;
        store.fault = Some("it is being played in another window".to_owned());
    });
    driver.press("r Delete y");
    driver.sees("The game cannot be discarded: it is being played in another window.");
    driver.sees("2 interrupted games");
}
