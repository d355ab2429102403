//! One turn of the contest program, from the text it reads to the text it writes, without file access.

use std::num::NonZeroUsize;
use std::time::Duration;

use floe_engine::{Level, Limits, MonotonicClock, PenguinsEngine, Search, SearchContext};
use floe_rules::board_file::{self, Severity, Spot};
use floe_rules::contest::{CallError, ContestAnswer, ContestCall, Exit, PendingTurn, Role};
use floe_rules::guard::{Finding, Journal, Subject, examine};
use floe_rules::penguins::{InvalidSetup, Move, Seat, Setup};

use crate::messages::{about, fish_warning, setup_fault};

/// What the guard does when it finds cheating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuardMode {
    /// The guard is off.
    Off,
    /// The guard warns, and the program plays on.
    Warn,
    /// The program refuses to play.
    Strict,
}

/// How to play a turn.
#[derive(Clone, Debug)]
pub struct TurnSettings {
    /// What the referee asks for.
    pub call: ContestCall,
    /// What the guard does.
    pub guard: GuardMode,
    /// The number of nodes to search, instead of a time limit.
    pub nodes: Option<u64>,
    /// The playing level.
    pub level: Level,
    /// The number of search threads.
    pub threads: NonZeroUsize,
    /// The seed for choosing between equal turns and for the mistakes of low levels.
    pub seed: u64,
}

/// The input of a turn: the board file and the journal.
#[derive(Clone, Copy, Debug)]
pub struct TurnInput<'a> {
    /// The name of the board file, for messages.
    pub name: &'a str,
    /// The text of the board file.
    pub text: &'a [u8],
    /// The journal of the last call.
    pub journal: Option<&'a Journal>,
}

/// The result of [`play`].
#[derive(Debug)]
pub struct TurnResult {
    /// The exit code; [`Exit::Failed`] when a turn is possible, but none was chosen.
    pub exit: Exit,
    /// The text of the new state, if a turn was made.
    pub text: Option<Vec<u8>>,
    /// The journal for the next call, if the state is valid.
    pub journal: Option<Journal>,
    /// The messages for standard error.
    pub messages: String,
}

/// Makes one turn, if one is possible. `choose` picks it, or returns `None` to give up.
pub fn play(
    settings: &TurnSettings,
    input: &TurnInput<'_>,
    choose: impl FnOnce(&Setup, &PendingTurn) -> Option<Move>,
) -> TurnResult {
    let mut messages = String::new();
    let (exit, text, journal) = TurnRun { settings, input, messages: &mut messages }.play(choose);
    TurnResult { exit, text, journal, messages }
}

/// Lets the engine choose a turn within `time`, or within the node limit of the settings. A forced turn needs no engine.
pub fn by_engine(settings: &TurnSettings, time: Duration, pending: &PendingTurn) -> Option<Move> {
    if pending.position.count_turns() == 1 {
        return pending.position.turns().first().copied();
    }
    let limits = Limits {
        level: settings.level,
        threads: settings.threads,
        seed: settings.seed,
        early_stop: true,
        ..Limits::for_nodes_or_time(settings.nodes, time)
    };
    let choice = PenguinsEngine::default()
        .search(&pending.position, SearchContext::new(&limits, &MonotonicClock::start()));
    choice.map(|choice| choice.turn)
}

struct TurnRun<'a> {
    settings: &'a TurnSettings,
    input: &'a TurnInput<'a>,
    messages: &'a mut String,
}

impl TurnRun<'_> {
    fn play(
        mut self,
        choose: impl FnOnce(&Setup, &PendingTurn) -> Option<Move>,
    ) -> (Exit, Option<Vec<u8>>, Option<Journal>) {
        let &TurnInput { name, text, .. } = self.input;
        let mut setup = match board_file::read(text) {
            Ok(setup) => setup,
            Err(errors) => {
                self.messages.push_str(&errors.report(name, text));
                return (Exit::BadState, None, None);
            }
        };
        self.warn_of_oddities(&setup);

        let call = &self.settings.call;
        let role = call.role(&setup);
        if !self.guard(&setup, &role) {
            return (Exit::BadState, None, None);
        }
        let answer = match call.expected_answer(&setup) {
            Ok(answer) => answer,
            Err(error) => {
                self.refuse(&setup, &error);
                return (error.exit(), None, None);
            }
        };
        let exit = answer.exit();
        let (calling, rules, id, read) = (role.calling, call.rules, call.id.clone(), setup.clone());
        let mut journal = Journal { rules, calling, id, read, turn: None };
        let ContestAnswer::Turn(mut pending) = answer else {
            return (exit, None, Some(journal));
        };
        let Some(turn) = choose(&setup, &pending) else {
            return (Exit::Failed, None, None);
        };
        let _ = pending.position.play_unchecked(turn);
        setup.follow(&pending.position, &turn.cells().collect::<Vec<_>>(), pending.seat, &call.id);
        journal.turn = Some(turn);
        (exit, Some(board_file::write(&setup)), Some(journal))
    }

    /// Reports why the state cannot be played.
    fn refuse(&mut self, setup: &Setup, error: &CallError) {
        let &TurnInput { name, text, .. } = self.input;
        if let CallError::Setup(InvalidSetup(faults)) = error {
            for fault in faults {
                self.messages.push_str(&setup_fault(name, text, setup, fault));
            }
        } else {
            let last = setup.players.len().saturating_sub(1);
            let message = format!("'{}' cannot join: {error}", self.settings.call.id);
            self.say(Spot::PlayerRow(last), Severity::Error, &message);
        }
    }

    fn say(&mut self, spot: Spot, severity: Severity, message: &str) {
        self.messages.push_str(&about(self.input.name, self.input.text, spot, severity, message));
    }

    fn warn_of_oddities(&mut self, setup: &Setup) {
        let mut oddities = setup.oddities(&self.settings.call.rules);
        let Some(first) = oddities.next() else {
            return;
        };
        let more = match oddities.count() {
            0 => String::new(),
            more => format!(" (and {more} more such fields)"),
        };
        let message = fish_warning(setup, first) + &more;
        self.say(Spot::Field(setup.coord(first)), Severity::Warning, &message);
    }

    /// Runs the guard on the state. Returns false if the state must not be played.
    fn guard(&mut self, setup: &Setup, role: &Role) -> bool {
        if self.settings.guard == GuardMode::Off {
            return true;
        }
        let mut findings = examine(setup, &self.settings.call.rules, role.calling);
        // A program that joins starts a new game, which the journal does not cover.
        if let Some(journal) = self.input.journal.filter(|_| !role.joins()) {
            findings.extend(journal.check(setup));
        }
        let strict = self.settings.guard == GuardMode::Strict;
        for finding in &findings {
            let severity =
                if strict && finding.is_accusation() { Severity::Error } else { Severity::Warning };
            self.say(finding_spot(setup, finding), severity, &finding.to_string());
        }
        !(strict && findings.iter().any(Finding::is_accusation))
    }
}

fn row_of(setup: &Setup, seat: Seat) -> Spot {
    let row = setup.players.iter().position(|player| player.seat == seat);
    row.map_or(Spot::Header, Spot::PlayerRow)
}

fn finding_spot(setup: &Setup, finding: &Finding) -> Spot {
    match finding.subject() {
        Subject::Field(at) => Spot::Field(at),
        Subject::Player(seat) => row_of(setup, seat),
        Subject::Board => Spot::Header,
    }
}
