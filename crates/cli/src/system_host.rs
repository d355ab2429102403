//! The files, the autosaved games and the randomness of this machine, for the front ends.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};

use floe_locale::{Lang, tr};
use floe_session::{GameSpec, Session};
use floe_tui::{FileListing, Host, InterruptedGame, ResumeError, SaveError, Settings};

use crate::autosave::Autosaves;
use crate::board_memory::BoardMemory;
use crate::browsing;
use crate::files;
use crate::folders::expanded;
use crate::settings::SettingsFile;

/// The longest path that is remembered.
const LONGEST_FOLDER: u64 = 4096;

/// The files, the autosaved games and the randomness of this machine.
#[derive(Debug)]
pub(crate) struct SystemHost {
    settings: SettingsFile,
    /// The language at the start, for notices.
    lang: Lang,
    games: Autosaves,
    boards: BoardMemory,
    /// The file that names the folder that was used last.
    folder_file: Option<PathBuf>,
    /// The folder that was used last, if it is not the current one.
    last_folder: Option<PathBuf>,
}

impl SystemHost {
    /// Opens the host. Without a state folder nothing is remembered; games are kept only if `autosaves` is set.
    pub(crate) fn new(
        settings: SettingsFile,
        lang: Lang,
        state: Option<&Path>,
        autosaves: bool,
    ) -> SystemHost {
        let in_state = |name: &str| state.map(|state| state.join(name));
        let folder_file = in_state("last-folder");
        let last_folder =
            folder_file.as_ref().and_then(|file| files::read_bounded(file, LONGEST_FOLDER).ok());
        let last_folder = last_folder.and_then(|bytes| String::from_utf8(bytes).ok()).map(PathBuf::from);
        SystemHost {
            settings,
            lang,
            games: Autosaves::new(in_state("games").filter(|_| autosaves)),
            boards: BoardMemory::new(in_state("boards.json")),
            folder_file,
            last_folder,
        }
    }

    /// Notes the folder of a file that was opened or saved.
    fn used(&mut self, file: &Path) {
        let Some(folder) = fs::canonicalize(file).ok().and_then(|file| Some(file.parent()?.to_path_buf()))
        else {
            return;
        };
        if self.last_folder.as_ref() == Some(&folder) {
            return;
        }
        if let (Some(file), Some(text)) = (&self.folder_file, folder.to_str()) {
            let _ = file.parent().map(fs::create_dir_all);
            let _ = files::replace(file, text.as_bytes());
        }
        self.last_folder = Some(folder);
    }
}

impl Host for SystemHost {
    fn load(&mut self, path: &str) -> Result<Vec<u8>, String> {
        let path = expanded(path);
        let bytes = files::read_bounded(&path, files::LARGEST_GAME).map_err(|error| error.to_string())?;
        self.used(&path);
        Ok(bytes)
    }

    fn save(&mut self, path: &str, bytes: &[u8], overwrite: bool) -> Result<(), SaveError> {
        let path = expanded(path);
        if path.is_dir() {
            return Err(SaveError::Directory);
        }
        if !overwrite && fs::symlink_metadata(&path).is_ok() {
            return Err(SaveError::Exists);
        }
        files::replace(&path, bytes).map_err(|error| SaveError::Failed(error.to_string()))?;
        self.used(&path);
        Ok(())
    }

    fn remember(&mut self, settings: &Settings) -> Result<(), String> {
        let lang = settings.lang.unwrap_or(self.lang);
        self.settings.store(settings).map_err(|fault| fault.message(lang))
    }

    fn new_seed(&mut self) -> u64 {
        new_seed()
    }

    fn complete(&mut self, typed: &str) -> Vec<String> {
        browsing::complete(typed)
    }

    fn list(&mut self) -> FileListing {
        let mut folders = vec![PathBuf::from(".")];
        let here = fs::canonicalize(".").ok();
        folders.extend(self.last_folder.clone().filter(|folder| Some(folder) != here.as_ref()));
        browsing::list(&folders)
    }

    fn remember_board(&mut self, path: &str, bytes: &[u8], spec: &GameSpec) {
        self.boards.remember(&expanded(path), bytes, spec);
    }

    fn recall_board(&mut self, path: &str, bytes: &[u8]) -> Option<GameSpec> {
        self.boards.recall(&expanded(path), bytes)
    }

    fn autosave_game(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.games.save(bytes).map_err(|error| error.to_string())
    }

    fn autosave_path(&self) -> Option<String> {
        self.games.autosave_path().map(|path| path.display().to_string())
    }

    fn remove_autosave(&mut self) {
        self.games.remove();
    }

    fn interrupted_games(&mut self) -> Vec<InterruptedGame> {
        self.games.interrupted()
    }

    fn resume_game(&mut self, id: &str) -> Result<Vec<u8>, ResumeError> {
        let check = |bytes: &[u8]| Session::from_stored(bytes).map(drop).map_err(io::Error::other);
        match self.games.resume(id, check) {
            Ok(Some(bytes)) => Ok(bytes),
            Ok(None) => Err(ResumeError::Busy),
            Err(error) => Err(ResumeError::Failed(error.to_string())),
        }
    }

    fn discard_game(&mut self, id: &str, broken: bool) -> Result<(), String> {
        match self.games.discard(id, broken) {
            Ok(true) => Ok(()),
            Ok(false) => Err(tr!(self.lang, "files-busy-game")),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// Returns a random seed that is short enough to type.
pub(crate) fn new_seed() -> u64 {
    // The standard library keys its maps from the system's randomness.
    RandomState::new().hash_one(0) % 1_000_000_000
}
