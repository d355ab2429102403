//! The terminal is restored however the full-screen program ends.

use std::os::unix::process::ExitStatusExt;
#[cfg(target_os = "linux")]
use std::process::Command;

use nix::sys::signal::Signal;

use crate::sandbox::Sandbox;
use crate::terminal::{Screen, Session, Size, floe};

const GAME: &str =
    "play square --seed 7 --rows 4 --cols 4 --penguins 1 --seat person:Ann --seat person:Ben --start";
const PROMPT: &str = "Ann (A): place a penguin on a floe with one fish.";
const SIZE: Size = (80, 24);

/// Starts a game and waits until it has the terminal.
fn game(sandbox: &Sandbox) -> Session {
    let session = Session::floe(sandbox, GAME, SIZE);
    session.wait_for(PROMPT);
    assert!(session.look(Screen::is_taken));
    assert!(!session.has_first_modes());
    session
}

#[test]
fn after_quitting() {
    let mut session = game(&Sandbox::new());
    session.press("q");
    let ended = session.end();
    ended.expect_code(0);
    assert_eq!(ended.screen.text().trim(), "", "nothing is left behind");
}

#[test]
fn after_ctrl_c_and_signals_which_are_reported() {
    for (key, signal) in [("\x03", Some(Signal::SIGINT)), ("\x04", None)] {
        let mut session = game(&Sandbox::new());
        session.press(key);
        match signal {
            Some(signal) => session.end().expect_signal(signal),
            None => session.end().expect_code(0),
        }
    }
    for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP, Signal::SIGQUIT] {
        let session = game(&Sandbox::new());
        session.signal(signal);
        session.end().expect_signal(signal);
    }
}

#[test]
fn while_it_is_suspended_and_taken_again_when_it_resumes() {
    let sandbox = Sandbox::new();
    for by_key in [false, true] {
        let mut session = game(&sandbox);
        if by_key {
            session.press("\x1a");
        } else {
            session.signal(Signal::SIGTSTP);
        }
        session.wait_stopped();
        session.wait_until("a free screen", Screen::is_free);
        assert!(session.has_first_modes());
        session.signal(Signal::SIGCONT);
        session.wait_until("the game", |screen| screen.is_taken() && screen.shows(PROMPT));
        assert!(!session.has_first_modes());
        session.press("?");
        session.wait_for(" Help ");
        session.press(" q");
        session.wait_without(" Help ");
        session.press("q");
        session.end().expect_code(0);
    }
}

#[test]
fn when_it_was_stopped_without_a_warning() {
    let sandbox = Sandbox::new();
    let mut session = game(&sandbox);
    session.signal(Signal::SIGSTOP);
    session.wait_stopped();
    // As a shell does, which found the terminal in modes that are not its own.
    session.restore_first_modes();
    session.signal(Signal::SIGCONT);
    session.wait_taken();
    session.press("q");
    session.end().expect_code(0);
}

#[test]
fn when_output_is_stuck() {
    for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP] {
        // More than the way to a terminal holds.
        let board = GAME.replace("--rows 4 --cols 4", "--rows 100 --cols 100");
        let session = Session::start_unread(floe(&Sandbox::new(), &board), (900, 500));
        session.wait_stuck();
        session.signal(signal);
        let ended = session.end();
        ended.expect_ended_by(signal);
        ended.expect_modes();
    }
}

#[test]
fn when_the_terminal_hangs_up() {
    let session = Session::start_unread(floe(&Sandbox::new(), GAME), SIZE);
    session.wait_taken();
    let status = session.hang_up();
    // Whichever comes first: the signal, the end of the keys, or a failed output. It must be an end, no crash.
    let hung_up = status.signal() == Some(Signal::SIGHUP as i32);
    assert!(hung_up || matches!(status.code(), Some(0 | 3)), "{status}");
}

/// A panic gives the terminal back before it tells what happened.
///
/// Nothing at the keys makes the program panic, as far as is known. What does is a system that starts no more
/// threads: there is memory for one stack, which goes to the watch over signals before the terminal is taken.
#[cfg(target_os = "linux")]
#[test]
fn after_a_panic() {
    let gigabyte = 1 << 20;
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("ulimit -v {} && exec \"$0\" \"$@\"", gigabyte * 3 / 2));
    shell.arg(env!("CARGO_BIN_EXE_floe")).args(GAME.split_whitespace());
    shell.env("RUST_MIN_STACK", (gigabyte * 1024).to_string()).env("TERM", "xterm-256color");
    shell.env("RUST_BACKTRACE", "0").arg("--no-config");
    let session = Session::start(shell, SIZE);
    let ended = session.end();
    assert!(ended.screen.shows("failed to spawn thread"), "{}", ended.screen.text());
    ended.expect_code(3);
}
