//! All tiers once more for a referee that is not root, as usual.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::tiers::{alone, print, zoo};

/// An unused user.
const NOBODY: &str = "65533";

#[test]
fn all_tiers_hold_for_a_referee_that_is_not_root() {
    if !nix::unistd::geteuid().is_root() {
        // All other tests were run like this.
        return;
    }
    let _turn = alone();
    let home = TempDir::with_prefix("floe-zoo-").unwrap();
    fs::set_permissions(home.path(), Permissions::from_mode(0o777)).unwrap();
    // Copies, since only root may be able to reach what cargo built.
    let copy = |from: &Path, name: &str| {
        let to = home.path().join(name);
        fs::copy(from, &to).unwrap();
        fs::set_permissions(&to, Permissions::from_mode(0o755)).unwrap();
        to
    };
    let tests = copy(&std::env::current_exe().unwrap(), "tests");
    let zoo = copy(&zoo(), "zoo");
    let status = Command::new("setpriv")
        .args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"])
        .arg(tests)
        .arg("tiers::")
        .env("FLOE_ZOO_PROGRAM", zoo)
        .env("HOME", home.path())
        .current_dir(home.path())
        .status();
    match status {
        Ok(status) => assert!(status.success(), "the failures are printed above"),
        Err(fault) => print(&format!("SKIPPED: the zoo for a referee that is not root: setpriv: {fault}")),
    }
}
