//! The settings file of the real program: what is remembered, what is ignored, and what is left alone.

use std::fs;

use crate::sandbox::{Sandbox, feed};
use crate::terminal::{DOWN, Session, Size};

const SIZE: Size = (80, 24);

/// Writes the settings file of the user.
fn store(sandbox: &Sandbox, text: &str) {
    fs::create_dir_all(sandbox.settings().parent().unwrap()).unwrap();
    fs::write(sandbox.settings(), text).unwrap();
}

/// Leaves the menu.
fn quit(mut session: Session) {
    session.press("q");
    session.end().expect_code(0);
}

#[test]
fn names_level_theme_and_language_are_remembered() {
    let sandbox = Sandbox::new();
    let mut session = Session::floe(&sandbox, "", SIZE);
    session.wait_for("Penguins on squares");
    assert!(!sandbox.settings().exists(), "nothing has changed");
    session.press("t");
    session.press("1");
    session.wait_for("engine 3, easy");
    session.press(DOWN.repeat(3));
    session.press("Zoé");
    session.press(DOWN);
    session.press("\x1b[C\x1b[C");
    session.wait_for("engine 5, club");
    session.press("\x1b[H\r");
    session.wait_for("[A] Zoé");
    quit(session);
    let text = fs::read_to_string(sandbox.settings()).unwrap();
    for line in ["version = 1", "theme = \"colour-blind\"", "level = 5", "names = [\"Zoé\"]"] {
        assert!(text.contains(line), "{line} is missing:\n{text}");
    }
    let mut session = Session::floe(&sandbox, "play hex", SIZE);
    session.wait_for("Zoé");
    session.wait_for("engine 5, club");
    session.press("L");
    session.wait_for("moteur 5, club");
    session.press("\x1b");
    session.wait_for("Pingouins sur hexagones");
    quit(session);
    // The next start is in French, unless another language is given.
    let session = Session::floe(&sandbox, "", SIZE);
    session.wait_for("Pingouins sur hexagones");
    quit(session);
    let session = Session::floe(&sandbox, "--lang pl", SIZE);
    session.wait_for("Pingwiny na sześciokątach");
    quit(session);
    assert!(fs::read_to_string(sandbox.settings()).unwrap().contains("language = \"fr\""));
}

#[test]
fn no_config_neither_reads_nor_writes() {
    let sandbox = Sandbox::new();
    store(&sandbox, "version = 1\nlanguage = \"fr\"\nlevel = 9\n");
    let before = fs::read(sandbox.settings()).unwrap();
    let mut session = Session::floe(&sandbox, "--no-config", SIZE);
    session.wait_for("Penguins on squares");
    session.press("tL");
    session.wait_for("Pingouins sur carrés");
    session.press("1");
    session.wait_for("moteur 3, facile");
    session.press("\x1b");
    session.wait_for("Pingouins sur carrés");
    quit(session);
    assert_eq!(fs::read(sandbox.settings()).unwrap(), before);
    fs::remove_file(sandbox.settings()).unwrap();
    let mut session = Session::floe(&sandbox, "play --no-config", SIZE);
    session.wait_for("Penguins on squares");
    session.press("t");
    quit(session);
    assert!(!sandbox.settings().exists());
}

#[test]
fn a_file_that_cannot_be_used_is_reported_once_and_left_alone() {
    for (text, reason) in [
        ("level = \n", "line 1"),
        ("version = 7\n", "newer floe (version 7)"),
        ("level = 0\n", "level is not a number from 1 to 10"),
    ] {
        let sandbox = Sandbox::new();
        store(&sandbox, text);
        let mut session = Session::floe(&sandbox, "", (240, 30));
        session.wait_for("The file stays as it is");
        session.wait_for(reason);
        // The key that dismisses the notice works as always.
        session.press("1");
        session.wait_for("START THE GAME");
        session.press("t\r");
        session.wait_for("[A] Player A");
        quit(session);
        assert_eq!(fs::read_to_string(sandbox.settings()).unwrap(), text);
        // Plain mode reports it too, and plays.
        let session = Session::floe(&sandbox, "play square --plain --start --seat person", (240, 60));
        session.wait_for(reason);
        session.wait_for("Turn of player A");
    }
}

/// A script sees the same for every user: settings belong to a person at a terminal.
#[test]
fn a_piped_game_does_not_depend_on_settings() {
    let line = "play square --plain --start --seed 3 --seat person --seat engine --rows 4 --cols 4";
    let played = |sandbox: &Sandbox| {
        let run = feed(&mut sandbox.floe(line), b"0 0\n").expect("piped", 0);
        (run.stdout, run.stderr)
    };
    let expected = played(&Sandbox::new());
    for text in ["language = \"pl\"\nlevel = 9\nnames = [\"Zoé\"]\ntime_ms = 1\n", "level = \n"] {
        let sandbox = Sandbox::new();
        store(&sandbox, text);
        assert_eq!(played(&sandbox), expected, "{text}");
        assert_eq!(fs::read_to_string(sandbox.settings()).unwrap(), text);
    }
}

#[test]
fn a_place_that_cannot_be_written_is_one_quiet_notice() {
    let sandbox = Sandbox::new();
    // A link that leads nowhere: this fails for a superuser too.
    fs::create_dir_all(sandbox.settings().parent().unwrap()).unwrap();
    std::os::unix::fs::symlink("/nonexistent/folder/settings.toml", sandbox.settings()).unwrap();
    let mut session = Session::floe(&sandbox, "", (240, 30));
    session.wait_for("Penguins on squares");
    session.press("t");
    session.wait_for("The settings cannot be stored in");
    session.press("t");
    session.wait_without("The settings cannot be stored in");
    session.press("t");
    quit(session);
}

#[test]
fn levels_have_names() {
    let sandbox = Sandbox::new();
    let session =
        Session::floe(&sandbox, "play square --seat person --seat engine:Expert:Hal --seat engine", SIZE);
    session.wait_for("engine 7, expert");
    session.wait_for("Hal");
    session.wait_for("engine 3, easy");
    let run = sandbox.run_floe("play square --seat engine:hard --plain --start");
    assert_eq!(run.code, Some(3));
    assert!(
        run.stderr.contains("unknown level 'hard': use 1 to 10, or beginner, novice, easy"),
        "{}",
        run.stderr
    );
}

#[test]
fn the_remembered_level_is_that_of_engines_without_one() {
    let sandbox = Sandbox::new();
    store(&sandbox, "level = 8\nnames = [\"Ann\"]\nunknown = true\n");
    let session = Session::floe(&sandbox, "play gamma --seat person --seat engine --seat engine:2", SIZE);
    session.wait_for("engine 8, master");
    session.wait_for("engine 2, novice");
    session.wait_for("Ann");
}
