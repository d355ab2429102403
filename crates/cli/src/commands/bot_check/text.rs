//! The report of `floe bot-check` as text: the verdict first, then what to mend, most important first.

use std::fmt::Write as _;

use clap::builder::styling::{AnsiColor, Style};
use floe_arena::check::{CallExcerpt, Cause, CheckReport, CheckResult, CheckStatus, Group, Weight};
use floe_arena::printable::printable;

/// How much of a report is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextOptions {
    /// Whether all checks are listed.
    pub(super) all: bool,
    /// Whether calls are shown.
    pub(super) verbose: bool,
    /// Whether advice fails a program.
    pub(super) strict: bool,
}

/// The maximum number of causes of each kind that are listed without --all.
const MOST_LISTED: usize = 10;

/// The maximum number of checks that a cause lists by name.
const MOST_NAMED: usize = 3;

/// The indent of everything below a heading.
const INDENT: &str = "     ";

/// The width of text after the indent, for a total of 100 columns.
const WIDTH: usize = 95;

/// Formats a report.
pub(super) fn text(report: &CheckReport, options: TextOptions) -> String {
    let mut text = String::new();
    let color = match (report.verdict.can_play, report.passed()) {
        (false, _) => AnsiColor::Red,
        (true, false) => AnsiColor::Yellow,
        (true, true) => AnsiColor::Green,
    };
    let _ = writeln!(text, "{}", styled(color, &report.verdict.words));
    let id = report.id.as_deref().map_or_else(|| "a program without an id".to_owned(), printable);
    let rules = report.rules;
    let _ = writeln!(text, "{} under the rules '{rules}'\n", bold(&id));
    let kind = |wanted: fn(&&Cause) -> bool| report.causes.iter().filter(wanted).collect::<Vec<_>>();
    let costly = kind(|cause| cause.weight == Weight::Must && cause.costs_games());
    let required = kind(|cause| cause.weight == Weight::Must && !cause.costs_games());
    let advice = kind(|cause| cause.weight == Weight::Should);
    let mut number = 0;
    let mut section = |title: &str, causes: &[&Cause]| {
        if causes.is_empty() {
            return;
        }
        let _ = writeln!(text, "{}", bold(title));
        let most = if options.all { usize::MAX } else { MOST_LISTED };
        for cause in causes.iter().take(most) {
            number += 1;
            show_cause(&mut text, number, cause, report, options.verbose);
        }
        if causes.len() > most {
            let _ = writeln!(text, "{INDENT}… and {} more: list them with --all", causes.len() - most);
        }
        text.push('\n');
    };
    section("What costs games, the most first", &costly);
    section("What the task requires besides, though no game of this referee depends on it", &required);
    section("Advice beyond the task, which does not make a program fail", &advice);
    if options.all {
        for group in Group::ALL {
            show_group(&mut text, report, group);
        }
        text.push('\n');
    }
    summary(&mut text, report, options);
    text
}

/// Formats a cause: what the program does and how often, an example, and what to do.
fn show_cause(text: &mut String, number: usize, cause: &Cause, report: &CheckReport, verbose: bool) {
    let title = format!("{number:>3}. It {}{}", cause.title, often(cause, report));
    let options = textwrap::Options::new(WIDTH + INDENT.len()).subsequent_indent(INDENT);
    for line in textwrap::wrap(&title, options) {
        let _ = writeln!(text, "{line}");
    }
    let mut paragraph = |words: &str, dimmed: bool| {
        for line in textwrap::wrap(words, WIDTH) {
            let _ = writeln!(text, "{INDENT}{}", if dimmed { dim(&line) } else { line.into_owned() });
        }
    };
    paragraph(&capitalised(&cause.words), false);
    paragraph(&format!("hint: {}", cause.hint), true);
    // A lapse of good practice is its own check, and says where it was seen.
    let is_manner = |name: &String| {
        report.checks.iter().any(|check| check.group == Group::Manners && check.name == *name)
    };
    if !cause.checks.iter().all(is_manner) {
        let names: Vec<String> =
            cause.checks.iter().take(MOST_NAMED).map(|name| format!("'{name}'")).collect();
        let more = match cause.checks.len().saturating_sub(MOST_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        paragraph(&format!("seen in: {}{more}", names.join(", ")), true);
    }
    if let Some(call) = cause.call.as_ref().filter(|_| verbose) {
        show_call(text, call);
    }
}

/// Says how many games a cause costs, to follow its title.
fn often(cause: &Cause, report: &CheckReport) -> String {
    let is_played =
        |check: &&CheckResult| check.group == Group::Games && check.status != CheckStatus::Skipped;
    let played = report.checks.iter().filter(is_played).count();
    if cause.weight == Weight::Should || !cause.costs_games() {
        return String::new();
    }
    match (cause.practice_games, cause.in_100_games.in_100()) {
        (0, 100) => ": such turns occur in every game".to_owned(),
        (0, share) => format!(": such turns occur in about {share} of 100 games"),
        (games, _) => format!(": in {games} of {played} practice games"),
    }
}

fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Lists all checks of a group.
fn show_group(text: &mut String, report: &CheckReport, group: Group) {
    let checks: Vec<&CheckResult> = report.checks.iter().filter(|check| check.group == group).collect();
    if checks.is_empty() {
        return;
    }
    let passed = checks.iter().filter(|check| check.status == CheckStatus::Passed).count();
    let _ = writeln!(text, "{}  {passed} of {}", bold(group.title()), checks.len());
    for check in checks {
        let _ = writeln!(text, "  {}  {}", label(check.status), check.name);
        for problem in &check.problems {
            for line in textwrap::wrap(problem, WIDTH - 5) {
                let _ = writeln!(text, "          {line}");
            }
        }
    }
}

fn summary(text: &mut String, report: &CheckReport, options: TextOptions) {
    let [passed, advice, failed, skipped] =
        [CheckStatus::Passed, CheckStatus::Advice, CheckStatus::Failed, CheckStatus::Skipped]
            .map(|status| report.count(status));
    let _ = write!(
        text,
        "{} checks: {passed} passed, {failed} failed, {advice} with advice",
        report.checks.len()
    );
    let _ = writeln!(text, "{}.", if skipped > 0 { format!(", {skipped} skipped") } else { String::new() });
    let mut reasons: Vec<&str> = Vec::new();
    for check in report.checks.iter().filter(|check| check.status == CheckStatus::Skipped) {
        for reason in &check.problems {
            if !reasons.contains(&&reason[..]) {
                reasons.push(reason);
            }
        }
    }
    for reason in reasons.iter().take(MOST_NAMED) {
        let _ = writeln!(text, "Skipped: {reason}.");
    }
    if let Some(slowest) = &report.slowest {
        let _ = writeln!(
            text,
            "{} calls; the slowest took {:.0} ms ({}).",
            report.calls, slowest.millis, slowest.name
        );
    }
    let verdict = match (report.passed(), options.strict && !report.is_flawless()) {
        (false, _) => styled(AnsiColor::Red, "FAILED: mend what is listed first, and check again."),
        (true, true) => styled(AnsiColor::Red, "FAILED by --strict: there is advice."),
        (true, false) => styled(AnsiColor::Green, "PASSED: the program does all that the task requires."),
    };
    let _ = writeln!(text, "{verdict}");
    if !report.causes.is_empty() && !options.verbose {
        let _ = writeln!(text, "Use --verbose to see a call for each problem, and --all to list all checks.");
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
