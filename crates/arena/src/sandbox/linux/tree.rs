//! The processes below this one, as `/proc` shows them.

use std::fs;
use std::path::Path;

use nix::unistd::Pid;

/// Returns all processes below this one, zombies included.
///
/// It may miss a process that is just being started; a caller that must not miss any asks again.
pub(super) fn below_us() -> Vec<Pid> {
    let mut found: Vec<Pid> = Vec::new();
    // This may differ from the number that the process has in its own namespace.
    let us = fs::read_link("/proc/self").ok().and_then(|link| link.to_str()?.parse().ok());
    let us = us.unwrap_or_else(|| std::process::id().cast_signed());
    if !Path::new(&format!("/proc/{us}/task/{us}/children")).exists() {
        return below(us, &parents());
    }
    children(us, &mut found);
    let mut next = 0;
    while let Some(pid) = found.get(next) {
        children(pid.as_raw(), &mut found);
        next += 1;
    }
    found
}

/// Returns all processes of the machine with their parents, for kernels that do not list children.
fn parents() -> Vec<(i32, i32)> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter_map(|pid: i32| {
        let line = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (_, rest) = line.rsplit_once(')')?;
        Some((pid, rest.split_ascii_whitespace().nth(1)?.parse().ok()?))
    })
    .collect()
}

/// Returns the processes below one process.
fn below(top: i32, parents: &[(i32, i32)]) -> Vec<Pid> {
    let mut found = vec![top];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        for &(pid, _) in parents.iter().filter(|(pid, its)| *its == parent && *pid != top) {
            if !found.contains(&pid) {
                found.push(pid);
            }
        }
        next += 1;
    }
    found.into_iter().skip(1).map(Pid::from_raw).collect()
}

/// Adds the children of all threads of a process.
fn children(parent: i32, found: &mut Vec<Pid>) {
    let threads = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
    for thread in threads {
        let list = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        for child in list.split_ascii_whitespace().filter_map(|word| word.parse().ok()) {
            // A process that changed its parent meanwhile is listed twice.
            let child = Pid::from_raw(child);
            if !found.contains(&child) {
                found.push(child);
            }
        }
    }
}

/// The bit in the flags of a process that is about to end.
const EXITING: u64 = 4;

/// The state of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stat {
    /// Whether it is a zombie.
    pub(super) dead: bool,
    /// Whether it is about to end.
    pub(super) exiting: bool,
    /// The processor time of it and of the children that it waited for, in ticks.
    pub(super) ticks: u64,
    /// Its own part of that.
    pub(super) own_ticks: u64,
    /// When it was started, in ticks since the machine was.
    pub(super) start: u64,
}

/// Reads the state of a process, if it exists.
pub(super) fn stat(pid: Pid) -> Option<Stat> {
    parse(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

fn parse(line: &str) -> Option<Stat> {
    // The name of the program is in parentheses, and may contain parentheses and blanks.
    let (_, rest) = line.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    let dead = matches!(*fields.first()?, "Z" | "X");
    let exiting = fields.get(6)?.parse::<u64>().ok()? & EXITING != 0;
    let number = |index: usize| {
        let value = fields.get(index)?.parse::<i64>().ok()?;
        Some(u64::try_from(value).unwrap_or(0))
    };
    let own_ticks = number(11)? + number(12)?;
    let ticks = own_ticks + number(13)? + number(14)?;
    Some(Stat { dead, exiting, ticks, own_ticks, start: number(19)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_brackets_does_not_hide_the_numbers() {
        let line = "7 (a) S 9) R 1 7 7 0 -1 4194304 90 0 0 0 11 5 3 1 20 0 1 0 100 1000 10";
        let alive = Stat { dead: false, exiting: false, ticks: 20, own_ticks: 16, start: 100 };
        assert_eq!(parse(line), Some(alive));
        let line = "7 (x) Z 1 7 7 0 -1 4194308 90 0 0 0 0 0 0 0 20 0 1 0 100 1000 10";
        assert_eq!(parse(line), Some(Stat { dead: true, exiting: true, ticks: 0, own_ticks: 0, start: 100 }));
        assert_eq!(parse("7 (x"), None);
    }

    #[test]
    fn a_child_is_found() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let pid = Pid::from_raw(child.id().cast_signed());
        assert!(below_us().contains(&pid));
        assert!(below(std::process::id().cast_signed(), &parents()).contains(&pid));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!below_us().contains(&pid));
    }

    #[test]
    fn grandchildren_are_below_and_others_are_not() {
        let parents = [(2, 1), (3, 2), (4, 3), (5, 1), (6, 4), (1, 0)];
        assert_eq!(below(2, &parents), [3, 4, 6].map(Pid::from_raw));
    }
}
