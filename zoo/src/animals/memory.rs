//! Animals that use memory where a referee may not look for it, and processor time that nobody counts.

use std::io::Write;
use std::os::fd::AsRawFd;
use std::os::unix::net::{UnixDatagram, UnixStream};
use std::thread;
use std::time::{Duration, Instant};

use floe_arena::sandbox::Guard;
use nix::sys::prctl;
use nix::sys::signal::Signal;

use super::hogs::{compute, out_of_memory, take_memory};
use crate::ESCAPED;
use crate::animal::Animal;
use crate::call::{Call, ZooError};
use crate::caps::{self, Life};
use crate::kernel;

const MEMORY: &[Guard] = &[Guard::Memory];
const TOO_LARGE: &str = "it would fill the memory of the machine";

/// How long memory is held, so that a referee can notice it.
const HELD: Duration = Duration::from_secs(3);

/// How many children hold memory together, fewer than any referee allows.
const CHILDREN: usize = 24;

/// How many socket pairs each child has open, within any limit on open files.
const PAIRS: usize = 110;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new(
        "eats-memory-unseen",
        "Forbids others to read its memory map, and allocates 2 GB.",
        eats_memory_unseen,
    )
    .expect_fault("too-much-memory")
    .dangerous(TOO_LARGE)
    .needs(MEMORY)
    .alone(),
    Animal::new("eats-socket-buffers", "Queues gigabytes in socket pairs.", eats_socket_buffers)
        .expect_fault("too-much-memory")
        .dangerous(TOO_LARGE)
        .needs(MEMORY)
        .alone(),
    Animal::new(
        "eats-page-tables",
        "Reads one page in each 2 MB of a huge mapping, which fills gigabytes with page tables.",
        eats_page_tables,
    )
    .expect_fault("too-much-memory")
    .dangerous(TOO_LARGE)
    .needs(MEMORY)
    .alone(),
    Animal::new(
        "busy-in-forgotten-children",
        "Computes in children that nobody waits for, since it ignores their ends.",
        |call| forgotten(call, Duration::from_millis(150)),
    )
    .expect_fault("too-much-cpu")
    .unsandboxed_fault("time-out")
    .endless()
    .needs(&[Guard::Cpu]),
    Animal::new("busy-in-brief-children", "Does the same in children that live for 3 ms each.", |call| {
        forgotten(call, Duration::from_millis(3))
    })
    .expect_fault("too-much-cpu")
    .unsandboxed_fault("time-out")
    .endless()
    .needs(&[Guard::Cpu, Guard::BriefChildren]),
];

/// Holds what was allocated for a while.
fn hold<T>(taken: T) -> i32 {
    thread::sleep(HELD);
    drop(taken);
    ESCAPED
}

fn eats_memory_unseen(_: &Call) -> Result<i32, ZooError> {
    prctl::set_dumpable(false).map_err(ZooError::system("prctl"))?;
    match take_memory(2 << 30) {
        Ok(taken) => Ok(hold(taken)),
        Err(_) => out_of_memory(),
    }
}

/// Runs the same in many children at once, and waits.
fn in_children(act: impl Fn()) -> Result<i32, ZooError> {
    for _ in 0..CHILDREN {
        kernel::spawn(|| {
            act();
            Life::new().sleep();
        })
        .map_err(ZooError::system("fork"))?;
    }
    Life::new().sleep();
    Ok(ESCAPED)
}

fn eats_socket_buffers(_: &Call) -> Result<i32, ZooError> {
    let most = caps::MEMORY / CHILDREN as u64;
    in_children(|| {
        let mut pairs = Vec::new();
        let mut total = 0;
        while let (true, true, Ok((one, other))) = (total < most, pairs.len() < PAIRS, UnixStream::pair()) {
            for mut end in [&one, &other] {
                kernel::enlarge_buffer(end.as_raw_fd());
                let _ = end.set_nonblocking(true);
                while let (true, Ok(count)) = (total < most, end.write(&[1; 32 << 10])) {
                    total += count as u64;
                }
            }
            pairs.push((one, other));
        }
        // Datagrams of one byte use the most memory per byte.
        if let Ok((one, other)) = UnixDatagram::pair() {
            let _ = one.set_nonblocking(true);
            while one.send(&[1]).is_ok() {}
            Life::new().sleep();
            drop(other);
        }
        drop(pairs);
    })
}

fn eats_page_tables(_: &Call) -> Result<i32, ZooError> {
    // One page of page table for each 2 MB.
    match kernel::touch_sparsely(usize::try_from(caps::MEMORY / 4096).unwrap_or(usize::MAX)) {
        Ok(()) => Ok(hold(())),
        Err(_) => out_of_memory(),
    }
}

/// Computes in several children at a time, which the kernel removes as they end.
fn forgotten(_: &Call, each: Duration) -> Result<i32, ZooError> {
    kernel::ignore(Signal::SIGCHLD).map_err(ZooError::system("signal"))?;
    let life = Life::new();
    while life.has_time_left() {
        let start = Instant::now();
        for _ in 0..2 {
            // A refused fork is tried again.
            let _ = kernel::spawn(|| {
                let start = Instant::now();
                compute(life, || start.elapsed() > each);
            });
        }
        while start.elapsed() < each && life.has_time_left() {
            thread::sleep(Duration::from_micros(200));
        }
    }
    Ok(0)
}
