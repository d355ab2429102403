//! Reading board files.

use std::fs;
use std::path::Path;

use anyhow::Context;
use floe_rules::board_file;
use floe_rules::penguins::{InvalidSetup, Position, RuleSet, Setup, Stage};

use crate::messages::setup_fault;

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
        Err(faults) => Err(BadState(faults.report(&name, &text)).into()),
    }
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
