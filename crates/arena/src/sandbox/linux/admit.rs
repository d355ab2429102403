//! Admission of a program: it exists, it can be started, and it is copied to a folder of its own.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf, absolute};
use std::sync::Arc;

use super::belongings::{Belongings, parent};
use super::bubble::is_of_system;
use super::event_files::event_file;
use super::reason;
use super::staging::{StagedProgram, StagingArea, is_reachable, parts_of};
use crate::sandbox::identity::some_of;
use crate::sandbox::{Program, ProgramIdentity, SandboxError};

/// What a program reads where it is is covered by a digest up to this size.
const MOST_READ_BYTES: u64 = 256 << 20;
const MOST_READ_ENTRIES: usize = 20_000;

/// A program that was admitted: it exists and can be started.
#[derive(Clone, Debug)]
pub struct Admitted {
    /// The file that is executed.
    pub(super) path: PathBuf,
    /// Its fixed arguments, with absolute paths for the files among them.
    pub(super) arguments: Vec<OsString>,
    /// Files and folders that it may read besides the system.
    pub(super) readable: Vec<PathBuf>,
    /// The copy that it runs from, which exists as long as this does.
    pub(super) copy: Option<Arc<StagedProgram>>,
    /// The files of the system that its identity covers.
    pub(super) system: Vec<PathBuf>,
    /// What it reads where it is, as real paths.
    pub(super) given_readable: Vec<PathBuf>,
    /// The words that its identity begins with.
    pub(super) command: String,
    pub(super) identity: ProgramIdentity,
    pub(super) warnings: Vec<String>,
}

impl Admitted {
    /// Makes a program of our own, which runs where it is.
    pub(super) fn in_place(path: PathBuf, arguments: Vec<OsString>, readable: Vec<PathBuf>) -> Admitted {
        let identity = ProgramIdentity::default();
        Admitted {
            path,
            arguments,
            readable,
            copy: None,
            system: Vec::new(),
            given_readable: Vec::new(),
            command: String::new(),
            identity,
            warnings: Vec::new(),
        }
    }

    /// Returns the digests of everything that it consists of.
    pub fn identity(&self) -> &ProgramIdentity {
        &self.identity
    }

    /// Returns what its owner should know, such as files beside it that it cannot read.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

/// Where programs are admitted to.
pub(super) struct Admission<'a> {
    pub(super) base: &'a Path,
    pub(super) area: &'a StagingArea,
    /// Whether programs are copied, which tier `none` does not do.
    pub(super) copies: bool,
    /// Whether programs run as other users.
    pub(super) has_users: bool,
}

impl Admission<'_> {
    /// Admits a program. `private` names the files and folders of other programs and of the event.
    pub(super) fn admit(&self, program: &Program, private: &[PathBuf]) -> Result<Admitted, SandboxError> {
        let given = find(&program.path, &program.folder)?;
        if let Some(why) = reason::unfit(&given) {
            return Err(SandboxError::NotAProgram { path: given, why });
        }
        let refused = |why: String| SandboxError::NotAProgram { path: given.clone(), why };
        let named: Vec<PathBuf> = program.readable.iter().map(|path| program.folder.join(path)).collect();
        let readable = self.readable_paths(&named)?;
        let itself = Place::new(&given)?;
        // The program runs in another folder, so arguments that name a file become absolute paths.
        let named = |argument: &OsString| {
            let path = program.folder.join(argument);
            let is_option = argument.as_encoded_bytes().first().is_none_or(|byte| *byte == b'-');
            if is_option || !path.exists() { Ok(None) } else { Place::new(&path).map(Some) }
        };
        let arguments: Vec<Option<Place>> = program.arguments.iter().map(named).collect::<Result<_, _>>()?;
        let places: Vec<&Place> = std::iter::once(&itself).chain(arguments.iter().flatten()).collect();
        let private = others(private, &places);

        let mut all = Belongings::new(self.base, &readable, &private);
        let mut warnings = Vec::new();
        places.iter().flat_map(|place| [&place.given, &place.real]).for_each(|path| all.name(path));
        for place in &places {
            for path in [&place.given, &place.real] {
                if !all.is_in_place(path) {
                    add(&mut all, path, &mut warnings).map_err(|fault| match fault.kind() {
                        io::ErrorKind::FileTooLarge => refused(format!(
                            "'{}' is larger than 1 GiB or 100,000 files; let the program read it where it is with 'read'",
                            path.display()
                        )),
                        _ => SandboxError::Io { doing: format!("read '{}'", path.display()), source: fault },
                    })?;
                }
            }
        }
        all.finish();
        let script = reason::interpreter(&itself.real);
        if let Some((interpreter, _)) = script.as_ref().filter(|_| self.copies)
            && !all.is_in_place(&interpreter.real)
            && !all.items.contains_key(&interpreter.given)
        {
            return Err(refused(format!(
                "its first line names the interpreter '{0}', which it cannot read; let it read the folder of the \
                 interpreter with 'read', or begin with a line such as '#!/usr/bin/env python3'",
                interpreter.given.display()
            )));
        }
        // The script of `python3 bot.py` is what its owner knows.
        let own = places.iter().map(|place| &place.given).find(|path| !all.is_in_place(path));
        warnings.extend(remarks(&all, own.unwrap_or(&given), &private));

        let failed = || SandboxError::doing(format!("copy '{}'", given.display()));
        let copy = match self.copies && !all.items.is_empty() {
            true => Some(self.area.stage(&all).map_err(failed())?),
            false => None,
        };
        let mut parts = match &copy {
            Some(copy) => copy.parts.clone(),
            None => parts_of(&all).map_err(failed())?,
        };
        let mut system = Vec::new();
        let found =
            places.iter().map(|place| &place.real).chain(script.as_ref().map(|(place, _)| &place.real));
        for real in found.filter(|real| all.is_in_place(real) && real.is_file()) {
            let digest = self.area.digest(real).map_err(failed())?;
            parts.insert(real.display().to_string(), format!("sha256 {digest}"));
            system.push(real.clone());
        }
        let uncovered = self.cover(&readable, &mut parts);

        let place_of = |place: &Place| match &copy {
            Some(copy) if !all.is_in_place(&place.given) => copy.place(&place.given),
            Some(copy) if !all.is_in_place(&place.real) => copy.place(&place.real),
            // A path with `..` or links in it need not exist in the sandbox.
            _ => place.given.clone(),
        };
        let words = std::iter::once(itself.real.file_name().unwrap_or_default().to_string_lossy())
            .chain(program.arguments.iter().map(|argument| argument.to_string_lossy()));
        let command = words.collect::<Vec<_>>().join("\0");
        let identity = ProgramIdentity::new(&command, parts, uncovered);
        let mut path = place_of(&itself);
        let mut fixed: Vec<OsString> = Vec::new();
        if let Some((interpreter, option)) = script
            && copy.is_some()
            && !all.is_in_place(&interpreter.given)
            && !all.is_in_place(&itself.given)
        {
            // The kernel would look for the interpreter where the original is.
            fixed.extend(option.map(OsString::from));
            fixed.push(std::mem::replace(&mut path, place_of(&interpreter)).into());
        }
        fixed.extend(program.arguments.iter().zip(&arguments).map(|(argument, place)| match place {
            Some(place) => place_of(place).into(),
            None => argument.clone(),
        }));
        let mut open: Vec<PathBuf> = readable.iter().filter(|path| !is_of_system(path)).cloned().collect();
        open.extend(copy.iter().map(|copy| copy.folder.clone()));
        open.sort_unstable();
        open.dedup();
        Ok(Admitted {
            path,
            arguments: fixed,
            readable: open,
            copy,
            system,
            given_readable: readable,
            command,
            identity,
            warnings,
        })
    }

    /// Returns the real paths that the program may read where they are.
    pub(super) fn readable_paths(&self, named: &[PathBuf]) -> Result<Vec<PathBuf>, SandboxError> {
        let mut readable = Vec::new();
        for path in named {
            let path = path.canonicalize().map_err(|_| SandboxError::NotFound(path.clone()))?;
            if self.has_users && !is_reachable(&path) {
                return Err(SandboxError::Unreadable(path));
            }
            readable.push(path);
        }
        Ok(readable)
    }

    /// Adds digests of what a program reads where it is, and returns what is not covered.
    pub(super) fn cover(&self, readable: &[PathBuf], parts: &mut BTreeMap<String, String>) -> Vec<String> {
        let mut uncovered = Vec::new();
        for path in readable.iter().filter(|path| !is_of_system(path)) {
            let mut all = Belongings::new(self.base, &[], &[]).limited(MOST_READ_BYTES, MOST_READ_ENTRIES);
            let added = if path.is_dir() { all.add_folder(path) } else { all.add_single(path) };
            all.finish();
            match added.and_then(|()| parts_of(&all)) {
                Ok(found) => parts.extend(
                    found.into_iter().map(|(name, value)| (path.join(name).display().to_string(), value)),
                ),
                Err(fault) if fault.kind() == io::ErrorKind::FileTooLarge => {
                    uncovered.push(format!("{}: larger than 256 MiB or 20,000 files", path.display()));
                }
                Err(fault) => uncovered.push(format!("{}: {fault}", path.display())),
            }
        }
        uncovered
    }
}

/// A path that was named, and what it leads to.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The path in its real folder. It may be a link.
    given: PathBuf,
    /// What it is after all links.
    real: PathBuf,
}

impl Place {
    pub(super) fn new(path: &Path) -> Result<Place, SandboxError> {
        let missing = |_| SandboxError::NotFound(path.to_owned());
        let named = absolute(path).map_err(missing)?;
        let real = named.canonicalize().map_err(missing)?;
        let given = match named.file_name() {
            Some(name) => parent(&named).canonicalize().map_err(missing)?.join(name),
            None => real.clone(),
        };
        Ok(Place { given, real })
    }
}

/// Adds a file or a folder that was named.
fn add(all: &mut Belongings<'_>, path: &Path, warnings: &mut Vec<String>) -> io::Result<()> {
    if path.is_symlink() || !path.is_dir() {
        return all.add_file(path);
    }
    if let Some(why) = all.unsuitable(path) {
        warnings.push(format!("the folder '{}' among the arguments is not readable: {why}", path.display()));
        return Ok(());
    }
    all.add_folder(path)
}

/// Returns the real paths of what is private to others, without the program's own.
fn others(private: &[PathBuf], own: &[&Place]) -> Vec<PathBuf> {
    let mut others = Vec::new();
    for path in private {
        match Place::new(path) {
            Ok(place) => others.extend([place.given, place.real]),
            // It may be made later.
            Err(_) => others.extend(absolute(path)),
        }
    }
    others.retain(|path| own.iter().all(|place| *path != place.given && *path != place.real));
    others.sort_unstable();
    others.dedup();
    others
}

/// Returns warnings about the folder of a program.
fn remarks(all: &Belongings<'_>, program: &Path, private: &[PathBuf]) -> Vec<String> {
    let mut remarks = Vec::new();
    if !all.left_out.is_empty() {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let listed: Vec<String> =
            all.left_out.iter().map(|(path, why)| format!("{} ({why})", name(path))).collect();
        remarks.push(format!(
            "WARNING: beside '{}' lies what it cannot read: {}; give each program a folder of its own, and name what it \
             needs from elsewhere with 'read'",
            program.display(),
            some_of(&listed)
        ));
    }
    for (folder, why) in &all.alone {
        remarks.push(format!(
            "'{}' cannot read the other files in '{}', since {why}",
            program.display(),
            folder.display()
        ));
    }
    // Programs of the system that others run lie there too.
    if let Some(path) = private.iter().find(|path| is_of_system(path) && event_file(path).is_some()) {
        remarks.push(format!(
            "WARNING: '{}' is in a folder of the system, which every program can read; move the event elsewhere",
            path.display()
        ));
    }
    remarks
}

/// Finds a program in a folder, or by its name alone on the search path.
fn find(path: &Path, folder: &Path) -> Result<PathBuf, SandboxError> {
    let missing = || SandboxError::NotFound(path.to_owned());
    let here = folder.join(path);
    if here.exists() {
        return absolute(here).map_err(SandboxError::doing(format!("name '{}' in full", path.display())));
    }
    if path.components().count() != 1 {
        return Err(missing());
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).map(|folder| folder.join(path)).find(|path| path.is_file()).ok_or_else(missing)
}
