//! `gamma` on a pseudo-terminal: what it draws, and that it restores the terminal.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use nix::sys::signal::Signal;

use crate::terminal::{Ended, Session, Size, open_terminal};

fn gamma() -> Command {
    Command::new(env!("CARGO_BIN_EXE_gamma"))
}

fn start(size: Size) -> Session {
    Session::start(gamma(), size)
}

/// Returns the screen after the game, without what was typed before.
fn printed(ended: &Ended) -> String {
    ended.screen.lines()[1..].join("\n").trim_end().to_owned()
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
        let mut session = start(size);
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
