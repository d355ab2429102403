//! The identity of a program: SHA-256 digests of everything that it consists of.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// With more parts than this, those of a folder become one.
const MOST_PARTS: usize = 1000;

/// What a program or an engine consists of. Two programs with the same identity are the same program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramIdentity {
    /// The digest of the command and of all parts.
    pub digest: String,
    /// The parts by their names: a file with its digest, a link with its target, an option with its value.
    pub parts: BTreeMap<String, String>,
    /// What the program may read although no digest covers it, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uncovered: Vec<String>,
}

impl ProgramIdentity {
    /// Makes an identity from a command and its parts.
    pub fn new(command: &str, parts: BTreeMap<String, String>, uncovered: Vec<String>) -> ProgramIdentity {
        let mut digest = Sha256::new();
        // Lengths keep the fields apart, whatever is in them.
        let mut field = |text: &str| {
            digest.update((text.len() as u64).to_le_bytes());
            digest.update(text);
        };
        field(command);
        for (name, value) in &parts {
            field(name);
            field(value);
        }
        let digest = hex(&digest.finalize());
        ProgramIdentity { digest, parts: folded(parts), uncovered }
    }

    /// Returns what is different in another identity, in words: `changed: bot.py; added: book.txt`.
    pub fn changes(&self, newer: &ProgramIdentity) -> Option<String> {
        if self.digest == newer.digest {
            return None;
        }
        let names = |of: &BTreeMap<String, String>, wanted: &dyn Fn(&str, &str) -> bool| {
            of.iter()
                .filter(|(name, value)| wanted(name, value))
                .map(|(name, _)| name.clone())
                .collect::<Vec<_>>()
        };
        let changed =
            names(&newer.parts, &|name, value| self.parts.get(name).is_some_and(|old| old != value));
        let added = names(&newer.parts, &|name, _| !self.parts.contains_key(name));
        let removed = names(&self.parts, &|name, _| !newer.parts.contains_key(name));
        let listed: Vec<String> = [("changed", changed), ("added", added), ("removed", removed)]
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(word, names)| format!("{word}: {}", some_of(&names)))
            .collect();
        Some(if listed.is_empty() { "its command changed".to_owned() } else { listed.join("; ") })
    }
}

/// Returns the first names of a list, and how many more there are.
pub(crate) fn some_of(names: &[String]) -> String {
    const MOST: usize = 6;
    let mut words = names.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > MOST {
        words += &format!(" and {} more", names.len() - MOST);
    }
    words
}

/// Makes one part of each folder when there are too many.
fn folded(parts: BTreeMap<String, String>) -> BTreeMap<String, String> {
    if parts.len() <= MOST_PARTS {
        return parts;
    }
    let mut folders: BTreeMap<String, (usize, Sha256)> = BTreeMap::new();
    let mut kept = BTreeMap::new();
    for (name, value) in parts {
        match name.split_once('/').filter(|(folder, _)| !folder.is_empty()) {
            None => _ = kept.insert(name, value),
            Some((folder, _)) => {
                let (count, digest) = folders.entry(format!("{folder}/")).or_default();
                *count += 1;
                digest.update((name.len() as u64).to_le_bytes());
                digest.update(&name);
                digest.update((value.len() as u64).to_le_bytes());
                digest.update(&value);
            }
        }
    }
    kept.extend(folders.into_iter().map(|(folder, (count, digest))| {
        (folder, format!("{count} files, sha256 {}", hex(&digest.finalize())))
    }));
    kept
}

/// Returns bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(parts: &[(&str, &str)]) -> ProgramIdentity {
        let parts = parts.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        ProgramIdentity::new("./bot", parts, Vec::new())
    }

    #[test]
    fn changes_are_named() {
        let old = identity(&[("bot", "1"), ("book", "2"), ("gone", "3")]);
        assert_eq!(old.changes(&old), None);
        let new = identity(&[("bot", "x"), ("book", "2"), ("new", "3")]);
        assert_eq!(old.changes(&new).unwrap(), "changed: bot; added: new; removed: gone");
        let other = ProgramIdentity::new("./bot -x", old.parts.clone(), Vec::new());
        assert_eq!(old.changes(&other).unwrap(), "its command changed");
    }

    #[test]
    fn many_files_are_told_by_their_folders() {
        let parts = |changed: bool| {
            let module = |number: usize| (format!("modules/{number}"), "1".to_owned());
            let mut parts: BTreeMap<String, String> = (0..=MOST_PARTS).map(module).collect();
            parts.insert("bot.js".to_owned(), "2".to_owned());
            parts.insert("modules/7".to_owned(), if changed { "3" } else { "1" }.to_owned());
            ProgramIdentity::new("", parts, Vec::new())
        };
        let (old, new) = (parts(false), parts(true));
        assert_eq!(old.parts.len(), 2);
        assert_eq!(old.changes(&new).unwrap(), "changed: modules/");
        assert_eq!(old.changes(&parts(false)), None);
    }
}
