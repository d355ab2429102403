//! Cheats with the rows of players: their scores, ids and numbers, and who has one.

use floe_rules::grid::Cell;
use floe_rules::penguins::{Fish, Id, Move, PlayerRow, Seat, Setup, Tile};

use super::{instead, play_and};
use crate::board_view::BoardView;
use crate::call::{Call, ZooError};

fn others(view: &BoardView, setup: &mut Setup, change: impl FnOnce(&mut PlayerRow)) {
    if let Some(row) = setup.players.iter_mut().find(|player| player.seat != view.seat) {
        change(row);
    }
}

pub(super) fn edits_anothers_score(call: &Call) -> Result<i32, ZooError> {
    play_and(call, |view, setup| others(view, setup, |row| row.score = row.score.saturating_sub(1)))
}

pub(super) fn edits_its_own_score(call: &Call) -> Result<i32, ZooError> {
    play_and(call, |view, setup| view.gain(setup, 10))
}

pub(super) fn forgets_its_score(call: &Call) -> Result<i32, ZooError> {
    play_and(call, |view, setup| setup.players.clone_from(&view.setup.players))
}

pub(super) fn drops_a_row(call: &Call) -> Result<i32, ZooError> {
    play_and(call, |view, setup| setup.players.retain(|row| row.seat == view.seat))
}

pub(super) fn drops_a_player(call: &Call) -> Result<i32, ZooError> {
    play_and(call, |view, setup| {
        setup.players.retain(|row| row.seat == view.seat);
        let theirs: Vec<Cell> =
            view.cells(|tile| tile.seat().is_some_and(|seat| seat != view.seat)).collect();
        for cell in theirs {
            setup.set_tile(cell, Tile::WATER);
        }
    })
}

pub(super) fn renames_another(call: &Call) -> Result<i32, ZooError> {
    play_and(call, |view, setup| {
        others(view, setup, |row| row.id = Id::new(b"Loser").expect("a plain word is an id"));
    })
}

pub(super) fn adds_a_stranger(call: &Call) -> Result<i32, ZooError> {
    play_and(call, |_, setup| {
        if let Some(seat) = setup.next_seat() {
            setup.players.push(PlayerRow::new(Id::new(b"Stranger").expect("a plain word is an id"), seat, 0));
        }
    })
}

/// Joins under a number other than the next one. With a row, it plays honestly.
fn join_as(call: &Call, seat: impl FnOnce(&BoardView) -> Option<Seat>, row: bool) -> Result<i32, ZooError> {
    instead(call, |view| {
        let Move::Place(at) = view.first() else {
            return None;
        };
        if view.setup.player_named(&call.id).is_some() {
            return None;
        }
        let seat = seat(view)?;
        let mut setup = view.setup.clone();
        setup.set_tile(at, Tile::penguin(seat, Fish::NONE));
        match setup.players.iter_mut().find(|player| player.seat == seat) {
            Some(player) => player.score += 1,
            None if row => setup.players.push(PlayerRow::new(call.id.clone(), seat, 1)),
            None => {}
        }
        Some(setup)
    })
}

pub(super) fn joins_as_seven(call: &Call) -> Result<i32, ZooError> {
    join_as(call, |_| Seat::new(7), true)
}

pub(super) fn joins_as_another(call: &Call) -> Result<i32, ZooError> {
    join_as(call, |view| view.setup.players.first().map(|row| row.seat), true)
}

pub(super) fn joins_unseen(call: &Call) -> Result<i32, ZooError> {
    instead(call, |view| {
        let (Move::Place(at), None) = (view.first(), view.setup.player_named(&call.id)) else {
            return None;
        };
        let mut setup = view.setup.clone();
        setup.set_tile(at, Tile::penguin(view.setup.players.first()?.seat, Fish::NONE));
        Some(setup)
    })
}

pub(super) fn joins_without_a_row(call: &Call) -> Result<i32, ZooError> {
    join_as(call, |view| Some(view.seat), false)
}

pub(super) fn counts_without_end(call: &Call) -> Result<i32, ZooError> {
    let mut text = call.honest_text()?;
    let digits = text.iter().rev().skip_while(|byte| **byte == b'\n').count();
    text.truncate(digits);
    text.extend_from_slice(b"99999999999999999999\n");
    call.write_text(&text)?;
    Ok(0)
}
