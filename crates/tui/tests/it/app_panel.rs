//! Beside the board: the move list, looking back, the end of a game, the pace of engines, and the footer.

use crossterm::event::MouseEventKind;
use floe_locale::Lang;
use floe_rules::game::Game;
use floe_rules::record::PlayerKind;
use floe_session::{GameKind, GameSpec};
use floe_tui::app::Opening;

use crate::app_driver::{Driver, Ended, PACE, mouse, people, play, record, record_of, resume, small};
use crate::app_games::{Hands, legal, make, state};
use crate::app_play::{PAIRS, against};

const SIZES: [(u16, u16); 4] = [(44, 16), (80, 24), (120, 40), (200, 60)];

fn play_some(driver: &mut Driver, turns: usize) {
    for _ in 0..turns {
        let turn = legal(driver.game())[0];
        make(driver, Hands::Words, turn);
    }
}

fn state_after(driver: &Driver, made: usize) -> String {
    let mut game = driver.game().clone();
    game.go_to(made);
    state(&game)
}

#[test]
fn moves_are_listed_and_clicked_during_play() {
    let mut driver = Driver::new(resume(*record(PAIRS)), (80, 24));
    driver.sees("1 A r1c1");
    driver.sees(">4 B r2c4");
    driver.enter_turn("r1c1-r1c3");
    driver.sees(">5 A r1c1-r1c3 +3");
    driver.click_text("3 A r2c1");
    driver.sees("Turn 3 of 5.");
    driver.sees("Press any key to return to the game.");
    driver.sees(">3 A r2c1");
    assert_eq!(driver.game().made(), 5, "the game is not lost");
    driver.press("Left");
    driver.sees("Turn 2 of 5.");
    driver.press("q");
    assert!(!driver.shows("Turn 2 of 5."), "any key leads back");
    assert_eq!(driver.ended, None);
    driver.click_text("1 A r1c1");
    driver.click_text("5 A r1c1-r1c3");
    driver.sees("Ben (B): choose a penguin.");
    driver.press("<");
    driver.sees("Turn 4 of 5.");
    driver.press("> Tab");
    driver.sees("Ben (B): choose where the penguin goes.");
}

#[test]
fn the_list_scrolls_by_the_wheel_and_can_be_hidden() {
    let mut driver = Driver::new(play(&people(GameKind::Gamma)), (80, 24));
    play_some(&mut driver, 30);
    driver.sees(">30 [2]");
    assert!(!driver.shows(" 1 [1] 0 0"));
    let (x, y) = (70, 18);
    for _ in 0..30 {
        driver.update(mouse(MouseEventKind::ScrollUp, x, y));
    }
    assert!(driver.text().lines().any(|line| line.contains(" 1 [1] ")), "{}", driver.text());
    play_some(&mut driver, 1);
    driver.sees(">31 [1]");
    driver.press("v");
    assert!(!driver.shows(">31 [1]"), "{}", driver.text());
    driver.press("v");
    driver.sees(">31 [1]");
}

#[test]
fn engines_go_on_while_somebody_looks_back() {
    let mut driver = Driver::waiting(play(&against(GameKind::Gamma)), (80, 24));
    driver.press("Space");
    driver.press("<");
    driver.sees("Turn 0 of 1.");
    driver.answer();
    driver.wait(PACE * 2);
    assert_eq!(driver.game().made(), 2);
    driver.sees("Turn 0 of 2.");
    driver.press("Esc");
    driver.sees("Ann (1): take a cell.");
}

#[test]
fn a_replay_lists_all_moves_and_a_click_jumps() {
    let mut driver = Driver::new(Opening::Replay(record(PAIRS)), (80, 24));
    driver.sees("4 B r2c4");
    driver.click_text("3 A r2c1");
    assert_eq!(driver.game().made(), 3);
    driver.sees("Turn 3 of 4");
    driver.sees(">3 A r2c1");
}

#[test]
fn a_replay_can_be_played_on_from_any_turn() {
    for kind in GameKind::ALL {
        let mut driver = Driver::new(play(&people(kind)), (80, 24));
        play_some(&mut driver, 9);
        let record = Box::new(record_of(driver.game()));
        let mut replay = Driver::new(Opening::Replay(record), (80, 24));
        replay.press("End Left Left Left Left c");
        assert_eq!((replay.game().made(), replay.game().undone()), (5, 4));
        assert_eq!(state(replay.game()), state_after(&driver, 5));
        replay.press("x");
        assert_eq!(replay.game().made(), 6, "redo has the rest");
        replay.press("z");
        play_some(&mut replay, 1);
        assert_eq!((replay.game().made(), replay.game().undone()), (6, 0));
    }
}

#[test]
fn a_game_continued_where_an_engine_is_to_move_waits() {
    let text = PAIRS.replace("Ann (person)", "Ann (engine level 3)");
    let mut driver = Driver::new(Opening::Replay(record(&text)), (80, 24));
    driver.press("Right Right c");
    assert_eq!((driver.game().made(), driver.game().undone()), (2, 2));
    driver.sees("Paused before the turn of Ann (A).");
    driver.press("p");
    driver.settle();
    assert_eq!(driver.game().made(), 3);
}

/// Plays small games to their ends.
fn ended(kind: GameKind, size: (u16, u16)) -> Driver {
    let spec = if kind == GameKind::Square { small(2) } else { people(kind) };
    let mut driver = Driver::new(play(&spec), size);
    while !driver.game().is_over() {
        let turn = legal(driver.game())[0];
        make(&mut driver, Hands::Words, turn);
    }
    driver
}

#[test]
fn the_result_is_beside_the_board_and_stray_keys_lose_nothing() {
    for kind in GameKind::ALL {
        for size in SIZES {
            let mut driver = ended(kind, size);
            driver.sees("The game is over.");
            let (made, before) = (driver.game().made(), state(driver.game()));
            let view = driver.app.view().expect("a game is on the screen");
            let board: Vec<_> = {
                let Game::Penguins(history) = driver.game() else { continue };
                history.position().grid().iter().map(|cell| history.position().grid().coord(cell)).collect()
            };
            // Every tile that fits is seen: nothing lies on the board.
            let menu = driver.text();
            driver.press("Enter");
            assert_eq!(driver.game().made(), made);
            for at in board {
                if let Some(place) = view.place_of(at) {
                    let line = |text: &str| text.lines().nth(place.y.into()).map(str::to_owned);
                    let part = |text: Option<String>| {
                        text.unwrap_or_default().chars().take(usize::from(place.x) + 1).collect::<String>()
                    };
                    assert_eq!(part(line(&menu)), part(line(&driver.text())), "{kind} {size:?}");
                }
            }
            for _ in 0..6 {
                driver.press("Enter Space Esc");
                assert_eq!(state(driver.game()), before, "{kind} {size:?}");
            }
        }
    }
}

#[test]
fn turns_can_be_undone_at_the_end() {
    for kind in GameKind::ALL {
        let mut driver = ended(kind, (80, 24));
        let made = driver.game().made();
        driver.press("z");
        assert_eq!(driver.game().made(), made - 1);
        driver.sees("Undone: 1 turn.");
        driver.press("x");
        driver.sees("The game is over.");
        driver.click_text("z: undo");
        assert_eq!(driver.game().made(), made - 1, "the footer can be clicked");
        driver.press("x t");
        assert_ne!(driver.app.theme(), floe_tui::Theme::Monochrome);
    }
}

#[test]
fn undo_says_how_many_turns_it_took_back() {
    let mut driver = Driver::new(play(&against(GameKind::Hex)), (80, 24));
    let turn = legal(driver.game())[0];
    make(&mut driver, Hands::Words, turn);
    driver.settle();
    driver.press("z");
    driver.sees("Undone: 2 turns.");
}

#[test]
fn a_finished_game_is_not_thrown_away_unasked() {
    for (keys, stays) in [("2", true), ("3", true), ("6", true), ("7", true), ("q", true), ("4", false)] {
        let mut driver = ended(GameKind::Classic, (80, 24));
        driver.press(keys);
        assert_eq!(driver.shows("Leave the finished game? It is not saved."), stays, "{keys}");
        if stays {
            driver.press("n");
            driver.sees("The game is over.");
        } else {
            driver.press("q");
            driver.sees("Leave the finished game? It is not saved.");
            driver.press("n Esc");
            driver.sees("The game is over.");
        }
    }
}

#[test]
fn a_game_can_be_saved_and_left_in_one_go() {
    for (keys, then) in [("q", Some(Ended::Quit)), ("Esc", None)] {
        let mut driver = Driver::new(play(&small(2)), (80, 24));
        play_some(&mut driver, 2);
        driver.press(keys);
        driver.sees("s: save and leave");
        driver.press("s Esc");
        driver.sees("Leave the game?");
        driver.press("s");
        driver.enter_path("left.floe");
        assert!(driver.files.contains_key("left.floe"));
        assert_eq!((driver.ended, driver.app.game().is_none()), (then, then.is_none()), "{keys}");
    }
}

#[test]
fn saving_is_offered_before_leaving_in_any_language_and_size() {
    for lang in Lang::ALL {
        for size in SIZES {
            let mut driver = Driver::in_lang(play(&small(2)), size, lang);
            play_some(&mut driver, 2);
            driver.press("q");
            let screen = driver.text().replace('\u{a0}', " ");
            assert!(screen.contains("s: ") || screen.contains("s : "), "{lang} {size:?}:\n{screen}");
            driver.press("s");
            driver.enter_path("left.floe");
            assert_eq!(driver.ended, Some(Ended::Quit), "{lang} {size:?}");
        }
    }
}

#[test]
fn the_footer_names_the_keys_of_what_is_being_typed() {
    let mut driver = Driver::new(resume(*record(PAIRS)), (80, 24));
    driver.press("d");
    driver.sees("Enter: done  Esc: cancel  Backspace: back  ?: help");
    assert!(!driver.shows("z: undo"));
    driver.click_text("Esc: cancel");
    driver.sees("z: undo");
    driver.press(":");
    driver.sees("Enter: done  Esc: cancel");
    assert!(!driver.shows("?: help"), "a question mark would be typed");
}

#[test]
fn a_stopped_game_is_neither_paused_nor_waits_for_anybody() {
    let mut driver = Driver::waiting(play(&against(GameKind::Gamma)), (80, 24));
    driver.press("Space p");
    driver.sees("Paused");
    driver.press("Ctrl-D");
    driver.sees("The game is over.");
    assert!(!driver.shows("Paused"), "{}", driver.text());
    assert!(!driver.text().contains(">["), "nobody is to move:\n{}", driver.text());
    driver.press("Esc");
    assert!(!driver.text().contains(">["), "nobody is to move:\n{}", driver.text());
}

#[test]
fn each_turn_of_several_engines_is_shown_for_a_while() {
    let mut spec = GameSpec { players: Some(3), ..people(GameKind::Square) };
    for seat in 1..3 {
        spec.seat_mut(seat).kind = PlayerKind::Engine { level: 3 };
    }
    let mut driver = Driver::new(play(&spec), (80, 24));
    let turn = legal(driver.game())[0];
    make(&mut driver, Hands::Words, turn);
    assert_eq!(driver.game().made(), 1);
    driver.wait(PACE);
    assert_eq!(driver.game().made(), 2, "one turn at a time");
    driver.wait(PACE / 2);
    assert_eq!(driver.game().made(), 2);
    driver.wait(PACE / 2);
    assert_eq!(driver.game().made(), 3);
    driver.press("-");
    driver.sees("Each turn is shown for at least 0.2 s before an engine moves.");
    let turn = legal(driver.game())[0];
    make(&mut driver, Hands::Words, turn);
    driver.wait(PACE);
    assert_eq!(driver.game().made(), 4);
    driver.wait(PACE);
    assert_eq!(driver.game().made(), 5);
    driver.press("+ + + +");
    driver.sees("Engines move as soon as they have decided.");
    driver.wait(PACE / 100);
    assert_eq!(driver.game().made(), 6);
}

#[test]
fn a_turn_is_shown_for_the_pace_and_thinking_counts() {
    let mut spec = people(GameKind::Square);
    spec.seats.iter_mut().for_each(|seat| seat.kind = PlayerKind::Engine { level: 3 });
    let mut driver = Driver::waiting(play(&spec), (80, 24));
    driver.wait(PACE);
    driver.answer();
    assert_eq!(driver.game().made(), 1);
    driver.answer();
    assert_eq!(driver.game().made(), 1, "the engine was quick: its turn waits");
    driver.wait(PACE);
    assert_eq!(driver.game().made(), 2);
    driver.wait(PACE * 3);
    driver.answer();
    assert_eq!(driver.game().made(), 3, "the engine was slow: the turn before was seen");
}

#[test]
fn the_keys_and_the_settings_have_the_same_paces() {
    let paces = |mut driver: Driver, slower: &str| {
        (0..9).for_each(|_| driver.press(slower));
        driver.remembered.iter().map(|settings| settings.pace).collect::<Vec<_>>()
    };
    let mut settings = Driver::new(Opening::Settings, (80, 24));
    settings.press("Down Down Down Down Left Left");
    let mut game = Driver::new(play(&small(1)), (80, 24));
    game.press("+ +");
    assert_eq!(paces(settings, "Right"), paces(game, "-"));
}

#[test]
fn usual_names_are_not_cut_in_any_language() {
    for (lang, word) in Lang::ALL.into_iter().zip(["Player", "Joueur", "Gracz"]) {
        for kind in GameKind::ALL {
            let mut spec = GameSpec { seed: Some(5), ..GameSpec::new(kind) };
            spec.seat_mut(1).kind = PlayerKind::Person;
            let mut driver = Driver::in_lang(Opening::Setup(Box::new(spec)), (80, 24), lang);
            driver.press("Enter");
            let marks = if kind == GameKind::Gamma { ["1", "2"] } else { ["A", "B"] };
            for mark in marks {
                driver.sees(&format!("[{mark}] {word} {mark}"));
            }
        }
    }
}

#[test]
fn footers_are_clicked_and_never_cut() {
    for size in SIZES {
        for kind in GameKind::ALL {
            let mut driver = Driver::new(play(&people(kind)), size);
            play_some(&mut driver, 3);
            let footer = driver.text().lines().last().unwrap_or_default().to_owned();
            for item in footer.split("  ") {
                assert!(item.contains(": ") && item.len() > 3, "'{item}' in '{footer}'");
            }
            driver.click_text("z: undo");
            assert_eq!(driver.game().made(), 2, "{kind} {size:?}");
            driver.click_text("?: help");
            driver.press("Esc");
            driver.click_text("q: quit");
            driver.sees("not saved");
            driver.press("y");
            assert_eq!(driver.ended, Some(Ended::Quit));
        }
    }
}

#[test]
fn the_panel_is_beside_the_board_from_the_smallest_size_on() {
    for kind in GameKind::ALL {
        for size in SIZES {
            let driver = Driver::new(play(&people(kind)), size);
            let screen = driver.text();
            let line = screen.lines().position(|line| line.contains("Ann")).expect("Ann is on the screen");
            let column = screen.lines().nth(line).and_then(|line| line.find("Ann")).unwrap_or(0);
            assert!(column > usize::from(size.0) / 2, "{kind} {size:?}:\n{screen}");
            assert!(line < 3, "{kind} {size:?}:\n{screen}");
        }
    }
}
