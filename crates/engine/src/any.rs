//! One player for all games: it hands each to the player that knows it.

use floe_rules::game::{Game, Turn};

use crate::search::{Choice, Limits, Progress, Search, Stop};
use crate::settler::Settler;
use crate::strategist::Strategist;

/// Plays every game of floe.
#[derive(Debug, Default)]
pub struct Engine {
    penguins: Strategist,
    gamma: Settler,
}

impl Search for Engine {
    type Position = Game;
    type Move = Turn;

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Progress<Turn>),
    ) -> Option<Choice<Turn>> {
        match game {
            Game::Penguins(history) => {
                let mut report = translated(report, Turn::Penguins);
                let choice = self.penguins.search(history.position(), limits, stop, &mut report)?;
                Some(choice.map(Turn::Penguins))
            }
            Game::Gamma(history) => {
                let mut report = translated(report, Turn::Gamma);
                let choice = self.gamma.search(history.turns(), limits, stop, &mut report)?;
                Some(choice.map(Turn::Gamma))
            }
        }
    }
}

/// Returns a receiver of reports about one game that passes them on as reports about any.
fn translated<M: Clone>(
    report: &mut dyn FnMut(&Progress<Turn>),
    form: impl Fn(M) -> Turn,
) -> impl FnMut(&Progress<M>) {
    move |progress| report(&progress.clone().map(&form))
}
