//! What a process does before it becomes the program: it changes its user, and applies limits,
//! Landlock and seccomp.

use std::io;

use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::unistd::{Gid, Pid, Uid, fchown, getppid, setgroups, setresgid, setresuid, setsid};

use super::wire::Job;
use super::{domain, filter, inherited, mounts};
use crate::sandbox::Tier;

/// Leaves the session of the parent, arranges to die with it, and changes to the user of the program.
///
/// `parent` is the process that forked this one. This fails if the parent has already died, since no signal would report that.
pub(super) fn depart(job: &Job, parent: Pid) -> io::Result<()> {
    setsid()?;
    inherited::volunteer();
    if let Some(id) = job.user {
        if job.tier == Tier::Basic && !job.keeping.has_mounts() {
            // Where root may not do this, the probe has found and reported it.
            let _ = mounts::stop_access_times();
        }
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
    inherited::drop_capabilities()?;
    // This comes after the change of the user, which clears it.
    prctl::set_pdeathsig(Signal::SIGKILL)?;
    if getppid() != parent {
        return Err(io::Error::other("the stub is dead"));
    }
    Ok(())
}

/// Confines this process as the job requires, before it becomes the program.
pub(super) fn confine(job: &Job) -> io::Result<()> {
    inherited::settle(job)?;
    if job.tier == Tier::None {
        return Ok(());
    }
    if job.landlock > 0 {
        domain::shut_in(job)?;
    }
    filter::apply(job.landlock >= domain::SCOPES)
}
