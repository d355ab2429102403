//! The staging area: a copy of each program in a folder of its own, named by its digest.
//!
//! A program runs from its copy, so whatever happens to the original does not matter until the next start, and nothing
//! of others lies beside it. The copy mirrors where the originals lie to each other. It is readable by all users, and
//! reading it changes no time stamp: see [`settle`].

use std::collections::{BTreeMap, HashMap};
use std::ffi::CString;
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use nix::fcntl::{AT_FDCWD, OFlag, OpenHow, ResolveFlag, openat2};
use nix::libc;
use nix::sys::stat::{UtimensatFlags, utimensat};
use nix::sys::time::TimeSpec;
use sha2::{Digest, Sha256};

use super::base::Base;
use super::belongings::{Belonging, Belongings, parent, relative};
use super::remove::remove;
use crate::sandbox::identity::hex;

/// How far in the future the access times of copies are: longer than any floe runs.
const AHEAD: Duration = Duration::from_secs(1000 * 24 * 60 * 60);

/// How much is copied at a time.
const CHUNK: usize = 256 << 10;

/// The staging area.
#[derive(Debug)]
pub(super) struct StagingArea {
    base: Arc<Base>,
    /// The copies that are in use, by what they were made of.
    copies: Mutex<HashMap<Origin, Weak<StagedProgram>>>,
    /// The digests of files that are not copied, by their real paths.
    digests: Mutex<HashMap<PathBuf, String>>,
}

/// What a copy was made of: paths, and stamps that change when a file does.
type Origin = Vec<(PathBuf, Belonging)>;

/// The copy of a program, removed when it is no longer used.
#[derive(Debug)]
pub(super) struct StagedProgram {
    base: Arc<Base>,
    name: CString,
    /// The folder of the originals that the copy mirrors.
    root: PathBuf,
    /// The folder of the copy.
    pub(super) folder: PathBuf,
    /// Names and digests of all parts.
    pub(super) parts: BTreeMap<String, String>,
    /// The copy as an archive, once somebody wanted it.
    pub(super) packed: Mutex<Option<Arc<Vec<u8>>>>,
}

impl StagedProgram {
    /// Returns where the copy of an original is.
    pub(super) fn place(&self, original: &Path) -> PathBuf {
        match original.strip_prefix(&self.root) {
            Ok(inner) if inner.as_os_str().is_empty() => self.folder.clone(),
            Ok(inner) => self.folder.join(inner),
            Err(_) => original.to_owned(),
        }
    }
}

impl Drop for StagedProgram {
    fn drop(&mut self) {
        // An error cannot be reported here; the base is removed later anyway.
        let _ = remove(self.base.handle(), &self.name);
    }
}

impl StagingArea {
    /// Makes an empty staging area in a base.
    pub(super) fn new(base: &Arc<Base>) -> StagingArea {
        StagingArea { base: Arc::clone(base), copies: Mutex::default(), digests: Mutex::default() }
    }

    /// Copies what belongs to a program, or finds the copy that was made of the same files.
    pub(super) fn stage(&self, belongings: &Belongings<'_>) -> io::Result<Arc<StagedProgram>> {
        let origin: Origin =
            belongings.items.iter().map(|(path, item)| (path.clone(), item.clone())).collect();
        let mut copies = self.copies.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(copy) = copies.get(&origin).and_then(Weak::upgrade) {
            return Ok(copy);
        }
        copies.retain(|_, copy| copy.strong_count() > 0);
        let root = belongings.root();
        let unfinished = self.base.path().join(self.base.fresh());
        let made = copy_all(&root, &belongings.items, Some(&unfinished));
        let parts = match made {
            Ok(parts) => parts,
            Err(fault) => {
                drop(fs::remove_dir_all(&unfinished));
                return Err(fault);
            }
        };
        let name = format!("{}-{}", digest_of(&parts), self.base.fresh());
        let folder = self.base.path().join(&name);
        fs::rename(&unfinished, &folder)?;
        let name = CString::new(name).map_err(io::Error::other)?;
        let copy = Arc::new(StagedProgram {
            base: Arc::clone(&self.base),
            name,
            root,
            folder,
            parts,
            packed: Mutex::default(),
        });
        copies.insert(origin, Arc::downgrade(&copy));
        Ok(copy)
    }

    /// Returns a name that is not used yet.
    pub(super) fn fresh(&self) -> String {
        self.base.fresh()
    }

    /// Takes over a folder in the base that was filled by others.
    pub(super) fn adopt(
        &self,
        folder: &Path,
        parts: BTreeMap<String, String>,
    ) -> io::Result<Arc<StagedProgram>> {
        let name = folder.file_name().unwrap_or_default().as_encoded_bytes();
        let name = CString::new(name).map_err(io::Error::other)?;
        let folder = folder.to_owned();
        Ok(Arc::new(StagedProgram {
            base: Arc::clone(&self.base),
            name,
            root: folder.clone(),
            folder,
            parts,
            packed: Mutex::default(),
        }))
    }

    /// Copies a single file under its own name, for as long as the base exists.
    pub(super) fn copy(&self, path: &Path) -> io::Result<PathBuf> {
        let place = self.base.path().join(self.base.fresh());
        fs::create_dir(&place)?;
        fs::set_permissions(&place, Permissions::from_mode(0o711))?;
        let to = place.join(path.file_name().unwrap_or_else(|| "copy".as_ref()));
        read_file(&path.canonicalize()?, Some(&to), true)?;
        Ok(to)
    }

    /// Returns the digest of a file that is not copied, which is read once.
    pub(super) fn digest(&self, path: &Path) -> io::Result<String> {
        let mut digests = self.digests.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(digest) = digests.get(path) {
            return Ok(digest.clone());
        }
        let digest = read_file(path, None, false)?;
        digests.insert(path.to_owned(), digest.clone());
        Ok(digest)
    }
}

/// Returns the names and digests of what belongs to a program, without a copy.
pub(super) fn parts_of(belongings: &Belongings<'_>) -> io::Result<BTreeMap<String, String>> {
    copy_all(&belongings.root(), &belongings.items, None)
}

/// Returns the digest of parts.
fn digest_of(parts: &BTreeMap<String, String>) -> String {
    let mut digest = Sha256::new();
    for text in parts.iter().flat_map(|(name, value)| [name, value]) {
        digest.update((text.len() as u64).to_le_bytes());
        digest.update(text);
    }
    hex(&digest.finalize())
}

/// Reads all belongings, copies them to a new folder if one is given, and returns their names and digests.
fn copy_all(
    root: &Path,
    items: &BTreeMap<PathBuf, Belonging>,
    to: Option<&Path>,
) -> io::Result<BTreeMap<String, String>> {
    let mut parts = BTreeMap::new();
    let place = |path: &Path| {
        let inner = path.strip_prefix(root).unwrap_or(path);
        to.map(|to| if inner.as_os_str().is_empty() { to.to_owned() } else { to.join(inner) })
    };
    if let Some(to) = to {
        make_folders(to, to)?;
    }
    for (path, item) in items {
        let copy = place(path);
        if let (Some(to), Some(copy)) = (to, &copy) {
            make_folders(to, if *item == Belonging::Folder { copy } else { parent(copy) })?;
        }
        let mut name = path.strip_prefix(root).unwrap_or(path).to_string_lossy().into_owned();
        // Names that are not UTF-8 may look the same, but no part may hide another.
        while parts.contains_key(&name) {
            name.push('\u{fffd}');
        }
        let value = match item {
            Belonging::Folder => continue,
            Belonging::File { executable, .. } => {
                let digest = read_file(path, copy.as_deref(), *executable)?;
                if *executable { format!("sha256 {digest}, executable") } else { format!("sha256 {digest}") }
            }
            Belonging::Link(target) => {
                let target = relative(parent(path), target);
                if let Some(copy) = &copy {
                    symlink(&target, copy)?;
                    settle(copy, None)?;
                }
                format!("link to {}", target.display())
            }
            Belonging::Outside(target) => {
                if let Some(copy) = &copy {
                    symlink(target, copy)?;
                    settle(copy, None)?;
                }
                format!("link to {}", target.display())
            }
        };
        parts.insert(name, value);
    }
    // What is written into a folder changes its time stamps, so folders come last.
    if let Some(to) = to {
        for (path, item) in items {
            if let (Belonging::Folder, Some(copy)) = (item, place(path)) {
                settle(&copy, fs::metadata(path)?.modified().ok())?;
            }
        }
        settle(to, None)?;
    }
    Ok(parts)
}

/// Makes a folder of the copy and those above it.
pub(super) fn make_folders(to: &Path, folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    if folder != to {
        make_folders(to, parent(folder))?;
    }
    fs::create_dir(folder)?;
    fs::set_permissions(folder, Permissions::from_mode(0o755))
}

/// Reads a file and returns its digest. A copy is readable by all users, and by all executable if `executable`.
fn read_file(from: &Path, to: Option<&Path>, executable: bool) -> io::Result<String> {
    let mut source = match to {
        // Whoever owns the folder could put a link into its place meanwhile, to a file that only root can read.
        Some(_) => open_without_links(from)?,
        None => File::options().read(true).custom_flags(libc::O_NONBLOCK).open(from)?,
    };
    let meta = source.metadata()?;
    if !meta.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut copy = to.map(File::create_new).transpose()?;
    let mut digest = Sha256::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        let count = match source.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(fault) if fault.kind() == io::ErrorKind::Interrupted => continue,
            Err(fault) => return Err(fault),
        };
        digest.update(&chunk[..count]);
        if let Some(copy) = &mut copy {
            copy.write_all(&chunk[..count])?;
        }
    }
    if let (Some(copy), Some(to)) = (copy, to) {
        copy.set_permissions(Permissions::from_mode(if executable { 0o755 } else { 0o644 }))?;
        drop(copy);
        settle(to, meta.modified().ok())?;
    }
    Ok(hex(&digest.finalize()))
}

/// Opens a file by a path without any links. It may have become a pipe meanwhile, which must not block.
fn open_without_links(path: &Path) -> io::Result<File> {
    let how = OpenHow::new()
        .flags(OFlag::O_RDONLY | OFlag::O_NONBLOCK | OFlag::O_NOCTTY | OFlag::O_CLOEXEC)
        .resolve(ResolveFlag::RESOLVE_NO_SYMLINKS);
    Ok(File::from(openat2(AT_FDCWD, path, how)?))
}

/// Sets the time stamps of a copy so that reading it leaves no mark.
///
/// By default Linux updates an access time when it is not later than the other time stamps, or older than a day. An
/// access time in the future is neither. Python compares the time of a module with that in its cache, so the time of
/// the last change is kept.
pub(super) fn settle(path: &Path, modified: Option<SystemTime>) -> io::Result<()> {
    let now = SystemTime::now();
    let stamp =
        |time: SystemTime| TimeSpec::from_duration(time.duration_since(UNIX_EPOCH).unwrap_or_default());
    let modified = modified.filter(|modified| *modified < now).unwrap_or(now);
    Ok(utimensat(AT_FDCWD, path, &stamp(now + AHEAD), &stamp(modified), UtimensatFlags::NoFollowSymlink)?)
}

/// Returns whether an unrelated user can reach and read a path, and execute it if its owner can.
pub(super) fn is_reachable(path: &Path) -> bool {
    let passable = |path: &Path| fs::metadata(path).is_ok_and(|meta| meta.mode() & 0o001 != 0);
    let open = fs::metadata(path).is_ok_and(|meta| {
        let wanted = if meta.is_dir() || meta.mode() & 0o111 != 0 { 0o005 } else { 0o004 };
        meta.mode() & wanted == wanted
    });
    let real = path.canonicalize();
    open && path.ancestors().skip(1).all(passable)
        && real.is_ok_and(|real| real.ancestors().skip(1).all(passable))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_made_once_and_all_users_can_read_it() {
        let base = Arc::new(Base::new().unwrap());
        let area = StagingArea::new(&base);
        let home = tempfile::tempdir().unwrap();
        let home = home.path().canonicalize().unwrap();
        fs::create_dir(home.join("data")).unwrap();
        for (name, mode) in [("bot", 0o700), ("data/weights", 0o600)] {
            fs::write(home.join(name), name).unwrap();
            fs::set_permissions(home.join(name), Permissions::from_mode(mode)).unwrap();
        }
        symlink("data/weights", home.join("link")).unwrap();
        let bot = home.join("bot");
        let stage = || {
            let mut all = Belongings::new(base.path(), &[], &[]);
            all.name(&bot);
            all.add_file(&bot).unwrap();
            all.finish();
            (parts_of(&all).unwrap(), area.stage(&all).unwrap())
        };
        assert!(!is_reachable(&bot));
        let (parts, copy) = stage();
        assert_eq!(parts, copy.parts);
        let names: Vec<&str> = parts.keys().map(String::as_str).collect();
        assert_eq!(names, ["bot", "data/weights", "link"]);
        // The digest of "bot".
        let wanted = "9d74932bdb6f21dc7ab21d6fc5260f474e0d538571fba7a82b74ffe47e6f9a10";
        assert_eq!(parts["bot"], format!("sha256 {wanted}, executable"));
        assert_eq!(parts["link"], "link to data/weights");
        let place = copy.place(&bot);
        assert!(is_reachable(&place) && place.ends_with("bot"));
        assert!(is_reachable(&copy.place(&home.join("link"))));
        assert!(Arc::ptr_eq(&copy, &stage().1));

        // Reading changes no access time.
        for path in [&place, &copy.place(&home.join("data")), &copy.folder] {
            let before = fs::metadata(path).unwrap().accessed().unwrap();
            if path.is_dir() {
                assert!(fs::read_dir(path).unwrap().count() > 0);
            } else {
                fs::read(path).unwrap();
            }
            assert_eq!(fs::metadata(path).unwrap().accessed().unwrap(), before, "{}", path.display());
        }

        // A link that was put into the place of a folder is not followed.
        fs::rename(home.join("data"), home.join("moved")).unwrap();
        symlink("moved", home.join("data")).unwrap();
        assert!(read_file(&home.join("moved/weights"), Some(&base.path().join("copy")), false).is_ok());
        assert!(read_file(&home.join("data/weights"), Some(&base.path().join("other")), false).is_err());

        // A changed original is another program, and a copy that nobody uses is removed.
        fs::write(&bot, "bot 2").unwrap();
        let (_, changed) = stage();
        assert_ne!(changed.parts["bot"], copy.parts["bot"]);
        assert_eq!(fs::read(&place).unwrap(), b"bot");
        drop(copy);
        assert!(!place.exists() && changed.folder.exists());
    }
}
