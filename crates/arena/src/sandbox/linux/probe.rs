//! Probing what this machine supports, by trying it.

use std::env;
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io;
use std::net::UdpSocket;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use nix::sys::signal::kill;
use nix::unistd::{getppid, getuid};

use super::admit::Admitted;
use super::keeper::Keeping;
use super::{Sandbox, filter, inherited, mounts};
use crate::sandbox::replay::run_fairly;
use crate::sandbox::{ExitReason, Gap, Guard, ResourceLimits, SEARCH_PATH, Tier};

/// The argument that makes floe the program of a probe.
pub(super) const PROBE: &str = "probe";

/// What the program of a probe prints where reading may leave marks.
const MARKS: &str = "marks";

/// The gap where reading may leave marks.
fn marks_gap() -> Gap {
    let why = "reading a file of the system may change its access time; mount the file system with 'noatime', or use \
               tier 'strict'";
    Gap { what: Guard::Marks, why: why.to_owned() }
}

/// The remedy where there is no bubblewrap.
const INSTALL: &str = "bubblewrap is not installed; install it (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf \
                       install bubblewrap; Arch: pacman -S bubblewrap)";

/// The remedy where bubblewrap does not work.
const ALLOW: &str = "bubblewrap needs user namespaces, which may be turned off here (sysctl \
                     kernel.unprivileged_userns_clone=1 or kernel.apparmor_restrict_unprivileged_userns=0), or \
                     forbidden by the container that this runs in";

/// An installed bubblewrap.
#[derive(Clone, Debug)]
pub(super) struct Bubblewrap {
    /// Its path.
    pub(super) path: PathBuf,
    /// Its name and version, such as `bubblewrap 0.8.0`.
    pub(super) version: String,
}

/// Finds bubblewrap.
pub(super) fn find_bubblewrap() -> Result<Bubblewrap, String> {
    let ours = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&ours).chain(env::split_paths(SEARCH_PATH));
    let found = folders.map(|folder| folder.join("bwrap")).find(|path| path.is_absolute() && path.is_file());
    let path = found.ok_or(INSTALL)?;
    let output = Command::new(&path).arg("--version").env_clear().output();
    let output = output.map_err(|fault| format!("{} does not run: {fault}", path.display()))?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok(Bubblewrap { path, version })
}

/// Runs a program that tries forbidden actions, and fails with those that succeeded, or with why it did not run.
///
/// Returns the gaps that it found: reading may leave marks, or programs inherit a state that floe may not change.
pub(super) fn probe(sandbox: &Sandbox) -> Result<Vec<Gap>, String> {
    let text = |fault: io::Error| fault.to_string();
    let secret = sandbox.base.path().join("secret");
    fs::write(&secret, "secret").map_err(text)?;
    let stub = &sandbox.inner;
    let mut arguments = stub.arguments.clone();
    arguments.extend([PROBE.into(), sandbox.tier.name().into(), secret.into()]);
    let program = Admitted::in_place(stub.program.clone(), arguments, vec![stub.program.clone()]);
    let limits = limits();
    let ran = run_fairly(|| Ok((sandbox.run(&program, &[], &sandbox.folder()?, &limits)?, ())));
    let ran = match ran {
        Ok(ran) => ran.output,
        Err(fault) if sandbox.tier == Tier::Strict => return Err(format!("{fault}; {ALLOW}")),
        Err(fault) => return Err(fault.to_string()),
    };
    if ran.ended == ExitReason::Exit(0) {
        let printed = String::from_utf8_lossy(&ran.stdout);
        let (differences, marks) = printed.split_once('\n').unwrap_or_default();
        let marks = (marks == MARKS).then(marks_gap);
        return Ok(marks.into_iter().chain(inherited::gap(differences)).collect());
    }
    let output = [ran.stdout, ran.stderr].concat();
    Err(format!("the probe {} ({})", ran.ended, String::from_utf8_lossy(&output).trim()))
}

/// Returns the limits of a probe.
fn limits() -> ResourceLimits {
    ResourceLimits {
        wall: Duration::from_secs(20),
        cpu: Duration::from_secs(20),
        ..ResourceLimits::default()
    }
}

/// Runs as the program of a probe: fails and prints what is wrong with its isolation, or prints how the state that it
/// inherited differs from that of other programs.
pub(super) fn program(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let tier = arguments.next().unwrap_or_default();
    let tier = Tier::ALL.into_iter().find(|known| tier == known.name()).unwrap_or(Tier::Strict);
    let failures = match tier {
        Tier::None => Vec::new(),
        Tier::Basic | Tier::Strict => isolation_failures(Path::new(&arguments.next().unwrap_or_default())),
    };
    if failures.is_empty() {
        let marks = tier != Tier::None && mounts::reading_leaves_marks();
        println!("{}", inherited::differences(tier, &limits()).join(", "));
        print!("{}", if marks { MARKS } else { "" });
        return ExitCode::SUCCESS;
    }
    print!("{}", failures.join(", "));
    ExitCode::FAILURE
}

/// Returns what is wrong with the isolation of this process.
fn isolation_failures(secret: &Path) -> Vec<&'static str> {
    let checks = [
        (fs::write("made", "made").is_err(), "it cannot write into its folder"),
        (fs::read(secret).is_ok(), "it can read a file outside its folder"),
        (OpenOptions::new().append(true).open(secret).is_ok(), "it can write a file outside its folder"),
        (fs::write(secret.with_extension("made"), "made").is_ok(), "it can create a file outside its folder"),
        (fs::remove_file(secret).is_ok(), "it can remove a file outside its folder"),
        (filter::KNOWN && UdpSocket::bind("127.0.0.1:0").is_ok(), "it can open a socket"),
        (filter::KNOWN && kill(getppid(), None).is_ok(), "it can signal its parent"),
        (getuid().is_root(), "it is root"),
    ];
    checks.into_iter().filter(|(failed, _)| *failed).map(|(_, what)| what).collect()
}

/// Returns whether the kernel counts the processes of a user in each user namespace apart (Linux 5.14 or newer).
pub(super) fn namespaces_count_processes() -> bool {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let mut numbers = release.split(|sign: char| !sign.is_ascii_digit()).map(str::parse::<u32>);
    let (major, minor) = (numbers.next(), numbers.next());
    matches!((major, minor), (Some(Ok(major)), Some(Ok(minor))) if (major, minor) >= (5, 14))
}

/// Returns what a tier does not guard on this machine.
pub(super) fn gaps(sandbox: &Sandbox) -> Vec<Gap> {
    let tier = sandbox.tier;
    let groups = sandbox.groups.as_ref();
    let gap = |what: Guard, why: &str| Gap { what, why: why.to_owned() };
    let abandoned = (tier != Tier::Strict && sandbox.keeping == Keeping::Adoption).then(|| {
        let why = "there is no PID namespace; its processes survive if floe, its stub and its keeper are killed at once";
        gap(Guard::Abandoned, why)
    });
    if tier == Tier::None {
        let open = [
            Guard::Cpu,
            Guard::Memory,
            Guard::Files,
            Guard::Processes,
            Guard::Reading,
            Guard::Writing,
            Guard::Network,
            Guard::Signals,
            Guard::Attributes,
            Guard::KernelMemory,
            Guard::BriefChildren,
            Guard::Marks,
        ];
        let open = open.map(|what| gap(what, "nothing is guarded in tier 'none'"));
        return open.into_iter().chain(abandoned).collect();
    }
    let mut gaps: Vec<Gap> = abandoned.into_iter().collect();
    if sandbox.shares_limit() {
        gaps.push(gap(
            Guard::Processes,
            "the system counts all processes of your user together; tier 'strict' counts those of a program alone",
        ));
    }
    let why = "there is no control group; ";
    if !groups.is_some_and(|groups| groups.limit_memory()) {
        let how = "what the kernel holds for a program is estimated from its open files and page tables";
        gaps.push(gap(Guard::KernelMemory, &format!("{why}{how}")));
    }
    if !groups.is_some_and(|groups| groups.count_cpu()) {
        let how = "children that end within some milliseconds, and that nobody waits for, are not counted";
        gaps.push(gap(Guard::BriefChildren, &format!("{why}{how}")));
    }
    if !filter::KNOWN {
        let why = "there is no filter of system calls for this architecture";
        gaps.push(gap(Guard::Attributes, why));
        if tier == Tier::Basic {
            gaps.push(gap(Guard::Network, why));
            gaps.push(gap(Guard::Signals, why));
        }
    }
    gaps
}
