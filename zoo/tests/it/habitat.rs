//! The surroundings of one animal: the program, files that it must not touch, and a mark on its processes.

use std::fs::{self, File, FileTimes, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use floe_zoo::{Animal, CANARY, CANARY_PATH_FILE};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// The name of another program.
const OTHER: &str = "other-bot";

/// A folder with the program and canary files, and another folder with canary files.
pub(crate) struct Habitat {
    home: PathBuf,
    away: PathBuf,
    mark: String,
}

/// The state of a file or folder that must not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Snapshot {
    path: PathBuf,
    mode: u32,
    owner: (u32, u32),
    modified: (i64, i64),
    contents: Option<Vec<u8>>,
}

impl Habitat {
    /// Makes a habitat in a folder, with a link to the program. All users may write everywhere in it, so that only the
    /// sandbox protects it.
    pub(crate) fn new(ground: &Path, program: &Path, animal: &Animal) -> Habitat {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let place = ground.join(format!("{}-{number}", animal.name));
        let (home, away) = (place.join("home"), place.join("away"));
        for folder in [&place, &home, &away] {
            fs::create_dir(folder).unwrap();
        }
        fs::hard_link(program, home.join("zoo")).unwrap();
        for (folder, name) in [(&home, ".txt"), (&away, "-1.txt"), (&away, "-2.txt")] {
            put(&folder.join(format!("{CANARY}{name}")), b"tweet\n");
        }
        // What lies beside programs that are kept in the folder of an event.
        fs::create_dir(home.join("cup-reports")).unwrap();
        put(&home.join("cup.toml"), b"[[program]]\ncommand = './zoo'\n");
        let mut database = b"SQLite format 3\0".to_vec();
        database.resize(68, 0);
        database.extend(b"FLOE");
        put(&home.join("cup.db"), &database);
        put(&home.join("cup-reports/game-0001.floe"), b"floe record 2\n");
        put(&home.join("cup-reports/game-0001.player-1.stderr"), b"remember\n");
        put(&home.join(OTHER), b"#!/bin/sh\n");
        fs::set_permissions(home.join(OTHER), Permissions::from_mode(0o755)).unwrap();
        put(&home.join(CANARY_PATH_FILE), away.as_os_str().as_encoded_bytes());
        for folder in [&place, &home, &away] {
            fs::set_permissions(folder, Permissions::from_mode(0o777)).unwrap();
        }
        Habitat { home, away, mark: format!("mark=zoo-{}-{number}", std::process::id()) }
    }

    /// Returns the program.
    pub(crate) fn program(&self) -> PathBuf {
        self.home.join("zoo")
    }

    /// Returns the file of another program, which lies beside it.
    pub(crate) fn other_program(&self) -> PathBuf {
        self.home.join(OTHER)
    }

    /// Returns the argument that marks the processes of the animal.
    pub(crate) fn mark(&self) -> &str {
        &self.mark
    }

    /// Returns the state of everything that an animal must not touch.
    pub(crate) fn snapshot(&self) -> Vec<Snapshot> {
        let mut snapshots = Vec::new();
        for folder in [&self.home, &self.away] {
            snapshot_of(folder, &mut snapshots);
        }
        snapshots
    }

    /// Returns the processes with the mark.
    ///
    /// It searches several times, since a process that forks all the time can be missed.
    pub(crate) fn alive(&self) -> Vec<Pid> {
        (0..3).map(|_| self.seen_alive()).find(|seen| !seen.is_empty()).unwrap_or_default()
    }

    fn seen_alive(&self) -> Vec<Pid> {
        let entries = fs::read_dir("/proc").unwrap().flatten();
        let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        numbers
            .filter(|number: &i32| {
                let line = fs::read(format!("/proc/{number}/cmdline")).unwrap_or_default();
                line.split(|&byte| byte == 0).any(|word| word == self.mark.as_bytes())
            })
            .map(Pid::from_raw)
            .collect()
    }

    /// Kills every process with the mark, where no sandbox does it.
    pub(crate) fn kill_all(&self) {
        loop {
            let alive = self.alive();
            if alive.is_empty() {
                return;
            }
            for pid in alive {
                // It may have ended by itself in the meantime.
                let _ = kill(pid, Signal::SIGKILL);
            }
        }
    }
}

/// Writes a file that all users may write to, with a time stamp of an hour ago.
fn put(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).unwrap();
    fs::set_permissions(path, Permissions::from_mode(0o666)).unwrap();
    let hour_ago = SystemTime::now() - Duration::from_secs(3600);
    let times = FileTimes::new().set_modified(hour_ago);
    File::options().write(true).open(path).unwrap().set_times(times).unwrap();
}

fn snapshot_of(path: &Path, snapshots: &mut Vec<Snapshot>) {
    let Ok(data) = fs::symlink_metadata(path) else {
        return;
    };
    // The program is too large to compare; its time and its size suffice.
    let small = data.is_file() && data.len() < 1 << 16;
    snapshots.push(Snapshot {
        path: path.to_path_buf(),
        mode: data.mode(),
        owner: (data.uid(), data.gid()),
        modified: (data.mtime(), data.mtime_nsec()),
        contents: if small { fs::read(path).ok() } else { Some(data.len().to_le_bytes().to_vec()) },
    });
    if data.is_dir() {
        let mut entries: Vec<PathBuf> =
            fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for entry in entries {
            snapshot_of(&entry, snapshots);
        }
    }
}
