//! Recognises files of tournaments and matches: configurations, databases, records and reports.
//!
//! Such files beside a program are never staged with it: they would tell it about other programs and earlier games.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// How many bytes of a file are examined. The tables of an old database are named in its first page.
const HEAD: u64 = 8 << 10;

/// The beginning of an SQLite database.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// Where an SQLite database has its application id, and the id of floe.
const APPLICATION_ID: std::ops::Range<usize> = 68..72;
const FLOE: &[u8] = b"FLOE";

/// The beginnings of the journal that SQLite keeps beside a database.
const JOURNALS: [&[u8]; 2] = [&[0x37, 0x7f, 0x06, 0x82], &[0x37, 0x7f, 0x06, 0x83]];

/// The endings of files beside a database: journals, an index of one, and the lock of the process that plays.
const BESIDE: [&str; 4] = ["-wal", "-shm", "-journal", "-lock"];

/// Returns what a file is, if it belongs to a tournament or a match.
pub(super) fn event_file(path: &Path) -> Option<&'static str> {
    let head = head(path);
    let name = path.file_name().unwrap_or_default();
    if is_database(&head) {
        return Some("a database");
    }
    if is_beside_database(path, &head) {
        return Some("a database");
    }
    if head.starts_with(b"floe record ") {
        return Some("a record");
    }
    let is_of_game = name.as_encoded_bytes().starts_with(b"game-");
    if is_of_game && (ends_with(name, ".stderr") || ends_with(name, ".stdout")) {
        return Some("the output of a game");
    }
    let text = String::from_utf8_lossy(&head);
    if ends_with(name, ".toml") && text.lines().any(|line| line.trim() == "[[program]]") {
        return Some("the configuration of a tournament");
    }
    None
}

/// Returns whether a folder is the output folder of a tournament or a match.
pub(super) fn is_output_folder(path: &Path) -> bool {
    let report = String::from_utf8_lossy(&head(&path.join("report.json"))).into_owned();
    report.get(..40).unwrap_or(&report).contains("floe report")
        || ["standings.csv", "games.csv", "faults.csv"].iter().all(|name| path.join(name).is_file())
        || head(&path.join("game-0001.floe")).starts_with(b"floe record ")
}

/// Returns whether a file is a journal, an index of one or a lock beside a database of floe.
fn is_beside_database(path: &Path, head: &[u8]) -> bool {
    let whole = path.to_string_lossy();
    let Some(base) = BESIDE.iter().find_map(|ending| whole.strip_suffix(ending)).filter(|_| path.is_file())
    else {
        return false;
    };
    // The content need not show which database it belongs to, and a new database may be in its journal only.
    let is_journal = |head: &[u8]| {
        JOURNALS.iter().any(|start| head.starts_with(start)) && head.windows(4).any(|bytes| bytes == FLOE)
    };
    is_journal(head)
        || is_database(&self::head(Path::new(base)))
        || is_journal(&self::head(Path::new(&format!("{base}-wal"))))
}

fn is_database(head: &[u8]) -> bool {
    let holds = |words: &[u8]| head.windows(words.len()).any(|bytes| bytes == words);
    head.starts_with(SQLITE)
        && (head.get(APPLICATION_ID) == Some(FLOE)
            || holds(b"CREATE TABLE seats") && holds(b"CREATE TABLE faults"))
}

fn ends_with(name: &OsStr, ending: &str) -> bool {
    name.as_encoded_bytes().ends_with(ending.as_bytes())
}

fn head(path: &Path) -> Vec<u8> {
    let mut head = Vec::new();
    // A pipe would block, and nothing else is a file of ours.
    if path.is_file()
        && let Ok(file) = File::open(path)
    {
        // What cannot be read is not recognised.
        let _ = file.take(HEAD).read_to_end(&mut head);
    }
    head
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn files_of_an_event_are_recognised_by_their_content() {
        let folder = tempfile::tempdir().unwrap();
        let kind = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            fs::write(&path, bytes).unwrap();
            event_file(&path)
        };
        let mut database = SQLITE.to_vec();
        database.resize(100, 0);
        assert_eq!(kind("book.db", &database), None, "a program's own database");
        database[APPLICATION_ID].copy_from_slice(FLOE);
        assert_eq!(kind("cup.db", &database), Some("a database"));
        assert_eq!(kind("cup.db-wal", &[JOURNALS[1], b"pages"].concat()), Some("a database"));
        assert_eq!(kind("cup.db-shm", b"index"), Some("a database"));
        assert_eq!(kind("cup.db-lock", b""), Some("a database"));
        assert_eq!(kind("cup.db-wal", b""), Some("a database"));
        assert_eq!(kind("book.db-lock", b""), None);
        assert_eq!(kind("new.db-wal", &[JOURNALS[1], b"pages", FLOE].concat()), Some("a database"));
        assert_eq!(kind("new.db-lock", b""), Some("a database"));
        assert_eq!(kind("Cargo-lock", b""), None);
        assert_eq!(kind("book.db-wal", &[JOURNALS[1], b"pages"].concat()), None);
        assert_eq!(kind("x", b"floe record 2\n"), Some("a record"));
        assert_eq!(kind("game-0001.player-2.stderr", b"x"), Some("the output of a game"));
        assert_eq!(kind("game-0001.player-2.stdout", b"x"), Some("the output of a game"));
        let config = b"seed = 1\n[[program]]\ncommand = 'x'\n";
        assert_eq!(kind("cup.toml", config), Some("the configuration of a tournament"));
        assert_eq!(kind("Cargo.toml", b"[package]\nname = 'bot'\n"), None);
        assert_eq!(kind("bot.py", b"#!/usr/bin/env python3\n"), None);
    }

    #[test]
    fn a_folder_of_reports_is_recognised() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!is_output_folder(folder.path()));
        fs::write(folder.path().join("report.json"), "{\"format\":\"floe report 1\",").unwrap();
        assert!(is_output_folder(folder.path()));
    }
}
