//! A player backed by an external program, which is run once per turn in a fresh folder.

use std::ffi::OsString;
use std::io;
use std::sync::Arc;

use floe_rules::board_file;
use floe_rules::contest::{self, Calling, Exit};
use floe_rules::penguins::{Id, RuleSet};

use crate::fault::stderr_note;
use crate::referee::{Player, Reply, TurnOutput, TurnRequest, key_line};
use crate::sandbox::{Admitted, FoundFile, ResourceLimits, Sandbox};

/// The name of the board file that a program reads and writes.
pub const BOARD: &str = "board.txt";

/// A board on which any program can join, to see under which id it does.
pub(crate) const JOIN_BOARD: &[u8] = b"1 3\n10 20 10\n";

/// The factor by which the output may exceed the input in size: files may contain extra whitespace.
const GROWTH: u64 = 4;
/// The number of bytes allowed on top of that.
const SLACK: u64 = 64 << 10;

/// A program as a player.
#[derive(Clone, Debug)]
pub struct Bot {
    sandbox: Arc<Sandbox>,
    program: Arc<Admitted>,
    limits: ResourceLimits,
    id: Option<Id>,
}

/// Why a program did not report its id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoId {
    /// It did not end with exit code 0.
    #[error("the program {how} when called with '{argument}'")]
    Ended {
        /// The argument of the call.
        argument: &'static str,
        /// A description of how it ended.
        how: String,
    },
    /// It printed something that is not an id.
    #[error("the program printed {what} when called with '{argument}'")]
    NotAnId {
        /// The argument of the call.
        argument: &'static str,
        /// A description of what it printed.
        what: String,
    },
}

impl Bot {
    /// Creates a player from a program and the id that it reported.
    pub fn new(sandbox: Arc<Sandbox>, program: Arc<Admitted>, limits: ResourceLimits, id: Option<Id>) -> Bot {
        Bot { sandbox, program, limits, id }
    }
}

/// Asks a program for its id with the argument `name`, and if that fails with `id`.
pub fn ask_id(
    sandbox: &Sandbox,
    program: &Admitted,
    limits: &ResourceLimits,
) -> io::Result<Result<Id, NoId>> {
    let by_name = ask_by("name", sandbox, program, limits)?;
    if by_name.is_ok() {
        return Ok(by_name);
    }
    let by_id = ask_by("id", sandbox, program, limits)?;
    Ok(by_id.or(by_name))
}

fn ask_by(
    argument: &'static str,
    sandbox: &Sandbox,
    program: &Admitted,
    limits: &ResourceLimits,
) -> io::Result<Result<Id, NoId>> {
    let folder = sandbox.folder()?;
    let ran = sandbox.run(program, &[argument.into()], &folder, limits)?;
    if ran.ended.exit() != Some(Exit::Done) {
        let how = ran.ended.to_string() + &stderr_note(&key_line(&ran.stderr));
        return Ok(Err(NoId::Ended { argument, how }));
    }
    let not_an_id = |what: String| Err(NoId::NotAnId { argument, what });
    let lines: Vec<&[u8]> = ran.stdout.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).collect();
    let mut words = lines.into_iter().filter(|line| !line.is_empty());
    Ok(match (words.next(), words.next()) {
        (None, _) => not_an_id("nothing".to_owned()),
        (Some(_), Some(_)) => not_an_id("more than one line".to_owned()),
        (Some(word), None) => {
            Id::new(word).or_else(|bad| not_an_id(format!("something that is not an id: {bad}")))
        }
    })
}

/// Finds the id of a program that does not report one, by letting it join a game and reading its row.
pub fn learn_id(
    sandbox: &Sandbox,
    program: &Admitted,
    limits: &ResourceLimits,
    rules: &RuleSet,
) -> io::Result<Option<Id>> {
    let folder = sandbox.folder()?;
    folder.put(BOARD, JOIN_BOARD)?;
    let arguments = arguments(Calling::Placement { penguins: 1 }, rules, BOARD, BOARD);
    sandbox.run(program, &arguments, &folder, limits)?;
    let FoundFile::Bytes(bytes) = folder.take(BOARD, max_output_len(JOIN_BOARD.len() as u64))? else {
        return Ok(None);
    };
    let joined = board_file::read(&bytes).ok();
    Ok(joined.and_then(|setup| setup.players.into_iter().next()).map(|row| row.id))
}

/// Returns the maximum accepted size of the output, in bytes, for an input of this size.
pub(crate) fn max_output_len(given: u64) -> u64 {
    given * GROWTH + SLACK
}

/// Returns the arguments of a request, with its two files.
pub fn arguments(calling: Calling, rules: &RuleSet, input: &str, output: &str) -> Vec<OsString> {
    let mut arguments: Vec<OsString> =
        contest::arguments(calling, rules).into_iter().map(OsString::from).collect();
    arguments.extend([input.into(), output.into()]);
    arguments
}

impl Player for Bot {
    fn id(&self) -> Option<&Id> {
        self.id.as_ref()
    }

    fn is_asked_when_blocked(&self) -> bool {
        true
    }

    fn answer(&mut self, request: &TurnRequest<'_>) -> io::Result<Reply> {
        let text = board_file::write(request.shown);
        let folder = self.sandbox.folder()?;
        folder.put(BOARD, &text)?;
        let arguments = arguments(request.calling, request.position.rules(), BOARD, BOARD);
        let ran = self.sandbox.run(&self.program, &arguments, &folder, &self.limits)?;
        let max_output = max_output_len(text.len() as u64);
        let board = folder.take(BOARD, max_output)?;
        Ok(Reply::Ran(Box::new(TurnOutput {
            ended: ran.ended,
            took: ran.took,
            board,
            stderr: ran.stderr,
            limits: self.limits.clone(),
            max_output,
        })))
    }
}
