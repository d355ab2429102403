//! The right answer to a call, computed from the rules.

use floe_rules::board_file::{self, BoardErrorKind};
use floe_rules::contest::{CallError, Calling, ContestAnswer, ContestCall, NoTurnReason, PendingTurn};
use floe_rules::penguins::{Id, InvalidSetup, Position, RuleSet, Seat, Setup};

/// The right answer to a call.
#[derive(Debug)]
pub(super) enum ExpectedReply {
    /// A turn can be made, and must be.
    Turn(Box<ExpectedTurn>),
    /// No turn is possible, for this reason.
    NoTurn(NoTurnReason),
    /// The file is invalid.
    BadFile(BadFile),
}

/// A position in which the program has a turn.
#[derive(Debug)]
pub(super) struct ExpectedTurn {
    pub(super) setup: Setup,
    pub(super) position: Position,
    pub(super) seat: Seat,
}

/// Why a file is invalid.
#[derive(Debug)]
pub(super) struct BadFile {
    /// The first fault, with its line and column if it has them.
    pub(super) first: String,
    /// The lines of all faults.
    pub(super) lines: Vec<usize>,
}

/// Returns the right answer of a program with this id.
pub(super) fn of(text: &[u8], calling: Calling, rules: &RuleSet, id: &Id) -> ExpectedReply {
    let setup = match board_file::read(text) {
        Ok(setup) => setup,
        Err(faults) => {
            // A missing row may be reported in the line where it should be, or in the header that counts it.
            let lines = faults.listed().iter().flat_map(|fault| match fault.kind {
                BoardErrorKind::RowsMissing { .. } => vec![fault.place.line, fault.place.line + 1, 1],
                _ => vec![fault.place.line],
            });
            let lines = lines.collect();
            let first = faults.listed().first().map_or_else(String::new, |fault| {
                format!("line {}, column {}: {}", fault.place.line, fault.place.column, fault.kind)
            });
            return ExpectedReply::BadFile(BadFile { first, lines });
        }
    };
    let call = ContestCall { calling: Some(calling), rules: *rules, id: id.clone(), players: None };
    match call.expected_answer(&setup) {
        Ok(ContestAnswer::Turn(pending)) => {
            let PendingTurn { position, seat, .. } = *pending;
            ExpectedReply::Turn(Box::new(ExpectedTurn { setup, position, seat }))
        }
        Ok(ContestAnswer::NoTurn(why)) => ExpectedReply::NoTurn(why),
        Err(error) => {
            let first = match &error {
                CallError::Setup(InvalidSetup(faults)) => {
                    faults.first().map_or_else(String::new, ToString::to_string)
                }
                _ => error.to_string(),
            };
            ExpectedReply::BadFile(BadFile { first, lines: Vec::new() })
        }
    }
}
