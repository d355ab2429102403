//! What squares and hexagons share about choosing a penguin.

use floe_locale::tr;
use floe_rules::grid::Cell;
use floe_rules::penguins::{IllegalMove, Position};

use crate::phrases::Phrases;

/// Tells whether a penguin at a cell has a free floe beside it.
pub(super) fn can_slide(position: &Position, from: Cell) -> bool {
    position.grid().neighbours(from).any(|cell| position.tile(cell).is_free())
}

/// Returns why the player to move cannot choose the penguin at a cell, if so.
pub(super) fn why_not_chosen(phrases: &Phrases<'_>, position: &Position, from: Cell) -> Option<String> {
    let seat = position.to_move()?;
    match position.occupant(from) {
        Some(other) if other != seat => {
            let player = phrases.player(u32::from(other.number()));
            Some(tr!(phrases.lang, "plain-not-yours", at = phrases.tile(from), player = player))
        }
        Some(_) if can_slide(position, from) => None,
        Some(_) => Some(tr!(phrases.lang, "plain-stuck", at = phrases.tile(from))),
        None => {
            let at = position.grid().coord(from);
            Some(phrases.refusal(IllegalMove::NoPenguin { at, seat }.into()))
        }
    }
}
