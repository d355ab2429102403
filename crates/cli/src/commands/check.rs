//! `floe check`: validates board files.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use floe_rules::board_file::{self, Severity, Spot, TextSpan};
use floe_rules::grid::Cell;
use floe_rules::penguins::{InvalidSetup, Position, RuleSet, Stage};
use serde_json::json;

use super::load::read;
use super::{RulesArgs, exit_of, print};
use crate::board_folder::FolderScan;
use crate::exit::Exit;
use crate::messages::{fault_spot, fish_warning};

/// Validate board files and list every fault
///
/// A folder stands for the board files in it and in its subfolders; files that are something else are named, and not
/// faults. Exits with 0 when all files are valid, and with 2 when any has a fault. Warnings are not faults.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  floe check board.txt\n  floe check boards/\n  floe check --rules hex games/*.txt --json"
)]
pub(super) struct Check {
    /// The board files, and folders of them
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
        let mut tally = FileTally::default();
        let mut passed_over = Vec::new();
        for path in &self.files {
            let files = match FileList::new(path) {
                Ok(list) => {
                    json.extend(list.others.iter().map(|name| json!({ "file": name, "passed_over": true })));
                    passed_over.extend(list.note);
                    list.files
                }
                Err(error) => {
                    exit = exit_of(Err(error));
                    continue;
                }
            };
            for path in &files {
                let found = match examine(path, &rules) {
                    Ok(found) => found,
                    Err(error) => {
                        // The other files are still checked.
                        exit = exit_of(Err(error));
                        tally.unread += 1;
                        continue;
                    }
                };
                if found.errors > 0 && exit == Exit::Done {
                    exit = Exit::BadState;
                }
                tally.count(&found);
                if self.json {
                    json.push(as_json(&found));
                } else {
                    print(&as_text(&found))?;
                }
            }
        }
        if self.json {
            print(&format!("{:#}\n", json!(json)))?;
        } else if self.files.iter().any(|path| path.is_dir()) {
            print(&format!("{tally}\n"))?;
            passed_over.iter().try_for_each(|line| print(&format!("{line}\n")))?;
        }
        Ok(exit)
    }
}

/// The files that an argument stands for.
struct FileList {
    files: Vec<PathBuf>,
    /// What a folder has besides board files, as paths.
    others: Vec<String>,
    /// The same in a line.
    note: Option<String>,
}

impl FileList {
    fn new(path: &Path) -> anyhow::Result<FileList> {
        if !path.is_dir() {
            return Ok(FileList { files: vec![path.to_owned()], others: Vec::new(), note: None });
        }
        let scan = FolderScan::new(path, true)?;
        if scan.boards.is_empty() {
            bail!("there are no board files in the folder {}", path.display());
        }
        let others = scan.others.iter().map(|name| path.join(name).display().to_string()).collect();
        Ok(FileList { others, note: scan.passed_over(path), files: scan.boards })
    }
}

/// How many files were valid.
#[derive(Default)]
struct FileTally {
    valid: usize,
    with_warnings: usize,
    faulty: usize,
    unread: usize,
}

impl FileTally {
    fn count(&mut self, found: &FileCheck) {
        match found.errors {
            0 => self.valid += 1,
            _ => self.faulty += 1,
        }
        self.with_warnings += usize::from(found.errors == 0 && found.warnings > 0);
    }
}

impl fmt::Display for FileTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FileTally { valid, with_warnings, faulty, unread } = self;
        let files = valid + faulty + unread;
        write!(f, "{files} board file{}: {valid} valid", if files == 1 { "" } else { "s" })?;
        if *with_warnings > 0 {
            write!(f, " ({with_warnings} with warnings)")?;
        }
        write!(f, ", {faulty} with faults")?;
        if *unread > 0 { write!(f, ", {unread} not readable") } else { Ok(()) }
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
