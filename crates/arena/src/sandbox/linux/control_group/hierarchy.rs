//! The hierarchies of control groups that this process belongs to, as the kernel lists them.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The version of a hierarchy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum GroupVersion {
    /// Each controller may have its own hierarchy.
    One,
    /// One hierarchy for all controllers.
    Two,
}

/// A mounted hierarchy, and our own group in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hierarchy {
    pub(super) version: GroupVersion,
    /// The folder where it is mounted.
    pub(super) mount: PathBuf,
    /// The folder of our group.
    pub(super) own: PathBuf,
    /// The controllers of version 1.
    pub(super) controllers: Vec<String>,
}

/// Returns all hierarchies in which our own group is visible. The texts are those of `/proc/self/mountinfo` and
/// `/proc/self/cgroup`.
pub(super) fn all(mounts: &[u8], groups: &str) -> Vec<Hierarchy> {
    let mut found: Vec<Hierarchy> = Vec::new();
    for line in mounts.split(|&byte| byte == b'\n') {
        let Some(mount) = Mount::parse(line) else { continue };
        let Some(group) = mount.group(groups) else { continue };
        // A container sees a part of the hierarchy, and our group may lie outside of it.
        let Ok(inner) = Path::new(&group).strip_prefix(&mount.root) else { continue };
        if inner.components().any(|part| part.as_os_str() == "..") {
            continue;
        }
        let own = mount.place.join(inner);
        let is_new =
            |known: &Hierarchy| known.version != mount.version || known.controllers != mount.controllers;
        if found.iter().all(is_new) {
            found.push(Hierarchy {
                version: mount.version,
                mount: mount.place,
                own,
                controllers: mount.controllers,
            });
        }
    }
    found
}

/// One line of `/proc/self/mountinfo` about control groups.
struct Mount {
    version: GroupVersion,
    root: PathBuf,
    place: PathBuf,
    controllers: Vec<String>,
}

impl Mount {
    fn parse(line: &[u8]) -> Option<Mount> {
        let words: Vec<&[u8]> = line.split(|&byte| byte == b' ').collect();
        let (root, place) = (unescape(words.get(3)?), unescape(words.get(4)?));
        // Optional fields end with a hyphen; the type, the source and the options follow.
        let end = words.iter().skip(6).position(|word| *word == b"-")? + 6;
        let version = match *words.get(end + 1)? {
            b"cgroup" => GroupVersion::One,
            b"cgroup2" => GroupVersion::Two,
            _ => return None,
        };
        let options = String::from_utf8_lossy(words.get(end + 3)?).into_owned();
        let controllers = match version {
            GroupVersion::One => options.split(',').map(str::to_owned).collect(),
            GroupVersion::Two => Vec::new(),
        };
        Some(Mount { version, root, place, controllers })
    }

    /// Returns the name of our group in this hierarchy.
    fn group(&self, groups: &str) -> Option<String> {
        groups.lines().find_map(|line| {
            let mut parts = line.splitn(3, ':');
            let (number, controllers, group) = (parts.next()?, parts.next()?, parts.next()?);
            let ours = match self.version {
                GroupVersion::Two => number == "0" && controllers.is_empty(),
                GroupVersion::One => controllers
                    .split(',')
                    .any(|name| !name.is_empty() && self.controllers.iter().any(|known| known == name)),
            };
            ours.then(|| group.to_owned())
        })
    }
}

/// Reads a path in which blanks and the like are written as octal numbers.
fn unescape(word: &[u8]) -> PathBuf {
    let mut bytes = Vec::with_capacity(word.len());
    let mut rest = word;
    while let Some((&first, tail)) = rest.split_first() {
        let code = (first == b'\\').then(|| tail.get(..3)).flatten();
        let code = code.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 8).ok());
        match code {
            Some(code) => {
                bytes.push(code);
                rest = &tail[3..];
            }
            None => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    OsString::from_vec(bytes).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIXED: &[u8] = b"31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n\
        32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct\n\
        35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n\
        40 31 0:37 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,name=systemd\n\
        41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n";

    #[test]
    fn both_versions_are_found_side_by_side() {
        let groups = "4:memory:/user/a b\n2:cpu,cpuacct:/\n9:name=systemd:/\n0::/x\n";
        let found = all(MIXED, groups);
        let own: Vec<(GroupVersion, &Path)> =
            found.iter().map(|found| (found.version, found.own.as_path())).collect();
        assert_eq!(
            own,
            [
                (GroupVersion::One, Path::new("/sys/fs/cgroup/cpu,cpuacct")),
                (GroupVersion::One, Path::new("/sys/fs/cgroup/memory/user/a b")),
                (GroupVersion::One, Path::new("/sys/fs/cgroup/systemd")),
                (GroupVersion::Two, Path::new("/sys/fs/cgroup/unified/x")),
            ]
        );
        assert!(found[0].controllers.iter().any(|name| name == "cpuacct"));
    }

    #[test]
    fn a_group_outside_of_the_visible_part_is_left_out() {
        let mounts = b"41 31 0:38 /box /sys/fs/c\\040g rw - cgroup2 cgroup2 rw\n";
        assert_eq!(all(mounts, "0::/box/in\n")[0].own, Path::new("/sys/fs/c g/in"));
        assert_eq!(all(mounts, "0::/other\n"), []);
        assert_eq!(all(b"41 31 0:38 / /cg rw - cgroup2 cgroup2 rw\n", "0::/../up\n"), []);
        assert_eq!(all(b"", "0::/\n"), []);
        assert_eq!(all(b"nonsense - cgroup2\n\n", ""), []);
    }
}
