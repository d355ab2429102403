//! One turn of the contest program, from the text it reads to the text it writes. No files.

use std::num::NonZeroUsize;
use std::time::Duration;

use floe_engine::{Level, Limits, MonotonicClock, Search, SearchContext, Strategist};
use floe_rules::board_file::{self, Severity, Spot};
use floe_rules::guard::{Calling, Finding, Journal, Subject, examine};
use floe_rules::penguins::{Id, InvalidSetup, Move, Phase, Position, RuleSet, Seat, Setup, Stage};

use crate::messages::{about, oddity, setup_fault};

/// What the guard does about cheating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuardMode {
    /// Looks away.
    Off,
    /// Says so and plays on.
    Warn,
    /// Refuses to play.
    Strict,
}

/// How to play a turn.
#[derive(Clone, Debug)]
pub struct Order {
    /// What the referee asks for; nothing when the number of penguins follows from the players.
    pub calling: Option<Calling>,
    /// The rules of the game.
    pub rules: RuleSet,
    /// The id to play under.
    pub id: Id,
    /// How many will play, if known.
    pub players: Option<u8>,
    /// What the guard does.
    pub guard: GuardMode,
    /// How many nodes to search.
    pub nodes: Option<u64>,
    /// How well to play.
    pub level: Level,
    /// How many threads to use.
    pub threads: NonZeroUsize,
    /// Picks between equal turns.
    pub seed: u64,
}

/// A state on which a turn is to be made.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// The name of the file, for messages.
    pub name: &'a str,
    /// What it holds.
    pub text: &'a [u8],
    /// What was noted at the last call.
    pub journal: Option<&'a Journal>,
}

/// How a turn went.
#[derive(Debug)]
pub struct Answer {
    /// What happened.
    pub outcome: Outcome,
    /// What there is to say about it, ready to be printed.
    pub messages: String,
}

/// What happened.
#[derive(Debug)]
pub enum Outcome {
    /// A turn was made: the text of the new state, and what to note.
    Turn {
        /// The new state.
        text: Vec<u8>,
        /// What to note for the next call.
        journal: Journal,
    },
    /// No turn is possible.
    NoTurn {
        /// What to note for the next call.
        journal: Journal,
    },
    /// A turn is possible, but none was chosen.
    Undecided,
    /// The state is wrong.
    BadState,
}

/// A state in which somebody must choose a turn.
#[derive(Debug)]
pub struct Decision<'a> {
    /// The state as the file tells it.
    pub setup: &'a Setup,
    /// Where in the game it is.
    pub stage: &'a Stage,
    /// The same as a position, with whoever is asked to move.
    pub position: &'a Position,
    /// Who is asked.
    pub seat: Seat,
}

/// Makes one turn that `choose` chooses where one is possible; nothing when it does not want to.
pub fn play(order: &Order, given: &Given<'_>, choose: impl FnOnce(&Decision<'_>) -> Option<Move>) -> Answer {
    let mut messages = String::new();
    let outcome = Turn { order, given, messages: &mut messages }.play(choose);
    Answer { outcome, messages }
}

/// Lets the engine choose within an amount of time, unless the order limits its nodes.
pub fn by_engine(order: &Order, time: Duration, decision: &Decision<'_>) -> Option<Move> {
    let limits = Limits {
        level: order.level,
        threads: order.threads,
        seed: order.seed,
        ..Limits::for_nodes_or_time(order.nodes, time)
    };
    let choice = Strategist::default()
        .search(decision.position, SearchContext::new(&limits, &MonotonicClock::start()));
    choice.map(|choice| choice.turn)
}

struct Turn<'a> {
    order: &'a Order,
    given: &'a Given<'a>,
    messages: &'a mut String,
}

impl Turn<'_> {
    fn play(mut self, choose: impl FnOnce(&Decision<'_>) -> Option<Move>) -> Outcome {
        let &Given { name, text, .. } = self.given;
        let mut setup = match board_file::read(text) {
            Ok(setup) => setup,
            Err(faults) => {
                self.messages.push_str(&faults.report(name, text));
                return Outcome::BadState;
            }
        };
        self.warn_of_oddities(&setup);

        let own_row = setup.player_named(&self.order.id).map(|player| player.seat);
        let joins = own_row.is_none() && self.order.calling != Some(Calling::Movement);
        let rows = setup.players.len() + usize::from(joins);
        let players = rows.max(usize::from(self.order.players.unwrap_or(2)));
        let players = u8::try_from(players).unwrap_or(u8::MAX);
        let calling = self.order.calling.unwrap_or_else(|| {
            // With more players than the rules know, the game is refused below.
            Calling::Placement { penguins: self.order.rules.penguins_each(players).unwrap_or(1) }
        });
        if !self.guard(&setup, calling, own_row) {
            return Outcome::BadState;
        }
        let seat = match own_row {
            Some(seat) => Some(seat),
            None if joins => match self.join(&setup) {
                Some(seat) => Some(seat),
                None => return Outcome::BadState,
            },
            None => None,
        };
        let stage = match calling {
            Calling::Movement => Stage::Movement,
            Calling::Placement { penguins } => Stage::Placement { penguins, seats: setup.seats_for(players) },
        };
        let Some(mut position) = self.position(&setup, &stage) else {
            return Outcome::BadState;
        };
        let mut journal = Journal {
            rules: self.order.rules,
            calling,
            id: self.order.id.clone(),
            read: setup.clone(),
            turn: None,
        };
        let Some(seat) = seat.filter(|&seat| can_act(&mut position, seat, &stage)) else {
            return Outcome::NoTurn { journal };
        };
        let decision = Decision { setup: &setup, stage: &stage, position: &position, seat };
        let Some(turn) = choose(&decision) else {
            return Outcome::Undecided;
        };
        let _ = position.play_unchecked(turn);
        setup.follow(&position, &turn.cells().collect::<Vec<_>>(), seat, &self.order.id);
        journal.turn = Some(turn);
        Outcome::Turn { text: board_file::write(&setup), journal }
    }

    /// Takes the state as a position, or says why it is none.
    fn position(&mut self, setup: &Setup, stage: &Stage) -> Option<Position> {
        let &Given { name, text, .. } = self.given;
        match Position::new(setup, &self.order.rules, stage) {
            Ok(position) => Some(position),
            Err(InvalidSetup(faults)) => {
                for fault in &faults {
                    self.messages.push_str(&setup_fault(name, text, setup, fault));
                }
                None
            }
        }
    }

    /// Returns the seat of a player that joins, or says why there is none.
    fn join(&mut self, setup: &Setup) -> Option<Seat> {
        let most = self.order.rules.most_players;
        let free = setup.next_seat().filter(|_| setup.players.len() < usize::from(most));
        if free.is_none() {
            let last = setup.players.len().saturating_sub(1);
            let message = format!("'{}' cannot join: {most} players play already", self.order.id);
            self.say(Spot::PlayerRow(last), Severity::Error, &message);
        }
        free
    }

    fn say(&mut self, spot: Spot, severity: Severity, message: &str) {
        self.messages.push_str(&about(self.given.name, self.given.text, spot, severity, message));
    }

    fn warn_of_oddities(&mut self, setup: &Setup) {
        let mut oddities = setup.oddities(&self.order.rules);
        let Some(first) = oddities.next() else {
            return;
        };
        let more = match oddities.count() {
            0 => String::new(),
            more => format!(" (and {more} more such fields)"),
        };
        let message = oddity(setup, first) + &more;
        self.say(Spot::Field(setup.coord(first)), Severity::Warning, &message);
    }

    /// Lets the guard look at the state; false when it must not be played.
    fn guard(&mut self, setup: &Setup, calling: Calling, own_row: Option<Seat>) -> bool {
        if self.order.guard == GuardMode::Off {
            return true;
        }
        let mut findings = examine(setup, &self.order.rules, calling);
        let new_game = own_row.is_none() && matches!(calling, Calling::Placement { .. });
        if let Some(journal) = self.given.journal.filter(|_| !new_game) {
            findings.extend(journal.check(setup));
        }
        let strict = self.order.guard == GuardMode::Strict;
        for finding in &findings {
            let severity =
                if strict && finding.is_accusation() { Severity::Error } else { Severity::Warning };
            self.say(finding_spot(setup, finding), severity, &finding.to_string());
        }
        !(strict && findings.iter().any(Finding::is_accusation))
    }
}

/// Gives the turn to a player; false when it cannot act at this stage of the game.
fn can_act(position: &mut Position, seat: Seat, stage: &Stage) -> bool {
    let wanted = match stage {
        Stage::Placement { .. } => Phase::Placement,
        Stage::Movement => Phase::Movement,
    };
    position.set_turn(seat);
    position.to_move() == Some(seat) && position.phase() == wanted
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
