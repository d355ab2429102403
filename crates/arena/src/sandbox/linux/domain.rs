//! Landlock: a domain around the supervisor that keeps its signals in, and one around the program.

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

/// The first version of the kernel's interface that keeps signals within a domain.
pub(super) const SCOPES: u8 = 6;

/// Everywhere readable: what programs and their run-time libraries need of a system.
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

/// What the kernel tells about processes: each run-time library reads of its own. What there is of others, such as
/// their command lines, is what everybody on the machine can read; what is not for everybody, Landlock keeps closed.
const PROC: &str = "/proc";

/// How many processors there are; where it is missing, programs find that out in another way.
const PROCESSORS: &str = "/sys/devices/system/cpu";

/// Devices that give bytes. The one of zeros is not among them: mapped, it is shared memory without an owner.
pub(super) const SOURCES: [&str; 2] = ["/dev/random", "/dev/urandom"];

/// The device that takes bytes.
pub(super) const SINK: &str = "/dev/null";

/// Puts this process into a domain that its signals cannot leave, and tells whether that is so.
///
/// `parent` must be our living parent: that it cannot be reached is the proof, since nothing else would keep a
/// process from signalling its parent of the same user.
pub(super) fn keep_signals_in(parent: Pid) -> io::Result<bool> {
    Ruleset::default()
        .scope(Scope::Signal)
        .and_then(Ruleset::create)
        .and_then(RulesetCreated::restrict_self)
        .map_err(io::Error::other)?;
    Ok(getppid() == parent && kill(parent, None) == Err(Errno::EPERM))
}

/// Shuts this process in: it may write only in its folder, read only what it needs, and reach nobody.
pub(super) fn shut_in(job: &Job) -> io::Result<()> {
    match restrict(job).map_err(io::Error::other)?.ruleset {
        RulesetStatus::NotEnforced => Err(io::Error::other("the kernel does not enforce Landlock")),
        _ => Ok(()),
    }
}

fn restrict(job: &Job) -> Result<RestrictionStatus, RulesetError> {
    // What a newer kernel could do besides is not asked for; what this one cannot do is left out by the crate.
    let known = ABI::from(i32::from(job.landlock));
    let read = AccessFs::from_read(known);
    let take = AccessFs::from_all(known) & make_bitflags!(AccessFs::{ReadFile | WriteFile | Truncate});
    // Nothing of a device but its bytes, and no sockets to be found by their names.
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
