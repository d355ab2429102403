//! A program on its way to another machine.

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::ProgramIdentity;

/// How a program is started, and what it consists of. Its files are in an archive, which programs may share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BundleManifest {
    /// What is executed, and its fixed arguments.
    pub(super) words: Vec<BundleWord>,
    /// The files of the system that its identity covers.
    pub(super) system: Vec<PathBuf>,
    /// What it reads where it is.
    pub(super) readable: Vec<PathBuf>,
    /// The words that its identity begins with.
    pub(super) command: String,
    pub(super) identity: ProgramIdentity,
}

/// A word of a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum BundleWord {
    /// A path in the archive.
    Copied(PathBuf),
    /// Anything else.
    Text(String),
}

/// A program that can be sent to another machine.
#[derive(Clone, Debug)]
pub struct ProgramBundle {
    /// How it is started.
    pub manifest: BundleManifest,
    /// Its files, compressed; none for a program of the system.
    pub archive: Option<Arc<Vec<u8>>>,
}
