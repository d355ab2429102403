//! Checks a program against the whole protocol, case by case. New authors should start here.
//!
//! A [`ProgramRunner`] runs the program: a sandbox for untrusted programs, or a fake in tests. [`run`] goes through all
//! cases and returns a [`CheckReport`]. What the original task demands is a [must](Weight::Must); what goes beyond it is a
//! [should](Weight::Should), and never makes a program fail. The report says first [whether the program can play a
//! match](MatchVerdict), then lists the [causes](Cause) of all problems, each once, by how often they cost games.

mod case;
mod cases;
mod cause;
mod exact;
mod examiner;
mod excerpt;
mod expected;
mod frequency;
mod game;
mod identity;
mod practice;
mod runner;
pub(crate) mod scene;
#[cfg(test)]
mod tests;
mod verdict;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use floe_rules::penguins::RuleSet;
use serde::Serialize;

use crate::bot::StateLifetime;
pub use cause::{Cause, CauseKey, Problem};
use examiner::Examiner;
pub use frequency::Frequency;
pub use runner::{CallOutcome, FolderItem, ProgramRunner, SandboxedProgram, TestCall};
pub use verdict::MatchVerdict;

/// The topic of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// How the program reports its id: `name` and `id`.
    Identity,
    /// The arguments of a call.
    Arguments,
    /// Which file is read and which is written.
    Files,
    /// Placing penguins, and joining the game.
    Placement,
    /// Moving penguins.
    Movement,
    /// Valid files in unusual formatting.
    Spelling,
    /// Invalid files.
    Wrong,
    /// Boards of all sizes.
    Sizes,
    /// Practice games.
    Games,
    /// Good practice, such as helpful messages and tidy output; a lapse is never fatal.
    Manners,
}

impl Group {
    /// All groups, in the order in which they are checked.
    pub const ALL: [Group; 10] = [
        Group::Identity,
        Group::Games,
        Group::Arguments,
        Group::Files,
        Group::Placement,
        Group::Movement,
        Group::Spelling,
        Group::Wrong,
        Group::Sizes,
        Group::Manners,
    ];

    /// Returns the name of the group in options and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Group::Identity => "identity",
            Group::Arguments => "arguments",
            Group::Files => "files",
            Group::Placement => "placement",
            Group::Movement => "movement",
            Group::Spelling => "spelling",
            Group::Wrong => "wrong",
            Group::Sizes => "sizes",
            Group::Games => "games",
            Group::Manners => "manners",
        }
    }

    /// Returns the heading of the group.
    pub fn title(self) -> &'static str {
        match self {
            Group::Identity => "Identity",
            Group::Arguments => "Arguments",
            Group::Files => "Input and output",
            Group::Placement => "Placing and joining",
            Group::Movement => "Moving",
            Group::Spelling => "Valid files in all spellings",
            Group::Wrong => "Invalid files are refused",
            Group::Sizes => "Small and large boards",
            Group::Games => "Practice games",
            Group::Manners => "Good practice in all calls",
        }
    }
}

/// Whether a check is a requirement of the original task or advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// The original task requires it.
    Must,
    /// It is advice.
    Should,
}

/// The result of a check, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckStatus {
    /// The program does it right.
    Passed,
    /// It passed, but something could be better.
    Advice,
    /// The program breaks a requirement.
    Failed,
    /// It could not be checked.
    Skipped,
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckResult {
    /// Its topic.
    pub group: Group,
    /// What the program should do, in a few words.
    pub name: String,
    /// Whether it is a requirement or advice.
    pub weight: Weight,
    /// Whether the program passed.
    #[serde(rename = "mark")]
    pub status: CheckStatus,
    /// Everything that was wrong, one sentence each.
    #[serde(rename = "words")]
    pub problems: Vec<String>,
    /// Advice that usually helps.
    pub hint: &'static str,
    /// In how many of 100 games its situation occurs.
    #[serde(rename = "in_100_games")]
    pub frequency: Frequency,
    /// Whether it is a practice game that the program forfeited.
    pub lost: bool,
    /// The call that shows the first problem, or the last call of the check.
    pub call: Option<CallExcerpt>,
    /// The problems with their causes.
    #[serde(skip)]
    pub(super) found: Vec<Problem>,
}

/// A call of the program, shortened for display.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CallExcerpt {
    /// The arguments.
    pub arguments: Vec<String>,
    /// The files before the call: names and contents.
    pub files: Vec<(String, String)>,
    /// How the program ended.
    pub ended: String,
    /// What it wrote.
    pub written: Option<String>,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
    /// How many milliseconds it took.
    pub millis: f64,
}

/// The slowest call.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SlowestCall {
    /// How many milliseconds it took.
    pub millis: f64,
    /// The name of its check.
    pub name: String,
}

/// The results of all checks of a program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckReport {
    /// The id of the program, if it is known.
    pub id: Option<String>,
    /// The name of the rules.
    pub rules: &'static str,
    /// Whether the program can play a match.
    pub verdict: MatchVerdict,
    /// What is wrong, each cause once: requirements first, then advice, and what costs most games first.
    pub causes: Vec<Cause>,
    /// Every check.
    pub checks: Vec<CheckResult>,
    /// The number of calls.
    pub calls: u32,
    /// The slowest call.
    pub slowest: Option<SlowestCall>,
}

impl CheckReport {
    /// Returns the number of checks with this status.
    pub fn count(&self, status: CheckStatus) -> usize {
        self.checks.iter().filter(|check| check.status == status).count()
    }

    /// Returns whether the program does all that the original task requires.
    pub fn passed(&self) -> bool {
        self.count(CheckStatus::Failed) == 0
    }

    /// Returns whether there is not even advice to give.
    pub fn is_flawless(&self) -> bool {
        self.passed() && self.count(CheckStatus::Advice) == 0
    }
}

/// How a program is checked.
#[derive(Clone, Debug)]
pub struct CheckSettings {
    /// The rules.
    pub rules: RuleSet,
    /// The time limit of a call.
    pub time: Duration,
    /// The groups to check besides [`Group::Identity`] and [`Group::Manners`]; an empty list means all groups.
    pub only: Vec<Group>,
    /// How long the files of the program last in practice games. With [`StateLifetime::Game`], single calls are only
    /// advice: a program that keeps notes may need those of earlier calls.
    pub state: StateLifetime,
}

/// Why a program could not be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// It does not start.
    #[error("the program could not be started: {0}")]
    NotStarted(String),
    /// Running it failed, which is not the program's fault.
    #[error("the program could not be run")]
    Run(#[from] io::Error),
}

/// Checks a program. `progress` is called after each check with the number of finished checks and the total.
pub fn run(
    runner: &Arc<dyn ProgramRunner>,
    settings: &CheckSettings,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<CheckReport, CheckError> {
    let mut examiner = Examiner::new(Arc::clone(runner), settings.clone());
    let mut checks = identity::check(&mut examiner)?;
    let own_id = examiner.id().map_or_else(|| b"unknown-id".to_vec(), |id| id.as_bytes().to_vec());
    let wanted = |group: Group| settings.only.is_empty() || settings.only.contains(&group);
    let mut cases = cases::all(&own_id, &settings.rules, &wanted);
    if settings.state == StateLifetime::Game {
        cases
            .iter_mut()
            .filter(|case| case.group != Group::Games)
            .for_each(|case| case.weight = Weight::Should);
    }
    let total = checks.len() + cases.len();
    progress(checks.len(), total);
    for case in cases {
        checks.push(examiner.examine(&case)?);
        progress(checks.len(), total);
    }
    Ok(examiner.report(checks))
}
