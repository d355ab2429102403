//! The sandbox on Linux.
//!
//! A run passes through [`run`] in the main process, [`supervisor`] in a stub, and [`launch`] and [`confine`] in the
//! process that becomes the program. In the strict tier, [`bubble`] comes before the last two.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

mod admit;
mod base;
mod bubble;
mod clock;
mod confine;
mod domain;
mod filter;
mod folder;
mod launch;
mod open;
mod probe;
mod raw;
mod reason;
mod remove;
mod run;
mod staging;
mod supervisor;
mod sweep;
mod tree;
mod users;
mod watch;
mod wire;

pub use admit::Admitted;
pub use folder::WorkFolder;

use self::base::Base;
use self::bubble::BubbleCommand;
use self::probe::Bubblewrap;
use self::staging::StagingArea;
use self::users::Users;
use self::wire::Job;
use super::{Gap, Program, ResourceLimits, RunOutput, SandboxError, Stub, Tier, TierChoice};

/// How many threads our user may start in addition to those of the programs, where programs run under the same user id.
const OTHER_THREADS: u64 = 512;

/// The longest wall time: short enough for every system call to accept.
const LONGEST_WALL: Duration = Duration::from_secs(1 << 30);

/// A sandbox, probed on this machine. Several threads may use it at the same time.
#[derive(Debug)]
pub struct Sandbox {
    tier: Tier,
    stub: Stub,
    /// The stub at a path that the users of programs can reach.
    inner: Stub,
    base: Arc<Base>,
    users: Option<Arc<Users>>,
    stage: Option<StagingArea>,
    bubble: Option<(Bubblewrap, BubbleCommand)>,
    landlock: u8,
    /// The number of threads that our user had at the start.
    threads: u64,
    gaps: Vec<Gap>,
}

impl Sandbox {
    /// Probes what this machine supports, and sets up the requested tier.
    pub fn new(choice: TierChoice, stub: Stub) -> Result<Sandbox, SandboxError> {
        Sandbox::with_landlock(choice, stub, raw::landlock_version())
    }

    /// Does the same as [`Sandbox::new`] with an older version of Landlock than the kernel has.
    #[doc(hidden)]
    pub fn with_landlock(choice: TierChoice, stub: Stub, version: u8) -> Result<Sandbox, SandboxError> {
        match choice {
            TierChoice::Exactly(tier) => Sandbox::probed(tier, stub, version),
            TierChoice::Best => Sandbox::probed(Tier::Strict, stub.clone(), version)
                .or_else(|_| Sandbox::probed(Tier::Basic, stub, version)),
        }
    }

    fn probed(tier: Tier, stub: Stub, landlock: u8) -> Result<Sandbox, SandboxError> {
        let impossible = |why: String| SandboxError::Tier { tier, why };
        let base = Base::new().map_err(SandboxError::doing("make a folder for work folders"))?;
        let base = Arc::new(base);
        let is_root = nix::unistd::geteuid().is_root();
        let mut sandbox = Sandbox {
            tier,
            inner: stub.clone(),
            stub,
            base,
            users: None,
            stage: None,
            bubble: None,
            landlock,
            threads: 0,
            gaps: probe::gaps(tier, is_root),
        };
        if tier == Tier::None {
            return Ok(sandbox);
        }
        if is_root {
            let users = Users::new().map_err(SandboxError::doing("reserve users for programs"))?;
            sandbox.users = Some(users);
            let stage = StagingArea::new(&sandbox.base);
            if !staging::is_reachable(&sandbox.stub.program) {
                let copy = stage.file(&sandbox.stub.program, true);
                sandbox.inner.program = copy.map_err(SandboxError::doing("copy the stub"))?;
            }
            sandbox.stage = Some(stage);
        } else {
            sandbox.threads = own_thread_count();
        }
        if tier == Tier::Basic && landlock == 0 {
            return Err(impossible(
                "the kernel has no Landlock; it needs Linux 5.13 or newer with 'landlock' in its list of security \
                 modules (lsm=)"
                    .to_owned(),
            ));
        }
        if tier == Tier::Strict {
            let found = probe::find_bubblewrap().map_err(impossible)?;
            let command_prefix = BubbleCommand::new(&found.path, sandbox.inner.clone());
            sandbox.bubble = Some((found, command_prefix));
        }
        probe::probe(&sandbox).map_err(impossible)?;
        Ok(sandbox)
    }

    /// Returns the tier.
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// Describes the isolation in one line, for people and records.
    pub fn description(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        parts.extend(self.bubble.as_ref().map(|(found, _)| found.version.clone()));
        if self.tier == Tier::None {
            parts.push("no isolation: programs run with your own permissions".to_owned());
        } else {
            if self.landlock > 0 {
                parts.push(format!("landlock {}", self.landlock));
            }
            if filter::KNOWN {
                parts.push("seccomp".to_owned());
            }
            if self.users.is_some() {
                parts.push("own user".to_owned());
            }
        }
        format!("{} ({})", self.tier, parts.join(", "))
    }

    /// Returns what this machine cannot guard in this tier.
    pub fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// Makes a fresh work folder.
    pub fn folder(&self) -> io::Result<WorkFolder> {
        let reused = self.tier != Tier::None && filter::KNOWN;
        WorkFolder::new(&self.base, self.users.as_ref(), reused)
    }

    /// Checks that a program exists and can be started, and determines what it must be able to read.
    ///
    /// A program without a folder in its name is also looked up on the search path. Fixed arguments that name existing
    /// files or folders count as parts of the program. Files that its user could not reach are copied.
    pub fn admit(&self, program: &Program) -> Result<Admitted, SandboxError> {
        admit::admit(program, self.base.path(), self.stage.as_ref())
    }

    /// Runs a program once in a folder, and returns when all its processes have ended.
    pub fn run(
        &self,
        program: &Admitted,
        arguments: &[OsString],
        folder: &WorkFolder,
        limits: &ResourceLimits,
    ) -> io::Result<RunOutput> {
        let user = folder.user().map(|user| user.uid().as_raw());
        let processes = u64::from(limits.processes);
        let job = Job {
            master: std::process::id().cast_signed(),
            tier: self.tier,
            program: program.path.clone(),
            arguments: program.arguments.iter().chain(arguments).cloned().collect(),
            folder: folder.path().to_owned(),
            user,
            limits: ResourceLimits { wall: limits.wall.min(LONGEST_WALL), ..limits.clone() },
            threads: if user.is_some() { processes } else { self.threads + OTHER_THREADS + processes },
            readable: program.readable.iter().map(OsString::from).collect(),
            bubble: match &self.bubble {
                Some((_, command_prefix)) => command_prefix.command(folder.path(), &program.readable),
                None => Vec::new(),
            },
            landlock: self.landlock,
        };
        run::run(&self.stub, &job)
    }
}

/// Counts the threads of our own user.
fn own_thread_count() -> u64 {
    let ours = nix::unistd::getuid().as_raw().to_string();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let threads = |path: &Path| {
        let status = fs::read_to_string(path.join("status")).ok()?;
        let field = |name: &str| {
            status.lines().find_map(|line| line.strip_prefix(name)?.split_ascii_whitespace().next())
        };
        (field("Uid:")? == ours).then(|| field("Threads:")?.parse::<u64>().ok()).flatten()
    };
    entries.filter_map(|entry| threads(&entry.path())).sum()
}

/// Runs the part of a stub that its first argument names.
pub(super) fn stub(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut arguments = arguments.into_iter();
    let work = arguments.next().unwrap_or_default();
    let done = match work.to_str() {
        Some(run::SUPERVISE) => supervise(),
        Some(bubble::INSIDE) => {
            raw::close_inherited();
            bubble::inside()
        }
        Some(probe::PROBE) => {
            let failures = probe::isolation_failures(Path::new(&arguments.next().unwrap_or_default()));
            print!("{}", failures.join(", "));
            return ExitCode::from(u8::from(!failures.is_empty()));
        }
        _ => Err(io::Error::other("this command is internal to floe")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

fn supervise() -> io::Result<()> {
    raw::close_inherited();
    supervisor::serve(UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?))
}
