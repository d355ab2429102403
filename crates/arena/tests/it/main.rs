//! Tests of the game master's parts, with real programs in real sandboxes.

#![expect(
    clippy::unwrap_used,
    reason = "clippy.toml allows it in tests, but sees only the functions marked so"
)]

#[cfg(target_os = "linux")]
mod cage;
mod report_page;
#[cfg(target_os = "linux")]
mod sandbox_admitting;
#[cfg(target_os = "linux")]
mod sandbox_ends;
#[cfg(target_os = "linux")]
mod sandbox_folders;
#[cfg(target_os = "linux")]
mod sandbox_limits;
#[cfg(target_os = "linux")]
mod sandbox_masters;
#[cfg(target_os = "linux")]
mod sandbox_older_kernels;
#[cfg(target_os = "linux")]
mod sandbox_unprivileged;
#[cfg(target_os = "linux")]
mod sandbox_walls;
