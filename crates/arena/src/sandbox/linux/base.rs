//! The base folder, in which a sandbox makes its work folders.
//!
//! It is removed with the sandbox. A floe that was killed leaves its base behind, and the next one removes it: a file
//! lock, which the system releases with the process, shows whether a base is still in use.

use std::ffi::CString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use nix::fcntl::{OFlag, open, openat};
use nix::sys::stat::Mode;

use super::folder::FolderHandle;
use super::open::{FILE, FOLDER};
use super::remove::remove;

/// The prefix of the names of all bases.
const PREFIX: &str = "floe-arena-";

/// The file in a base that is locked while the base is in use.
const LOCK: &str = "lock";

/// A base folder.
#[derive(Debug)]
pub(super) struct Base {
    path: PathBuf,
    name: CString,
    parent: OwnedFd,
    handle: OwnedFd,
    next: AtomicU64,
    /// Emptied folders, to be used again.
    kept: Mutex<Vec<FolderHandle>>,
    _lock: File,
}

impl Base {
    /// Makes a base among the temporary files, after removing abandoned ones.
    pub(super) fn new() -> io::Result<Base> {
        let parent = std::env::temp_dir().canonicalize()?;
        let handle = open(&parent, FOLDER - OFlag::O_NOFOLLOW, Mode::empty())?;
        clear(&parent, handle.as_fd());
        loop {
            let made = tempfile::Builder::new().prefix(PREFIX).tempdir_in(&parent)?;
            // Programs with their own users pass through it to their folders, but cannot list it.
            fs::set_permissions(made.path(), fs::Permissions::from_mode(0o711))?;
            let lock = File::create_new(made.path().join(LOCK))?;
            lock.lock()?;
            // Another floe may have removed it just before it was locked.
            if lock.metadata()?.nlink() == 0 {
                continue;
            }
            let path = made.keep();
            let name = path.file_name().map(OsStrExt::as_bytes).unwrap_or_default();
            let name = CString::new(name).expect("a name in a folder has no zero byte");
            let inner = open(&path, FOLDER, Mode::empty())?;
            return Ok(Base {
                path,
                name,
                parent: handle,
                handle: inner,
                next: AtomicU64::new(0),
                kept: Mutex::default(),
                _lock: lock,
            });
        }
    }

    /// Returns its path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns its open handle.
    pub(super) fn handle(&self) -> BorrowedFd<'_> {
        self.handle.as_fd()
    }

    /// Returns the emptied folders.
    pub(super) fn kept(&self) -> MutexGuard<'_, Vec<FolderHandle>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns an unused name.
    pub(super) fn fresh(&self) -> String {
        self.next.fetch_add(1, Ordering::Relaxed).to_string()
    }
}

impl Drop for Base {
    fn drop(&mut self) {
        // An error cannot be reported here; the next floe tries again.
        let _ = remove(self.parent.as_fd(), &self.name);
    }
}

/// Removes abandoned bases of our user. Failures are left for the next time.
fn clear(parent: &Path, handle: BorrowedFd<'_>) {
    let ours = nix::unistd::geteuid().as_raw();
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_base = name.as_bytes().starts_with(PREFIX.as_bytes())
            && entry.metadata().is_ok_and(|meta| meta.is_dir() && meta.uid() == ours);
        let Ok(name) = CString::new(name.as_bytes()) else { continue };
        if !is_base {
            continue;
        }
        let Ok(folder) = openat(handle, name.as_c_str(), FOLDER, Mode::empty()) else { continue };
        // A base without a lock file is being created or removed right now.
        let Ok(lock) = openat(&folder, LOCK, FILE, Mode::empty()).map(File::from) else { continue };
        match lock.try_lock() {
            Ok(()) => drop(remove(handle, &name)),
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => {}
        }
    }
}
