//! Causes: what is wrong with a program, told once, however many checks it fails.

use serde::Serialize;

use super::frequency::Frequency;
use super::{CallExcerpt, CheckResult, CheckStatus, Group, Weight};
use crate::fault::Fault;
use crate::quote::Quote;

/// What a problem is a sign of. Problems with equal keys have one cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CauseKey {
    /// The name of the fault, or of a problem that only bot-check looks for.
    name: &'static str,
    /// What tells causes with the same name apart, such as an error message.
    detail: String,
}

impl CauseKey {
    /// Makes a key from a name alone.
    pub(super) fn named(name: &'static str) -> CauseKey {
        CauseKey { name, detail: String::new() }
    }

    /// Returns the key of a fault: programs that fail in the same way print the same message, but for numbers.
    pub(super) fn of(fault: &Fault, quote: &Quote) -> CauseKey {
        let detail = match fault {
            Fault::Crash(number) => number.to_string(),
            Fault::UnknownExitCode { code, .. } => format!("{code} {}", gist(&quote.stderr)),
            Fault::InternalError(_) | Fault::RefusedGoodFile(_) | Fault::GaveUp(_) => {
                let line = if quote.stderr.is_empty() { &quote.stdout } else { &quote.stderr };
                gist(line)
            }
            Fault::OutputBroken { kind, .. } => gist(&kind.to_string()),
            _ => String::new(),
        };
        CauseKey { name: fault.name(), detail }
    }

    /// Returns the name.
    pub(super) fn name(&self) -> &'static str {
        self.name
    }
}

/// Returns the beginning of a message, without what differs from call to call: what follows a colon, what is quoted, and
/// numbers.
fn gist(line: &str) -> String {
    let start = line.split(':').next().unwrap_or_default();
    let unquoted: String = start.split('\'').step_by(2).collect();
    unquoted.chars().filter(|letter| !letter.is_ascii_digit()).collect()
}

/// A problem of a check.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// What it is a sign of.
    pub(super) cause: CauseKey,
    /// The problem in a sentence.
    pub(super) words: String,
    /// Whether the program breaks a requirement by it.
    pub(super) weight: Weight,
    /// Whether this referee lets the turn pass all the same.
    pub(super) forgiven: bool,
}

/// Something that is wrong with a program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cause {
    /// The name of the fault, or of a problem that only bot-check looks for.
    pub name: &'static str,
    /// What the program does wrong, to follow "it".
    pub title: &'static str,
    /// What is wrong, as its first check shows it.
    pub words: String,
    /// Whether it breaks a requirement of the original task; otherwise it is advice.
    pub weight: Weight,
    /// The number of practice games in which it showed.
    pub practice_games: usize,
    /// In how many of 100 games it costs a turn at least; 0 if no game of this referee leads to it.
    pub in_100_games: Frequency,
    /// The checks that fail by it, in their order.
    pub checks: Vec<String>,
    /// What usually helps.
    pub hint: &'static str,
    /// A call that shows it.
    pub call: Option<CallExcerpt>,
}

impl Cause {
    /// Returns whether it costs games under this referee.
    pub fn costs_games(&self) -> bool {
        self.in_100_games > Frequency::NEVER
    }
}

/// Collects the causes of all problems: requirements before advice, and among them what costs most games first.
pub(super) fn causes(results: &[CheckResult]) -> Vec<Cause> {
    let is_ordinary =
        |result: &CheckResult| result.group == Group::Games && result.frequency == Frequency::EVERY;
    let is_played = |result: &&CheckResult| is_ordinary(result) && result.status != CheckStatus::Skipped;
    let played = results.iter().filter(is_played).count();
    let mut causes: Vec<(CauseKey, Cause)> = Vec::new();
    // The number of ordinary practice games in which each of them showed.
    let mut ordinary: Vec<usize> = Vec::new();
    for result in results {
        for problem in &result.found {
            let frequency = if problem.forgiven { Frequency::NEVER } else { result.frequency };
            let index = causes
                .iter()
                .position(|(key, cause)| *key == problem.cause && cause.weight == problem.weight);
            let index = index.unwrap_or_else(|| {
                let cause = Cause {
                    name: problem.cause.name(),
                    title: phrase(problem.cause.name()),
                    words: problem.words.clone(),
                    weight: problem.weight,
                    practice_games: 0,
                    in_100_games: Frequency::NEVER,
                    checks: Vec::new(),
                    hint: result.hint,
                    call: result.call.clone(),
                };
                causes.push((problem.cause.clone(), cause));
                ordinary.push(0);
                causes.len() - 1
            });
            let cause = &mut causes[index].1;
            if cause.checks.last() != Some(&result.name) {
                cause.checks.push(result.name.clone());
                cause.practice_games += usize::from(result.group == Group::Games);
                ordinary[index] += usize::from(is_ordinary(result));
            }
            // A practice game counts as one game, and not as all of them.
            let frequency =
                if is_ordinary(result) { Frequency::of_games(ordinary[index], played) } else { frequency };
            cause.in_100_games = cause.in_100_games.max(frequency);
        }
    }
    let mut causes: Vec<Cause> = causes.into_iter().map(|(_, cause)| cause).collect();
    for cause in &mut causes {
        if let Some(hint) = hint(cause.name).filter(|_| cause.checks.len() > 1) {
            cause.hint = hint;
        }
    }
    causes.sort_by_key(|cause| {
        let is_advice = cause.weight == Weight::Should;
        std::cmp::Reverse((!is_advice, cause.in_100_games, cause.practice_games, cause.checks.len()))
    });
    causes
}

/// Says what a program does, to follow "it", by the name of a cause.
pub(super) fn phrase(name: &str) -> &'static str {
    match name {
        NEEDS_FILES => "needs a file of an earlier call",
        "time-out" => "takes too long",
        "too-much-cpu" | "too-much-memory" | "too-much-written" | "too-much-printed" => "uses too much",
        "crash" => "crashes",
        "unknown-exit-code" => "ends with an exit code that has no meaning",
        "internal-error" => "ends with exit code 3, an internal error",
        "refused-good-file" => "refuses valid files with exit code 2",
        "gave-up" => "ends with exit code 1 although it has a turn",
        "nothing-changed" => "ends with exit code 0, but writes no turn",
        "no-turn-to-make" => "ends with exit code 0 although it has no turn",
        "changed-anyway" => "changes the file without a turn",
        "output-gone" | "output-not-a-file" | "output-too-large" | "output-closed" => {
            "leaves no readable board file"
        }
        "output-broken" => "writes an invalid board file",
        "other-size" | "floe-restored" | "field-changed" => "changes fields that it should not",
        "others-penguin" | "others-row-changed" | "others-row-gone" => {
            "changes what belongs to other players"
        }
        "placed-twice" | "moved-twice" => "makes more than one turn",
        "illegal-turn" => "makes illegal turns",
        "wrong-score" => "writes a wrong score",
        "row-added" | "not-joined" | "wrong-number" => "does not join the game correctly",
        "accepts-wrong-file" => "does not refuse wrong files with exit code 2",
        "accepts-bad-call" => "does not refuse wrong arguments and files that are missing with exit code 3",
        "no-id" => "does not print its id",
        "one-id-only" => "does not answer 'name' and 'id' alike",
        "id-among-arguments" => "does not print its id when there are other arguments",
        "untidy-id" => "prints more than its id",
        "unexact-field" => "writes a field otherwise than the task says",
        "rows-reordered" => "changes the order of the player rows",
        "unexact-row" => "rewrites the rows of other players",
        "nothing-written" => "writes nothing to an output of its own",
        "other-id" => "joins under another id than it prints",
        "input-changed" => "changes the input file",
        "slow-on-large-boards" => "is slow on large boards",
        "unclear-messages" => "does not say what is wrong, and where",
        "prints-to-standard-output" => "prints to standard output in its turns",
        "unusual-formatting" => "writes unusual blanks or line ends",
        "leaves-files" => "leaves files behind",
        "leaves-processes" => "leaves processes behind",
        _ => "fails",
    }
}

/// The cause of a program that works only if the files it left are still there.
pub(super) const NEEDS_FILES: &str = "needs-files";

/// Returns advice that fits a cause, whatever check shows it.
fn hint(name: &str) -> Option<&'static str> {
    Some(match name {
        NEEDS_FILES => {
            "Each call starts in an empty folder with the one file board.txt. All you need is in it: read your score and \
             your penguins from there. A tournament may allow notes with state = \"game\"; ask its organiser."
        }
        "time-out" => "Look for an endless loop, or for a question to the user: standard input is empty.",
        "crash" => {
            "Run the call by hand in a debugger or with -fsanitize=address: most crashes are reads outside an array."
        }
        "unknown-exit-code" => {
            "Return 0, 1, 2 or 3 from main. A Rust panic ends with 101, exit(-1) with 255."
        }
        "gave-up" => {
            "Look at all penguins and all directions before you give up. Python also ends with 1 after any error that is not \
             caught, and prints what it was."
        }
        "nothing-changed" => {
            "Write the new state to OUTPUT, the last argument, and close it before you exit."
        }
        "no-turn-to-make" => {
            "When there is no turn, exit with 1: the referee ends the phase when all players do."
        }
        "refused-good-file" | "internal-error" => {
            "The call is valid (--verbose shows it): find out why your program thinks otherwise."
        }
        "wrong-score" => "Add the fish of the field where the penguin stops to your score, and nothing else.",
        "output-broken" => {
            "Compare what you write with the file you read, line by line: header, fields, player rows."
        }
        "accepts-wrong-file" => {
            "Check the file while you read it: sizes, two digits for each field, at most 3 fish, three words for each \
             player, a row for each penguin. If anything is wrong, say what and where, and exit with 2."
        }
        "accepts-bad-call" => {
            "When the arguments make no sense, or a file cannot be read or written, say so on standard error and exit \
             with 3."
        }
        "illegal-turn" => {
            "A penguin is placed on a free floe with one fish. It moves in a straight line over free floes: water, \
             penguins and the edge of the board stop it."
        }
        "others-penguin" | "others-row-changed" | "others-row-gone" | "row-added" | "not-joined"
        | "wrong-number" => {
            "Find your row by your whole id, and your number in it; without a row, join with the next number. Copy all \
             other rows and fields as they are."
        }
        "unexact-field" => "Write 0 and your number where a penguin arrives, and 00 where it left.",
        "changed-anyway" => "Open OUTPUT only when you have a turn to write.",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_that_differ_in_numbers_have_one_cause() {
        let fault =
            Fault::GaveUp(crate::fault::MissedTurn::Place(floe_rules::grid::Coord { row: 1, col: 2 }));
        let key =
            |line: &str| CauseKey::of(&fault, &Quote { stderr: line.to_owned(), stdout: String::new() });
        assert_eq!(key("KeyError: '12'"), key("KeyError: '7'"));
        assert_eq!(key("line 3 is wrong"), key("line 14 is wrong"));
        assert_eq!(key("Invalid name: Ann"), key("Invalid name: Ben"));
        assert_ne!(key("KeyError: '12'"), key("IndexError: 12"));
    }
}
