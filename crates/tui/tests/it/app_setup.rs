//! The menu, the set-up screen and the settings: what is typed, remembered, changed and said about it.

use std::time::Duration;

use floe_engine::Level;
use floe_locale::Lang;
use floe_rules::game::Game;
use floe_rules::penguins::Phase;
use floe_rules::record::PlayerKind;
use floe_session::{GameKind, GameSpec};
use floe_tui::app::{Input, Opening};
use floe_tui::{Settings, Theme};

use crate::app_driver::{Driver, people};

/// Opens the set-up screen of a game.
fn form(spec: GameSpec) -> Driver {
    Driver::new(Opening::Setup(Box::new(spec)), (80, 24))
}

/// Returns what was remembered last.
fn remembered(driver: &Driver) -> Settings {
    driver.remembered.last().cloned().unwrap_or_default()
}

#[test]
fn a_number_out_of_its_range_is_changed_and_said() {
    let mut driver = form(GameSpec::new(GameKind::Hex));
    driver.click_text("Rows");
    driver.press("3");
    driver.sees("9 to 100");
    driver.press("Down");
    driver.sees("Rows: 9 to 100; 3 was changed to 9.");
    driver.press("9 9 9");
    // The game does not start before the change was seen.
    driver.click_text("START");
    driver.sees("Columns: 9 to 100; 999 was changed to 100.");
    assert!(driver.app.game().is_none());
    driver.press("Enter");
    let Game::Penguins(history) = driver.game() else { panic!("penguins") };
    assert_eq!((history.start().rows(), history.start().cols()), (9, 100));
}

#[test]
fn another_game_says_what_it_changes() {
    let mut driver =
        form(GameSpec { rows: Some(5), cols: Some(12), players: Some(9), ..GameSpec::new(GameKind::Square) });
    driver.press("Down Right");
    driver.sees("Players: 2 to 6; 9 was changed to 6.");
    driver.sees("Rows: 9 to 100; 5 was changed to 9.");
    assert!(!driver.shows("Columns: 9"), "12 columns fit");
    driver.press("Right");
    driver.sees("Players: 2 to 4; 6 was changed to 4.");
    let mut driver = form(GameSpec::new(GameKind::Hex));
    driver.press("Down Down Down 9");
    driver.sees("Players: 2 to 6; 9 was changed to 6.");
    driver.press("4");
    driver.sees("Player D");
    assert!(!driver.shows("Player E"));
}

#[test]
fn the_first_opponent_is_easy() {
    for kind in 1..=4 {
        let mut driver = Driver::new(Opening::Menu, (80, 24));
        driver.press(&kind.to_string());
        driver.sees("engine 3, easy");
        driver.press("Enter");
        driver.sees("Floe");
    }
}

#[test]
fn names_and_level_are_remembered_when_the_game_starts() {
    let mut driver = form(GameSpec::new(GameKind::Square));
    driver.click_text("Player A");
    driver.enter("Zoé");
    driver.press("Down Right Right");
    driver.sees("engine 5, club");
    assert!(driver.remembered.is_empty(), "a game that was not started is not remembered");
    driver.press("Home Enter");
    let settings = remembered(&driver);
    assert_eq!((settings.names.clone(), settings.level), (vec!["Zoé".to_owned()], Level::new(5)));
    // The next form knows them, and a game without changes has nothing to store.
    driver.press("Esc Enter 4");
    driver.sees("Zoé");
    driver.sees("engine 5, club");
    driver.press("Enter");
    assert_eq!(driver.remembered.len(), 1);
    // An erased name is forgotten.
    driver.press("Esc 1");
    driver.click_text("Player A");
    driver.press("Ctrl-U");
    driver.sees("Player A person Player A");
    driver.press("Home Enter");
    assert_eq!(remembered(&driver).names, Vec::<String>::new());
}

#[test]
fn what_the_command_line_gave_is_not_remembered() {
    let mut spec = people(GameKind::Square);
    spec.seats.truncate(2);
    spec.seats[1].kind = PlayerKind::Engine { level: 9 };
    let mut driver = form(spec);
    driver.press("Enter");
    assert!(driver.remembered.is_empty(), "{:?}", driver.remembered);
}

#[test]
fn theme_and_language_are_remembered_at_once() {
    let mut driver = Driver::in_theme(Opening::Menu, (80, 24), Theme::Default);
    driver.press("t");
    assert_eq!(remembered(&driver).theme, Some(Theme::ColorBlind));
    driver.press("L");
    driver.sees("Pingouins sur hexagones");
    assert_eq!(remembered(&driver).lang, Some(Lang::French));
    driver.press("2");
    driver.sees("Joueur A");
    driver.press("L");
    driver.sees("Gracz A");
    driver.press("L");
    driver.sees("Player A");
    assert_eq!(driver.remembered.len(), 4);
}

#[test]
fn settings_change_and_are_remembered() {
    let mut driver = Driver::new(Opening::Menu, (80, 24));
    driver.press("6");
    driver.sees("Settings");
    driver.press("Down Down Right Down Left Down Right Down Enter");
    let settings = remembered(&driver);
    assert_eq!(settings.level, Level::new(4));
    assert_eq!(settings.time, Some(Duration::from_millis(500)));
    assert_eq!(settings.pace, Some(Duration::from_millis(200)));
    assert_eq!(settings.window.moves, Some(false));
    driver.sees("4, casual");
    driver.press("Home Right");
    driver.sees("Français");
    driver.sees("Réglages");
    driver.click_text("Couleurs");
    driver.click_text("Couleurs");
    driver.sees("par défaut");
    driver.press("Esc 1");
    driver.sees("moteur 4, amateur");
}

#[test]
fn escape_does_not_end_the_program() {
    let mut driver = Driver::new(Opening::Menu, (44, 16));
    driver.press("Esc");
    driver.sees("Press q to quit.");
    driver.sees("8 Quit");
    assert_eq!(driver.ended, None);
    driver.press("Down");
    assert!(!driver.shows("Press q to quit."));
    driver.press("q");
    assert!(driver.ended.is_some());
}

#[test]
fn footers_of_menu_and_form_can_be_clicked() {
    let mut driver = Driver::new(Opening::Menu, (80, 24));
    driver.click_text("?: help");
    driver.sees("key: close");
    driver.press("x");
    driver.click_text("Enter: choose");
    driver.sees("START THE GAME");
    driver.click_text("Esc: menu");
    driver.sees("Penguins on squares");
    driver.click_text("q: quit");
    assert!(driver.ended.is_some());
}

#[test]
fn a_notice_goes_with_the_next_key_which_still_works() {
    let mut driver = Driver::new(Opening::Menu, (80, 24));
    driver.update(Input::Notice("The settings cannot be stored.".to_owned()));
    driver.sees("The settings cannot be stored.");
    driver.press("2");
    assert!(!driver.shows("cannot be stored"));
    driver.sees("START THE GAME");
}

const HALF_PLACED: &[u8] = b"3 4\n01 10 10 02\n10 10 20 10\n10 30 20 10\nAnn 1 0\nBen 2 0\n";

#[test]
fn a_board_file_is_asked_about() {
    let mut driver = Driver::new(Opening::Menu, (80, 24));
    driver.files.insert("b.txt".to_owned(), HALF_PLACED.to_vec());
    driver.press("5");
    driver.enter_path("b.txt");
    driver.sees("A board file does not say everything");
    // Nobody who is named on the board becomes an engine.
    driver.sees("Player A person Ann");
    driver.sees("Player B person Ben");
    driver.sees("Phase moving");
    driver.sees("First by the rules");
    // Gamma has no board files, and the board stays.
    driver.press("Down Right");
    driver.sees("Hexagons");
    driver.sees("Layout");
    driver.press("Right");
    driver.sees("Classic");
    driver.press("Right");
    driver.sees("Squares");
    driver.sees("b.txt");
    driver.click_text("Phase");
    driver.press("Right");
    driver.sees("Phase placing penguins");
    driver.sees("Penguins 3");
    driver.click_text("First");
    driver.press("Right Right");
    driver.sees("First Ben");
    driver.press("Home Enter");
    let Game::Penguins(history) = driver.game() else { panic!("penguins") };
    assert_eq!(history.position().phase(), Phase::Placement);
    assert_eq!(driver.game().to_move(), Some(2));
}

#[test]
fn no_line_of_menu_form_or_settings_is_cut() {
    for lang in Lang::ALL {
        for (columns, rows) in [(44, 16), (60, 20), (80, 24), (120, 40), (200, 60)] {
            for opening in [0, 1, 2, 3, 4, 5] {
                let opening = match opening {
                    0 => Opening::Menu,
                    1 => Opening::Settings,
                    kind => Opening::Setup(Box::new(GameSpec::new(GameKind::ALL[kind - 2]))),
                };
                let mut driver = Driver::in_lang(opening, (columns, rows), lang);
                for _ in 0..20 {
                    let screen = driver.text();
                    assert!(!screen.contains('…'), "{lang} {columns}x{rows}:\n{screen}");
                    driver.press("Down");
                }
            }
        }
    }
}

#[test]
fn a_game_without_names_is_told_by_letters() {
    let mut driver = form(GameSpec { players: Some(3), ..GameSpec::new(GameKind::Square) });
    driver.sees("Player A person Player A");
    driver.sees("Floe B");
    driver.sees("Floe C");
    driver.press("Enter");
    driver.sees("Player A");
}
