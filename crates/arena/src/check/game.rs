//! Plays a whole game of the program against itself, with the real referee.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use floe_rules::board_file;
use floe_rules::generate::{Recipe, Shape, generate};
use floe_rules::penguins::Id;

use super::case::{CheckCase, GameCase, INPUT};
use super::examiner::{Examiner, Problems, call_excerpt};
use super::runner::{FolderItem, ProgramRunner, TestCall};
use super::{CallExcerpt, CheckError};
use crate::bot;
use crate::referee::{self, GameError, Player, Policy, Reply, TurnOutput, TurnRequest, Verdict, judge};
use crate::sandbox::ExitReason;

/// The calls of all copies of the program in a game.
#[derive(Debug, Default)]
struct GameLog {
    /// The time and the end of every call.
    calls: Vec<(Duration, ExitReason)>,
    /// The number of turns so far.
    turns: usize,
    /// The first problem, with its call.
    problem: Option<(String, CallExcerpt)>,
}

/// One copy of the program.
struct ProgramCopy {
    runner: Arc<dyn ProgramRunner>,
    id: Id,
    time: Duration,
    log: Arc<Mutex<GameLog>>,
}

impl Player for ProgramCopy {
    fn id(&self) -> Option<&Id> {
        Some(&self.id)
    }

    fn is_asked_when_blocked(&self) -> bool {
        true
    }

    fn answer(&mut self, call: &TurnRequest<'_>) -> io::Result<Reply> {
        let text = board_file::write(call.shown);
        let max_output = bot::max_output_len(text.len() as u64);
        let arguments = bot::arguments(call.calling, call.position.rules(), INPUT, INPUT);
        let test_call =
            TestCall { arguments, items: vec![FolderItem::file(INPUT, text)], output: None, time: self.time };
        let outcome = self.runner.call(&test_call)?;
        let reply = Reply::Ran(Box::new(TurnOutput {
            ended: outcome.ended.clone(),
            took: outcome.took,
            board: outcome.file(INPUT).clone(),
            stderr: outcome.stderr.clone(),
            limits: outcome.limits.clone(),
            max_output,
        }));
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.calls.push((outcome.took, outcome.ended.clone()));
        match judge(call, &reply) {
            Ok(Verdict::Turn { .. }) => log.turns += 1,
            Ok(Verdict::NoTurn) => {}
            Err(fault) => {
                let words = format!("{}, after {} turns: {fault}", call.seat, log.turns);
                log.problem.get_or_insert((words, call_excerpt(&test_call, &outcome)));
            }
        }
        Ok(reply)
    }
}

/// Plays a game to its end or to its first fault. Returns `None` if the rules do not allow such a game.
pub(super) fn play(
    examiner: &mut Examiner,
    case: &CheckCase,
    game: &GameCase,
    id: &Id,
) -> Result<Option<(Problems, Option<CallExcerpt>)>, CheckError> {
    let GameCase { rows, cols, players, penguins, holes, seed } = *game;
    let rules = examiner.settings.rules;
    let recipe =
        Recipe { players, penguins, holes, seed, shape: Shape::Full, ..Recipe::plain(rules, rows, cols) };
    let Ok(board) = generate(&recipe) else {
        return Ok(None);
    };
    let log = Arc::new(Mutex::new(GameLog::default()));
    let mut copies: Vec<Box<dyn Player>> = (0..players)
        .map(|_| -> Box<dyn Player> {
            Box::new(ProgramCopy {
                runner: Arc::clone(&examiner.runner),
                id: id.clone(),
                time: examiner.settings.hard_limit(),
                log: Arc::clone(&log),
            })
        })
        .collect();
    let terms = referee::GameTerms { rules, penguins, policy: Policy::Forfeit };
    // The game ends with its first fault: others usually have the same cause.
    let faultless = || log.lock().unwrap_or_else(PoisonError::into_inner).problem.is_none();
    match referee::play(&board, &terms, &mut copies, &mut |_| faultless()) {
        Ok(_) | Err(GameError::Interrupted) => {}
        Err(GameError::Ask { source, .. }) => return Err(source.into()),
        // The rules do not allow this board.
        Err(_) => return Ok(None),
    }
    let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
    for (took, ended) in log.calls.drain(..) {
        examiner.record_call(&case.name, took, &ended);
    }
    let mut problems = Problems::default();
    let shown = log.problem.take().map(|(words, shown)| {
        problems.add_must(words);
        shown
    });
    Ok(Some((problems, shown)))
}
