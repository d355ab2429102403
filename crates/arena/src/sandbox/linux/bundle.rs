//! Programs that are sent to another machine: their copies as compressed archives, and how they are started.
//!
//! Files of the system are not sent: the other machine has its own, and their digests must be the same there, unless
//! others are allowed.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use tar::{Archive, Builder, EntryType, Header};

use super::admit::{Admission, Admitted};
use super::belongings::{MOST_BYTES, MOST_ENTRIES, parent};
use super::bubble::is_of_system;
use super::staging::{StagedProgram, make_folders, settle};
use crate::sandbox::bundle::{BundleManifest, BundleWord, ProgramBundle};
use crate::sandbox::identity::hex;
use crate::sandbox::{ProgramIdentity, SandboxError};

/// The folder of the archive with the copy.
const CONTENT: &str = "content";

/// What was unpacked from an archive.
#[derive(Clone, Debug)]
pub struct UnpackedArchive(Arc<StagedProgram>);

fn refused(why: impl Into<String>) -> SandboxError {
    SandboxError::Bundle(why.into())
}

impl Admitted {
    /// Returns what is sent to another machine, for [`Sandbox::admit_bundle`](super::Sandbox::admit_bundle) there.
    pub fn bundle(&self) -> Result<ProgramBundle, SandboxError> {
        let folder = self.copy.as_ref().map(|copy| copy.folder.as_path());
        let word = |text: &OsString| match folder.and_then(|folder| Path::new(text).strip_prefix(folder).ok())
        {
            Some(inner) => Ok(BundleWord::Copied(inner.to_owned())),
            None => match text.to_str() {
                Some(text) => Ok(BundleWord::Text(text.to_owned())),
                None => Err(refused(format!("'{}' is not UTF-8", text.display()))),
            },
        };
        if folder.is_none() && !is_of_system(&self.path) {
            return Err(refused("without a sandbox there is no copy of the program to send"));
        }
        let path: OsString = self.path.clone().into();
        let words = std::iter::once(&path).chain(&self.arguments).map(word).collect::<Result<_, _>>()?;
        let manifest = BundleManifest {
            words,
            system: self.system.clone(),
            readable: self.given_readable.clone(),
            command: self.command.clone(),
            identity: self.identity().clone(),
        };
        let archive = self.copy.as_ref().map(|copy| copy.archive()).transpose();
        let archive = archive.map_err(SandboxError::doing("pack the program"))?;
        Ok(ProgramBundle { manifest, archive })
    }
}

impl StagedProgram {
    /// Returns the copy as an archive, which is made once.
    fn archive(&self) -> io::Result<Arc<Vec<u8>>> {
        let mut packed = self.packed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(archive) = &*packed {
            return Ok(archive.clone());
        }
        let mut archive = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        archive.follow_symlinks(false);
        pack_folder(&mut archive, &self.folder, Path::new(CONTENT))?;
        Ok(packed.insert(Arc::new(archive.into_inner()?.finish()?)).clone())
    }
}

/// Packs a folder, always in the same order, so that the same program makes the same archive.
fn pack_folder(archive: &mut Builder<impl Write>, folder: &Path, name: &Path) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    let header = |path: &Path, kind: EntryType, size: u64| -> io::Result<Header> {
        let meta = fs::symlink_metadata(path)?;
        // Those of folders and links depend on when the copy was made.
        let modified = match kind {
            EntryType::Regular => meta.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default(),
            _ => Duration::ZERO,
        };
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(size);
        header.set_mode(meta.permissions().mode() & 0o777);
        header.set_mtime(modified.as_secs());
        Ok(header)
    };
    archive.append_data(&mut header(folder, EntryType::Directory, 0)?, name, io::empty())?;
    for entry in entries {
        let (path, name) = (entry.path(), name.join(entry.file_name()));
        let meta = fs::symlink_metadata(&path)?;
        if meta.is_dir() {
            pack_folder(archive, &path, &name)?;
        } else if meta.is_symlink() {
            archive.append_link(&mut header(&path, EntryType::Symlink, 0)?, &name, fs::read_link(&path)?)?;
        } else {
            archive.append_data(
                &mut header(&path, EntryType::Regular, meta.len())?,
                &name,
                File::open(&path)?,
            )?;
        }
    }
    Ok(())
}

impl Admission<'_> {
    /// Unpacks the files of programs that were sent by another machine.
    pub(super) fn unpack(&self, archive: &[u8]) -> Result<UnpackedArchive, SandboxError> {
        let unfinished = self.base.join(self.area.fresh());
        let unpacked = unpack(archive, &unfinished).inspect_err(|_| drop(fs::remove_dir_all(&unfinished)));
        let parts = unpacked.map_err(|fault| refused(fault.to_string()))?;
        let adopted = self.area.adopt(&unfinished, parts);
        adopted.map(UnpackedArchive).map_err(SandboxError::doing("keep the program"))
    }

    /// Admits a program that was sent by another machine. Unless `other_systems`, its system must have the same files.
    pub(super) fn admit_bundle(
        &self,
        manifest: &BundleManifest,
        archive: Option<&UnpackedArchive>,
        other_systems: bool,
    ) -> Result<Admitted, SandboxError> {
        let copy = archive.map(|archive| archive.0.clone());
        let mut parts = copy.as_ref().map_or_else(BTreeMap::new, |copy| copy.parts.clone());
        for path in &manifest.system {
            if !is_of_system(path) {
                return Err(refused(format!("'{}' is no file of the system", path.display())));
            }
            let found = path.canonicalize().ok().and_then(|real| self.area.digest(&real).ok());
            let Some(digest) = found else {
                return Err(refused(format!("this machine has no '{}'", path.display())));
            };
            parts.insert(path.display().to_string(), format!("sha256 {digest}"));
        }
        let readable = self.readable_paths(&manifest.readable)?;
        let uncovered = self.cover(&readable, &mut parts);
        let identity = ProgramIdentity::new(&manifest.command, parts, uncovered);
        let mut warnings = Vec::new();
        if let Some(changes) = manifest.identity.changes(&identity) {
            let only_system = identity.parts.iter().all(|(name, value)| {
                name.starts_with('/') || manifest.identity.parts.get(name) == Some(value)
            });
            let same_names = identity.parts.keys().eq(manifest.identity.parts.keys());
            if !(other_systems && only_system && same_names) {
                return Err(refused(format!("it is not the same on this machine: {changes}")));
            }
            warnings.push(format!("it is not quite the same on this machine: {changes}"));
        }
        let place = |word: &BundleWord| -> Result<OsString, SandboxError> {
            match word {
                BundleWord::Text(text) => Ok(text.into()),
                BundleWord::Copied(inner) => match &copy {
                    Some(copy) if is_inside(inner) => Ok(copy.folder.join(inner).into()),
                    _ => Err(refused(format!("'{}' is not in the archive", inner.display()))),
                },
            }
        };
        let words = manifest.words.iter().map(place).collect::<Result<Vec<_>, _>>()?;
        let Some((path, arguments)) = words.split_first() else {
            return Err(refused("it has no command"));
        };
        let path = PathBuf::from(path);
        let is_copied = copy.as_ref().is_some_and(|copy| path.starts_with(&copy.folder));
        if !is_copied && !is_of_system(&path) {
            return Err(refused(format!("'{}' is neither sent nor of the system", path.display())));
        }
        let mut open: Vec<PathBuf> = readable.iter().filter(|path| !is_of_system(path)).cloned().collect();
        open.extend(copy.as_ref().map(|copy| copy.folder.clone()));
        Ok(Admitted {
            path,
            arguments: arguments.to_vec(),
            readable: open,
            copy,
            system: manifest.system.clone(),
            given_readable: manifest.readable.clone(),
            command: manifest.command.clone(),
            // The one of the tournament, so that records name the same program wherever it was played.
            identity: manifest.identity.clone(),
            warnings,
        })
    }
}

/// Returns whether a path stays below the folder that it is joined to.
fn is_inside(path: &Path) -> bool {
    path.components().all(|component| matches!(component, Component::Normal(_)))
}

/// Unpacks an archive into a new folder. Nothing is written outside it, whatever the archive says.
fn unpack(archive: &[u8], to: &Path) -> io::Result<BTreeMap<String, String>> {
    let wrong = |what: &str| io::Error::other(format!("the archive is broken: {what}"));
    let mut archive = Archive::new(GzDecoder::new(archive));
    make_folders(to, to)?;
    let mut parts = BTreeMap::new();
    let (mut bytes, mut count) = (0u64, 0usize);
    let mut stamps: Vec<(PathBuf, Option<SystemTime>)> = Vec::new();
    let mut links: Vec<(PathBuf, PathBuf)> = Vec::new();
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = entry.path()?.into_owned();
        let inner = path.strip_prefix(CONTENT).map_err(|_| wrong("a file outside its folder"))?.to_owned();
        if !is_inside(&inner) {
            return Err(wrong("a path that leads out of it"));
        }
        bytes = bytes.saturating_add(entry.size());
        count += 1;
        if bytes > MOST_BYTES || count > MOST_ENTRIES {
            return Err(wrong("it is larger than 1 GiB or 100,000 files"));
        }
        let place = if inner.as_os_str().is_empty() { to.to_owned() } else { to.join(&inner) };
        let name = inner.to_string_lossy().into_owned();
        let seconds = entry.header().mtime().ok();
        let modified = seconds.and_then(|seconds| UNIX_EPOCH.checked_add(Duration::from_secs(seconds)));
        match entry.header().entry_type() {
            EntryType::Directory => {
                make_folders(to, &place)?;
                stamps.push((place, modified));
            }
            EntryType::Regular => {
                make_folders(to, parent(&place))?;
                let executable = entry.header().mode()? & 0o111 != 0;
                let digest = unpack_file(&mut entry, &place, executable)?;
                let ending = if executable { ", executable" } else { "" };
                parts.insert(name, format!("sha256 {digest}{ending}"));
                stamps.push((place, modified));
            }
            EntryType::Symlink => {
                let target = entry.link_name()?.ok_or_else(|| wrong("a link to nothing"))?.into_owned();
                parts.insert(name, format!("link to {}", target.display()));
                links.push((place, target));
            }
            _ => return Err(wrong("something that is neither a file nor a folder nor a link")),
        }
    }
    // No file can be written through a link that comes after all of them, and no link is made through another.
    for (place, target) in links {
        let above = place.ancestors().skip(1).take_while(|folder| folder.starts_with(to) && *folder != to);
        if above.into_iter().any(Path::is_symlink) {
            return Err(wrong("a path through a link"));
        }
        make_folders(to, parent(&place))?;
        symlink(&target, &place)?;
        settle(&place, None)?;
    }
    for (place, modified) in stamps.iter().rev() {
        settle(place, *modified)?;
    }
    settle(to, None)?;
    Ok(parts)
}

fn unpack_file(from: &mut impl Read, to: &Path, executable: bool) -> io::Result<String> {
    let mut file = File::options().write(true).create_new(true).mode(0o600).open(to)?;
    let mut digest = Sha256::new();
    let mut chunk = vec![0; 64 << 10];
    loop {
        let count = from.read(&mut chunk)?;
        if count == 0 {
            break;
        }
        digest.update(&chunk[..count]);
        file.write_all(&chunk[..count])?;
    }
    file.set_permissions(Permissions::from_mode(if executable { 0o755 } else { 0o644 }))?;
    Ok(hex(&digest.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes an archive of links and files, whatever their names are.
    fn archive(entries: &[(&str, Option<&str>)]) -> Vec<u8> {
        let mut archive = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        for (name, target) in entries {
            let mut header = Header::new_gnu();
            header.set_size(0);
            header.set_mode(0o644);
            header.set_mtime(u64::MAX >> 10);
            header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name.as_bytes());
            if let Some(target) = target {
                header.set_entry_type(EntryType::Symlink);
                header.set_link_name_literal(target).unwrap();
            }
            header.set_cksum();
            archive.append(&header, io::empty()).unwrap();
        }
        archive.into_inner().unwrap().finish().unwrap()
    }

    #[test]
    fn nothing_is_written_outside_the_folder() {
        let home = tempfile::tempdir().unwrap();
        let outside = home.path().join("outside");
        fs::create_dir(&outside).unwrap();
        let target = outside.to_str().unwrap();
        for entries in [
            &[("content/a", Some(target)), ("content/a/x", Some("y"))][..],
            &[("content/a", Some(target)), ("content/a/new/x", Some("y"))],
            &[("content/a", Some(target)), ("content/a/x", None)],
            &[("content/../x", None)],
            &[("/content/x", None)],
            &[("x", None)],
        ] {
            let to = home.path().join("unpacked");
            let unpacked = unpack(&archive(entries), &to);
            assert!(unpacked.is_err(), "{entries:?}: {unpacked:?}");
            assert_eq!(fs::read_dir(&outside).unwrap().count(), 0, "{entries:?}");
            assert!(!home.path().join("x").exists(), "{entries:?}");
            let _ = fs::remove_dir_all(&to);
        }
        let to = home.path().join("unpacked");
        assert_eq!(unpack(&archive(&[("content/a", Some("b")), ("content/b", None)]), &to).unwrap().len(), 2);
    }
}
