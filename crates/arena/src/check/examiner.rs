//! The examiner makes the calls of a case and judges their results.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use floe_rules::board_file;
use floe_rules::contest::{Exit, NoTurnReason};
use floe_rules::penguins::{Id, Move, PlayerRow, Setup};

use super::case::{BadCall, CaseKind, CheckCase, ExpectedAnswer, OLD, OUTPUT, OutputFile, TurnCase};
use super::expected::{self, BadFile, ExpectedReply, ExpectedTurn};
use super::practice::{Practice, PracticeLog};
use super::runner::{CallOutcome, FolderItem, ProgramRunner, TestCall};
use super::{
    CallExcerpt, CheckError, CheckReport, CheckResult, CheckSettings, CheckStatus, SlowestCall, Weight, game,
};
use crate::bot;
use crate::fault::{Fault, stderr_note};
use crate::referee::{Reply, TurnOutput, TurnRequest, Verdict, judge, key_line};
use crate::sandbox::{ExitReason, FoundFile};

/// After this many time-outs in a row, all other checks are skipped.
const MAX_TIME_OUTS: u32 = 5;

/// The minimum time limit for a call on a large board.
const LARGE_BOARD_TIME: Duration = Duration::from_secs(10);

/// The maximum number of bytes of a file or of printed text that are shown.
const MAX_SHOWN: usize = 600;

/// Everything that was wrong in a check.
#[derive(Debug, Default)]
pub(super) struct Problems {
    must: Vec<String>,
    should: Vec<String>,
}

impl Problems {
    pub(super) fn add_must(&mut self, problem: impl Into<String>) {
        self.must.push(problem.into());
    }

    pub(super) fn add_should(&mut self, problem: impl Into<String>) {
        self.should.push(problem.into());
    }
}

/// Checks one program, case by case.
pub(super) struct Examiner {
    pub(super) runner: Arc<dyn ProgramRunner>,
    pub(super) settings: CheckSettings,
    id: Option<Id>,
    /// Time-outs in a row.
    time_outs: u32,
    calls: u32,
    slowest: Option<SlowestCall>,
    practice_log: PracticeLog,
}

impl Examiner {
    pub(super) fn new(runner: Arc<dyn ProgramRunner>, settings: CheckSettings) -> Examiner {
        Examiner {
            runner,
            settings,
            id: None,
            time_outs: 0,
            calls: 0,
            slowest: None,
            practice_log: PracticeLog::default(),
        }
    }

    /// Returns the id of the program, once it is known.
    pub(super) fn id(&self) -> Option<&Id> {
        self.id.as_ref()
    }

    pub(super) fn set_id(&mut self, id: Option<Id>) {
        self.id = id;
    }

    /// Builds the report from all results.
    pub(super) fn report(self, mut checks: Vec<CheckResult>) -> CheckReport {
        checks.extend(self.practice_log.results());
        let id = self.id.map(|id| id.to_string());
        CheckReport { id, rules: self.settings.rules.name, checks, calls: self.calls, slowest: self.slowest }
    }

    /// Makes a call and records it.
    pub(super) fn call(&mut self, name: &str, test_call: &TestCall) -> io::Result<CallOutcome> {
        let outcome = self.runner.call(test_call)?;
        self.record_call(name, outcome.took, &outcome.ended);
        Ok(outcome)
    }

    /// Records a call: its count, the time-outs in a row and the slowest call.
    pub(super) fn record_call(&mut self, name: &str, took: Duration, ended: &ExitReason) {
        self.calls += 1;
        self.time_outs = if *ended == ExitReason::OverTime { self.time_outs + 1 } else { 0 };
        let millis = took.as_secs_f64() * 1000.0;
        if self.slowest.as_ref().is_none_or(|slowest| slowest.millis < millis) {
            self.slowest = Some(SlowestCall { millis, name: name.to_owned() });
        }
    }

    /// Checks one case.
    pub(super) fn examine(&mut self, case: &CheckCase) -> Result<CheckResult, CheckError> {
        if self.time_outs >= MAX_TIME_OUTS {
            let why = format!("the program timed out {MAX_TIME_OUTS} times in a row");
            return Ok(skipped(case, why));
        }
        let id = match (&case.kind, &self.id) {
            (CaseKind::Error(bad_call), _) => return self.bad_call(case, bad_call),
            (_, Some(id)) => id.clone(),
            (_, None) => return Ok(skipped(case, "the id of the program is not known".to_owned())),
        };
        match &case.kind {
            CaseKind::Turn(turn_case) => self.turn(case, turn_case, &id),
            CaseKind::Game(game) => match game::play(self, case, game, &id)? {
                None => Ok(skipped(
                    case,
                    format!("this game is not possible under the rules '{}'", self.settings.rules.name),
                )),
                Some((problems, shown)) => Ok(check_result(case, problems, shown)),
            },
            CaseKind::Error(_) => unreachable!("bad calls returned above"),
        }
    }

    /// Makes a call that must end with exit code 3.
    fn bad_call(&mut self, case: &CheckCase, bad_call: &BadCall) -> Result<CheckResult, CheckError> {
        let BadCall { arguments, items } = bad_call;
        let (arguments, items) = (arguments.clone(), items.clone());
        let test_call = TestCall { arguments, items, output: None, time: self.settings.hard_limit() };
        let outcome = self.call(&case.name, &test_call)?;
        let mut problems = Problems::default();
        match code(&outcome) {
            Err(words) => problems.add_must(words),
            Ok(Exit::Failed) if outcome.stderr.trim_ascii().is_empty() => {
                self.practice_log.note(
                    Practice::Messages,
                    &case.name,
                    format!("exit code {}, but no message", Exit::Failed),
                );
            }
            Ok(Exit::Failed) => {}
            Ok(exit) => {
                problems.add_must(format!(
                    "exit code {exit}{}, but {} is expected",
                    message(&outcome),
                    Exit::Failed
                ));
            }
        }
        check_unchanged(&mut problems, &test_call, &outcome);
        self.practice_log.observe(&case.name, &outcome);
        Ok(check_result(case, problems, Some(call_excerpt(&test_call, &outcome))))
    }

    /// Makes a call for a turn.
    fn turn(&mut self, case: &CheckCase, turn_case: &TurnCase, id: &Id) -> Result<CheckResult, CheckError> {
        let rules = self.settings.rules;
        let expected = expected::of(&turn_case.text, turn_case.calling, &rules, id);
        let right = match expected {
            ExpectedReply::Turn(_) => ExpectedAnswer::Turn,
            ExpectedReply::NoTurn(_) => ExpectedAnswer::NoTurn,
            ExpectedReply::BadFile(_) => ExpectedAnswer::Refuse,
        };
        if right != turn_case.answer {
            // The case was made for squares, or for another id than the program's.
            return Ok(skipped(
                case,
                format!("it does not apply to the rules '{}' and the id '{id}'", rules.name),
            ));
        }
        let stop = self.settings.hard_limit();
        let time = if turn_case.large { stop.max(LARGE_BOARD_TIME) } else { stop };
        let output = (turn_case.output == OutputFile::New).then_some(OUTPUT);
        let test_call =
            TestCall { arguments: turn_case.arguments(&rules), items: turn_case.items(), output, time };
        let outcome = self.call(&case.name, &test_call)?;
        let mut problems = Problems::default();
        match expected {
            ExpectedReply::Turn(state) => {
                judge_turn(&mut problems, turn_case, &state, &test_call, &outcome, id);
                if let (Some(Exit::Done), FoundFile::Bytes(written)) =
                    (outcome.ended.exit(), outcome.file(turn_case.output_name()))
                    && let Some(words) = formatting_problem(written)
                {
                    self.practice_log.note(Practice::Formatting, &case.name, words);
                }
            }
            ExpectedReply::NoTurn(why) => {
                judge_no_turn(&mut problems, why, &outcome);
                check_unchanged(&mut problems, &test_call, &outcome);
            }
            ExpectedReply::BadFile(wrong) => {
                judge_refusal(&mut problems, &wrong, &outcome);
                check_unchanged(&mut problems, &test_call, &outcome);
                if let Some(words) = message_gap(&wrong, &outcome) {
                    self.practice_log.note(Practice::Messages, &case.name, words);
                }
            }
        }
        if outcome.took > self.settings.time && problems.must.is_empty() {
            let (took, time) = (outcome.took.as_millis(), self.settings.time.as_millis());
            problems.add_should(format!(
                "took {took} ms, more than {time} ms: on boards of this size, turns would be lost"
            ));
        }
        self.practice_log.observe(&case.name, &outcome);
        Ok(check_result(case, problems, Some(call_excerpt(&test_call, &outcome))))
    }
}

fn skipped(case: &CheckCase, why: String) -> CheckResult {
    let CheckCase { group, name, weight, hint, .. } = case;
    let (group, name, weight, hint) = (*group, name.clone(), *weight, *hint);
    CheckResult { group, name, weight, status: CheckStatus::Skipped, problems: vec![why], hint, call: None }
}

pub(super) fn check_result(case: &CheckCase, problems: Problems, call: Option<CallExcerpt>) -> CheckResult {
    let CheckCase { group, name, weight, hint, .. } = case;
    let status = match (problems.must.is_empty(), weight) {
        (false, Weight::Must) => CheckStatus::Failed,
        (true, _) if problems.should.is_empty() => CheckStatus::Passed,
        _ => CheckStatus::Advice,
    };
    let problems = problems.must.into_iter().chain(problems.should).collect();
    CheckResult { group: *group, name: name.clone(), weight: *weight, status, problems, hint, call }
}

/// Returns the exit code, or how else the program ended.
pub(super) fn code(outcome: &CallOutcome) -> Result<Exit, String> {
    Fault::exit_code(&outcome.ended, &outcome.limits, || key_line(&outcome.stderr))
        .map_err(|fault| fault.to_string())
}

/// Returns the message of a program, to follow its exit code.
fn message(outcome: &CallOutcome) -> String {
    stderr_note(&key_line(&outcome.stderr))
}

/// Adds a problem for each file that changed although it should not have.
fn check_unchanged(problems: &mut Problems, test_call: &TestCall, outcome: &CallOutcome) {
    let ended = match outcome.ended {
        // Another problem reports the turn itself.
        _ if outcome.ended.exit() == Some(Exit::Done) => return,
        ExitReason::Exit(code) => format!("exit code {code}"),
        _ => "no turn was made".to_owned(),
    };
    for item in &test_call.items {
        if let FolderItem::File { name, bytes, .. } = item {
            match outcome.file(name) {
                FoundFile::Bytes(now) if now == bytes => {}
                FoundFile::Missing => problems.add_must(format!("{ended}, but {name} is gone")),
                _ => problems.add_must(format!("{ended}, but {name} was changed")),
            }
        }
    }
    if let Some(name) = test_call.output
        && *outcome.file(name) != FoundFile::Missing
    {
        problems.add_must(format!("{ended}, but {name} was created"));
    }
}

fn judge_no_turn(problems: &mut Problems, why: NoTurnReason, outcome: &CallOutcome) {
    match code(outcome) {
        Ok(Exit::NoTurn) => {}
        Ok(exit) => {
            let wanted = Exit::NoTurn;
            problems
                .add_must(format!("exit code {exit}{}, but {wanted} is expected: {why}", message(outcome)));
        }
        Err(words) => problems.add_must(words),
    }
}

fn judge_refusal(problems: &mut Problems, wrong: &BadFile, outcome: &CallOutcome) {
    match code(outcome) {
        Ok(Exit::BadState) => {}
        Ok(exit) => {
            let (first, wanted) = (&wrong.first, Exit::BadState);
            problems
                .add_must(format!("exit code {exit}{}, but {wanted} is expected: {first}", message(outcome)));
        }
        Err(words) => problems.add_must(words),
    }
}

/// Returns what the message about an invalid file lacks.
fn message_gap(wrong: &BadFile, outcome: &CallOutcome) -> Option<String> {
    let lines = &wrong.lines;
    if outcome.ended.exit() != Some(Exit::BadState) {
        None
    } else if outcome.stderr.trim_ascii().is_empty() {
        Some(format!("exit code {}, but no message", Exit::BadState))
    } else if !lines.is_empty() && !lines.iter().any(|line| contains_number(&outcome.stderr, *line)) {
        let message = key_line(&outcome.stderr);
        Some(format!("the message '{message}' does not name the line, which is {}", lines[0]))
    } else {
        None
    }
}

/// Returns whether a text contains a number.
fn contains_number(text: &[u8], number: usize) -> bool {
    let mut runs = text.split(|byte| !byte.is_ascii_digit());
    let wanted = number.to_string();
    runs.any(|run| run == wanted.as_bytes())
}

fn judge_turn(
    problems: &mut Problems,
    turn_case: &TurnCase,
    state: &ExpectedTurn,
    test_call: &TestCall,
    outcome: &CallOutcome,
    id: &Id,
) {
    let made = outcome.ended.exit() == Some(Exit::Done);
    let name = turn_case.output_name();
    let written = outcome.file(name).clone();
    let old = match turn_case.output {
        OutputFile::Same => None,
        OutputFile::Old => Some(FoundFile::Bytes(OLD.to_vec())),
        OutputFile::New => Some(FoundFile::Missing),
    };
    if made && old.as_ref() == Some(&written) {
        return problems.add_must(format!("exit code {}, but nothing was written to {name}", Exit::Done));
    }
    // Without a turn, only the exit code is judged here; `check_unchanged` compares the files.
    let board = if made { written.clone() } else { FoundFile::Bytes(turn_case.text.clone()) };
    let output = TurnOutput {
        ended: outcome.ended.clone(),
        took: outcome.took,
        board,
        stderr: outcome.stderr.clone(),
        limits: outcome.limits.clone(),
        max_output: bot::max_output_len(turn_case.text.len() as u64),
    };
    let ExpectedTurn { setup, position, seat } = state;
    let call = TurnRequest { position, seat: *seat, calling: turn_case.calling, shown: setup };
    match judge(&call, &Reply::Ran(Box::new(output))) {
        Ok(Verdict::Turn { turn, joined }) => {
            if let Some(joined) = joined.filter(|joined| joined != id) {
                problems.add_must(format!("joined as '{joined}', but reports its id as '{id}'"));
            } else if let FoundFile::Bytes(bytes) = &written {
                compare_exactly(problems, state, turn, id, bytes);
            }
        }
        Ok(Verdict::NoTurn) => problems.add_must("no turn was made"),
        Err(fault) => problems.add_must(fault.to_string()),
    }
    if !made {
        check_unchanged(problems, test_call, outcome);
    } else if turn_case.output != OutputFile::Same
        && *outcome.file(super::case::INPUT) != FoundFile::Bytes(turn_case.text.clone())
    {
        problems.add_must("the input file was changed, although the output goes to a different file");
    }
}

/// Compares the file of a legal turn with the expected one, including details that the referee ignores.
fn compare_exactly(problems: &mut Problems, state: &ExpectedTurn, turn: Move, id: &Id, written: &[u8]) {
    let mut position = state.position.clone();
    let _ = position.play_unchecked(turn);
    let mut wanted = state.setup.clone();
    wanted.follow(&position, &turn.cells().collect::<Vec<_>>(), state.seat, id);
    let Ok(found) = board_file::read(written) else {
        return;
    };
    let mut cells = position.grid().iter().zip(wanted.tiles()).zip(found.tiles());
    if let Some(((cell, right), is)) = cells.find(|((_, right), is)| right != is) {
        let at = position.grid().coord(cell);
        problems.add_must(format!("the field at {at} should be '{right}' after this turn, but is '{is}'"));
    }
    compare_rows_exactly(problems, state, &wanted, &found);
}

fn compare_rows_exactly(problems: &mut Problems, state: &ExpectedTurn, wanted: &Setup, found: &Setup) {
    let seats = |setup: &Setup| setup.players.iter().map(|row| row.seat).collect::<Vec<_>>();
    if seats(wanted) != seats(found) {
        problems.add_must("the player rows are in a different order");
    }
    let words = |row: &PlayerRow| {
        format!("{} {} {}{}", row.id, row.seat.number(), "0".repeat(row.score_zeros), row.score)
    };
    for row in &wanted.players {
        let now = found.player_at(row.seat).filter(|now| *now != row && row.seat != state.seat);
        if let Some(now) = now {
            problems.add_must(format!(
                "the row of another player changed from '{}' to '{}'",
                words(row),
                words(now)
            ));
        }
    }
}

/// Returns what is unusual about the whitespace and line endings of a file.
fn formatting_problem(written: &[u8]) -> Option<&'static str> {
    let found = board_file::read(written).ok()?;
    if written == board_file::write(&found) {
        return None;
    }
    let has = |pair: &[u8]| written.windows(2).any(|window| window == pair);
    Some(if written.starts_with(b"\xef\xbb\xbf") {
        "the file starts with a byte-order mark"
    } else if written.contains(&b'\r') {
        "lines end with CR LF"
    } else if !written.ends_with(b"\n") {
        "the last line does not end with LF"
    } else if has(b" \n") || has(b"\t\n") {
        "lines have trailing whitespace"
    } else if has(b"\n\n") {
        "there are blank lines"
    } else {
        "the whitespace is unusual"
    })
}

/// Shortens a call for display.
pub(super) fn call_excerpt(test_call: &TestCall, outcome: &CallOutcome) -> CallExcerpt {
    let files = test_call.items.iter().map(|item| match item {
        FolderItem::File { name, bytes, .. } => ((*name).to_owned(), excerpt(bytes)),
        FolderItem::Folder { name } => (format!("{name}/"), String::new()),
    });
    let changed = outcome.files.iter().find_map(|(name, taken)| {
        let was = test_call.items.iter().find_map(|item| match item {
            FolderItem::File { name: known, bytes, .. } if known == name => Some(bytes),
            _ => None,
        });
        match taken {
            FoundFile::Bytes(bytes) if Some(bytes) != was => Some(format!("{name}:\n{}", excerpt(bytes))),
            _ => None,
        }
    });
    CallExcerpt {
        arguments: test_call
            .arguments
            .iter()
            .map(|argument| argument.to_string_lossy().into_owned())
            .collect(),
        files: files.collect(),
        ended: outcome.ended.to_string(),
        written: changed,
        stdout: excerpt(&outcome.stdout),
        stderr: excerpt(&outcome.stderr),
        millis: outcome.took.as_secs_f64() * 1000.0,
    }
}

/// Returns the beginning of a text, with unprintable characters escaped.
fn excerpt(bytes: &[u8]) -> String {
    let cut = &bytes[..bytes.len().min(MAX_SHOWN)];
    // The cut may fall inside a character.
    let short = match std::str::from_utf8(cut) {
        Err(error) if error.error_len().is_none() => &cut[..error.valid_up_to()],
        _ => cut,
    };
    let mut text = String::new();
    for letter in String::from_utf8_lossy(short).chars() {
        match letter {
            '\n' => text.push('\n'),
            _ if letter.is_control() || letter == '\u{feff}' => text.extend(letter.escape_default()),
            _ => text.push(letter),
        }
    }
    if short.len() < bytes.len() {
        text.push_str(&format!("… ({} bytes)", bytes.len()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_are_not_cut_inside_a_character() {
        let text = "ż".repeat(MAX_SHOWN);
        for start in [text.clone(), format!("x{text}")] {
            assert!(!excerpt(start.as_bytes()).contains(char::REPLACEMENT_CHARACTER));
        }
        assert_eq!(excerpt(b"\xff\x1b"), "\u{fffd}\\u{1b}");
    }
}
