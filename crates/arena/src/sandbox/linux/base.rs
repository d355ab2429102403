//! The place where a sandbox keeps its folders.
//!
//! It is removed with the sandbox. A game master that was killed leaves one behind, which the next one removes: a lock,
//! which the system drops with the process, tells whether somebody still uses it.

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

/// How the names of all bases begin.
const PREFIX: &str = "floe-arena-";

/// The file in a base that is locked as long as it is used.
const LOCK: &str = "lock";

/// A folder of folders.
#[derive(Debug)]
pub(super) struct Base {
    path: PathBuf,
    name: CString,
    parent: OwnedFd,
    handle: OwnedFd,
    next: AtomicU64,
    /// Folders that are empty again.
    kept: Mutex<Vec<FolderHandle>>,
    _lock: File,
}

impl Base {
    /// Makes a base among the temporary files, after removing those that nobody uses any more.
    pub(super) fn new() -> io::Result<Base> {
        let parent = std::env::temp_dir().canonicalize()?;
        let handle = open(&parent, FOLDER - OFlag::O_NOFOLLOW, Mode::empty())?;
        clear(&parent, handle.as_fd());
        loop {
            let made = tempfile::Builder::new().prefix(PREFIX).tempdir_in(&parent)?;
            // Programs with users of their own pass through it to their folders, but cannot list it.
            fs::set_permissions(made.path(), fs::Permissions::from_mode(0o711))?;
            let lock = File::create_new(made.path().join(LOCK))?;
            lock.lock()?;
            // Another game master may have cleared it away just before it was locked.
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

    /// Returns where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the open folder.
    pub(super) fn handle(&self) -> BorrowedFd<'_> {
        self.handle.as_fd()
    }

    /// Returns the folders that are empty again.
    pub(super) fn kept(&self) -> MutexGuard<'_, Vec<FolderHandle>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a name that nothing in it has.
    pub(super) fn fresh(&self) -> String {
        self.next.fetch_add(1, Ordering::Relaxed).to_string()
    }
}

impl Drop for Base {
    fn drop(&mut self) {
        // Nobody can be told; the next game master tries again.
        let _ = remove(self.parent.as_fd(), &self.name);
    }
}

/// Removes bases of ours that nobody uses any more. What fails is left for another time.
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
        // One without a lock is being made at this moment, or being removed.
        let Ok(lock) = openat(&folder, LOCK, FILE, Mode::empty()).map(File::from) else { continue };
        match lock.try_lock() {
            Ok(()) => drop(remove(handle, &name)),
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => {}
        }
    }
}
