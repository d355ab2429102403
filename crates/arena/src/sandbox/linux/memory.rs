//! The memory that processes use together, where no control group limits it.
//!
//! What cannot be counted counts at its worst: memory of a process that hides its mappings as if nothing of it was
//! shared, and an open socket or pipe as if it was full.

use std::fs::{self, Metadata};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use nix::unistd::Pid;

use super::raw::same_memory;

/// The stack that the kernel needs for each thread.
const STACK: u64 = 16 << 10;

/// What a full pipe holds, since programs cannot enlarge one, and what other objects of the kernel may hold.
const PIPE: u64 = 64 << 10;

/// What a queue of file events may hold: 16,384 events with long names.
const EVENTS: u64 = 5 << 20;

/// The most that the last message in a queue may exceed its limit by.
const MESSAGE: u64 = 64 << 10;

/// The send buffer of a socket where the system does not tell.
const USUAL_BUFFER: u64 = 208 << 10;

/// The memory of one process, as its status shows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Status {
    /// Its addresses.
    size: u64,
    /// Memory of its own and shared memory, in RAM or swapped out.
    used: u64,
    /// Page tables, and stacks of its threads in the kernel.
    kernel: u64,
}

/// Returns whether processes use more than `most` bytes, of which `held` are in their open files. It ends early, and
/// returns `false`, when `stop` is set.
pub(super) fn exceeds(most: u64, held: u64, pids: &[Pid], stop: &AtomicBool) -> bool {
    let mut found: Vec<(Pid, Status)> = Vec::new();
    for pid in pids {
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        let Some(status) = status(*pid) else { continue };
        // Processes that share all their memory, as a new one does for a moment, have it only once.
        let is_known = |(other, known): &(Pid, Status)| *known == status && same_memory(*other, *pid);
        if !found.iter().any(is_known) {
            found.push((*pid, status));
        }
    }
    let kernel: u64 = found.iter().map(|(_, status)| status.kernel).sum::<u64>() + held;
    let quick: u64 = found.iter().map(|(_, status)| status.used).sum();
    if quick + kernel <= most {
        return false;
    }
    // This counted shared pages once for each process. The exact figure takes longer.
    let mut total = kernel;
    for (pid, status) in &found {
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        total += exact(*pid).unwrap_or(status.used);
    }
    total > most
}

/// Reads the status of a process, which every user may read; nothing if it has no memory any more.
fn status(pid: Pid) -> Option<Status> {
    let text = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    parse(&text)
}

fn parse(text: &str) -> Option<Status> {
    let number = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        line.split_ascii_whitespace().next()?.parse::<u64>().ok()
    };
    let bytes = |name: &str| number(name).map(|kib| kib << 10);
    let size = bytes("VmSize")?;
    // Pages of files do not count: the kernel reclaims them when it needs memory.
    let used = match (bytes("RssAnon"), bytes("RssShmem")) {
        (Some(own), Some(shared)) => own + shared,
        _ => bytes("VmRSS")?,
    };
    let kernel = bytes("VmPTE").unwrap_or(0) + number("Threads").unwrap_or(1) * STACK;
    Some(Status { size, used: used + bytes("VmSwap").unwrap_or(0), kernel })
}

/// Returns the memory of a process with its share of what it shares, if that may be read.
fn exact(pid: Pid) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let bytes = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        Some(line.split_ascii_whitespace().next()?.parse::<u64>().ok()? << 10)
    };
    let resident = match (bytes("Pss_Anon"), bytes("Pss_Shmem")) {
        (Some(own), Some(shared)) => own + shared,
        _ => bytes("Pss")?,
    };
    Some(resident + bytes("SwapPss").unwrap_or(0))
}

/// Returns what the kernel may hold in an open file, given as an entry of `/proc/PID/fd`, at the worst.
pub(super) fn held_in(entry: &Path, stat: &Metadata) -> u64 {
    let kind = stat.file_type();
    if kind.is_socket() {
        send_buffer() + MESSAGE
    } else if kind.is_fifo() {
        PIPE
    } else if kind.is_file() || kind.is_dir() || kind.is_char_device() || kind.is_block_device() {
        0
    } else {
        let link = fs::read_link(entry).unwrap_or_default();
        if link.as_os_str() == "anon_inode:inotify" { EVENTS } else { PIPE }
    }
}

/// Returns what identifies the object behind an open file, if several open files may be the same object.
pub(super) fn identity(stat: &Metadata) -> Option<(u64, u64)> {
    let kind = stat.file_type();
    (kind.is_socket() || kind.is_fifo()).then(|| (stat.dev(), stat.ino()))
}

/// Returns the size of the send buffer of a socket, which programs cannot change.
fn send_buffer() -> u64 {
    use std::sync::OnceLock;
    static SIZE: OnceLock<u64> = OnceLock::new();
    *SIZE.get_or_init(|| {
        let text = fs::read_to_string("/proc/sys/net/core/wmem_default").unwrap_or_default();
        text.trim().parse().unwrap_or(USUAL_BUFFER)
    })
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn swapped_memory_and_page_tables_count_and_files_do_not() {
        let text = "Name:\tx\nVmSize:\t 2000 kB\nVmRSS:\t 90 kB\nRssAnon:\t 10 kB\nRssFile:\t 70 kB\n\
                    RssShmem:\t 10 kB\nVmPTE:\t 8 kB\nVmSwap:\t 5 kB\nThreads:\t2\n";
        let expected = Status { size: 2000 << 10, used: 25 << 10, kernel: (8 << 10) + 2 * STACK };
        assert_eq!(parse(text), Some(expected));
        assert_eq!(parse("Name:\tx\nState:\tZ (zombie)\nThreads:\t1\n"), None);
    }

    #[test]
    fn what_open_files_hold_counts() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let pids = [Pid::from_raw(child.id().cast_signed())];
        let go_on = AtomicBool::new(false);
        assert!(!exceeds(64 << 20, 0, &pids, &go_on));
        assert!(exceeds(64 << 20, 64 << 20, &pids, &go_on));
        assert!(exceeds(1, 0, &pids, &go_on));
        assert!(!exceeds(1, 0, &pids, &AtomicBool::new(true)), "nobody waits for the result");
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[test]
    fn memory_is_the_same_only_in_one_process() {
        let us = nix::unistd::getpid();
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        assert!(!same_memory(us, Pid::from_raw(child.id().cast_signed())));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(same_memory(us, us));
    }
}
