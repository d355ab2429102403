//! Looking at folders: the completion of typed paths, and the lists of saved games and boards.

use std::fs;
use std::io;
use std::path::{Path, PathBuf, is_separator};
use std::time::SystemTime;

use floe_tui::{FileListing, ListedFile};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::files;
use crate::folders::expanded;

/// The most entries of a folder that are looked at.
const MOST_ENTRIES: usize = 20_000;
/// The most paths that a completion offers.
const MOST_PATHS: usize = 200;
/// The most files that are listed, the newest first.
const MOST_FILES: usize = 100;
/// The longest file that is read to list it.
const MOST_BYTES: u64 = 256 << 10;

/// Returns the paths that begin with what is typed; folders end in a slash.
pub(crate) fn complete(typed: &str) -> Vec<String> {
    if typed == "~" {
        return vec!["~/".to_owned()];
    }
    let start = typed.rfind(is_separator).map_or(0, |at| at + 1);
    let (folder, prefix) = typed.split_at(start);
    let place = if folder.is_empty() { PathBuf::from(".") } else { expanded(folder) };
    let Ok(entries) = fs::read_dir(place) else { return Vec::new() };
    let mut paths = Vec::new();
    for entry in entries.take(MOST_ENTRIES).filter_map(Result::ok) {
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| is_shown(name)) else { continue };
        // Hidden files are offered to those who type their dot.
        if name.starts_with(prefix) && (prefix.starts_with('.') || !name.starts_with('.')) {
            let slash = if entry.path().is_dir() { "/" } else { "" };
            paths.push(format!("{folder}{name}{slash}"));
        }
    }
    paths.sort();
    paths.truncate(MOST_PATHS);
    paths
}

/// Returns the records and boards of some folders, newest first. Files of the current folder have no folder in their path.
pub(crate) fn list(folders: &[PathBuf]) -> FileListing {
    let mut found: Vec<(SystemTime, String)> = Vec::new();
    for folder in folders {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        for entry in entries.take(MOST_ENTRIES).filter_map(Result::ok) {
            let path = entry.path();
            let known = path.extension().is_some_and(|ending| {
                ending.eq_ignore_ascii_case("floe") || ending.eq_ignore_ascii_case("txt")
            });
            // A pipe would wait for a writer; a link is followed.
            let Some(metadata) = fs::metadata(&path).ok().filter(|metadata| known && metadata.is_file())
            else {
                continue;
            };
            let path = path.strip_prefix(".").unwrap_or(&path);
            if let Some(name) = path.to_str().filter(|name| is_shown(name)) {
                found.push((metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH), name.to_owned()));
            }
        }
    }
    // By name where the time is the same.
    found.sort_by(|(one, a), (other, b)| other.cmp(one).then_with(|| a.cmp(b)));
    let left_out = found.len().saturating_sub(MOST_FILES);
    found.truncate(MOST_FILES);
    let files = found.into_iter().map(|(modified, path)| ListedFile {
        contents: contents(Path::new(&path)).map_err(|error| error.to_string()),
        modified: local_time(modified),
        path,
    });
    FileListing { files: files.collect(), left_out }
}

/// Returns whether a name can be shown and typed.
fn is_shown(name: &str) -> bool {
    !name.chars().any(char::is_control)
}

/// Reads a file, unless it is long.
fn contents(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match files::read_bounded(path, MOST_BYTES) {
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => Ok(None),
        read => read.map(Some),
    }
}

/// Returns a time as `2026-11-16 18:05` of the local clock.
fn local_time(time: SystemTime) -> String {
    let Ok(timestamp) = Timestamp::try_from(time) else { return String::new() };
    timestamp.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::Duration;

    use super::*;

    #[test]
    fn paths_are_completed_and_folders_marked() {
        let folder = tempfile::tempdir().expect("there is a folder for tests");
        fs::create_dir(folder.path().join("games")).expect("it can be made");
        for name in ["game.floe", "łoś.txt", ".hidden", "games/one.floe"] {
            fs::write(folder.path().join(name), "").expect("it can be written");
        }
        let root = format!("{}/", folder.path().display());
        let complete = |typed: &str| {
            let paths = complete(&format!("{root}{typed}"));
            paths.into_iter().map(|path| path[root.len()..].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(complete("ga"), ["game.floe", "games/"]);
        assert_eq!(complete("games/"), ["games/one.floe"]);
        assert_eq!(complete("ł"), ["łoś.txt"]);
        assert_eq!(complete(""), ["game.floe", "games/", "łoś.txt"]);
        assert_eq!(complete(".h"), [".hidden"]);
        assert_eq!(complete("none/x"), [""; 0]);
        assert_eq!(super::complete("~"), ["~/"]);
    }

    #[test]
    fn the_newest_files_are_listed_first_and_their_number_is_bounded() {
        let folder = tempfile::tempdir().expect("there is a folder for tests");
        let start = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
        for number in 0..MOST_FILES as u64 + 5 {
            let path = folder.path().join(format!("{number}.floe"));
            fs::write(&path, "x").expect("it can be written");
            let file = File::options().write(true).open(path).expect("it can be opened");
            file.set_modified(start + Duration::from_secs(60 * number)).expect("its time can be set");
        }
        fs::write(folder.path().join("other.rs"), "x").expect("it can be written");
        fs::create_dir(folder.path().join("folder.txt")).expect("it can be made");
        let listing = list(&[folder.path().to_path_buf()]);
        assert_eq!((listing.files.len(), listing.left_out), (MOST_FILES, 5));
        assert!(listing.files[0].path.ends_with("/104.floe"), "{}", listing.files[0].path);
        assert_eq!(listing.files[0].modified.len(), 16);
    }
}
