//! The terminal in raw mode on the alternate screen, always restored.
//!
//! It is restored when the game ends, when the program panics, and when a signal ends or suspends it. When a suspended
//! program continues, it takes the terminal again.

#[cfg(unix)]
use std::fs::File;
#[cfg(unix)]
use std::io::Read;
use std::io::{self, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crossterm::terminal::{disable_raw_mode, enable_raw_mode, size};

const ENTER: &[u8] = b"\x1b[?1049h\x1b[2J";
/// Enables mouse reporting and bracketed paste.
const ENABLE_INPUT: &[u8] = b"\x1b[?1000h\x1b[?1006h\x1b[?2004h";
const LEAVE: &[u8] = b"\x1b[?2004l\x1b[?1006l\x1b[?1000l\x1b[0m\x1b[?25h\x1b[?1049l";

/// Something that happened at the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalEvent {
    /// A byte was typed.
    Byte(u8),
    /// The screen must be redrawn: its size may have changed.
    Redraw,
    /// The input has ended.
    End,
}

/// Raw mode and the alternate screen, for as long as this lives.
#[derive(Debug)]
pub(crate) struct Hold(());

impl Hold {
    /// Takes the terminal, with or without the mouse; `redraw` is called whenever the screen must be redrawn.
    pub(crate) fn take(mouse: bool, redraw: impl Fn() + Send + 'static) -> io::Result<Hold> {
        // Install the signal handlers first, so that a signal cannot arrive after the modes changed but before there
        // is a handler.
        watch_signals(redraw)?;
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            give_back();
            hook(panic);
        }));
        MOUSE.store(mouse, Ordering::SeqCst);
        // Made first: should taking fail half way, dropping it restores the terminal.
        let hold = Hold(());
        take()?;
        Ok(hold)
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        if release() {
            // Nothing is urgent here: a slow terminal may take its time.
            let _ = write_now(LEAVE);
        }
    }
}

/// The terminal in raw mode, with keys as bytes, for as long as this lives.
#[derive(Debug)]
pub struct Terminal {
    events: Receiver<TerminalEvent>,
    _hold: Hold,
}

impl Terminal {
    /// Takes the terminal.
    pub fn open() -> io::Result<Terminal> {
        let (sender, events) = channel();
        let redraw = sender.clone();
        let hold = Hold::take(false, move || _ = redraw.send(TerminalEvent::Redraw))?;
        thread::spawn(move || read_keys(&sender));
        Ok(Terminal { events, _hold: hold })
    }

    /// Waits for the next event.
    pub fn wait(&self) -> TerminalEvent {
        self.events.recv().unwrap_or(TerminalEvent::End)
    }

    /// Waits for the next event, but not longer than `time`.
    pub fn wait_for(&self, time: Duration) -> Option<TerminalEvent> {
        match self.events.recv_timeout(time) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(TerminalEvent::End),
        }
    }

    /// Returns the next event, if one is waiting.
    pub fn poll(&self) -> Option<TerminalEvent> {
        self.events.try_recv().ok()
    }

    /// Returns how many columns and rows the terminal has; 80 and 24 when it does not say.
    pub fn size(&self) -> (usize, usize) {
        let (columns, rows) = screen_size();
        (usize::from(columns), usize::from(rows))
    }

    /// Shows lines from the top of the screen, and the cursor at a column and row.
    pub fn show(&mut self, lines: &[String], cursor: (usize, usize)) -> io::Result<()> {
        let mut text = String::from("\x1b[?25l\x1b[H");
        for (index, line) in lines.iter().enumerate() {
            let end = if index + 1 < lines.len() { "\r\n" } else { "" };
            text += &format!("{line}\x1b[K{end}");
        }
        text += &format!("\x1b[J\x1b[{};{}H\x1b[?25h", cursor.1 + 1, cursor.0 + 1);
        let shown = while_held(|| {
            let mut out = io::stdout().lock();
            out.write_all(text.as_bytes())?;
            out.flush()
        });
        shown.unwrap_or(Ok(()))
    }
}

/// Returns how many columns and rows the terminal has; 80 and 24 when it does not say.
pub(crate) fn screen_size() -> (u16, u16) {
    match size() {
        Ok((columns, rows)) if columns > 0 && rows > 0 => (columns, rows),
        _ => (80, 24),
    }
}

/// Whether the terminal is in raw mode now.
static HELD: AtomicBool = AtomicBool::new(false);
/// Whether something is being drawn now.
static DRAWING: Mutex<bool> = Mutex::new(false);
/// Notified when drawing is done.
static DRAWN: Condvar = Condvar::new();
/// Whether mouse events are enabled in raw mode.
static MOUSE: AtomicBool = AtomicBool::new(false);
/// Whether the terminal was restored for a suspend and must be re-entered on SIGCONT.
#[cfg(unix)]
static SUSPENDED: AtomicBool = AtomicBool::new(false);
/// How long to wait for a terminal that takes no output when the program must end.
const RESTORE_TIMEOUT: Duration = Duration::from_secs(1);

/// Draws if the terminal is in raw mode; otherwise returns nothing.
///
/// The terminal is not restored while drawing; otherwise the rest of the output would end up on the shell's screen.
pub(crate) fn while_held<T>(draw: impl FnOnce() -> T) -> Option<T> {
    /// Notifies that drawing is done, also when it panics.
    struct Done;
    impl Drop for Done {
        fn drop(&mut self) {
            *drawing() = false;
            DRAWN.notify_all();
        }
    }
    let mut drawing = drawing();
    if !HELD.load(Ordering::SeqCst) {
        return None;
    }
    *drawing = true;
    drop(drawing);
    let _done = Done;
    Some(draw())
}

fn drawing() -> MutexGuard<'static, bool> {
    DRAWING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take() -> io::Result<()> {
    // Nothing is drawn before the alternate screen is active.
    let _drawing = drawing();
    // Set first: otherwise a signal in between would leave the modes changed.
    HELD.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    write_now(ENTER)?;
    if MOUSE.load(Ordering::SeqCst) {
        #[cfg(windows)]
        crossterm::execute!(io::stdout(), crossterm::event::EnableMouseCapture)?;
        write_now(ENABLE_INPUT)?;
    }
    Ok(())
}

/// Restores the modes of the terminal if they were changed; false when they were not.
fn release() -> bool {
    // When this fails, there is no way to report it.
    let held = HELD.swap(false, Ordering::SeqCst);
    if held {
        let _ = disable_raw_mode();
    }
    held
}

/// Restores the terminal quickly, if it is in raw mode; false when it was not.
fn give_back() -> bool {
    // The modes come first, since they never wait. Writing may: the main thread may be stuck in it, with
    // standard output locked, because the terminal is not read. So it bypasses the lock, and gives up after a
    // while.
    if !release() {
        return false;
    }
    drop(DRAWN.wait_timeout_while(drawing(), RESTORE_TIMEOUT, |drawing| *drawing));
    let (done, wait) = channel();
    // A panic for lack of threads must not lead to another panic.
    let writer = thread::Builder::new().spawn(move || {
        let _ = write_now(LEAVE);
        let _ = done.send(());
    });
    match writer {
        Ok(_) => _ = wait.recv_timeout(RESTORE_TIMEOUT),
        Err(_) => _ = write_now(LEAVE),
    }
    true
}

#[cfg(unix)]
fn write_now(bytes: &[u8]) -> io::Result<()> {
    use std::os::fd::AsFd;
    File::from(io::stdout().as_fd().try_clone_to_owned()?).write_all(bytes)
}

#[cfg(not(unix))]
fn write_now(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout();
    out.write_all(bytes)?;
    out.flush()
}

/// Sends every byte that is typed, until the input ends or the receiver is gone.
#[cfg(unix)]
fn read_keys(sender: &Sender<TerminalEvent>) {
    let mut buffer = [0; 256];
    loop {
        match io::stdin().read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => {
                for &byte in &buffer[..read] {
                    if sender.send(TerminalEvent::Byte(byte)).is_err() {
                        return;
                    }
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    let _ = sender.send(TerminalEvent::End);
}

/// Converts key events to the byte sequences that a Unix terminal sends.
#[cfg(windows)]
fn read_keys(sender: &Sender<TerminalEvent>) {
    use crossterm::event::{Event as Input, KeyCode, KeyEventKind, KeyModifiers, read};
    while let Ok(input) = read() {
        let mut letter = [0; 4];
        let bytes: &[u8] = match input {
            Input::Key(key) if key.kind == KeyEventKind::Release => continue,
            Input::Key(key) => match key.code {
                KeyCode::Up => b"\x1b[A",
                KeyCode::Down => b"\x1b[B",
                KeyCode::Right => b"\x1b[C",
                KeyCode::Left => b"\x1b[D",
                KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => b"\x03",
                KeyCode::Char('d') if key.modifiers.contains(KeyModifiers::CONTROL) => b"\x04",
                KeyCode::Char(typed) => typed.encode_utf8(&mut letter).as_bytes(),
                _ => continue,
            },
            Input::Resize(..) => {
                let _ = sender.send(TerminalEvent::Redraw);
                continue;
            }
            _ => continue,
        };
        for &byte in bytes {
            if sender.send(TerminalEvent::Byte(byte)).is_err() {
                return;
            }
        }
    }
    let _ = sender.send(TerminalEvent::End);
}

/// Returns how many columns the terminal has, if there is one.
pub fn terminal_width() -> Option<usize> {
    crossterm::terminal::size().ok().map(|(columns, _)| usize::from(columns)).filter(|&columns| columns > 0)
}

/// Restores the terminal before a signal ends or suspends the program.
#[cfg(unix)]
fn watch_signals(redraw: impl Fn() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
    use signal_hook::low_level::emulate_default_handler;
    let mut signals =
        signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            match signal {
                SIGWINCH => {}
                SIGTSTP => {
                    SUSPENDED.store(give_back(), Ordering::SeqCst);
                    let _ = emulate_default_handler(signal);
                }
                SIGCONT if SUSPENDED.swap(false, Ordering::SeqCst) => _ = take(),
                SIGCONT if HELD.load(Ordering::SeqCst) => {
                    // Stopped by SIGSTOP: another program may have set modes of its own since.
                    let _ = disable_raw_mode();
                    let _ = take();
                }
                SIGCONT => {}
                _ => {
                    give_back();
                    let _ = emulate_default_handler(signal);
                }
            }
            redraw();
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn watch_signals(_: impl Fn() + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// Suspends the program, as Ctrl-Z does outside of raw mode.
pub fn suspend() {
    #[cfg(unix)]
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGTSTP);
}

/// Ends the program, as Ctrl-C does outside of raw mode.
pub fn interrupt() -> ! {
    give_back();
    #[cfg(unix)]
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGINT);
    std::process::exit(130)
}
