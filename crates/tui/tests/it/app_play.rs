//! During a game: refusals, hints, pauses, "move now", themes, terminal sizes and large boards.

use std::time::Duration;

use floe_rules::game::Game;
use floe_rules::grid::Coord;
use floe_rules::random::Random;
use floe_rules::record::PlayerKind;
use floe_session::{GameKind, GameSpec, SearchBudget, SessionEvent, TaskId};
use floe_tui::app::{App, Input, Opening, Options};
use floe_tui::{Appearance, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::app_driver::{Driver, Ended, PACE, key, people, play, record, resume, small};
use crate::app_games::{Hands, legal, make, state};

/// Two penguins in a row of floes, and a third floe apart.
pub(crate) const ROW: &str = "floe record 1\ngame: square\npenguins: 1\nplayer 1: Ann (person)\nplayer 2: Ben (person)\n\n\
                   [start]\n2 4\n10 20 30 10\n00 00 10 20\n\n[turns]\n1 r1c1\n2 r1c4\n\n[result]\nunfinished\n";

/// Two penguins each, with room to go.
pub(crate) const PAIRS: &str = "floe record 1\ngame: square\npenguins: 2\nplayer 1: Ann (person)\nplayer 2: Ben (person)\n\n\
                   [start]\n2 6\n10 20 30 10 20 10\n10 20 00 10 20 20\n\n[turns]\n1 r1c1\n2 r1c4\n1 r2c1\n2 r2c4\n\n\
                   [result]\nunfinished\n";

pub(crate) fn against(kind: GameKind) -> GameSpec {
    let mut spec = people(kind);
    spec.seat_mut(1).kind = PlayerKind::Engine { level: 10 };
    spec
}

#[test]
fn an_illegal_choice_says_why_and_asks_again() {
    for (doing, why) in [
        ("1 4", "The penguin at r1c4 is not yours"),
        ("1 2", "You have no penguin at r1c2"),
        ("r1c1-r1c4", "stands at r1c4"),
        ("r2c1-r2c3", "no floe at r2c3"),
        ("1 1 2 2", "straight"),
        ("r1c4-r1c5", "Ann (A) has no penguin at r1c4"),
        ("9 1", "'9 1' is not on the board, which has rows 1 to 2 and columns 1 to 6"),
        ("1 2 3", "is not a turn: type row column, r4c7-r4c9, or E 2."),
        (":pass", "is not a turn"),
        (":e 2", "Choose a penguin first"),
        (":ne 2", "'ne 2' is not a turn: type row column, r4c7-r4c9, or E 2."),
        (":0 0", "is not on the board"),
    ] {
        let mut driver = Driver::new(resume(*record(PAIRS)), (80, 24));
        let before = state(driver.game());
        driver.enter(doing);
        driver.press("Enter");
        driver.sees(why);
        assert_eq!(state(driver.game()), before, "{doing}");
        driver.enter("r1c1-r1c2");
        driver.press("Enter");
        assert_eq!(driver.game().made(), 5, "after '{doing}' a turn can be made");
    }
}

#[test]
fn an_illegal_cell_of_gamma_says_why() {
    let spec = GameSpec { cols: Some(3), rows: Some(2), areas: Some(1), ..people(GameKind::Gamma) };
    let mut driver = Driver::new(play(&spec), (80, 24));
    for (doing, why) in [
        ("5 5", "That is not on the board"),
        (":g 0 0", "That cell is empty"),
        ("1", "'1' is not a turn"),
        ("99999999999 0", "is not a turn"),
    ] {
        driver.enter_turn(doing);
        driver.sees(why);
        assert_eq!(driver.game().to_move(), Some(1));
    }
    driver.press("Space");
    driver.press("Space");
    driver.sees("Ann (1) holds that cell");
    driver.press("Right Right Enter");
    driver.press("Up");
    driver.press("Enter");
    driver.sees("Ann (1) would hold more than 1 area");
    assert_eq!((driver.game().made(), driver.game().to_move()), (2, Some(1)));
}

#[test]
fn a_hint_is_shown_and_is_legal() {
    for kind in GameKind::ALL {
        let mut driver = Driver::new(play(&people(kind)), (80, 24));
        for _ in 0..10 {
            driver.press("i");
            driver.sees("Hint: ");
            let screen = driver.text();
            let told = screen.split("Hint: ").nth(1).and_then(|rest| rest.split(" (").next());
            let told = told.expect("a turn is told");
            let told = match told.strip_prefix("golden move ") {
                Some(cell) => format!("{cell}!"),
                None => told.to_owned(),
            };
            let turn = driver.game().parse_turn(&told.replace(' ', "")).expect("the turn is good");
            assert!(legal(driver.game()).contains(&turn), "{turn:?}");
            make(&mut driver, Hands::Words, turn);
            assert!(!driver.shows("Hint: "));
        }
    }
}

#[test]
fn a_hint_that_comes_too_late_is_not_shown() {
    let mut driver = Driver::waiting(play(&against(GameKind::Square)), (80, 24));
    driver.press("i");
    let turn = legal(driver.game())[0];
    make(&mut driver, Hands::Words, turn);
    assert_eq!(driver.tasks.len(), 2, "the engine thinks about its turn without waiting for the hint");
    let (game, late) = driver.tasks.remove(0);
    let event = driver.search(&late);
    driver.update(Input::Engine { game, event });
    assert!(!driver.shows("Hint"), "{}", driver.text());
    driver.sees("thinks...");
    driver.answer();
    driver.settle();
    assert_eq!((driver.game().made(), driver.game().to_move()), (2, Some(1)));
}

#[test]
fn no_hint_while_the_engine_is_to_move() {
    let mut spec = against(GameKind::Hex);
    spec.seats.swap(0, 1);
    let mut driver = Driver::waiting(play(&spec), (80, 24));
    driver.press("i");
    driver.sees("Hints are for a person whose turn it is.");
    assert_eq!(driver.tasks.len(), 1);
}

#[test]
fn a_pause_stops_the_engine_until_it_is_resumed() {
    let mut driver = Driver::waiting(play(&against(GameKind::Classic)), (80, 24));
    let turn = legal(driver.game())[0];
    make(&mut driver, Hands::Mouse, turn);
    assert_eq!(driver.tasks.len(), 1);
    driver.press("p");
    assert_eq!(driver.stops, 1);
    driver.sees("Paused");
    // What it says about the old question is no longer wanted.
    driver.answer();
    driver.wait(PACE * 10);
    assert_eq!(driver.game().made(), 1);
    driver.press("p");
    assert_eq!(driver.tasks.len(), 1);
    driver.answer();
    assert_eq!(driver.game().made(), 2, "the turn before was shown for long enough");
}

#[test]
fn a_pause_while_a_turn_is_about_to_be_shown_keeps_the_board() {
    let mut driver = Driver::waiting(play(&against(GameKind::Gamma)), (80, 24));
    driver.press("Space");
    driver.answer();
    driver.press("p");
    driver.wait(PACE * 10);
    assert_eq!(driver.game().made(), 1);
    driver.press("p");
    driver.answer();
    driver.settle();
    assert_eq!(driver.game().made(), 2);
}

#[test]
fn move_now_makes_the_engine_answer() {
    let mut driver = Driver::waiting(play(&against(GameKind::Hex)), (80, 24));
    driver.press("m");
    driver.sees("No engine is thinking.");
    let turn = legal(driver.game())[0];
    make(&mut driver, Hands::Keys, turn);
    driver.press("m");
    assert_eq!(driver.stops, 1);
    driver.answer();
    // A second time, it need not even be looked at.
    driver.press("m");
    assert_eq!(driver.game().made(), 2);
}

#[test]
fn stale_answers_change_nothing() {
    let mut driver = Driver::waiting(play(&against(GameKind::Square)), (80, 24));
    let turn = legal(driver.game())[0];
    make(&mut driver, Hands::Words, turn);
    let (game, task) = driver.tasks.pop().expect("the engine was asked");
    driver.press("z");
    let before = (driver.text(), state(driver.game()));
    let SessionEvent::Answer { choice, .. } = driver.search(&task) else { panic!("a task has an answer") };
    for id in [0, task.id.0, task.id.0 + 1, u64::MAX] {
        let event = SessionEvent::Answer { task: TaskId(id), choice: choice.clone() };
        driver.update(Input::Engine { game, event });
        assert_eq!((driver.text(), state(driver.game())), before);
    }
}

#[test]
fn an_engine_without_an_answer_pauses_the_game() {
    let mut driver = Driver::waiting(play(&against(GameKind::Square)), (80, 24));
    let turn = legal(driver.game())[0];
    make(&mut driver, Hands::Words, turn);
    let (game, task) = (driver.tasks[0].0, driver.tasks[0].1.id);
    driver.update(Input::Engine { game, event: SessionEvent::Answer { task, choice: None } });
    driver.sees("The engine found no legal turn.");
    driver.press("p");
    assert_eq!(driver.tasks.len(), 2);
}

#[test]
fn keys_do_not_wait_for_the_engine() {
    let mut driver = Driver::waiting(play(&against(GameKind::Square)), (80, 24));
    let turn = legal(driver.game())[0];
    make(&mut driver, Hands::Words, turn);
    driver.press("t");
    assert_eq!(driver.app.theme(), Theme::Default);
    driver.press("? Esc s Esc Right Down");
    driver.sees("thinks...");
    driver.press("z");
    assert_eq!(driver.game().made(), 0);
}

#[test]
fn themes_go_round_everywhere() {
    let ends = || Opening::Replay(record(ROW));
    let openings = [Opening::Menu, Opening::Setup(Box::new(people(GameKind::Hex))), play(&small(1)), ends()];
    for opening in openings {
        let mut driver = Driver::in_theme(opening, (80, 24), Theme::Default);
        let text = driver.text();
        for theme in [Theme::ColorBlind, Theme::Monochrome, Theme::Default] {
            driver.press("t");
            assert_eq!(driver.app.theme(), theme);
            assert_eq!(driver.text(), text, "nothing is told by colour alone");
        }
    }
}

#[test]
fn names_and_scores_are_seen_in_any_size() {
    for kind in GameKind::ALL {
        let mut driver = Driver::new(play(&people(kind)), (80, 24));
        let mut random = Random::new(6);
        for (columns, rows) in [(44, 16), (300, 120), (71, 16), (72, 16), (3, 2), (44, 100), (300, 16)] {
            driver.resize(columns, rows);
            let turns = legal(driver.game());
            make(&mut driver, Hands::Words, turns[random.index(turns.len())]);
            if columns < 44 {
                driver.resize(80, 24);
            }
            ["Ann", "Ben"].iter().for_each(|text| driver.sees(text));
            assert!(driver.cursor().is_some(), "{columns}x{rows}");
        }
    }
}

#[test]
fn a_small_terminal_says_so_and_keeps_the_game() {
    let mut driver = Driver::new(resume(*record(ROW)), (80, 24));
    let before = driver.text();
    driver.resize(43, 16);
    driver.sees("This terminal is too small (43 x 16): floe needs 44 x 16.");
    driver.resize(80, 15);
    driver.sees("too small");
    driver.resize(1, 1);
    driver.resize(80, 24);
    assert_eq!(driver.text(), before);
    driver.resize(20, 5);
    driver.press("Ctrl-C");
    assert_eq!(driver.ended, Some(Ended::Interrupted));
}

#[test]
fn control_z_suspends() {
    let mut driver = Driver::new(Opening::Menu, (80, 24));
    driver.press("Ctrl-Z");
    assert_eq!((driver.suspended, driver.ended), (1, None));
}

#[test]
fn a_board_of_100x100_scrolls_and_can_be_played() {
    let spec = GameSpec { rows: Some(100), cols: Some(100), penguins: Some(2), ..people(GameKind::Square) };
    let mut driver = Driver::new(play(&spec), (80, 24));
    let mut random = Random::new(8);
    for hands in [Hands::Mouse, Hands::Words, Hands::Mouse, Hands::Words] {
        let turns = legal(driver.game());
        make(&mut driver, hands, turns[random.index(turns.len())]);
    }
    for hands in [Hands::Keys, Hands::Mouse, Hands::Pulling, Hands::Words, Hands::Steps] {
        let turns = legal(driver.game());
        make(&mut driver, hands, turns[random.index(turns.len())]);
    }
    for (keys, at) in [("Home", 0), ("End", 99)] {
        driver.press(keys);
        assert_eq!(driver.app.cursor().map(|at| at.col), Some(at));
        let cursor = driver.cursor().expect("the cursor is seen");
        let view = driver.app.view().expect("a game is on the screen");
        assert_eq!(view.tile_at(cursor.x, cursor.y), driver.app.cursor());
    }
}

#[test]
fn a_board_of_gamma_of_1000x1000_scrolls_and_can_be_played() {
    let spec = GameSpec { cols: Some(1000), rows: Some(1000), ..people(GameKind::Gamma) };
    let mut driver = Driver::new(play(&spec), (80, 24));
    driver.enter_turn("999 999");
    driver.enter_turn("0 999");
    assert_eq!(driver.game().made(), 2);
    driver.press("End Enter");
    driver.press("Up Space");
    assert_eq!(driver.game().made(), 4);
    driver.click_tile(Coord { row: 990, col: 5 });
    assert_eq!(driver.game().made(), 5);
    driver.press("z z z z z");
    assert_eq!(driver.game().made(), 0);
    driver.press("x x x x x");
    assert_eq!(driver.game().made(), 5);
    let Game::Gamma(history) = driver.game() else { panic!("this is another game") };
    assert_eq!((history.board().owner(999, 999), history.board().owner(5, 9)), (Some(1), Some(1)));
}

#[test]
fn a_skipped_player_is_announced() {
    let text = ROW.replace("2 4\n10 20 30 10\n00 00 10 20", "2 5\n10 20 30 00 10\n00 00 10 00 00");
    let text = text.replace("2 r1c4", "2 r1c5");
    let mut driver = Driver::new(resume(*record(&text)), (80, 24));
    driver.enter_turn("r1c1-r1c2");
    driver.sees("Ben (B) cannot move and is skipped.");
    assert_eq!(driver.game().to_move(), Some(1));
    driver.enter_turn("r1c2-r1c3");
    assert!(!driver.shows("is skipped"), "it is said once:\n{}", driver.text());
    driver.press("z z");
    driver.enter_turn("r1c1-r1c2");
    driver.sees("Ben (B) cannot move and is skipped.");
}

#[test]
fn a_released_key_does_nothing() {
    use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
    let mut driver = Driver::new(Opening::Menu, (80, 24));
    let before = driver.text();
    let mut event = KeyEvent::new(KeyCode::Down, KeyModifiers::NONE);
    event.kind = KeyEventKind::Release;
    driver.update(Input::Terminal(Event::Key(event)));
    assert_eq!(driver.text(), before, "a key that goes up does nothing");
    driver.update(key("Down"));
    assert_ne!(driver.text(), before);
}

#[test]
fn time_is_shown_while_the_engine_thinks() {
    let mut driver = Driver::waiting(play(&against(GameKind::Gamma)), (80, 24));
    assert!(!driver.app.wants_ticks(), "nothing moves while a person thinks");
    driver.press("Space");
    assert!(driver.app.wants_ticks());
    driver.wait(Duration::from_millis(1200));
    driver.sees("1.2 s");
}

#[test]
fn nine_players_are_all_seen_on_a_narrow_terminal() {
    let mut spec = GameSpec::new(GameKind::Square);
    (spec.players, spec.rows, spec.cols, spec.seed) = (Some(9), Some(12), Some(12), Some(3));
    spec.penguins = Some(2);
    let none = Duration::ZERO;
    let options = Options {
        appearance: Appearance::default(),
        budget: SearchBudget::default(),
        pace: none,
        seed: 1,
        ..Options::default()
    };
    let app = App::new(play(&spec), options, (50, 18));
    let mut terminal = Terminal::new(TestBackend::new(50, 18)).expect("a test terminal opens");
    terminal.draw(|frame| app.draw(frame)).expect("it can be drawn on");
    let screen = terminal.backend().to_string();
    for letter in 'A'..='I' {
        let name = if letter == 'A' { "Player" } else { "Floe" };
        assert!(screen.contains(&format!("{letter} {name} {letter}")), "{letter}:\n{screen}");
    }
}
