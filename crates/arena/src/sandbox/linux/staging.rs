//! The staging area: copies of programs, for users who cannot reach the originals.
//!
//! When floe runs as root, programs run as users without a name, who cannot read home folders. Files that such a user
//! cannot reach are copied once, together with their folder unless it is large.

use std::collections::HashMap;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use nix::libc;

use super::base::Base;

/// A folder with more than this is not copied entirely.
const MOST_BYTES: u64 = 64 << 20;
const MOST_ENTRIES: u32 = 1000;

/// The staging area.
#[derive(Debug)]
pub(super) struct StagingArea {
    base: Arc<Base>,
    /// The copies by their originals.
    copies: Mutex<HashMap<PathBuf, PathBuf>>,
}

impl StagingArea {
    /// Makes an empty staging area in a base.
    pub(super) fn new(base: &Arc<Base>) -> StagingArea {
        StagingArea { base: Arc::clone(base), copies: Mutex::default() }
    }

    /// Copies a file, with its folder unless `alone`, and returns the path of the copy.
    pub(super) fn file(&self, path: &Path, alone: bool) -> io::Result<PathBuf> {
        if let (Some(folder), Some(name), false) = (path.parent(), path.file_name(), alone) {
            match self.folder(folder) {
                Ok(copy) => return Ok(copy.join(name)),
                Err(fault) if fault.kind() == io::ErrorKind::FileTooLarge => {}
                Err(fault) => return Err(fault),
            }
        }
        self.once(path, |to| copy_file(path, to))
    }

    /// Copies a folder, and returns the path of the copy.
    pub(super) fn folder(&self, path: &Path) -> io::Result<PathBuf> {
        self.once(path, |to| copy_folder(path, to, &mut Room { bytes: MOST_BYTES, entries: MOST_ENTRIES }))
    }

    /// Makes a copy unless it exists.
    fn once(&self, path: &Path, copy: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<PathBuf> {
        let mut copies = self.copies.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(copy) = copies.get(path) {
            return Ok(copy.clone());
        }
        // In its own folder it can keep its name, which some programs look at.
        let place = self.base.path().join(self.base.fresh());
        fs::create_dir(&place)?;
        fs::set_permissions(&place, Permissions::from_mode(0o711))?;
        let to = place.join(path.file_name().unwrap_or_else(|| "root".as_ref()));
        match copy(&to) {
            Ok(()) => {
                copies.insert(path.to_owned(), to.clone());
                Ok(to)
            }
            Err(fault) => {
                fs::remove_dir_all(&place)?;
                Err(fault)
            }
        }
    }
}

/// The size that may still be copied.
struct Room {
    bytes: u64,
    entries: u32,
}

impl Room {
    fn take(&mut self, bytes: u64) -> io::Result<()> {
        let left = self.bytes.checked_sub(bytes).zip(self.entries.checked_sub(1));
        (self.bytes, self.entries) = left.ok_or(io::ErrorKind::FileTooLarge)?;
        Ok(())
    }
}

fn copy_folder(from: &Path, to: &Path, room: &mut Room) -> io::Result<()> {
    fs::create_dir(to)?;
    fs::set_permissions(to, Permissions::from_mode(0o755))?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        let meta = entry.metadata()?;
        room.take(meta.len())?;
        if meta.is_dir() {
            copy_folder(&from, &to, room)?;
        } else if meta.is_symlink() {
            symlink(fs::read_link(&from)?, &to)?;
        } else if meta.is_file() {
            copy_file(&from, &to)?;
        }
        // Pipes, sockets and devices are not parts of a program.
    }
    Ok(())
}

/// Copies a file so that all users can read it, and execute it if its owner can.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    // It may have become a pipe meanwhile, which must not block.
    let mut source =
        File::options().read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(from)?;
    let mode = if source.metadata()?.mode() & 0o111 == 0 { 0o644 } else { 0o755 };
    let mut copy = File::create_new(to)?;
    io::copy(&mut source, &mut copy)?;
    copy.set_permissions(Permissions::from_mode(mode))
}

/// Returns whether an unrelated user can reach and read a path, and execute it if its owner can.
pub(super) fn is_reachable(path: &Path) -> bool {
    let passable = |path: &Path| fs::metadata(path).is_ok_and(|meta| meta.mode() & 0o001 != 0);
    let open = fs::metadata(path).is_ok_and(|meta| {
        let wanted = if meta.is_dir() || meta.mode() & 0o111 != 0 { 0o005 } else { 0o004 };
        meta.mode() & wanted == wanted
    });
    let real = path.canonicalize();
    open && path.ancestors().skip(1).all(passable)
        && real.is_ok_and(|real| real.ancestors().skip(1).all(passable))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_made_once_and_all_users_can_read_it() {
        let base = Arc::new(Base::new().unwrap());
        let stage = StagingArea::new(&base);
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("data")).unwrap();
        for (name, mode) in [("bot", 0o700), ("data/weights", 0o600)] {
            fs::write(home.path().join(name), name).unwrap();
            fs::set_permissions(home.path().join(name), Permissions::from_mode(mode)).unwrap();
        }
        let bot = home.path().join("bot");
        assert!(!is_reachable(&bot));
        let copy = stage.file(&bot, false).unwrap();
        assert!(is_reachable(&copy) && copy.ends_with("bot"));
        assert!(is_reachable(&copy.parent().unwrap().join("data/weights")));
        assert_eq!(stage.file(&bot, false).unwrap(), copy);
        let alone = stage.file(&bot, true).unwrap();
        assert!(is_reachable(&alone) && !alone.parent().unwrap().join("data").exists());
    }

    #[test]
    fn of_a_large_folder_only_the_file_is_copied() {
        let base = Arc::new(Base::new().unwrap());
        let stage = StagingArea::new(&base);
        let home = tempfile::tempdir().unwrap();
        for number in 0..=MOST_ENTRIES {
            fs::write(home.path().join(number.to_string()), "").unwrap();
        }
        let copy = stage.file(&home.path().join("7"), false).unwrap();
        assert_eq!(fs::read_dir(copy.parent().unwrap()).unwrap().count(), 1);
    }
}
