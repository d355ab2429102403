//! What a process does to itself before it becomes the program: limits, another user, walls.

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

/// How many files a process may have open: more than any run-time library needs for itself.
const OPEN_FILES: rlim_t = 256;

/// Leaves the session of the parent, dies with it, and becomes the user that the program is to have.
///
/// `parent` is the process that forked this one: should it be dead already, nobody would see to our end.
pub(super) fn depart(job: &Job, parent: Pid) -> io::Result<()> {
    setsid()?;
    umask(Mode::S_IWGRP | Mode::S_IWOTH);
    if let Some(id) = job.user {
        // A program that opens /dev/stderr opens the pipe anew, which it can only if the pipe is its own.
        for pipe in [fchown(io::stdout(), Some(id.into()), None), fchown(io::stderr(), Some(id.into()), None)]
        {
            pipe?;
        }
        let (uid, gid) = (Uid::from_raw(id), Gid::from_raw(id));
        setgroups(&[])?;
        setresgid(gid, gid, gid)?;
        setresuid(uid, uid, uid)?;
    }
    // After the change of the user, which clears it.
    prctl::set_pdeathsig(Signal::SIGKILL)?;
    if getppid() != parent {
        return Err(io::Error::other("the stub is dead"));
    }
    Ok(())
}

/// Shuts this process in as the job says; what comes next is the program.
pub(super) fn confine(job: &Job) -> io::Result<()> {
    if job.tier == Tier::None {
        return Ok(());
    }
    // Should the machine run out of memory, the program goes first. Where it cannot be said, it is not needed either.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    limit(job)?;
    prctl::set_no_new_privs()?;
    if job.landlock > 0 {
        domain::shut_in(job)?;
    }
    filter::apply(job.landlock >= domain::SCOPES)
}

/// Sets what the kernel itself counts, for each process; the watch counts what they use together.
fn limit(job: &Job) -> io::Result<()> {
    let limits = &job.limits;
    let seconds = limits.cpu.saturating_add(Duration::from_millis(999)).as_secs();
    set(Resource::RLIMIT_CPU, seconds, seconds.saturating_add(1))?;
    same(Resource::RLIMIT_FSIZE, limits.files)?;
    // It is the watch that finds a program with too much, and can say so; to the program itself, this limit looks like
    // a machine without memory. It only holds one up that is faster than the watch. Data, not addresses, and four
    // times as much, since many run-time libraries reserve more than they ever use.
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

/// Sets a limit, or leaves it lower where it is lower.
fn set(what: Resource, soft: rlim_t, hard: rlim_t) -> io::Result<()> {
    let (soft_now, hard_now) = getrlimit(what)?;
    let hard = hard.min(hard_now);
    Ok(setrlimit(what, soft.min(soft_now).min(hard), hard)?)
}
