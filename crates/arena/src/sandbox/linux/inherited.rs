//! The state that a process inherits from whoever started it, brought to fixed values: a program finds the same state
//! however floe itself was started.
//!
//! [`reset`] undoes what the fork server, and so the stub, inherited from floe, and [`settle`] what the program
//! inherits from the stub. The environment, the arguments and the current folder are set by `launch`. Some values
//! cannot be reached without privileges, such as a lower niceness or a limit above an inherited one. They become as
//! close as possible, and [`differences`] names them.

use std::fs::{self, File};
use std::io;
use std::time::Duration;

use nix::sys::prctl;
use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit, rlim_t, setrlimit};
use nix::sys::signal::SigSet;
use nix::sys::stat::{Mode, umask};
use nix::unistd::{dup2_stdin, geteuid};

use super::raw;
use super::wire::Job;
use crate::sandbox::{Gap, Guard, ResourceLimits, Tier};

/// The name of a limit, and its soft and hard value.
type Limit = (Resource, &'static str, rlim_t, rlim_t);

/// How many files a process may have open: more than any run-time library needs.
const OPEN_FILES: rlim_t = 256;

/// The stack of a program. Above this soft limit, or without one, the kernel arranges addresses differently.
const STACK: rlim_t = 8 << 20;

/// Memory that may be locked, and signals that may be queued: less than any system allows by default.
const LOCKED: rlim_t = 64 << 10;
const QUEUED: rlim_t = 256;

/// The precision of timers, in nanoseconds; the kernel starts with this value.
const TIMER_SLACK: u64 = 50_000;

/// Brings the inherited state of the stub, and so of everything that it starts, to fixed values.
///
/// Must be called before the process opens any file or starts a thread: the fork server does it first.
pub(super) fn reset() -> io::Result<()> {
    raw::close_inherited();
    // An ignored SIGCHLD would keep the stub from waiting for its children.
    raw::default_actions();
    raw::ignore_sigpipe()?;
    SigSet::empty().thread_set_mask()?;
    raw::stop_timers();
    umask(Mode::S_IWGRP | Mode::S_IWOTH);
    raw::default_scheduling();
    raw::set_cores(&[])?;
    raw::default_memory_policy();
    raw::default_personality();
    raw::clear_inheritable_capabilities();
    // A kernel may lack any of these, and then there is nothing to reset.
    let _ = prctl::set_timerslack(TIMER_SLACK);
    let _ = prctl::set_thp_disable(false);
    let _ = fs::write("/proc/self/coredump_filter", "0");
    for limit in limits(Tier::None, &ResourceLimits::default(), RLIM_INFINITY) {
        set(&limit)?;
    }
    Ok(())
}

/// Brings the state of a process that becomes the program to fixed values, as far as [`reset`] did not do so.
pub(super) fn settle(job: &Job) -> io::Result<()> {
    // The limits of the kernel count each process; `watch` counts all processes together.
    for limit in limits(job.tier, &job.limits, job.threads) {
        set(&limit)?;
    }
    raw::set_cores(&job.cores)?;
    // A program with more rights than floe, such as `sudo`, could not be killed.
    prctl::set_no_new_privs()?;
    dup2_stdin(File::open("/dev/null")?)?;
    raw::default_actions();
    SigSet::empty().thread_set_mask()?;
    Ok(())
}

/// Makes the program the first to be killed when the machine runs out of memory.
///
/// After a change of the user, the kernel does not allow it any more.
pub(super) fn volunteer() {
    // A failure is harmless.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
}

/// Drops all capabilities, unless this process is root, as in tier `none`.
pub(super) fn drop_capabilities() -> io::Result<()> {
    if geteuid().is_root() { Ok(()) } else { raw::drop_capabilities() }
}

/// Prepares floe itself to run programs: it can wait for them, gets signals, and may have many files open.
pub(super) fn prepare_main() {
    raw::expect_children();
    // Without these, floe works less well, but it works.
    let _ = SigSet::empty().thread_set_mask();
    if let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE)
        && soft < hard
    {
        let _ = setrlimit(Resource::RLIMIT_NOFILE, hard, hard);
    }
}

/// Returns all limits of a program.
fn limits(tier: Tier, limits: &ResourceLimits, threads: u64) -> [Limit; 16] {
    let seconds = limits.cpu.saturating_add(Duration::from_millis(999)).as_secs();
    // `watch` finds a program that uses too much memory and reports it, while this limit only makes allocations fail.
    // It stops a program that is faster than `watch`. It limits data, not addresses, and allows four times as much,
    // since many run-time libraries reserve more than they use.
    let data = limits.memory.saturating_mul(4);
    let own = |value: rlim_t| if tier == Tier::None { RLIM_INFINITY } else { value };
    let same = |what, name, value| (what, name, value, value);
    [
        (Resource::RLIMIT_CPU, "processor time", own(seconds), own(seconds.saturating_add(1))),
        same(Resource::RLIMIT_FSIZE, "size of a file", own(limits.files)),
        same(Resource::RLIMIT_DATA, "data", own(data)),
        same(Resource::RLIMIT_NPROC, "processes", own(threads)),
        (Resource::RLIMIT_STACK, "stack", STACK, RLIM_INFINITY),
        same(Resource::RLIMIT_NOFILE, "open files", OPEN_FILES),
        same(Resource::RLIMIT_AS, "address space", RLIM_INFINITY),
        same(Resource::RLIMIT_RSS, "resident memory", RLIM_INFINITY),
        same(Resource::RLIMIT_LOCKS, "file locks", RLIM_INFINITY),
        same(Resource::RLIMIT_RTTIME, "real-time processor time", RLIM_INFINITY),
        same(Resource::RLIMIT_MEMLOCK, "locked memory", LOCKED),
        same(Resource::RLIMIT_SIGPENDING, "queued signals", QUEUED),
        same(Resource::RLIMIT_CORE, "core file", 0),
        same(Resource::RLIMIT_MSGQUEUE, "message queues", 0),
        same(Resource::RLIMIT_NICE, "niceness", 0),
        same(Resource::RLIMIT_RTPRIO, "real-time priority", 0),
    ]
}

/// Sets a limit, or the nearest value that an inherited hard limit allows.
fn set(&(what, _, soft, hard): &Limit) -> io::Result<()> {
    if setrlimit(what, soft, hard).is_ok() {
        return Ok(());
    }
    let (_, most) = getrlimit(what)?;
    Ok(setrlimit(what, soft.min(most), hard.min(most))?)
}

/// Returns in words where the state of this program differs from the fixed values, because floe may not set them.
pub(super) fn differences(tier: Tier, expected: &ResourceLimits) -> Vec<String> {
    let mut found = Vec::new();
    let niceness = raw::niceness();
    if niceness != 0 {
        found.push(format!("a niceness of {niceness} instead of 0"));
    }
    if !raw::is_scheduled_as_usual() {
        found.push("a scheduling policy other than the usual one".to_owned());
    }
    let words = |value: rlim_t| {
        if value == RLIM_INFINITY { "no limit".to_owned() } else { value.to_string() }
    };
    for (what, name, soft, hard) in limits(tier, expected, RLIM_INFINITY) {
        // The limit on processes depends on how many our user has.
        let Ok(now) = getrlimit(what) else { continue };
        if what == Resource::RLIMIT_NPROC || now == (soft, hard) {
            continue;
        }
        let (is, wanted) = if now.0 == soft { (now.1, hard) } else { (now.0, soft) };
        found.push(format!("a limit on {name} of {} instead of {}", words(is), words(wanted)));
    }
    found
}

/// Returns the gap for differences that a probe printed.
pub(super) fn gap(differences: &str) -> Option<Gap> {
    let why =
        format!("programs run with {differences}: floe was started so, and is not permitted to change it");
    (!differences.is_empty()).then_some(Gap { what: Guard::Inherited, why })
}
