//! Phrases of Penguins that squares and hexagons share.

use floe_rules::grid::{Cell, Coord, Grid, Topology};
use floe_rules::penguins::{IllegalMove, Move, Position, Seat};
use floe_session::Roster;

use crate::phrases::{clause, penguin_of};

/// Returns a place in the coordinates of its board: squares as `x 0 y 3`, hexagons as `row 4 column 1`.
pub(super) fn place(grid: &Grid, at: Coord) -> String {
    match grid.topology() {
        Topology::Square => format!("x {} y {}", at.col, at.row),
        Topology::Hex(_) => at.to_string(),
    }
}

/// Returns the name of the player in a seat.
pub(super) fn name(roster: &Roster, seat: Seat) -> String {
    roster.name(u32::from(seat.number()))
}

/// Tells whether a penguin at a cell has a free floe beside it.
pub(super) fn can_slide(position: &Position, from: Cell) -> bool {
    position.grid().neighbours(from).any(|cell| position.tile(cell).is_free())
}

/// Returns why a player cannot choose the penguin at a cell, if so.
pub(super) fn why_not_chosen(position: &Position, roster: &Roster, from: Cell) -> Option<String> {
    let grid = position.grid();
    let (seat, at) = (position.to_move()?, grid.coord(from));
    let at_place = place(&grid, at);
    if position.occupant(from) != Some(seat) {
        let there = match position.occupant(from) {
            Some(other) => format!(": that is {}", penguin_of(&name(roster, other))),
            None => String::new(),
        };
        let no_penguin = clause(&name(roster, seat), &format!("has no penguin at {at_place}"));
        return Some(format!("{no_penguin}{there}."));
    }
    (!can_slide(position, from))
        .then(|| format!("The penguin at {at_place} cannot move: there is no free floe beside it."))
}

/// Describes a turn.
pub(super) fn describe(position: &Position, turn: Move) -> String {
    let grid = position.grid();
    let place = |cell| place(&grid, grid.coord(cell));
    match turn {
        Move::Place(at) => format!("places a penguin at {}", place(at)),
        Move::Slide { from, to } => format!("moves from {} to {}", place(from), place(to)),
    }
}

/// Returns why a turn is not allowed, with the names and coordinates that the players see.
pub(super) fn refusal(grid: &Grid, roster: &Roster, reason: IllegalMove) -> String {
    let place = |at| place(grid, at);
    let name = |seat| name(roster, seat);
    match reason {
        IllegalMove::NoFloe(at) => format!("there is no floe at {}", place(at)),
        IllegalMove::Occupied { at, seat } => format!("{} stands at {}", penguin_of(&name(seat)), place(at)),
        IllegalMove::NotOneFish { at, fish } => {
            format!("the floe at {} has {fish} fish, and penguins start on exactly one", place(at))
        }
        IllegalMove::NoPenguin { at, seat } => {
            clause(&name(seat), &format!("has no penguin at {}", place(at)))
        }
        IllegalMove::NotInLine { from, to } => {
            format!("no straight line leads from {} to {}", place(from), place(to))
        }
        IllegalMove::WaterBetween(at) => format!("there is water at {} on the way", place(at)),
        IllegalMove::PenguinBetween { at, seat } => {
            format!("{} stands at {} on the way", penguin_of(&name(seat)), place(at))
        }
        // The others name no player and no place.
        _ => reason.to_string(),
    }
}
