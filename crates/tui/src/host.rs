//! What a front end needs from the program around it: files, autosaved games and random seeds.

use std::time::Duration;

use floe_session::GameSpec;

use crate::settings::Settings;

/// Access to files, autosaved games and random seeds, implemented by the program that embeds a front end.
///
/// Paths are as people type them; a leading `~` is the home folder. A program without a place for autosaved games
/// leaves out the methods with a default.
pub trait Host {
    /// Reads a file, or returns why it cannot be read.
    fn load(&mut self, path: &str) -> Result<Vec<u8>, String>;

    /// Writes a file; overwrites an existing one only if `overwrite` is set.
    fn save(&mut self, path: &str, bytes: &[u8], overwrite: bool) -> Result<(), SaveError>;

    /// Stores what to remember for the next start; by default nothing is remembered. Returns what to tell the user,
    /// once, where that is impossible.
    fn remember(&mut self, settings: &Settings) -> Result<(), String> {
        let _ = settings;
        Ok(())
    }

    /// Returns a seed for a new game.
    fn new_seed(&mut self) -> u64;

    /// Returns the paths that begin with what is typed, folders with a slash at their end.
    fn complete(&mut self, typed: &str) -> Vec<String> {
        let _ = typed;
        Vec::new()
    }

    /// Returns the saved games and boards of the current folder and of the one that was used last, newest first.
    fn list(&mut self) -> FileListing {
        FileListing::default()
    }

    /// Remembers what a board file that was just saved does not contain.
    fn remember_board(&mut self, path: &str, bytes: &[u8], spec: &GameSpec) {
        let _ = (path, bytes, spec);
    }

    /// Returns what was remembered about a board file.
    fn recall_board(&mut self, path: &str, bytes: &[u8]) -> Option<GameSpec> {
        let _ = (path, bytes);
        None
    }

    /// Autosaves the game being played, as a stored session, in case the program does not end properly.
    fn autosave_game(&mut self, bytes: &[u8]) -> Result<(), String> {
        let _ = bytes;
        Ok(())
    }

    /// Returns where the game being played is autosaved, if it is.
    fn autosave_path(&self) -> Option<String> {
        None
    }

    /// Removes the autosave: the game was left on purpose.
    fn remove_autosave(&mut self) {}

    /// Returns the autosaved games of programs that did not end properly, most recent first.
    fn interrupted_games(&mut self) -> Vec<InterruptedGame> {
        Vec::new()
    }

    /// Takes over an interrupted game, and returns its stored session.
    fn resume_game(&mut self, id: &str) -> Result<Vec<u8>, ResumeError> {
        Err(ResumeError::Failed(format!("there is no game {id}")))
    }

    /// Removes an interrupted game, or sets aside one that cannot be read; or returns why it is still there.
    fn discard_game(&mut self, id: &str, broken: bool) -> Result<(), String> {
        let _ = (id, broken);
        Ok(())
    }
}

/// Why a file was not written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The file exists, and may not be overwritten.
    #[error("the file already exists: choose another name")]
    Exists,
    /// There is a directory of this name.
    #[error("it is a directory")]
    Directory,
    /// Anything else.
    #[error("{0}")]
    Failed(String),
}

/// Why an interrupted game was not taken over.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// Another program plays it.
    #[error("it is being played in another window")]
    Busy,
    /// Anything else.
    #[error("{0}")]
    Failed(String),
}

/// The files that can be opened.
#[derive(Clone, Debug, Default)]
pub struct FileListing {
    /// The newest files.
    pub files: Vec<ListedFile>,
    /// How many older files are left out.
    pub left_out: usize,
}

/// A file that can be opened.
#[derive(Clone, Debug)]
pub struct ListedFile {
    /// Its path, as it would be typed.
    pub path: String,
    /// When it was changed, in local time, as `2026-11-16 18:05`.
    pub modified: String,
    /// Its contents, unless they are too long to look at; or why they cannot be read.
    pub contents: Result<Option<Vec<u8>>, String>,
}

/// An autosaved game of a program that did not end properly.
#[derive(Clone, Debug)]
pub struct InterruptedGame {
    /// Its name among the autosaved games.
    pub id: String,
    /// How long ago it was autosaved.
    pub age: Duration,
    /// The stored session, or why it cannot be read.
    pub contents: Result<Vec<u8>, String>,
}

/// What a front end asks of its [`Host`].
#[derive(Debug)]
pub enum HostRequest {
    /// Read a file.
    Load {
        /// Its path.
        path: String,
    },
    /// Write a file.
    Save {
        /// Its path.
        path: String,
        /// Its contents.
        bytes: Vec<u8>,
        /// Whether to overwrite an existing file.
        overwrite: bool,
        /// What to remember about a board file.
        board: Option<Box<GameSpec>>,
    },
    /// Complete a path.
    Complete {
        /// What is typed.
        typed: String,
    },
    /// List the files that can be opened.
    List,
    /// Autosave the game being played.
    Autosave {
        /// The stored session.
        bytes: Vec<u8>,
    },
    /// Remove the autosave of this program.
    RemoveAutosave,
    /// Look for interrupted games.
    FindInterrupted,
    /// Take over an interrupted game.
    Resume {
        /// Its name.
        id: String,
    },
    /// Remove an interrupted game.
    Discard {
        /// Its name.
        id: String,
        /// Whether it cannot be read, and should be set aside.
        broken: bool,
    },
}

/// The answer of a [`Host`].
#[derive(Debug)]
pub enum HostReply {
    /// A file was read.
    Loaded {
        /// Its path.
        path: String,
        /// Its contents, or why it could not be read.
        result: Result<Vec<u8>, String>,
        /// What was remembered about a board file.
        board: Option<Box<GameSpec>>,
    },
    /// A file was written.
    Saved {
        /// Its path.
        path: String,
        /// Whether it was written.
        result: Result<(), SaveError>,
    },
    /// A path was completed.
    Completed {
        /// What was typed.
        typed: String,
        /// The paths that begin with it.
        paths: Vec<String>,
    },
    /// The files that can be opened.
    Listed(FileListing),
    /// Autosave failed.
    AutosaveFailed(String),
    /// The interrupted games.
    Interrupted(Vec<InterruptedGame>),
    /// An interrupted game was taken over.
    Resumed(Result<Vec<u8>, ResumeError>),
    /// An interrupted game could not be removed.
    NotDiscarded(String),
}

impl HostRequest {
    /// Carries out the request; returns the answer, if there is one.
    pub fn carry_out(self, host: &mut dyn Host) -> Option<HostReply> {
        Some(match self {
            HostRequest::Load { path } => {
                let result = host.load(&path);
                let bytes = result.as_ref().ok();
                let board = bytes.and_then(|bytes| host.recall_board(&path, bytes)).map(Box::new);
                HostReply::Loaded { path, result, board }
            }
            HostRequest::Save { path, bytes, overwrite, board } => {
                let result = host.save(&path, &bytes, overwrite);
                if let (Ok(()), Some(board)) = (&result, board) {
                    host.remember_board(&path, &bytes, &board);
                }
                HostReply::Saved { path, result }
            }
            HostRequest::Complete { typed } => {
                let paths = host.complete(&typed);
                HostReply::Completed { typed, paths }
            }
            HostRequest::List => HostReply::Listed(host.list()),
            HostRequest::Autosave { bytes } => HostReply::AutosaveFailed(host.autosave_game(&bytes).err()?),
            HostRequest::RemoveAutosave => {
                host.remove_autosave();
                return None;
            }
            HostRequest::FindInterrupted => HostReply::Interrupted(host.interrupted_games()),
            HostRequest::Resume { id } => HostReply::Resumed(host.resume_game(&id)),
            HostRequest::Discard { id, broken } => {
                let discarded = host.discard_game(&id, broken);
                // A broken game that stays is reported again at the next start.
                HostReply::NotDiscarded(discarded.err().filter(|_| !broken)?)
            }
        })
    }
}
