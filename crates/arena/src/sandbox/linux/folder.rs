//! A private folder for one program: the files that it is given, and the files that it leaves.

use std::ffi::CString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag, openat};
use nix::sys::stat::{FileStat, Mode, SFlag, fchmod, fstat, fstatat, mkdirat};
use nix::unistd::fchown;

use super::base::Base;
use super::open::{FILE, FOLDER};
use super::remove::remove;
use super::users::User;
use crate::sandbox::Taken;
use crate::verdict::NotAFile;

/// A fresh folder of one program, the only place where it may write.
///
/// It is removed when it is dropped, whatever the program left in it.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    name: CString,
    handle: OwnedFd,
    base: Arc<Base>,
    user: Option<User>,
}

impl Folder {
    /// Makes a folder in a base, for a user of its own when there is one.
    pub(super) fn new(base: &Arc<Base>, user: Option<User>) -> io::Result<Folder> {
        let name = base.fresh();
        let name = CString::new(name).expect("a number has no zero byte");
        let at = base.handle();
        mkdirat(at, name.as_c_str(), Mode::S_IRWXU)?;
        let made = || -> io::Result<OwnedFd> {
            let handle = openat(at, name.as_c_str(), FOLDER, Mode::empty())?;
            fchmod(&handle, Mode::S_IRWXU)?;
            if let Some(user) = &user {
                fchown(&handle, Some(user.uid()), Some(user.gid()))?;
            }
            Ok(handle)
        };
        match made() {
            Ok(handle) => {
                let path = base.path().join(name.to_string_lossy().as_ref());
                Ok(Folder { path, name, handle, base: Arc::clone(base), user })
            }
            Err(fault) => {
                remove(at, &name)?;
                Err(fault)
            }
        }
    }

    /// Returns where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whose it is, where programs have users of their own.
    pub(super) fn user(&self) -> Option<&User> {
        self.user.as_ref()
    }

    /// Writes a file into it, in the place of whatever had this name.
    pub fn put(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let name = plain(name)?;
        remove(self.handle.as_fd(), &name)?;
        // The file is new or it is an error: what a program left by this name is never written through.
        let flags = OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        let mode = Mode::S_IRUSR | Mode::S_IWUSR;
        let mut file = File::from(openat(&self.handle, name.as_c_str(), flags, mode)?);
        if let Some(user) = &self.user {
            fchown(&file, Some(user.uid()), Some(user.gid()))?;
        }
        file.write_all(bytes)
    }

    /// Reads a file of at most so many bytes that a program left in it.
    ///
    /// No link is followed and no pipe is waited for. A file with a second name or of another owner may be one that
    /// the program could not read itself, so it is left closed.
    pub fn take(&self, name: &str, most: u64) -> io::Result<Taken> {
        let name = plain(name)?;
        // The program may have shut its own folder.
        fchmod(&self.handle, Mode::S_IRWXU)?;
        // What it is comes first, since opening a device may do something.
        match fstatat(&self.handle, name.as_c_str(), AtFlags::AT_SYMLINK_NOFOLLOW) {
            Ok(stat) => {
                if let Some(kind) = not_a_file(&stat) {
                    return Ok(Taken::NotAFile(kind));
                }
            }
            Err(Errno::ENOENT) => return Ok(Taken::Gone),
            Err(fault) => return Err(fault.into()),
        }
        let file = match openat(&self.handle, name.as_c_str(), FILE, Mode::empty()) {
            Ok(file) => File::from(file),
            Err(Errno::ENOENT) => return Ok(Taken::Gone),
            Err(Errno::ELOOP) => return Ok(Taken::NotAFile(NotAFile::Link)),
            Err(fault @ (Errno::EACCES | Errno::EPERM)) => {
                return Ok(Taken::Closed(fault.desc().to_lowercase()));
            }
            Err(fault) => return Err(fault.into()),
        };
        let stat = fstat(&file)?;
        if let Some(kind) = not_a_file(&stat) {
            return Ok(Taken::NotAFile(kind));
        }
        if let Some(why) = self.closed(&stat) {
            return Ok(Taken::Closed(why));
        }
        let mut bytes = Vec::new();
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(if bytes.len() as u64 > most { Taken::TooLarge } else { Taken::Bytes(bytes) })
    }

    /// Returns why a regular file is not read, although it could be.
    fn closed(&self, stat: &FileStat) -> Option<String> {
        let owner = self.user.as_ref().map_or_else(nix::unistd::geteuid, User::uid);
        if stat.st_nlink > 1 {
            return Some("it has more than one name (hard links)".to_owned());
        }
        if stat.st_uid != owner.as_raw() {
            return Some("it belongs to another user".to_owned());
        }
        // Root could read it all the same; the verdict should not depend on who runs the match.
        if stat.st_mode & Mode::S_IRUSR.bits() == 0 {
            return Some(format!("permission denied (mode {:03o})", stat.st_mode & 0o777));
        }
        None
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nobody can be told; the base is removed once more as a whole when the sandbox is.
        let _ = remove(self.base.handle(), &self.name);
    }
}

/// Returns what a file that is none is instead.
fn not_a_file(stat: &FileStat) -> Option<NotAFile> {
    match SFlag::from_bits_truncate(stat.st_mode) & SFlag::S_IFMT {
        SFlag::S_IFREG => None,
        SFlag::S_IFLNK => Some(NotAFile::Link),
        SFlag::S_IFDIR => Some(NotAFile::Folder),
        SFlag::S_IFIFO => Some(NotAFile::Pipe),
        SFlag::S_IFSOCK => Some(NotAFile::Socket),
        _ => Some(NotAFile::Device),
    }
}

/// Returns a name that stays in its folder.
fn plain(name: &str) -> io::Result<CString> {
    let wrong = || io::Error::new(io::ErrorKind::InvalidInput, format!("'{name}' is no plain file name"));
    if name.is_empty() || name == "." || name == ".." || name.contains('/') {
        return Err(wrong());
    }
    CString::new(name).map_err(|_| wrong())
}
