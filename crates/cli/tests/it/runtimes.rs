//! Honest programs that use what their languages offer: processes, threads, shared memory, databases.
//!
//! Each program plays whole games in every tier, as the user of the tests and, if that is root, as another user. A language
//! that is not installed is skipped.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const FLOE: &str = env!("CARGO_BIN_EXE_floe");

/// The user without privileges.
const NOBODY: &str = "65534";

/// What the player in Python can do everywhere.
const PYTHON: &str = "thread-executor,sqlite,subprocess,fork";

/// What it can do where programs have shared memory.
const PYTHON_SHARING: &str = "pool,spawned-pool,process-executor,processes,shared-value,shared-memory";

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runtimes")
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--help").output().is_ok()
}

/// A folder that all users may read, with programs in it.
struct Workshop(tempfile::TempDir);

impl Workshop {
    fn new() -> Workshop {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
        for entry in fs::read_dir(sources()).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
        }
        // Another user may not be able to reach the one that was built.
        fs::copy(FLOE, folder.path().join("floe")).unwrap();
        Workshop(folder)
    }

    /// Builds a program, or says why it is skipped.
    fn builds(&self, compiler: &str, arguments: &[&str]) -> bool {
        if !is_installed(compiler) {
            eprintln!("SKIPPED: programs built by {compiler}, which is not installed");
            return false;
        }
        let output = Command::new(compiler)
            .args(arguments)
            .envs([("GO111MODULE", "off"), ("CGO_ENABLED", "0")])
            .env("GOCACHE", self.0.path().join("cache"))
            .current_dir(self.0.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        true
    }

    /// Plays a match in a tier, and returns what went wrong, or nothing if the tier is not available.
    fn faults(&self, command: &str, tier: &str, user: Option<&str>) -> Option<String> {
        let mut start = match user {
            None => Command::new(self.0.path().join("floe")),
            Some(user) => {
                let mut start = Command::new("setpriv");
                start
                    .args(["--reuid", user, "--regid", user, "--clear-groups"])
                    .arg(self.0.path().join("floe"));
                start
            }
        };
        let output = start
            .args(["match", command, "engine:level=1,nodes=20", "--json", "--quiet", "--tier", tier])
            .args(["--boards", "1", "--rows", "3", "--cols", "3", "--penguins", "1", "--seed", "2"])
            .args(["--time", "60000", "--records", "records"])
            .env("HOME", self.0.path())
            .current_dir(self.0.path())
            .output()
            .unwrap();
        let _ = fs::remove_dir_all(self.0.path().join("records"));
        let printed = String::from_utf8_lossy(&output.stderr);
        if printed.contains("is not available on this machine") {
            eprintln!("SKIPPED: {command} in tier '{tier}': {printed}");
            return None;
        }
        assert!(output.status.success(), "{command} in tier '{tier}': {printed}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        Some(match report["faults"].as_array().unwrap().first() {
            Some(fault) => fault.to_string(),
            None => String::new(),
        })
    }

    /// Plays matches with a program in every tier as every user.
    fn plays(&self, command: &str) {
        for user in users() {
            for tier in ["none", "basic", "strict"] {
                let faults = self.faults(command, tier, user).unwrap_or_default();
                assert_eq!(faults, "", "{command} in tier '{tier}', user {user:?}");
            }
        }
    }
}

/// The user of the tests, and another one if that is root.
fn users() -> Vec<Option<&'static str>> {
    if rustix::process::geteuid().is_root() { vec![None, Some(NOBODY)] } else { vec![None] }
}

#[test]
fn python_works() {
    if !is_installed("python3") {
        eprintln!("SKIPPED: programs in Python, which is not installed");
        return;
    }
    let workshop = Workshop::new();
    workshop.plays(&format!("python3 player.py {PYTHON}"));
    let command = format!("python3 player.py {PYTHON_SHARING}");
    for user in users() {
        for tier in ["none", "basic", "strict"] {
            let Some(faults) = workshop.faults(&command, tier, user) else { continue };
            // Without a mount namespace, the shared memory of the system is out of reach.
            if tier == "basic" && faults.contains("Permission denied") && !has_mounts(&workshop, user) {
                eprintln!("SKIPPED: {command} in tier 'basic': this machine permits no mount namespaces");
                continue;
            }
            assert_eq!(faults, "", "{command} in tier '{tier}', user {user:?}");
        }
    }
    // What needs sockets does not work, as docs/protocol.md says.
    if let Some(faults) = workshop.faults("python3 player.py manager", "strict", None) {
        assert!(faults.contains("EOFError"), "{faults}");
    }
}

/// Returns whether the machine lets a user have mount namespaces.
fn has_mounts(workshop: &Workshop, user: Option<&str>) -> bool {
    let mut start = Command::new("setpriv");
    if let Some(user) = user {
        start.args(["--reuid", user, "--regid", user, "--clear-groups"]);
    }
    let user = user.map_or(&["unshare", "--mount"][..], |_| &["unshare", "--user", "--mount"]);
    start.args(user).arg("true").current_dir(workshop.0.path());
    start.output().is_ok_and(|output| output.status.success())
}

#[test]
fn node_works() {
    if is_installed("node") {
        Workshop::new().plays("node player.js");
    } else {
        eprintln!("SKIPPED: programs in JavaScript: node is not installed");
    }
}

#[test]
fn java_works() {
    let workshop = Workshop::new();
    if workshop.builds("javac", &["-d", "classes", "Player.java"]) {
        workshop.plays("java -cp classes Player");
    }
}

#[test]
fn go_works() {
    let workshop = Workshop::new();
    if workshop.builds("go", &["build", "-o", "go-player", "player.go"]) {
        workshop.plays("./go-player");
    }
}

#[test]
fn openmp_and_async_work() {
    let workshop = Workshop::new();
    if workshop.builds("g++", &["-O1", "-fopenmp", "player.cpp", "-o", "openmp"]) {
        workshop.plays("./openmp");
    }
    if workshop.builds("g++", &["-O1", "-pthread", "player.cpp", "-o", "async"]) {
        workshop.plays("./async");
    }
}
