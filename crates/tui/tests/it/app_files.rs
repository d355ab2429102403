//! Saving and opening: records and boards, broken files, existing names.

use floe_locale::Lang;
use floe_rules::random::Random;
use floe_rules::record::{self, PlayerKind};
use floe_session::{GameKind, GameSpec};
use floe_tui::app::Opening;

use crate::app_driver::{Driver, people, play, record as read, resume, small};
use crate::app_games::{Hands, legal, make, state};

const APART: &str = "floe record 1\ngame: square\npenguins: 1\nplayer 2: Ann (person)\n\
                     player 5: Floe (engine level 10)\n\n[start]\n2 3\n10 10 10\n10 10 10\n\n[turns]\n\
                     2 r1c1\n\n[result]\nunfinished\n";

fn some_turns(driver: &mut Driver, count: usize) {
    let mut random = Random::new(9);
    for _ in 0..count {
        let turns = legal(driver.game());
        make(driver, Hands::Words, turns[random.index(turns.len())]);
    }
}

#[test]
fn a_saved_game_continues_where_it_was() {
    for kind in GameKind::ALL {
        let mut driver = Driver::new(play(&people(kind)), (80, 24));
        some_turns(&mut driver, 13);
        driver.press("s");
        driver.enter_path("mine.floe");
        driver.sees("Saved as mine.floe.");
        let (bytes, before) = (driver.bytes(), state(driver.game()));
        // What is saved needs no question.
        driver.press("Esc");
        driver.sees("Open a file");
        driver.press("5");
        driver.enter_path("mine.floe");
        assert_eq!((driver.bytes(), state(driver.game())), (bytes, before), "{kind:?}");
        ["Ann", "Ben"].iter().for_each(|name| driver.sees(name));
        some_turns(&mut driver, 3);
        driver.press("z z z z");
        assert_eq!(driver.game().made(), 12, "turns of the record can be undone");
        driver.press("s");
        driver.enter_path("again.floe");
        assert!(record::read(&driver.files["again.floe"]).is_ok());
    }
}

#[test]
fn a_board_that_was_saved_can_be_played_on() {
    let mut driver = Driver::new(play(&small(2)), (80, 24));
    some_turns(&mut driver, 6);
    driver.press("s");
    driver.enter_path("Board.TXT");
    driver.press("Esc y 5");
    driver.enter_path("Board.TXT");
    driver.sees("A new game of Penguins");
    driver.sees("Board.TXT");
    let saved = driver.files["Board.TXT"].clone();
    driver.press("Enter");
    driver.press("s");
    driver.enter_path("copy.txt");
    assert_eq!(driver.files["copy.txt"], saved, "the same board, players and fish");
}

/// The spec of a game of a person and an engine that is not the default.
fn against_level_4() -> GameSpec {
    let mut spec = people(GameKind::Hex);
    spec.layout = Some(floe_rules::grid::Layout::EvenR);
    spec.seat_mut(0).kind = PlayerKind::Engine { level: 4 };
    spec
}

#[test]
fn a_board_of_hexagons_reopens_as_the_game_that_saved_it() {
    let mut driver = Driver::new(play(&against_level_4()), (80, 24));
    driver.settle();
    some_turns(&mut driver, 1);
    driver.settle();
    let saved = state(driver.game());
    let to_move = driver.game().to_move();
    driver.press("s");
    driver.enter_path("b.txt");
    driver.press("Esc y 5");
    driver.enter_path("b.txt");
    // The set-up screen says what was remembered.
    ["Hexagons", "even-r", "Ann", "Ben"].iter().for_each(|text| driver.sees(text));
    driver.press("Enter");
    driver.settle();
    assert_eq!((driver.game().name(), driver.game().to_move()), ("hex", to_move));
    assert_eq!(state(driver.game()), saved, "the same position in the same layout");
    // Still a person and an engine: undoing goes back to before the person's turn.
    some_turns(&mut driver, 1);
    driver.settle();
    assert_eq!(driver.game().made(), 2, "the engine has answered");
}

#[test]
fn a_board_of_another_program_takes_the_rules_of_the_game_in_which_it_is_opened() {
    let mut driver = Driver::new(play(&people(GameKind::Classic)), (80, 24));
    driver.files.insert("b.txt".to_owned(), b"3 4\n10 20 30 10\n20 10 00 20\n10 30 20 10\n".to_vec());
    driver.press("o");
    driver.enter_path("b.txt");
    driver.sees("Classic");
    driver.press("Esc 5");
    driver.enter_path("b.txt");
    assert!(!driver.shows("Classic"), "the menu knows no rules:\n{}", driver.text());
}

#[test]
fn typing_replaces_the_proposed_name_and_arrows_keep_it() {
    let mut driver = Driver::new(play(&small(1)), (80, 24));
    driver.press("s");
    driver.enter("ice.floe");
    driver.press("Enter");
    driver.sees("Saved as ice.floe.");
    driver.press("s Left Left Left Left Left");
    driver.enter("2");
    driver.press("Home");
    driver.enter("my-");
    driver.press("Enter");
    driver.sees("Saved as my-game2.floe.");
    driver.press("s End Ctrl-U");
    driver.enter("żółw 企鹅.floe");
    driver.press("Enter");
    assert!(driver.files.contains_key("żółw 企鹅.floe"));
}

#[test]
fn a_name_that_cannot_be_used_stays_in_the_dialog() {
    let mut driver = Driver::new(play(&small(1)), (80, 24));
    driver.press("s");
    driver.enter_path("no/where.floe");
    driver.sees("Cannot save no/where.floe: there is no such folder.");
    driver.press("Ctrl-A Delete Delete Delete Enter");
    driver.sees("Saved as where.floe.");
    driver.press("s");
    driver.enter_path("folder");
    driver.sees("folder is a directory");
    assert!(!driver.shows("Overwrite"));
    driver.press("Esc o");
    driver.enter_path("wherr.floe");
    driver.sees("Cannot read wherr.floe: there is no such file.");
    driver.press("Left Left Left Left Left Backspace");
    driver.enter("e");
    driver.press("Enter");
    assert!(!driver.shows("Cannot read"));
}

#[test]
fn tab_completes_names_and_lists_what_is_ambiguous() {
    let mut driver = Driver::new(play(&small(1)), (80, 24));
    for name in ["long-name-1.floe", "long-name-2.floe", "other.floe"] {
        driver.files.insert(name.to_owned(), APART.as_bytes().to_vec());
    }
    driver.press("s");
    driver.enter("lo");
    driver.press("Tab");
    driver.sees("long-name-");
    driver.sees("long-name-1.floe long-name-2.floe");
    driver.enter("3.floe");
    driver.press("Enter");
    driver.sees("Saved as long-name-3.floe.");
    driver.press("s f Tab");
    driver.sees("folder/");
    driver.press("Esc o o t Tab Enter");
    driver.settle();
    assert_eq!(driver.game().players(), [2, 5], "other.floe was opened");
}

#[test]
fn open_lists_games_with_players_and_scores_and_why_a_file_is_bad() {
    let mut driver = Driver::new(Opening::Menu, (80, 24));
    driver.files.insert("a.floe".to_owned(), APART.as_bytes().to_vec());
    driver.files.insert("b.txt".to_owned(), b"1 3\n10 20 01\nZoe 1 7\n".to_vec());
    driver.files.insert("c.floe".to_owned(), b"floe record 1\n".to_vec());
    driver.press("5");
    driver.sees("a.floe");
    driver.sees("square, Ann 1 - Floe 0, turn 2");
    driver.sees("2026-11-16 18:05");
    driver.sees("board 1 x 3, Zoe 7");
    driver.press("Down Down Down");
    driver.sees("c.floe: 1:14: error: ");
    driver.press("Enter");
    driver.sees("Cannot open the file");
    driver.press("Enter");
    driver.sees("File name of a board or record:");
    driver.press("Up Up");
    driver.click_text("> a.floe");
    driver.settle();
    assert_eq!(driver.game().players(), [2, 5]);
}

/// The dialogs for files at two sizes, in every language.
#[test]
fn dialogs_speak_every_language() {
    for lang in Lang::ALL {
        for size in [(80, 24), (44, 16)] {
            let name = |what: &str| format!("files_{what}_{lang}_{}x{}", size.0, size.1);
            let mut driver = Driver::with_store(play(&small(1)), size, lang, |_| {});
            driver.files.insert("a long name of a game.floe".to_owned(), APART.as_bytes().to_vec());
            driver.files.insert("b.txt".to_owned(), b"1 3\n10 20 01\nZoe 1 7\n".to_vec());
            driver.files.insert("c.floe".to_owned(), b"floe record 1\n".to_vec());
            driver.press("s");
            insta::assert_snapshot!(name("save"), driver.text());
            driver.enter_path("b.txt");
            insta::assert_snapshot!(name("overwrite"), driver.text());
            driver.press("n");
            driver.enter_path("no/where.floe");
            insta::assert_snapshot!(name("not_saved"), driver.text());
            driver.press("Esc o Down");
            insta::assert_snapshot!(name("open"), driver.text());
        }
    }
}

#[test]
fn dialogs_have_buttons() {
    let mut driver = Driver::new(play(&small(1)), (80, 24));
    driver.press("s");
    driver.click_text("Esc: cancel");
    assert!(!driver.shows("Save as"));
    driver.press("s");
    driver.click_text("Enter: save");
    driver.sees("Saved as game.floe.");
    driver.press("s Enter");
    driver.sees("game.floe already exists. Overwrite?");
    driver.click_text("n: no");
    driver.sees("Save as");
    driver.click_text("Enter: save");
    driver.click_text("y: overwrite");
    driver.sees("Saved as game.floe.");
    some_turns(&mut driver, 1);
    driver.press("q");
    driver.click_text("s: save and leave");
    driver.sees("Save as");
    driver.press("Esc");
    driver.click_text("y: yes");
    assert!(driver.ended.is_some());
}

#[test]
fn only_the_letters_of_the_language_answer_yes() {
    for (lang, right, wrong) in [
        (Lang::English, "y Y", "Enter o t"),
        (Lang::French, "o y", "Enter t"),
        (Lang::Polish, "t Y", "Enter o"),
    ] {
        for yes in right.split(' ') {
            let mut driver = Driver::in_lang(play(&small(1)), (80, 24), lang);
            driver.files.insert("game.floe".to_owned(), b"mine".to_vec());
            some_turns(&mut driver, 1);
            driver.press("s Enter");
            driver.press(wrong);
            assert_eq!(driver.files["game.floe"], b"mine", "{lang}: not overwritten");
            driver.press("n Esc q");
            driver.press(wrong);
            assert_eq!((driver.ended, driver.store.kept.is_some()), (None, true), "{lang}: not left");
            driver.press("n s Enter");
            driver.press(yes);
            assert_ne!(driver.files["game.floe"], b"mine", "{lang}: {yes} overwrites");
            some_turns(&mut driver, 1);
            driver.press("q");
            driver.press(yes);
            assert!(driver.ended.is_some(), "{lang}: {yes} leaves");
        }
    }
}

#[test]
fn gamma_has_no_board_files_and_is_recorded() {
    let mut driver = Driver::new(play(&people(GameKind::Gamma)), (80, 24));
    driver.press("Space s");
    driver.enter_path("cells.txt");
    driver.sees("Saved as cells.txt: the record of the game, as Gamma has no board files.");
    driver.press("Esc 5");
    driver.enter_path("cells.txt");
    assert_eq!((driver.game().name(), driver.game().made()), ("gamma", 1));
}

#[test]
fn an_existing_file_is_overwritten_only_after_a_question() {
    let mut driver = Driver::new(play(&small(1)), (80, 24));
    driver.files.insert("game.floe".to_owned(), b"mine".to_vec());
    driver.press("s Enter");
    driver.sees("game.floe already exists. Overwrite?");
    driver.press("n");
    assert_eq!(driver.files["game.floe"], b"mine");
    driver.press("Enter y");
    assert!(driver.files["game.floe"].starts_with(b"floe record 1\n"));
    driver.sees("Saved as game.floe.");
}

#[test]
fn a_broken_file_is_reported_with_line_and_reason() {
    let mut driver = Driver::new(play(&people(GameKind::Hex)), (80, 24));
    some_turns(&mut driver, 9);
    let before = (driver.bytes(), state(driver.game()));
    let good = String::from_utf8(driver.bytes()).expect("records are text");
    let files = [
        ("turn.floe", good.replace("[turns]\n1 ", "[turns]\n2 "), "turn.floe:"),
        ("cut.floe", good[..good.len() / 2].to_owned(), "cut.floe:"),
        ("board.txt", "2 2\n10 10\n10 1x\n".to_owned(), "board.txt:3:"),
        ("empty.txt", String::new(), "empty.txt:1"),
    ];
    for (name, text, place) in files {
        driver.files.insert(name.to_owned(), text.into_bytes());
        driver.press("o");
        driver.enter_path(name);
        driver.sees("Cannot open the file");
        driver.sees(place);
        driver.sees("error: ");
        driver.press("Down Up Enter");
        assert!(!driver.shows("Cannot open the file"));
        // The question for the name is still there.
        driver.press("Esc");
        assert_eq!((driver.bytes(), state(driver.game())), before, "{name}");
    }
    driver.press("o Enter");
    driver.sees("File name of a board or record:");
    driver.press("Esc");
    some_turns(&mut driver, 1);
}

#[test]
fn opening_another_game_asks_before_this_one_is_lost() {
    let mut driver = Driver::new(play(&small(1)), (80, 24));
    some_turns(&mut driver, 3);
    let before = driver.bytes();
    driver.files.insert("apart.floe".to_owned(), APART.as_bytes().to_vec());
    driver.press("o");
    driver.enter_path("apart.floe");
    driver.sees("not saved");
    driver.press("n");
    assert_eq!(driver.bytes(), before);
    driver.press("o");
    driver.enter_path("apart.floe");
    driver.press("y");
    driver.settle();
    assert_eq!(driver.game().players(), [2, 5]);
}

#[test]
fn a_game_of_players_2_and_5_continues_and_is_saved_under_their_names() {
    let mut driver = Driver::new(resume(*read(APART)), (80, 24));
    driver.settle();
    assert_eq!((driver.game().made(), driver.game().to_move()), (2, Some(2)));
    driver.sees("[B] Ann");
    driver.sees("[E] Floe");
    driver.press("s");
    driver.enter_path("board.txt");
    let text = String::from_utf8_lossy(&driver.files["board.txt"]).into_owned();
    assert!(text.contains("\nAnn 2 1\nFloe 5 1\n"), "{text}");
    while !driver.game().is_over() {
        some_turns(&mut driver, 1);
        driver.settle();
    }
    driver.sees("The game is over");
    driver.press("s");
    driver.enter_path("end.floe");
    driver.sees("Saved as end.floe.");
    let ended = read(&String::from_utf8_lossy(&driver.files["end.floe"]));
    assert_eq!(ended.game().made(), driver.game().made());
}

#[test]
fn a_game_that_changed_since_it_was_saved_is_not_saved() {
    let mut driver = Driver::new(play(&small(1)), (80, 24));
    some_turns(&mut driver, 3);
    driver.press("s Enter");
    driver.press("z");
    let turns = legal(driver.game());
    make(&mut driver, Hands::Words, turns[turns.len() - 1]);
    driver.press("q");
    driver.sees("not saved");
    assert_eq!(driver.ended, None);
}

#[test]
fn a_board_is_opened_in_the_set_up_and_dropped_again() {
    let mut driver = Driver::new(Opening::Setup(Box::new(people(GameKind::Classic))), (80, 24));
    driver
        .files
        .insert("b.txt".to_owned(), b"3 4\n10 20 30 10\n20 10 00 20\n10 30 20 10\nZoe 3 0\n".to_vec());
    driver.press("o");
    driver.enter_path("b.txt");
    ["b.txt", "Classic", "Zoe"].iter().for_each(|text| driver.sees(text));
    assert!(!driver.shows("Seed"), "a given board needs no seed");
    driver.press("End Up 1 Home Enter");
    assert_eq!((driver.game().name(), driver.game().players().len()), ("classic", 3));
    driver.press("Esc 3 o");
    driver.enter_path("b.txt");
    driver.click_text("b.txt");
    driver.press("Esc Backspace");
    driver.sees("Seed");
    driver.press("Home Enter");
    assert_eq!(driver.game().name(), "classic");
}

#[test]
fn a_board_that_is_too_small_for_the_penguins_is_refused() {
    let mut driver = Driver::new(Opening::Setup(Box::new(people(GameKind::Square))), (80, 24));
    driver.files.insert("b.txt".to_owned(), b"1 3\n10 20 10\n".to_vec());
    driver.press("o");
    driver.enter_path("b.txt");
    driver.press("Enter");
    driver.sees("floes with one fish");
    driver.press("End Up 1 Home Enter");
    assert_eq!(driver.game().made(), 0);
}

#[test]
fn equal_names_are_refused() {
    let mut spec = GameSpec { players: Some(2), ..people(GameKind::Square) };
    spec.seat_mut(1).name = "Ann".to_owned();
    let mut driver = Driver::new(Opening::Setup(Box::new(spec)), (80, 24));
    driver.press("Enter");
    driver.sees("Players A and B are both called Ann");
    driver.press("Down Down Down Down");
    driver.enter("Anna?");
    driver.press("Home Enter");
    driver.sees("Anna?");
    assert_eq!(driver.game().made(), 0);
}

#[test]
fn a_board_file_does_not_count_as_the_game() {
    let mut driver = Driver::new(play(&small(1)), (80, 24));
    driver.enter_turn("r1c1");
    driver.press("s");
    driver.enter_path("b.txt");
    driver.sees("Saved as b.txt.");
    driver.press("q");
    driver.sees("not saved");
    driver.press("Esc s");
    driver.enter_path("g.floe");
    driver.press("q");
    assert!(!driver.shows("not saved"), "a record has every turn");
}

#[test]
fn gamma_is_not_offered_a_board_file() {
    let mut driver = Driver::new(play(&people(GameKind::Gamma)), (80, 24));
    driver.press("Space s");
    driver.sees("Save the record as:");
    assert!(!driver.shows(".txt"));
}
