//! Sandboxes of every tier that this machine supports, and shell scripts to run in them.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use floe_arena::sandbox::{
    Admitted, ExitReason, Gap, Guard, Program, ResourceLimits, RunOutput, Sandbox, Stub, Tier, TierChoice,
    WorkFolder,
};

/// Returns the command of the stub in these tests.
pub(crate) fn stub() -> Stub {
    let copied = std::env::var_os("FLOE_TEST_STUB");
    let program = copied.unwrap_or_else(|| env!("CARGO_BIN_EXE_floe-arena-stub").into());
    Stub { program: program.into(), arguments: Vec::new() }
}

/// All tiers that work here; for the others, a line gives the reason.
static TIERS: LazyLock<Vec<Sandbox>> = LazyLock::new(|| {
    let mut found = Vec::new();
    for tier in Tier::ALL {
        match Sandbox::new(TierChoice::Exactly(tier), stub()) {
            Ok(sandbox) => found.push(sandbox),
            Err(fault) => eprintln!("SKIPPED: tests in tier '{tier}': {fault}"),
        }
    }
    found
});

/// Returns a sandbox of every tier that works here.
pub(crate) fn tiers() -> &'static [Sandbox] {
    &TIERS
}

/// Returns a sandbox of every tier that works here and isolates programs.
pub(crate) fn walled() -> impl Iterator<Item = &'static Sandbox> {
    tiers().iter().filter(|sandbox| sandbox.tier() != Tier::None)
}

/// Returns a sandbox of every tier that has a guard here, and prints the tiers that are skipped.
pub(crate) fn guarding(what: Guard) -> impl Iterator<Item = &'static Sandbox> {
    walled().filter(move |sandbox| match gap(sandbox, what) {
        Some(gap) => {
            eprintln!("SKIPPED: a test in tier '{}': {gap}", sandbox.tier());
            false
        }
        None => true,
    })
}

fn gap(sandbox: &Sandbox, what: Guard) -> Option<&Gap> {
    sandbox.gaps().iter().find(|gap| gap.what == what)
}

/// A shell script as a program, in its own folder.
pub(crate) struct Script {
    pub(crate) home: tempfile::TempDir,
}

impl Script {
    pub(crate) fn new(text: &str) -> Script {
        let home = tempfile::tempdir().unwrap();
        let script = Script { home };
        fs::write(script.path(), format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(script.path(), fs::Permissions::from_mode(0o755)).unwrap();
        script
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.home.path().join("bot")
    }

    pub(crate) fn admit(&self, sandbox: &Sandbox) -> Admitted {
        sandbox.admit(&program(&self.path())).unwrap()
    }
}

pub(crate) fn program(path: &Path) -> Program {
    Program { path: path.to_owned(), folder: PathBuf::new(), arguments: Vec::new(), readable: Vec::new() }
}

/// Limits that an honest script never reaches, even on a busy machine.
pub(crate) fn generous() -> ResourceLimits {
    ResourceLimits {
        wall: Duration::from_secs(60),
        cpu: Duration::from_secs(60),
        ..ResourceLimits::default()
    }
}

/// Runs a script in a fresh folder.
pub(crate) fn run(sandbox: &Sandbox, text: &str, limits: &ResourceLimits) -> RunOutput {
    run_in(sandbox, text, &[], &sandbox.folder().unwrap(), limits)
}

/// Runs a script in a folder, with arguments.
pub(crate) fn run_in(
    sandbox: &Sandbox,
    text: &str,
    arguments: &[&str],
    folder: &WorkFolder,
    limits: &ResourceLimits,
) -> RunOutput {
    let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
    sandbox.run(&Script::new(text).admit(sandbox), &arguments, folder, limits).unwrap()
}

/// Runs a script that must exit with 0, and returns its output.
pub(crate) fn stdout_of(sandbox: &Sandbox, text: &str) -> String {
    let ran = run(sandbox, text, &generous());
    assert_eq!(ran.ended, ExitReason::Exit(0), "{}: {}", sandbox.tier(), words(&ran));
    String::from_utf8(ran.stdout).unwrap()
}

/// Returns all output of a run, for messages.
pub(crate) fn words(ran: &RunOutput) -> String {
    format!("{}|{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr))
}

/// Returns whether a process with a word in its command line is alive.
pub(crate) fn is_alive(word: &str) -> bool {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| {
        let line = fs::read(entry.path().join("cmdline")).ok()?;
        // The test itself may have the word in its arguments.
        (entry.file_name() != std::process::id().to_string().as_str()).then_some(line)
    });
    let mut lines = lines.map(|line| String::from_utf8_lossy(&line).into_owned());
    lines.any(|line| line.contains(word))
}

/// Returns a number of seconds to sleep that no other test uses, which marks the process.
pub(crate) fn mark() -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{}.{:05}{:03}", 1000, std::process::id() % 100_000, NEXT.fetch_add(1, Ordering::Relaxed))
}
