//! Separate users for programs, when floe runs as root.
//!
//! Every folder gets a user that no other folder on the machine has at the same time, so that the limit on processes
//! counts one program only, and a program cannot reach the folder of another. The user ids need no entry in
//! /etc/passwd.

use std::env;
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use nix::unistd::{Gid, Uid};

/// The range of user ids: no real account has them, and containers that map only 65536 ids include them.
const FIRST: u32 = 62_000;
const LAST: u32 = 65_500;

/// The folder of the locks that keep two processes of floe from using the same id, if it can be made.
const LOCKS: &str = "/run/floe";

/// The users of a sandbox.
#[derive(Debug)]
pub(super) struct Users {
    locks: PathBuf,
    pool: Mutex<Pool>,
}

#[derive(Debug)]
struct Pool {
    free: Vec<u32>,
    /// The first id that has not been tried.
    next: u32,
    /// The lock files, held as long as the sandbox exists: claiming an id is too slow to do once per turn.
    held: Vec<File>,
}

impl Users {
    /// Finds a folder for locks.
    pub(super) fn new() -> io::Result<Arc<Users>> {
        let locks = place(Path::new(LOCKS)).or_else(|_| place(&env::temp_dir().join("floe-users")))?;
        let pool = Pool { free: Vec::new(), next: FIRST, held: Vec::new() };
        Ok(Arc::new(Users { locks, pool: Mutex::new(pool) }))
    }

    /// Returns a user that is exclusive until it is dropped.
    pub(super) fn take(self: &Arc<Users>) -> io::Result<User> {
        // The lock is held for a few instructions only, except when a new id is claimed.
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        let id = match pool.free.pop() {
            Some(id) => id,
            None => pool.claim(&self.locks)?,
        };
        Ok(User { id, users: Arc::clone(self) })
    }
}

/// Opens or creates the folder for locks. It must belong to root, or another user could block floe.
fn place(path: &Path) -> io::Result<PathBuf> {
    match DirBuilder::new().mode(0o700).create(path) {
        Err(fault) if fault.kind() != io::ErrorKind::AlreadyExists => return Err(fault),
        _ => {}
    }
    let there = fs::symlink_metadata(path)?;
    if there.is_dir() && there.uid() == 0 && there.mode() & 0o022 == 0 {
        Ok(path.to_owned())
    } else {
        Err(io::Error::other(format!("{} must be a folder that only root can write to", path.display())))
    }
}

impl Pool {
    /// Claims an id that no other floe process and no other process on the machine uses.
    fn claim(&mut self, locks: &Path) -> io::Result<u32> {
        let busy = ids_of_processes();
        while self.next <= LAST {
            let id = self.next;
            self.next += 1;
            let path = locks.join(id.to_string());
            let lock = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(path)?;
            match lock.try_lock() {
                Ok(()) if busy.contains(&id) => {}
                Ok(()) => {
                    self.held.push(lock);
                    return Ok(id);
                }
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(fault)) => return Err(fault),
            }
        }
        Err(io::Error::other(format!("all user ids from {FIRST} to {LAST} are in use")))
    }
}

/// Returns the users of all visible processes.
fn ids_of_processes() -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.file_name().as_encoded_bytes().iter().all(u8::is_ascii_digit))
        .filter_map(|entry| entry.metadata().ok())
        .map(|meta| meta.uid())
        .collect()
}

/// A user and group for one program only.
#[derive(Debug)]
pub(super) struct User {
    id: u32,
    users: Arc<Users>,
}

impl User {
    /// Returns the user id.
    pub(super) fn uid(&self) -> Uid {
        Uid::from_raw(self.id)
    }

    /// Returns the group id.
    pub(super) fn gid(&self) -> Gid {
        Gid::from_raw(self.id)
    }
}

impl Drop for User {
    fn drop(&mut self) {
        self.users.pool.lock().unwrap_or_else(PoisonError::into_inner).free.push(self.id);
    }
}
