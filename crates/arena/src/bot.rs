//! A player backed by an external program, which is run once per turn, in a fresh folder or one that lasts for a game.

use std::ffi::OsString;
use std::io;
use std::sync::Arc;

use floe_rules::board_file;
use floe_rules::contest::{self, Calling, Exit};
use floe_rules::penguins::{Id, RuleSet};
use serde::{Deserialize, Serialize};

use crate::quote::Quote;
use crate::referee::{Player, Reply, TurnOutput, TurnRequest};
use crate::sandbox::replay::{FairRun, run_fairly, run_fairly_in};
use crate::sandbox::{Admitted, FoundFile, ResourceLimits, RunOutput, Sandbox, WorkFolder};

/// The name of the board file that a program reads and writes.
pub const BOARD: &str = "board.txt";

/// A board on which any program can join, to see under which id it does: of ordinary size, as programs may expect.
pub(crate) const JOIN_BOARD: &[u8] = crate::check::scene::EMPTY.as_bytes();

/// A board for programs that refuse that one.
const ORDINARY_BOARD: &[u8] =
    b"5 5\n10 10 10 20 10\n10 20 10 10 30\n10 10 10 10 10\n20 10 30 10 10\n10 10 10 10 10\n";

/// The factor by which the output may exceed the input in size: files may contain extra whitespace.
const GROWTH: u64 = 4;
/// The number of bytes allowed on top of that.
const SLACK: u64 = 64 << 10;

/// How long the files last that a program leaves in its folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum StateLifetime {
    /// For one call: the next one starts in an empty folder.
    #[default]
    Call,
    /// For one game: each of its calls finds what the earlier ones left.
    Game,
}

/// A program as a player of one game.
#[derive(Debug)]
pub struct Bot {
    sandbox: Arc<Sandbox>,
    program: Arc<Admitted>,
    limits: ResourceLimits,
    id: Option<Id>,
    state: StateLifetime,
    /// The folder that lasts for the game, once there is one.
    folder: Option<WorkFolder>,
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
        Bot { sandbox, program, limits, id, state: StateLifetime::default(), folder: None }
    }

    /// Sets how long the files of the program last.
    #[must_use]
    pub fn with_state(self, state: StateLifetime) -> Bot {
        Bot { state, ..self }
    }

    /// Calls the program with a board, and returns what it left in its place.
    fn call(
        &self,
        folder: &WorkFolder,
        arguments: &[OsString],
        board: &[u8],
        max_output: u64,
    ) -> io::Result<(RunOutput, FoundFile)> {
        folder.put(BOARD, board)?;
        let ran = self.sandbox.run(&self.program, arguments, folder, &self.limits)?;
        Ok((ran, folder.take(BOARD, max_output)?))
    }

    /// Calls the program in the folder that lasts for the game.
    fn call_in_lasting_folder(
        &mut self,
        arguments: &[OsString],
        board: &[u8],
        max_output: u64,
    ) -> io::Result<FairRun<FoundFile>> {
        let mut folder = match self.folder.take() {
            Some(folder) => folder,
            None => self.sandbox.folder()?,
        };
        let run = run_fairly_in(&mut folder, |folder| self.call(folder, arguments, board, max_output));
        self.folder = Some(folder);
        run
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
    let ran = run_fairly(|| Ok((sandbox.run(program, &[argument.into()], &sandbox.folder()?, limits)?, ())))?;
    let ran = ran.output;
    if ran.ended.exit() != Some(Exit::Done) {
        let how = ran.ended.to_string() + &Quote::new(&ran.stderr, &ran.stdout).to_string();
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

/// Finds the id under which a program joins a game, which need not be the one that it reports, from the row that it
/// writes.
pub fn learn_id(
    sandbox: &Sandbox,
    program: &Admitted,
    limits: &ResourceLimits,
    rules: &RuleSet,
) -> io::Result<Option<Id>> {
    for board in [JOIN_BOARD, ORDINARY_BOARD] {
        let arguments = arguments(Calling::Placement { penguins: 1 }, rules, BOARD, BOARD);
        let joined = run_fairly(|| {
            let folder = sandbox.folder()?;
            folder.put(BOARD, board)?;
            let ran = sandbox.run(program, &arguments, &folder, limits)?;
            Ok((ran, folder.take(BOARD, max_output_len(board.len() as u64))?))
        })?;
        if let FoundFile::Bytes(bytes) = joined.rest
            && let Ok(setup) = board_file::read(&bytes)
            && let Some(row) = setup.players.into_iter().next()
        {
            return Ok(Some(row.id));
        }
    }
    Ok(None)
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
        let arguments = arguments(request.calling, request.position.rules(), BOARD, BOARD);
        let max_output = max_output_len(text.len() as u64);
        let run = match self.state {
            StateLifetime::Call => {
                run_fairly(|| self.call(&self.sandbox.folder()?, &arguments, &text, max_output))
            }
            StateLifetime::Game => self.call_in_lasting_folder(&arguments, &text, max_output),
        };
        let FairRun { output: ran, rest: board, replayed } = run?;
        Ok(Reply::Ran(Box::new(TurnOutput {
            ended: ran.ended,
            took: ran.took,
            cpu: ran.cpu,
            replayed,
            board,
            stdout: ran.stdout,
            stderr: ran.stderr,
            limits: self.limits.clone(),
            max_output,
        })))
    }
}
