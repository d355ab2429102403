//! Tests of the engine: whole games in which every turn must be legal, limits, and strength by matches.

#![expect(clippy::unwrap_used, reason = "a test that unwraps in vain has failed")]

mod all_games;
mod considered;
mod early_stop;
mod exact;
mod gamma_engine;
mod gamma_games;
mod gamma_matches;
mod gamma_windows;
mod large_boards;
mod limits;
mod penguins_engine;
mod references;
mod values;

use std::sync::LazyLock;

use floe_engine::{Limits, MonotonicClock, SearchContext};

static CLOCK: LazyLock<MonotonicClock> = LazyLock::new(MonotonicClock::start);

/// Returns a context with the system's clock.
fn context<'a, R>(limits: &Limits) -> SearchContext<'a, R> {
    SearchContext::new(limits, &*CLOCK)
}
