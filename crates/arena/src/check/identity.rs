//! Who plays: `name` and `id`.

use floe_rules::board_file;
use floe_rules::contest::{Calling, Exit};
use floe_rules::penguins::Id;

use super::case::{Case, INPUT, Nonsense, Task};
use super::examine::{Examiner, Remarks, code, shown};
use super::runner::{Item, Outcome, Trial};
use super::{CheckError, Finding, Group, Mark, Shown, Weight};
use crate::bot;
use crate::sandbox::{ExitReason, FoundFile};

/// The names of the checks, in their order.
const NAMES: [&str; 4] = [
    "prints its id when called with 'name' or 'id'",
    "knows both 'name' and 'id'",
    "prints its id whatever other arguments there are",
    "prints the id and nothing else, on one line",
];

const HINTS: [&str; 4] = [
    "Called as 'PROGRAM name' or 'PROGRAM id', print your id on a line of its own, and end with 0.",
    "Some game masters ask with 'name', others with 'id': answer both in the same way.",
    "Look for 'name' and 'id' among all arguments before you look at anything else.",
    "Print nothing but the id and a newline: no 'id:', no blanks, no second line.",
];

/// Asks the program who it is, in all ways, and tells the examiner its id.
pub(super) fn check(examiner: &mut Examiner) -> Result<Vec<Finding>, CheckError> {
    let (by_name, name_call) = ask(examiner, &["name"])?;
    let (by_id, id_call) = ask(examiner, &["id"])?;
    let mut checks = Vec::new();

    let mut remarks = Remarks::default();
    let best = by_name.as_ref().or(by_id.as_ref());
    if let (Err(name), Err(id)) = (&by_name, &by_id) {
        remarks.must(name.clone());
        remarks.must(id.clone());
    }
    checks.push(finding(0, Weight::Must, remarks, &name_call));

    let mut remarks = Remarks::default();
    match (&by_name, &by_id) {
        (Ok(name), Ok(id)) if name.id != id.id => {
            remarks.should(format!("'name' prints '{}', but 'id' prints '{}'", name.id, id.id));
        }
        (Ok(_), Err(words)) | (Err(words), Ok(_)) => remarks.should(words.clone()),
        _ => {}
    }
    let call = if by_id.is_err() { &id_call } else { &name_call };
    checks.push(finding(1, Weight::Should, remarks, call));

    let word = if by_name.is_ok() || by_id.is_err() { "name" } else { "id" };
    let (among, call) = ask(examiner, &["phase=movement", INPUT, INPUT, word])?;
    let mut remarks = Remarks::default();
    match (&among, best) {
        (Err(words), Ok(_)) => remarks.must(words.clone()),
        (Ok(among), Ok(best)) if among.id != best.id => {
            remarks.must(format!("prints '{}' now, but '{}' without other arguments", among.id, best.id));
        }
        _ => {}
    }
    checks.push(finding(2, Weight::Must, remarks, &call));

    let mut remarks = Remarks::default();
    if let Ok(Told { untidy: Some(words), .. }) = best {
        remarks.should(*words);
    }
    checks.push(finding(3, Weight::Should, remarks, &name_call));

    let id = best.ok().map(|told| told.id.clone());
    let id = match id {
        Some(id) => Some(id),
        None => {
            for check in &mut checks[1..] {
                (check.mark, check.words) =
                    (Mark::Skipped, vec!["the program does not tell its id".to_owned()]);
            }
            by_placing(examiner)?
        }
    };
    examiner.set_id(id);
    Ok(checks)
}

/// An id that a program told.
struct Told {
    id: Id,
    /// What is untidy about how it was told.
    untidy: Option<&'static str>,
}

fn finding(index: usize, weight: Weight, remarks: Remarks, call: &Shown) -> Finding {
    let task = Task::Error(Nonsense { arguments: Vec::new(), items: Vec::new() });
    let (group, name, hint) = (Group::Identity, NAMES[index].to_owned(), HINTS[index]);
    super::examine::finding(&Case { group, name, weight, hint, task }, remarks, Some(call.clone()))
}

/// Asks the program for its id; the words say why it is none.
fn ask(examiner: &mut Examiner, arguments: &[&str]) -> Result<(Result<Told, String>, Shown), CheckError> {
    let items = vec![Item::file(INPUT, bot::ANYWHERE)];
    let arguments: Vec<_> = arguments.iter().map(Into::into).collect();
    let trial = Trial { arguments, items, output: None, time: examiner.terms.stop() };
    let outcome = examiner.call("asking for the id", &trial)?;
    if let ExitReason::NotStarted(why) = outcome.ended {
        return Err(CheckError::NotStarted(why));
    }
    let told = told(&outcome).map_err(|words| {
        let asked = trial.arguments.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
        format!("'{asked}': {words}")
    });
    Ok((told, shown(&trial, &outcome)))
}

fn told(outcome: &Outcome) -> Result<Told, String> {
    match code(outcome)? {
        Exit::Done => {}
        exit => return Err(format!("exit code {exit}, but {} is expected", Exit::Done)),
    }
    if *outcome.file(INPUT) != FoundFile::Bytes(bot::ANYWHERE.to_vec()) {
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
    let id = Id::new(line).map_err(|bad| format!("'{}' is no id: {bad}", line.escape_ascii()))?;
    let tidy = printed.strip_suffix(b"\n").unwrap_or(printed);
    let tidy = tidy.strip_suffix(b"\r").unwrap_or(tidy);
    let untidy = if tidy != line {
        Some("there are blanks or empty lines around the id")
    } else if !printed.ends_with(b"\n") {
        Some("there is no newline after the id")
    } else {
        None
    };
    Ok(Told { id, untidy })
}

/// Learns the id of a program that does not tell it, from the row with which it joins.
fn by_placing(examiner: &mut Examiner) -> Result<Option<Id>, CheckError> {
    let calling = Calling::Placement { penguins: 1 };
    let arguments = bot::arguments(calling, &examiner.terms.rules, INPUT, INPUT);
    let items = vec![Item::file(INPUT, bot::ANYWHERE)];
    let trial = Trial { arguments, items, output: None, time: examiner.terms.stop() };
    let outcome = examiner.call("joining to learn the id", &trial)?;
    let FoundFile::Bytes(bytes) = outcome.file(INPUT) else {
        return Ok(None);
    };
    let setup = board_file::read(bytes).ok();
    Ok(setup.and_then(|setup| setup.players.first().map(|row| row.id.clone())))
}
