//! Whole games, engine against engine, for the test that runs them in node.
//!
//! [`play_game`] is the same on every target. On wasm32 the module `host` exports it, with the clock of the host.

#[cfg(target_family = "wasm")]
mod host;

use std::time::Duration;

use floe_engine::{Clock, Engine, SearchContext};
use floe_rules::record::{Ending, PlayerKind};
use floe_session::{
    GameKind, GameSpec, SearchBudget, Session, SessionEffect, SessionEvent, SessionRefusal, SpecError,
};

/// The reason why a game was not played to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameFault {
    /// The game cannot start.
    #[error(transparent)]
    Start(#[from] SpecError),
    /// The session refused an answer.
    #[error("after {turns} turns: {reason}")]
    Refused {
        /// How many turns were made.
        turns: usize,
        /// The reason of the session.
        reason: SessionRefusal,
    },
    /// The session waits for no engine, or an engine found no legal turn.
    #[error("the game stopped after {0} turns")]
    Stuck(usize),
}

/// Returns a budget of nodes, with which the game is the same on every machine.
pub fn node_budget(nodes: u64) -> SearchBudget {
    SearchBudget { nodes: Some(nodes), ..SearchBudget::default() }
}

/// Returns a budget of time per turn.
pub fn time_budget(time: Duration) -> SearchBudget {
    SearchBudget { time, nodes: None }
}

/// Plays a game of two engines to its end; returns the winners, the scores and all turns as text.
pub fn play_game(kind: GameKind, budget: SearchBudget, clock: &dyn Clock) -> Result<String, GameFault> {
    let mut spec = GameSpec { players: Some(2), seed: Some(12), ..GameSpec::new(kind) };
    for seat in 0..2 {
        spec.seat_mut(seat).kind = PlayerKind::Engine { level: 10 };
    }
    let mut session = Session::new(spec, budget)?;
    let mut engine = Engine::default();
    let mut turns = Vec::new();
    let mut effects = session.update(SessionEvent::Start);
    while !session.has_ended() {
        let mut task = None;
        for effect in effects {
            match effect {
                SessionEffect::StartTask(started) => task = Some(started),
                SessionEffect::Refused(reason) => {
                    return Err(GameFault::Refused { turns: turns.len(), reason });
                }
                _ => {}
            }
        }
        let Some(task) = task else { return Err(GameFault::Stuck(turns.len())) };
        let answer = task.run(&mut engine, SearchContext::new(&task.limits(), clock));
        effects = session.update(answer);
        for effect in &effects {
            if let SessionEffect::TurnMade { turn, .. } = effect {
                turns.push(session.game().notation(*turn).to_string());
            }
        }
    }
    let game = session.game();
    if session.ending() != Ending::Over || turns.len() != game.made() {
        return Err(GameFault::Stuck(turns.len()));
    }
    let scores: Vec<u64> = game.players().into_iter().map(|player| game.score(player)).collect();
    Ok(format!("{kind}: winners {:?}, scores {scores:?}, turns {}", game.leaders(), turns.join(" ")))
}
