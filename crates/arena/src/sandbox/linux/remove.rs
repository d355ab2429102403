//! Removing what a hostile program left in its folder: modes that shut us out, deep trees, any number of files.
//!
//! Nothing is followed: every step is taken relative to an open folder, and a link is removed as a link. It counts on
//! every process that could still change the folder being gone.

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

use nix::dir::Dir;
use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag, openat, renameat};
use nix::sys::stat::{FchmodatFlags, Mode, fchmodat, fstat, fstatat};
use nix::unistd::{UnlinkatFlags, unlinkat};

use super::open::FOLDER;

/// How deep it goes before it takes what lies deeper up to the top: each level holds a file descriptor.
const DEEP: u32 = 32;

/// How many names are held at a time.
const BATCH: usize = 4096;

/// Removes an entry of a folder, with everything in it if it is a folder.
pub(super) fn remove(parent: BorrowedFd<'_>, name: &CStr) -> io::Result<()> {
    match unlinkat(parent, name, UnlinkatFlags::NoRemoveDir) {
        Ok(()) | Err(Errno::ENOENT) => return Ok(()),
        Err(_) if is_folder(parent, name) => {}
        Err(fault) => return Err(fault.into()),
    }
    let top = unlock(parent, name)?;
    let mut lifted = 0;
    // What is lifted up to the top may be deep again, but every pass takes some levels off.
    while empty(top.as_fd(), top.as_fd(), 0, &mut lifted)? {}
    Ok(unlinkat(parent, name, UnlinkatFlags::RemoveDir)?)
}

/// Removes everything in a folder or lifts it up to the top, and tells whether there was anything.
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
        // At the top, what was lifted would be met again and again within one pass.
        if depth == 0 && *lifted > before {
            return Ok(true);
        }
    }
}

/// Moves a folder up to the top under a new name.
fn lift(top: BorrowedFd<'_>, folder: BorrowedFd<'_>, name: &CStr, lifted: &mut u64) -> io::Result<()> {
    loop {
        *lifted += 1;
        let free = CString::new(format!("lifted-{lifted}")).expect("it has no zero byte");
        if fstatat(top, free.as_c_str(), AtFlags::AT_SYMLINK_NOFOLLOW) == Err(Errno::ENOENT) {
            return Ok(renameat(folder, name, top, free.as_c_str())?);
        }
    }
}

/// Opens a folder for reading, and gives ourselves the right to change it first.
pub(super) fn unlock(parent: BorrowedFd<'_>, name: &CStr) -> io::Result<OwnedFd> {
    let handle = openat(parent, name, FOLDER | OFlag::O_PATH, Mode::empty())?;
    if Mode::from_bits_truncate(fstat(&handle)?.st_mode) & Mode::S_IRWXU != Mode::S_IRWXU {
        // The way over the handle cannot be led astray by a link, which a mode set by name could.
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
