//! Evaluates leaves of the tree search for three or more players by the tile table.
//!
//! The table estimates what a player will gain on the average of the others. All these gains together give the expected
//! final fish of every player, up to a constant, and so the likelihood of each to win and its lead over the best of the
//! others.

use floe_rules::penguins::{Bits, Compact, Position};

use super::payoffs::{PLAYERS, Payoffs, scores_of};
use super::tile_codes::TileCodes;
use super::tile_table::TileTable;

/// The lead that makes a win likely when the game is over.
const DECIDED_LEAD: f32 = 0.4;
/// The same before that, when no floe is contested.
const SURE_LEAD: f32 = 1.0;
/// What it grows by with each floe that a player contests on average.
const SURE_LEAD_FOR_CONTESTED: f32 = 0.11;
/// The unit of the table, in fish.
const HUNDREDTH: f32 = 0.01;

/// Evaluates positions by a tile table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableEvaluator<'a> {
    table: &'a TileTable,
}

impl<'a> TableEvaluator<'a> {
    pub(crate) fn new(table: &'a TileTable) -> Self {
        TableEvaluator { table }
    }

    /// Returns the values of a position for all players.
    pub(crate) fn payoffs<const W: usize>(&self, position: &Position<Compact<W>>) -> Payoffs {
        let mut scores = [0; PLAYERS];
        let players = scores_of(position, &mut scores);
        if position.is_over() {
            return Payoffs::of_expected(&scores.map(|score| score as f32)[..players], DECIDED_LEAD);
        }
        let (fish, contested) = self.expected(position, &scores, players);
        let sure = SURE_LEAD + SURE_LEAD_FOR_CONTESTED * contested as f32 / players as f32;
        Payoffs::of_expected(&fish[..players], sure)
    }

    /// Returns the expected final fish of every player, up to a constant, and the sum of the floes that each contests.
    fn expected<const W: usize>(
        &self,
        position: &Position<Compact<W>>,
        scores: &[i64; PLAYERS],
        players: usize,
    ) -> ([f32; PLAYERS], u32) {
        let (ice, to_move) = (position.ice(), position.to_move());
        let (mut flocks, mut penguins, mut next) = ([Bits::EMPTY; PLAYERS], 0, None);
        for (index, (seat, flock)) in position.flocks().enumerate() {
            flocks[index] = flock.0;
            penguins += flock.0.len();
            next = next.or((to_move == Some(seat)).then_some(index));
        }
        let (mut fish, mut contested) = (scores.map(|score| score as f32), 0);
        TileCodes::of_each_player(ice, position.rules().scoring, &flocks[..players], |index, codes| {
            let gain = self.table.value_of_codes(position, codes, penguins, next == Some(index));
            fish[index] += part(players) * gain as f32;
            contested += codes.contested();
        });
        (fish, contested)
    }
}

/// Returns what a gain on the average of the others, in the unit of the table, is on the average of all players.
fn part(players: usize) -> f32 {
    HUNDREDTH * (players - 1) as f32 / players as f32
}
