//! The base folder, in which a sandbox makes its work folders.
//!
//! It is removed with the sandbox. A floe that was killed leaves its base behind, and the next one removes it: a file
//! lock, which the system releases with the process, shows whether a base is still in use.

use std::ffi::CString;
use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use floe_rules::random::scramble;
use nix::fcntl::{OFlag, open, openat};
use nix::sys::stat::Mode;
use nix::sys::statvfs::fstatvfs;

use super::folder::FolderHandle;
use super::open::{FILE, FOLDER};
use super::remove::remove;

/// The prefix of the names of all bases.
const PREFIX: &str = "floe-arena-";

/// The file in a base that is locked while the base is in use.
const LOCK: &str = "lock";

/// How long a base may be without its lock file.
const UNLOCKED: Duration = Duration::from_secs(600);

/// A base folder.
#[derive(Debug)]
pub(super) struct Base {
    path: PathBuf,
    name: CString,
    parent: OwnedFd,
    handle: OwnedFd,
    /// The number of names so far, and what makes them unrelated: a program could see from them how often others ran.
    next: AtomicU64,
    secret: u64,
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
            lock.set_permissions(fs::Permissions::from_mode(0o600))?;
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
                secret: RandomState::new().hash_one(PREFIX),
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
        // Different numbers give different names.
        format!("{:016x}", scramble(self.secret ^ self.next.fetch_add(1, Ordering::Relaxed)))
    }

    /// Fails if programs could not write this many bytes, since what a full disk causes is no fault of theirs.
    pub(super) fn expect_room(&self, bytes: u64) -> io::Result<()> {
        let status = fstatvfs(self.handle())?;
        // Some file systems have no size.
        if status.blocks() == 0 {
            return Ok(());
        }
        let free = status.blocks_available().saturating_mul(status.fragment_size());
        if free >= bytes {
            return Ok(());
        }
        let folder = self.path.parent().unwrap_or(&self.path);
        Err(io::Error::new(
            io::ErrorKind::StorageFull,
            format!(
                "'{}' has room for {} MiB, but a program may write {} MiB: make room, set TMPDIR to another folder, or lower \
                 the limit on files",
                folder.display(),
                free >> 20,
                bytes >> 20
            ),
        ))
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
        let Ok(lock) = openat(&folder, LOCK, FILE, Mode::empty()).map(File::from) else {
            // A base without a lock file is being created or removed right now, unless its floe was killed at that.
            let age = entry.metadata().ok().and_then(|meta| meta.modified().ok()?.elapsed().ok());
            if age.is_some_and(|age| age > UNLOCKED) {
                drop(remove(handle, &name));
            }
            continue;
        };
        match lock.try_lock() {
            Ok(()) => drop(remove(handle, &name)),
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ() {
        let base = Base::new().unwrap();
        let names: std::collections::BTreeSet<String> = (0..1000).map(|_| base.fresh()).collect();
        assert_eq!(names.len(), 1000);
    }

    #[test]
    fn a_full_disk_is_named() {
        let base = Base::new().unwrap();
        base.expect_room(1).unwrap();
        let error = base.expect_room(u64::MAX).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert!(error.to_string().contains("TMPDIR"), "{error}");
    }
}
