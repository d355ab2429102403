//! After a game: another board, the same board, the replay, the menu, quitting; and the help.

use std::time::Duration;

use floe_rules::game::Game;
use floe_rules::record::{self, Ending, PlayerKind};
use floe_session::GameKind;
use floe_tui::app::Opening;

use crate::app_driver::{Driver, Ended, mouse, people, play, record as read, small};
use crate::app_games::{Hands, legal, make, state};
use crate::app_play::ROW;

/// Plays a game of two people to its end, always the turn that is listed first.
fn ended(kind: GameKind) -> Driver {
    let spec = if kind == GameKind::Square { small(2) } else { people(kind) };
    let mut driver = Driver::new(play(&spec), (80, 24));
    while !driver.game().is_over() {
        let turn = legal(driver.game())[0];
        make(&mut driver, Hands::Words, turn);
    }
    driver
}

fn start(game: &Game) -> String {
    let mut game = game.clone();
    game.go_to(0);
    state(&game)
}

#[test]
fn play_again_is_a_new_board_with_the_same_players() {
    for kind in GameKind::ALL {
        let mut driver = ended(kind);
        let before = start(driver.game());
        driver.press("2 y");
        assert_eq!((driver.game().made(), driver.game().undone()), (0, 0));
        assert_eq!(start(driver.game()) == before, kind == GameKind::Gamma, "Gamma's board is always empty");
        ["Ann", "Ben"].iter().for_each(|name| driver.sees(name));
        let turn = legal(driver.game())[0];
        make(&mut driver, Hands::Keys, turn);
    }
}

#[test]
fn the_same_board_again_is_the_same_board() {
    for kind in GameKind::ALL {
        let mut driver = ended(kind);
        let before = start(driver.game());
        driver.press("3 y");
        assert_eq!((driver.game().made(), driver.game().undone()), (0, 0));
        assert_eq!(state(driver.game()), before);
        while !driver.game().is_over() {
            let turn = legal(driver.game())[0];
            make(&mut driver, Hands::Words, turn);
        }
        driver.sees("The game is over");
    }
}

#[test]
fn the_replay_steps_jumps_and_plays_by_itself() {
    for kind in GameKind::ALL {
        let mut driver = ended(kind);
        let count = driver.game().made();
        let mut states = Vec::new();
        for made in 0..=count {
            let mut game = driver.game().clone();
            game.go_to(made);
            states.push(state(&game));
        }
        driver.press("Down Down Down Enter");
        let at = |driver: &Driver| {
            let made = driver.game().made();
            assert_eq!(state(driver.game()), states[made]);
            driver.sees(&format!("Turn {made} of {count}"));
            made
        };
        assert_eq!(at(&driver), 0);
        driver.press("Left");
        assert_eq!(at(&driver), 0);
        driver.press("Right Space Enter Backspace");
        assert_eq!(at(&driver), 2);
        driver.press("PageDown");
        assert_eq!(at(&driver), 12.min(count));
        driver.press("1 0 Enter");
        assert_eq!(at(&driver), 10.min(count));
        driver.press("9 9 9 Backspace Esc");
        assert_eq!(at(&driver), 10.min(count));
        driver.press("9 9 9 9 Enter");
        assert_eq!(at(&driver), count);
        driver.press("Right");
        assert_eq!(at(&driver), count);
        driver.press("Home p");
        driver.sees("playing");
        for step in 0..5 {
            assert_eq!(at(&driver), step);
            driver.wait(Duration::ZERO);
            driver.wait(Duration::from_secs(1));
        }
        driver.press("p");
        driver.wait(Duration::from_secs(9));
        assert_eq!(at(&driver), 5, "it stands still");
        driver.press("p + + + + + + +");
        driver.settle();
        assert_eq!(at(&driver), count);
        driver.press("p");
        driver.wait(Duration::ZERO);
        assert_eq!(at(&driver), 0, "from the end it begins anew");
        driver.press("Esc");
        assert_eq!((driver.game().made(), driver.game().is_over()), (count, true), "back to the game");
    }
}

#[test]
fn the_record_of_the_end_can_be_saved_and_watched() {
    let mut driver = ended(GameKind::Classic);
    driver.press("5 Enter");
    driver.sees("Saved as game.floe.");
    let saved = record::read(&driver.files["game.floe"]).expect("what is saved is good");
    assert_eq!(saved.ending(), Ending::Over);
    let count = driver.game().made();
    driver.press("6");
    driver.press("5");
    driver.enter_path("game.floe");
    driver.sees(&format!("Turn 0 of {count}"));
    driver.press("End s");
    driver.enter_path("copy.floe");
    assert_eq!(driver.files["copy.floe"], driver.files["game.floe"]);
}

#[test]
fn a_replay_of_an_unfinished_game_is_saved_as_unfinished() {
    let mut driver = Driver::new(play(&small(1)), (80, 24));
    let turn = legal(driver.game())[0];
    make(&mut driver, Hands::Words, turn);
    driver.press("s Enter");
    let text = String::from_utf8_lossy(&driver.files["game.floe"]).into_owned();
    let mut replay = Driver::new(Opening::Replay(read(&text)), (80, 24));
    replay.press("End");
    replay.sees("The record ends here.");
    replay.press("s Enter");
    assert_eq!(String::from_utf8_lossy(&replay.files["game.floe"]), text);
}

#[test]
fn the_whole_game_is_saved_from_every_turn_of_its_replay() {
    for kind in GameKind::ALL {
        let mut driver = ended(kind);
        let last = state(driver.game());
        driver.press("4 q s Enter");
        assert_eq!(driver.ended, Some(Ended::Quit), "{kind:?}: saved and left");
        let text = String::from_utf8_lossy(&driver.files["game.floe"]).into_owned();
        assert_eq!(state(read(&text).game()), last, "{kind:?}: all turns, not those shown");
        let mut replay = Driver::new(Opening::Replay(read(&text)), (80, 24));
        replay.press("s Enter Right s");
        replay.enter_path("later.floe");
        for name in ["game.floe", "later.floe"] {
            assert_eq!(String::from_utf8_lossy(&replay.files[name]), text, "{kind:?}: {name}");
        }
    }
}

#[test]
fn a_board_saved_from_a_replay_is_the_one_shown_and_does_not_save_the_game() {
    let mut driver = ended(GameKind::Square);
    let before = start(driver.game());
    driver.press("4 q s");
    driver.enter_path("board.txt");
    driver.sees("Saved as board.txt.");
    assert_eq!(driver.ended, None, "the turns are not in the file");
    assert!(driver.store.kept.is_some());
    driver.press("q");
    driver.sees("Leave the finished game? It is not saved.");
    let mut opened = Driver::new(Opening::Menu, (80, 24));
    opened.files = driver.files.clone();
    opened.store.boards = driver.store.boards;
    opened.press("5");
    opened.enter_path("board.txt");
    opened.press("Enter");
    assert_eq!(state(opened.game()), before);
}

#[test]
fn gamma_can_be_ended_early() {
    let mut driver = Driver::new(play(&people(GameKind::Gamma)), (80, 24));
    driver.press("Space Right Space Right Space Ctrl-D");
    driver.sees("The game is over");
    driver.sees("Ann (1) wins with 2 cells.");
    driver.press("s Enter");
    let saved = record::read(&driver.files["game.floe"]).expect("what is saved is good");
    assert_eq!(saved.ending(), Ending::Stopped);
    driver.press("4");
    driver.press("End");
    driver.sees("Turn 3 of 3");
    let mut driver = Driver::new(play(&people(GameKind::Gamma)), (80, 24));
    driver.press("Space Ctrl-D z");
    assert_eq!(driver.game().made(), 1, "undo takes the end back first");
    driver.press("Right Space");
    assert_eq!(driver.game().made(), 2);
}

#[test]
fn the_end_can_be_put_away_and_called_back() {
    let mut driver = ended(GameKind::Hex);
    driver.press("Esc");
    assert!(!driver.shows("2 Play again"));
    driver.press("Enter");
    driver.sees("2 Play again");
    driver.click_text("1 Look at the board");
    assert!(!driver.shows("2 Play again"));
    driver.press("Enter q y");
    assert_eq!(driver.ended, Some(Ended::Quit));
}

#[test]
fn quitting_asks_while_a_game_would_be_lost() {
    let mut driver = Driver::new(play(&small(1)), (80, 24));
    driver.press("q");
    assert_eq!(driver.ended, Some(Ended::Quit), "nothing is lost yet");
    for (keys, then) in [("q", Some(Ended::Quit)), ("Ctrl-D", Some(Ended::Quit)), ("Esc", None)] {
        let mut driver = Driver::new(play(&small(1)), (80, 24));
        let turn = legal(driver.game())[0];
        make(&mut driver, Hands::Words, turn);
        driver.press(keys);
        driver.sees("It is not over, and not saved.");
        driver.press("n");
        assert_eq!((driver.ended, driver.game().made()), (None, 1));
        driver.press(keys);
        driver.press("y");
        assert_eq!((driver.ended, driver.app.game().is_none()), (then, then.is_none()));
    }
    let mut driver = ended(GameKind::Gamma);
    driver.press("7");
    driver.sees("Leave the finished game? It is not saved.");
    driver.press("n 5 Enter 7");
    assert_eq!(driver.ended, Some(Ended::Quit), "a saved game is not lost");
    let mut driver = Driver::new(Opening::Menu, (80, 24));
    driver.press("q");
    assert_eq!(driver.ended, Some(Ended::Quit));
}

#[test]
fn questions_can_be_answered_by_clicks() {
    let mut driver = Driver::new(play(&small(1)), (80, 24));
    let turn = legal(driver.game())[0];
    make(&mut driver, Hands::Words, turn);
    driver.press("q");
    driver.click_text("n: no");
    assert!(!driver.shows("Confirm"));
    driver.press("s");
    driver.click_text("Enter: save");
    driver.sees("Saved as game.floe.");
    driver.press("?");
    driver.sees("any other key: close");
    driver.click(3, 3);
    assert!(!driver.shows("any other key: close"));
}

#[test]
fn an_engine_plays_again_after_the_end() {
    let mut spec = small(1);
    spec.seats.iter_mut().for_each(|seat| seat.kind = PlayerKind::Engine { level: 10 });
    let mut driver = Driver::new(play(&spec), (80, 24));
    driver.settle();
    for keys in ["2 y", "3 y", "2 y"] {
        driver.press(keys);
        assert!(driver.app.wants_ticks(), "{}", driver.text());
        driver.settle();
        driver.sees("The game is over");
    }
}

#[test]
fn all_help_can_be_read_on_the_smallest_terminal() {
    let openings: [(&dyn Fn() -> Opening, &str); 6] = [
        (&|| Opening::Menu, "with the most cells wins."),
        (&|| Opening::Setup(Box::new(people(GameKind::Hex))), "or at random."),
        (&|| Opening::Settings, "count for one start."),
        (&|| play(&small(1)), "Directions: N, E, S, W."),
        (&|| play(&people(GameKind::Gamma)), "of one player are one area."),
        (&|| Opening::Replay(read(ROW)), "q quit"),
    ];
    for (opening, last) in openings {
        for size in [(44, 16), (52, 18), (66, 20), (80, 24), (120, 40)] {
            let mut driver = Driver::new(opening(), size);
            driver.press("?");
            // The frame of the page and the marks stand between its lines.
            let text = |driver: &Driver| {
                let screen = driver.text().replace(['│', '↑', '↓'], " ");
                screen.split_whitespace().collect::<Vec<_>>().join(" ")
            };
            for _ in 0..60 {
                if text(&driver).contains(last) {
                    break;
                }
                assert!(driver.shows("↓"), "more is marked at {size:?}:\n{}", driver.text());
                driver.press("Down");
            }
            assert!(text(&driver).contains(last), "'{last}' is not reached at {size:?}:\n{}", driver.text());
            assert!(!driver.shows("↓"), "nothing is below at {size:?}:\n{}", driver.text());
            driver.press("x");
            assert!(!driver.shows(": close"));
        }
    }
}

#[test]
fn help_closes_with_every_key_that_it_promises() {
    for size in [(44, 16), (120, 60)] {
        for key in ["j", "k", "Space", "Enter", "Esc", "q", "?", "x", "Tab", "Backspace", "F1"] {
            let mut driver = Driver::new(play(&small(1)), size);
            driver.press("? ");
            driver.press(key);
            assert!(!driver.shows(": close"), "{key} at {size:?}:\n{}", driver.text());
            assert_eq!((driver.ended, driver.game().made()), (None, 0), "{key} only closes");
        }
    }
    // Where nothing can be scrolled, the arrows close too, as the last line says.
    let mut driver = Driver::new(play(&small(1)), (120, 60));
    driver.press("?");
    driver.sees(" any key: close ");
    driver.press("Down");
    assert!(!driver.shows("any key: close"));
    // Scrolling back takes as many keys as scrolling there did.
    let mut driver = Driver::new(play(&small(1)), (44, 16));
    driver.press("?");
    let top = driver.text();
    driver.press("PageDown PageDown PageDown PageDown Down Down");
    assert!(driver.shows("↑") && !driver.shows("↓"));
    driver.press("PageUp PageUp PageUp PageUp");
    assert_eq!(driver.text(), top);
}

#[test]
fn help_says_when_fish_score_and_lists_what_the_board_has() {
    let help = |spec: &floe_session::GameSpec| {
        let mut driver = Driver::new(play(spec), (120, 60));
        driver.press("?");
        driver.text()
    };
    let square = help(&small(1));
    assert!(square.contains("Fish score on arrival") && square.contains("or N 2 for"), "{square}");
    assert!(!square.contains("y u b n") && !square.contains("NE"), "{square}");
    let hex = help(&people(GameKind::Hex));
    assert!(hex.contains("Fish score on leaving") && hex.contains("y u b n"), "{hex}");
    assert!(hex.contains("Directions: N, NE, SE, S, SW, NW."), "{hex}");
    let classic = help(&people(GameKind::Classic));
    assert!(classic.contains("Fish score on arrival") && classic.contains("y u b n"), "{classic}");
    assert!(classic.contains("Directions: NE, E, SE, SW, W, NW."), "{classic}");
}

#[test]
fn clicks_far_outside_and_wheels_turned_sideways_do_nothing() {
    use crossterm::event::{MouseButton, MouseEventKind};
    let mut driver = Driver::new(play(&small(1)), (80, 24));
    driver.press("s");
    let before = driver.text();
    driver.click(u16::MAX, u16::MAX);
    driver.update(mouse(MouseEventKind::Down(MouseButton::Left), 0, u16::MAX - 1));
    assert_eq!(driver.text(), before);
    let mut driver = Driver::new(Opening::Setup(Box::new(people(GameKind::Square))), (80, 24));
    driver.press("End");
    let before = driver.text();
    driver.update(mouse(MouseEventKind::ScrollLeft, 5, 5));
    assert_eq!(driver.text(), before);
    driver.update(mouse(MouseEventKind::ScrollDown, 5, 5));
    driver.sees("random");
    let mut driver = Driver::new(Opening::Menu, (80, 24));
    driver.press("Down");
    let before = driver.text();
    driver.update(mouse(MouseEventKind::ScrollLeft, 5, 5));
    assert_eq!(driver.text(), before);
}
