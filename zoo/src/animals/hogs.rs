//! Animals that take more of the machine than there is: processes, threads, memory, processor time.

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

use crate::GOT_THROUGH;
use crate::animal::Animal;
use crate::call::{Call, Woe};
use crate::caps::{self, Life};
use crate::kernel::{self, Shared};

const PROCESSES: &[Guard] = &[Guard::Processes, Guard::Leftovers];
const MEMORY: &[Guard] = &[Guard::Memory];

/// More processes at a time than any referee allows a program to have.
const CROWD: usize = 1_000;

/// Memory is taken by chunks of this many bytes.
const CHUNK: usize = 16 << 20;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("fork-bomb", "Forks, and so do its children, without end.", fork_bomb)
        .gets("time-out")
        .endless()
        .dangerous("it would fill the machine with processes")
        .needs(PROCESSES),
    Animal::new("fork-crowd", "Starts as many children as it can, and then plays.", fork_crowd)
        .dangerous("it would fill the machine with processes")
        .needs(PROCESSES),
    Animal::new("thread-crowd", "Starts as many threads as it can, and then plays.", thread_crowd)
        .dangerous("it would fill the machine with threads")
        .needs(PROCESSES),
    Animal::new("eats-memory", "Takes memory until there is none.", eats_memory)
        .gets("too-much-memory")
        .dangerous("it would fill the memory of the machine")
        .needs(MEMORY),
    Animal::new(
        "eats-shared-memory",
        "Takes shared memory, or plays where there is none.",
        eats_shared_memory,
    )
    .dangerous("it would fill the memory of the machine")
    .needs(MEMORY),
    Animal::new("hides-memory", "Takes shared memory that no living process has touched.", hides_memory)
        .dangerous("it would fill the memory of the machine")
        .needs(MEMORY),
    Animal::new("hides-zeros", "Takes such memory from the device of zeros.", hides_zeros)
        .dangerous("it would fill the memory of the machine")
        .needs(MEMORY),
    Animal::new(
        "eats-memory-files",
        "Fills files that lie in memory, or plays where there are none.",
        eats_memory_files,
    )
    .dangerous("it would fill the memory of the machine")
    .needs(MEMORY),
    Animal::new("eats-memory-in-children", "Lets many children take a little memory each.", eats_in_children)
        .gets("too-much-memory")
        .dangerous("it would fill the memory of the machine")
        .needs(MEMORY),
    Animal::new("busy-in-threads", "Computes for ever on every processor.", busy_in_threads)
        .gets("too-much-cpu")
        .loose_gets("time-out")
        .endless()
        .needs(&[Guard::Cpu]),
    Animal::new(
        "busy-in-children",
        "Computes for ever, in one short-lived child after the other.",
        busy_in_children,
    )
    .gets("too-much-cpu")
    .loose_gets("time-out")
    .endless()
    .needs(&[Guard::Cpu]),
];

/// A bag with one token for each process that may still be started, shared by a whole family.
struct Tokens {
    take: File,
    // Kept open, so that an empty bag is not taken for a torn one.
    _put: File,
}

impl Tokens {
    fn new(count: usize) -> Result<Tokens, Woe> {
        let (take, put): (OwnedFd, OwnedFd) = pipe().map_err(Woe::system("pipe"))?;
        fcntl(take.as_fd(), FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).map_err(Woe::system("fcntl"))?;
        let mut put = File::from(put);
        put.write_all(&vec![0; count]).map_err(Woe::system("pipe"))?;
        Ok(Tokens { take: File::from(take), _put: put })
    }

    fn take(&self) -> bool {
        (&self.take).read_exact(&mut [0]).is_ok()
    }
}

fn fork_bomb(_: &Call) -> Result<i32, Woe> {
    let tokens = Tokens::new(caps::FORKS)?;
    let life = Life::new();
    // A child takes the same loop as its parent, since it is a copy of it in the middle of this loop.
    while life.goes_on() {
        if tokens.take() {
            let _ = kernel::branch();
        } else {
            thread::sleep(Duration::from_millis(1));
        }
    }
    Ok(0)
}

fn fork_crowd(call: &Call) -> Result<i32, Woe> {
    let mut count = 0;
    while count < caps::FORKS && kernel::spawn(|| Life::new().sleep()).is_ok() {
        count += 1;
    }
    eprintln!("{count} children");
    call.play()?;
    Ok(if count > CROWD { GOT_THROUGH } else { 0 })
}

fn thread_crowd(call: &Call) -> Result<i32, Woe> {
    // Played before, since afterwards there may be no room for anything.
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
    Ok(if count > CROWD { GOT_THROUGH } else { 0 })
}

/// Takes memory, touching every page of it, up to a number of bytes; an error when there was no more.
fn take_memory(bytes: u64) -> Result<Vec<Vec<u8>>, Vec<Vec<u8>>> {
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

fn eats_memory(_: &Call) -> Result<i32, Woe> {
    match take_memory(caps::MEMORY) {
        Ok(taken) => Ok(if std::hint::black_box(taken).is_empty() { 0 } else { GOT_THROUGH }),
        Err(_) => out_of_memory(),
    }
}

/// Ends as most programs do that get no memory.
fn out_of_memory() -> ! {
    eprintln!("out of memory");
    std::process::abort();
}

/// The size of one piece of shared memory.
const PIECE: NonZeroUsize = NonZeroUsize::MIN.saturating_add(CHUNK - 1);

/// Takes shared memory until there is none, or plays where there is no such thing.
fn share(call: &Call, get: fn(NonZeroUsize) -> nix::Result<Shared>, touch: fn(&Shared)) -> Result<i32, Woe> {
    let mut kept = Vec::new();
    for _ in 0..caps::MEMORY / CHUNK as u64 {
        let Ok(piece) = get(PIECE) else {
            return call.play();
        };
        touch(&piece);
        kept.push(piece);
    }
    // Time for a watch to find it.
    thread::sleep(Duration::from_secs(1));
    Ok(GOT_THROUGH)
}

fn eats_shared_memory(call: &Call) -> Result<i32, Woe> {
    share(call, Shared::new, Shared::touch)
}

/// Touches shared memory in a child: it is the child's while that lives, and nobody's afterwards; but it stays.
fn in_a_child(touch: impl FnOnce()) {
    if let Ok(child) = kernel::spawn(touch) {
        let _ = waitpid(child, None);
    }
}

fn hides_memory(call: &Call) -> Result<i32, Woe> {
    share(call, Shared::new, |piece| in_a_child(|| piece.touch()))
}

fn hides_zeros(call: &Call) -> Result<i32, Woe> {
    share(call, Shared::of_zeros, |piece| in_a_child(|| piece.peek()))
}

fn eats_memory_files(call: &Call) -> Result<i32, Woe> {
    // Each file stays small, and there are many: a limit on one file must not be all that stops it.
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
    Ok(GOT_THROUGH)
}

fn eats_in_children(_: &Call) -> Result<i32, Woe> {
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
    // Each of them has its memory by the time that the others have, and keeps it.
    Life::new().sleep();
    Ok(GOT_THROUGH)
}

/// Computes for some time.
fn compute(life: Life, until: impl Fn() -> bool) {
    let mut sum = 1u64;
    while life.goes_on() && !until() {
        for step in 0..1_000_000u64 {
            sum = std::hint::black_box(sum.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(step));
        }
    }
}

fn busy_in_threads(_: &Call) -> Result<i32, Woe> {
    let life = Life::new();
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| compute(life, || false));
        }
        compute(life, || false);
    });
    Ok(0)
}

fn busy_in_children(_: &Call) -> Result<i32, Woe> {
    let life = Life::new();
    while life.goes_on() {
        let child = kernel::spawn(|| {
            let start = std::time::Instant::now();
            compute(life, || start.elapsed() > Duration::from_millis(100));
        })
        .map_err(Woe::system("fork"))?;
        waitpid(child, None).map_err(Woe::system("wait"))?;
    }
    Ok(0)
}
