//! A temporary folder in which the real programs run, and what can be seen of it from outside.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

/// A folder of its own for one case; the program runs in it, so that messages name files as given.
pub(crate) struct Sandbox {
    folder: TempDir,
    /// The home of the user: settings and other stored things are in it.
    home: TempDir,
}

/// How one run of the program ended.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// What must stay as it is when a file is left alone.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Snapshot {
    bytes: Vec<u8>,
    modified: SystemTime,
    #[cfg(unix)]
    inode_and_mode: (u64, u32),
}

impl Sandbox {
    pub(crate) fn new() -> Sandbox {
        Sandbox { folder: TempDir::new().unwrap(), home: TempDir::new().unwrap() }
    }

    /// Makes a sandbox that holds one file.
    pub(crate) fn with(name: &str, bytes: impl AsRef<[u8]>) -> Sandbox {
        let sandbox = Sandbox::new();
        sandbox.write(name, bytes);
        sandbox
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the settings file of the user.
    #[cfg(unix)]
    pub(crate) fn settings(&self) -> PathBuf {
        self.home.path().join("config").join("floe").join("settings.toml")
    }

    /// Returns the files of the games that are kept for the user.
    #[cfg(unix)]
    pub(crate) fn autosave(&self) -> Vec<PathBuf> {
        let folder = self.home.path().join("state").join("floe").join("games");
        if folder.is_dir() { files(&folder, "json") } else { Vec::new() }
    }

    /// Writes a file that looks an hour old, so that any later writing shows in its time.
    pub(crate) fn write(&self, name: impl AsRef<Path>, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        let hour_ago = SystemTime::now() - Duration::from_secs(3600);
        File::options().write(true).open(&path).unwrap().set_modified(hour_ago).unwrap();
    }

    pub(crate) fn read(&self, name: impl AsRef<Path>) -> Vec<u8> {
        let path = self.path(name);
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Returns `penguins` with its arguments, to be run in this folder.
    pub(crate) fn penguins<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        self.program(env!("CARGO_BIN_EXE_penguins"), arguments)
    }

    fn program<A: AsRef<OsStr>>(&self, path: &str, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new(path);
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        // Tests read English, whatever whoever runs them reads.
        command.env("LC_ALL", "C.UTF-8");
        // Nothing that whoever runs the tests has stored is read or changed.
        for (name, folder) in
            [("XDG_CONFIG_HOME", "config"), ("XDG_STATE_HOME", "state"), ("XDG_DATA_HOME", "data")]
        {
            command.env(name, self.home.path().join(folder));
        }
        command.env("HOME", self.home.path()).env("APPDATA", self.home.path());
        command
    }

    /// Returns `floe` with arguments separated by blanks, deaf to the colours of whoever runs the tests.
    pub(crate) fn floe(&self, line: &str) -> Command {
        let mut command = self.program(env!("CARGO_BIN_EXE_floe"), line.split_whitespace());
        command.env_remove("NO_COLOR").env_remove("CLICOLOR").env_remove("CLICOLOR_FORCE");
        command
    }

    pub(crate) fn run_floe(&self, line: &str) -> Run {
        Run::from(self.floe(line).output().unwrap())
    }

    pub(crate) fn run<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Run {
        Run::from(self.penguins(arguments).output().unwrap())
    }

    /// Runs the program with arguments separated by blanks.
    pub(crate) fn run_line(&self, line: &str) -> Run {
        self.run(line.split_whitespace())
    }

    /// Runs the program from a shell that does something first, such as setting limits.
    #[cfg(unix)]
    pub(crate) fn run_after(&self, preparation: &str, line: &str) -> Run {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("{preparation}\nexec \"$0\" \"$@\""));
        shell.arg(env!("CARGO_BIN_EXE_penguins")).args(line.split_whitespace());
        shell.current_dir(self.folder.path()).stdin(Stdio::null());
        Run::from(shell.output().unwrap())
    }

    /// Returns what a file looks like now; nothing when it does not exist.
    pub(crate) fn snapshot(&self, name: impl AsRef<Path>) -> Option<Snapshot> {
        let path = self.path(name);
        let metadata = fs::metadata(&path).ok()?;
        Some(Snapshot {
            bytes: if metadata.is_file() { fs::read(&path).unwrap() } else { Vec::new() },
            modified: metadata.modified().unwrap(),
            #[cfg(unix)]
            inode_and_mode: {
                use std::os::unix::fs::MetadataExt;
                (metadata.ino(), metadata.mode())
            },
        })
    }

    /// Lists everything in the folder and below, sorted: a forgotten temporary file shows here.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(self.path(&folder)).unwrap() {
                let entry = entry.unwrap();
                let name = folder.join(entry.file_name());
                names.push(name.to_string_lossy().replace('\\', "/"));
                if entry.file_type().unwrap().is_dir() {
                    folders.push(name);
                }
            }
        }
        names.sort();
        names
    }
}

/// Runs `gamma` over some input.
pub(crate) fn run_gamma(input: &[u8]) -> Run {
    feed(&mut Command::new(env!("CARGO_BIN_EXE_gamma")), input)
}

/// Runs a program over some input.
pub(crate) fn feed(command: &mut Command, input: &[u8]) -> Run {
    let mut child = piped(command).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // Written beside the reading, or both would wait for each other once the pipes are full. A program
    // that ends early does not read it all.
    let writer = thread::spawn(move || _ = stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run::from(output)
}

/// Gives a program pipes for all its streams.
pub(crate) fn piped(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped())
}

/// Returns a folder of the data that is not ours to share, or says loudly that it is not there.
pub(crate) fn shared_data(name: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    skipped(&format!("there is no {}", folder.display()));
    None
}

/// Says that something was not tested, past the test runner, which swallows what passing tests print.
pub(crate) fn skipped(reason: &str) {
    let _ = writeln!(std::io::stderr(), "SKIPPED: {reason}");
}

/// Returns the files with an ending, in a folder and below.
pub(crate) fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Run {
    /// Says what happened, for the message of a failed test.
    pub(crate) fn told(&self) -> String {
        let Run { code, stdout, stderr } = self;
        format!("exit code {code:?}\n--- stdout\n{stdout}--- stderr\n{stderr}---")
    }

    #[track_caller]
    pub(crate) fn expect(self, case: &str, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{case}: {}", self.told());
        self
    }

    #[track_caller]
    pub(crate) fn expect_silence(self, case: &str) -> Run {
        assert!(self.stdout.is_empty() && self.stderr.is_empty(), "{case}: {}", self.told());
        self
    }

    #[track_caller]
    pub(crate) fn expect_message(self, case: &str, word: &str) -> Run {
        assert!(self.stderr.contains(word), "{case}: nothing about '{word}': {}", self.told());
        self
    }
}

/// Fails unless the text is as expected; both are shown readably, odd bytes and blanks included.
#[track_caller]
pub(crate) fn assert_text(case: &str, found: &[u8], expected: &[u8]) {
    assert!(
        found == expected,
        "{case}: the file holds\n{}\nbut should hold\n{}",
        found.escape_ascii().to_string().replace("\\n", "\\n\n"),
        expected.escape_ascii().to_string().replace("\\n", "\\n\n"),
    );
}

/// Checks all cases of a table, and fails at its end if any of them did: one run tells them all.
#[track_caller]
pub(crate) fn check_each<Case>(cases: impl IntoIterator<Item = Case>, check: impl Fn(Case)) {
    let check = |case| panic::catch_unwind(AssertUnwindSafe(|| check(case)));
    let failed = cases.into_iter().map(check).filter(Result::is_err).count();
    assert_eq!(failed, 0, "cases of this table failed, as told above");
}
