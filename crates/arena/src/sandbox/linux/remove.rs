//! Removing what a hostile program left in its folder: modes without permissions, deep trees, any number of files.
//!
//! No link is followed: every step is relative to an open folder, and a link is removed as a link. All processes that
//! could change the folder must have ended.

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

use nix::dir::Dir;
use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag, openat, renameat};
use nix::sys::stat::{FchmodatFlags, Mode, fchmodat, fstat, fstatat};
use nix::unistd::{UnlinkatFlags, unlinkat};

use super::open::FOLDER;

/// The greatest depth, beyond which folders are first moved to the top: each level holds a file descriptor.
const DEEP: u32 = 32;

/// How many names are read at a time.
const BATCH: usize = 4096;

/// Removes an entry of a folder, recursively.
pub(super) fn remove(parent: BorrowedFd<'_>, name: &CStr) -> io::Result<()> {
    match unlinkat(parent, name, UnlinkatFlags::NoRemoveDir) {
        Ok(()) | Err(Errno::ENOENT) => return Ok(()),
        Err(_) if is_folder(parent, name) => {}
        Err(fault) => return Err(fault.into()),
    }
    clear(unlock(parent, name)?.as_fd())?;
    Ok(unlinkat(parent, name, UnlinkatFlags::RemoveDir)?)
}

/// Empties a folder that we own.
pub(super) fn clear(folder: BorrowedFd<'_>) -> io::Result<()> {
    let mut lifted = 0;
    // What is moved to the top may be deep again, but every pass removes some levels.
    while empty(folder, folder, 0, &mut lifted)? {}
    Ok(())
}

/// Removes everything in a folder or moves it to the top, and returns whether there was anything.
fn empty(top: BorrowedFd<'_>, folder: BorrowedFd<'_>, depth: u32, lifted: &mut u64) -> io::Result<bool> {
    let mut any = false;
    loop {
        let names = names(folder)?;
        if names.is_empty() {
            return Ok(any);
        }
        any = true;
        let before = *lifted;
        for name in &names {
            if unlinkat(folder, name.as_c_str(), UnlinkatFlags::NoRemoveDir).is_ok() {
                continue;
            }
            let inner = unlock(folder, name)?;
            if depth >= DEEP {
                lift(top, folder, name, lifted)?;
                continue;
            }
            empty(top, inner.as_fd(), depth + 1, lifted)?;
            unlinkat(folder, name.as_c_str(), UnlinkatFlags::RemoveDir)?;
        }
        // At the top, moved folders would be found again and again within one pass.
        if depth == 0 && *lifted > before {
            return Ok(true);
        }
    }
}

/// Moves a folder to the top under a new name.
fn lift(top: BorrowedFd<'_>, folder: BorrowedFd<'_>, name: &CStr, lifted: &mut u64) -> io::Result<()> {
    loop {
        *lifted += 1;
        let free = CString::new(format!("lifted-{lifted}")).expect("it has no zero byte");
        if fstatat(top, free.as_c_str(), AtFlags::AT_SYMLINK_NOFOLLOW) == Err(Errno::ENOENT) {
            return Ok(renameat(folder, name, top, free.as_c_str())?);
        }
    }
}

/// Gives us the permissions to change a folder, and opens it for reading.
pub(super) fn unlock(parent: BorrowedFd<'_>, name: &CStr) -> io::Result<OwnedFd> {
    let handle = openat(parent, name, FOLDER | OFlag::O_PATH, Mode::empty())?;
    if Mode::from_bits_truncate(fstat(&handle)?.st_mode) & Mode::S_IRWXU != Mode::S_IRWXU {
        // The mode is set through the handle: a name could be replaced by a link.
        let path = format!("/proc/self/fd/{}", handle.as_raw_fd());
        fchmodat(nix::fcntl::AT_FDCWD, path.as_str(), Mode::S_IRWXU, FchmodatFlags::FollowSymlink)?;
    }
    Ok(openat(parent, name, FOLDER, Mode::empty())?)
}

fn is_folder(parent: BorrowedFd<'_>, name: &CStr) -> bool {
    openat(parent, name, FOLDER | OFlag::O_PATH, Mode::empty()).is_ok()
}

/// Returns the first names in a folder, without `.` and `..`.
fn names(folder: BorrowedFd<'_>) -> io::Result<Vec<CString>> {
    let mut open = Dir::openat(folder, ".", FOLDER, Mode::empty())?;
    let mut names = Vec::new();
    for entry in open.iter() {
        let entry = entry?;
        let name = entry.file_name();
        if name != c"." && name != c".." {
            names.push(name.to_owned());
            if names.len() == BATCH {
                break;
            }
        }
    }
    Ok(names)
}
