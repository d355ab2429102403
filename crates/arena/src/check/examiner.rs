//! The examiner makes the calls of a case and judges their results.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use floe_rules::contest::{Exit, NoTurnReason};
use floe_rules::penguins::Id;

use super::case::{BadCall, CaseKind, CheckCase, ExpectedAnswer, OLD, OUTPUT, OutputFile, TurnCase};
use super::cause::{self, CauseKey, NEEDS_FILES, Problem};
use super::exact::{compare_exactly, formatting_problem};
use super::excerpt::call_excerpt;
use super::expected::{self, BadFile, ExpectedReply, ExpectedTurn};
use super::practice::{Practice, PracticeLog};
use super::runner::{CallOutcome, FolderItem, ProgramRunner, TestCall};
use super::{
    CallExcerpt, CheckError, CheckReport, CheckResult, CheckSettings, CheckStatus, MatchVerdict, SlowestCall,
    Weight, game,
};
use crate::bot;
use crate::fault::{ExpectedExit, Fault};
use crate::quote::{Quote, key_line};
use crate::referee::{Reply, TurnOutput, TurnRequest, Verdict, judge};
use crate::sandbox::{ExitReason, FoundFile};

/// After this many time-outs in a row, all other checks are skipped.
const MAX_TIME_OUTS: u32 = 5;

/// The minimum time limit for a call on a large board.
const LARGE_BOARD_TIME: Duration = Duration::from_secs(10);

/// Everything that was wrong in a check.
#[derive(Debug, Default)]
pub(super) struct Problems {
    list: Vec<Problem>,
}

impl Problems {
    fn add(&mut self, cause: CauseKey, words: impl Into<String>, weight: Weight, forgiven: bool) {
        self.list.push(Problem { cause, words: words.into(), weight, forgiven });
    }

    /// Adds a problem that costs the turn.
    pub(super) fn add_must(&mut self, cause: CauseKey, words: impl Into<String>) {
        self.add(cause, words, Weight::Must, false);
    }

    /// Adds a problem that costs the turn, unless one with this cause is known.
    pub(super) fn add_once(&mut self, cause: CauseKey, words: &str) {
        if self.list.iter().all(|problem| problem.cause != cause) {
            self.add_must(cause, words);
        }
    }

    /// Adds a problem that breaks a requirement, but that this referee ignores.
    pub(super) fn add_forgiven(&mut self, cause: &'static str, words: impl Into<String>) {
        self.add(CauseKey::named(cause), words, Weight::Must, true);
    }

    /// Adds advice.
    pub(super) fn add_should(&mut self, cause: &'static str, words: impl Into<String>) {
        self.add(CauseKey::named(cause), words, Weight::Should, true);
    }

    /// Adds a fault of a turn.
    pub(super) fn add_fault(&mut self, fault: &Fault, quote: &Quote) {
        self.add_must(CauseKey::of(fault, quote), format!("{fault}{quote}"));
    }

    /// Returns whether a requirement is broken.
    fn has_must(&self) -> bool {
        self.list.iter().any(|problem| problem.weight == Weight::Must)
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
    /// What goes wrong because files of earlier calls are missing.
    explained_by_files: Vec<CauseKey>,
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
            explained_by_files: Vec::new(),
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
        for problem in checks.iter_mut().flat_map(|check| &mut check.found) {
            if self.explained_by_files.contains(&problem.cause) {
                problem.cause = CauseKey::named(NEEDS_FILES);
            }
        }
        checks.extend(self.practice_log.results());
        let id = self.id.map(|id| id.to_string());
        let causes = cause::causes(&checks);
        let verdict = MatchVerdict::new(&checks, &causes, id.is_some());
        let (rules, calls, slowest) = (self.settings.rules.name, self.calls, self.slowest);
        CheckReport { id, rules, verdict, causes, checks, calls, slowest }
    }

    /// Notes that these problems come from files of earlier calls that are missing.
    pub(super) fn explain_by_files(&mut self, causes: impl Iterator<Item = CauseKey>) {
        self.explained_by_files.extend(causes);
    }

    /// Notes the lapses of good practice that a call shows.
    pub(super) fn observe(&mut self, name: &str, outcome: &CallOutcome) {
        self.practice_log.observe(name, outcome);
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
                Some(played) => {
                    let lost = played.lost;
                    Ok(CheckResult { lost, ..check_result(case, played.problems, played.call) })
                }
            },
            CaseKind::Error(_) => unreachable!("bad calls returned above"),
        }
    }

    /// Makes a call that must end with exit code 3.
    fn bad_call(&mut self, case: &CheckCase, bad_call: &BadCall) -> Result<CheckResult, CheckError> {
        let BadCall { arguments, items } = bad_call;
        let (arguments, items) = (arguments.clone(), items.clone());
        let test_call = TestCall { arguments, items, output: None, time: self.settings.time };
        let outcome = self.call(&case.name, &test_call)?;
        let mut problems = Problems::default();
        match code(&outcome) {
            Err((cause, words)) => problems.add_must(cause, words),
            Ok(Exit::Failed) if outcome.stderr.trim_ascii().is_empty() => {
                self.practice_log.note(
                    Practice::Messages,
                    &case.name,
                    format!("exit code {}, but no message", Exit::Failed),
                );
            }
            Ok(Exit::Failed) => {}
            Ok(exit) => {
                let words = format!("exit code {exit}, expected {}{}", Exit::Failed, quote(&outcome));
                problems.add_must(CauseKey::named("accepts-bad-call"), words);
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
        let stop = self.settings.time;
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
        if outcome.took > self.settings.time && !problems.has_must() {
            let (took, time) = (outcome.took.as_millis(), self.settings.time.as_millis());
            problems.add_should(
                "slow-on-large-boards",
                format!("took {took} ms, more than {time} ms: on boards of this size, turns would be lost"),
            );
        }
        self.practice_log.observe(&case.name, &outcome);
        Ok(check_result(case, problems, Some(call_excerpt(&test_call, &outcome))))
    }
}

fn skipped(case: &CheckCase, why: String) -> CheckResult {
    let skipped = check_result(case, Problems::default(), None);
    CheckResult { status: CheckStatus::Skipped, problems: vec![why], ..skipped }
}

pub(super) fn check_result(case: &CheckCase, problems: Problems, call: Option<CallExcerpt>) -> CheckResult {
    let CheckCase { group, name, weight, hint, frequency, .. } = case;
    let status = match (problems.has_must(), weight) {
        (true, Weight::Must) => CheckStatus::Failed,
        (false, _) if problems.list.is_empty() => CheckStatus::Passed,
        _ => CheckStatus::Advice,
    };
    let mut found = problems.list;
    found.sort_by_key(|problem| problem.weight == Weight::Should);
    let problems = found.iter().map(|problem| problem.words.clone()).collect();
    // In a check that is only advice, nothing is more.
    found
        .iter_mut()
        .filter(|_| *weight == Weight::Should)
        .for_each(|problem| problem.weight = Weight::Should);
    CheckResult {
        group: *group,
        name: name.clone(),
        weight: *weight,
        status,
        problems,
        hint,
        frequency: *frequency,
        lost: false,
        call,
        found,
    }
}

/// Returns the exit code, or how else the program ended.
pub(super) fn code(outcome: &CallOutcome) -> Result<Exit, (CauseKey, String)> {
    let quote = quote(outcome);
    Fault::exit_code(&outcome.ended, &outcome.limits, || None)
        .map_err(|fault| (CauseKey::of(&fault, &quote), format!("{fault}{quote}")))
}

/// Returns what a program printed, to follow what is wrong.
fn quote(outcome: &CallOutcome) -> Quote {
    Quote::new(&outcome.stderr, &outcome.stdout)
}

/// Adds a problem for each file that changed although it should not have.
fn check_unchanged(problems: &mut Problems, test_call: &TestCall, outcome: &CallOutcome) {
    let ended = match outcome.ended {
        // Another problem reports the turn itself.
        _ if outcome.ended.exit() == Some(Exit::Done) => return,
        ExitReason::Exit(code) => format!("exit code {code}"),
        _ => "no turn was made".to_owned(),
    };
    let changed = || CauseKey::named("changed-anyway");
    for item in &test_call.items {
        if let FolderItem::File { name, bytes, .. } = item {
            match outcome.file(name) {
                FoundFile::Bytes(now) if now == bytes => {}
                FoundFile::Missing => problems.add_must(changed(), format!("{ended}, but {name} is gone")),
                _ => problems.add_must(changed(), format!("{ended}, but {name} was changed")),
            }
        }
    }
    if let Some(name) = test_call.output
        && *outcome.file(name) != FoundFile::Missing
    {
        problems.add_must(changed(), format!("{ended}, but {name} was created"));
    }
}

fn judge_no_turn(problems: &mut Problems, why: NoTurnReason, outcome: &CallOutcome) {
    let expected = ExpectedExit::NoTurn(why);
    let fault = match Fault::exit_code(&outcome.ended, &outcome.limits, || Some(expected)) {
        Ok(Exit::NoTurn) => return,
        Ok(Exit::Done) => Fault::NoTurnToMake(why),
        Ok(Exit::BadState) => Fault::RefusedGoodFile(expected),
        Ok(Exit::Failed) => Fault::InternalError(expected),
        Err(fault) => fault,
    };
    problems.add_fault(&fault, &quote(outcome));
}

fn judge_refusal(problems: &mut Problems, wrong: &BadFile, outcome: &CallOutcome) {
    match code(outcome) {
        Ok(Exit::BadState) => {}
        Ok(exit) => {
            let (first, wanted) = (&wrong.first, Exit::BadState);
            let words = format!("exit code {exit}, expected {wanted}: {first}{}", quote(outcome));
            problems.add_must(CauseKey::named("accepts-wrong-file"), words);
        }
        Err((cause, words)) => problems.add_must(cause, words),
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
        let words = format!("exit code {}, but nothing was written to {name}", Exit::Done);
        return problems.add_must(CauseKey::named("nothing-written"), words);
    }
    // Without a turn, only the exit code is judged here; `check_unchanged` compares the files.
    let board = if made { written.clone() } else { FoundFile::Bytes(turn_case.text.clone()) };
    let output = TurnOutput {
        ended: outcome.ended.clone(),
        took: outcome.took,
        cpu: outcome.cpu,
        replayed: outcome.replayed.clone(),
        board,
        stdout: outcome.stdout.clone(),
        stderr: outcome.stderr.clone(),
        limits: outcome.limits.clone(),
        max_output: bot::max_output_len(turn_case.text.len() as u64),
    };
    let ExpectedTurn { setup, position, seat } = state;
    let call = TurnRequest { position, seat: *seat, calling: turn_case.calling, shown: setup };
    match judge(&call, &Reply::Ran(Box::new(output))) {
        Ok(Verdict::Turn { turn, joined }) => {
            if let Some(joined) = joined.filter(|joined| joined != id) {
                let words = format!("joined as '{joined}', but reports its id as '{id}'");
                problems.add_must(CauseKey::named("other-id"), words);
            } else if let FoundFile::Bytes(bytes) = &written {
                compare_exactly(problems, state, turn, id, bytes);
            }
        }
        Ok(Verdict::NoTurn) => problems.add_must(CauseKey::named("gave-up"), "no turn was made"),
        Err(fault) => problems.add_fault(&fault, &quote(outcome)),
    }
    if !made {
        check_unchanged(problems, test_call, outcome);
    } else if turn_case.output != OutputFile::Same
        && *outcome.file(super::case::INPUT) != FoundFile::Bytes(turn_case.text.clone())
    {
        let words = "the input file was changed, although the output goes to a different file";
        problems.add_must(CauseKey::named("input-changed"), words);
    }
}
