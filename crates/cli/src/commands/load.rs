//! Reading board files.

use std::fs;
use std::path::Path;

use anyhow::Context;
use floe_rules::board_file::{self, Severity, Spot};
use floe_rules::penguins::{InvalidSetup, Position, RuleSet, Setup, Stage};

use crate::messages::{about, setup_fault};

/// The error for a file with an invalid game state, as a report to print.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BadState(pub(crate) String);

/// A board file: its name, its text and its contents.
pub(crate) struct Loaded {
    pub(crate) name: String,
    pub(crate) text: Vec<u8>,
    pub(crate) setup: Setup,
}

/// Reads a board file; an invalid one gives [`BadState`].
pub(crate) fn load(path: &Path) -> anyhow::Result<Loaded> {
    let (name, text) = read(path)?;
    match board_file::read(&text) {
        Ok(setup) => Ok(Loaded { name, text, setup }),
        Err(_) if is_record(&text) => {
            let command = shell_words::join(["floe", "replay", &name]);
            let message = format!("this is the record of a game, not a board file; to open it: {command}");
            Err(BadState(about(&name, &text, Spot::Header, Severity::Error, &message)).into())
        }
        Err(faults) => Err(BadState(faults.report(&name, &text)).into()),
    }
}

/// Tells whether a file starts as records do, whatever follows.
fn is_record(text: &[u8]) -> bool {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.next() == Some(b"floe") && words.next() == Some(b"record")
}

/// Reads the bytes of a file.
pub(super) fn read(path: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    let name = path.display().to_string();
    let text = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    Ok((name, text))
}

impl Loaded {
    /// Returns the position at a stage of the game; an impossible one gives [`BadState`].
    pub(super) fn position(&self, rules: &RuleSet, stage: &Stage) -> anyhow::Result<Position> {
        Position::new(&self.setup, rules, stage).map_err(|InvalidSetup(faults)| {
            let message = |fault| setup_fault(&self.name, &self.text, &self.setup, fault);
            BadState(faults.iter().map(message).collect()).into()
        })
    }
}
