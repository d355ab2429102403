//! Good practice, observed in all calls. A violation is never a failure, and each kind is reported once.

use super::cause::{CauseKey, Problem};
use super::frequency::Frequency;
use super::runner::CallOutcome;
use super::{CheckResult, CheckStatus, Group, Weight};
use crate::quote::key_line;

/// A good practice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Practice {
    /// Error messages say what is wrong, and where.
    Messages,
    /// Standard output stays clean.
    CleanOutput,
    /// Files are written with single spaces and LF.
    Formatting,
    /// No other files are left behind.
    Files,
    /// No processes are left behind.
    Processes,
}

impl Practice {
    const ALL: [Practice; 5] = [
        Practice::Messages,
        Practice::CleanOutput,
        Practice::Formatting,
        Practice::Files,
        Practice::Processes,
    ];

    fn name(self) -> &'static str {
        match self {
            Practice::Messages => "reports errors on standard error, with the line number",
            Practice::CleanOutput => "prints nothing to standard output but its id",
            Practice::Formatting => "writes files with single spaces and LF line endings",
            Practice::Files => "leaves no other files behind",
            Practice::Processes => "leaves no processes behind",
        }
    }

    /// Returns the name of the cause of a lapse.
    fn cause(self) -> &'static str {
        match self {
            Practice::Messages => "unclear-messages",
            Practice::CleanOutput => "prints-to-standard-output",
            Practice::Formatting => "unusual-formatting",
            Practice::Files => "leaves-files",
            Practice::Processes => "leaves-processes",
        }
    }

    fn hint(self) -> &'static str {
        match self {
            Practice::Messages => {
                "With exit codes 2 and 3, print a line such as 'board.txt:4:10: error: a field has at most 3 fish'."
            }
            Practice::CleanOutput => {
                "Print drawings and notes to standard error; standard output is for 'name' and 'id'."
            }
            Practice::Formatting => {
                "Separate words with single spaces, leave no trailing spaces, and end every line with LF."
            }
            Practice::Files => {
                "Remove every file you created besides the output; the next call does not see it anyway."
            }
            Practice::Processes => "Wait for the processes you started: those left behind are killed.",
        }
    }
}

/// The lapses seen so far.
#[derive(Debug, Default)]
pub(super) struct PracticeLog {
    lapses: Vec<Lapse>,
}

/// The first lapse of a kind, and how many there were.
#[derive(Debug)]
struct Lapse {
    practice: Practice,
    words: String,
    check: String,
    count: usize,
}

impl PracticeLog {
    /// Notes a lapse in a check.
    pub(super) fn note(&mut self, practice: Practice, check: &str, words: impl Into<String>) {
        match self.lapses.iter_mut().find(|lapse| lapse.practice == practice) {
            Some(lapse) => lapse.count += 1,
            None => {
                self.lapses.push(Lapse { practice, words: words.into(), check: check.to_owned(), count: 1 });
            }
        }
    }

    /// Notes the lapses that any call can show.
    pub(super) fn observe(&mut self, check: &str, outcome: &CallOutcome) {
        let printed = key_line(&outcome.stdout);
        if !printed.is_empty() {
            self.note(Practice::CleanOutput, check, format!("prints '{printed}'"));
        }
        if !outcome.others.is_empty() {
            self.note(Practice::Files, check, format!("leaves {}", outcome.others.join(", ")));
        }
        if outcome.leftovers > 0 {
            let processes = match outcome.leftovers {
                1 => "1 process".to_owned(),
                count => format!("{count} processes"),
            };
            self.note(Practice::Processes, check, format!("leaves {processes} running, which floe kills"));
        }
    }

    /// Returns a result for each practice.
    pub(super) fn results(&self) -> impl Iterator<Item = CheckResult> {
        Practice::ALL.into_iter().map(|practice| {
            let lapse = self.lapses.iter().find(|lapse| lapse.practice == practice);
            let problem = lapse.map(|Lapse { words, check, count, .. }| match count {
                1 => format!("{words} (in '{check}')"),
                2 => format!("{words} (in '{check}', and once more)"),
                count => format!("{words} (in '{check}', and {} more times)", count - 1),
            });
            let found = problem.iter().map(|words| Problem {
                cause: CauseKey::named(practice.cause()),
                words: words.clone(),
                weight: Weight::Should,
                forgiven: true,
            });
            let found = found.collect();
            CheckResult {
                group: Group::Manners,
                name: practice.name().to_owned(),
                weight: Weight::Should,
                status: if problem.is_some() { CheckStatus::Advice } else { CheckStatus::Passed },
                problems: problem.into_iter().collect(),
                hint: practice.hint(),
                frequency: Frequency::NEVER,
                lost: false,
                call: None,
                found,
            }
        })
    }
}
