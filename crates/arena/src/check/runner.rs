//! Running the program that is checked.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::bot;
use crate::sandbox::{Admitted, ExitReason, FoundFile, ResourceLimits, Sandbox};

/// Something that lies in the folder before a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A file.
    File {
        /// Its name.
        name: &'static str,
        /// What it holds.
        bytes: Vec<u8>,
        /// Whether it may be written to.
        writable: bool,
    },
    /// An empty folder.
    Folder {
        /// Its name.
        name: &'static str,
    },
}

impl Item {
    /// Returns an ordinary file.
    pub fn file(name: &'static str, bytes: impl Into<Vec<u8>>) -> Item {
        Item::File { name, bytes: bytes.into(), writable: true }
    }

    /// Returns the name.
    pub fn name(&self) -> &'static str {
        match self {
            Item::File { name, .. } | Item::Folder { name } => name,
        }
    }
}

/// One call to be made in a fresh folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The arguments.
    pub arguments: Vec<OsString>,
    /// What lies in the folder.
    pub items: Vec<Item>,
    /// The name of a file that may be there afterwards, besides those of `items`.
    pub output: Option<&'static str>,
    /// How long the call may take.
    pub time: Duration,
}

/// What came of a call.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub ended: ExitReason,
    /// How long it took.
    pub took: Duration,
    /// What it printed to standard output.
    pub stdout: Vec<u8>,
    /// What it printed to standard error.
    pub stderr: Vec<u8>,
    /// What stands by the names of the trial's items and of its output.
    pub files: Vec<(&'static str, FoundFile)>,
    /// Whatever else is in the folder, by name.
    pub others: Vec<String>,
    /// How many processes it left behind.
    pub leftovers: u32,
    /// What it was allowed to use.
    pub limits: ResourceLimits,
}

impl Outcome {
    /// Returns what stands by a name.
    pub fn file(&self, name: &str) -> &FoundFile {
        self.files.iter().find(|(known, _)| *known == name).map_or(&FoundFile::Missing, |(_, taken)| taken)
    }
}

/// Whatever runs the program that is checked.
pub trait Runner: Send + Sync {
    /// Makes one call. An error means that we failed, and not the program.
    fn call(&self, trial: &Trial) -> io::Result<Outcome>;
}

/// The most names of files left behind that are told.
const MOST_OTHERS: usize = 5;

/// A program in a sandbox.
#[derive(Debug)]
pub struct InSandbox {
    sandbox: Arc<Sandbox>,
    program: Admitted,
    limits: ResourceLimits,
}

impl InSandbox {
    /// Takes a program that a sandbox has admitted; the time in the limits is that of each trial instead.
    pub fn new(sandbox: Arc<Sandbox>, program: Admitted, limits: ResourceLimits) -> InSandbox {
        InSandbox { sandbox, program, limits }
    }
}

impl Runner for InSandbox {
    fn call(&self, trial: &Trial) -> io::Result<Outcome> {
        let folder = self.sandbox.folder()?;
        let mut given = 0;
        for item in &trial.items {
            match item {
                Item::File { name, bytes, writable } => {
                    folder.put(name, bytes)?;
                    given += bytes.len() as u64;
                    if !writable {
                        let path = folder.path().join(name);
                        let mut permissions = fs::metadata(&path)?.permissions();
                        permissions.set_readonly(true);
                        fs::set_permissions(&path, permissions)?;
                    }
                }
                Item::Folder { name } => fs::create_dir(folder.path().join(name))?,
            }
        }
        let limits =
            ResourceLimits { wall: trial.time, cpu: self.limits.cpu.max(trial.time), ..self.limits.clone() };
        let ran = self.sandbox.run(&self.program, &trial.arguments, &folder, &limits)?;
        let mut files = Vec::new();
        for name in trial.items.iter().map(Item::name).chain(trial.output) {
            files.push((name, folder.take(name, bot::most_output(given))?));
        }
        let known = |name: &str| files.iter().any(|(known, _)| *known == name);
        let others = fs::read_dir(folder.path())?
            .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
            .filter(|name| !known(name))
            .take(MOST_OTHERS)
            .collect();
        let (ended, took) = (ran.ended, ran.took);
        let (stdout, stderr, leftovers) = (ran.stdout, ran.stderr, ran.leftovers);
        Ok(Outcome { ended, took, stdout, stderr, files, others, leftovers, limits })
    }
}
