//! Checking a program against the whole contract, case by case: a student's first stop.
//!
//! A [`Runner`] runs the program; a sandbox does that for strangers' programs, and tests have programs that are none.
//! [`run`] goes through all cases and returns a [`Report`]. What the contract demands is a [must](Weight::Must); what is
//! only good advice is a [should](Weight::Should), and never fails a program.

mod case;
mod cases;
mod examine;
mod game;
mod identity;
mod manners;
mod runner;
#[cfg(test)]
mod tests;
mod truth;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use floe_rules::penguins::RuleSet;
use serde::Serialize;

use examine::Examiner;
pub use runner::{InSandbox, Item, Outcome, Runner, Trial};

/// What a check is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// `name` and `id`.
    Identity,
    /// The arguments of a call.
    Arguments,
    /// Which file is read and which is written.
    Files,
    /// Placing penguins, and joining the game.
    Placement,
    /// Moving penguins.
    Movement,
    /// Good files, in all spellings.
    Spelling,
    /// Wrong files.
    Wrong,
    /// Boards of all sizes.
    Sizes,
    /// Whole games.
    Games,
    /// What is never fatal: messages, tidiness.
    Manners,
}

impl Group {
    /// All groups, in the order in which they are checked.
    pub const ALL: [Group; 10] = [
        Group::Identity,
        Group::Arguments,
        Group::Files,
        Group::Placement,
        Group::Movement,
        Group::Spelling,
        Group::Wrong,
        Group::Sizes,
        Group::Games,
        Group::Manners,
    ];

    /// Returns the name of the group, the same in options and in JSON.
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
            Group::Identity => "Who plays",
            Group::Arguments => "Arguments",
            Group::Files => "Input and output",
            Group::Placement => "Placing and joining",
            Group::Movement => "Moving",
            Group::Spelling => "Good files in all spellings",
            Group::Wrong => "Wrong files are refused",
            Group::Sizes => "Boards small and large",
            Group::Games => "Whole games against itself",
            Group::Manners => "Good manners in all calls",
        }
    }
}

/// How much a check counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// The contract demands it.
    Must,
    /// It is good advice.
    Should,
}

/// How a check went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// All is well.
    Passed,
    /// It counts as passed, but something could be better.
    Advice,
    /// The contract is broken.
    Failed,
    /// It could not be checked.
    Skipped,
}

/// One check, and how it went.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// What it is about.
    pub group: Group,
    /// What the program should do, in a few words.
    pub name: String,
    /// How much it counts.
    pub weight: Weight,
    /// How it went.
    pub mark: Mark,
    /// What was wrong, if anything was; one sentence each.
    pub words: Vec<String>,
    /// What usually helps.
    pub hint: &'static str,
    /// The last call that was made for it.
    pub call: Option<Shown>,
}

/// A call of the program, to be shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shown {
    /// The arguments.
    pub arguments: Vec<String>,
    /// The files before the call, shortened: names with what they held.
    pub files: Vec<(String, String)>,
    /// How it ended.
    pub ended: String,
    /// What it wrote, shortened.
    pub written: Option<String>,
    /// What it printed to standard output, shortened.
    pub stdout: String,
    /// What it printed to standard error, shortened.
    pub stderr: String,
    /// How many milliseconds it took.
    pub millis: f64,
}

/// The call that took longest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Slowest {
    /// How many milliseconds it took.
    pub millis: f64,
    /// The check that it was made for.
    pub name: String,
}

/// What came of checking a program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The id that the program goes by, if it could be learned.
    pub id: Option<String>,
    /// The rules under which it was checked.
    pub rules: &'static str,
    /// Every check.
    pub checks: Vec<Finding>,
    /// How often the program was called.
    pub calls: u32,
    /// The call that took longest.
    pub slowest: Option<Slowest>,
}

impl Report {
    /// Returns how many checks went in some way.
    pub fn count(&self, mark: Mark) -> usize {
        self.checks.iter().filter(|check| check.mark == mark).count()
    }

    /// Tells whether the program keeps the contract.
    pub fn passed(&self) -> bool {
        self.count(Mark::Failed) == 0
    }
}

/// Under which terms a program is checked.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The rules.
    pub rules: RuleSet,
    /// How long a call may take.
    pub time: Duration,
    /// How much longer it may take before the program is stopped.
    pub grace: Duration,
    /// The groups to check besides [`Group::Identity`] and [`Group::Manners`]; all when there are none.
    pub only: Vec<Group>,
}

impl Terms {
    /// Returns after how long a program is stopped.
    fn stop(&self) -> Duration {
        self.time.saturating_add(self.grace)
    }
}

/// Why a program could not be checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// It does not start.
    #[error("the program could not be started: {0}")]
    NotStarted(String),
    /// It could not be run, which is our failure.
    #[error("the program could not be run")]
    Run(#[from] io::Error),
}

/// Checks a program. `watch` is told after each check how many of how many are done.
pub fn run(
    runner: &Arc<dyn Runner>,
    terms: &Terms,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Report, CheckError> {
    let mut examiner = Examiner::new(Arc::clone(runner), terms.clone());
    let mut checks = identity::check(&mut examiner)?;
    let me = examiner.id().map_or_else(|| b"nobody-knows".to_vec(), |id| id.as_bytes().to_vec());
    let wanted = |group: Group| terms.only.is_empty() || terms.only.contains(&group);
    let cases = cases::all(&me, &terms.rules, &wanted);
    let total = checks.len() + cases.len();
    watch(checks.len(), total);
    for case in cases {
        checks.push(examiner.examine(&case)?);
        watch(checks.len(), total);
    }
    Ok(examiner.report(checks))
}
