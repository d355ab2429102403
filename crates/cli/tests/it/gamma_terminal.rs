//! `gamma` on a pseudo-terminal: what it draws, and that it restores the terminal.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use nix::sys::signal::Signal;

use crate::sandbox::{feed, run_gamma};
use crate::terminal::{Ended, Session, Size, open_terminal};

/// Returns `gamma` for somebody without a locale.
fn gamma() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gamma"));
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    command
}

/// Starts the program, and waits until it has said what to type.
fn start(size: Size) -> Session {
    let session = Session::start(gamma(), size);
    session.wait_for("gamma --help tells more.");
    session
}

/// Returns the screen after the game, without what was said and typed before.
fn printed(ended: &Ended) -> String {
    let lines = ended.screen.lines();
    let typed = lines.iter().position(|line| line.starts_with("I ")).unwrap();
    lines[typed + 1..].join("\n").trim_end().to_owned()
}

#[test]
fn it_says_what_to_type() {
    let mut session = start((44, 16));
    session.wait_for("  I 8 6 2 3   play on this screen\n");
    session.wait_for("The numbers: width, height, players, areas.\n");
    session.press("\x04");
    session.end().expect_code(0);
    // Programs that talk to it through a pipe are told nothing.
    assert_eq!(run_gamma(b"B 1 1 1 1\n").stderr, "");
    assert_eq!(run_gamma(b"").stderr, "");
}

#[test]
fn whole_escape_sequences_are_read() {
    let mut session = start((80, 24));
    session.press("I 30 30 2 1\n");
    session.wait_for("PLAYER 1   busy 0   free 900   areas 0 of 1   golden move left   at 0 0");
    // Shift and Ctrl with arrows, arrows in application mode, and arrows of older terminals.
    session.press("\x1b[1;2C\x1b[1;5C\x1bOC\x1b[c\x1bOc\x1b[1;5A\x1bOA");
    session.wait_for("PLAYER 1   busy 0   free 900   areas 0 of 1   golden move left   at 5 2");
    session.press("\x1b[1;2D\x1bOB");
    session.wait_for("at 4 1");
    // Delete, Home, function keys and pasted text.
    session.press("\x1b[3~\x1b[1;5H\x1bOP\x1b[15~\x1b[[C\x1b[200~cc \x1b[201~\x1b[C");
    session.wait_for("PLAYER 1   busy 0   free 900   areas 0 of 1   golden move left   at 5 1");
    // Esc alone costs no key.
    session.press("\x1b");
    session.press(" ");
    session.wait_for("PLAYER 2   busy 0");
    session.press("\x1b");
    session.press("c");
    session.wait_for("PLAYER 1   busy 1");
    session.press("\x04");
    session.end().expect_code(0);
}

#[test]
fn keys_of_a_pipe_are_as_ever() {
    // A byte that breaks off an arrow is a key of its own: here each C passes.
    for keys in ["\x1b[1;2C ", "\x1bOC ", "\x1b[1;5A\x1bOc ", "\x1b[3~\x1b[200~c "] {
        let input = format!("I 2 1 2 1\n{keys}\x04");
        assert_eq!(run_gamma(input.as_bytes()).stdout, "2.\n1 0\n2 1\nwinner 2\n", "{keys:?}");
    }
}

#[test]
fn the_screen_speaks_the_language_of_the_person() {
    let screen = |mut command: Command, start: &str, player: &str, end: &str| {
        command.env("LANG", "en_GB.UTF-8");
        let mut session = Session::start(command, (80, 24));
        session.wait_for(start);
        session.wait_for("gamma --help");
        session.press("I 2 1 2 1\n");
        session.wait_for(player);
        session.press(" \x04");
        let ended = session.end();
        ended.expect_code(0);
        assert!(printed(&ended).ends_with(end), "{}", printed(&ended));
    };
    let french = ("Tapez une ligne", "JOUEUR 1   prises 0   libres 2", "1.\n1 1\n2 0\nvictoire 1");
    let mut given = gamma();
    given.args(["--lang", "fr"]);
    screen(given, french.0, french.1, french.2);
    let mut given = gamma();
    given.arg("--lang=fr").env("LC_ALL", "pl_PL.UTF-8");
    screen(given, french.0, french.1, french.2);
    let mut polish = gamma();
    polish.env("LC_MESSAGES", "pl_PL.UTF-8");
    screen(polish, "Wpisz wiersz", "GRACZ 1   zajęte 0   wolne 2", "1.\n1 1\n2 0\nwygrywa 1");

    // What programs read is in English, whoever starts them.
    let mut piped = gamma();
    let run = feed(piped.args(["--lang", "pl"]), b"I 2 1 2 1\n\x04");
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("..\n1 0\n2 0\ndraw 1 2\n", ""));
    for (arguments, reason) in [
        (&["--lang", "de"][..], "unknown language 'de': use en, fr or pl"),
        (&["--lang"], "--lang needs a language"),
    ] {
        let run = feed(gamma().args(arguments), b"").expect("a language", 1);
        assert!(run.stderr.contains(reason), "{}", run.told());
    }
}

#[test]
fn a_game_is_played_and_the_terminal_restored() {
    let mut session = start((80, 24));
    session.press("I 2 1 2 1\n");
    session.wait_for("PLAYER 1   busy 0   free 2   areas 0 of 1   golden move left");
    assert!(!session.has_first_modes());
    session.press(" ");
    session.wait_for("PLAYER 2   busy 0   free 1");
    session.press("\x1b[C ");
    // The board is full, but each could still take the other's cell.
    session.wait_for("PLAYER 1   busy 1   free 0");
    session.press("g");
    session.wait_for("PLAYER 2   busy 0   free 0   areas 0 of 1   golden move left");
    session.press("\x04");
    let ended = session.end();
    ended.expect_code(0);
    assert_eq!(printed(&ended), "11\n1 2\n2 0\nwinner 1");
}

#[test]
fn signals_and_ctrl_c_restore_the_terminal() {
    for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP, Signal::SIGQUIT] {
        let mut session = start((80, 24));
        session.press("I 5 5 2 1\n");
        session.wait_for("PLAYER 1");
        session.signal(signal);
        session.end().expect_signal(signal);
    }
    let mut session = start((80, 24));
    session.press("I 5 5 2 1\n");
    session.wait_for("PLAYER 1");
    session.press("\x03");
    session.end().expect_signal(Signal::SIGINT);
}

#[test]
fn tiny_terminals_and_huge_boards_are_drawn() {
    for size in [(1, 1), (3, 2), (20, 4), (300, 100)] {
        let mut session = Session::start(gamma(), size);
        session.press("I 1000 1000 1000 5\n");
        session.wait_taken();
        session.press("\x1b[A\x1b[C \x1b[A \x04");
        session.end().expect_code(0);
    }
}

#[test]
fn signals_end_it_even_when_output_is_stuck() {
    // Stuck while it draws, and stuck while it prints the result.
    for keys in ["I 3000 3000 2 1\n", "I 3000 3000 2 1\n\x04"] {
        let mut session = Session::start_unread(gamma(), (2000, 1000));
        session.press(keys);
        session.wait_stuck();
        session.signal(Signal::SIGTERM);
        let ended = session.end();
        ended.expect_ended_by(Signal::SIGTERM);
        ended.expect_modes();
    }
}

#[test]
fn ctrl_d_ends_a_game_whose_output_goes_elsewhere() {
    let (mut keys, line) = open_terminal();
    let mut child = gamma().stdin(line.try_clone().unwrap()).stdout(Stdio::piped()).spawn().unwrap();
    keys.write_all(b"I 2 1 1 1\n \n\x04").unwrap();
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!((text.as_str(), child.wait().unwrap().code()), ("1.\n1 1\nwinner 1\n", Some(0)));
}
