//! Copying the content of a folder that a program may have filled: files, folders and links, nothing else.
//!
//! No link is followed. All processes that could change the folder must have ended.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

use nix::dir::Dir;
use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag, openat, readlinkat};
use nix::libc;
use nix::sys::stat::{
    FchmodatFlags, FileStat, Mode, SFlag, fchmod, fchmodat, fstat, fstatat, futimens, mkdirat,
};
use nix::sys::time::TimeSpec;
use nix::unistd::{Gid, Uid, Whence, fchown, fchownat, lseek, symlinkat};

use super::open::{FILE, FOLDER};
use super::remove::unlock;

/// The greatest depth of folders that is copied. Each level holds three file descriptors.
const DEEPEST: u32 = 100;

/// Copies what is in a folder into an empty one. What is copied belongs to `owner`, if that is not us.
pub(super) fn copy(from: BorrowedFd<'_>, to: BorrowedFd<'_>, owner: Option<(Uid, Gid)>) -> io::Result<()> {
    copy_level(from, to, owner, 0)
}

fn copy_level(
    from: BorrowedFd<'_>,
    to: BorrowedFd<'_>,
    owner: Option<(Uid, Gid)>,
    depth: u32,
) -> io::Result<()> {
    if depth > DEEPEST {
        return Err(io::Error::other("folders are nested too deep"));
    }
    let (uid, gid) = owner.unzip();
    for entry in Dir::openat(from, ".", FOLDER, Mode::empty())?.iter() {
        let entry = entry?;
        let name = entry.file_name();
        if name == c"." || name == c".." {
            continue;
        }
        let stat = fstatat(from, name, AtFlags::AT_SYMLINK_NOFOLLOW)?;
        match SFlag::from_bits_truncate(stat.st_mode) & SFlag::S_IFMT {
            SFlag::S_IFREG => {
                let flags = OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_CLOEXEC;
                let file = File::from(openat(to, name, flags, Mode::S_IRUSR | Mode::S_IWUSR)?);
                copy_bytes(&readable(from, name)?, &file, stat.st_size)?;
                fchmod(&file, mode(&stat, Mode::S_IRUSR | Mode::S_IWUSR))?;
                fchown(&file, uid, gid)?;
                let modified = TimeSpec::new(stat.st_mtime, stat.st_mtime_nsec);
                futimens(&file, &modified, &modified)?;
            }
            SFlag::S_IFDIR => {
                mkdirat(to, name, Mode::S_IRWXU)?;
                fchmodat(to, name, mode(&stat, Mode::S_IRWXU), FchmodatFlags::FollowSymlink)?;
                let inner = openat(to, name, FOLDER, Mode::empty())?;
                copy_level(unlock(from, name)?.as_fd(), inner.as_fd(), owner, depth + 1)?;
                fchown(&inner, uid, gid)?;
            }
            SFlag::S_IFLNK => {
                symlinkat(readlinkat(from, name)?.as_os_str(), to, name)?;
                fchownat(to, name, uid, gid, AtFlags::AT_SYMLINK_NOFOLLOW)?;
            }
            // Nobody is left at the other end of a pipe or socket, and a program cannot make devices.
            _ => {}
        }
    }
    Ok(())
}

/// Returns the mode of a copy: that of the original, with at least these permissions.
fn mode(stat: &FileStat, least: Mode) -> Mode {
    Mode::from_bits_truncate(stat.st_mode & 0o777) | least
}

/// Opens a file for reading, also when its owner removed the permission to do so.
fn readable(folder: BorrowedFd<'_>, name: &std::ffi::CStr) -> io::Result<File> {
    match openat(folder, name, FILE, Mode::empty()) {
        Err(Errno::EACCES) => {}
        opened => return Ok(File::from(opened?)),
    }
    let handle: OwnedFd = openat(folder, name, FILE | OFlag::O_PATH, Mode::empty())?;
    let permissions = mode(&fstat(&handle)?, Mode::S_IRUSR | Mode::S_IWUSR);
    // The mode is set through the handle: a name could be replaced by a link.
    let path = format!("/proc/self/fd/{}", handle.as_raw_fd());
    fchmodat(nix::fcntl::AT_FDCWD, path.as_str(), permissions, FchmodatFlags::FollowSymlink)?;
    Ok(File::from(openat(folder, name, FILE, Mode::empty())?))
}

/// Copies the bytes of a file, and leaves holes where it has some.
fn copy_bytes(mut from: &File, mut to: &File, size: libc::off_t) -> io::Result<()> {
    let mut at = 0;
    while at < size {
        let start = match lseek(from, at, Whence::SeekData) {
            Ok(start) => start,
            // There is only a hole left.
            Err(Errno::ENXIO) => break,
            // The file system does not know holes.
            Err(_) => at,
        };
        let end = lseek(from, start, Whence::SeekHole).unwrap_or(size).min(size);
        lseek(from, start, Whence::SeekSet)?;
        lseek(to, start, Whence::SeekSet)?;
        let length = u64::try_from(end - start).unwrap_or(0);
        if length == 0 {
            break;
        }
        io::copy(&mut Read::by_ref(&mut from).take(length), &mut to)?;
        at = end;
    }
    to.set_len(u64::try_from(size).unwrap_or(0))
}
