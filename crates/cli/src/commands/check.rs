//! `floe check`: validates board files.

use std::path::{Path, PathBuf};

use clap::Args;
use floe_rules::board_file::{self, Severity, Spot, TextSpan};
use floe_rules::grid::Cell;
use floe_rules::penguins::{InvalidSetup, Position, RuleSet, Stage};
use serde_json::json;

use super::load::read;
use super::{RulesArgs, exit_of, print};
use crate::exit::Exit;
use crate::messages::{fault_spot, fish_warning};

/// Validate board files and list every fault
///
/// Exits with 0 when all files are valid, and with 2 when any has a fault. Warnings are not faults.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  floe check board.txt\n  floe check --rules hex games/*.txt --json")]
pub(super) struct Check {
    /// The board files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// The result for one file.
struct FileCheck {
    name: String,
    notes: Vec<Note>,
    /// The total number of faults; `notes` lists at most the first few.
    errors: usize,
    /// The number of warnings.
    warnings: usize,
    /// The description of a valid file.
    summary: String,
}

struct Note {
    place: TextSpan,
    severity: Severity,
    message: String,
    /// The message with its line and a caret.
    text: String,
}

impl Check {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let rules = self.rules.rules()?;
        let mut exit = Exit::Done;
        let mut json = Vec::new();
        for path in &self.files {
            let found = match examine(path, &rules) {
                Ok(found) => found,
                Err(error) => {
                    // The other files are still checked.
                    exit = exit_of(Err(error));
                    continue;
                }
            };
            if found.errors > 0 && exit == Exit::Done {
                exit = Exit::BadState;
            }
            if self.json {
                json.push(as_json(&found));
            } else {
                print(&as_text(&found))?;
            }
        }
        if self.json {
            print(&format!("{:#}\n", json!(json)))?;
        }
        Ok(exit)
    }
}

fn examine(path: &Path, rules: &RuleSet) -> anyhow::Result<FileCheck> {
    let (name, text) = read(path)?;
    let note = |place: TextSpan, severity: Severity, message: String| {
        let text = board_file::render(&name, &text, &place, severity, &message);
        Note { place, severity, message, text }
    };
    let setup = match board_file::read(&text) {
        Ok(setup) => setup,
        Err(faults) => {
            let error =
                |fault: &board_file::FileError| note(fault.place, Severity::Error, fault.kind.to_string());
            let notes = faults.listed().iter().map(error).collect();
            return Ok(FileCheck {
                name,
                notes,
                errors: faults.total(),
                warnings: 0,
                summary: String::new(),
            });
        }
    };
    let mut notes = Vec::new();
    if let Err(InvalidSetup(faults)) = Position::new(&setup, rules, &Stage::Movement) {
        for fault in &faults {
            let place = board_file::locate(&text, fault_spot(&setup, fault));
            notes.push(note(place, Severity::Error, fault.to_string()));
        }
    }
    let errors = notes.len();
    let oddities: Vec<Cell> = setup.oddities(rules).collect();
    for &cell in oddities.iter().take(board_file::MOST_ERRORS) {
        let place = board_file::locate(&text, Spot::Field(setup.coord(cell)));
        notes.push(note(place, Severity::Warning, fish_warning(&setup, cell)));
    }
    let (rows, cols) = (setup.rows(), setup.cols());
    let players = match setup.players.len() {
        1 => "1 player".to_owned(),
        players => format!("{players} players"),
    };
    let summary = format!("{rows} x {cols}, {players}, rules '{}'", rules.name);
    Ok(FileCheck { name, notes, errors, warnings: oddities.len(), summary })
}

fn as_text(found: &FileCheck) -> String {
    let FileCheck { name, errors, warnings, summary, .. } = found;
    let mut text: String = found.notes.iter().map(|note| note.text.as_str()).collect();
    let more = (errors + warnings).saturating_sub(found.notes.len());
    if more > 0 {
        text += &format!("{name}: {more} more not shown\n");
    }
    text += &match errors {
        0 => format!("{name}: valid: {summary}\n"),
        1 => format!("{name}: 1 fault\n"),
        _ => format!("{name}: {errors} faults\n"),
    };
    text
}

fn as_json(found: &FileCheck) -> serde_json::Value {
    let note = |note: &Note| {
        let severity = if note.severity == Severity::Error { "error" } else { "warning" };
        let (line, column) = (note.place.line, note.place.column);
        json!({ "line": line, "column": column, "severity": severity, "message": note.message })
    };
    json!({
        "file": found.name,
        "valid": found.errors == 0,
        "faults": found.errors,
        "warnings": found.warnings,
        "notes": found.notes.iter().map(note).collect::<Vec<_>>(),
    })
}
