//! The work folder of one program: the files that it is given, and the files that it leaves.

use std::ffi::CString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag, openat, renameat};
use nix::libc;
use nix::sys::stat::{FchmodatFlags, FileStat, Mode, SFlag, fchmod, fchmodat, fstat, fstatat, mkdirat};
use nix::unistd::fchown;

use super::base::Base;
use super::open::{FILE, FOLDER};
use super::remove::{clear, remove};
use super::snapshot;
use super::users::{User, Users};
use crate::sandbox::{FoundFile, NotAFile};

/// A fresh folder for one program, the only place where it may write. Its content is removed when it is dropped.
#[derive(Debug)]
pub struct WorkFolder {
    path: PathBuf,
    base: Arc<Base>,
    /// Whether the folder is kept for another program after it has been emptied.
    reused: bool,
    /// Taken only when the folder is dropped.
    place: Option<FolderHandle>,
    saved: Option<SavedFolder>,
}

/// A copy of a work folder, which no program can reach.
#[derive(Debug)]
struct SavedFolder {
    name: CString,
    handle: OwnedFd,
    base: Arc<Base>,
}

/// An open folder and its owner.
#[derive(Debug)]
pub(super) struct FolderHandle {
    name: CString,
    handle: OwnedFd,
    user: Option<User>,
    /// The attributes that it had when it was new.
    new: Mark,
}

/// The attributes of a folder that a program could change; `size` grows with the number of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    mode: u32,
    owner: u32,
    size: libc::off_t,
    links: libc::nlink_t,
}

impl Mark {
    fn of(handle: &OwnedFd) -> io::Result<Mark> {
        let stat = fstat(handle)?;
        Ok(Mark { mode: stat.st_mode, owner: stat.st_uid, size: stat.st_size, links: stat.st_nlink })
    }
}

impl WorkFolder {
    /// Makes a folder in a base, with its own user if there are users.
    ///
    /// Where programs cannot change the attributes of the folder, emptied folders are `reused`: on some file systems,
    /// making a new folder takes longer than the rest of a call.
    pub(super) fn new(base: &Arc<Base>, users: Option<&Arc<Users>>, reused: bool) -> io::Result<WorkFolder> {
        let place = match base.kept().pop() {
            Some(place) => place,
            None => FolderHandle::new(base, users)?,
        };
        let path = base.path().join(place.name.to_string_lossy().as_ref());
        Ok(WorkFolder { path, base: Arc::clone(base), reused, place: Some(place), saved: None })
    }

    fn place(&self) -> &FolderHandle {
        self.place.as_ref().expect("the handle is taken only by drop")
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns its user, where programs have their own users.
    pub(super) fn user(&self) -> Option<&User> {
        self.place().user.as_ref()
    }

    /// Writes a file into it, and replaces anything with this name.
    pub fn put(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let name = plain(name)?;
        let place = self.place();
        // An earlier call may have removed the permissions of its own folder.
        fchmod(&place.handle, Mode::S_IRWXU)?;
        remove(place.handle.as_fd(), &name)?;
        // O_EXCL and O_NOFOLLOW make sure that nothing is written through a link or file that a program left behind.
        let flags = OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        let mode = Mode::S_IRUSR | Mode::S_IWUSR;
        let mut file = File::from(openat(&place.handle, name.as_c_str(), flags, mode)?);
        fchmod(&file, mode)?;
        if let Some(user) = &place.user {
            fchown(&file, Some(user.uid()), Some(user.gid()))?;
        }
        file.write_all(bytes)
    }

    /// Reads a file that a program left in it, of at most `most` bytes.
    ///
    /// It follows no links and does not block on pipes. A file with several hard links or another owner may be one
    /// that the program could not read itself, so it is not opened.
    pub fn take(&self, name: &str, most: u64) -> io::Result<FoundFile> {
        let name = plain(name)?;
        let handle = &self.place().handle;
        // The program may have removed the permissions of its own folder.
        fchmod(handle, Mode::S_IRWXU)?;
        // The type is checked first, since opening a device may have an effect.
        match fstatat(handle, name.as_c_str(), AtFlags::AT_SYMLINK_NOFOLLOW) {
            Ok(stat) => {
                if let Some(kind) = not_a_file(&stat) {
                    return Ok(FoundFile::NotAFile(kind));
                }
            }
            Err(Errno::ENOENT) => return Ok(FoundFile::Missing),
            Err(fault) => return Err(fault.into()),
        }
        let file = match openat(handle, name.as_c_str(), FILE, Mode::empty()) {
            Ok(file) => File::from(file),
            Err(Errno::ENOENT) => return Ok(FoundFile::Missing),
            Err(Errno::ELOOP) => return Ok(FoundFile::NotAFile(NotAFile::Link)),
            Err(fault @ (Errno::EACCES | Errno::EPERM)) => {
                return Ok(FoundFile::Unreadable(fault.desc().to_lowercase()));
            }
            Err(fault) => return Err(fault.into()),
        };
        let stat = fstat(&file)?;
        if let Some(kind) = not_a_file(&stat) {
            return Ok(FoundFile::NotAFile(kind));
        }
        if let Some(why) = self.refusal(&stat) {
            return Ok(FoundFile::Unreadable(why));
        }
        let mut bytes = Vec::new();
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(if bytes.len() as u64 > most { FoundFile::TooLarge } else { FoundFile::Bytes(bytes) })
    }

    /// Keeps a copy of its content, to which [`WorkFolder::restore`] returns it.
    ///
    /// Content that cannot be copied, such as a tree that is too deep, is removed instead: it is the doing of the
    /// program, and the game goes on.
    pub fn save(&mut self) -> io::Result<()> {
        let saved = match self.saved.take() {
            Some(saved) => saved,
            None => SavedFolder::new(&self.base)?,
        };
        let handle = self.place().handle.as_fd();
        fchmod(handle, Mode::S_IRWXU)?;
        clear(saved.handle.as_fd())?;
        if let Err(fault) = snapshot::copy(handle, saved.handle.as_fd(), None) {
            if is_of_the_machine(&fault) {
                return Err(fault);
            }
            clear(handle)?;
            clear(saved.handle.as_fd())?;
        }
        self.saved = Some(saved);
        Ok(())
    }

    /// Replaces its content by what was last [saved](WorkFolder::save), or by nothing.
    pub fn restore(&self) -> io::Result<()> {
        let place = self.place();
        fchmod(&place.handle, Mode::S_IRWXU)?;
        clear(place.handle.as_fd())?;
        let owner = place.user.as_ref().map(|user| (user.uid(), user.gid()));
        self.saved
            .as_ref()
            .map_or(Ok(()), |saved| snapshot::copy(saved.handle.as_fd(), place.handle.as_fd(), owner))
    }

    /// Returns the reason why a regular file must not be read, or `None` if it may be.
    fn refusal(&self, stat: &FileStat) -> Option<String> {
        let owner = self.user().map_or_else(nix::unistd::geteuid, User::uid);
        if stat.st_nlink > 1 {
            return Some("it has more than one name (hard links)".to_owned());
        }
        if stat.st_uid != owner.as_raw() {
            return Some("it belongs to another user".to_owned());
        }
        // Root could read it anyway, but the verdict must not depend on who runs the match.
        if stat.st_mode & Mode::S_IRUSR.bits() == 0 {
            return Some(format!("permission denied (mode {:03o})", stat.st_mode & 0o777));
        }
        None
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        let Some(mut place) = self.place.take() else { return };
        if self.reused && place.tidy(&self.base).unwrap_or(false) {
            self.base.kept().push(place);
        } else {
            // An error cannot be reported here; the whole base is removed with the sandbox.
            let _ = remove(self.base.handle(), &place.name);
        }
    }
}

impl SavedFolder {
    fn new(base: &Arc<Base>) -> io::Result<SavedFolder> {
        let name = CString::new(base.fresh()).expect("a name of digits has no zero byte");
        mkdirat(base.handle(), name.as_c_str(), Mode::S_IRWXU)?;
        fchmodat(base.handle(), name.as_c_str(), Mode::S_IRWXU, FchmodatFlags::FollowSymlink)?;
        let handle = openat(base.handle(), name.as_c_str(), FOLDER, Mode::empty())?;
        Ok(SavedFolder { name, handle, base: Arc::clone(base) })
    }
}

impl Drop for SavedFolder {
    fn drop(&mut self) {
        // An error cannot be reported here; the whole base is removed with the sandbox.
        let _ = remove(self.base.handle(), &self.name);
    }
}

impl FolderHandle {
    fn new(base: &Base, users: Option<&Arc<Users>>) -> io::Result<FolderHandle> {
        let user = users.map(Users::take).transpose()?;
        let name = CString::new(base.fresh()).expect("a name of digits has no zero byte");
        let at = base.handle();
        mkdirat(at, name.as_c_str(), Mode::S_IRWXU)?;
        let make = || -> io::Result<(OwnedFd, Mark)> {
            // Our own umask may have removed the permissions.
            fchmodat(at, name.as_c_str(), Mode::S_IRWXU, FchmodatFlags::FollowSymlink)?;
            let handle = openat(at, name.as_c_str(), FOLDER, Mode::empty())?;
            if let Some(user) = &user {
                fchown(&handle, Some(user.uid()), Some(user.gid()))?;
            }
            let new = Mark::of(&handle)?;
            Ok((handle, new))
        };
        match make() {
            Ok((handle, new)) => Ok(FolderHandle { name, handle, user, new }),
            Err(fault) => {
                remove(at, &name)?;
                Err(fault)
            }
        }
    }

    /// Empties and renames it, and returns whether it can be used again.
    fn tidy(&mut self, base: &Base) -> io::Result<bool> {
        clear(self.handle.as_fd())?;
        let name = CString::new(base.fresh()).expect("a name of digits has no zero byte");
        renameat(base.handle(), self.name.as_c_str(), base.handle(), name.as_c_str())?;
        self.name = name;
        Ok(Mark::of(&self.handle)? == self.new)
    }
}

/// Returns whether an error says that the machine lacks something, which is no program's doing.
fn is_of_the_machine(fault: &io::Error) -> bool {
    let codes = [libc::ENOSPC, libc::EDQUOT, libc::EIO, libc::ENOMEM, libc::ENFILE, libc::EROFS];
    fault.raw_os_error().is_some_and(|code| codes.contains(&code))
}

/// Returns the type of something that is not a regular file.
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

/// Checks that a name does not lead out of its folder.
fn plain(name: &str) -> io::Result<CString> {
    let wrong = || {
        io::Error::new(io::ErrorKind::InvalidInput, format!("'{name}' must be a file name without a folder"))
    };
    if name.is_empty() || name == "." || name == ".." || name.contains('/') {
        return Err(wrong());
    }
    CString::new(name).map_err(|_| wrong())
}
