//! The zoo against the sandbox and the referee, in every tier that this machine has.

#![expect(
    clippy::unwrap_used,
    reason = "clippy.toml allows it in tests, but sees only the functions marked so"
)]

mod catalogue;
#[cfg(target_os = "linux")]
mod kennel;
#[cfg(target_os = "linux")]
mod loose;
#[cfg(target_os = "linux")]
mod outing;
#[cfg(target_os = "linux")]
mod tiers;
