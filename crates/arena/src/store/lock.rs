//! The lock of the process that plays a tournament.
//!
//! SQLite's own locks cannot do it: those that exclude other players exclude readers as well.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::StoreError;

/// What follows the name of a database in the name of the file that its player locks.
pub const LOCK_SUFFIX: &str = "-lock";

/// How often a player tries to take the lock, and how long it waits each time.
const TRIES: usize = 5;
const PAUSE: Duration = Duration::from_millis(20);

/// The lock of the player. It ends with the process, however that ends; the empty file stays.
#[derive(Debug)]
pub(super) struct PlayerLock {
    _file: File,
}

impl PlayerLock {
    /// Takes the lock of a database, or fails if another process has it.
    pub(super) fn new(database: &Path) -> Result<PlayerLock, StoreError> {
        let path = lock_path(database);
        let failed = |source| StoreError::Lock { path: path.clone(), source };
        let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
        for _ in 0..TRIES {
            match file.try_lock() {
                Ok(()) => return Ok(PlayerLock { _file: file }),
                // A reader that looks whether somebody plays has the lock for microseconds.
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
                Err(TryLockError::Error(source)) => return Err(failed(source)),
            }
        }
        Err(StoreError::InUse(database.to_owned()))
    }

    /// Returns whether any process has the lock.
    pub(super) fn is_held(database: &Path) -> bool {
        // A shared lock, so that several readers can look at the same time.
        File::open(lock_path(database))
            .is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }
}

fn lock_path(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(LOCK_SUFFIX);
    PathBuf::from(name)
}
