//! A pseudo-terminal with a program in it: keys go in, and the screen can be read as a person reads it.
//!
//! Nothing here waits for a time: a test waits until the screen shows something, and a limit that only a
//! broken program reaches ends the waiting.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{SigHandler, Signal, kill, signal};
use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use vt100::{MouseProtocolEncoding, MouseProtocolMode, Parser};

use crate::sandbox::Sandbox;

/// When a program is taken for broken; no test depends on how long this is.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) const UP: &str = "\x1b[A";
pub(crate) const DOWN: &str = "\x1b[B";
pub(crate) const RIGHT: &str = "\x1b[C";
pub(crate) const LEFT: &str = "\x1b[D";
pub(crate) const HOME: &str = "\x1b[H";
pub(crate) const END: &str = "\x1b[F";

/// Columns and rows of a terminal.
pub(crate) type Size = (u16, u16);

/// A terminal with a program in it.
pub(crate) struct Session {
    keys: File,
    /// The program's end of the terminal, kept open so that nothing it writes is lost.
    line: OwnedFd,
    seen: Arc<Seen>,
    reader: Option<JoinHandle<()>>,
    child: Child,
    first_modes: Termios,
}

/// What has been written to the terminal.
struct Seen {
    screen: Mutex<Screen>,
    changed: Condvar,
    /// Whether the terminal is about to be closed.
    closing: AtomicBool,
}

/// What stands on the terminal.
pub(crate) struct Screen(Parser);

/// What is left when the program has ended.
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) screen: Screen,
    first_modes: Termios,
    last_modes: Termios,
}

impl Session {
    /// Starts a program at a terminal of its own.
    pub(crate) fn start(command: Command, size: Size) -> Session {
        let mut session = Session::start_unread(command, size);
        session.seen.screen.lock().unwrap().resize(size);
        let mut output = session.keys.try_clone().unwrap();
        let seen = Arc::clone(&session.seen);
        session.reader = Some(thread::spawn(move || {
            let mut buffer = [0; 4096];
            while !seen.closing.load(Ordering::SeqCst) {
                let mut ends = [PollFd::new(output.as_fd(), PollFlags::POLLIN)];
                if poll(&mut ends, 20u8).unwrap() == 0 {
                    continue;
                }
                // Reading fails when the program's end is closed and all was read.
                let Ok(read @ 1..) = output.read(&mut buffer) else { break };
                seen.screen.lock().unwrap().0.process(&buffer[..read]);
                seen.changed.notify_all();
            }
        }));
        session
    }

    /// Starts a program at a terminal that shows nothing, so that output is stuck sooner or later.
    pub(crate) fn start_unread(mut command: Command, size: Size) -> Session {
        let (keys, line) = open_terminal();
        set_size(&keys, size);
        let end = || line.try_clone().unwrap();
        command.stdin(end()).stdout(end()).stderr(end());
        lead_session(&mut command);
        let first_modes = tcgetattr(&keys).unwrap();
        let child = command.spawn().unwrap();
        let screen = Mutex::new(Screen::new((1, 1)));
        let seen = Arc::new(Seen { screen, changed: Condvar::new(), closing: AtomicBool::new(false) });
        Session { keys, line, seen, reader: None, child, first_modes }
    }

    /// Starts `floe` with arguments separated by blanks.
    pub(crate) fn floe(sandbox: &Sandbox, line: &str, size: Size) -> Session {
        Session::start(floe(sandbox, line), size)
    }

    pub(crate) fn press(&mut self, keys: impl AsRef<[u8]>) {
        self.keys.write_all(keys.as_ref()).unwrap();
    }

    /// Presses the left button of the mouse at a column and row, both from 0.
    pub(crate) fn mouse_down(&mut self, (column, row): (u16, u16)) {
        self.press(format!("\x1b[<0;{};{}M", column + 1, row + 1));
    }

    /// Lets the button of the mouse go.
    pub(crate) fn mouse_up(&mut self, (column, row): (u16, u16)) {
        self.press(format!("\x1b[<0;{};{}m", column + 1, row + 1));
    }

    pub(crate) fn click(&mut self, at: (u16, u16)) {
        self.mouse_down(at);
        self.mouse_up(at);
    }

    /// Waits until the screen shows a text; one that ends in a newline must end its line.
    #[track_caller]
    pub(crate) fn wait_for(&self, text: &str) {
        self.wait_until(&format!("'{text}'"), |screen| screen.shows(text));
    }

    /// Waits until the screen shows a text no longer.
    #[track_caller]
    pub(crate) fn wait_without(&self, text: &str) {
        self.wait_until(&format!("no '{text}'"), |screen| !screen.shows(text));
    }

    /// Waits until the screen is as wanted.
    #[track_caller]
    pub(crate) fn wait_until(&self, what: &str, ready: impl Fn(&Screen) -> bool) {
        let screen = self.seen.screen.lock().unwrap();
        let (screen, waited) =
            self.seen.changed.wait_timeout_while(screen, PATIENCE, |screen| !ready(screen)).unwrap();
        assert!(!waited.timed_out(), "waited in vain for {what} on\n{}", screen.text());
    }

    /// Looks at the screen as it is now, which may be in the middle of a change.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Screen) -> T) -> T {
        look(&self.seen.screen.lock().unwrap())
    }

    /// Changes the size of the terminal; the kernel tells the program.
    pub(crate) fn resize(&self, size: Size) {
        // What the program draws for the old size must not be taken for an answer.
        let mut screen = self.seen.screen.lock().unwrap();
        screen.resize(size);
        screen.0.process(b"\x1b[2J");
        set_size(&self.keys, size);
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill(self.pid(), signal).unwrap();
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id().cast_signed())
    }

    /// Waits until a signal has stopped the program.
    pub(crate) fn wait_stopped(&self) {
        let flags = WaitPidFlag::WUNTRACED | WaitPidFlag::WNOHANG;
        patiently("the program does not stop", || match waitpid(self.pid(), Some(flags)).unwrap() {
            WaitStatus::Stopped(..) => Some(()),
            WaitStatus::StillAlive => None,
            other => panic!("instead of stopping: {other:?}"),
        });
    }

    /// Waits until the terminal takes no more output.
    pub(crate) fn wait_stuck(&self) {
        patiently("output does not get stuck", || {
            let mut ends = [PollFd::new(self.line.as_fd(), PollFlags::POLLOUT)];
            poll(&mut ends, PollTimeout::ZERO).unwrap();
            (!ends[0].any().unwrap()).then_some(())
        });
    }

    /// Waits until the program has changed the terminal's modes.
    pub(crate) fn wait_taken(&self) {
        patiently("the terminal is not taken", || (!self.has_first_modes()).then_some(()));
    }

    /// Tells whether the terminal's modes are those of before the program.
    pub(crate) fn has_first_modes(&self) -> bool {
        tcgetattr(&self.keys).unwrap() == self.first_modes
    }

    /// Sets the terminal's modes to those of before the program.
    pub(crate) fn restore_first_modes(&self) {
        tcsetattr(&self.keys, SetArg::TCSANOW, &self.first_modes).unwrap();
    }

    /// Closes the terminal and waits until the program has ended.
    pub(crate) fn hang_up(mut self) -> ExitStatus {
        self.seen.closing.store(true, Ordering::SeqCst);
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
        let nothing = || File::open("/dev/null").unwrap();
        self.line = nothing().into();
        self.keys = nothing();
        patiently("the program does not end", || self.child.try_wait().unwrap())
    }

    /// Waits until the program has ended and all it wrote was read.
    pub(crate) fn end(mut self) -> Ended {
        let status = patiently("the program does not end", || self.child.try_wait().unwrap());
        let last_modes = tcgetattr(&self.keys).unwrap();
        // Nobody else holds this end now: the reader comes to its end.
        self.line = File::open("/dev/null").unwrap().into();
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
        let screen = std::mem::replace(&mut *self.seen.screen.lock().unwrap(), Screen::new((1, 1)));
        Ended { status, screen, first_modes: self.first_modes.clone(), last_modes }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Only a failed test leaves a program behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns `floe` for a terminal that knows 256 colours.
pub(crate) fn floe(sandbox: &Sandbox, line: &str) -> Command {
    let mut command = sandbox.floe(line);
    command.env("TERM", "xterm-256color");
    for name in ["COLORTERM", "COLUMNS", "LINES"] {
        command.env_remove(name);
    }
    command
}

/// Opens a terminal: our end of it, and that of a program.
///
/// Neither end passes to other programs that tests start meanwhile, or it would never be closed.
pub(crate) fn open_terminal() -> (File, OwnedFd) {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
    #[cfg(target_os = "linux")]
    let flags = flags | OpenptFlags::CLOEXEC;
    let ours = openpt(flags).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
    let options = File::options().read(true).write(true).custom_flags(nix::libc::O_NOCTTY).clone();
    (File::from(ours), options.open(name).unwrap().into())
}

fn set_size(terminal: &File, (ws_col, ws_row): Size) {
    let size = rustix::termios::Winsize { ws_row, ws_col, ws_xpixel: 0, ws_ypixel: 0 };
    rustix::termios::tcsetwinsize(terminal, size).unwrap();
}

/// Makes the terminal on standard input the program's own, so that it is told of hang-ups and new sizes.
#[expect(unsafe_code, reason = "there is no other way to do something between fork and exec")]
fn lead_session(command: &mut Command) {
    let lead = || {
        // Tests in the background ignore these, unlike programs at a terminal.
        for number in [Signal::SIGINT, Signal::SIGQUIT, Signal::SIGHUP] {
            // SAFETY: the default action is no handler, so it calls no code of ours.
            unsafe { signal(number, SigHandler::SigDfl) }?;
        }
        rustix::process::setsid()?;
        rustix::process::ioctl_tiocsctty(rustix::stdio::stdin())?;
        Ok(())
    };
    // SAFETY: it makes a few system calls and neither allocates nor locks, so it may run in a forked process.
    unsafe { command.pre_exec(lead) };
}

/// Asks again and again until there is an answer.
#[track_caller]
fn patiently<T>(complaint: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(start.elapsed() < PATIENCE, "{complaint}");
        thread::sleep(Duration::from_millis(2));
    }
}

impl Screen {
    fn new((columns, rows): Size) -> Screen {
        let [columns, rows] = [columns, rows].map(|count| NonZeroU16::new(count).unwrap());
        Screen(Parser::new(rows, columns, 0))
    }

    fn resize(&mut self, (columns, rows): Size) {
        let [columns, rows] = [columns, rows].map(|count| NonZeroU16::new(count).unwrap());
        self.0.set_size(rows, columns);
    }

    fn screen(&self) -> &vt100::Screen {
        self.0.screen()
    }

    /// Returns the lines without the blanks at their ends, each with a newline.
    pub(crate) fn text(&self) -> String {
        self.lines().iter().map(|line| format!("{line}\n")).collect()
    }

    /// Returns the lines without the blanks at their ends.
    pub(crate) fn lines(&self) -> Vec<String> {
        let columns = self.screen().size().1;
        self.screen().rows(0, columns.get()).map(|line| line.trim_end().to_owned()).collect()
    }

    pub(crate) fn shows(&self, text: &str) -> bool {
        self.text().contains(text)
    }

    /// Returns the words of the screen, whatever the lines into which they are broken.
    pub(crate) fn words(&self) -> String {
        self.text().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the column and row of the cursor, if it is shown.
    pub(crate) fn cursor(&self) -> Option<(u16, u16)> {
        let (row, column) = self.screen().cursor_position();
        (!self.screen().hide_cursor()).then_some((column, row))
    }

    /// Tells whether anything on the screen has a colour.
    pub(crate) fn is_coloured(&self) -> bool {
        let (rows, columns) = self.screen().size();
        let mut places = (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |column| (row, column)));
        places.any(|(row, column)| {
            let cell = self.screen().cell(row, column).unwrap();
            [cell.fgcolor(), cell.bgcolor()] != [vt100::Color::Default; 2]
        })
    }

    /// Tells whether a program has the whole screen, and hears of the mouse.
    pub(crate) fn is_taken(&self) -> bool {
        let screen = self.screen();
        screen.alternate_screen()
            && screen.bracketed_paste()
            && screen.mouse_protocol_mode() == MouseProtocolMode::PressRelease
            && screen.mouse_protocol_encoding() == MouseProtocolEncoding::Sgr
    }

    /// Tells whether the screen is as a shell wants it.
    pub(crate) fn is_free(&self) -> bool {
        let screen = self.screen();
        !screen.alternate_screen()
            && !screen.bracketed_paste()
            && !screen.hide_cursor()
            && screen.mouse_protocol_mode() == MouseProtocolMode::None
            && screen.mouse_protocol_encoding() == MouseProtocolEncoding::Default
            && [screen.fgcolor(), screen.bgcolor()] == [vt100::Color::Default; 2]
            && !(screen.bold() || screen.dim() || screen.underline() || screen.inverse())
    }
}

impl Ended {
    /// Fails unless the program has ended with an exit code, and the terminal is as before.
    #[track_caller]
    pub(crate) fn expect_code(&self, code: i32) {
        assert_eq!(self.status.code(), Some(code), "{}: {}", self.status, self.screen.text());
        self.expect_given_back();
    }

    /// Fails unless a signal has ended the program, and the terminal is as before.
    #[track_caller]
    pub(crate) fn expect_signal(&self, signal: Signal) {
        self.expect_ended_by(signal);
        self.expect_given_back();
    }

    #[track_caller]
    pub(crate) fn expect_ended_by(&self, signal: Signal) {
        assert_eq!(self.status.signal(), Some(signal as i32), "{}: {}", self.status, self.screen.text());
    }

    #[track_caller]
    fn expect_given_back(&self) {
        assert!(self.screen.is_free(), "the screen is not given back:\n{}", self.screen.text());
        self.expect_modes();
    }

    /// Fails unless the terminal's modes are as before; what it shows may be stuck on the way.
    #[track_caller]
    pub(crate) fn expect_modes(&self) {
        assert_eq!(self.last_modes, self.first_modes);
    }
}
