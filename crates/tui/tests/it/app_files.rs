//! Saving and opening: records and boards, broken files, existing names.

use floe_rules::random::Random;
use floe_rules::record;
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
    driver.press("Esc");
    driver.press("5");
    driver.enter_path("Board.TXT");
    driver.sees("A new game of Penguins");
    driver.sees("Board.TXT");
    let saved = driver.files["Board.TXT"].clone();
    driver.press("Enter");
    driver.press("s");
    driver.enter_path("copy.txt");
    assert_eq!(driver.files["copy.txt"], saved, "the same board, players and fish");
}

#[test]
fn gamma_has_no_board_files_and_is_recorded() {
    let mut driver = Driver::new(play(&people(GameKind::Gamma)), (80, 24));
    driver.press("Space s");
    driver.enter_path("cells.txt");
    driver.sees("Saved as cells.txt.");
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
    driver.press("s Enter y");
    assert!(driver.files["game.floe"].starts_with(b"floe record 1\n"));
    driver.sees("Saved as game.floe.");
    driver.press("s");
    driver.enter_path("no/where.floe");
    driver.sees("cannot write no/where.floe: there is no such folder");
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
        assert_eq!((driver.bytes(), state(driver.game())), before, "{name}");
        assert!(!driver.shows("Cannot open the file"));
    }
    driver.press("o");
    driver.enter_path("nothing");
    driver.sees("cannot read nothing: there is no such file");
    driver.press("Esc");
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
    driver.sees("[E] Floe (10)");
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
    ["b.txt", "classic", "Zoe"].iter().for_each(|text| driver.sees(text));
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
    driver.sees("2 players with 3 penguins each still need 6 floes with one fish, but the board has 2");
    driver.press("End Up 1 Home Enter");
    assert_eq!(driver.game().made(), 0);
}

#[test]
fn equal_names_are_refused() {
    let mut spec = GameSpec { players: Some(2), ..people(GameKind::Square) };
    spec.seat_mut(1).name = "Ann".to_owned();
    let mut driver = Driver::new(Opening::Setup(Box::new(spec)), (80, 24));
    driver.press("Enter");
    driver.sees("players A and B are both called Ann");
    driver.press("Down Down Down Down");
    driver.enter("a?");
    driver.press("Home Enter");
    driver.sees("Anna?");
    assert_eq!(driver.game().made(), 0);
}
