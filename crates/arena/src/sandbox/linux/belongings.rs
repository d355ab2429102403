//! What belongs to a program: its file, the files and folders among its arguments, and the rest of its own folder.
//!
//! A program needs its data files, modules and libraries, so the folder of its file belongs to it, unless that is
//! plainly not its own: a home folder, a folder for temporary files, a build folder of Cargo, or one beyond the limits.
//! What belongs to other programs or to an event is left out. No link is followed out of these folders: as root, floe
//! can read more than whoever made the link.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use nix::unistd::{AccessFlags, access};

use super::bubble::is_of_system;
use super::event_files::{event_file, is_output_folder};

/// A folder with more than this is not copied.
pub(super) const MOST_BYTES: u64 = 1 << 30;
pub(super) const MOST_ENTRIES: usize = 100_000;

/// The same for an installation of which a program is only a part.
const MOST_INSTALLED_BYTES: u64 = 512 << 20;
const MOST_INSTALLED_ENTRIES: usize = 50_000;

/// Folders of version control, which no program needs to run.
const HISTORY: [&str; 3] = [".git", ".hg", ".svn"];

/// One file, folder or link that belongs to a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Belonging {
    /// A folder.
    Folder,
    /// A regular file.
    File {
        /// Whether its owner may execute it.
        executable: bool,
        /// What changes when the file does: device, number, size, and times.
        stamp: [i128; 5],
    },
    /// A link to another belonging, by its path.
    Link(PathBuf),
    /// A link to a path that the program reads where it is.
    Outside(PathBuf),
}

/// Everything that belongs to a program, by real paths.
#[derive(Debug)]
pub(super) struct Belongings<'a> {
    base: &'a Path,
    /// What the program reads where it is.
    readable: &'a [PathBuf],
    /// Files and folders of other programs and of the event.
    private: &'a [PathBuf],
    /// The files and folders that were named.
    named: Vec<PathBuf>,
    pub(super) items: BTreeMap<PathBuf, Belonging>,
    /// What is left out, with the reason.
    pub(super) left_out: BTreeMap<PathBuf, &'static str>,
    /// Folders of which only the named file is taken, with the reason.
    pub(super) alone: BTreeMap<PathBuf, &'static str>,
    /// Links out of a folder, which are sorted out at the end.
    links: Vec<(PathBuf, PathBuf)>,
    bytes: u64,
    most_bytes: u64,
    most_entries: usize,
}

impl<'a> Belongings<'a> {
    /// Starts with nothing. All paths must be real.
    pub(super) fn new(base: &'a Path, readable: &'a [PathBuf], private: &'a [PathBuf]) -> Belongings<'a> {
        Belongings {
            base,
            readable,
            private,
            named: Vec::new(),
            items: BTreeMap::new(),
            left_out: BTreeMap::new(),
            alone: BTreeMap::new(),
            links: Vec::new(),
            bytes: 0,
            most_bytes: MOST_BYTES,
            most_entries: MOST_ENTRIES,
        }
    }

    /// Sets other limits.
    pub(super) fn limited(mut self, bytes: u64, entries: usize) -> Belongings<'a> {
        (self.most_bytes, self.most_entries) = (bytes, entries);
        self
    }

    /// Names a file or folder as part of the program, before anything is added.
    pub(super) fn name(&mut self, path: &Path) {
        self.named.push(path.to_owned());
    }

    /// Returns whether the program reads a path where it is.
    pub(super) fn is_in_place(&self, path: &Path) -> bool {
        is_of_system(path) || self.readable.iter().any(|readable| path.starts_with(readable))
    }

    /// Adds a file with its folder.
    pub(super) fn add_file(&mut self, path: &Path) -> io::Result<()> {
        let folder = own_folder(path);
        if let Some(installation) = installation(&folder).filter(|above| self.unsuitable(above).is_none()) {
            let limits = (self.most_bytes, self.most_entries);
            self.most_bytes = MOST_INSTALLED_BYTES.saturating_add(self.bytes);
            self.most_entries = MOST_INSTALLED_ENTRIES + self.items.len();
            let added = self.add_folder(&installation);
            (self.most_bytes, self.most_entries) = limits;
            match added {
                Err(fault) if fault.kind() == io::ErrorKind::FileTooLarge => {
                    self.alone.insert(installation, "it is larger than 512 MiB or 50,000 files");
                }
                other => {
                    other?;
                    return self.add_single(path);
                }
            }
        }
        match self.unsuitable(&folder) {
            Some(why) => _ = self.alone.insert(folder, why),
            None => match self.add_folder(&folder) {
                Err(fault) if fault.kind() == io::ErrorKind::FileTooLarge => {
                    self.alone.insert(folder, "it is larger than 1 GiB or 100,000 files");
                }
                other => other?,
            },
        }
        self.add_single(path)
    }

    /// Adds a file without its folder.
    pub(super) fn add_single(&mut self, path: &Path) -> io::Result<()> {
        self.add_entry(path)
    }

    /// Adds a folder with everything in it. Fails with [`io::ErrorKind::FileTooLarge`] beyond the limits, and adds
    /// nothing then.
    pub(super) fn add_folder(&mut self, folder: &Path) -> io::Result<()> {
        if self.items.contains_key(folder) {
            return Ok(());
        }
        let (items, links, left_out, bytes) =
            (self.items.clone(), self.links.clone(), self.left_out.clone(), self.bytes);
        let added = self.walk(folder);
        if added.is_err() {
            (self.items, self.links, self.left_out, self.bytes) = (items, links, left_out, bytes);
        }
        added
    }

    /// Returns why a folder is not a program's own, if so.
    pub(super) fn unsuitable(&self, folder: &Path) -> Option<&'static str> {
        let home = env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
        let home = home.map(|home| home.canonicalize().unwrap_or(home));
        if home.is_some_and(|home| home.starts_with(folder)) {
            Some("it is or holds your home folder")
        } else if self.base.starts_with(folder) {
            Some("it is for temporary files")
        } else if folder.ancestors().take(2).any(|folder| folder.join(".cargo-lock").is_file()) {
            // Tests, benches and examples are one folder further down.
            Some("it is a build folder of Cargo")
        } else {
            None
        }
    }

    fn walk(&mut self, folder: &Path) -> io::Result<()> {
        self.items.insert(folder.to_owned(), Belonging::Folder);
        let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            if HISTORY.iter().any(|name| entry.file_name() == *name) {
                continue;
            }
            if let Some(why) = self.reason_against(&path) {
                self.left_out.insert(path, why);
                continue;
            }
            self.add_entry(&path)?;
        }
        Ok(())
    }

    /// Returns why an entry of a folder is not the program's, if so.
    fn reason_against(&self, path: &Path) -> Option<&'static str> {
        if self.named.iter().any(|named| named.starts_with(path)) {
            return None;
        }
        if self.private.iter().any(|private| path == private) {
            return Some("of another program or of this event");
        }
        if self.is_in_place(path) {
            return None;
        }
        // A link is sorted out by what it leads to.
        if path.is_symlink() {
            return None;
        }
        if access(path, AccessFlags::R_OK).is_err() {
            return Some("not readable");
        }
        if path.is_dir() {
            if self.private.iter().any(|private| private.starts_with(path)) {
                return Some("the folder of another program or of this event");
            }
            return is_output_folder(path).then_some("records and reports");
        }
        event_file(path)
    }

    fn add_entry(&mut self, path: &Path) -> io::Result<()> {
        let meta = fs::symlink_metadata(path)?;
        if self.readable.iter().any(|readable| readable == path) {
            self.items.insert(path.to_owned(), Belonging::Outside(path.to_owned()));
            return Ok(());
        }
        if self.items.len() >= self.most_entries {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        if meta.is_dir() {
            return self.walk(path);
        }
        if meta.is_symlink() {
            // A link to nothing is of no use.
            if let Ok(target) = path.canonicalize() {
                self.links.push((path.to_owned(), target));
            }
            return Ok(());
        }
        if !meta.is_file() {
            // Pipes, sockets and devices are not parts of a program.
            return Ok(());
        }
        let stamp = [
            meta.dev().into(),
            meta.ino().into(),
            meta.len().into(),
            i128::from(meta.mtime()) << 32 | i128::from(meta.mtime_nsec()),
            i128::from(meta.ctime()) << 32 | i128::from(meta.ctime_nsec()),
        ];
        let item = Belonging::File { executable: meta.mode() & 0o111 != 0, stamp };
        if self.items.insert(path.to_owned(), item).is_none() {
            self.bytes = self.bytes.saturating_add(meta.len());
        }
        if self.bytes > self.most_bytes {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(())
    }

    /// Sorts out the links, when everything else has been added.
    pub(super) fn finish(&mut self) {
        for (path, target) in std::mem::take(&mut self.links) {
            if self.items.contains_key(&target) {
                self.items.insert(path, Belonging::Link(target));
            } else if self.is_in_place(&target) {
                self.items.insert(path, Belonging::Outside(target));
            } else {
                self.left_out.insert(path, "a link out of the folder");
            }
        }
    }

    /// Returns the deepest folder that everything is in.
    pub(super) fn root(&self) -> PathBuf {
        let mut paths = self.items.iter();
        let Some((first, kind)) = paths.next() else { return PathBuf::from("/") };
        let mut root = if *kind == Belonging::Folder { first.clone() } else { parent(first).to_owned() };
        for (path, _) in paths {
            while !path.starts_with(&root) {
                root = parent(&root).to_owned();
            }
        }
        root
    }
}

/// Returns the folder that belongs to a file: of a Python in a virtual environment, the whole environment.
fn own_folder(path: &Path) -> PathBuf {
    let folder = parent(path);
    match folder.parent() {
        Some(above) if above.join("pyvenv.cfg").is_file() => above.to_owned(),
        _ => folder.to_owned(),
    }
}

/// Returns the folder of an installation, of which this is the folder `bin`: its programs need the `lib` beside it.
fn installation(folder: &Path) -> Option<PathBuf> {
    let above = folder.parent().filter(|_| folder.file_name().is_some_and(|name| name == "bin"))?;
    above.join("lib").is_dir().then(|| above.to_owned())
}

/// Returns the folder of a path.
pub(super) fn parent(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

/// Returns the path of one belonging as seen from the folder of another.
pub(super) fn relative(folder: &Path, to: &Path) -> PathBuf {
    let common = folder.components().zip(to.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    let down = to.components().skip(common);
    let path: PathBuf = up.chain(down).collect();
    if path.as_os_str().is_empty() { PathBuf::from(".") } else { path }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn put(path: &Path) {
        fs::create_dir_all(parent(path)).unwrap();
        fs::write(path, "x").unwrap();
    }

    /// Returns the names of what belongs to a program, and of what is left out.
    fn of(cup: &Path, named: &[&str], readable: &[&str], private: &[&str]) -> (Vec<String>, Vec<String>) {
        let full = |names: &[&str]| names.iter().map(|name| cup.join(name)).collect::<Vec<_>>();
        let (named, readable, private) = (full(named), full(readable), full(private));
        let mut all = Belongings::new(Path::new("/elsewhere"), &readable, &private);
        named.iter().for_each(|path| all.name(path));
        for path in &named {
            all.add_file(path).unwrap();
        }
        all.finish();
        let short = |path: &PathBuf| path.strip_prefix(cup).unwrap().display().to_string();
        let files = all.items.iter().filter(|(_, kind)| **kind != Belonging::Folder);
        (files.map(|(path, _)| short(path)).collect(), all.left_out.keys().map(short).collect())
    }

    #[test]
    fn a_program_has_its_folder_without_what_others_own() {
        let folder = tempfile::tempdir().unwrap();
        let cup = folder.path().canonicalize().unwrap();
        for name in ["zed.py", "zed.txt", "ann/bin/bot", "ann/src", "lib/x.py", ".git/HEAD", "ben"] {
            put(&cup.join(name));
        }
        fs::write(cup.join("cup.toml"), "[[program]]\n").unwrap();
        fs::write(cup.join("old.floe"), "floe record 2\n").unwrap();
        let others = ["ann/bin/bot", "ben", "cup.db"];
        let (own, left_out) = of(&cup, &["zed.py"], &[], &others);
        assert_eq!(own, ["lib/x.py", "zed.py", "zed.txt"]);
        assert_eq!(left_out, ["ann", "ben", "cup.toml", "old.floe"]);
        // Two programs side by side.
        let (own, left_out) = of(&cup, &["ben"], &[], &["zed.py", "ann/bin/bot"]);
        assert_eq!(own, ["ben", "lib/x.py", "zed.txt"]);
        assert_eq!(left_out, ["ann", "cup.toml", "old.floe", "zed.py"]);
        let (own, left_out) = of(&cup, &["ann/bin/bot"], &[], &["zed.py", "ben"]);
        assert_eq!((own, left_out.len()), (vec!["ann/bin/bot".to_owned()], 0));
    }

    #[test]
    fn links_stay_inside_or_lead_to_what_is_readable() {
        let folder = tempfile::tempdir().unwrap();
        let cup = folder.path().canonicalize().unwrap();
        for name in ["ann/bot", "ann/data/1", "secret", "shared/book", "ann/big/1"] {
            put(&cup.join(name));
        }
        symlink("data/1", cup.join("ann/inside")).unwrap();
        symlink("../secret", cup.join("ann/outside")).unwrap();
        symlink("../shared/book", cup.join("ann/given")).unwrap();
        symlink("/usr", cup.join("ann/system")).unwrap();
        symlink("nowhere", cup.join("ann/dangling")).unwrap();
        let (own, left_out) = of(&cup, &["ann/bot"], &["shared", "ann/big"], &[]);
        let wanted = ["ann/big", "ann/bot", "ann/data/1", "ann/given", "ann/inside", "ann/system"];
        assert_eq!(own, wanted);
        assert_eq!(left_out, ["ann/outside"]);
    }

    #[test]
    fn a_folder_that_is_not_the_programs_own_is_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap();
        put(&home.join("debug/bot"));
        put(&home.join("debug/deps/other"));
        put(&home.join("debug/.cargo-lock"));
        assert_eq!(of(&home, &["debug/bot"], &[], &[]).0, ["debug/bot"]);
        put(&home.join("debug/deps/bench"));
        assert_eq!(of(&home, &["debug/deps/bench"], &[], &[]).0, ["debug/deps/bench"]);
        // A program in `bin` needs the libraries of its installation.
        put(&home.join("tool/bin/tool"));
        put(&home.join("tool/lib/tool.so"));
        assert_eq!(of(&home, &["tool/bin/tool"], &[], &[]).0, ["tool/bin/tool", "tool/lib/tool.so"]);
        // Of a virtual environment, everything is needed.
        put(&home.join("env/pyvenv.cfg"));
        put(&home.join("env/lib/module.py"));
        put(&home.join("env/bin/python"));
        assert_eq!(
            of(&home, &["env/bin/python"], &[], &[]).0,
            ["env/bin/python", "env/lib/module.py", "env/pyvenv.cfg"]
        );
    }

    #[test]
    fn paths_are_told_from_a_folder() {
        let told = |folder: &str, to: &str| relative(Path::new(folder), Path::new(to)).display().to_string();
        assert_eq!(told("/a/b", "/a/b/c/d"), "c/d");
        assert_eq!(told("/a/b", "/a/c"), "../c");
        assert_eq!(told("/a/b/c", "/x"), "../../../x");
        assert_eq!(told("/a", "/a"), ".");
    }
}
