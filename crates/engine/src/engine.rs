//! One engine for all games.

use floe_rules::game::{GameState, Turn};

use crate::context::SearchContext;
use crate::gamma::GammaEngine;
use crate::penguins::PenguinsEngine;
use crate::search::{Choice, Progress, Search};

/// Plays every game of floe, each with the engine of that game.
#[derive(Debug, Default)]
pub struct Engine {
    penguins: PenguinsEngine,
    gamma: GammaEngine,
}

impl Search for Engine {
    type Position = GameState;
    type Move = Turn;

    fn search(
        &mut self,
        state: &GameState,
        context: SearchContext<'_, Progress<Turn>>,
    ) -> Option<Choice<Turn>> {
        match state {
            GameState::Penguins(position) => search_as(&mut self.penguins, position, context, Turn::Penguins),
            GameState::Gamma(turns) => search_as(&mut self.gamma, turns, context, Turn::Gamma),
        }
    }
}

/// Searches with the engine of one game, and converts its turns.
fn search_as<S: Search<Move: Clone>>(
    player: &mut S,
    position: &S::Position,
    mut context: SearchContext<'_, Progress<Turn>>,
    convert: impl Fn(S::Move) -> Turn,
) -> Option<Choice<Turn>> {
    let budget = context.budget.clone();
    let mut report = |progress: &Progress<S::Move>| context.report(&progress.clone().map(&convert));
    let choice = player.search(position, SearchContext::of_budget(budget).with_report(&mut report))?;
    Some(choice.map(convert))
}
