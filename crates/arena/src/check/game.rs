//! A whole game of the program against itself, at the referee's table.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use floe_rules::board_file;
use floe_rules::generate::{Recipe, Shape, generate};
use floe_rules::penguins::Id;

use super::case::{Case, INPUT, Match};
use super::examine::{Examiner, Remarks, shown};
use super::runner::{Item, Runner, Trial};
use super::{CheckError, Shown};
use crate::bot;
use crate::referee::{self, GameError, Player, Policy, Reply, TurnOutput, TurnRequest, Verdict, judge};
use crate::sandbox::ExitReason;

/// What the copies of the program did.
#[derive(Debug, Default)]
struct Story {
    /// Every call: how long it took, and how it ended.
    calls: Vec<(Duration, ExitReason)>,
    /// How many turns have been made.
    turns: usize,
    /// The first call that went wrong, and what was wrong with it.
    wrong: Option<(String, Shown)>,
}

/// One copy of the program.
struct Copy {
    runner: Arc<dyn Runner>,
    id: Id,
    time: Duration,
    story: Arc<Mutex<Story>>,
}

impl Player for Copy {
    fn id(&self) -> Option<&Id> {
        Some(&self.id)
    }

    fn is_asked_when_blocked(&self) -> bool {
        true
    }

    fn answer(&mut self, call: &TurnRequest<'_>) -> io::Result<Reply> {
        let text = board_file::write(call.shown);
        let most_output = bot::most_output(text.len() as u64);
        let arguments = bot::arguments(call.calling, call.position.rules(), INPUT, INPUT);
        let trial = Trial { arguments, items: vec![Item::file(INPUT, text)], output: None, time: self.time };
        let outcome = self.runner.call(&trial)?;
        let reply = Reply::Ran(Box::new(TurnOutput {
            ended: outcome.ended.clone(),
            took: outcome.took,
            board: outcome.file(INPUT).clone(),
            stderr: outcome.stderr.clone(),
            limits: outcome.limits.clone(),
            most_output,
        }));
        let mut story = self.story.lock().unwrap_or_else(PoisonError::into_inner);
        story.calls.push((outcome.took, outcome.ended.clone()));
        match judge(call, &reply) {
            Ok(Verdict::Turn { .. }) => story.turns += 1,
            Ok(Verdict::NoTurn) => {}
            Err(fault) => {
                let words = format!("{}, after {} turns: {fault}", call.seat, story.turns);
                story.wrong.get_or_insert((words, shown(&trial, &outcome)));
            }
        }
        Ok(reply)
    }
}

/// Plays a game to its end or to its first fault; nothing when the rules know no such game.
pub(super) fn play(
    examiner: &mut Examiner,
    case: &Case,
    game: &Match,
    id: &Id,
) -> Result<Option<(Remarks, Option<Shown>)>, CheckError> {
    let Match { rows, cols, players, penguins, holes, seed } = *game;
    let rules = examiner.terms.rules;
    let recipe =
        Recipe { players, penguins, holes, seed, shape: Shape::Full, ..Recipe::plain(rules, rows, cols) };
    let Ok(board) = generate(&recipe) else {
        return Ok(None);
    };
    let story = Arc::new(Mutex::new(Story::default()));
    let mut copies: Vec<Box<dyn Player>> = (0..players)
        .map(|_| -> Box<dyn Player> {
            Box::new(Copy {
                runner: Arc::clone(&examiner.runner),
                id: id.clone(),
                time: examiner.terms.stop(),
                story: Arc::clone(&story),
            })
        })
        .collect();
    let terms = referee::GameTerms { rules, penguins, policy: Policy::Forfeit };
    // After the first fault the rest would only be more of the same.
    let faultless = || story.lock().unwrap_or_else(PoisonError::into_inner).wrong.is_none();
    match referee::play(&board, &terms, &mut copies, &mut |_| faultless()) {
        Ok(_) | Err(GameError::Interrupted) => {}
        Err(GameError::Ask { source, .. }) => return Err(source.into()),
        // The board was made for other rules.
        Err(_) => return Ok(None),
    }
    let mut story = story.lock().unwrap_or_else(PoisonError::into_inner);
    for (took, ended) in story.calls.drain(..) {
        examiner.note(&case.name, took, &ended);
    }
    let mut remarks = Remarks::default();
    let shown = story.wrong.take().map(|(words, shown)| {
        remarks.must(words);
        shown
    });
    Ok(Some((remarks, shown)))
}
