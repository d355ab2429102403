//! Evaluates leaves of the tree search for three or more players by the tile table.
//!
//! The table estimates what a player will gain on the average of the others. All these gains together give the expected
//! final fish of every player, up to a constant, and so the likelihood of each to win and its lead over the best of the
//! others.

use floe_rules::penguins::{Bits, Compact, Position, Seat};

use super::mcts::{Expansion, LeafEvaluator, MctsOptions};
use super::payoffs::{PLAYERS, Payoffs, scores_of};
use super::tile_codes::TileCodes;
use super::tile_table::{TileTable, sides_of};
use crate::timer::ShallowTimer;

/// The parameters of the search.
pub(crate) const OPTIONS: MctsOptions =
    MctsOptions { exploration: 0.1, expansion: Expansion::Estimate, minimax_weight: 0.0 };
/// The lead that makes a win likely at the end of a game, and what it grows by with the square root of the remaining fish.
const SURE_LEAD: f32 = 1.5;
const SURE_LEAD_FOR_ROOT: f32 = 0.35;
/// The unit of the table, in fish.
const HUNDREDTH: f32 = 0.01;

/// Evaluates positions by a tile table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableEvaluator<'a> {
    table: &'a TileTable,
    /// The expected final fish of each player in the position whose turns are estimated.
    before: [f32; PLAYERS],
    /// The player to move there.
    mover: Option<Seat>,
}

impl<'a> TableEvaluator<'a> {
    pub(crate) fn new(table: &'a TileTable) -> Self {
        TableEvaluator { table, before: [0.0; PLAYERS], mover: None }
    }

    /// Returns the values of a position for all players.
    pub(crate) fn payoffs<const W: usize>(&self, position: &Position<Compact<W>>) -> Payoffs {
        let mut scores = [0; PLAYERS];
        let players = scores_of(position, &mut scores);
        if position.is_over() {
            return Payoffs::of_scores(&scores[..players]);
        }
        Payoffs::of_expected(&self.expected(position, &scores, players)[..players], sure_lead(position))
    }

    /// Returns the expected final fish of every player, up to a constant.
    fn expected<const W: usize>(
        &self,
        position: &Position<Compact<W>>,
        scores: &[i64; PLAYERS],
        players: usize,
    ) -> [f32; PLAYERS] {
        let (ice, to_move) = (position.ice(), position.to_move());
        let (mut flocks, mut penguins, mut next) = ([Bits::EMPTY; PLAYERS], 0, None);
        for (index, (seat, flock)) in position.flocks().enumerate() {
            flocks[index] = flock.0;
            penguins += flock.0.len();
            next = next.or((to_move == Some(seat)).then_some(index));
        }
        let mut fish = scores.map(|score| score as f32);
        TileCodes::of_each_player(ice, position.rules().scoring, &flocks[..players], |index, codes| {
            let gain = self.table.value_of_codes(position, codes, penguins, next == Some(index));
            fish[index] += part(players) * gain as f32;
        });
        fish
    }
}

/// Returns what a gain on the average of the others, in the unit of the table, is on the average of all players.
fn part(players: usize) -> f32 {
    HUNDREDTH * (players - 1) as f32 / players as f32
}

/// Returns the lead that makes a win likely.
fn sure_lead<const W: usize>(position: &Position<Compact<W>>) -> f32 {
    let ice = position.ice();
    SURE_LEAD + SURE_LEAD_FOR_ROOT * (ice.fish_on(ice.free()) as f32).sqrt()
}

impl<const W: usize> LeafEvaluator<Compact<W>> for TableEvaluator<'_> {
    fn evaluate(&mut self, position: &mut Position<Compact<W>>, _: &mut ShallowTimer<'_>) -> Option<Payoffs> {
        Some(self.payoffs(position))
    }

    fn prepare(&mut self, position: &Position<Compact<W>>) {
        let mut scores = [0; PLAYERS];
        let players = scores_of(position, &mut scores);
        self.before = self.expected(position, &scores, players);
        self.mover = position.to_move();
    }

    /// Estimates only the gain of the player who moved, which all others lose in equal parts.
    fn estimate(
        &mut self,
        position: &mut Position<Compact<W>>,
        by: usize,
        timer: &mut ShallowTimer<'_>,
    ) -> Option<(f32, f32)> {
        let (Some(mover), false) = (self.mover, position.is_over()) else {
            return self.evaluate(position, timer).map(|payoffs| (payoffs.worth[by], payoffs.lead[by]));
        };
        let players = position.seats().count();
        let (mine, others) = sides_of(position, mover);
        let codes =
            TileCodes::new(position.ice(), position.rules().scoring, self.table.coding(), mine, others);
        let is_turn = position.to_move() == Some(mover);
        let gain = self.table.value_of_codes(position, &codes, (mine | others).len(), is_turn);
        let mut fish = self.before;
        fish[by] = position.score(mover).unwrap_or(0) as f32 + part(players) * gain as f32;
        let change = (fish[by] - self.before[by]) / (players - 1) as f32;
        for (_, fish) in fish[..players].iter_mut().enumerate().filter(|&(at, _)| at != by) {
            *fish -= change;
        }
        let payoffs = Payoffs::of_expected(&fish[..players], sure_lead(position));
        Some((payoffs.worth[by], payoffs.lead[by]))
    }
}
