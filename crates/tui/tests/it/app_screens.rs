//! Snapshots of every screen, at 80x24 and 120x40, without colours; boards in colours too.

use std::time::Duration;

use floe_engine::{Progress, Value};
use floe_locale::Lang;
use floe_rules::game::Game;
use floe_rules::penguins::Phase;
use floe_rules::record::PlayerKind;
use floe_session::{GameKind, GameSpec, SessionEvent};
use floe_tui::Theme;
use floe_tui::app::{Input, Opening};

use crate::app_driver::{Driver, people, play, record, resume, small};
use crate::app_shots::{is_coloured, shot};

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// Compares what is seen after some deeds with what was seen before, in both sizes and without colours.
fn snapshots(name: &str, opening: impl Fn() -> Opening, deeds: impl Fn(&mut Driver)) {
    snapshots_of(name, |size| Driver::new(opening(), size), deeds);
}

fn snapshots_of(name: &str, open: impl Fn((u16, u16)) -> Driver, deeds: impl Fn(&mut Driver)) {
    for (columns, rows) in SIZES {
        let mut driver = open((columns, rows));
        deeds(&mut driver);
        driver.draw();
        assert!(!is_coloured(&driver), "{name} is monochrome:\n{}", shot(&driver));
        insta::assert_snapshot!(format!("{name}_{columns}x{rows}"), shot(&driver));
    }
}

fn colours(name: &str, theme: Theme, opening: impl Fn() -> Opening, deeds: impl Fn(&mut Driver)) {
    for (columns, rows) in SIZES {
        let mut driver = Driver::in_theme(opening(), (columns, rows), theme);
        deeds(&mut driver);
        assert!(is_coloured(&driver), "{name} has colours");
        insta::assert_snapshot!(format!("{name}_{}_{columns}x{rows}", theme.name()), shot(&driver));
    }
}

fn large_square() -> GameSpec {
    GameSpec { rows: Some(20), cols: Some(20), penguins: Some(4), ..people(GameKind::Square) }
}

/// Places all penguins: on the floe with one fish that the rules list first, then the next.
fn place_all(driver: &mut Driver) {
    loop {
        let Game::Penguins(history) = driver.game() else { return };
        let position = history.position();
        if position.phase() != Phase::Placement {
            return;
        }
        let turns = position.turns();
        // Some way apart, so that penguins have room.
        let cell = turns[turns.len() / 2].cells().next().expect("a penguin is placed somewhere");
        let at = position.grid().coord(cell);
        driver.enter(&format!("{} {}", at.row + 1, at.col + 1));
        driver.press("Enter");
    }
}

fn place_and_choose(driver: &mut Driver) {
    place_all(driver);
    driver.press("Tab");
}

#[test]
fn the_menu() {
    snapshots("menu", || Opening::Menu, |_| {});
    snapshots("menu_lower", || Opening::Menu, |driver| driver.press("Down Down Down"));
    colours("menu", Theme::Default, || Opening::Menu, |_| {});
}

#[test]
fn setting_up() {
    for (kind, steps) in [
        (GameKind::Square, "Down Down"),
        (GameKind::Hex, "Down Down Down Down"),
        (GameKind::Classic, ""),
        (GameKind::Gamma, "End"),
    ] {
        let spec = GameSpec { seed: Some(11), ..GameSpec::new(kind) };
        let opening = || Opening::Setup(Box::new(spec.clone()));
        snapshots(&format!("setup_{}", kind.name()), opening, |driver| driver.press(steps));
    }
}

#[test]
fn setting_up_nine_players_scrolls() {
    let spec = GameSpec { players: Some(9), ..people(GameKind::Square) };
    snapshots("setup_nine", || Opening::Setup(Box::new(spec.clone())), |driver| driver.press("End"));
}

#[test]
fn a_set_up_that_cannot_be_played() {
    let spec = GameSpec { penguins: Some(90), ..people(GameKind::Square) };
    snapshots("setup_complaint", || Opening::Setup(Box::new(spec.clone())), |driver| driver.press("Enter"));
}

#[test]
fn boards_while_penguins_are_placed() {
    for (name, spec) in [
        ("placing_4x4", small(2)),
        ("placing_hex", people(GameKind::Hex)),
        ("placing_20x20", large_square()),
        ("placing_classic", people(GameKind::Classic)),
    ] {
        snapshots(name, || play(&spec), |_| {});
    }
}

#[test]
fn boards_with_a_penguin_chosen() {
    for (name, spec) in [
        ("chosen_4x4", small(1)),
        ("chosen_hex", people(GameKind::Hex)),
        ("chosen_20x20", large_square()),
        ("chosen_classic", people(GameKind::Classic)),
    ] {
        snapshots(name, || play(&spec), place_and_choose);
        colours(name, Theme::Default, || play(&spec), place_and_choose);
    }
    colours("chosen_hex", Theme::ColorBlind, || play(&people(GameKind::Hex)), place_and_choose);
}

/// Takes some cells in turn, with a golden move at last.
fn some_cells(driver: &mut Driver) {
    for cell in ["0 0", "7 5", "1 0", "6 5", "1 1", "7 4", ":g 7 5", "3 3"] {
        driver.enter_turn(cell);
    }
}

#[test]
fn boards_of_gamma() {
    let spec = people(GameKind::Gamma);
    snapshots("gamma", || play(&spec), some_cells);
    colours("gamma", Theme::Default, || play(&spec), some_cells);
    let spec = GameSpec { cols: Some(50), rows: Some(50), players: Some(3), ..spec };
    snapshots("gamma_50x50", || play(&spec), some_cells);
}

fn against_the_engine() -> GameSpec {
    let mut spec = small(1);
    spec.seat_mut(1).kind = PlayerKind::Engine { level: 10 };
    spec.seat_mut(1).name = "Floe".to_owned();
    spec
}

/// Tells what the engine might think: nothing measured, so that it is always the same.
fn thinks(driver: &mut Driver) {
    let (game, task) = driver.tasks.last().cloned().expect("the engine has a task");
    let turns = ["r2c3", "r4c4"].map(|text| driver.game().parse_turn(text).expect("the turn is good"));
    let progress = Progress {
        depth: 7,
        nodes: 1_234_567,
        elapsed: Duration::from_millis(1500),
        value: Value(-130),
        line: turns.to_vec(),
        considered: Vec::new(),
    };
    let event = SessionEvent::Progress { task: task.id, progress };
    driver.update(Input::Engine { game, event });
}

#[test]
fn while_the_engine_thinks() {
    let open = |size| {
        let mut driver = Driver::waiting(play(&against_the_engine()), size);
        place_one(&mut driver);
        driver
    };
    snapshots_of("thinking", open, |driver| driver.wait(Duration::from_millis(300)));
    snapshots_of("thinking_more", open, thinks);
    snapshots_of("paused", open, |driver| driver.press("p"));
}

/// Places a penguin, wherever that is possible first.
fn place_one(driver: &mut Driver) {
    let Game::Penguins(history) = driver.game() else { return };
    let turn = history.position().turns()[0];
    let at = history.position().grid().coord(turn.cells().next().expect("a penguin is placed somewhere"));
    driver.click_tile(at);
}

#[test]
fn step_by_step() {
    let opening = || play(&people(GameKind::Hex));
    for (name, keys) in [
        ("step_penguin", "d"),
        ("step_direction", "d 1"),
        ("step_distance", "d 1 1"),
        ("step_wrong", "d 1 3"),
    ] {
        snapshots(name, opening, |driver| {
            place_all(driver);
            driver.press(keys);
        });
    }
}

#[test]
fn a_typed_turn() {
    snapshots("typed", || play(&small(1)), |driver| driver.enter("r2c"));
    snapshots("typed_gamma", || play(&people(GameKind::Gamma)), |driver| driver.enter("3 "));
}

#[test]
fn an_illegal_choice() {
    snapshots(
        "illegal_place",
        || play(&small(1)),
        |driver| {
            driver.enter("9 9");
            driver.press("Enter");
        },
    );
    snapshots(
        "illegal_slide",
        || play(&small(1)),
        |driver| {
            place_and_choose(driver);
            driver.enter("1 1 1 1");
            driver.press("Enter");
        },
    );
}

#[test]
fn a_hint() {
    snapshots(
        "hint",
        || play(&people(GameKind::Classic)),
        |driver| {
            place_all(driver);
            driver.press("i");
        },
    );
}

const WIN: &str = "floe record 1\ngame: square\npenguins: 1\nplayer 1: Ann (person)\n\
                   player 2: Floe (engine level 10)\n\n[start]\n1 4\n10 20 30 10\n\n[turns]\n\
                   1 r1c1\n2 r1c4\n1 r1c1-r1c3\n\n[result]\nunfinished\n";
const SHARED: &str = "floe record 1\ngame: square\npenguins: 1\nplayer 1: Ann (person)\n\
                      player 2: Ben (person)\nplayer 3: Cyd (person)\n\n[start]\n2 3\n10 00 10\n10 10 10\n\n\
                      [turns]\n1 r1c1\n2 r1c3\n3 r2c2\n1 r1c1-r2c1\n\n[result]\nunfinished\n";

#[test]
fn the_end() {
    snapshots("end_win", || resume(*record(WIN)), |driver| driver.enter_turn("r1c3-r1c2"));
    snapshots(
        "end_shared",
        || resume(*record(SHARED)),
        |driver| {
            driver.enter_turn("r1c3-r2c3");
            driver.press("Down Down");
        },
    );
    snapshots(
        "end_looked_at",
        || resume(*record(WIN)),
        |driver| {
            driver.enter_turn("r1c3-r1c2");
            driver.press("Esc");
        },
    );
    snapshots(
        "end_stopped",
        || play(&people(GameKind::Gamma)),
        |driver| {
            some_cells(driver);
            driver.press("Ctrl-D");
        },
    );
}

/// A whole game of engines, for replays.
fn whole_game() -> Opening {
    let mut spec = people(GameKind::Hex);
    spec.seats.iter_mut().for_each(|seat| seat.kind = PlayerKind::Engine { level: 5 });
    let mut driver = Driver::new(play(&spec), (80, 24));
    driver.settle();
    Opening::Replay(Box::new(crate::app_driver::record_of(driver.game())))
}

#[test]
fn a_replay() {
    snapshots("replay_start", whole_game, |_| {});
    snapshots("replay_middle", whole_game, |driver| driver.press("PageDown PageDown Left"));
    snapshots("replay_running", whole_game, |driver| {
        driver.press("p + +");
        (0..30).for_each(|_| driver.wait(Duration::from_millis(100)));
    });
    snapshots("replay_jump", whole_game, |driver| driver.press("1 2"));
    snapshots("replay_end", whole_game, |driver| driver.press("End"));
}

#[test]
fn help_about_everything() {
    let openings: [(&str, &dyn Fn() -> Opening); 5] = [
        ("menu", &|| Opening::Menu),
        ("setup", &|| Opening::Setup(Box::new(people(GameKind::Square)))),
        ("penguins", &|| play(&small(1))),
        ("gamma", &|| play(&people(GameKind::Gamma))),
        ("replay", &whole_game),
    ];
    for (name, opening) in openings {
        snapshots(&format!("help_{name}"), opening, |driver| driver.press("?"));
    }
}

#[test]
fn menus_and_forms_in_every_language() {
    let openings: [(&str, &dyn Fn() -> Opening, &str); 7] = [
        ("menu", &|| Opening::Menu, ""),
        ("settings", &|| Opening::Settings, "Down Down"),
        (
            "setup",
            &|| Opening::Setup(Box::new(GameSpec { seed: Some(11), ..GameSpec::new(GameKind::Hex) })),
            "Down Down",
        ),
        ("help_menu", &|| Opening::Menu, "?"),
        ("help_setup", &|| Opening::Setup(Box::new(people(GameKind::Square))), "?"),
        ("help_hex", &|| play(&people(GameKind::Hex)), "?"),
        ("help_gamma", &|| play(&people(GameKind::Gamma)), "?"),
    ];
    for lang in Lang::ALL {
        for (name, opening, keys) in &openings {
            let mut driver = Driver::in_lang(opening(), (80, 24), lang);
            driver.press(keys);
            insta::assert_snapshot!(format!("lang_{lang}_{name}"), driver.text());
        }
    }
}

#[test]
fn dialogs() {
    snapshots("dialog_save", || play(&small(1)), |driver| driver.press("s"));
    snapshots("dialog_open", || Opening::Menu, |driver| driver.press("5"));
    snapshots(
        "dialog_replace",
        || play(&small(1)),
        |driver| {
            driver.press("s Enter");
            driver.press("s Enter");
        },
    );
    snapshots(
        "dialog_broken",
        || play(&small(1)),
        |driver| {
            let text = WIN.replace("2 r1c4", "2 r1c2").replace("game: square", "game: chess");
            driver.files.insert("broken.floe".to_owned(), text.into_bytes());
            driver.press("o");
            driver.enter_path("broken.floe");
        },
    );
    snapshots(
        "dialog_quit",
        || play(&small(1)),
        |driver| {
            place_all(driver);
            driver.press("q");
        },
    );
}

#[test]
fn a_terminal_that_is_too_small() {
    for (columns, rows) in [(43, 16), (44, 15), (20, 5), (3, 1)] {
        let driver = Driver::new(Opening::Menu, (columns, rows));
        insta::assert_snapshot!(format!("too_small_{columns}x{rows}"), shot(&driver));
    }
}

#[test]
fn a_terminal_that_is_just_large_enough() {
    for (name, opening) in [
        ("menu", Opening::Menu),
        ("setup", Opening::Setup(Box::new(people(GameKind::Hex)))),
        ("settings", Opening::Settings),
        ("square", play(&small(1))),
        ("hex", play(&people(GameKind::Hex))),
        ("gamma", play(&people(GameKind::Gamma))),
    ] {
        let driver = Driver::new(opening, (44, 16));
        insta::assert_snapshot!(format!("least_{name}"), shot(&driver));
    }
}

/// Compares screens in all languages at 80x24, and in English at 44x16.
fn snapshots_in_languages(name: &str, opening: impl Fn() -> Opening, deeds: impl Fn(&mut Driver)) {
    for lang in Lang::ALL {
        let mut driver = Driver::in_lang(opening(), (80, 24), lang);
        deeds(&mut driver);
        insta::assert_snapshot!(format!("{name}_{lang}_80x24"), shot(&driver));
    }
    let mut driver = Driver::new(opening(), (44, 16));
    deeds(&mut driver);
    insta::assert_snapshot!(format!("{name}_44x16"), shot(&driver));
}

#[test]
fn games_in_all_languages() {
    let hex = || play(&people(GameKind::Hex));
    snapshots_in_languages("lang_playing", hex, place_all);
    snapshots_in_languages("lang_chosen", hex, place_and_choose);
    snapshots_in_languages("lang_steps", hex, |driver| {
        place_all(driver);
        driver.press("d 1");
    });
    snapshots_in_languages(
        "lang_hint",
        || play(&small(2)),
        |driver| {
            place_all(driver);
            driver.press("i");
        },
    );
    snapshots_in_languages("lang_gamma", || play(&people(GameKind::Gamma)), some_cells);
    snapshots_in_languages(
        "lang_look_back",
        || play(&people(GameKind::Gamma)),
        |driver| {
            some_cells(driver);
            driver.press("< Left");
        },
    );
    snapshots_in_languages("lang_end", || resume(*record(WIN)), |driver| driver.enter_turn("r1c3-r1c2"));
    snapshots_in_languages("lang_replay", whole_game, |driver| driver.press("PageDown PageDown Left"));
}
