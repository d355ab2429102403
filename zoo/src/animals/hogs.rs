//! Animals that exhaust resources: processes, threads, memory, processor time.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroUsize;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use floe_arena::sandbox::Guard;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::wait::waitpid;
use nix::unistd::pipe;

use crate::ESCAPED;
use crate::animal::Animal;
use crate::call::{Call, ZooError};
use crate::caps::{self, Life};
use crate::kernel::{self, Shared};

const PROCESSES: &[Guard] = &[Guard::Processes, Guard::Leftovers];
const MEMORY: &[Guard] = &[Guard::Memory];

/// More processes at a time than any referee allows a program to have.
const CROWD: usize = 1_000;

/// The size of the chunks in which memory is allocated.
const CHUNK: usize = 16 << 20;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("fork-bomb", "Forks, and so do its children, without end.", fork_bomb)
        .expect_fault("time-out")
        .endless()
        .dangerous("it would fill the machine with processes")
        .needs(PROCESSES),
    Animal::new("fork-crowd", "Starts as many children as it can, and then plays.", fork_crowd)
        .dangerous("it would fill the machine with processes")
        .needs(PROCESSES),
    Animal::new("thread-crowd", "Starts as many threads as it can, and then plays.", thread_crowd)
        .dangerous("it would fill the machine with threads")
        .needs(PROCESSES),
    Animal::new("eats-memory", "Allocates memory until there is none.", eats_memory)
        .expect_fault("too-much-memory")
        .dangerous("it would fill the memory of the machine")
        .needs(MEMORY),
    Animal::new(
        "eats-shared-memory",
        "Allocates shared memory, or plays where there is none.",
        eats_shared_memory,
    )
    .dangerous("it would fill the memory of the machine")
    .needs(MEMORY),
    Animal::new("hides-memory", "Allocates shared memory that no living process has touched.", hides_memory)
        .dangerous("it would fill the memory of the machine")
        .needs(MEMORY),
    Animal::new(
        "eats-memory-files",
        "Fills files in memory, or plays where there are none.",
        eats_memory_files,
    )
    .dangerous("it would fill the memory of the machine")
    .needs(MEMORY),
    Animal::new(
        "eats-memory-in-children",
        "Starts many children that allocate a little memory each.",
        eats_in_children,
    )
    .expect_fault("too-much-memory")
    .dangerous("it would fill the memory of the machine")
    .needs(MEMORY),
    Animal::new("busy-in-threads", "Computes forever on every processor.", busy_in_threads)
        .expect_fault("too-much-cpu")
        .unsandboxed_fault("time-out")
        .endless()
        .needs(&[Guard::Cpu]),
    Animal::new(
        "busy-in-children",
        "Computes forever, in one short-lived child after another.",
        busy_in_children,
    )
    .expect_fault("too-much-cpu")
    .unsandboxed_fault("time-out")
    .endless()
    .needs(&[Guard::Cpu]),
];

/// A pipe with one byte for each process that may still be started, shared by all descendants.
struct Tokens {
    take: File,
    // Kept open, so that an empty pipe is not at its end.
    _put: File,
}

impl Tokens {
    fn new(count: usize) -> Result<Tokens, ZooError> {
        let (take, put): (OwnedFd, OwnedFd) = pipe().map_err(ZooError::system("pipe"))?;
        fcntl(take.as_fd(), FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).map_err(ZooError::system("fcntl"))?;
        let mut put = File::from(put);
        put.write_all(&vec![0; count]).map_err(ZooError::system("pipe"))?;
        Ok(Tokens { take: File::from(take), _put: put })
    }

    fn take(&self) -> bool {
        (&self.take).read_exact(&mut [0]).is_ok()
    }
}

fn fork_bomb(_: &Call) -> Result<i32, ZooError> {
    let tokens = Tokens::new(caps::FORKS)?;
    let life = Life::new();
    // A child continues the same loop as its parent.
    while life.has_time_left() {
        if tokens.take() {
            let _ = kernel::branch();
        } else {
            thread::sleep(Duration::from_millis(1));
        }
    }
    Ok(0)
}

fn fork_crowd(call: &Call) -> Result<i32, ZooError> {
    let mut count = 0;
    while count < caps::FORKS && kernel::spawn(|| Life::new().sleep()).is_ok() {
        count += 1;
    }
    eprintln!("{count} children");
    call.play()?;
    Ok(if count > CROWD { ESCAPED } else { 0 })
}

fn thread_crowd(call: &Call) -> Result<i32, ZooError> {
    // It plays first, since afterwards there may be no memory left.
    call.play()?;
    let over = AtomicBool::new(false);
    let count = thread::scope(|scope| {
        let mut count = 0;
        while count < caps::FORKS {
            let small = thread::Builder::new().stack_size(16 << 10);
            let wait = || {
                while !over.load(Ordering::Relaxed) {
                    thread::park_timeout(Duration::from_millis(100));
                }
            };
            if small.spawn_scoped(scope, wait).is_err() {
                break;
            }
            count += 1;
        }
        over.store(true, Ordering::Relaxed);
        count
    });
    eprintln!("{count} threads");
    Ok(if count > CROWD { ESCAPED } else { 0 })
}

/// Allocates up to a number of bytes and touches every page; an error when there is no more memory.
pub(super) fn take_memory(bytes: u64) -> Result<Vec<Vec<u8>>, Vec<Vec<u8>>> {
    let mut taken = Vec::new();
    for _ in 0..bytes / CHUNK as u64 {
        let mut chunk = Vec::new();
        if chunk.try_reserve_exact(CHUNK).is_err() {
            return Err(taken);
        }
        chunk.resize(CHUNK, 1);
        taken.push(chunk);
    }
    Ok(taken)
}

fn eats_memory(_: &Call) -> Result<i32, ZooError> {
    match take_memory(caps::MEMORY) {
        Ok(taken) => Ok(if std::hint::black_box(taken).is_empty() { 0 } else { ESCAPED }),
        Err(_) => out_of_memory(),
    }
}

/// Ends like most programs that run out of memory.
pub(super) fn out_of_memory() -> ! {
    eprintln!("out of memory");
    std::process::abort();
}

/// The size of one segment of shared memory.
const PIECE: NonZeroUsize = NonZeroUsize::MIN.saturating_add(CHUNK - 1);

/// Allocates shared memory until there is none, or plays where it is not available.
fn share(call: &Call, touch: impl Fn(&Shared)) -> Result<i32, ZooError> {
    let mut kept = Vec::new();
    for _ in 0..caps::MEMORY / CHUNK as u64 {
        let Ok(piece) = Shared::new(PIECE) else {
            return call.play();
        };
        touch(&piece);
        kept.push(piece);
    }
    // Time for the supervisor to notice it.
    thread::sleep(Duration::from_secs(1));
    Ok(ESCAPED)
}

fn eats_shared_memory(call: &Call) -> Result<i32, ZooError> {
    share(call, Shared::touch)
}

fn hides_memory(call: &Call) -> Result<i32, ZooError> {
    // Memory touched in a child belongs to the child while it lives, and to no process afterwards.
    share(call, |piece| {
        if let Ok(child) = kernel::spawn(|| piece.touch()) {
            let _ = waitpid(child, None);
        }
    })
}

fn eats_memory_files(call: &Call) -> Result<i32, ZooError> {
    // There are many small files, so that a limit on the size of one file does not stop it.
    let _ = kernel::ignore(nix::sys::signal::Signal::SIGXFSZ);
    let chunk = vec![1; CHUNK];
    let mut files = Vec::new();
    while (files.len() as u64) < caps::MEMORY / CHUNK as u64 {
        let Ok(file) = memfd_create("zoo", MFdFlags::empty()) else {
            return call.play();
        };
        let mut file = File::from(file);
        if file.write_all(&chunk).is_err() {
            return call.play();
        }
        files.push(file);
    }
    Ok(ESCAPED)
}

fn eats_in_children(_: &Call) -> Result<i32, ZooError> {
    let each = 64 << 20;
    let mut children = 0;
    while children * each < caps::MEMORY {
        let child = kernel::spawn(|| {
            let taken = take_memory(each);
            Life::new().sleep();
            drop(taken);
        });
        match child {
            Ok(_) => children += 1,
            Err(_) => break,
        }
    }
    // All of them hold their memory at the same time.
    Life::new().sleep();
    Ok(ESCAPED)
}

/// Computes for some time.
pub(super) fn compute(life: Life, until: impl Fn() -> bool) {
    let mut sum = 1u64;
    while life.has_time_left() && !until() {
        for step in 0..1_000_000u64 {
            sum = std::hint::black_box(sum.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(step));
        }
    }
}

fn busy_in_threads(_: &Call) -> Result<i32, ZooError> {
    let life = Life::new();
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| compute(life, || false));
        }
        compute(life, || false);
    });
    Ok(0)
}

fn busy_in_children(_: &Call) -> Result<i32, ZooError> {
    let life = Life::new();
    while life.has_time_left() {
        let child = kernel::spawn(|| {
            let start = std::time::Instant::now();
            compute(life, || start.elapsed() > Duration::from_millis(100));
        })
        .map_err(ZooError::system("fork"))?;
        waitpid(child, None).map_err(ZooError::system("wait"))?;
    }
    Ok(0)
}
