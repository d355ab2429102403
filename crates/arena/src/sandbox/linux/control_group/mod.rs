//! Control groups, which limit all processes of a program together: their memory with all that the kernel holds for
//! them, their number, their processor time and their cores.
//!
//! [`ControlGroups`] finds what this machine offers: version 2, as root or in a part that was delegated to our user;
//! version 1 as root; or both side by side. It makes one parent group per hierarchy, and in it a group for each run.
//! Groups are reused, since making one is slow. Where there are none, [`watch`](super::watch) counts what it can see.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

mod access;
mod hierarchy;
mod parent;
mod spawner;

pub(super) use access::GroupPaths;

use self::hierarchy::{GroupVersion, Hierarchy};
use self::parent::{ParentGroup, empty, remove_group};
use self::spawner::Spawner;
use super::fork_server::ForkServer;
use super::raw::patiently;
use crate::sandbox::ResourceLimits;

/// How much memory a group may hold after a run, such as files that were read, before it is made to release them.
const KEPT_MEMORY: u64 = 64 << 20;

/// What the stub and its server may need, which are in the groups of version 1 too.
const STUB_MEMORY: u64 = 8 << 20;

/// A use of control groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum GroupUse {
    Memory,
    Processes,
    Cpu,
    Cores,
    Kill,
}

/// A hierarchy in which we have a parent group.
#[derive(Debug)]
struct Tree {
    version: GroupVersion,
    parent: ParentGroup,
    uses: Vec<GroupUse>,
}

/// The control groups of a sandbox.
#[derive(Debug)]
pub(super) struct ControlGroups {
    /// Groups to be used again. They end before the trees.
    free: Mutex<Vec<RunGroup>>,
    trees: Vec<Tree>,
    next: AtomicU64,
}

/// The folders of one group, and how it is set up.
#[derive(Debug)]
struct RunGroup {
    /// In the order of the trees.
    folders: Vec<PathBuf>,
    /// What forks its stubs, once there is one. It is dropped before the thread that started it.
    server: Option<ForkServer>,
    /// The thread that starts the server in the folders of version 1, if there are any.
    spawner: Option<Spawner>,
    memory: Option<u64>,
    processes: Option<u32>,
    cores: Option<Vec<u32>>,
}

/// A group for one run. It is emptied and given back when it is dropped.
#[derive(Debug)]
pub(super) struct GroupLease {
    groups: Arc<ControlGroups>,
    group: Option<RunGroup>,
    spoilt: bool,
}

impl ControlGroups {
    /// Makes parent groups in all hierarchies where that is possible and useful.
    pub(super) fn new() -> Option<Arc<ControlGroups>> {
        let mounts = fs::read("/proc/self/mountinfo").ok()?;
        let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
        let mut found = hierarchy::all(&mounts, &groups);
        // Version 2 comes first, since it offers the most at once.
        found.sort_by_key(|hierarchy| hierarchy.version != GroupVersion::Two);
        let mut trees: Vec<Tree> = Vec::new();
        for hierarchy in &found {
            let taken = |use_: GroupUse| trees.iter().any(|tree| tree.uses.contains(&use_));
            if hierarchy.version == GroupVersion::One
                && offers_of_version_1(hierarchy).iter().all(|one| taken(*one))
            {
                continue;
            }
            let Ok(parent) = ParentGroup::new(hierarchy) else { continue };
            let mut uses = offers(hierarchy, &parent);
            uses.retain(|one| !taken(*one));
            if !uses.is_empty() {
                trees.push(Tree { version: hierarchy.version, parent, uses });
            }
        }
        (!trees.is_empty())
            .then(|| Arc::new(ControlGroups { trees, free: Mutex::default(), next: AtomicU64::new(0) }))
    }

    fn tree(&self, use_: GroupUse) -> Option<(usize, &Tree)> {
        self.trees.iter().enumerate().find(|(_, tree)| tree.uses.contains(&use_))
    }

    /// Returns whether memory is limited.
    pub(super) fn limit_memory(&self) -> bool {
        self.tree(GroupUse::Memory).is_some()
    }

    /// Returns whether processes are limited.
    pub(super) fn limit_processes(&self) -> bool {
        self.tree(GroupUse::Processes).is_some()
    }

    /// Returns whether processor time is counted.
    pub(super) fn count_cpu(&self) -> bool {
        self.tree(GroupUse::Cpu).is_some()
    }

    /// Returns what is used of which version, for people and records.
    pub(super) fn description(&self) -> String {
        let of = |version: GroupVersion, number: u8| {
            let trees = self.trees.iter().filter(|tree| tree.version == version);
            let mut uses: Vec<GroupUse> = trees.flat_map(|tree| tree.uses.iter().copied()).collect();
            uses.sort_unstable();
            let words: Vec<&str> = uses.into_iter().map(|use_| use_.name(version)).collect();
            (!words.is_empty()).then(|| format!("control groups {number}: {}", words.join(", ")))
        };
        let parts: Vec<String> =
            [of(GroupVersion::One, 1), of(GroupVersion::Two, 2)].into_iter().flatten().collect();
        parts.join("; ")
    }

    /// Returns a group with these limits, in which there is no process. `extra` processes of ours may be in it besides
    /// those of the program.
    pub(super) fn take(
        self: &Arc<ControlGroups>,
        limits: &ResourceLimits,
        extra: u32,
        cores: &[u32],
    ) -> io::Result<GroupLease> {
        let reused = {
            let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
            // To change the cores of a group takes the kernel long, and a server that forks stubs keeps its own.
            let same = free.iter().rposition(|group| group.cores.as_deref() == Some(cores));
            let any = free.len().checked_sub(1).filter(|_| self.tree(GroupUse::Cores).is_some());
            same.or(any).map(|index| free.swap_remove(index))
        };
        let group = match reused {
            Some(group) => group,
            None => self.make()?,
        };
        let mut lease = GroupLease { groups: Arc::clone(self), group: Some(group), spoilt: false };
        lease.set_up(limits, extra, cores)?;
        Ok(lease)
    }

    fn make(&self) -> io::Result<RunGroup> {
        let name = self.next.fetch_add(1, Ordering::Relaxed).to_string();
        let folders =
            self.trees.iter().map(|tree| tree.parent.child(&name)).collect::<io::Result<Vec<_>>>()?;
        if let Some((index, tree)) = self.tree(GroupUse::Memory) {
            // Swapping would only hide the use of memory. Not every kernel has these files.
            let settings: &[(&str, &str)] = match tree.version {
                GroupVersion::One => &[("memory.swappiness", "0")],
                GroupVersion::Two => &[("memory.swap.max", "0"), ("memory.oom.group", "1")],
            };
            for (file, value) in settings {
                let _ = fs::write(folders[index].join(file), value);
            }
        }
        let of_version_1 =
            self.trees.iter().zip(&folders).filter(|(tree, _)| tree.version == GroupVersion::One);
        let of_version_1: Vec<PathBuf> = of_version_1.map(|(_, folder)| folder.clone()).collect();
        let spawner = if of_version_1.is_empty() { None } else { Some(Spawner::new(&of_version_1)?) };
        Ok(RunGroup { folders, server: None, spawner, memory: None, processes: None, cores: None })
    }
}

/// Returns what a hierarchy of version 1 is used for. The stub is in its groups too, so they do not limit processes, which
/// users do as well, or cores, which affinity does.
fn offers_of_version_1(hierarchy: &Hierarchy) -> Vec<GroupUse> {
    let of = |name: &String| match name.as_str() {
        "memory" => Some(GroupUse::Memory),
        "cpuacct" => Some(GroupUse::Cpu),
        _ => None,
    };
    hierarchy.controllers.iter().filter_map(of).collect()
}

/// Returns what the groups within a parent can be used for.
fn offers(hierarchy: &Hierarchy, parent: &ParentGroup) -> Vec<GroupUse> {
    if hierarchy.version == GroupVersion::One {
        return offers_of_version_1(hierarchy);
    }
    let enabled = fs::read_to_string(parent.path.join("cgroup.subtree_control")).unwrap_or_default();
    let mut offers: Vec<GroupUse> = enabled
        .split_ascii_whitespace()
        .filter_map(|name| match name {
            "memory" => Some(GroupUse::Memory),
            "pids" => Some(GroupUse::Processes),
            "cpuset" => Some(GroupUse::Cores),
            _ => None,
        })
        .collect();
    for (file, use_) in [("cpu.stat", GroupUse::Cpu), ("cgroup.kill", GroupUse::Kill)] {
        if parent.path.join(file).exists() {
            offers.push(use_);
        }
    }
    offers
}

impl GroupUse {
    /// Returns the name of the controller or file.
    fn name(self, version: GroupVersion) -> &'static str {
        match (self, version) {
            (GroupUse::Memory, _) => "memory",
            (GroupUse::Processes, _) => "pids",
            (GroupUse::Cpu, GroupVersion::One) => "cpuacct",
            (GroupUse::Cpu, GroupVersion::Two) => "cpu.stat",
            (GroupUse::Cores, _) => "cpuset",
            (GroupUse::Kill, _) => "kill",
        }
    }
}

impl GroupLease {
    /// Notes that processes were killed in it.
    pub(super) fn spoil(&mut self) {
        self.spoilt = true;
    }

    /// Takes its fork server, if it has one for these cores.
    pub(super) fn take_server(&mut self, cores: &[u32]) -> Option<ForkServer> {
        self.group.as_mut()?.server.take().filter(|server| server.is_for(cores))
    }

    /// Gives a fork server back.
    pub(super) fn keep_server(&mut self, server: ForkServer) {
        if let Some(group) = &mut self.group {
            group.server = Some(server);
        }
    }

    /// Starts a fork server.
    pub(super) fn spawn(&self, mut command: Command) -> io::Result<Child> {
        match self.group.as_ref().and_then(|group| group.spawner.as_ref()) {
            Some(spawner) => spawner.spawn(command),
            None => patiently(|| command.spawn()),
        }
    }

    /// Returns the folders, for the stub. It gets the file that kills all processes only if it has no better way, since a
    /// group in which that was used must not be used again: kernels kill what is born in it afterwards.
    pub(super) fn paths(&self, kills: bool) -> GroupPaths {
        let Some(group) = &self.group else { return GroupPaths::default() };
        let folder = |use_: GroupUse| {
            let (index, tree) = self.groups.tree(use_)?;
            Some((tree.version, OsString::from(&group.folders[index])))
        };
        GroupPaths {
            born_in: (self.groups.trees.iter().zip(&group.folders))
                .find(|(tree, _)| tree.version == GroupVersion::Two)
                .map(|(_, folder)| folder.into()),
            memory: folder(GroupUse::Memory),
            cpu: folder(GroupUse::Cpu),
            kill: folder(GroupUse::Kill)
                .filter(|_| kills)
                .map(|(_, folder)| Path::new(&folder).join("cgroup.kill").into()),
            ..GroupPaths::default()
        }
        .start()
    }

    /// Writes the limits, unless they are in force already.
    fn set_up(&mut self, limits: &ResourceLimits, extra: u32, cores: &[u32]) -> io::Result<()> {
        let Some(group) = &mut self.group else { return Ok(()) };
        if let Some((index, tree)) = self.groups.tree(GroupUse::Memory)
            && group.memory != Some(limits.memory)
        {
            limit_memory(tree.version, &group.folders[index], limits.memory)?;
            group.memory = Some(limits.memory);
        }
        let processes = limits.processes.saturating_add(extra);
        if let Some((index, _)) = self.groups.tree(GroupUse::Processes)
            && group.processes != Some(processes)
        {
            set(&group.folders[index].join("pids.max"), &processes.to_string())?;
            group.processes = Some(processes);
        }
        if let Some((index, _)) = self.groups.tree(GroupUse::Cores)
            && group.cores.as_deref().unwrap_or_default() != cores
        {
            let list: Vec<String> = cores.iter().map(u32::to_string).collect();
            let list = match &list[..] {
                [] => fs::read_to_string(self.groups.trees[index].parent.path.join("cpuset.cpus"))?,
                _ => list.join(","),
            };
            set(&group.folders[index].join("cpuset.cpus"), &list)?;
        }
        group.cores = Some(cores.to_vec());
        Ok(())
    }
}

fn set(file: &Path, value: &str) -> io::Result<()> {
    fs::write(file, value)
        .map_err(|fault| io::Error::new(fault.kind(), format!("cannot set '{}': {fault}", file.display())))
}

/// Sets the limit on memory.
fn limit_memory(version: GroupVersion, folder: &Path, bytes: u64) -> io::Result<()> {
    if version == GroupVersion::Two {
        return set(&folder.join("memory.max"), &bytes.to_string());
    }
    let bytes = bytes.saturating_add(STUB_MEMORY).to_string();
    // The limit with swap, which not every kernel has, must never be the lower one: which comes first depends on
    // whether the limits rise or fall.
    let (memory, both) = (folder.join("memory.limit_in_bytes"), folder.join("memory.memsw.limit_in_bytes"));
    if fs::write(&memory, &bytes).is_ok() {
        let _ = fs::write(&both, &bytes);
        return Ok(());
    }
    let _ = fs::write(&both, &bytes);
    let _ = fs::write(folder.join("memory.force_empty"), "0");
    set(&memory, &bytes)
}

impl RunGroup {
    /// Makes sure that no process is in it, and returns whether it can be used again: no process was killed, and it holds
    /// little memory.
    fn clear(&self, groups: &ControlGroups) -> io::Result<bool> {
        let mut killed = false;
        for folder in &self.folders {
            killed |= empty(folder, self.server.as_ref().map(ForkServer::pid))?;
        }
        let Some((index, tree)) = groups.tree(GroupUse::Memory) else { return Ok(!killed) };
        let (used, release) = match tree.version {
            GroupVersion::One => ("memory.usage_in_bytes", "memory.force_empty"),
            GroupVersion::Two => ("memory.current", "memory.reclaim"),
        };
        let used = || -> io::Result<u64> {
            let text = fs::read_to_string(self.folders[index].join(used))?;
            text.trim().parse().map_err(io::Error::other)
        };
        let before = used()?;
        if before > KEPT_MEMORY {
            let _ = fs::write(self.folders[index].join(release), before.to_string());
        }
        // What the kernel releases later would count for the next program.
        Ok(!killed && used()? <= KEPT_MEMORY)
    }
}

impl Drop for GroupLease {
    fn drop(&mut self) {
        let Some(group) = self.group.take() else { return };
        // A group that cannot be emptied is left for the next floe.
        let Ok(is_clear) = group.clear(&self.groups) else { return };
        if !is_clear || self.spoilt {
            let RunGroup { folders, server, spawner, .. } = group;
            drop((server, spawner));
            folders.iter().for_each(|folder| remove_group(folder));
        } else {
            self.groups.free.lock().unwrap_or_else(PoisonError::into_inner).push(group);
        }
    }
}
