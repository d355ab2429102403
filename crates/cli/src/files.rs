//! Reading files within limits, replacing them atomically, and locking them while they are updated.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use sha2::{Digest, Sha256};
use tempfile::{Builder, NamedTempFile};

use crate::output;

/// The largest game or board that is read.
pub(crate) const LARGEST_GAME: u64 = 64 << 20;

/// How often the lock of an update is tried, and the pause between two attempts. An update takes milliseconds.
const LOCK_ATTEMPTS: usize = 100;
const LOCK_PAUSE: Duration = Duration::from_millis(10);

/// The number of links that Linux follows.
const MOST_LINKS: usize = 40;

/// How the names of temporary files begin.
const TEMPORARY_PREFIX: &str = ".floe-";

/// The names of standard output on systems that have them.
const STANDARD_OUTPUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Reads a regular file of at most so many bytes. Pipes, terminals and devices are refused, without waiting for them.
///
/// A file that is too large gives an error of the kind [`io::ErrorKind::FileTooLarge`].
pub(crate) fn read_bounded(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Opening a pipe would wait for a writer.
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    // Reading a folder fails in the words of the system.
    if !metadata.is_file() && !metadata.is_dir() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is too large"));
    }
    Ok(bytes)
}

/// Makes the folder of a file and takes the lock that all programs hold while they read, change and write the file; it is
/// released when the result is dropped. The lock is a file of its own, because the file is replaced.
pub(crate) fn lock_for_update(path: &Path) -> io::Result<File> {
    fs::create_dir_all(folder_of(path))?;
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let lock = OpenOptions::new().write(true).create(true).truncate(false).open(name)?;
    for _ in 0..LOCK_ATTEMPTS {
        match lock.try_lock() {
            // Some file systems have no locks; an update without one is better than none.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(lock),
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_PAUSE),
        }
    }
    Err(io::Error::new(io::ErrorKind::WouldBlock, "another program is changing it"))
}

/// Replaces the contents of a file atomically, or creates it: readers see either the old or the new contents.
///
/// The new text is written to a temporary file in the same folder, which is then renamed. A link is followed and
/// kept; the target keeps its mode and, where possible, its owner; a target without write permission is refused,
/// although a rename would succeed. Pipes, terminals and the like are written to directly. Nothing is synced to
/// disk: a power failure may lose the write.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, &mut |out| out.write_all(bytes))
}

/// Like [`replace`], with what `content` writes.
pub(crate) fn replace_with(
    path: &Path,
    content: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    // A file that standard output is redirected to is not ours to replace.
    if STANDARD_OUTPUT.iter().any(|name| path == Path::new(name)) {
        let mut out = output::stdout();
        content(&mut out)?;
        return out.flush();
    }
    if let Ok(metadata) = fs::metadata(path)
        && !metadata.is_file()
        && !metadata.is_dir()
    {
        return content(&mut OpenOptions::new().write(true).open(path)?);
    }
    if path.file_name().is_none() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path has no file name"));
    }
    let target = follow_links(path)?;
    let existing = match fs::metadata(&target) {
        Ok(metadata) => Some(writable(&target, metadata)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let file = temporary_beside(&target)?;
    let mut buffered = BufWriter::new(file);
    content(&mut buffered)?;
    let file = buffered.into_inner().map_err(io::IntoInnerError::into_error)?;
    if let Some(metadata) = &existing {
        copy_mode_and_owner(file.as_file(), metadata)?;
    }
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

/// Returns whether a file of this stem is temporary: unless it is young, a program was killed while writing it.
pub(crate) fn is_temporary(stem: &str) -> bool {
    stem.starts_with(TEMPORARY_PREFIX)
}

/// Returns whether two paths lead to the same file, even if it does not exist yet.
///
/// This does not use the `same-file` crate, which opens the files and would block on a pipe.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let target = |path: &Path| -> Option<PathBuf> {
        let path = follow_links(path).ok()?;
        Some(fs::canonicalize(folder_of(&path)).ok()?.join(path.file_name()?))
    };
    one == other || target(one).is_some_and(|one| target(other) == Some(one))
}

/// Returns the SHA-256 digest of some bytes, in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_symlink() => {
                let to = fs::read_link(&path)?;
                path = path.parent().map_or_else(|| to.clone(), |parent| parent.join(&to));
            }
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(path),
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

fn writable(target: &Path, metadata: Metadata) -> io::Result<Metadata> {
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // Respect the mode even for a superuser, who could open the file.
    if metadata.permissions().readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    OpenOptions::new().write(true).open(target)?;
    Ok(metadata)
}

fn temporary_beside(target: &Path) -> io::Result<NamedTempFile> {
    // A missing folder is reported in the words of the system.
    fs::metadata(folder_of(target))?;
    let mut builder = Builder::new();
    // The name is not derived from the target's, which may already have the maximum length.
    builder.prefix(TEMPORARY_PREFIX).suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // A new file gets the usual mode, not the private mode of temporary files.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // Drop the name of the temporary file from the error: it means nothing to the user.
    builder.tempfile_in(folder_of(target)).map_err(|error| error.kind().into())
}

/// Gives a new file the mode of the old one, and its owner where permitted.
fn copy_mode_and_owner(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            // Only a superuser may change the owner; for others the new file is their own.
            let _ = fchown(file, Some(old.uid()), Some(old.gid()));
        }
        if new.mode() == old.mode() {
            return Ok(());
        }
    }
    file.set_permissions(old.permissions())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_within_the_limit_are_read() {
        let folder = tempfile::tempdir().expect("there is a folder for tests");
        let (file, pipe) = (folder.path().join("file"), folder.path().join("pipe"));
        fs::write(&file, "12345").expect("it can be written");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("there is mkfifo");
        assert!(made.success());
        assert_eq!(read_bounded(&file, 5).expect("it can be read"), b"12345");
        let reason = |path: &Path| read_bounded(path, 4).expect_err("it is refused").to_string();
        assert_eq!(reason(&file), "it is too large");
        assert_eq!(reason(&pipe), "it is not a file");
        assert_eq!(reason(Path::new("/dev/zero")), "it is not a file");
        assert!(reason(folder.path()).starts_with("Is a directory"));
    }

    #[test]
    fn an_update_waits_for_the_other_one() {
        let folder = tempfile::tempdir().expect("there is a folder for tests");
        let path = folder.path().join("new").join("counter");
        let count =
            |path: &Path| fs::read_to_string(path).ok().and_then(|text| text.parse().ok()).unwrap_or(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..25 {
                        let _lock = lock_for_update(&path).expect("it can be taken");
                        let next: u32 = count(&path) + 1;
                        replace(&path, next.to_string().as_bytes()).expect("it can be written");
                    }
                });
            }
        });
        assert_eq!(count(&path), 100);
    }

    #[test]
    fn a_missing_folder_is_reported_in_the_words_of_the_system() {
        let folder = tempfile::tempdir().expect("there is a folder for tests");
        let error = replace(&folder.path().join("missing/file"), b"1").expect_err("there is no folder");
        assert!(error.to_string().starts_with("No such file or directory"), "{error}");
    }
}
