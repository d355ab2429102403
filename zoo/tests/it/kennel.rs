//! A place for one animal: the program, files that it must not touch, and a mark to find its processes by.

use std::fs::{self, File, FileTimes, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use floe_zoo::{Animal, CANARY, CANARY_PATH};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// A folder with the program and canaries beside it, and another one with canaries alone.
pub(crate) struct Kennel {
    home: PathBuf,
    away: PathBuf,
    mark: String,
}

/// One file or folder, with all that must stay as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    path: PathBuf,
    mode: u32,
    owner: (u32, u32),
    modified: (i64, i64),
    contents: Option<Vec<u8>>,
}

impl Kennel {
    /// Makes a kennel in a folder, with a link to the program there: everything is open to everybody, so that it is
    /// the sandbox and nothing else that protects it.
    pub(crate) fn new(ground: &Path, program: &Path, animal: &Animal) -> Kennel {
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
        put(&home.join(CANARY_PATH), away.as_os_str().as_encoded_bytes());
        for folder in [&place, &home, &away] {
            fs::set_permissions(folder, Permissions::from_mode(0o777)).unwrap();
        }
        Kennel { home, away, mark: format!("mark=zoo-{}-{number}", std::process::id()) }
    }

    /// Returns the program.
    pub(crate) fn program(&self) -> PathBuf {
        self.home.join("zoo")
    }

    /// Returns the argument that marks the animal's processes.
    pub(crate) fn mark(&self) -> &str {
        &self.mark
    }

    /// Returns everything that an animal must leave alone, as it is now.
    pub(crate) fn look(&self) -> Vec<Sight> {
        let mut sights = Vec::new();
        for folder in [&self.home, &self.away] {
            look_at(folder, &mut sights);
        }
        sights
    }

    /// Returns the processes with the mark.
    ///
    /// Looked for several times: one that becomes another all the time can be missed by a look.
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

    /// Ends every process with the mark, where there is no sandbox to do it.
    pub(crate) fn put_down(&self) {
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

/// Writes a file that everybody may write to, and that looks an hour old.
fn put(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).unwrap();
    fs::set_permissions(path, Permissions::from_mode(0o666)).unwrap();
    let hour_ago = SystemTime::now() - Duration::from_secs(3600);
    let times = FileTimes::new().set_modified(hour_ago);
    File::options().write(true).open(path).unwrap().set_times(times).unwrap();
}

fn look_at(path: &Path, sights: &mut Vec<Sight>) {
    let Ok(data) = fs::symlink_metadata(path) else {
        return;
    };
    // The program is linked and much too large to compare: its time and length tell.
    let small = data.is_file() && data.len() < 1 << 16;
    sights.push(Sight {
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
            look_at(&entry, sights);
        }
    }
}
