//! Evaluates leaves of the tree search for three or more players by the tile table.
//!
//! The table estimates what a player will gain on the average of the others. All these gains together give the expected
//! final fish of every player, up to a constant, and so the likelihood of each to win and its lead over the best of the
//! others.

use floe_rules::penguins::{Bits, Compact, Position};

use super::mcts::{LeafEvaluator, MctsOptions};
use super::payoffs::{PLAYERS, Payoffs, scores_of};
use super::tile_codes::TileCodes;
use super::tile_table::TileTable;
use crate::timer::ShallowTimer;

/// The parameters of the search.
pub(crate) const OPTIONS: MctsOptions =
    MctsOptions { exploration: 0.1, evaluates_children: true, minimax_weight: 0.0 };
/// The lead that makes a win likely at the end of a game, and what it grows by with the square root of the remaining fish.
const SURE_LEAD: f32 = 1.5;
const SURE_LEAD_FOR_ROOT: f32 = 0.35;
/// The unit of the table, in fish.
const HUNDREDTH: f32 = 0.01;

/// Evaluates positions by a tile table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableEvaluator<'a>(pub(crate) &'a TileTable);

impl TableEvaluator<'_> {
    /// Returns the values of a position for all players.
    pub(crate) fn payoffs<const W: usize>(&self, position: &Position<Compact<W>>) -> Payoffs {
        let mut scores = [0; PLAYERS];
        let players = scores_of(position, &mut scores);
        if position.is_over() {
            return Payoffs::of_scores(&scores[..players]);
        }
        let (ice, to_move) = (position.ice(), position.to_move());
        let (mut flocks, mut penguins, mut next) = ([Bits::EMPTY; PLAYERS], 0, None);
        for (index, (seat, flock)) in position.flocks().enumerate() {
            flocks[index] = flock.0;
            penguins += flock.0.len();
            next = next.or((to_move == Some(seat)).then_some(index));
        }
        // A gain on the average of the others is more than one on the average of all.
        let part = HUNDREDTH * (players - 1) as f32 / players as f32;
        let mut fish = scores.map(|score| score as f32);
        TileCodes::of_each_player(ice, position.rules().scoring, &flocks[..players], |index, codes| {
            let gain = self.0.value_of_codes(position, codes, penguins, next == Some(index));
            fish[index] += part * gain as f32;
        });
        let left = ice.fish_on(ice.free()) as f32;
        Payoffs::of_expected(&fish[..players], SURE_LEAD + SURE_LEAD_FOR_ROOT * left.sqrt())
    }
}

impl<const W: usize> LeafEvaluator<Compact<W>> for TableEvaluator<'_> {
    fn evaluate(&mut self, position: &mut Position<Compact<W>>, _: &mut ShallowTimer<'_>) -> Option<Payoffs> {
        Some(self.payoffs(position))
    }
}
