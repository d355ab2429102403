//! What the right answer to a call is, by the rules and not by any program.

use floe_rules::board_file::{self, BoardErrorKind};
use floe_rules::contest::{CallError, Calling, ContestCall, NoTurnReason, PendingTurn, RightAnswer};
use floe_rules::penguins::{Id, InvalidSetup, Position, RuleSet, Seat, Setup};

/// The right answer to a call.
#[derive(Debug)]
pub(super) enum Truth {
    /// A turn can be made, and must be.
    Turn(Box<State>),
    /// No turn is possible, for this reason.
    NoTurn(NoTurnReason),
    /// The file is wrong.
    Wrong(Wrong),
}

/// A state in which a player has a turn.
#[derive(Debug)]
pub(super) struct State {
    pub(super) setup: Setup,
    pub(super) position: Position,
    pub(super) seat: Seat,
    pub(super) players: u8,
}

/// What is wrong with a file.
#[derive(Debug)]
pub(super) struct Wrong {
    /// The first fault in words, with its place where it has one.
    pub(super) first: String,
    /// The lines of all faults.
    pub(super) lines: Vec<usize>,
}

/// Works out what a program with an id should answer.
pub(super) fn of(text: &[u8], calling: Calling, rules: &RuleSet, id: &Id) -> Truth {
    let setup = match board_file::read(text) {
        Ok(setup) => setup,
        Err(faults) => {
            // A row that is missing may be told by the header that promises it, or by the line where it should be.
            let lines = faults.listed().iter().flat_map(|fault| match fault.kind {
                BoardErrorKind::RowsMissing { .. } => vec![fault.place.line, fault.place.line + 1, 1],
                _ => vec![fault.place.line],
            });
            let lines = lines.collect();
            let first = faults.listed().first().map_or_else(String::new, |fault| {
                format!("line {}, column {}: {}", fault.place.line, fault.place.column, fault.kind)
            });
            return Truth::Wrong(Wrong { first, lines });
        }
    };
    let call = ContestCall { calling: Some(calling), rules: *rules, id: id.clone(), players: None };
    match call.right_answer(&setup) {
        Ok(RightAnswer::Turn(pending)) => {
            let PendingTurn { position, seat, players, .. } = *pending;
            Truth::Turn(Box::new(State { setup, position, seat, players }))
        }
        Ok(RightAnswer::NoTurn(why)) => Truth::NoTurn(why),
        Err(error) => {
            let first = match &error {
                CallError::Setup(InvalidSetup(faults)) => {
                    faults.first().map_or_else(String::new, ToString::to_string)
                }
                _ => error.to_string(),
            };
            Truth::Wrong(Wrong { first, lines: Vec::new() })
        }
    }
}
