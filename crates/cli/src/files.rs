//! Atomic replacement of files.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::output;

/// The number of links that Linux follows.
const MOST_LINKS: usize = 40;

/// How the names of temporary files begin.
const TEMPORARY_PREFIX: &str = ".floe-";

/// The names of standard output on systems that have them.
const STANDARD_OUTPUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Replaces the contents of a file atomically, or creates it: readers see either the old or the new contents.
///
/// The new text is written to a temporary file in the same folder, which is then renamed. A link is followed and
/// kept; the target keeps its mode and, where possible, its owner; a target without write permission is refused,
/// although a rename would succeed. Pipes, terminals and the like are written to directly. Nothing is synced to
/// disk: a power failure may lose the write.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A file that standard output is redirected to is not ours to replace.
    if STANDARD_OUTPUT.iter().any(|name| path == Path::new(name)) {
        return output::write(bytes);
    }
    if let Ok(metadata) = fs::metadata(path)
        && !metadata.is_file()
        && !metadata.is_dir()
    {
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
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
    let mut file = temporary_beside(&target)?;
    file.write_all(bytes)?;
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
