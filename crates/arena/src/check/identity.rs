//! Checks how a program reports its id: `name` and `id`.

use floe_rules::board_file;
use floe_rules::contest::{Calling, Exit};
use floe_rules::penguins::Id;

use super::case::{BadCall, CaseKind, CheckCase, INPUT};
use super::examiner::{Examiner, Problems, code};
use super::excerpt::call_excerpt;
use super::frequency::Frequency;
use super::runner::{CallOutcome, FolderItem, TestCall};
use super::{CallExcerpt, CheckError, CheckResult, CheckStatus, Group, Weight};
use crate::bot::{self, JOIN_BOARD};
use crate::sandbox::{ExitReason, FoundFile};

/// The names of the checks, in their order.
const NAMES: [&str; 4] = [
    "prints its id when called with 'name' or 'id'",
    "answers both 'name' and 'id'",
    "prints its id regardless of the other arguments",
    "prints the id and nothing else, on one line",
];

const HINTS: [&str; 4] = [
    "Called as 'PROGRAM name' or 'PROGRAM id', print your id on a line of its own and exit with code 0.",
    "Some game masters ask with 'name', others with 'id': give the same answer to both.",
    "Look for 'name' and 'id' among all arguments before anything else.",
    "Print nothing but the id and a newline: no 'id:', no spaces, no second line.",
];

/// Asks the program for its id in every supported way, and stores the id in the examiner.
pub(super) fn check(examiner: &mut Examiner) -> Result<Vec<CheckResult>, CheckError> {
    let (by_name, name_call) = ask(examiner, &["name"])?;
    let (by_id, id_call) = ask(examiner, &["id"])?;
    let mut checks = Vec::new();

    let mut problems = Problems::default();
    let best = by_name.as_ref().or(by_id.as_ref());
    if let (Err(name), Err(id)) = (&by_name, &by_id) {
        problems.add_forgiven("no-id", name.clone());
        problems.add_forgiven("no-id", id.clone());
    }
    checks.push(identity_result(0, Weight::Must, problems, &name_call));

    let mut problems = Problems::default();
    match (&by_name, &by_id) {
        (Ok(name), Ok(id)) if name.id != id.id => {
            problems.add_should(
                "one-id-only",
                format!("'name' prints '{}', but 'id' prints '{}'", name.id, id.id),
            );
        }
        (Ok(_), Err(words)) | (Err(words), Ok(_)) => problems.add_should("one-id-only", words.clone()),
        _ => {}
    }
    let call = if by_id.is_err() { &id_call } else { &name_call };
    checks.push(identity_result(1, Weight::Should, problems, call));

    let word = if by_name.is_ok() || by_id.is_err() { "name" } else { "id" };
    let (among, call) = ask(examiner, &["phase=movement", INPUT, INPUT, word])?;
    let mut problems = Problems::default();
    match (&among, best) {
        (Err(words), Ok(_)) => problems.add_forgiven("id-among-arguments", words.clone()),
        (Ok(among), Ok(best)) if among.id != best.id => {
            problems.add_forgiven(
                "id-among-arguments",
                format!("prints '{}' with other arguments, but '{}' without", among.id, best.id),
            );
        }
        _ => {}
    }
    checks.push(identity_result(2, Weight::Must, problems, &call));

    let mut problems = Problems::default();
    if let Ok(StatedId { formatting_problem: Some(words), .. }) = best {
        problems.add_should("untidy-id", *words);
    }
    let call = if by_name.is_ok() { &name_call } else { &id_call };
    checks.push(identity_result(3, Weight::Should, problems, call));

    let id = best.ok().map(|stated| stated.id.clone());
    let id = match id {
        Some(id) => Some(id),
        None => {
            for check in &mut checks[1..] {
                (check.status, check.problems) =
                    (CheckStatus::Skipped, vec!["the program does not print its id".to_owned()]);
            }
            id_from_joining(examiner)?
        }
    };
    examiner.set_id(id);
    Ok(checks)
}

/// An id as a program printed it.
struct StatedId {
    id: Id,
    /// What is unusual about the line that it printed.
    formatting_problem: Option<&'static str>,
}

fn identity_result(index: usize, weight: Weight, problems: Problems, call: &CallExcerpt) -> CheckResult {
    let kind = CaseKind::Error(BadCall { arguments: Vec::new(), items: Vec::new() });
    let (group, name, hint) = (Group::Identity, NAMES[index].to_owned(), HINTS[index]);
    super::examiner::check_result(
        &CheckCase { group, name, weight, hint, frequency: Frequency::NEVER, kind },
        problems,
        Some(call.clone()),
    )
}

/// Asks the program for its id; the inner error says why it did not report one.
fn ask(
    examiner: &mut Examiner,
    arguments: &[&str],
) -> Result<(Result<StatedId, String>, CallExcerpt), CheckError> {
    let items = vec![FolderItem::file(INPUT, JOIN_BOARD)];
    let arguments: Vec<_> = arguments.iter().map(Into::into).collect();
    let test_call = TestCall { arguments, items, output: None, time: examiner.settings.time };
    let outcome = examiner.call("asking for the id", &test_call)?;
    if let ExitReason::NotStarted(why) = outcome.ended {
        return Err(CheckError::NotStarted(why));
    }
    let stated = stated(&outcome).map_err(|words| {
        let asked =
            test_call.arguments.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
        format!("'{asked}': {words}")
    });
    Ok((stated, call_excerpt(&test_call, &outcome)))
}

fn stated(outcome: &CallOutcome) -> Result<StatedId, String> {
    match code(outcome).map_err(|(_, words)| words)? {
        Exit::Done => {}
        exit => return Err(format!("exit code {exit}, expected {}", Exit::Done)),
    }
    if *outcome.file(INPUT) != FoundFile::Bytes(JOIN_BOARD.to_vec()) {
        return Err("the board file was changed".to_owned());
    }
    let printed = &outcome.stdout[..];
    let line = printed.trim_ascii();
    if line.is_empty() {
        return Err("nothing was printed to standard output".to_owned());
    }
    if line.contains(&b'\n') {
        return Err("more than one line was printed".to_owned());
    }
    let id = Id::new(line).map_err(|bad| format!("'{}' is not an id: {bad}", line.escape_ascii()))?;
    let tidy = printed.strip_suffix(b"\n").unwrap_or(printed);
    let tidy = tidy.strip_suffix(b"\r").unwrap_or(tidy);
    let formatting_problem = if tidy != line {
        Some("there are spaces or empty lines around the id")
    } else if !printed.ends_with(b"\n") {
        Some("there is no newline after the id")
    } else {
        None
    };
    Ok(StatedId { id, formatting_problem })
}

/// Finds the id of a program that does not print it, by letting it place a penguin and reading the player row that it
/// adds.
fn id_from_joining(examiner: &mut Examiner) -> Result<Option<Id>, CheckError> {
    let calling = Calling::Placement { penguins: 1 };
    let arguments = bot::arguments(calling, &examiner.settings.rules, INPUT, INPUT);
    let items = vec![FolderItem::file(INPUT, JOIN_BOARD)];
    let test_call = TestCall { arguments, items, output: None, time: examiner.settings.time };
    let outcome = examiner.call("joining to learn the id", &test_call)?;
    let FoundFile::Bytes(bytes) = outcome.file(INPUT) else {
        return Ok(None);
    };
    let setup = board_file::read(bytes).ok();
    Ok(setup.and_then(|setup| setup.players.first().map(|row| row.id.clone())))
}
