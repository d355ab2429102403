//! Animals that attack the clock and the cores: they think longer than they may, or keep others from thinking.

use std::fs;
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::{Pid, setsid};

use super::hogs::compute;
use crate::ESCAPED;
use crate::animal::Animal;
use crate::call::{Call, ZooError};
use crate::caps::Life;
use crate::kernel;

/// As many mappings as the kernel allows a process.
const MAPPINGS: usize = 60_000;

/// More processes than a referee allows.
const CROWD: usize = 55;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new(
        "thinks-into-grace",
        "Takes longer than its time, but answers before it is killed.",
        thinks_into_grace,
    )
    .expect_fault("time-out"),
    Animal::new(
        "thinks-behind-mappings",
        "Makes a look at its processes slow, by mappings that several processes share, and thinks for longer than it may.",
        thinks_behind_mappings,
    )
    .expect_fault("time-out"),
    Animal::new(
        "mapping-crowd",
        "Has so many mappings, shared by so many processes, that a look at them takes seconds.",
        mapping_crowd,
    )
    .expect_fault("unwatchable")
    .unsandboxed_fault("time-out")
    .endless(),
    Animal::new(
        "busy-crowd",
        "Plays while 50 children compute, each in a session of its own.",
        busy_crowd,
    ),
    Animal::new("changes-affinity", "Leaves the cores that it was given.", changes_affinity)
        .unsandboxed_escapes(),
];

fn thinks_into_grace(call: &Call) -> Result<i32, ZooError> {
    // The time limit of the zoo is 400 ms, with a grace period of 100 ms.
    thread::sleep(Duration::from_millis(450));
    call.play()
}

fn thinks_behind_mappings(call: &Call) -> Result<i32, ZooError> {
    kernel::split_addresses(MAPPINGS);
    // Few enough that their mappings can all be read.
    for _ in 0..3 {
        let _ = kernel::share_addresses();
    }
    thread::sleep(Duration::from_millis(2500));
    call.play()
}

fn mapping_crowd(call: &Call) -> Result<i32, ZooError> {
    kernel::split_addresses(MAPPINGS);
    for _ in 0..CROWD {
        let _ = kernel::share_addresses();
    }
    Life::new().sleep();
    call.play()
}

/// Keeps a core busy from as many processes as it may have, each in its own session, for some time.
fn busy_crowd(call: &Call) -> Result<i32, ZooError> {
    const BUSY: Duration = Duration::from_millis(350);
    for _ in 0..50 {
        let child = kernel::spawn(|| {
            let _ = setsid();
            // Where the kernel groups processes by session, this asks for the largest share.
            let _ = fs::write("/proc/self/autogroup", "-20");
            compute(Life::new(), || false);
        });
        if child.is_err() {
            break;
        }
    }
    thread::sleep(BUSY);
    call.play()
}

fn changes_affinity(call: &Call) -> Result<i32, ZooError> {
    let ours = Pid::from_raw(0);
    let read = || sched_getaffinity(ours).map_err(ZooError::system("sched_getaffinity"));
    let before = read()?;
    let cores: Vec<usize> = (0..CpuSet::count()).filter(|&core| before.is_set(core) == Ok(true)).collect();
    // One that it has, all that there may be, and none, which reaches the kernel and is refused there.
    let mut changed = false;
    for wanted in [&cores[..1], &(0..CpuSet::count()).collect::<Vec<_>>(), &[]] {
        let mut mask = CpuSet::new();
        for &core in wanted {
            mask.set(core).map_err(ZooError::system("a set of cores"))?;
        }
        changed |= sched_setaffinity(ours, &mask) == Err(Errno::EINVAL) || read()? != before;
    }
    call.play()?;
    Ok(if changed { ESCAPED } else { 0 })
}
