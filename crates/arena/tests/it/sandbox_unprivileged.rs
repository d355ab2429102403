//! All tests of sandboxes once more as an ordinary user, as floe is usually run.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::sandboxes::stub;

#[test]
fn everything_holds_for_a_user_other_than_root() {
    if !nix::unistd::geteuid().is_root() {
        // All other tests were run like this.
        return;
    }
    let home = tempfile::tempdir().unwrap();
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let copy = |from: &std::path::Path, name: &str| {
        let to = home.path().join(name);
        fs::copy(from, &to).unwrap();
        fs::set_permissions(&to, fs::Permissions::from_mode(0o755)).unwrap();
        to
    };
    let tests = copy(&std::env::current_exe().unwrap(), "tests");
    let stub = copy(&stub().program, "stub");
    let status = Command::new("setpriv")
        .args(["--reuid", "65534", "--regid", "65534", "--clear-groups"])
        .arg(tests)
        .args(["sandbox_", "--skip", "sandbox_unprivileged", "--nocapture"])
        .env("FLOE_TEST_STUB", stub)
        .env("HOME", home.path())
        .env("TMPDIR", std::env::temp_dir())
        .current_dir(home.path())
        .status();
    match status {
        Ok(status) => assert!(status.success(), "see above"),
        Err(fault) => eprintln!("SKIPPED: sandboxes for a user without rights: setpriv: {fault}"),
    }
}
