//! The zoo against the sandbox and the referee, in every tier that this machine has.

#![expect(
    clippy::unwrap_used,
    reason = "clippy.toml allows it in tests, but sees only the functions marked so"
)]

#[cfg(target_os = "linux")]
mod by_hand;
mod catalogue;
#[cfg(target_os = "linux")]
mod habitat;
#[cfg(target_os = "linux")]
mod tiers;
#[cfg(target_os = "linux")]
mod trial;
#[cfg(target_os = "linux")]
mod unprivileged;
