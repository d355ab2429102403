//! `floe bot-check`: checks that a program follows the protocol.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::styling::{AnsiColor, Style};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use floe_arena::check::{
    self, CallExcerpt, CheckReport, CheckResult, CheckSettings, CheckStatus, Group, ProgramRunner,
    SandboxedProgram,
};
use floe_arena::sandbox::ResourceLimits;

use super::values::milliseconds;
use super::{RulesArgs, print};
use crate::exit::Exit;
use crate::gamemaster::{Contender, TierName, open_sandbox, print_isolation};

/// Check that a program follows the protocol
///
/// Calls the program a few hundred times, in the same sandbox as in a match, and compares what it does with
/// docs/protocol.md: valid files in all spellings, invalid files, last moves, blocked positions, the same file as input
/// and output, large boards and whole games. Breaking the contract is a failure; anything else is only advice.
///
/// Exit code 0 when it passes, 1 when it fails, 3 when it cannot be checked.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  floe bot-check ./mine\n  floe bot-check 'python3 bot.py' --time 500\n  \
                  floe bot-check ./mine --only wrong,files --verbose\n  floe bot-check ./mine --json"
)]
pub(super) struct BotCheck {
    /// The program: a path, or a command with arguments in quotes
    program: String,
    #[command(flatten)]
    rules: RulesArgs,
    /// Time for a call, in milliseconds
    #[arg(long, value_name = "MS", default_value = "1000", allow_negative_numbers = true, value_parser = milliseconds::<NonZeroU64>)]
    time: NonZeroU64,
    /// How the program is isolated [default: strict, or basic where that is not possible]
    #[arg(long, value_name = "TIER")]
    tier: Option<TierName>,
    /// A file or folder that the program may read, besides its own folder and the system's
    #[arg(long = "read", value_name = "PATH")]
    read: Vec<PathBuf>,
    /// Check only these groups: arguments, files, placement, movement, spelling, wrong, sizes, games
    #[arg(long, value_name = "GROUP", value_delimiter = ',', hide_possible_values = true, value_parser = groups())]
    only: Vec<Group>,
    /// List all checks, including those that passed
    #[arg(long, short)]
    all: bool,
    /// Show the calls of failed checks and of checks with advice: arguments, files and output
    #[arg(long, short)]
    verbose: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// The extra time after which a program is stopped, as in a match.
const GRACE: Duration = Duration::from_millis(100);

/// The most problems of a group that are listed without --all.
const MOST_LISTED: usize = 6;

/// The indent of everything below the name of a check.
const INDENT: &str = "              ";

/// The width of text after the indent, for a total of 100 columns.
const WIDTH: usize = 86;

impl BotCheck {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let rules = self.rules.rules()?;
        let here = std::env::current_dir().context("cannot find the current folder")?;
        let Contender::Program(program) = Contender::parse(&self.program, &here, &self.read)? else {
            bail!("'{}' is the built-in engine; bot-check needs an external program", self.program);
        };
        let sandbox = open_sandbox(self.tier)?;
        if !self.json {
            print_isolation(&sandbox);
        }
        let admitted = sandbox.admit(&program)?;
        let time = Duration::from_millis(self.time.get());
        let cpu = time.saturating_mul(4).max(Duration::from_secs(2));
        let limits = ResourceLimits { cpu, ..ResourceLimits::default() };
        let runner: Arc<dyn ProgramRunner> = Arc::new(SandboxedProgram::new(sandbox, admitted, limits));
        let settings = CheckSettings { rules, time, grace: GRACE, only: self.only.clone() };
        let mut progress = Progress::new();
        let report = check::run(&runner, &settings, &mut |done, of| progress.show(done, of));
        progress.clear();
        let report = report?;
        if self.json {
            print(&format!("{}\n", serde_json::to_string_pretty(&report)?))?;
        } else {
            print(&self.table(&report))?;
        }
        Ok(if report.passed() { Exit::Done } else { Exit::NoTurn })
    }

    /// Formats the report as text.
    fn table(&self, report: &CheckReport) -> String {
        let mut text = String::new();
        let id = report.id.as_deref().unwrap_or("a program without an id");
        let _ = writeln!(text, "{} under the rules '{}'\n", bold(id), report.rules);
        for group in Group::ALL {
            self.group(&mut text, report, group);
        }
        self.summary(&mut text, report);
        text
    }

    fn group(&self, text: &mut String, report: &CheckReport, group: Group) {
        let checks: Vec<&CheckResult> = report.checks.iter().filter(|check| check.group == group).collect();
        if checks.is_empty() {
            return;
        }
        let good = checks
            .iter()
            .filter(|check| matches!(check.status, CheckStatus::Passed | CheckStatus::Advice))
            .count();
        let worst = checks.iter().map(|check| check.status).max_by_key(|status| severity(*status));
        let worst = worst.unwrap_or(CheckStatus::Passed);
        let count = format!("{good} of {}", checks.len());
        let _ = writeln!(text, "{}  {:<32}{count:>12}", label(worst), group.title());
        if self.all {
            checks.iter().for_each(|check| self.check(text, check, true));
            return;
        }
        let of = |status: CheckStatus| checks.iter().copied().filter(move |check| check.status == status);
        let wrong: Vec<&CheckResult> = of(CheckStatus::Failed).chain(of(CheckStatus::Advice)).collect();
        let mut last_hint = "";
        for check in wrong.iter().take(MOST_LISTED) {
            // A hint that several checks share is printed once.
            self.check(text, check, check.hint != last_hint);
            last_hint = check.hint;
        }
        if wrong.len() > MOST_LISTED {
            let _ = writeln!(text, "      … and {} more: list them with --all", wrong.len() - MOST_LISTED);
        }
        let skipped: Vec<&CheckResult> = of(CheckStatus::Skipped).collect();
        for alike in skipped.chunk_by(|one, other| one.problems == other.problems) {
            let name = match alike {
                [one] => one.name.clone(),
                more => format!("{} checks", more.len()),
            };
            let _ = writeln!(
                text,
                "      {}  {name}: {}",
                label(CheckStatus::Skipped),
                alike[0].problems.join("; ")
            );
        }
    }

    /// Formats one check with its problems.
    fn check(&self, text: &mut String, check: &CheckResult, with_hint: bool) {
        let _ = writeln!(text, "      {}  {}", label(check.status), check.name);
        for problem in &check.problems {
            for line in textwrap::wrap(problem, WIDTH) {
                let _ = writeln!(text, "{INDENT}{line}");
            }
        }
        if !matches!(check.status, CheckStatus::Failed | CheckStatus::Advice) {
            return;
        }
        if with_hint {
            for line in textwrap::wrap(&format!("hint: {}", check.hint), WIDTH) {
                let _ = writeln!(text, "{INDENT}{}", dim(&line));
            }
        }
        if let Some(call) = check.call.as_ref().filter(|_| self.verbose) {
            show_call(text, call);
        }
    }

    fn summary(&self, text: &mut String, report: &CheckReport) {
        let [passed, advice, failed, skipped] =
            [CheckStatus::Passed, CheckStatus::Advice, CheckStatus::Failed, CheckStatus::Skipped]
                .map(|status| report.count(status));
        let _ = write!(text, "\n{} checks: {} passed", report.checks.len(), passed + advice);
        if advice > 0 {
            let _ = write!(text, " ({advice} with advice)");
        }
        let _ = write!(text, ", {failed} failed");
        if skipped > 0 {
            let _ = write!(text, ", {skipped} skipped");
        }
        let _ = writeln!(text, ".");
        if let Some(slowest) = &report.slowest {
            let _ = writeln!(
                text,
                "{} calls; the slowest took {:.0} ms ({}).",
                report.calls, slowest.millis, slowest.name
            );
        }
        let verdict = if report.passed() {
            styled(AnsiColor::Green, "PASSED: the program follows the protocol.")
        } else {
            styled(AnsiColor::Red, "FAILED: the program violates the protocol; see above.")
        };
        let _ = writeln!(text, "{verdict}");
        if !report.passed() && !self.verbose {
            let _ = writeln!(text, "Use --verbose to see the calls of failed checks.");
        }
    }
}

fn groups() -> impl TypedValueParser<Value = Group> {
    let group = |name: String| Group::ALL.into_iter().find(|group| group.name() == name);
    PossibleValuesParser::new(Group::ALL.map(Group::name))
        .try_map(move |name| group(name).ok_or("no such group"))
}

fn severity(status: CheckStatus) -> u8 {
    match status {
        CheckStatus::Passed => 0,
        CheckStatus::Advice => 1,
        CheckStatus::Skipped => 2,
        CheckStatus::Failed => 3,
    }
}

/// Returns a status as a sign and a word of the same width, readable without colour.
fn label(status: CheckStatus) -> String {
    match status {
        CheckStatus::Passed => styled(AnsiColor::Green, "✓ ok  "),
        CheckStatus::Advice => styled(AnsiColor::Yellow, "! note"),
        CheckStatus::Failed => styled(AnsiColor::Red, "✗ FAIL"),
        CheckStatus::Skipped => styled(AnsiColor::Yellow, "- skip"),
    }
}

fn styled(color: AnsiColor, text: &str) -> String {
    let style = color.on_default();
    format!("{style}{text}{style:#}")
}

fn bold(text: &str) -> String {
    let style = Style::new().bold();
    format!("{style}{text}{style:#}")
}

fn dim(text: &str) -> String {
    let style = Style::new().dimmed();
    format!("{style}{text}{style:#}")
}

fn show_call(text: &mut String, call: &CallExcerpt) {
    let mut lines = |title: &str, body: &str| {
        let _ = writeln!(text, "{INDENT}| {title}");
        for line in body.lines() {
            let _ = writeln!(text, "{INDENT}|     {line}");
        }
    };
    lines(&format!("PROGRAM {}", call.arguments.join(" ")), "");
    for (name, body) in &call.files {
        lines(&format!("{name} before the call:"), body);
    }
    lines(&format!("{} after {:.0} ms", call.ended, call.millis), "");
    if let Some(written) = &call.written {
        lines("written:", written);
    }
    for (title, body) in [("standard output:", &call.stdout), ("standard error:", &call.stderr)] {
        if !body.is_empty() {
            lines(title, body);
        }
    }
}

/// The progress line, printed only to a terminal.
struct Progress {
    shown: bool,
}

impl Progress {
    fn new() -> Progress {
        Progress { shown: io::stderr().is_terminal() }
    }

    fn show(&mut self, done: usize, of: usize) {
        if self.shown {
            let _ = write!(io::stderr(), "\rchecking: {done} of {of}");
        }
    }

    fn clear(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r{:40}\r", "");
        }
    }
}
