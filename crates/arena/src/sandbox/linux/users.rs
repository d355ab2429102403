//! Users of their own for programs, when the game master is root.
//!
//! Every folder gets a user that no other folder has at the same time, on the whole machine: so the limit on processes
//! counts one program alone, and one program cannot reach another's folder. The users need no names.

use std::env;
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use nix::unistd::{Gid, Uid};

/// The ids that are used: no person has one, and containers that map only 65536 ids have them.
const FIRST: u32 = 62_000;
const LAST: u32 = 65_500;

/// Where the locks lie that keep two game masters from using the same id, if it can be there.
const LOCKS: &str = "/run/floe";

/// All users of a sandbox.
#[derive(Debug)]
pub(super) struct Users {
    locks: PathBuf,
    pool: Mutex<Pool>,
}

#[derive(Debug)]
struct Pool {
    free: Vec<u32>,
    /// Ids from here on have not been looked at.
    next: u32,
    /// Held as long as the sandbox lives: ids are kept, since claiming one costs more than a turn should.
    held: Vec<File>,
}

impl Users {
    /// Finds a place for locks.
    pub(super) fn new() -> io::Result<Arc<Users>> {
        let locks = place(Path::new(LOCKS)).or_else(|_| place(&env::temp_dir().join("floe-users")))?;
        let pool = Pool { free: Vec::new(), next: FIRST, held: Vec::new() };
        Ok(Arc::new(Users { locks, pool: Mutex::new(pool) }))
    }

    /// Gives a user that nobody else has until it is dropped.
    pub(super) fn take(self: &Arc<Users>) -> io::Result<User> {
        // A lock held for a few instructions, except when a new id is claimed: nothing cheaper is needed.
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        let id = match pool.free.pop() {
            Some(id) => id,
            None => pool.claim(&self.locks)?,
        };
        Ok(User { id, users: Arc::clone(self) })
    }
}

/// Makes a folder for locks, or finds it; it must be root's alone, or anybody could hold up the game master.
fn place(path: &Path) -> io::Result<PathBuf> {
    match DirBuilder::new().mode(0o700).create(path) {
        Err(fault) if fault.kind() != io::ErrorKind::AlreadyExists => return Err(fault),
        _ => {}
    }
    let there = fs::symlink_metadata(path)?;
    if there.is_dir() && there.uid() == 0 && there.mode() & 0o022 == 0 {
        Ok(path.to_owned())
    } else {
        Err(io::Error::other(format!("{} is not a folder of root's alone", path.display())))
    }
}

impl Pool {
    /// Claims an id that no other game master and no process on the machine has.
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
        Err(io::Error::other(format!("all users from {FIRST} to {LAST} are in use")))
    }
}

/// Returns the users of all processes that can be seen.
fn ids_of_processes() -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.file_name().as_encoded_bytes().iter().all(u8::is_ascii_digit))
        .filter_map(|entry| entry.metadata().ok())
        .map(|meta| meta.uid())
        .collect()
}

/// A user, with a group of its own, that one program has for itself.
#[derive(Debug)]
pub(super) struct User {
    id: u32,
    users: Arc<Users>,
}

impl User {
    /// Returns the user's id.
    pub(super) fn uid(&self) -> Uid {
        Uid::from_raw(self.id)
    }

    /// Returns the id of the user's only group.
    pub(super) fn gid(&self) -> Gid {
        Gid::from_raw(self.id)
    }
}

impl Drop for User {
    fn drop(&mut self) {
        self.users.pool.lock().unwrap_or_else(PoisonError::into_inner).free.push(self.id);
    }
}
