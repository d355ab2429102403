//! The resources that all processes of a program use together, checked from time to time.
//!
//! The limits of the kernel hold for a single process or file; many of them together could still exhaust the machine.

use std::collections::HashSet;
use std::ffi::{CString, OsStr};
use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

use nix::dir::Dir;
use nix::fcntl::{AtFlags, open, openat};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::stat::{FileStat, Mode, SFlag, fstatat};
use nix::unistd::{Pid, SysconfVar, sysconf};

use super::clock::now;
use super::open::FOLDER;
use super::remove::unlock;
use super::tree;
use super::wire::Job;
use crate::sandbox::ExitReason;

/// The interval between two checks.
const PERIOD: Duration = Duration::from_millis(10);

/// The pause after a check is at least this many times as long as the check, so that checking many files stays cheap.
const SHARE: u32 = 8;

/// The size that an empty file counts as, since its inode takes up space.
const LEAST: u64 = 4096;

/// The greatest allowed depth of nested folders. No honest program needs more, so exceeding it counts as writing too
/// much.
const DEEPEST: usize = 100;

/// Checks the processes and the folder of one program.
pub(super) struct Watch<'a> {
    job: &'a Job,
    page: u64,
    tick: Duration,
    folder: Option<OwnedFd>,
    next: Duration,
}

impl<'a> Watch<'a> {
    /// Starts to watch a job.
    pub(super) fn new(job: &'a Job) -> Watch<'a> {
        let number = |what| sysconf(what).ok().flatten().and_then(|value| u64::try_from(value).ok());
        let per_second = number(SysconfVar::CLK_TCK).unwrap_or(100).max(1);
        Watch {
            job,
            page: number(SysconfVar::PAGE_SIZE).unwrap_or(4096),
            tick: Duration::from_nanos(1_000_000_000 / per_second),
            folder: open(&job.folder, FOLDER, Mode::empty()).ok(),
            next: now() + PERIOD,
        }
    }

    /// Returns the time of the next check.
    pub(super) fn next(&self) -> Duration {
        self.next
    }

    /// Checks all limits, and returns one that is exceeded.
    pub(super) fn look(&mut self) -> Option<ExitReason> {
        let start = now();
        let pids = tree::below_us();
        let broken = if self.cpu(&pids) > self.job.limits.cpu {
            Some(ExitReason::OverCpu)
        } else if self.has_too_much_memory(&pids) {
            Some(ExitReason::OverMemory)
        } else if self.wrote_too_much(&pids) {
            Some(ExitReason::OverFiles)
        } else {
            None
        };
        let end = now();
        self.next = end + PERIOD.max((end.saturating_sub(start)) * SHARE);
        broken
    }

    /// Checks for the last time, when all processes have ended.
    pub(super) fn last_look(&self) -> Option<ExitReason> {
        if self.cpu(&[]) > self.job.limits.cpu {
            return Some(ExitReason::OverCpu);
        }
        self.wrote_too_much(&[]).then_some(ExitReason::OverFiles)
    }

    /// Returns the processor time of running and ended processes.
    fn cpu(&self, pids: &[Pid]) -> Duration {
        let ended = getrusage(UsageWho::RUSAGE_CHILDREN).map_or(Duration::ZERO, |usage| {
            let parts = [usage.user_time(), usage.system_time()];
            parts.iter().map(|part| micros(part.tv_sec(), part.tv_usec())).sum()
        });
        let ticks: u64 = pids.iter().filter_map(|pid| tree::stat(*pid)).map(|stat| stat.ticks).sum();
        ended + self.tick * u32::try_from(ticks).unwrap_or(u32::MAX)
    }

    /// Returns whether the processes together use too much memory.
    fn has_too_much_memory(&self, pids: &[Pid]) -> bool {
        let most = self.job.limits.memory;
        let resident = |pid: &Pid| {
            let line = fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
            line.split_ascii_whitespace().nth(1)?.parse::<u64>().ok()
        };
        let quick: u64 = pids.iter().filter_map(resident).map(|pages| pages * self.page).sum();
        // This counts shared memory and libraries once for each process. The exact figure takes longer, so it is
        // computed only when this one exceeds the limit.
        quick > most && pids.iter().map(|pid| exact(*pid)).sum::<u64>() > most
    }

    /// Returns whether too much was written.
    fn wrote_too_much(&self, pids: &[Pid]) -> bool {
        let Some(folder) = &self.folder else { return false };
        let mut left = RemainingBytes(self.job.limits.files);
        let fits = count(folder.as_fd(), 0, &mut left)
            .and_then(|()| count_unlinked(pids, &mut left))
            .and_then(|open| count_mapped(pids, &self.job.folder, &open, &mut left));
        fits.is_none()
    }
}

/// Returns the peak memory of the largest process that has ended.
pub(super) fn peak() -> u64 {
    let most = getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0, |usage| usage.max_rss());
    u64::try_from(most).unwrap_or(0) << 10
}

fn micros(seconds: i64, micros: i64) -> Duration {
    let whole = Duration::from_secs(u64::try_from(seconds).unwrap_or(0));
    whole + Duration::from_micros(u64::try_from(micros).unwrap_or(0))
}

/// Returns the anonymous memory of a process, with its share of shared memory.
fn exact(pid: Pid) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let kib = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|rest| rest.trim_start().split(' ').next()?.parse::<u64>().ok())
    };
    // Pages of files do not count: the kernel reclaims them when it needs memory.
    match (kib("Pss_Anon:"), kib("Pss_Shmem:")) {
        (Some(own), Some(shared)) => (own + shared) << 10,
        _ => kib("Pss:").unwrap_or(0) << 10,
    }
}

/// The bytes that may still be written.
struct RemainingBytes(u64);

impl RemainingBytes {
    /// Subtracts the size of a file; `None` when it exceeds the rest.
    fn take(&mut self, stat: &FileStat) -> Option<()> {
        // Holes in a file take up no space, so only allocated blocks count.
        let room = u64::try_from(stat.st_blocks).unwrap_or(0) * 512;
        self.spend(room.max(LEAST))
    }

    fn spend(&mut self, bytes: u64) -> Option<()> {
        self.0 = self.0.checked_sub(bytes)?;
        Some(())
    }
}

/// Subtracts the content of a folder; `None` when it is too much.
fn count(folder: BorrowedFd<'_>, depth: usize, left: &mut RemainingBytes) -> Option<()> {
    if depth > DEEPEST {
        return None;
    }
    let Ok(mut entries) = Dir::openat(folder, ".", FOLDER, Mode::empty()) else { return Some(()) };
    let mut inner: Vec<CString> = Vec::new();
    for entry in entries.iter().flatten() {
        let name = entry.file_name();
        if name == c"." || name == c".." {
            continue;
        }
        let Ok(stat) = fstatat(folder, name, AtFlags::AT_SYMLINK_NOFOLLOW) else { continue };
        left.take(&stat)?;
        if SFlag::from_bits_truncate(stat.st_mode) & SFlag::S_IFMT == SFlag::S_IFDIR {
            inner.push(name.to_owned());
        }
    }
    drop(entries);
    for name in inner {
        // A folder that cannot be listed may be full: its owner can remove the permission to list it.
        let open = openat(folder, name.as_c_str(), FOLDER, Mode::empty()).map_err(io::Error::from);
        match open.or_else(|_| unlock(folder, &name)) {
            Ok(next) => count(next.as_fd(), depth + 1, left)?,
            // It was removed meanwhile.
            Err(fault) if fault.kind() == io::ErrorKind::NotFound => {}
            Err(_) => return None,
        }
    }
    Some(())
}

/// Subtracts the size of open but unlinked files, and returns their device and inode numbers.
fn count_unlinked(pids: &[Pid], left: &mut RemainingBytes) -> Option<HashSet<(u64, u64)>> {
    let mut seen = HashSet::new();
    for pid in pids {
        for entry in fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten() {
            // This follows the link to the open file, wherever that was.
            let Ok(stat) = fs::metadata(entry.path()) else { continue };
            if stat.is_file() && stat.nlink() == 0 && seen.insert((stat.dev(), stat.ino())) {
                left.spend(stat.blocks() * 512)?;
            }
        }
    }
    Some(seen)
}

/// Subtracts the size of mapped files that are not open and have no name.
///
/// Only root can read the size of such a file. For other users it counts as too much, since it could be of any size,
/// and no honest program maps a file, closes it and unlinks it.
fn count_mapped(
    pids: &[Pid],
    folder: &Path,
    open: &HashSet<(u64, u64)>,
    left: &mut RemainingBytes,
) -> Option<()> {
    let mut seen: HashSet<u64> = open.iter().map(|&(_, inode)| inode).collect();
    for pid in pids {
        let maps = fs::read(format!("/proc/{pid}/maps")).unwrap_or_default();
        for line in maps.split(|&byte| byte == b'\n') {
            let Some((range, inode)) = mapped_unlinked(line, folder) else { continue };
            if seen.insert(inode) {
                let stat = fs::metadata(format!("/proc/{pid}/map_files/{range}")).ok()?;
                left.spend(stat.blocks() * 512)?;
            }
        }
    }
    Some(())
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
}
