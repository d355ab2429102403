//! Admission of a program: it exists, it can be started, and the user that it runs as can reach it.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf, absolute};

use super::bubble::is_of_system;
use super::reason;
use super::staging::{StagingArea, is_reachable};
use crate::sandbox::{Program, SandboxError};

/// A program that was admitted: it exists and can be started.
#[derive(Clone, Debug)]
pub struct Admitted {
    /// The file that is executed.
    pub(super) path: PathBuf,
    /// Its fixed arguments, with absolute paths for the files among them.
    pub(super) arguments: Vec<OsString>,
    /// Files and folders that it may read besides the system.
    pub(super) readable: Vec<PathBuf>,
}

/// Admits a program. Files that its user cannot reach are copied to the staging area, if there is one.
pub(super) fn admit(
    program: &Program,
    base: &Path,
    stage: Option<&StagingArea>,
) -> Result<Admitted, SandboxError> {
    let given = find(&program.path, &program.folder)?;
    if let Some(why) = reason::unfit(&given) {
        return Err(SandboxError::NotAProgram { path: given, why });
    }
    let mut files = Files { base, stage, readable: Vec::new() };
    let path = files.file(&given)?;
    let mut arguments = Vec::new();
    for argument in &program.arguments {
        // The program runs in another folder, so arguments that name a file become absolute paths.
        let named = &program.folder.join(argument);
        let is_option = argument.as_encoded_bytes().first().is_none_or(|byte| *byte == b'-');
        arguments.push(if is_option || !named.exists() {
            argument.clone()
        } else if named.is_dir() {
            files.whole(named)?.into()
        } else {
            files.file(named)?.into()
        });
    }
    for path in &program.readable {
        // The program would not find a copy, so the original must be reachable.
        let path = files.full(&program.folder.join(path))?;
        if stage.is_some() && !is_reachable(&path) {
            let why = format!(
                "'{}' cannot be read by the user that programs run as; try: chmod -R o+rX",
                path.display()
            );
            return Err(SandboxError::NotAProgram { path: given, why });
        }
        files.add(path);
    }
    let mut readable = files.readable;
    readable.sort_unstable();
    readable.dedup();
    Ok(Admitted { path, arguments, readable })
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

/// Collects the files that a program uses, and copies those that it could not reach.
struct Files<'a> {
    base: &'a Path,
    stage: Option<&'a StagingArea>,
    readable: Vec<PathBuf>,
}

impl Files<'_> {
    fn full(&self, path: &Path) -> Result<PathBuf, SandboxError> {
        path.canonicalize().map_err(|_| SandboxError::NotFound(path.to_owned()))
    }

    fn add(&mut self, path: PathBuf) {
        if !is_of_system(&path) {
            self.readable.push(path);
        }
    }

    /// Makes a file and its folder readable, and returns its reachable path.
    fn file(&mut self, path: &Path) -> Result<PathBuf, SandboxError> {
        let given =
            absolute(path).map_err(SandboxError::doing(format!("name '{}' in full", path.display())))?;
        let real = self.full(path)?;
        let usable = match self.stage {
            Some(stage) if !is_reachable(&given) => {
                if is_reachable(&real) {
                    real.clone()
                } else {
                    let alone = self.is_too_wide(parent(&real));
                    stage
                        .file(&real, alone)
                        .map_err(SandboxError::doing(format!("copy '{}'", real.display())))?
                }
            }
            _ => given,
        };
        // The target of a link may be in another folder, which belongs to the program too.
        let behind = usable.canonicalize().map_err(|_| SandboxError::NotFound(usable.clone()))?;
        for file in [&usable, &behind] {
            let folder = parent(file);
            self.add(if self.is_too_wide(folder) { file.clone() } else { folder.to_owned() });
        }
        Ok(usable)
    }

    /// Makes a folder readable, and returns its reachable path.
    fn whole(&mut self, path: &Path) -> Result<PathBuf, SandboxError> {
        let real = self.full(path)?;
        let usable = match self.stage {
            Some(stage) if !is_reachable(&real) => {
                stage.folder(&real).map_err(SandboxError::doing(format!("copy '{}'", real.display())))?
            }
            _ => real,
        };
        self.add(usable.clone());
        Ok(usable)
    }

    /// Returns whether a folder holds more than a program's own files: a home folder, or our own folders.
    fn is_too_wide(&self, folder: &Path) -> bool {
        let home = env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
        self.base.starts_with(folder)
            || home.is_some_and(|home| {
                home.starts_with(folder) || home.canonicalize().is_ok_and(|home| home.starts_with(folder))
            })
    }
}

fn parent(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}
