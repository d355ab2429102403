//! What is said about Penguins, whatever its tiles.

use floe_rules::grid::{Cell, Coord, Grid, Topology};
use floe_rules::penguins::{IllegalMove, Move, Position, Seat};

use crate::company::Company;

/// Returns a place as people count it there: squares as `x 0 y 3`, hexagons as `row 4 column 1`.
pub(super) fn place(grid: &Grid, at: Coord) -> String {
    match grid.topology() {
        Topology::Square => format!("x {} y {}", at.col, at.row),
        Topology::Hex(_) => at.to_string(),
    }
}

/// Returns whose penguin is meant.
pub(super) fn name(company: &Company, seat: Seat) -> String {
    company.name(u32::from(seat.number()))
}

/// Tells whether a penguin at a cell has a free floe beside it.
pub(super) fn can_slide(position: &Position, from: Cell) -> bool {
    position.grid().neighbours(from).any(|cell| position.tile(cell).is_free())
}

/// Returns why a player cannot choose the penguin at a cell, if so.
pub(super) fn why_not_chosen(position: &Position, company: &Company, from: Cell) -> Option<String> {
    let grid = position.grid();
    let (seat, at) = (position.to_move()?, grid.coord(from));
    let at_place = place(&grid, at);
    if position.occupant(from) != Some(seat) {
        let there = match position.occupant(from) {
            Some(other) => format!(": that is a penguin of {}", name(company, other)),
            None => String::new(),
        };
        return Some(format!("{} has no penguin at {at_place}{there}.", name(company, seat)));
    }
    (!can_slide(position, from))
        .then(|| format!("The penguin at {at_place} cannot move: there is no free floe beside it."))
}

/// Returns what a player does in a turn.
pub(super) fn deed(position: &Position, turn: Move) -> String {
    let grid = position.grid();
    let place = |cell| place(&grid, grid.coord(cell));
    match turn {
        Move::Place(at) => format!("puts a penguin at {}", place(at)),
        Move::Slide { from, to } => format!("moves from {} to {}", place(from), place(to)),
    }
}

/// Returns why a turn is not allowed, with the players' names and in the coordinates that they use.
pub(super) fn why(grid: &Grid, company: &Company, reason: IllegalMove) -> String {
    let place = |at| place(grid, at);
    let name = |seat| name(company, seat);
    match reason {
        IllegalMove::NoFloe(at) => format!("there is no floe at {}", place(at)),
        IllegalMove::Occupied { at, seat } => format!("a penguin of {} stands at {}", name(seat), place(at)),
        IllegalMove::NotOneFish { at, fish } => {
            format!("the floe at {} has {fish} fish, and penguins start on exactly one", place(at))
        }
        IllegalMove::NoPenguin { at, seat } => format!("{} has no penguin at {}", name(seat), place(at)),
        IllegalMove::NotInLine { from, to } => {
            format!("no straight line leads from {} to {}", place(from), place(to))
        }
        IllegalMove::WaterBetween(at) => format!("there is water at {} on the way", place(at)),
        IllegalMove::PenguinBetween { at, seat } => {
            format!("a penguin of {} stands at {} on the way", name(seat), place(at))
        }
        // The others name no player and no place.
        _ => reason.to_string(),
    }
}
