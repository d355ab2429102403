//! What a front end needs from the program around it.

use crate::settings::Settings;

/// Access to files and random seeds, implemented by the program that embeds a front end.
pub trait Host {
    /// Reads a file, or returns why it cannot be read.
    fn load(&mut self, path: &str) -> Result<Vec<u8>, String>;

    /// Writes a file; overwrites an existing one only if `overwrite` is set.
    fn save(&mut self, path: &str, bytes: &[u8], overwrite: bool) -> Result<(), SaveError>;

    /// Stores what to remember for the next start; by default nothing is remembered. Returns what to tell the user, once,
    /// where that is impossible.
    fn remember(&mut self, settings: &Settings) -> Result<(), String> {
        let _ = settings;
        Ok(())
    }

    /// Returns a seed for a new game.
    fn new_seed(&mut self) -> u64;
}

/// Why a file was not written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The file exists, and may not be overwritten.
    #[error("the file already exists: choose another name")]
    Exists,
    /// Anything else.
    #[error("{0}")]
    Failed(String),
}
