//! Integration tests with real programs in real sandboxes, and of the report page.

#![expect(
    clippy::unwrap_used,
    reason = "clippy.toml allows it in tests, but sees only the functions marked so"
)]

mod report_page;
#[cfg(target_os = "linux")]
mod sandbox_admission;
#[cfg(target_os = "linux")]
mod sandbox_clock;
#[cfg(target_os = "linux")]
mod sandbox_exits;
#[cfg(target_os = "linux")]
mod sandbox_folders;
#[cfg(target_os = "linux")]
mod sandbox_inherited;
#[cfg(target_os = "linux")]
mod sandbox_isolation;
#[cfg(target_os = "linux")]
mod sandbox_killed_parent;
#[cfg(target_os = "linux")]
mod sandbox_killed_stub;
#[cfg(target_os = "linux")]
mod sandbox_limits;
#[cfg(target_os = "linux")]
mod sandbox_older_kernels;
#[cfg(target_os = "linux")]
mod sandbox_state;
#[cfg(target_os = "linux")]
mod sandbox_unprivileged;
#[cfg(target_os = "linux")]
mod sandboxes;
