//! What the host imports and exports: a clock, and games by number.

#![expect(unsafe_code, reason = "functions cross the border to the host by name")]

use std::time::Duration;

use floe_engine::Clock;
use floe_session::GameKind;

use crate::{node_budget, play_game, time_budget};

#[link(wasm_import_module = "host")]
// SAFETY: the host provides a function with this signature, which may be called at any time.
unsafe extern "C" {
    /// Returns the milliseconds since some fixed moment.
    safe fn now_millis() -> f64;
}

/// The clock of the host.
struct HostClock;

impl Clock for HostClock {
    fn now(&self) -> Duration {
        Duration::from_secs_f64(now_millis().max(0.0) / 1000.0)
    }
}

/// Plays a game by its index in [`GameKind::ALL`], with so many nodes a turn, or with milliseconds where those are 0.
///
/// Returns the address and the length of a text, in the upper and the lower half of a number.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn play(kind: u32, nodes: u32, millis: u32) -> u64 {
    let budget = match nodes {
        0 => time_budget(Duration::from_millis(millis.into())),
        nodes => node_budget(nodes.into()),
    };
    let text = match GameKind::ALL.get(kind as usize) {
        Some(&kind) => play_game(kind, budget, &HostClock).unwrap_or_else(|fault| format!("{kind}: {fault}")),
        None => format!("there is no game {kind}"),
    };
    // The text lives as long as the page: the host reads it after the call.
    let text = text.leak();
    (text.as_ptr() as u64) << 32 | text.len() as u64
}
