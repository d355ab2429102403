//! `floe bot-check`: runs a program through the whole contract, and says what it does right and wrong.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use clap::builder::styling::{AnsiColor, Style};
use floe_arena::check::{self, Finding, Group, InSandbox, Mark, Report, Runner, Shown, Terms};
use floe_arena::sandbox::ResourceLimits;

use super::{RulesArgs, print};
use crate::exit::Exit;
use crate::gamemaster::{Contender, open_sandbox, print_isolation};

/// Check a program against the whole contract
///
/// Good files in all spellings, wrong files, last moves, blocked positions, the same file in and out, large boards and
/// whole games: the program is called a few hundred times, each time shut in as in a match, and what it does is
/// compared with docs/protocol.md. What it must do and does not is a failure; what would be better is only told.
///
/// Exit code 0 when it passes, 1 when it does not, 3 when it could not be checked.
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
    /// How long a call may take, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    time: u64,
    /// How well the program is shut in [default: strict, or basic where that is not possible]
    #[arg(long, value_name = "TIER", value_parser = ["strict", "basic", "none"])]
    tier: Option<String>,
    /// A file or folder that the program may read, besides its own folder and the system's
    #[arg(long = "read", value_name = "PATH")]
    read: Vec<PathBuf>,
    /// Check only these groups: arguments, files, placement, movement, spelling, wrong, sizes, games
    #[arg(long, value_name = "GROUP", value_delimiter = ',', hide_possible_values = true, value_parser = groups())]
    only: Vec<String>,
    /// List every check, also those that passed
    #[arg(long, short)]
    all: bool,
    /// Show the calls that went wrong: arguments, files and what was printed
    #[arg(long, short)]
    verbose: bool,
    /// Print the result as JSON instead
    #[arg(long)]
    json: bool,
}

/// How much longer than its time a program may take before it is stopped, as in a match.
const GRACE: Duration = Duration::from_millis(100);

/// The most checks of a group that are told in full, unless all are asked for.
const MOST_TOLD: usize = 6;

/// What stands before everything that is told about a check.
const INDENT: &str = "              ";

/// How many columns there are beside the indent: together they are 100.
const WIDTH: usize = 86;

impl BotCheck {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        if self.time == 0 {
            bail!("--time 0: a program needs some time for a turn");
        }
        let rules = self.rules.rules()?;
        let here = std::env::current_dir().context("cannot find the current folder")?;
        let Contender::Program(program) = Contender::parse(&self.program, &here, &self.read)? else {
            bail!("'{}' is the engine inside floe: name a program", self.program);
        };
        let sandbox = open_sandbox(self.tier.as_deref())?;
        if !self.json {
            print_isolation(&sandbox);
        }
        let admitted = sandbox.admit(&program)?;
        let time = Duration::from_millis(self.time);
        let cpu = time.saturating_mul(4).max(Duration::from_secs(2));
        let limits = ResourceLimits { cpu, ..ResourceLimits::default() };
        let runner: Arc<dyn Runner> = Arc::new(InSandbox::new(sandbox, admitted, limits));
        let only = Group::ALL.into_iter().filter(|group| self.only.iter().any(|name| name == group.name()));
        let only = only.collect();
        let terms = Terms { rules, time, grace: GRACE, only };
        let mut progress = Progress::new();
        let report = check::run(&runner, &terms, &mut |done, of| progress.show(done, of));
        progress.clear();
        let report = report?;
        if self.json {
            print(&format!("{}\n", serde_json::to_string_pretty(&report)?))?;
        } else {
            print(&self.table(&report))?;
        }
        Ok(if report.passed() { Exit::Done } else { Exit::NoTurn })
    }

    /// Writes the result for people.
    fn table(&self, report: &Report) -> String {
        let mut text = String::new();
        let id = report.id.as_deref().unwrap_or("a program that does not tell its id");
        let _ = writeln!(text, "{} under the rules '{}'\n", bold(id), report.rules);
        for group in Group::ALL {
            self.group(&mut text, report, group);
        }
        self.summary(&mut text, report);
        text
    }

    fn group(&self, text: &mut String, report: &Report, group: Group) {
        let checks: Vec<&Finding> = report.checks.iter().filter(|check| check.group == group).collect();
        if checks.is_empty() {
            return;
        }
        let good = checks.iter().filter(|check| matches!(check.mark, Mark::Passed | Mark::Advice)).count();
        let worst = checks.iter().map(|check| check.mark).max_by_key(|mark| gravity(*mark));
        let worst = worst.unwrap_or(Mark::Passed);
        let count = format!("{good} of {}", checks.len());
        let _ = writeln!(text, "{}  {:<32}{count:>12}", label(worst), group.title());
        if self.all {
            checks.iter().for_each(|check| self.tell(text, check, true));
            return;
        }
        let of = |mark: Mark| checks.iter().copied().filter(move |check| check.mark == mark);
        let wrong: Vec<&Finding> = of(Mark::Failed).chain(of(Mark::Advice)).collect();
        let mut last_hint = "";
        for check in wrong.iter().take(MOST_TOLD) {
            // One piece of advice for several checks is given once.
            self.tell(text, check, check.hint != last_hint);
            last_hint = check.hint;
        }
        if wrong.len() > MOST_TOLD {
            let _ = writeln!(text, "      … and {} more: list them with --all", wrong.len() - MOST_TOLD);
        }
        let skipped: Vec<&Finding> = of(Mark::Skipped).collect();
        for alike in skipped.chunk_by(|one, other| one.words == other.words) {
            let name = match alike {
                [one] => one.name.clone(),
                more => format!("{} checks", more.len()),
            };
            let _ = writeln!(text, "      {}  {name}: {}", label(Mark::Skipped), alike[0].words.join("; "));
        }
    }

    /// Writes one check with what is wrong about it.
    fn tell(&self, text: &mut String, check: &Finding, with_hint: bool) {
        let _ = writeln!(text, "      {}  {}", label(check.mark), check.name);
        for words in &check.words {
            for line in wrap(words) {
                let _ = writeln!(text, "{INDENT}{line}");
            }
        }
        if !matches!(check.mark, Mark::Failed | Mark::Advice) {
            return;
        }
        if with_hint {
            for line in wrap(&format!("hint: {}", check.hint)) {
                let _ = writeln!(text, "{INDENT}{}", dim(&line));
            }
        }
        if let Some(call) = check.call.as_ref().filter(|_| self.verbose) {
            show_call(text, call);
        }
    }

    fn summary(&self, text: &mut String, report: &Report) {
        let [passed, advice, failed, skipped] =
            [Mark::Passed, Mark::Advice, Mark::Failed, Mark::Skipped].map(|mark| report.count(mark));
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
            styled(AnsiColor::Green, "PASSED: the program keeps the contract.")
        } else {
            styled(AnsiColor::Red, "FAILED: the program breaks the contract, as told above.")
        };
        let _ = writeln!(text, "{verdict}");
        if !report.passed() && !self.verbose {
            let _ = writeln!(text, "The calls that went wrong are shown with --verbose.");
        }
    }
}

fn groups() -> PossibleValuesParser {
    PossibleValuesParser::new(Group::ALL.map(Group::name))
}

fn gravity(mark: Mark) -> u8 {
    match mark {
        Mark::Passed => 0,
        Mark::Advice => 1,
        Mark::Skipped => 2,
        Mark::Failed => 3,
    }
}

/// Returns a mark as a sign and a word, all of the same width: colour is never needed.
fn label(mark: Mark) -> String {
    match mark {
        Mark::Passed => styled(AnsiColor::Green, "✓ ok  "),
        Mark::Advice => styled(AnsiColor::Yellow, "! note"),
        Mark::Failed => styled(AnsiColor::Red, "✗ FAIL"),
        Mark::Skipped => styled(AnsiColor::Yellow, "- skip"),
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

/// Breaks a sentence into lines that fit beside the indent.
fn wrap(sentence: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in sentence.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn show_call(text: &mut String, call: &Shown) {
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
        lines("it wrote", written);
    }
    for (title, body) in [("standard output:", &call.stdout), ("standard error:", &call.stderr)] {
        if !body.is_empty() {
            lines(title, body);
        }
    }
}

/// A line that tells how far it is, where somebody sees it.
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
