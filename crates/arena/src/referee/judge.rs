//! Judges a reply: finds the legal turn that it represents, or the fault.
//!
//! What a program wrote is compared with the true state, and never replaces it.

use floe_rules::board_file;
use floe_rules::contest::{Calling, Exit, NoTurnReason};
use floe_rules::grid::{Cell, Coord};
use floe_rules::penguins::{Fish, Id, Move, PlayerRow, Position, Seat, Setup, Tile};

use super::player::{Reply, TurnOutput, TurnRequest};
use crate::fault::{ExpectedExit, Fault, MissedTurn, RowFault};
use crate::sandbox::FoundFile;

/// The verdict on a reply without a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A legal turn.
    Turn {
        /// The turn.
        turn: Move,
        /// The id under which the player joined with it.
        joined: Option<Id>,
    },
    /// The player correctly reports that it has no turn.
    NoTurn,
}

/// Judges a reply to a request.
pub fn judge(request: &TurnRequest<'_>, reply: &Reply) -> Result<Verdict, Fault> {
    match reply {
        Reply::Turn { turn, .. } => judge_turn(request, *turn),
        Reply::Ran(output) => judge_run(request, output),
    }
}

/// Returns whether the player has a legal turn.
pub(super) fn can_act(request: &TurnRequest<'_>) -> bool {
    request.calling.has_turn(request.position, request.seat)
}

/// Returns a turn that the player could make, for a message.
fn missed(position: &Position) -> Option<MissedTurn> {
    let mut first: Option<Move> = None;
    position.each_turn(|turn| first = Some(first.map_or(turn, |first| first.min(turn))));
    first.map(|turn| MissedTurn::new(turn, |cell| position.grid().coord(cell)))
}

/// Returns the exit code that is right, with its reason.
fn expected_exit(request: &TurnRequest<'_>) -> ExpectedExit {
    match missed(request.position).filter(|_| can_act(request)) {
        Some(turn) => ExpectedExit::Turn(turn),
        None => ExpectedExit::NoTurn(no_turn_reason(request)),
    }
}

/// Returns why a player has no turn.
fn no_turn_reason(request: &TurnRequest<'_>) -> NoTurnReason {
    let seat = Some(request.seat);
    let placed = request.shown.tiles().iter().filter(|tile| tile.seat() == seat).count();
    match request.calling {
        Calling::Placement { penguins } if placed as u64 >= u64::from(penguins) => NoTurnReason::AllPlaced,
        Calling::Placement { .. } => NoTurnReason::NoFloe,
        Calling::Movement if request.shown.player_at(request.seat).is_none() => NoTurnReason::NoRow,
        Calling::Movement => NoTurnReason::Blocked,
    }
}

fn judge_turn(request: &TurnRequest<'_>, turn: Option<Move>) -> Result<Verdict, Fault> {
    match (turn, expected_exit(request)) {
        (None, ExpectedExit::NoTurn(_)) => Ok(Verdict::NoTurn),
        (None, ExpectedExit::Turn(missed)) => Err(Fault::GaveUp(missed)),
        (Some(_), ExpectedExit::NoTurn(why)) => Err(Fault::NoTurnToMake(why)),
        (Some(turn), ExpectedExit::Turn(_)) => {
            check_legal(request.position, turn)?;
            Ok(Verdict::Turn { turn, joined: None })
        }
    }
}

fn check_legal(position: &Position, turn: Move) -> Result<(), Fault> {
    match position.why_illegal(turn) {
        None => Ok(()),
        Some(why) => {
            let turn = turn.notation(&position.grid()).to_string();
            Err(Fault::Illegal { turn, why })
        }
    }
}

fn judge_run(request: &TurnRequest<'_>, output: &TurnOutput) -> Result<Verdict, Fault> {
    let exit = Fault::exit_code(&output.ended, &output.limits, || Some(expected_exit(request)))?;
    let after = read_board(output)?;
    let expected = expected_exit(request);
    // Whitespace and the order of the rows do not matter.
    let changed = !is_same(request.shown, &after);
    if exit != Exit::Done && changed {
        return Err(Fault::ChangedAnyway { exit, expected });
    }
    match (exit, expected) {
        (Exit::Failed, expected) => Err(Fault::InternalError(expected)),
        (Exit::BadState, expected) => Err(Fault::RefusedGoodFile(expected)),
        (Exit::NoTurn, ExpectedExit::NoTurn(_)) => Ok(Verdict::NoTurn),
        (Exit::NoTurn, ExpectedExit::Turn(missed)) => Err(Fault::GaveUp(missed)),
        (Exit::Done, ExpectedExit::NoTurn(why)) => Err(Fault::NoTurnToMake(why)),
        (Exit::Done, ExpectedExit::Turn(missed)) if !changed => Err(Fault::NothingChanged(missed)),
        (Exit::Done, ExpectedExit::Turn(_)) => explain(request, &after),
    }
}

/// Reads the board that a program wrote.
fn read_board(output: &TurnOutput) -> Result<Setup, Fault> {
    let bytes = match &output.board {
        FoundFile::Bytes(bytes) => bytes,
        FoundFile::Missing => return Err(Fault::OutputGone),
        FoundFile::NotAFile(what) => return Err(Fault::OutputNotAFile(*what)),
        FoundFile::TooLarge => return Err(Fault::OutputTooLarge(output.max_output)),
        FoundFile::Unreadable(why) => return Err(Fault::OutputClosed(why.clone())),
    };
    board_file::read(bytes).map_err(|faults| match faults.listed().first() {
        Some(fault) => Fault::OutputBroken {
            line: fault.place.line,
            column: fault.place.column,
            kind: fault.kind.clone(),
        },
        None => Fault::OutputClosed("the reason is unknown".to_owned()),
    })
}

fn is_same(before: &Setup, after: &Setup) -> bool {
    let size = |setup: &Setup| (setup.rows(), setup.cols(), setup.players.len());
    let same_row = |row: &PlayerRow| {
        after.player_at(row.seat).is_some_and(|other| other.id == row.id && other.score == row.score)
    };
    size(before) == size(after) && before.tiles() == after.tiles() && before.players.iter().all(same_row)
}

/// Finds the legal turn that leads from the state that the program saw to the one that it wrote.
fn explain(request: &TurnRequest<'_>, after: &Setup) -> Result<Verdict, Fault> {
    check_size(request, after)?;
    let joined = check_rows(request, after)?;
    let turn = find_turn(request, after)?;
    check_legal(request.position, turn)?;
    let Some(own) = after.player_at(request.seat) else {
        return Err(RowFault::NotJoined.into());
    };
    let mut next = request.position.clone();
    let _ = next.play_unchecked(turn);
    let wanted = next.score(request.seat).unwrap_or(0);
    if own.score != wanted {
        return Err(Fault::WrongScore { wanted, found: own.score });
    }
    Ok(Verdict::Turn { turn, joined })
}

fn check_size(request: &TurnRequest<'_>, after: &Setup) -> Result<(), Fault> {
    let was = (request.shown.rows(), request.shown.cols());
    let is = (after.rows(), after.cols());
    if was == is { Ok(()) } else { Err(Fault::OtherSize { was, is }) }
}

/// Compares the rows of the players, and returns the id under which the program joined, if it did.
fn check_rows(request: &TurnRequest<'_>, after: &Setup) -> Result<Option<Id>, Fault> {
    let words = |row: &PlayerRow| format!("{} {} {}", row.id, row.seat.number(), row.score);
    for row in &request.shown.players {
        let Some(now) = after.player_at(row.seat) else {
            return Err(RowFault::Gone { seat: row.seat, id: row.id.clone() }.into());
        };
        let own = row.seat == request.seat;
        if now.id != row.id || (!own && now.score != row.score) {
            return Err(RowFault::Changed { seat: row.seat, was: words(row), is: words(now) }.into());
        }
    }
    let mut added = after.players.iter().filter(|row| request.shown.player_at(row.seat).is_none());
    if request.shown.player_at(request.seat).is_some() {
        return match added.next() {
            Some(row) => Err(RowFault::Added { seat: row.seat, id: row.id.clone() }.into()),
            None => Ok(None),
        };
    }
    let Some(own) = added.clone().find(|row| row.seat == request.seat) else {
        return Err(match added.next() {
            None => RowFault::NotJoined.into(),
            Some(row) => {
                let (found, wanted) = (row.seat.number(), request.seat.number());
                RowFault::JoinedAs { id: row.id.clone(), found, wanted }.into()
            }
        });
    };
    match added.find(|row| row.seat != request.seat) {
        Some(row) => Err(RowFault::Added { seat: row.seat, id: row.id.clone() }.into()),
        None => Ok(Some(own.id.clone())),
    }
}

/// A field that differs.
#[derive(Clone, Copy)]
struct Change {
    cell: Cell,
    was: Tile,
    is: Tile,
}

/// Finds the turn that the changed fields show, whether it is legal or not.
fn find_turn(request: &TurnRequest<'_>, after: &Setup) -> Result<Move, Fault> {
    let grid = request.position.grid();
    let own = Some(request.seat);
    let (mut left, mut entered, mut other) = (Vec::new(), Vec::new(), Vec::new());
    for ((cell, &was), &is) in grid.iter().zip(request.shown.tiles()).zip(after.tiles()) {
        let change = Change { cell, was, is };
        if was == is {
            continue;
        } else if is.seat() == own && was.seat() != own {
            entered.push(change);
        } else if was.seat() == own && is.seat() != own {
            left.push(change);
        } else {
            other.push(change);
        }
    }
    let coord = |change: Change| grid.coord(change.cell);
    let changed = |change: Change| Fault::FieldChanged { at: coord(change), was: change.was, is: change.is };
    if let Some(fault) = other.iter().find_map(|change| foreign_change(request.seat, *change, coord(*change)))
    {
        return Err(fault);
    }
    match (&left[..], &entered[..], &other[..]) {
        ([], [to], []) => {
            check_arrival(request, *to)?;
            Ok(Move::Place(to.cell))
        }
        ([from], [to], []) => {
            let turn = Move::Slide { from: from.cell, to: to.cell };
            check_legal(request.position, turn)?;
            if !from.is.is_water() {
                return Err(changed(*from));
            }
            check_arrival(request, *to)?;
            Ok(turn)
        }
        ([], [one, .., _], []) => Err(Fault::PlacedTwice { count: entered.len(), at: coord(*one) }),
        ([from, also @ ..], [to, also_to @ ..], melted)
            if is_second_move(request.position, *from, also, also_to, melted) =>
        {
            let also = also_to.first().or(also.first()).or(melted.first()).copied().unwrap_or(*to);
            Err(Fault::MovedTwice { from: coord(*from), to: coord(*to), also: coord(also) })
        }
        _ => {
            let own = || left.iter().chain(&entered).min_by_key(|change| change.cell);
            // If no field and no other player's row differs, the program changed its own score.
            let first = other.first().or_else(own);
            first.map_or_else(|| Err(only_score(request, after)), |first| Err(changed(*first)))
        }
    }
}

/// Returns whether the changes besides one slide look like more slides: of other penguins, or of the same one, which
/// stopped on a floe that melted.
fn is_second_move(
    position: &Position,
    from: Change,
    left: &[Change],
    entered: &[Change],
    melted: &[Change],
) -> bool {
    let melts = |change: &Change| change.was.is_free() && change.is.is_water();
    let is_stop =
        |stop: &Change| position.why_illegal(Move::Slide { from: from.cell, to: stop.cell }).is_none();
    left.len() == entered.len()
        && melted.iter().all(melts)
        && (!left.is_empty() || melted.iter().any(is_stop))
}

/// Returns the fault of a file in which only the program's own score changed.
fn only_score(request: &TurnRequest<'_>, after: &Setup) -> Fault {
    let score = |setup: &Setup| setup.player_at(request.seat).map_or(0, |row| row.score);
    Fault::WrongScore { wanted: score(request.shown), found: score(after) }
}

/// Returns the fault, if any, of a change that does not involve the player's own penguins.
fn foreign_change(own: Seat, change: Change, at: Coord) -> Option<Fault> {
    let Change { was, is, .. } = change;
    match was.seat() {
        Some(seat) if seat != own && is.seat() != Some(seat) => Some(Fault::OthersPenguin { at, seat }),
        None if was.is_water() => Some(Fault::FloeRestored { at, is }),
        _ => None,
    }
}

/// Checks the fish under a penguin that was placed or moved.
///
/// Some programs keep the fish in the file and others remove them. Both are accepted, as they are when a file is
/// read, since the referee knows the true number.
fn check_arrival(request: &TurnRequest<'_>, to: Change) -> Result<(), Fault> {
    let fish = to.is.fish();
    if fish == to.was.fish() || fish == Fish::NONE {
        return Ok(());
    }
    let at = request.position.grid().coord(to.cell);
    Err(Fault::FieldChanged { at, was: to.was, is: to.is })
}
