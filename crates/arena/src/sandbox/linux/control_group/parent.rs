//! The parent group of one sandbox in one hierarchy. The groups of its runs lie in it.
//!
//! Its folder is locked, and the system releases the lock with the process. A parent that nobody locks was left by a
//! floe that was killed: whatever still lives in it is killed, and it is removed.

use std::fs::{self, File, TryLockError};
use std::io;
use std::mem;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::{AccessFlags, Pid, access};

use super::hierarchy::{GroupVersion, Hierarchy};

/// The prefix of the names of all parents.
const PREFIX: &str = "floe-";

/// The group within a parent that floe itself moves into, where a group with processes cannot have controllers.
const OWN_LEAF: &str = "self";

/// The controllers of version 2 that are used.
const WANTED: [&str; 4] = ["memory", "pids", "cpu", "cpuset"];

/// How often and how long to wait until killed processes have left a group.
const TRIES: u32 = 60;
const PAUSE: Duration = Duration::from_millis(5);

/// A parent group.
#[derive(Debug)]
pub(super) struct ParentGroup {
    pub(super) path: PathBuf,
    /// Locked as long as the sandbox exists.
    _lock: File,
}

impl ParentGroup {
    /// Makes a parent in our own group or, in version 2, in the nearest group above that can have controllers.
    pub(super) fn new(hierarchy: &Hierarchy) -> io::Result<ParentGroup> {
        match hierarchy.version {
            GroupVersion::One => {
                let parent = make(&hierarchy.own)?;
                prepare_cpuset(&parent.path)?;
                Ok(parent)
            }
            GroupVersion::Two => new_of_version_2(hierarchy),
        }
    }

    /// Makes a group in it.
    pub(super) fn child(&self, name: &str) -> io::Result<PathBuf> {
        let path = self.path.join(name);
        fs::create_dir(&path)?;
        prepare_cpuset(&path)?;
        Ok(path)
    }
}

impl Drop for ParentGroup {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// Makes and locks a parent in a group, after removing abandoned ones.
fn make(place: &Path) -> io::Result<ParentGroup> {
    clear(place);
    loop {
        let made = tempfile::Builder::new().prefix(PREFIX).tempdir_in(place)?;
        // Only the system can remove the files in it.
        let path = made.keep();
        // Another floe may remove it before it is locked.
        let lock = match File::open(&path) {
            Err(fault) if fault.kind() == io::ErrorKind::NotFound => continue,
            opened => opened?,
        };
        lock.lock()?;
        if fs::metadata(&path).is_ok_and(|now| lock.metadata().is_ok_and(|ours| ours.ino() == now.ino())) {
            return Ok(ParentGroup { path, _lock: lock });
        }
    }
}

/// In version 1, a group takes no process before it has processors and memory nodes.
fn prepare_cpuset(path: &Path) -> io::Result<()> {
    for file in ["cpuset.cpus", "cpuset.mems"] {
        let ours = path.join(file);
        let Ok(now) = fs::read_to_string(&ours) else { continue };
        if let (true, Some(above)) = (now.trim().is_empty(), path.parent()) {
            let all = fs::read_to_string(above.join(file))?;
            // In version 2, an empty list means all.
            if !all.trim().is_empty() {
                fs::write(&ours, all.trim())?;
            }
        }
    }
    Ok(())
}

fn new_of_version_2(hierarchy: &Hierarchy) -> io::Result<ParentGroup> {
    // Another sandbox of this process may have moved it into a leaf.
    let own = match hierarchy.own.parent() {
        Some(above) if hierarchy.own.ends_with(OWN_LEAF) && is_parent(above) => {
            above.parent().unwrap_or(&hierarchy.own)
        }
        _ => &hierarchy.own,
    };
    let mut last = io::Error::from(io::ErrorKind::PermissionDenied);
    let mut uncontrolled = None;
    for place in own.ancestors().take_while(|place| place.starts_with(&hierarchy.mount)) {
        // A process may be moved between two groups only by those who may write to the group above both.
        let writable = [place, &place.join("cgroup.procs")]
            .into_iter()
            .all(|path| access(path, AccessFlags::W_OK).is_ok());
        if !writable {
            continue;
        }
        match controlled(place, place == own) {
            Ok(parent) => return Ok(parent),
            Err(fault) => last = fault,
        }
        uncontrolled = uncontrolled.or(Some(place));
    }
    // Even without controllers, a group can be killed at once, and its processor time is counted.
    match uncontrolled {
        Some(place) => make(place),
        None => Err(last),
    }
}

/// Makes a parent whose groups have the memory controller, in a place of version 2.
fn controlled(place: &Path, is_own: bool) -> io::Result<ParentGroup> {
    let offered = fs::read_to_string(place.join("cgroup.controllers"))?;
    let has = |list: &str, name: &str| list.split_ascii_whitespace().any(|word| word == name);
    if !has(&offered, "memory") {
        return Err(io::Error::other("the memory controller is not delegated"));
    }
    let parent = make(place)?;
    if enable(place).is_err() {
        // Controllers need a group without processes. Only our own process may be moved.
        if !is_own || !is_alone_in(place) {
            return Err(io::Error::other("there are other processes in its group"));
        }
        let leaf = parent.child(OWN_LEAF)?;
        let us = std::process::id().to_string();
        fs::write(leaf.join("cgroup.procs"), &us)?;
        if let Err(fault) = enable(place) {
            fs::write(place.join("cgroup.procs"), &us)?;
            return Err(fault);
        }
        // We stay in the leaf for good, so no other floe may take the parent for an abandoned one.
        mem::forget(parent._lock.try_clone()?);
    }
    enable(&parent.path)?;
    Ok(parent)
}

/// Enables the controllers for the groups within a group. Memory is required, the others are not.
fn enable(group: &Path) -> io::Result<()> {
    let offered = fs::read_to_string(group.join("cgroup.controllers"))?;
    let file = group.join("cgroup.subtree_control");
    let enabled = fs::read_to_string(&file)?;
    for name in WANTED.into_iter().filter(|name| offered.split_ascii_whitespace().any(|word| word == *name)) {
        if enabled.split_ascii_whitespace().any(|word| word == name) {
            continue;
        }
        match fs::write(&file, format!("+{name}")) {
            Err(fault) if name == "memory" => return Err(fault),
            _ => {}
        }
    }
    Ok(())
}

fn is_alone_in(group: &Path) -> bool {
    processes(group).is_ok_and(|pids| pids == [std::process::id().cast_signed()])
}

/// Returns the processes in a group. Those outside of our PID namespace are 0.
pub(super) fn processes(group: &Path) -> io::Result<Vec<i32>> {
    let list = fs::read_to_string(group.join("cgroup.procs"))?;
    Ok(list.lines().filter_map(|line| line.parse().ok()).collect())
}

/// Kills all processes in a group but for `kept`, waits until no other is left, and returns whether there were any.
pub(super) fn empty(group: &Path, kept: Option<i32>) -> io::Result<bool> {
    let us = std::process::id().cast_signed();
    for turn in 0..TRIES {
        // A thread of ours may be in it.
        let is_ours = |pid: &i32| *pid == us || Some(*pid) == kept;
        let (ours, found): (Vec<i32>, Vec<i32>) = processes(group)?.into_iter().partition(is_ours);
        if found.is_empty() {
            return Ok(turn > 0);
        }
        if !ours.is_empty() || fs::write(group.join("cgroup.kill"), "1").is_err() {
            for pid in found.into_iter().filter(|pid| *pid > 1) {
                // It may have ended already.
                let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
            }
        }
        thread::sleep(PAUSE);
    }
    Err(io::Error::other(format!("the control group '{}' cannot be emptied", group.display())))
}

fn is_parent(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(PREFIX.as_bytes()))
}

/// Removes abandoned parents in a place. Failures are left for the next time.
fn clear(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let path = entry.path();
        if !is_parent(&path) || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let Ok(lock) = File::open(&path) else { continue };
        match lock.try_lock() {
            Ok(()) => remove(&path),
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => {}
        }
    }
}

/// Removes a parent with all groups in it, as far as possible.
fn remove(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let group = entry.path();
        // We may be in it ourselves.
        if !(group.ends_with(OWN_LEAF) && is_alone_in(&group)) && empty(&group, None).is_ok() {
            remove_group(&group);
        }
    }
    remove_group(parent);
}

/// Removes a group, as soon as nothing is in it.
pub(super) fn remove_group(group: &Path) {
    for _ in 0..TRIES {
        match fs::remove_dir(group) {
            // Processes that have ended may still be in it for a moment.
            Err(fault) if fault.kind() == io::ErrorKind::ResourceBusy && no_groups_in(group) => {
                thread::sleep(PAUSE);
            }
            _ => return,
        }
    }
}

fn no_groups_in(group: &Path) -> bool {
    fs::read_dir(group)
        .is_ok_and(|mut entries| !entries.any(|entry| entry.is_ok_and(|entry| entry.path().is_dir())))
}
