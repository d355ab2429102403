//! Landlock: one domain around the supervisor, which its signals cannot leave, and one around the program.

use std::io;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, RestrictionStatus, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, make_bitflags, path_beneath_rules,
};
use nix::errno::Errno;
use nix::sys::signal::kill;
use nix::unistd::{Pid, getppid};

use super::wire::Job;

/// The first version of Landlock that keeps signals within a domain.
pub(super) const SCOPES: u8 = 6;

/// System paths that programs and their run-time libraries need, readable in all tiers.
pub(super) const SYSTEM: [&str; 12] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/run/current-system",
];

/// Information of the kernel about processes, which run-time libraries read. Of other processes, a program sees only
/// what all users can see, such as command lines; Landlock hides the rest.
const PROC: &str = "/proc";

/// The number of processors; programs have other ways to find it where this is missing.
const PROCESSORS: &str = "/sys/devices/system/cpu";

/// Devices to read from.
pub(super) const SOURCES: [&str; 3] = ["/dev/zero", "/dev/random", "/dev/urandom"];

/// The device to write to.
pub(super) const SINK: &str = "/dev/null";

/// Puts this process into a domain that its signals cannot leave, and returns whether that worked.
///
/// `parent` must be our living parent: only the domain can keep a process from signalling its parent of the same
/// user, so a failure to reach it is the proof.
pub(super) fn keep_signals_in(parent: Pid) -> io::Result<bool> {
    Ruleset::default()
        .scope(Scope::Signal)
        .and_then(Ruleset::create)
        .and_then(RulesetCreated::restrict_self)
        .map_err(io::Error::other)?;
    Ok(getppid() == parent && kill(parent, None) == Err(Errno::EPERM))
}

/// Restricts this process: it may write only in its folder, read only what it needs, and signal no other process.
pub(super) fn shut_in(job: &Job) -> io::Result<()> {
    match restrict(job).map_err(io::Error::other)?.ruleset {
        RulesetStatus::NotEnforced => Err(io::Error::other("the kernel does not enforce Landlock")),
        _ => Ok(()),
    }
}

fn restrict(job: &Job) -> Result<RestrictionStatus, RulesetError> {
    // Newer features of the kernel are not requested; the crate leaves out features that it lacks.
    let known = ABI::from(i32::from(job.landlock));
    let read = AccessFs::from_read(known);
    let take = AccessFs::from_all(known) & make_bitflags!(AccessFs::{ReadFile | WriteFile | Truncate});
    // Devices can only be read or written, and named sockets are out of reach.
    let write = AccessFs::from_all(known)
        & !make_bitflags!(AccessFs::{MakeChar | MakeBlock | IoctlDev | ResolveUnix});
    let rules = |paths: &[&str], access: BitFlags<AccessFs>| {
        path_beneath_rules(paths.iter().map(Path::new).map(Path::to_path_buf).collect::<Vec<_>>(), access)
    };
    let mut rights = Ruleset::default().handle_access(AccessFs::from_all(known))?;
    let (net, scopes) = (AccessNet::from_all(known), Scope::from_all(known));
    if !net.is_empty() {
        rights = rights.handle_access(net)?;
    }
    if !scopes.is_empty() {
        rights = rights.scope(scopes)?;
    }
    rights
        .create()?
        .add_rules(rules(&SYSTEM, read))?
        .add_rules(rules(&[PROC, PROCESSORS], read))?
        .add_rules(rules(&SOURCES, AccessFs::ReadFile.into()))?
        .add_rules(rules(&[SINK], take))?
        .add_rules(path_beneath_rules(&job.readable, read))?
        .add_rules(path_beneath_rules([&job.folder], write))?
        .restrict_self()
}
