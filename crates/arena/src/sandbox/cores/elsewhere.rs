//! Cores on other systems, where threads are not confined.

use std::io;

/// A core that other floe processes avoid, which is not known here.
#[derive(Debug)]
pub(super) struct Reservation(());

impl Reservation {
    /// Reserves a core.
    pub(super) fn new(_core: u32) -> Option<Reservation> {
        Some(Reservation(()))
    }
}

/// Returns the cores of this thread, which are not known.
pub(super) fn of_this_thread() -> Vec<u32> {
    Vec::new()
}

/// Does nothing.
pub(super) fn confine_this_thread(_cores: &[u32]) -> io::Result<()> {
    Ok(())
}
