//! The cores of a thread, by its affinity.

use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;

const THIS_THREAD: Pid = Pid::from_raw(0);

/// A core that other floe processes avoid.
///
/// It is a socket with an abstract name, to which nobody connects: the kernel removes it with the process, however that
/// ends.
#[derive(Debug)]
pub(super) struct Reservation(#[expect(dead_code, reason = "it is only kept open")] UnixListener);

impl Reservation {
    /// Reserves a core; `None` if another floe process has it.
    pub(super) fn new(core: u32) -> Option<Reservation> {
        let name = SocketAddr::from_abstract_name(format!("floe core {core}")).ok()?;
        UnixListener::bind_addr(&name).ok().map(Reservation)
    }
}

/// Returns the cores of this thread; none if they are not known.
pub(super) fn of_this_thread() -> Vec<u32> {
    // More cores than nix can count are not known.
    let Ok(mask) = sched_getaffinity(THIS_THREAD) else { return Vec::new() };
    let has = |core: &u32| mask.is_set(*core as usize) == Ok(true);
    (0..).take(CpuSet::count()).filter(has).collect()
}

/// Confines this thread to some cores.
pub(super) fn confine_this_thread(cores: &[u32]) -> io::Result<()> {
    let mut mask = CpuSet::new();
    for core in cores {
        mask.set(*core as usize)?;
    }
    Ok(sched_setaffinity(THIS_THREAD, &mask)?)
}
