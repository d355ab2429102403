//! The sandbox on other systems: the same types, of which no value can exist.

use std::convert::Infallible;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use super::{
    BundleManifest, FoundFile, Gap, Program, ProgramBundle, ProgramIdentity, ResourceLimits, RunOutput,
    SandboxError, Stub, Tier, TierChoice,
};

/// The sandbox, which this system does not support.
#[derive(Debug)]
pub struct Sandbox(Infallible);

/// A program that was admitted.
#[derive(Clone, Debug)]
pub struct Admitted(Infallible);

/// What was unpacked from an archive.
#[derive(Clone, Debug)]
pub struct UnpackedArchive(Infallible);

/// A private folder of a program.
#[derive(Debug)]
pub struct WorkFolder(Infallible);

impl Sandbox {
    /// Returns an error, since this system is not supported.
    pub fn new(_wish: TierChoice, _stub: Stub) -> Result<Sandbox, SandboxError> {
        Err(SandboxError::NotLinux)
    }

    /// Returns the tier.
    pub fn tier(&self) -> Tier {
        match self.0 {}
    }

    /// Describes the isolation in one line.
    pub fn description(&self) -> String {
        match self.0 {}
    }

    /// Returns what is not guarded.
    pub fn gaps(&self) -> &[Gap] {
        match self.0 {}
    }

    /// Makes a work folder.
    pub fn folder(&self) -> io::Result<WorkFolder> {
        match self.0 {}
    }

    /// Admits a program.
    pub fn admit(&self, _program: &Program) -> Result<Admitted, SandboxError> {
        match self.0 {}
    }

    /// Admits a program beside files of others.
    pub fn admit_beside(&self, _program: &Program, _private: &[PathBuf]) -> Result<Admitted, SandboxError> {
        match self.0 {}
    }

    /// Unpacks the files of programs that another machine has packed.
    pub fn unpack(&self, _archive: &[u8]) -> Result<UnpackedArchive, SandboxError> {
        match self.0 {}
    }

    /// Admits a program that another machine has packed.
    pub fn admit_bundle(
        &self,
        _manifest: &BundleManifest,
        _archive: Option<&UnpackedArchive>,
        _other_systems: bool,
    ) -> Result<Admitted, SandboxError> {
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

impl Admitted {
    /// Returns its identity.
    pub fn identity(&self) -> &ProgramIdentity {
        match self.0 {}
    }

    /// Returns what is sent to another machine.
    pub fn bundle(&self) -> Result<ProgramBundle, SandboxError> {
        match self.0 {}
    }

    /// Returns what its owner should know.
    pub fn warnings(&self) -> &[String] {
        match self.0 {}
    }
}

impl WorkFolder {
    /// Returns its path.
    pub fn path(&self) -> &Path {
        match self.0 {}
    }

    /// Writes a file into it.
    pub fn put(&self, _name: &str, _bytes: &[u8]) -> io::Result<()> {
        match self.0 {}
    }

    /// Keeps a copy of its content.
    pub fn save(&mut self) -> io::Result<()> {
        match self.0 {}
    }

    /// Replaces its content by what was saved.
    pub fn restore(&self) -> io::Result<()> {
        match self.0 {}
    }

    /// Reads a file from it.
    pub fn take(&self, _name: &str, _most: u64) -> io::Result<FoundFile> {
        match self.0 {}
    }
}
