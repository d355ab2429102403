//! Where there is no Linux: the same types, of which no value can exist.

use std::convert::Infallible;
use std::ffi::OsString;
use std::io;
use std::path::Path;

use super::{FoundFile, Gap, Program, ResourceLimits, RunOutput, SandboxError, Stub, Tier, TierChoice};

/// A way to run programs, which this system does not have.
#[derive(Debug)]
pub struct Sandbox(Infallible);

/// A program that may be run.
#[derive(Clone, Debug)]
pub struct Admitted(Infallible);

/// A private folder of a program.
#[derive(Debug)]
pub struct WorkFolder(Infallible);

impl Sandbox {
    /// Says that it cannot be done here.
    pub fn new(_wish: TierChoice, _stub: Stub) -> Result<Sandbox, SandboxError> {
        Err(SandboxError::NotLinux)
    }

    /// Returns the tier.
    pub fn tier(&self) -> Tier {
        match self.0 {}
    }

    /// Returns what shuts a program in, in one line.
    pub fn description(&self) -> String {
        match self.0 {}
    }

    /// Returns what cannot be guarded.
    pub fn gaps(&self) -> &[Gap] {
        match self.0 {}
    }

    /// Makes a private folder.
    pub fn folder(&self) -> io::Result<WorkFolder> {
        match self.0 {}
    }

    /// Makes sure that a program can be started.
    pub fn admit(&self, _program: &Program) -> Result<Admitted, SandboxError> {
        match self.0 {}
    }

    /// Runs a program.
    pub fn run(
        &self,
        _: &Admitted,
        _: &[OsString],
        _: &WorkFolder,
        _: &ResourceLimits,
    ) -> io::Result<RunOutput> {
        match self.0 {}
    }
}

impl WorkFolder {
    /// Returns where it is.
    pub fn path(&self) -> &Path {
        match self.0 {}
    }

    /// Writes a file into it.
    pub fn put(&self, _name: &str, _bytes: &[u8]) -> io::Result<()> {
        match self.0 {}
    }

    /// Reads a file from it.
    pub fn take(&self, _name: &str, _most: u64) -> io::Result<FoundFile> {
        match self.0 {}
    }
}
