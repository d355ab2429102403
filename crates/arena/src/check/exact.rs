//! Details of a file that the referee ignores, but that the task asks for.

use floe_rules::board_file;
use floe_rules::penguins::{Id, Move, PlayerRow, Setup};

use super::examiner::Problems;
use super::expected::ExpectedTurn;

/// Compares the file of a legal turn with the expected one, including details that the referee ignores.
pub(super) fn compare_exactly(
    problems: &mut Problems,
    state: &ExpectedTurn,
    turn: Move,
    id: &Id,
    written: &[u8],
) {
    let mut position = state.position.clone();
    let _ = position.play_unchecked(turn);
    let mut wanted = state.setup.clone();
    wanted.follow(&position, &turn.cells().collect::<Vec<_>>(), state.seat, id);
    let Ok(found) = board_file::read(written) else {
        return;
    };
    let mut cells = position.grid().iter().zip(wanted.tiles()).zip(found.tiles());
    if let Some(((cell, right), is)) = cells.find(|((_, right), is)| right != is) {
        let at = position.grid().coord(cell);
        problems.add_forgiven(
            "unexact-field",
            format!("the field at {at} should be '{right}' after this turn, but is '{is}'"),
        );
    }
    compare_rows_exactly(problems, state, &wanted, &found);
}

fn compare_rows_exactly(problems: &mut Problems, state: &ExpectedTurn, wanted: &Setup, found: &Setup) {
    let seats = |setup: &Setup| setup.players.iter().map(|row| row.seat).collect::<Vec<_>>();
    if seats(wanted) != seats(found) {
        problems.add_forgiven("rows-reordered", "the player rows are in a different order");
    }
    let words = |row: &PlayerRow| {
        format!("{} {} {}{}", row.id, row.seat.number(), "0".repeat(row.score_zeros), row.score)
    };
    for row in &wanted.players {
        let now = found.player_at(row.seat).filter(|now| *now != row && row.seat != state.seat);
        if let Some(now) = now {
            problems.add_forgiven(
                "unexact-row",
                format!("the row of another player changed from '{}' to '{}'", words(row), words(now)),
            );
        }
    }
}

/// Returns what is unusual about the whitespace and line endings of a file.
pub(super) fn formatting_problem(written: &[u8]) -> Option<&'static str> {
    let found = board_file::read(written).ok()?;
    if written == board_file::write(&found) {
        return None;
    }
    let has = |pair: &[u8]| written.windows(2).any(|window| window == pair);
    Some(if written.starts_with(b"\xef\xbb\xbf") {
        "the file starts with a byte-order mark"
    } else if written.contains(&b'\r') {
        "lines end with CR LF"
    } else if !written.ends_with(b"\n") {
        "the last line does not end with LF"
    } else if has(b" \n") || has(b"\t\n") {
        "lines have trailing whitespace"
    } else if has(b"\n\n") {
        "there are blank lines"
    } else {
        "the whitespace is unusual"
    })
}
