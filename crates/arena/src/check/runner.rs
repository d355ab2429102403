//! Runs the program that is checked.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::bot;
use crate::sandbox::replay::{FairRun, run_fairly, run_fairly_in};
use crate::sandbox::{Admitted, Disturbance, ExitReason, FoundFile, ResourceLimits, Sandbox, WorkFolder};

/// A file or folder that exists before a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FolderItem {
    /// A file.
    File {
        /// Its name.
        name: &'static str,
        /// Its contents.
        bytes: Vec<u8>,
        /// Whether it can be written to.
        writable: bool,
    },
    /// An empty folder.
    Folder {
        /// Its name.
        name: &'static str,
    },
}

impl FolderItem {
    /// Returns an ordinary file.
    pub fn file(name: &'static str, bytes: impl Into<Vec<u8>>) -> FolderItem {
        FolderItem::File { name, bytes: bytes.into(), writable: true }
    }

    /// Returns the name.
    pub fn name(&self) -> &'static str {
        match self {
            FolderItem::File { name, .. } | FolderItem::Folder { name } => name,
        }
    }
}

/// One call in a fresh folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCall {
    /// The arguments.
    pub arguments: Vec<OsString>,
    /// What the folder contains before the call.
    pub items: Vec<FolderItem>,
    /// The name of a new file that the call may create.
    pub output: Option<&'static str>,
    /// The time limit of the call.
    pub time: Duration,
}

/// The result of a call.
#[derive(Clone, Debug)]
pub struct CallOutcome {
    /// How the program ended.
    pub ended: ExitReason,
    /// How long it took.
    pub took: Duration,
    /// The processor time of all its processes.
    pub cpu: Duration,
    /// What disturbed a first run, if this is the outcome of the second.
    pub replayed: Option<Disturbance>,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: Vec<u8>,
    /// The files of the call and its output afterwards, by name.
    pub files: Vec<(&'static str, FoundFile)>,
    /// The names of other files in the folder.
    pub others: Vec<String>,
    /// The number of processes that it left behind.
    pub leftovers: u32,
    /// The limits of the call.
    pub limits: ResourceLimits,
}

impl CallOutcome {
    /// Returns a file after the call.
    pub fn file(&self, name: &str) -> &FoundFile {
        self.files.iter().find(|(known, _)| *known == name).map_or(&FoundFile::Missing, |(_, taken)| taken)
    }
}

/// Runs the program that is checked.
pub trait ProgramRunner: Send + Sync {
    /// Makes one call. An error means that running it failed, never that the program did something wrong.
    fn call(&self, test_call: &TestCall) -> io::Result<CallOutcome>;

    /// Returns a runner that keeps one folder for all its calls, if it can: some programs need files of earlier calls.
    fn lasting(&self) -> io::Result<Option<Arc<dyn ProgramRunner>>> {
        Ok(None)
    }
}

/// The maximum number of other files whose names are reported.
const MOST_OTHERS: usize = 5;

/// A program in a sandbox.
#[derive(Debug)]
pub struct SandboxedProgram {
    sandbox: Arc<Sandbox>,
    program: Admitted,
    limits: ResourceLimits,
    /// The folder of all calls; by default each has its own.
    folder: Option<Mutex<WorkFolder>>,
}

impl SandboxedProgram {
    /// Takes a program that the sandbox has admitted. Each call has its own time limit.
    pub fn new(sandbox: Arc<Sandbox>, program: Admitted, limits: ResourceLimits) -> SandboxedProgram {
        SandboxedProgram { sandbox, program, limits, folder: None }
    }
}

impl ProgramRunner for SandboxedProgram {
    fn call(&self, test_call: &TestCall) -> io::Result<CallOutcome> {
        let limits = ResourceLimits {
            wall: test_call.time,
            cpu: self.limits.cpu.max(test_call.time),
            ..self.limits.clone()
        };
        let run = |folder: &WorkFolder| {
            let given = fill(folder, &test_call.items)?;
            let ran = self.sandbox.run(&self.program, &test_call.arguments, folder, &limits)?;
            Ok((ran, look_into(folder, test_call, given)?))
        };
        let FairRun { output: ran, rest: (files, others), replayed } = match &self.folder {
            None => run_fairly(|| run(&self.sandbox.folder()?)),
            Some(folder) => run_fairly_in(&mut folder.lock().unwrap_or_else(PoisonError::into_inner), run),
        }?;
        let (ended, took, cpu) = (ran.ended, ran.took, ran.cpu);
        let (stdout, stderr, leftovers) = (ran.stdout, ran.stderr, ran.leftovers);
        Ok(CallOutcome { ended, took, cpu, replayed, stdout, stderr, files, others, leftovers, limits })
    }

    fn lasting(&self) -> io::Result<Option<Arc<dyn ProgramRunner>>> {
        let folder = Some(Mutex::new(self.sandbox.folder()?));
        let (sandbox, program) = (Arc::clone(&self.sandbox), self.program.clone());
        Ok(Some(Arc::new(SandboxedProgram { sandbox, program, limits: self.limits.clone(), folder })))
    }
}

/// Puts files and folders into a work folder, and returns the size of all files.
fn fill(folder: &WorkFolder, items: &[FolderItem]) -> io::Result<u64> {
    let mut given = 0;
    for item in items {
        match item {
            FolderItem::File { name, bytes, writable } => {
                folder.put(name, bytes)?;
                given += bytes.len() as u64;
                if !writable {
                    let path = folder.path().join(name);
                    let mut permissions = fs::metadata(&path)?.permissions();
                    permissions.set_readonly(true);
                    fs::set_permissions(&path, permissions)?;
                }
            }
            FolderItem::Folder { name } => fs::create_dir(folder.path().join(name))?,
        }
    }
    Ok(given)
}

/// The files of a call and its output, by name.
type NamedFiles = Vec<(&'static str, FoundFile)>;

/// Returns the files of a call afterwards, and the names of other files.
fn look_into(folder: &WorkFolder, test_call: &TestCall, given: u64) -> io::Result<(NamedFiles, Vec<String>)> {
    let mut files = Vec::new();
    for name in test_call.items.iter().map(FolderItem::name).chain(test_call.output) {
        files.push((name, folder.take(name, bot::max_output_len(given))?));
    }
    let known = |name: &str| files.iter().any(|(known, _)| *known == name);
    let others = fs::read_dir(folder.path())?
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .filter(|name| !known(name))
        .take(MOST_OTHERS)
        .collect();
    Ok((files, others))
}
