//! What a process does before it becomes the program: it changes its user, and applies limits, Landlock and seccomp.

use std::fs;
use std::io;
use std::time::Duration;

use nix::sys::prctl;
use nix::sys::resource::{Resource, getrlimit, rlim_t, setrlimit};
use nix::sys::signal::Signal;
use nix::sys::stat::{Mode, umask};
use nix::unistd::{Gid, Pid, Uid, fchown, getppid, setgroups, setresgid, setresuid, setsid};

use super::wire::Job;
use super::{domain, filter};
use crate::sandbox::Tier;

/// How many files a process may have open: more than any run-time library needs.
const OPEN_FILES: rlim_t = 256;

/// Leaves the session of the parent, arranges to die with it, and changes to the user of the program.
///
/// `parent` is the process that forked this one. This fails if the parent has already died, since no signal would report that.
pub(super) fn depart(job: &Job, parent: Pid) -> io::Result<()> {
    setsid()?;
    umask(Mode::S_IWGRP | Mode::S_IWOTH);
    if let Some(id) = job.user {
        // A program that opens /dev/stderr opens the pipe again, which is allowed only if it owns the pipe.
        for pipe in [fchown(io::stdout(), Some(id.into()), None), fchown(io::stderr(), Some(id.into()), None)]
        {
            pipe?;
        }
        let (uid, gid) = (Uid::from_raw(id), Gid::from_raw(id));
        setgroups(&[])?;
        setresgid(gid, gid, gid)?;
        setresuid(uid, uid, uid)?;
    }
    // This comes after the change of the user, which clears it.
    prctl::set_pdeathsig(Signal::SIGKILL)?;
    if getppid() != parent {
        return Err(io::Error::other("the stub is dead"));
    }
    Ok(())
}

/// Confines this process as the job requires, before it becomes the program.
pub(super) fn confine(job: &Job) -> io::Result<()> {
    if job.tier == Tier::None {
        return Ok(());
    }
    // When the machine runs out of memory, the program is killed first. A failure to set this is harmless.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    limit(job)?;
    prctl::set_no_new_privs()?;
    if job.landlock > 0 {
        domain::shut_in(job)?;
    }
    filter::apply(job.landlock >= domain::SCOPES)
}

/// Sets the limits of the kernel, which count each process; `watch` counts all processes together.
fn limit(job: &Job) -> io::Result<()> {
    let limits = &job.limits;
    let seconds = limits.cpu.saturating_add(Duration::from_millis(999)).as_secs();
    set(Resource::RLIMIT_CPU, seconds, seconds.saturating_add(1))?;
    same(Resource::RLIMIT_FSIZE, limits.files)?;
    // `watch` finds a program that uses too much memory and reports it, while this limit only makes allocations fail.
    // It stops a program that is faster than `watch`. It limits data, not addresses, and allows four times as much,
    // since many run-time libraries reserve more than they use.
    same(Resource::RLIMIT_DATA, limits.memory.saturating_mul(4))?;
    same(Resource::RLIMIT_NPROC, job.threads)?;
    same(Resource::RLIMIT_NOFILE, OPEN_FILES)?;
    same(Resource::RLIMIT_CORE, 0)?;
    same(Resource::RLIMIT_RTPRIO, 0)?;
    same(Resource::RLIMIT_MSGQUEUE, 0)
}

fn same(what: Resource, most: rlim_t) -> io::Result<()> {
    set(what, most, most)
}

/// Sets a limit, unless it is already lower.
fn set(what: Resource, soft: rlim_t, hard: rlim_t) -> io::Result<()> {
    let (soft_now, hard_now) = getrlimit(what)?;
    let hard = hard.min(hard_now);
    Ok(setrlimit(what, soft.min(soft_now).min(hard), hard)?)
}
