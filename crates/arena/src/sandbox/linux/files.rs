//! The files that a program has written: those in its folder, and those that have no name any more but are still open
//! or mapped.
//!
//! What is read is bounded. A program with more folder entries, open files or mappings than that, or one that hides
//! them, cannot be watched, and is stopped for that reason.

use std::collections::{HashMap, HashSet};
use std::ffi::{CString, OsStr};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::mem;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use nix::dir::Dir;
use nix::errno::Errno;
use nix::fcntl::{AtFlags, openat};
use nix::sys::stat::{FileStat, Mode, SFlag, fstatat};
use nix::unistd::Pid;

use super::memory;
use super::open::FOLDER;
use super::remove::unlock;
use super::tree;
use crate::sandbox::ExitReason;

/// The size that an empty file counts as, since its inode takes up space.
const LEAST: u64 = 4096;

/// The greatest allowed depth of nested folders. No honest program needs more, so exceeding it counts as writing too
/// much.
const DEEPEST: usize = 100;

/// The most files and folders that are read.
const MOST_ENTRIES: u64 = 100_000;

/// The most open files of all processes together that are read: twice as many as 64 processes may have.
const MOST_OPEN: u64 = 1 << 15;

/// The most bytes of lists of mappings that are read, some 150,000 mappings. A run-time library has a few hundred in
/// each process.
const MOST_MAPPED: u64 = 16 << 20;

/// Why a count ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Halt {
    /// The result is no longer needed.
    Stopped,
    /// A limit is exceeded.
    Over(ExitReason),
}

fn unwatchable<T>(why: impl Into<String>) -> Result<T, Halt> {
    Err(Halt::Over(ExitReason::Unwatchable(why.into())))
}

/// How often the processes of a program could not be looked into.
///
/// A process that is just being started or ending may look like one that hides, so hiding counts only when it lasts.
#[derive(Debug, Default)]
pub(super) struct Hiding {
    /// The processes of the last check, each with the number of checks in a row.
    processes: HashMap<Pid, u32>,
    /// The number of checks in which any process hid.
    checks: u32,
}

impl Hiding {
    /// The number of checks in a row that a process may hide.
    const MOST_IN_A_ROW: u32 = 3;
    /// The number of checks in which any process may hide.
    const MOST: u32 = 20;

    /// Notes the processes that hid in a check, and returns whether it is too much.
    fn note(&mut self, hidden: &HashSet<Pid>) -> bool {
        let before = mem::take(&mut self.processes);
        self.processes = hidden.iter().map(|pid| (*pid, before.get(pid).unwrap_or(&0) + 1)).collect();
        self.checks += u32::from(!hidden.is_empty());
        self.checks > Hiding::MOST || self.processes.values().any(|&count| count > Hiding::MOST_IN_A_ROW)
    }
}

/// What may still be written and read.
pub(super) struct FileCount<'a> {
    bytes: u64,
    entries: u64,
    open: u64,
    mapped: u64,
    hidden: HashSet<Pid>,
    /// What the kernel may hold in open files, and the sockets and pipes among them.
    held: u64,
    queues: HashSet<(u64, u64)>,
    stop: &'a AtomicBool,
}

impl<'a> FileCount<'a> {
    /// Starts a count up to a number of bytes, which ends early when `stop` is set.
    pub(super) fn new(bytes: u64, stop: &'a AtomicBool) -> FileCount<'a> {
        FileCount {
            bytes,
            entries: MOST_ENTRIES,
            open: MOST_OPEN,
            mapped: MOST_MAPPED,
            hidden: HashSet::new(),
            held: 0,
            queues: HashSet::new(),
            stop,
        }
    }

    /// Counts the files of these processes and of their folder. Returns the limit that they exceed, and how much memory
    /// the kernel may hold in open files that are not in a folder, such as sockets.
    pub(super) fn run(
        mut self,
        folder: BorrowedFd<'_>,
        path: &Path,
        pids: &[Pid],
        hiding: &mut Hiding,
    ) -> (Option<ExitReason>, u64) {
        let counted = self
            .folder(folder, 0)
            .and_then(|()| self.unlinked(pids))
            .and_then(|open| self.mapped(pids, path, &open))
            .and_then(|()| match hiding.note(&self.hidden) {
                true => unwatchable("it hides its open files and mappings"),
                false => Ok(()),
            });
        match counted {
            Ok(()) | Err(Halt::Stopped) => (None, self.held),
            Err(Halt::Over(over)) => (Some(over), self.held),
        }
    }

    fn check(&self) -> Result<(), Halt> {
        if self.stop.load(Ordering::Relaxed) { Err(Halt::Stopped) } else { Ok(()) }
    }

    /// Subtracts the size of a file.
    fn take(&mut self, stat: &FileStat) -> Result<(), Halt> {
        // Holes in a file take up no space, so only allocated blocks count.
        let room = u64::try_from(stat.st_blocks).unwrap_or(0) * 512;
        self.spend(room.max(LEAST))
    }

    fn spend(&mut self, bytes: u64) -> Result<(), Halt> {
        self.bytes = self.bytes.checked_sub(bytes).ok_or(Halt::Over(ExitReason::OverFiles))?;
        Ok(())
    }

    /// Subtracts the content of a folder.
    fn folder(&mut self, folder: BorrowedFd<'_>, depth: usize) -> Result<(), Halt> {
        if depth > DEEPEST {
            return Err(Halt::Over(ExitReason::OverFiles));
        }
        let mut entries = match Dir::openat(folder, ".", FOLDER, Mode::empty()) {
            Ok(entries) => entries,
            // It was removed meanwhile.
            Err(Errno::ENOENT) => return Ok(()),
            // What cannot be listed may hold anything.
            Err(_) => return Err(Halt::Over(ExitReason::OverFiles)),
        };
        let mut inner: Vec<CString> = Vec::new();
        for entry in entries.iter().flatten() {
            let name = entry.file_name();
            if name == c"." || name == c".." {
                continue;
            }
            self.check()?;
            let Some(entries) = self.entries.checked_sub(1) else {
                return unwatchable(format!("it has more than {MOST_ENTRIES} files"));
            };
            self.entries = entries;
            let Ok(stat) = fstatat(folder, name, AtFlags::AT_SYMLINK_NOFOLLOW) else { continue };
            self.take(&stat)?;
            if SFlag::from_bits_truncate(stat.st_mode) & SFlag::S_IFMT == SFlag::S_IFDIR {
                inner.push(name.to_owned());
            }
        }
        drop(entries);
        for name in inner {
            // A folder that cannot be listed may be full: its owner can remove the permission to list it.
            let open = openat(folder, name.as_c_str(), FOLDER, Mode::empty()).map_err(io::Error::from);
            match open.or_else(|_| unlock(folder, &name)) {
                Ok(next) => self.folder(next.as_fd(), depth + 1)?,
                // It was removed meanwhile.
                Err(fault) if fault.kind() == io::ErrorKind::NotFound => {}
                Err(_) => return Err(Halt::Over(ExitReason::OverFiles)),
            }
        }
        Ok(())
    }

    /// Subtracts the size of open but unlinked files, and returns their device and inode numbers.
    fn unlinked(&mut self, pids: &[Pid]) -> Result<HashSet<(u64, u64)>, Halt> {
        let mut seen = HashSet::new();
        for pid in pids {
            let Some(entries) = self.visible(*pid, fs::read_dir(format!("/proc/{pid}/fd"))) else { continue };
            for entry in entries.flatten() {
                self.check()?;
                let Some(open) = self.open.checked_sub(1) else {
                    return unwatchable(format!("it has more than {MOST_OPEN} open files"));
                };
                self.open = open;
                // This follows the link to the open file, wherever that was.
                let Ok(stat) = fs::metadata(entry.path()) else { continue };
                if memory::identity(&stat).is_none_or(|queue| self.queues.insert(queue)) {
                    self.held += memory::held_in(&entry.path(), &stat);
                }
                if stat.is_file() && stat.nlink() == 0 && seen.insert((stat.dev(), stat.ino())) {
                    self.spend(stat.blocks() * 512)?;
                }
            }
        }
        Ok(seen)
    }

    /// Subtracts the size of mapped files that are not open and have no name.
    ///
    /// Only root can read the size of such a file. For other users it counts as too much, since it could be of any
    /// size, and no honest program maps a file, closes it and unlinks it.
    fn mapped(&mut self, pids: &[Pid], folder: &Path, open: &HashSet<(u64, u64)>) -> Result<(), Halt> {
        let mut seen: HashSet<u64> = open.iter().map(|&(_, inode)| inode).collect();
        let mut line = Vec::new();
        for pid in pids {
            let Some(maps) = self.visible(*pid, File::open(format!("/proc/{pid}/maps"))) else { continue };
            let mut maps = BufReader::new(maps);
            loop {
                self.check()?;
                line.clear();
                // A process that ended meanwhile has no more lines.
                let length = maps.read_until(b'\n', &mut line).unwrap_or(0);
                if length == 0 {
                    break;
                }
                let Some(mapped) = self.mapped.checked_sub(length as u64) else {
                    return unwatchable("it has too many memory mappings");
                };
                self.mapped = mapped;
                let Some((range, inode)) = mapped_unlinked(line.trim_ascii_end(), folder) else { continue };
                if seen.insert(inode) {
                    let stat = fs::metadata(format!("/proc/{pid}/map_files/{range}"));
                    let stat = stat.map_err(|_| Halt::Over(ExitReason::OverFiles))?;
                    self.spend(stat.blocks() * 512)?;
                }
            }
        }
        Ok(())
    }

    /// Returns what was opened of a process, and notes a process that refuses.
    fn visible<T>(&mut self, pid: Pid, opened: io::Result<T>) -> Option<T> {
        if let Err(fault) = &opened
            && fault.kind() == io::ErrorKind::PermissionDenied
            && tree::stat(pid).is_some_and(|stat| !stat.dead && !stat.exiting)
        {
            self.hidden.insert(pid);
        }
        opened.ok()
    }
}

/// Returns the range and the inode of a mapping, if its file was in the folder and has no name any more.
fn mapped_unlinked<'a>(line: &'a [u8], folder: &Path) -> Option<(&'a str, u64)> {
    let line = line.strip_suffix(b" (deleted)")?;
    let mut fields = line.splitn(6, |&byte| byte == b' ');
    let range = str::from_utf8(fields.next()?).ok()?;
    let inode = str::from_utf8(fields.nth(3)?).ok()?.parse().ok()?;
    let path = fields.next()?.trim_ascii_start();
    Path::new(OsStr::from_bytes(path)).starts_with(folder).then_some((range, inode))
}

#[cfg(test)]
mod tests {
    use std::os::fd::OwnedFd;

    use nix::fcntl::open;
    use nix::unistd::getpid;

    use super::*;

    #[test]
    fn mapped_files_without_a_name_are_recognised() {
        let folder = Path::new("/tmp/base/7");
        let unlinked = b"7f00-7f01 r--p 00000000 fe:00 4711                       /tmp/base/7/a b (deleted)";
        assert_eq!(mapped_unlinked(unlinked, folder), Some(("7f00-7f01", 4711)));
        for other in [
            &b"7f00-7f01 r--p 00000000 fe:00 4711                       /tmp/base/7/a"[..],
            b"7f00-7f01 r--p 00000000 fe:00 4711                       /tmp/base/70/a (deleted)",
            b"7f00-7f01 r--p 00000000 fe:00 4711                       /usr/lib/libc.so (deleted)",
            b"7f00-7f01 rw-p 00000000 00:00 0 ",
            b"",
        ] {
            assert_eq!(mapped_unlinked(other, folder), None);
        }
    }

    #[test]
    fn what_is_read_is_bounded() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a", "b", "c"] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        let handle: OwnedFd = open(folder.path(), FOLDER, Mode::empty()).unwrap();
        let stop = AtomicBool::new(false);
        let run = |count: FileCount<'_>| {
            count.run(handle.as_fd(), folder.path(), &[getpid()], &mut Hiding::default()).0
        };
        let new = || FileCount::new(1 << 20, &stop);
        assert_eq!(run(new()), None);
        assert_eq!(run(FileCount::new(2 * LEAST, &stop)), Some(ExitReason::OverFiles));
        for count in [
            FileCount { entries: 2, ..new() },
            FileCount { open: 1, ..new() },
            FileCount { mapped: 1000, ..new() },
        ] {
            assert!(matches!(run(count), Some(ExitReason::Unwatchable(_))));
        }
        stop.store(true, Ordering::Relaxed);
        assert_eq!(run(FileCount::new(0, &stop)), None, "nobody waits for the result");
    }

    #[test]
    fn hiding_counts_when_it_lasts() {
        let (one, other) = (HashSet::from([Pid::from_raw(1)]), HashSet::from([Pid::from_raw(2)]));
        let mut hiding = Hiding::default();
        assert!(!(0..Hiding::MOST_IN_A_ROW).any(|_| hiding.note(&one)));
        assert!(hiding.note(&one));
        let mut hiding = Hiding::default();
        assert!(!(0..Hiding::MOST / 2).any(|_| hiding.note(&one) || hiding.note(&other)));
        assert!(hiding.note(&one));
        let mut hiding = Hiding::default();
        assert!(!(0..100).any(|_| hiding.note(&HashSet::new())));
    }
}
