//! `gamma` on a real pseudo-terminal: what it draws, and that the terminal is given back.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{LocalFlags, tcgetattr};
use nix::unistd::Pid;

/// A terminal with a program in it.
struct Session {
    keys: File,
    line: OwnedFd,
    seen: Arc<Mutex<Vec<u8>>>,
    child: Child,
}

impl Session {
    fn start(columns: u16, rows: u16) -> Session {
        let session = Session::start_unread(columns, rows);
        let mut screen = session.keys.try_clone().unwrap();
        let sink = Arc::clone(&session.seen);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = screen.read(&mut buffer) {
                sink.lock().unwrap().extend_from_slice(&buffer[..read]);
            }
        });
        session
    }

    /// Starts the program at a terminal that shows nothing, so that output is stuck sooner or later.
    fn start_unread(columns: u16, rows: u16) -> Session {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let pty = openpty(Some(&size), None).unwrap();
        let end = || pty.slave.try_clone().unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_gamma"))
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
        Session { keys: File::from(pty.master), line: pty.slave, seen: Arc::default(), child }
    }

    fn press(&mut self, keys: &[u8]) {
        self.keys.write_all(keys).unwrap();
    }

    /// Waits until the program has written something; how long that takes is not the test's business.
    fn wait_for(&self, text: &str) {
        let start = Instant::now();
        while !self.screen().contains(text) {
            assert!(start.elapsed() < Duration::from_secs(30), "no '{text}' in {:?}", self.screen());
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn screen(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().unwrap()).into_owned()
    }

    fn is_cooked(&self) -> bool {
        let flags = tcgetattr(self.line.as_fd()).unwrap().local_flags;
        flags.contains(LocalFlags::ICANON | LocalFlags::ECHO | LocalFlags::ISIG)
    }
}

const ENTERED: &str = "\x1b[?1049h";
const LEFT: &str = "\x1b[?1049l";

#[test]
fn a_game_is_played_and_the_terminal_given_back() {
    let mut session = Session::start(80, 24);
    assert!(session.is_cooked());
    session.press(b"I 2 1 2 1\n");
    session.wait_for("PLAYER 1   busy 0   free 2   areas 0 of 1   golden move left");
    assert!(!session.is_cooked());
    session.press(b" ");
    session.wait_for("PLAYER 2   busy 0   free 1");
    session.press(b"\x1b[C ");
    // The board is full, but each could still take the other's cell.
    session.wait_for("PLAYER 1   busy 1   free 0");
    session.press(b"g");
    session.wait_for("PLAYER 2   busy 0   free 0   areas 0 of 1   golden move left");
    session.press(b"\x04");
    assert_eq!(session.child.wait().unwrap().code(), Some(0));
    session.wait_for("winner 1");
    assert!(session.is_cooked());
    let screen = session.screen();
    let after = screen.split(LEFT).last().unwrap().replace('\r', "");
    assert_eq!(after, "11\n1 2\n2 0\nwinner 1\n");
}

#[test]
fn signals_and_ctrl_c_give_the_terminal_back() {
    for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP, Signal::SIGQUIT] {
        let mut session = Session::start(80, 24);
        session.press(b"I 5 5 2 1\n");
        session.wait_for("PLAYER 1");
        kill(Pid::from_raw(session.child.id().cast_signed()), signal).unwrap();
        let status = session.child.wait().unwrap();
        assert_eq!(status.signal(), Some(signal as i32), "{signal}");
        session.wait_for(LEFT);
        assert!(session.is_cooked(), "{signal}");
    }
    let mut session = Session::start(80, 24);
    session.press(b"I 5 5 2 1\n");
    session.wait_for("PLAYER 1");
    session.press(b"\x03");
    assert_eq!(session.child.wait().unwrap().signal(), Some(Signal::SIGINT as i32));
    assert!(session.is_cooked());
}

#[test]
fn tiny_terminals_and_huge_boards_are_drawn() {
    for (columns, rows) in [(1, 1), (3, 2), (20, 4), (300, 100)] {
        let mut session = Session::start(columns, rows);
        session.press(b"I 1000 1000 1000 5\n");
        session.wait_for(ENTERED);
        session.press(b"\x1b[A\x1b[C \x1b[A \x04");
        assert_eq!(session.child.wait().unwrap().code(), Some(0), "{columns}x{rows}");
        session.wait_for(LEFT);
        assert!(session.is_cooked());
    }
}

#[test]
fn signals_end_it_even_when_output_is_stuck() {
    // Stuck while it draws, and stuck while it prints the result.
    for keys in [&b"I 3000 3000 2 1\n"[..], b"I 3000 3000 2 1\n\x04"] {
        let mut session = Session::start_unread(2000, 1000);
        session.press(keys);
        // A pipe to a terminal holds some kilobytes; the program needs a moment to fill it.
        thread::sleep(Duration::from_millis(300));
        kill(Pid::from_raw(session.child.id().cast_signed()), Signal::SIGTERM).unwrap();
        assert_eq!(session.child.wait().unwrap().signal(), Some(Signal::SIGTERM as i32));
        assert!(session.is_cooked());
    }
}

#[test]
fn ctrl_d_ends_a_game_whose_output_goes_elsewhere() {
    let pty = openpty(None, None).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_gamma"))
        .stdin(pty.slave.try_clone().unwrap())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    File::from(pty.master.try_clone().unwrap()).write_all(b"I 2 1 1 1\n \n\x04").unwrap();
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!((text.as_str(), child.wait().unwrap().code()), ("1.\n1 1\nwinner 1\n", Some(0)));
}
