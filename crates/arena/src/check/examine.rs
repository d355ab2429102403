//! Making the call of a case, and judging what came of it.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use floe_rules::board_file;
use floe_rules::contest::{Exit, NoTurnReason};
use floe_rules::penguins::{Id, Move, PlayerRow, Setup};

use super::case::{Answer, Case, Nonsense, OLD, OUTPUT, Output, Scene, Task};
use super::manners::{Habit, Manners};
use super::runner::{Item, Outcome, Runner, Trial};
use super::truth::{self, State, Truth, Wrong};
use super::{CheckError, Finding, Mark, Report, Shown, Slowest, Terms, Weight, game};
use crate::bot;
use crate::referee::{Reply, TurnOutput, TurnRequest, Verdict, judge, words};
use crate::sandbox::{ExitReason, FoundFile};
use crate::verdict::{Fault, quoted};

/// After so many calls in a row without an answer a program is not waited for any more.
const MOST_SILENCE: u32 = 5;

/// How long a call on a large board may take at least.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most bytes of a file or of printed text that are shown.
const MOST_SHOWN: usize = 600;

/// What is wrong, by how much it counts.
#[derive(Debug, Default)]
pub(super) struct Remarks {
    must: Vec<String>,
    should: Vec<String>,
}

impl Remarks {
    pub(super) fn must(&mut self, words: impl Into<String>) {
        self.must.push(words.into());
    }

    pub(super) fn should(&mut self, words: impl Into<String>) {
        self.should.push(words.into());
    }
}

/// Goes through the cases with one program.
pub(super) struct Examiner {
    pub(super) runner: Arc<dyn Runner>,
    pub(super) terms: Terms,
    id: Option<Id>,
    /// Calls in a row without an answer.
    silence: u32,
    calls: u32,
    slowest: Option<Slowest>,
    manners: Manners,
}

impl Examiner {
    pub(super) fn new(runner: Arc<dyn Runner>, terms: Terms) -> Examiner {
        Examiner { runner, terms, id: None, silence: 0, calls: 0, slowest: None, manners: Manners::default() }
    }

    /// Returns the id of the program, once it has been learned.
    pub(super) fn id(&self) -> Option<&Id> {
        self.id.as_ref()
    }

    pub(super) fn set_id(&mut self, id: Option<Id>) {
        self.id = id;
    }

    /// Puts everything together.
    pub(super) fn report(self, mut checks: Vec<Finding>) -> Report {
        checks.extend(self.manners.findings());
        let id = self.id.map(|id| id.to_string());
        Report { id, rules: self.terms.rules.name, checks, calls: self.calls, slowest: self.slowest }
    }

    /// Makes a call, and notes how long it took.
    pub(super) fn call(&mut self, name: &str, trial: &Trial) -> io::Result<Outcome> {
        let outcome = self.runner.call(trial)?;
        self.note(name, outcome.took, &outcome.ended);
        Ok(outcome)
    }

    /// Notes a call that was made.
    pub(super) fn note(&mut self, name: &str, took: Duration, ended: &ExitReason) {
        self.calls += 1;
        self.silence = if *ended == ExitReason::OverTime { self.silence + 1 } else { 0 };
        let millis = took.as_secs_f64() * 1000.0;
        if self.slowest.as_ref().is_none_or(|slowest| slowest.millis < millis) {
            self.slowest = Some(Slowest { millis, name: name.to_owned() });
        }
    }

    /// Goes through one case.
    pub(super) fn examine(&mut self, case: &Case) -> Result<Finding, CheckError> {
        if self.silence >= MOST_SILENCE {
            let why = format!("the program did not answer {MOST_SILENCE} times in a row");
            return Ok(skipped(case, why));
        }
        let id = match (&case.task, &self.id) {
            (Task::Error(nonsense), _) => return self.nonsense(case, nonsense),
            (_, Some(id)) => id.clone(),
            (_, None) => return Ok(skipped(case, "the id of the program is not known".to_owned())),
        };
        match &case.task {
            Task::Turn(scene) => self.turn(case, scene, &id),
            Task::Game(game) => match game::play(self, case, game, &id)? {
                None => {
                    Ok(skipped(case, format!("no such game under the rules '{}'", self.terms.rules.name)))
                }
                Some((remarks, shown)) => Ok(finding(case, remarks, shown)),
            },
            Task::Error(_) => unreachable!("they have been dealt with"),
        }
    }

    /// Makes a call that should end with 3.
    fn nonsense(&mut self, case: &Case, nonsense: &Nonsense) -> Result<Finding, CheckError> {
        let Nonsense { arguments, items } = nonsense;
        let (arguments, items) = (arguments.clone(), items.clone());
        let trial = Trial { arguments, items, output: None, time: self.terms.stop() };
        let outcome = self.call(&case.name, &trial)?;
        let mut remarks = Remarks::default();
        match code(&outcome) {
            Err(words) => remarks.must(words),
            Ok(Exit::Failed) if outcome.stderr.trim_ascii().is_empty() => {
                self.manners.note(
                    Habit::Messages,
                    &case.name,
                    format!("exit code {}, but no message", Exit::Failed),
                );
            }
            Ok(Exit::Failed) => {}
            Ok(exit) => {
                remarks.must(format!("exit code {exit}{}, but {} is expected", said(&outcome), Exit::Failed));
            }
        }
        untouched(&mut remarks, &trial, &outcome);
        self.manners.watch(&case.name, &outcome);
        Ok(finding(case, remarks, Some(shown(&trial, &outcome))))
    }

    /// Makes a call for a turn.
    fn turn(&mut self, case: &Case, scene: &Scene, id: &Id) -> Result<Finding, CheckError> {
        let rules = self.terms.rules;
        let truth = truth::of(&scene.text, scene.calling, &rules, id);
        let right = match truth {
            Truth::Turn(_) => Answer::Turn,
            Truth::NoTurn(_) => Answer::NoTurn,
            Truth::Wrong(_) => Answer::Refuse,
        };
        if right != scene.answer {
            // The case was made for squares, or for ids of another kind.
            return Ok(skipped(case, format!("it makes no sense under the rules '{}'", rules.name)));
        }
        let stop = self.terms.stop();
        let time = if scene.large { stop.max(PATIENCE) } else { stop };
        let output = (scene.output == Output::New).then_some(OUTPUT);
        let trial = Trial { arguments: scene.arguments(&rules), items: scene.items(), output, time };
        let outcome = self.call(&case.name, &trial)?;
        let mut remarks = Remarks::default();
        match truth {
            Truth::Turn(state) => {
                judge_turn(&mut remarks, scene, &state, &trial, &outcome, id);
                if let (Some(Exit::Done), FoundFile::Bytes(written)) =
                    (outcome.ended.exit(), outcome.file(scene.output_name()))
                    && let Some(words) = untidy(written)
                {
                    self.manners.note(Habit::Blanks, &case.name, words);
                }
            }
            Truth::NoTurn(why) => {
                judge_no_turn(&mut remarks, why, &outcome);
                untouched(&mut remarks, &trial, &outcome);
            }
            Truth::Wrong(wrong) => {
                judge_refusal(&mut remarks, &wrong, &outcome);
                untouched(&mut remarks, &trial, &outcome);
                if let Some(words) = vague(&wrong, &outcome) {
                    self.manners.note(Habit::Messages, &case.name, words);
                }
            }
        }
        if outcome.took > self.terms.time && remarks.must.is_empty() {
            let (took, time) = (outcome.took.as_millis(), self.terms.time.as_millis());
            remarks.should(format!(
                "took {took} ms, more than {time} ms: on boards this large turns would be lost"
            ));
        }
        self.manners.watch(&case.name, &outcome);
        Ok(finding(case, remarks, Some(shown(&trial, &outcome))))
    }
}

fn skipped(case: &Case, why: String) -> Finding {
    let Case { group, name, weight, hint, .. } = case;
    let (group, name, weight, hint) = (*group, name.clone(), *weight, *hint);
    Finding { group, name, weight, mark: Mark::Skipped, words: vec![why], hint, call: None }
}

pub(super) fn finding(case: &Case, remarks: Remarks, call: Option<Shown>) -> Finding {
    let Case { group, name, weight, hint, .. } = case;
    let mark = match (remarks.must.is_empty(), weight) {
        (false, Weight::Must) => Mark::Failed,
        (true, _) if remarks.should.is_empty() => Mark::Passed,
        _ => Mark::Advice,
    };
    let words = remarks.must.into_iter().chain(remarks.should).collect();
    Finding { group: *group, name: name.clone(), weight: *weight, mark, words, hint, call }
}

/// Returns the exit code, or how the program ended without one.
pub(super) fn code(outcome: &Outcome) -> Result<Exit, String> {
    Fault::exit_code(&outcome.ended, &outcome.limits, || words(&outcome.stderr))
        .map_err(|fault| fault.to_string())
}

/// Returns what a program said, to follow its exit code.
fn said(outcome: &Outcome) -> String {
    quoted(&words(&outcome.stderr))
}

/// Remarks on files that should be as they were.
fn untouched(remarks: &mut Remarks, trial: &Trial, outcome: &Outcome) {
    let ended = match outcome.ended {
        // That a turn was made has been told.
        _ if outcome.ended.exit() == Some(Exit::Done) => return,
        ExitReason::Exit(code) => format!("exit code {code}"),
        _ => "no turn was made".to_owned(),
    };
    for item in &trial.items {
        if let Item::File { name, bytes, .. } = item {
            match outcome.file(name) {
                FoundFile::Bytes(now) if now == bytes => {}
                FoundFile::Missing => remarks.must(format!("{ended}, but {name} is gone")),
                _ => remarks.must(format!("{ended}, but {name} was changed")),
            }
        }
    }
    if let Some(name) = trial.output
        && *outcome.file(name) != FoundFile::Missing
    {
        remarks.must(format!("{ended}, but {name} was made"));
    }
}

fn judge_no_turn(remarks: &mut Remarks, why: NoTurnReason, outcome: &Outcome) {
    match code(outcome) {
        Ok(Exit::NoTurn) => {}
        Ok(exit) => {
            let wanted = Exit::NoTurn;
            remarks.must(format!("exit code {exit}{}, but {wanted} is expected: {why}", said(outcome)));
        }
        Err(words) => remarks.must(words),
    }
}

fn judge_refusal(remarks: &mut Remarks, wrong: &Wrong, outcome: &Outcome) {
    match code(outcome) {
        Ok(Exit::BadState) => {}
        Ok(exit) => {
            let (first, wanted) = (&wrong.first, Exit::BadState);
            remarks.must(format!("exit code {exit}{}, but {wanted} is expected: {first}", said(outcome)));
        }
        Err(words) => remarks.must(words),
    }
}

/// Says what is missing in the message about a wrong file that was refused.
fn vague(wrong: &Wrong, outcome: &Outcome) -> Option<String> {
    let lines = &wrong.lines;
    if outcome.ended.exit() != Some(Exit::BadState) {
        None
    } else if outcome.stderr.trim_ascii().is_empty() {
        Some(format!("exit code {}, but no message", Exit::BadState))
    } else if !lines.is_empty() && !lines.iter().any(|line| names_number(&outcome.stderr, *line)) {
        let said = words(&outcome.stderr);
        Some(format!("the message '{said}' does not tell the line, which is {}", lines[0]))
    } else {
        None
    }
}

/// Tells whether a text names a number.
fn names_number(text: &[u8], number: usize) -> bool {
    let mut runs = text.split(|byte| !byte.is_ascii_digit());
    let wanted = number.to_string();
    runs.any(|run| run == wanted.as_bytes())
}

fn judge_turn(
    remarks: &mut Remarks,
    scene: &Scene,
    state: &State,
    trial: &Trial,
    outcome: &Outcome,
    id: &Id,
) {
    let made = outcome.ended.exit() == Some(Exit::Done);
    let name = scene.output_name();
    let written = outcome.file(name).clone();
    let old = match scene.output {
        Output::Same => None,
        Output::Old => Some(FoundFile::Bytes(OLD.to_vec())),
        Output::New => Some(FoundFile::Missing),
    };
    if made && old.as_ref() == Some(&written) {
        return remarks.must(format!("exit code {}, but nothing was written to {name}", Exit::Done));
    }
    // Without a turn only the exit code is to be judged here: what became of the files is looked at besides.
    let board = if made { written.clone() } else { FoundFile::Bytes(scene.text.clone()) };
    let leavings = TurnOutput {
        ended: outcome.ended.clone(),
        took: outcome.took,
        board,
        stderr: outcome.stderr.clone(),
        limits: outcome.limits.clone(),
        most_output: bot::most_output(scene.text.len() as u64),
    };
    let State { setup, position, seat, players } = state;
    let call = TurnRequest { position, seat: *seat, calling: scene.calling, shown: setup, players: *players };
    match judge(&call, &Reply::Ran(Box::new(leavings))) {
        Ok(Verdict::Turn { turn, joined }) => {
            if let Some(joined) = joined.filter(|joined| joined != id) {
                remarks.must(format!("joined as '{joined}', although it says that it is '{id}'"));
            } else if let FoundFile::Bytes(bytes) = &written {
                to_the_letter(remarks, state, turn, id, bytes);
            }
        }
        Ok(Verdict::NoTurn) => remarks.must("no turn was made"),
        Err(fault) => remarks.must(fault.to_string()),
    }
    if !made {
        untouched(remarks, trial, outcome);
    } else if scene.output != Output::Same
        && *outcome.file(super::case::INPUT) != FoundFile::Bytes(scene.text.clone())
    {
        remarks.must("the input was changed, although the output is another file");
    }
}

/// Compares what was written for a legal turn with what should have been, where a referee is forgiving.
fn to_the_letter(remarks: &mut Remarks, state: &State, turn: Move, id: &Id, written: &[u8]) {
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
        remarks.must(format!("the field at {at} should be '{right}' after this turn, but is '{is}'"));
    }
    rows_to_the_letter(remarks, state, &wanted, &found);
}

fn rows_to_the_letter(remarks: &mut Remarks, state: &State, wanted: &Setup, found: &Setup) {
    let seats = |setup: &Setup| setup.players.iter().map(|row| row.seat).collect::<Vec<_>>();
    if seats(wanted) != seats(found) {
        remarks.must("the player rows are in another order than before");
    }
    let words = |row: &PlayerRow| {
        format!("{} {} {}{}", row.id, row.seat.number(), "0".repeat(row.score_zeros), row.score)
    };
    for row in &wanted.players {
        let now = found.player_at(row.seat).filter(|now| *now != row && row.seat != state.seat);
        if let Some(now) = now {
            remarks.must(format!(
                "the row of another player was '{}', and is now '{}'",
                words(row),
                words(now)
            ));
        }
    }
}

/// Says what is unusual about the blanks of a file, if anything is.
fn untidy(written: &[u8]) -> Option<&'static str> {
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
        "the last line has no end"
    } else if has(b" \n") || has(b"\t\n") {
        "lines end with blanks"
    } else if has(b"\n\n") {
        "there are blank lines"
    } else {
        "the blanks are unusual"
    })
}

/// Returns a call as it is shown.
pub(super) fn shown(trial: &Trial, outcome: &Outcome) -> Shown {
    let files = trial.items.iter().map(|item| match item {
        Item::File { name, bytes, .. } => ((*name).to_owned(), excerpt(bytes)),
        Item::Folder { name } => (format!("{name}/"), String::new()),
    });
    let changed = outcome.files.iter().find_map(|(name, taken)| {
        let was = trial.items.iter().find_map(|item| match item {
            Item::File { name: known, bytes, .. } if known == name => Some(bytes),
            _ => None,
        });
        match taken {
            FoundFile::Bytes(bytes) if Some(bytes) != was => Some(format!("{name}:\n{}", excerpt(bytes))),
            _ => None,
        }
    });
    Shown {
        arguments: trial.arguments.iter().map(|argument| argument.to_string_lossy().into_owned()).collect(),
        files: files.collect(),
        ended: outcome.ended.to_string(),
        written: changed,
        stdout: excerpt(&outcome.stdout),
        stderr: excerpt(&outcome.stderr),
        millis: outcome.took.as_secs_f64() * 1000.0,
    }
}

/// Returns the beginning of a text, with everything spelled out that is not plain.
fn excerpt(bytes: &[u8]) -> String {
    let short = &bytes[..bytes.len().min(MOST_SHOWN)];
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
