//! Probing what this machine supports, by trying it.

use std::env;
use std::fs::{self, OpenOptions};
use std::io;
use std::net::UdpSocket;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use nix::sys::signal::kill;
use nix::unistd::{getppid, getuid};

use super::admit::Admitted;
use super::launch::PATHS;
use super::{Sandbox, filter};
use crate::sandbox::{ExitReason, Gap, Guard, ResourceLimits, Tier};

/// The argument that makes floe the program of a probe.
pub(super) const PROBE: &str = "probe";

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
    let folders = env::split_paths(&ours).chain(env::split_paths(PATHS));
    let found = folders.map(|folder| folder.join("bwrap")).find(|path| path.is_absolute() && path.is_file());
    let path = found.ok_or(INSTALL)?;
    let output = Command::new(&path).arg("--version").env_clear().output();
    let output = output.map_err(|fault| format!("{} does not run: {fault}", path.display()))?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok(Bubblewrap { path, version })
}

/// Runs a program that tries forbidden actions, and fails with those that succeeded, or with why it did not run.
pub(super) fn probe(sandbox: &Sandbox) -> Result<(), String> {
    let text = |fault: io::Error| fault.to_string();
    let secret = sandbox.base.path().join("secret");
    fs::write(&secret, "secret").map_err(text)?;
    let stub = &sandbox.inner;
    let mut arguments = stub.arguments.clone();
    arguments.extend([PROBE.into(), secret.into()]);
    let program = Admitted { path: stub.program.clone(), arguments, readable: vec![stub.program.clone()] };
    let limits = ResourceLimits { wall: Duration::from_secs(20), ..ResourceLimits::default() };
    let folder = sandbox.folder().map_err(text)?;
    let ran = sandbox.run(&program, &[], &folder, &limits);
    let ran = match ran {
        Ok(ran) => ran,
        Err(fault) if sandbox.tier == Tier::Strict => return Err(format!("{fault}; {ALLOW}")),
        Err(fault) => return Err(fault.to_string()),
    };
    if ran.ended == ExitReason::Exit(0) {
        return Ok(());
    }
    let output = [ran.stdout, ran.stderr].concat();
    Err(format!("the probe {} ({})", ran.ended, String::from_utf8_lossy(&output).trim()))
}

/// Runs as the program of a probe, and returns what is wrong with its isolation.
pub(super) fn isolation_failures(secret: &Path) -> Vec<&'static str> {
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

/// Returns what a tier does not guard on this machine.
pub(super) fn gaps(tier: Tier, has_users: bool) -> Vec<Gap> {
    let gap = |what: Guard, why: &str| Gap { what, why: why.to_owned() };
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
        ];
        return open.map(|what| gap(what, "nothing is guarded in tier 'none'")).to_vec();
    }
    let mut gaps = Vec::new();
    if tier == Tier::Basic && !has_users {
        gaps.push(gap(
            Guard::Processes,
            "the system counts all processes of your user together; tier 'strict' counts those of a program alone",
        ));
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
