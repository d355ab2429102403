//! Plays practice games with the real referee: the program against players that make random turns, or against copies of
//! itself.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use floe_rules::board_file;
use floe_rules::generate::{Recipe, Shape, generate};
use floe_rules::penguins::{Id, Setup};
use floe_rules::random::Random;

use super::case::{CheckCase, GameCase, INPUT};
use super::cause::{CauseKey, NEEDS_FILES};
use super::examiner::{Examiner, Problems};
use super::excerpt::call_excerpt;
use super::runner::{CallOutcome, FolderItem, ProgramRunner, TestCall};
use super::{CallExcerpt, CheckError};
use crate::bot::{self, StateLifetime};
use crate::fault::Fault;
use crate::quote::Quote;
use crate::referee::{self, GameError, Player, Policy, Reply, TurnOutput, TurnRequest, Verdict, judge};

/// The ids of the players that make random turns.
const OPPONENTS: [&[u8]; 9] = [b"Bea", b"Cid", b"Dan", b"Eva", b"Finn", b"Gus", b"Hal", b"Ivy", b"Jon"];

/// The result of a practice game.
#[derive(Debug)]
pub(super) struct PracticeGame {
    pub(super) problems: Problems,
    /// Whether the program forfeited.
    pub(super) lost: bool,
    /// The call of the first problem.
    pub(super) call: Option<CallExcerpt>,
}

/// What the program did in a game.
#[derive(Debug, Default)]
struct GameLog {
    outcomes: Vec<CallOutcome>,
    /// The number of turns so far.
    turns: usize,
    /// All faults, with how they came about.
    faults: Vec<(Fault, Quote, String)>,
    /// The call of the first fault.
    call: Option<CallExcerpt>,
}

/// The program as a player.
struct ProgramPlayer {
    runner: Arc<dyn ProgramRunner>,
    id: Id,
    time: Duration,
    log: Arc<Mutex<GameLog>>,
}

impl Player for ProgramPlayer {
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
            cpu: outcome.cpu,
            replayed: outcome.replayed.clone(),
            board: outcome.file(INPUT).clone(),
            stdout: outcome.stdout.clone(),
            stderr: outcome.stderr.clone(),
            limits: outcome.limits.clone(),
            max_output,
        }));
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        match judge(call, &reply) {
            Ok(Verdict::Turn { .. }) => log.turns += 1,
            Ok(Verdict::NoTurn) => {}
            Err(fault) => {
                let quote = reply.quote();
                let words = format!("as {}, in its turn {}: {fault}{quote}", call.seat, log.turns + 1);
                log.faults.push((fault, quote, words));
                log.call.get_or_insert_with(|| call_excerpt(&test_call, &outcome));
            }
        }
        log.outcomes.push(outcome);
        Ok(reply)
    }
}

/// A player that makes random turns.
struct RandomPlayer {
    id: Id,
    random: Random,
}

impl Player for RandomPlayer {
    fn id(&self) -> Option<&Id> {
        Some(&self.id)
    }

    fn is_asked_when_blocked(&self) -> bool {
        false
    }

    fn answer(&mut self, call: &TurnRequest<'_>) -> io::Result<Reply> {
        let turns = call.position.turns();
        let turn = (!turns.is_empty()).then(|| turns[self.random.index(turns.len())]);
        Ok(Reply::Turn { turn, took: Duration::ZERO, cpu: Duration::ZERO })
    }
}

/// Plays a practice game. Returns `None` if the rules do not allow such a game.
///
/// If the program leaves files behind and fails, the game is played again in one folder that lasts: a program that
/// succeeds then needs its files, which is the cause of all that failed before.
pub(super) fn play(
    examiner: &mut Examiner,
    case: &CheckCase,
    game: &GameCase,
    id: &Id,
) -> Result<Option<PracticeGame>, CheckError> {
    let GameCase { rows, cols, players, penguins, holes, seed, .. } = *game;
    let rules = examiner.settings.rules;
    let recipe =
        Recipe { players, penguins, holes, seed, shape: Shape::Full, ..Recipe::plain(rules, rows, cols) };
    let Ok(board) = generate(&recipe) else {
        return Ok(None);
    };
    let state = examiner.settings.state;
    let Some((mut log, lost)) = play_on(&board, examiner, case, game, id, state)? else {
        return Ok(None);
    };
    let mut problems = Problems::default();
    if log.faults.is_empty() {
        return Ok(Some(PracticeGame { problems, lost, call: None }));
    }
    let left: Vec<String> = log.outcomes.iter().flat_map(|outcome| outcome.others.clone()).take(1).collect();
    if let Some(name) = left.first()
        && game.seat.is_some()
        && state == StateLifetime::Call
        && let Some((again, _)) = play_on(&board, examiner, case, game, id, StateLifetime::Game)?
        && again.faults.is_empty()
    {
        let words = format!(
            "needs the files of its earlier calls ({name}): it plays without a fault where they last, but each call \
             starts in an empty folder. Without them: {}",
            log.faults[0].2
        );
        problems.add_must(CauseKey::named(NEEDS_FILES), words);
        examiner.explain_by_files(log.faults.iter().map(|(fault, quote, _)| CauseKey::of(fault, quote)));
        return Ok(Some(PracticeGame { problems, lost, call: log.call.take() }));
    }
    for (fault, quote, words) in &log.faults {
        problems.add_once(CauseKey::of(fault, quote), words);
    }
    Ok(Some(PracticeGame { problems, lost, call: log.call.take() }))
}

/// Plays on a board, and returns what the program did and whether it forfeited.
fn play_on(
    board: &Setup,
    examiner: &mut Examiner,
    case: &CheckCase,
    game: &GameCase,
    id: &Id,
    state: StateLifetime,
) -> Result<Option<(GameLog, bool)>, CheckError> {
    let log = Arc::new(Mutex::new(GameLog::default()));
    let mut players: Vec<Box<dyn Player>> = Vec::new();
    for number in 1..=game.players {
        players.push(if game.seat.is_none_or(|seat| seat == number) {
            // Copies of the program do not share their files.
            let lasting = if state == StateLifetime::Game { examiner.runner.lasting()? } else { None };
            Box::new(ProgramPlayer {
                runner: lasting.unwrap_or_else(|| Arc::clone(&examiner.runner)),
                id: id.clone(),
                time: examiner.settings.time,
                log: Arc::clone(&log),
            })
        } else {
            let names = OPPONENTS.iter().filter(|name| !name.eq_ignore_ascii_case(id.as_bytes()));
            let name = names.copied().nth(usize::from(number) - 1).unwrap_or(b"Ann");
            let id = Id::new(name).map_err(io::Error::other)?;
            Box::new(RandomPlayer { id, random: Random::new(game.seed << 8 | u64::from(number)) })
        });
    }
    let (rules, penguins) = (examiner.settings.rules, game.penguins);
    let terms = referee::GameTerms { rules, penguins, policy: Policy::default() };
    let played = match referee::play(board, &terms, &mut players, &mut |_| true) {
        Ok(played) => played,
        Err(GameError::Ask { source, .. }) => return Err(source.into()),
        // The rules do not allow this board.
        Err(_) => return Ok(None),
    };
    drop(players);
    let log = std::mem::take(&mut *log.lock().unwrap_or_else(PoisonError::into_inner));
    for outcome in &log.outcomes {
        examiner.record_call(&case.name, outcome.took, &outcome.ended);
        examiner.observe(&case.name, outcome);
    }
    let own = |index: usize| game.seat.is_none_or(|seat| usize::from(seat) == index + 1);
    let lost = played.results.iter().enumerate().any(|(index, result)| own(index) && result.out.is_some());
    Ok(Some((log, lost)))
}
