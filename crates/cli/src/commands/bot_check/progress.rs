//! The progress of `floe bot-check`.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The time between two lines where standard error is not a terminal.
const PAUSE: Duration = Duration::from_secs(3);

/// Shows how many checks are done: in one line of a terminal, or else in a line now and then.
pub(super) enum CheckProgress {
    Hidden,
    Line,
    Lines { last: Option<Instant> },
}

impl CheckProgress {
    pub(super) fn new(quiet: bool) -> CheckProgress {
        match (quiet, io::stderr().is_terminal()) {
            (true, _) => CheckProgress::Hidden,
            (false, true) => CheckProgress::Line,
            (false, false) => CheckProgress::Lines { last: None },
        }
    }

    pub(super) fn show(&mut self, done: usize, of: usize) {
        match self {
            CheckProgress::Hidden => {}
            CheckProgress::Line => {
                let _ = write!(io::stderr(), "\rchecking: {done} of {of}");
            }
            CheckProgress::Lines { last } => {
                if last.is_none_or(|last| last.elapsed() >= PAUSE) {
                    let _ = writeln!(io::stderr(), "checking: {done} of {of}");
                    *last = Some(Instant::now());
                }
            }
        }
    }

    pub(super) fn clear(&mut self) {
        if matches!(self, CheckProgress::Line) {
            let _ = write!(io::stderr(), "\r{:40}\r", "");
        }
    }
}
