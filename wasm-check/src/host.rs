//! The functions between the module and its host: an imported clock, and an exported game.

#![expect(unsafe_code, reason = "imports and exports of a WebAssembly module need it")]

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

/// Plays a game, given by its index in [`GameKind::ALL`], with a number of nodes per turn; if that is 0, with milliseconds.
///
/// Returns the address of a text in the upper half of a number, and its length in the lower half.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn play(kind: u32, nodes: u32, millis: u32) -> u64 {
    let budget = match nodes {
        0 => time_budget(Duration::from_millis(millis.into())),
        nodes => node_budget(nodes.into()),
    };
    let text = match GameKind::ALL.get(kind as usize) {
        Some(&kind) => play_game(kind, budget, &HostClock).unwrap_or_else(|fault| format!("{kind}: {fault}")),
        None => format!("unknown game {kind}"),
    };
    // The host reads the text after the call, so it is never freed.
    let text = text.leak();
    (text.as_ptr() as u64) << 32 | text.len() as u64
}
