//! Signs of cheating in a single state.

use super::Finding;
use crate::contest::Calling;
use crate::grid::Cell;
use crate::penguins::{Fish, RuleSet, Scoring, Seat, Setup};

/// Returns the evidence in a single state that no legal game could produce it (rules G1 and G2).
pub fn examine(setup: &Setup, rules: &RuleSet, calling: Calling) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut counts = [0usize; Seat::MOST as usize + 1];
    for (index, tile) in (0u32..).zip(setup.tiles()) {
        let Some(seat) = tile.seat() else {
            continue;
        };
        let count = &mut counts[usize::from(seat.number())];
        *count += 1;
        // Where fish are scored on departure, a penguin that has not moved yet stands on the fish it started on.
        let misplaced = rules.scoring == Scoring::Departure && tile.fish() > Fish::ONE;
        if misplaced && calling.is_placement() && findings.len() < MAX_MISPLACED {
            let at = setup.coord(Cell(index));
            findings.push(Finding::PlacedOnFish { seat, at, fish: tile.fish() });
        }
    }
    for player in &setup.players {
        let (seat, score) = (player.seat, player.score);
        let penguins = counts[usize::from(seat.number())];
        match calling {
            Calling::Placement { penguins: allowed } => {
                if penguins as u64 > u64::from(allowed) {
                    findings.push(Finding::TooManyPenguins { seat, found: penguins, allowed });
                }
                let expected = match rules.scoring {
                    Scoring::Arrival => penguins as u64,
                    Scoring::Departure => 0,
                };
                if score != expected {
                    findings.push(Finding::PlacementScore { seat, score, penguins, expected });
                }
            }
            Calling::Movement => {
                if rules.scoring == Scoring::Arrival && score < penguins as u64 {
                    findings.push(Finding::ScoreBelowPenguins { seat, score, penguins });
                }
            }
        }
    }
    findings
}

/// The maximum number of penguins on wrong floes that are listed.
const MAX_MISPLACED: usize = 10;
