//! `floe check`: validates states and lists every fault.

use std::path::{Path, PathBuf};

use clap::Args;
use floe_rules::board_file::{self, Place, Severity, Spot};
use floe_rules::penguins::{InvalidSetup, Position, RuleSet, Setup, Stage};
use serde_json::json;

use super::load::{fault_spot, oddity_message, read};
use super::{RulesArgs, print};
use crate::exit::Exit;

/// Validate board files and list every fault
///
/// Exit code 0 when all files are good, 2 when any has a fault. Warnings alone are no fault.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  floe check board.txt\n  floe check --rules hex games/*.txt --json")]
pub(super) struct Check {
    /// The board files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Print the result as JSON instead
    #[arg(long)]
    json: bool,
}

/// What was found in one file.
struct Found {
    name: String,
    text: Vec<u8>,
    setup: Option<Setup>,
    notes: Vec<(Place, Severity, String)>,
    errors: usize,
}

impl Check {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let rules = self.rules.rules()?;
        let mut all = Vec::new();
        for path in &self.files {
            all.push(examine(path, &rules)?);
        }
        if self.json {
            let files: Vec<_> = all.iter().map(as_json).collect();
            print(&format!("{:#}\n", json!(files)))?;
        } else {
            let text: String = all.iter().map(|found| as_text(found, &rules)).collect();
            print(&text)?;
        }
        Ok(if all.iter().any(|found| found.errors > 0) { Exit::BadState } else { Exit::Done })
    }
}

fn examine(path: &Path, rules: &RuleSet) -> anyhow::Result<Found> {
    let (name, text) = read(path)?;
    let mut notes = Vec::new();
    let setup = match board_file::read(&text) {
        Ok(setup) => setup,
        Err(faults) => {
            let note = |fault: &board_file::Fault| (fault.place, Severity::Error, fault.kind.to_string());
            notes.extend(faults.listed().iter().map(note));
            return Ok(Found { name, text, setup: None, notes, errors: faults.total() });
        }
    };
    if let Err(InvalidSetup(faults)) = Position::new(&setup, rules, &Stage::Movement) {
        for fault in &faults {
            let place = board_file::locate(&text, fault_spot(&setup, fault));
            notes.push((place, Severity::Error, fault.to_string()));
        }
    }
    let errors = notes.len();
    for cell in setup.oddities(rules).take(board_file::MOST_FAULTS) {
        let place = board_file::locate(&text, Spot::Field(setup.coord(cell)));
        notes.push((place, Severity::Warning, oddity_message(&setup, cell)));
    }
    Ok(Found { name, text, setup: Some(setup), notes, errors })
}

fn as_text(found: &Found, rules: &RuleSet) -> String {
    let mut text = String::new();
    for (place, severity, message) in &found.notes {
        text += &board_file::render(&found.name, &found.text, place, *severity, message);
    }
    let name = &found.name;
    let more = found.errors.saturating_sub(found.notes.len());
    match (&found.setup, found.errors) {
        (Some(setup), 0) => {
            let (rows, cols, players) = (setup.rows(), setup.cols(), setup.players.len());
            text += &format!("{name}: good: {rows} x {cols}, {players} players, rules '{}'\n", rules.name);
        }
        (_, 1) => text += &format!("{name}: 1 fault\n"),
        (_, errors) if more > 0 => text += &format!("{name}: {errors} faults, {more} of them not listed\n"),
        (_, errors) => text += &format!("{name}: {errors} faults\n"),
    }
    text
}

fn as_json(found: &Found) -> serde_json::Value {
    let note = |(place, severity, message): &(Place, Severity, String)| {
        let severity = if *severity == Severity::Error { "error" } else { "warning" };
        json!({ "line": place.line, "column": place.column, "severity": severity, "message": message })
    };
    json!({
        "file": found.name,
        "valid": found.errors == 0,
        "faults": found.errors,
        "notes": found.notes.iter().map(note).collect::<Vec<_>>(),
    })
}
