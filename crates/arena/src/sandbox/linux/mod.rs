//! The sandbox on Linux.
//!
//! A run passes through [`run`] in the main process, [`supervisor`] in a stub that a [`fork_server`] forks, and
//! [`launch`] and [`confine`] in the process that becomes the program. Before the last two comes [`keeper`] or, in the
//! strict tier, [`bubble`].

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

mod admit;
mod base;
mod belongings;
mod bubble;
mod bundle;
mod busy;
mod clock;
mod confine;
mod control_group;
mod crowd;
mod domain;
mod event_files;
mod files;
mod filter;
mod folder;
mod fork_server;
mod inherited;
mod inspector;
mod keeper;
mod launch;
mod memory;
mod mounts;
mod open;
mod probe;
mod processor_time;
mod raw;
mod reason;
mod remove;
mod run;
mod snapshot;
mod staging;
mod supervisor;
mod sweep;
mod tree;
mod users;
mod watch;
mod wire;

pub use admit::Admitted;
pub use bundle::UnpackedArchive;
pub use folder::WorkFolder;

use self::admit::Admission;
use self::base::Base;
use self::bubble::BubbleCommand;
use self::control_group::{ControlGroups, GroupLease};
use self::fork_server::{FORK_SERVER, ForkServer};
use self::keeper::Keeping;
use self::probe::Bubblewrap;
use self::raw::patiently;
use self::staging::StagingArea;
use self::users::Users;
use self::wire::Job;
use super::{
    BundleManifest, CoreSet, ExitReason, Gap, Program, ResourceLimits, RunOutput, SandboxError, Stub, Tier,
    TierChoice,
};

/// How many threads our user may start in addition to those of the programs, where programs run under the same user id.
const OTHER_THREADS: u64 = 512;

/// How many processes of the strict tier itself are in the control group of a program.
const BUBBLE_PROCESSES: u32 = 2;

/// The longest wall time: short enough for every system call to accept.
const LONGEST_WALL: Duration = Duration::from_secs(1 << 30);

/// The features of the kernel that a sandbox may use; tests leave some out.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelFeatures {
    /// The version of Landlock, 0 for none.
    pub landlock: u8,
    /// Whether control groups are used where there are any.
    pub control_groups: bool,
    /// Whether PID namespaces are used in the tiers below `strict` where there are any.
    pub namespaces: bool,
}

impl Default for KernelFeatures {
    fn default() -> KernelFeatures {
        KernelFeatures { landlock: raw::landlock_version(), control_groups: true, namespaces: true }
    }
}

/// A sandbox, probed on this machine. Several threads may use it at the same time.
#[derive(Debug)]
pub struct Sandbox {
    tier: Tier,
    stub: Stub,
    /// The stub at a path that the users of programs can reach.
    inner: Stub,
    base: Arc<Base>,
    users: Option<Arc<Users>>,
    stage: StagingArea,
    bubble: Option<(Bubblewrap, BubbleCommand)>,
    landlock: u8,
    /// How the processes of a program are kept together, in the tiers below `strict`.
    keeping: Keeping,
    /// The control groups of runs, if there are any.
    groups: Option<Arc<ControlGroups>>,
    /// Servers that fork stubs, to be used again, where there are no control groups to keep them.
    servers: Mutex<Vec<ForkServer>>,
    /// The number of threads that our user had at the start.
    threads: u64,
    gaps: Vec<Gap>,
}

impl Sandbox {
    /// Probes what this machine supports, and sets up the requested tier.
    ///
    /// This also undoes what would keep this process from running programs: an ignored SIGCHLD, blocked signals of this
    /// thread, and a soft limit on open files below the hard one.
    pub fn new(choice: TierChoice, stub: Stub) -> Result<Sandbox, SandboxError> {
        Sandbox::with_features(choice, stub, KernelFeatures::default())
    }

    /// Does the same as [`Sandbox::new`] with fewer features of the kernel than there are.
    #[doc(hidden)]
    pub fn with_features(
        choice: TierChoice,
        stub: Stub,
        features: KernelFeatures,
    ) -> Result<Sandbox, SandboxError> {
        match choice {
            TierChoice::Exactly(tier) => Sandbox::probed(tier, stub, features),
            TierChoice::Best => Sandbox::probed(Tier::Strict, stub.clone(), features)
                .or_else(|_| Sandbox::probed(Tier::Basic, stub, features)),
        }
    }

    fn probed(tier: Tier, stub: Stub, features: KernelFeatures) -> Result<Sandbox, SandboxError> {
        inherited::prepare_main();
        let landlock = features.landlock;
        let impossible = |why: String| SandboxError::Tier { tier, why };
        let base = Base::new().map_err(SandboxError::doing("make a folder for work folders"))?;
        let base = Arc::new(base);
        let stage = StagingArea::new(&base);
        let is_root = nix::unistd::geteuid().is_root();
        let mut sandbox = Sandbox {
            tier,
            inner: stub.clone(),
            stub,
            base,
            users: None,
            stage,
            bubble: None,
            landlock,
            keeping: Keeping::Adoption,
            groups: None,
            servers: Mutex::default(),
            threads: 0,
            gaps: Vec::new(),
        };
        // In tier `none` programs see the processes of others, as they see everything.
        if features.namespaces && tier == Tier::Basic {
            sandbox.keeping = Keeping::best(&sandbox.stub);
        }
        if tier == Tier::None {
            sandbox.gaps = probe::gaps(&sandbox);
            sandbox.gaps.extend(probe::probe(&sandbox).map_err(impossible)?);
            return Ok(sandbox);
        }
        if is_root {
            let users = Users::new().map_err(SandboxError::doing("reserve users for programs"))?;
            sandbox.users = Some(users);
            if !staging::is_reachable(&sandbox.stub.program) {
                let copy = sandbox.stage.copy(&sandbox.stub.program);
                sandbox.inner.program = copy.map_err(SandboxError::doing("copy the stub"))?;
            }
        } else {
            sandbox.threads = crowd::threads_of_user();
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
        if features.control_groups {
            sandbox.groups = ControlGroups::new();
        }
        let mut probed = probe::probe(&sandbox);
        if sandbox.groups.is_some() && probed.is_err() {
            // It may be the control groups that do not work.
            sandbox.groups = None;
            probed = probe::probe(&sandbox);
        }
        if sandbox.keeping != Keeping::Adoption && probed.is_err() {
            sandbox.keeping = Keeping::Adoption;
            probed = probe::probe(&sandbox);
        }
        let found = probed.map_err(impossible)?;
        sandbox.gaps = probe::gaps(&sandbox);
        sandbox.gaps.extend(found);
        Ok(sandbox)
    }

    /// Returns whether a program shares its limit on processes with all processes of our user.
    fn shares_limit(&self) -> bool {
        self.tier == Tier::Basic
            && self.users.is_none()
            && !(self.keeping.has_user_namespace() && probe::namespaces_count_processes())
            && !self.groups.as_ref().is_some_and(|groups| groups.limit_processes())
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
            if self.bubble.is_none() {
                parts.push(self.keeping.description().to_owned());
            }
            parts.push(match &self.groups {
                Some(groups) => groups.description(),
                None => "no control groups: memory and processor time are watched".to_owned(),
            });
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

    /// Checks that a program exists and can be started, and copies it to a folder of its own, from which it runs.
    ///
    /// A program without a folder in its name is also looked up on the search path. Its own folder and fixed arguments
    /// that name existing files or folders belong to it. Programs of the system are not copied. In tier `none`, nothing
    /// is.
    pub fn admit(&self, program: &Program) -> Result<Admitted, SandboxError> {
        self.admit_beside(program, &[])
    }

    /// Admits a program that may lie beside files and folders of others, which are not copied with it.
    pub fn admit_beside(&self, program: &Program, private: &[PathBuf]) -> Result<Admitted, SandboxError> {
        self.admission().admit(program, private)
    }

    /// Unpacks the files of programs that another machine has [packed](Admitted::bundle).
    pub fn unpack(&self, archive: &[u8]) -> Result<UnpackedArchive, SandboxError> {
        self.admission().unpack(archive)
    }

    /// Admits a program that another machine has [packed](Admitted::bundle), with its files.
    ///
    /// Everything that it consists of must be the same here. With `other_systems`, files of the system such as an
    /// interpreter may differ, which is a [warning](Admitted::warnings) then.
    pub fn admit_bundle(
        &self,
        manifest: &BundleManifest,
        archive: Option<&UnpackedArchive>,
        other_systems: bool,
    ) -> Result<Admitted, SandboxError> {
        self.admission().admit_bundle(manifest, archive, other_systems)
    }

    fn admission(&self) -> Admission<'_> {
        Admission {
            base: self.base.path(),
            area: &self.stage,
            copies: self.tier != Tier::None,
            has_users: self.users.is_some(),
        }
    }

    /// Runs a program once in a folder, and returns when all its processes have ended.
    pub fn run(
        &self,
        program: &Admitted,
        arguments: &[OsString],
        folder: &WorkFolder,
        limits: &ResourceLimits,
    ) -> io::Result<RunOutput> {
        self.base.expect_room(limits.files)?;
        // In the strict tier, bubblewrap and the first process inside belong to the group too.
        let extra = if self.bubble.is_some() { BUBBLE_PROCESSES } else { 0 };
        let cores = CoreSet::of_this_thread().numbers().to_vec();
        // In namespaces, all processes end with the first one.
        let kills = self.bubble.is_none() && self.keeping == Keeping::Adoption;
        let mut group = self.groups.as_ref().map(|groups| groups.take(limits, extra, &cores)).transpose()?;
        let user = folder.user().map(|user| user.uid().as_raw());
        let processes = u64::from(limits.processes);
        let job = Job {
            master: std::process::id().cast_signed(),
            tier: self.tier,
            program: program.path.clone(),
            arguments: program.arguments.iter().chain(arguments).cloned().collect(),
            folder: folder.path().to_owned(),
            user,
            limits: ResourceLimits {
                wall: limits.wall.min(LONGEST_WALL),
                grace: limits.grace.min(LONGEST_WALL),
                ..limits.clone()
            },
            threads: match user {
                Some(_) => processes,
                // The keeper is in the namespace too.
                None if self.keeping.has_user_namespace() => processes + 1,
                None => self.threads + OTHER_THREADS + processes,
            },
            readable: program.readable.iter().map(OsString::from).collect(),
            bubble: match &self.bubble {
                Some((_, command_prefix)) => command_prefix.command(folder.path(), &program.readable),
                None => Vec::new(),
            },
            landlock: self.landlock,
            cores,
            shares_limit: self.shares_limit(),
            keeping: self.keeping,
            group: group.as_ref().map(|group| group.paths(kills)).unwrap_or_default(),
        };
        let ran = self.run_job(&job, group.as_mut());
        let is_clean = |ran: &RunOutput| ran.leftovers == 0 && matches!(ran.ended, ExitReason::Exit(_));
        if let (true, Some(group)) = (kills && !ran.as_ref().is_ok_and(is_clean), &mut group) {
            group.spoil();
        }
        ran
    }

    /// Runs a job in a stub of a server on its cores, in the group of the run.
    fn run_job(&self, job: &Job, mut group: Option<&mut GroupLease>) -> io::Result<RunOutput> {
        let servers = || self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = match &mut group {
            Some(group) => group.take_server(&job.cores),
            None => {
                let mut servers = servers();
                let index = servers.iter().rposition(|server| server.is_for(&job.cores));
                index.map(|index| servers.swap_remove(index))
            }
        };
        // One that was killed since its last run is replaced.
        let forked = kept.and_then(|mut server| Some((server.start().ok()?, server)));
        let (stub, server) = match forked {
            Some(forked) => forked,
            None => {
                let mut server = ForkServer::new(&self.stub, &job.cores, |mut command| match &group {
                    Some(group) => group.spawn(command),
                    None => patiently(|| command.spawn()),
                })?;
                (server.start()?, server)
            }
        };
        let ran = run::run(stub, job);
        // After a failure it may have been killed.
        if ran.is_ok() {
            match group {
                Some(group) => group.keep_server(server),
                None => servers().push(server),
            }
        }
        ran
    }
}

/// Runs the part of a stub that its first argument names.
pub(super) fn stub(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut arguments = arguments.into_iter();
    let work = arguments.next().unwrap_or_default();
    let done = match work.to_str() {
        Some(FORK_SERVER) => inherited::reset().and_then(|()| fork_server::serve(arguments)),
        Some(bubble::INSIDE) => inherited::reset().and_then(|()| bubble::inside()),
        Some(keeper::TRY_NAMESPACES) => keeper::try_namespaces(arguments),
        Some(probe::PROBE) => return probe::program(arguments),
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
