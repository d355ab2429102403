//! Finding board files in a folder, by what the files contain.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use floe_arena::printable::printable;

/// How much of a file is read to recognise a board file.
const SNIFFED: u64 = 64 << 10;

/// How many lines of it are looked at.
const SNIFFED_LINES: usize = 50;

/// The maximum number of files that a note lists by name.
const MOST_NAMED: usize = 8;

/// How deep folders are searched.
const DEEPEST: usize = 64;

/// What a folder contains.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct FolderScan {
    /// The files that are board files, or attempts at one, in the order of their names.
    pub(crate) boards: Vec<PathBuf>,
    /// Everything else that is not hidden, relative to the folder.
    pub(crate) others: Vec<String>,
}

impl FolderScan {
    /// Looks through a folder, and through the folders in it if `deep`. Hidden files are ignored.
    pub(crate) fn new(folder: &Path, deep: bool) -> anyhow::Result<FolderScan> {
        let mut scan = FolderScan::default();
        scan.add(folder, "", if deep { DEEPEST } else { 0 })?;
        Ok(scan)
    }

    fn add(&mut self, folder: &Path, prefix: &str, depth: usize) -> anyhow::Result<()> {
        let about = || format!("cannot read the folder {}", folder.display());
        let mut entries = Vec::new();
        for entry in fs::read_dir(folder).with_context(about)? {
            let path = entry.with_context(about)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if !name.starts_with('.') {
                entries.push((name, path));
            }
        }
        entries.sort();
        for (name, path) in entries {
            let name = format!("{prefix}{name}");
            if path.is_dir() {
                // A link to a folder may lead in a circle.
                if depth > 0 && !path.is_symlink() {
                    self.add(&path, &format!("{name}/"), depth - 1)?;
                } else {
                    self.others.push(format!("{name}/"));
                }
                continue;
            }
            match path.is_file().then(|| is_attempt(&path)) {
                Some(Ok(true)) => self.boards.push(path),
                Some(Err(error)) => self.others.push(format!("{name} ({error})")),
                Some(Ok(false)) | None => self.others.push(name),
            }
        }
        Ok(())
    }

    /// Returns a line that names what is not a board file, if there is anything.
    pub(crate) fn passed_over(&self, folder: &Path) -> Option<String> {
        if self.others.is_empty() {
            return None;
        }
        let mut names =
            self.others.iter().take(MOST_NAMED).map(|name| printable(name)).collect::<Vec<_>>().join(", ");
        if let Some(more) = self.others.len().checked_sub(MOST_NAMED).filter(|&more| more > 0) {
            names += &format!(" and {more} more");
        }
        Some(format!("passed over in {}, not board files: {names}", folder.display()))
    }
}

/// Returns whether a file is a board file, or was meant to be one.
fn is_attempt(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    File::open(path)?.take(SNIFFED).read_to_end(&mut start)?;
    Ok(looks_like_board(&start))
}

/// Returns whether a file that begins like this is a board file, or was meant to be one: the first line consists of
/// numbers, or one of the next lines of two-digit fields. An empty file counts, so that it is not dropped unnoticed.
fn looks_like_board(start: &[u8]) -> bool {
    let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
    let mut lines =
        start.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let Some(first) = lines.next() else {
        return true;
    };
    let words = |line: &[u8], is: fn(&[u8]) -> bool| {
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        words.clone().count() > 1 && words.all(is)
    };
    let is_number = |word: &[u8]| {
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
    };
    let is_field = |word: &[u8]| word.len() == 2 && word.iter().all(u8::is_ascii_digit);
    words(first, is_number) || lines.take(SNIFFED_LINES).any(|line| words(line, is_field))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_recognised_by_their_contents() {
        for text in [
            "1 1\n10\n",
            "\u{feff}2 2\r\n10 20\r\n10 10\r\n",
            "",
            " \n\n",
            "2 x\n10 20\n",
            "9 9\n",
            "-1 3\nx",
        ] {
            assert!(looks_like_board(text.as_bytes()), "{text:?}");
        }
        for text in
            ["MZ\0", "# Boards\n\nTen of them.\n", "floe record 2\n", "10,20,30\n", "7\n", "x y\n10 20 xx\n"]
        {
            assert!(!looks_like_board(text.as_bytes()), "{text:?}");
        }
    }

    #[test]
    fn what_is_not_a_board_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for (name, text) in
            [("b.txt", "1 1\n10\n"), ("a", "1 1\n1x\n"), ("setup.dll", "MZ"), (".hidden", "1 1\n10\n")]
        {
            fs::write(path(name), text).unwrap();
        }
        fs::create_dir(path("more")).unwrap();
        fs::write(path("more/c.txt"), "1 1\n10\n").unwrap();
        fs::write(path("more/readme"), "Hello\n").unwrap();
        let flat = FolderScan::new(folder.path(), false).unwrap();
        assert_eq!(flat.boards, [path("a"), path("b.txt")]);
        assert_eq!(flat.others, ["more/", "setup.dll"]);
        let deep = FolderScan::new(folder.path(), true).unwrap();
        assert_eq!(deep.boards, [path("a"), path("b.txt"), path("more/c.txt")]);
        assert_eq!(deep.others, ["more/readme", "setup.dll"]);
        let many = FolderScan { boards: Vec::new(), others: (0..20).map(|n| format!("f{n}")).collect() };
        let note = many.passed_over(Path::new("x")).unwrap();
        assert_eq!(note, "passed over in x, not board files: f0, f1, f2, f3, f4, f5, f6, f7 and 12 more");
        assert_eq!(FolderScan::default().passed_over(Path::new("x")), None);
    }
}
