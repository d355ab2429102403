//! What board files do not contain, remembered in the state folder: the rules, the phase, who plays and who is to move.
//!
//! A board file is recognised by the digest of its bytes, and among equal ones by its path. The format of board files is not
//! ours to extend.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use floe_session::GameSpec;
use serde::{Deserialize, Serialize};

use crate::files;

/// The most boards that are remembered; the oldest are dropped.
const MOST_BOARDS: usize = 200;
const VERSION: u32 = 1;
/// The largest file that is read.
const MOST_BYTES: u64 = 16 << 20;

/// The boards that were saved; without a file, nothing is remembered.
#[derive(Debug, Default)]
pub(crate) struct BoardMemory {
    file: Option<PathBuf>,
}

/// What every version has.
#[derive(Deserialize)]
struct VersionForm {
    version: u32,
}

#[derive(Serialize, Deserialize)]
struct MemoryForm {
    version: u32,
    /// The latest last.
    boards: Vec<BoardForm>,
}

#[derive(Serialize, Deserialize)]
struct BoardForm {
    path: PathBuf,
    sha256: String,
    game: GameSpec,
}

impl BoardMemory {
    pub(crate) fn new(file: Option<PathBuf>) -> BoardMemory {
        BoardMemory { file }
    }

    /// Returns the boards in the file; none if it is missing or broken, `None` if it cannot be read or is of another version.
    fn read(&self) -> Option<Vec<BoardForm>> {
        let bytes = match files::read_bounded(self.file.as_ref()?, MOST_BYTES) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.ok()?,
        };
        let version = serde_json::from_slice(&bytes).map_or(VERSION, |form: VersionForm| form.version);
        let boards =
            || serde_json::from_slice(&bytes).map(|memory: MemoryForm| memory.boards).unwrap_or_default();
        (version == VERSION).then(boards)
    }

    /// Remembers a board file. It is only a convenience: a failure is not reported.
    pub(crate) fn remember(&self, path: &Path, bytes: &[u8], game: &GameSpec) {
        let Some(file) = &self.file else { return };
        let Ok(_lock) = files::lock_for_update(file) else { return };
        // The memory of a newer program is left to it.
        let Some(mut boards) = self.read() else { return };
        let path = absolute(path);
        boards.retain(|board| board.path != path);
        boards.push(BoardForm { path, sha256: files::sha256(bytes), game: game.clone() });
        boards.drain(..boards.len().saturating_sub(MOST_BOARDS));
        let Ok(json) = serde_json::to_vec(&MemoryForm { version: VERSION, boards }) else { return };
        let _ = files::replace(file, &json);
    }

    /// Returns what was remembered about a board file.
    pub(crate) fn recall(&self, path: &Path, bytes: &[u8]) -> Option<GameSpec> {
        let (path, sha256) = (absolute(path), files::sha256(bytes));
        let mut same: Vec<BoardForm> = self.read()?;
        same.retain(|board| board.sha256 == sha256);
        let at = same.iter().rposition(|board| board.path == path).or(same.len().checked_sub(1))?;
        Some(same.swap_remove(at).game)
    }
}

fn absolute(path: &Path) -> PathBuf {
    fs::canonicalize(path).or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_path_buf())
}

#[cfg(test)]
mod tests {
    use floe_session::GameKind;

    use super::*;

    #[test]
    fn a_board_is_known_by_its_bytes_and_then_by_its_path() {
        let folder = tempfile::tempdir().expect("there is a folder for tests");
        let memory = BoardMemory::new(Some(folder.path().join("floe/boards.json")));
        let (one, other) = (folder.path().join("one.txt"), folder.path().join("other.txt"));
        let kind = |path: &Path, bytes: &[u8]| memory.recall(path, bytes).map(|game| game.kind);
        assert_eq!(kind(&one, b"board"), None);
        memory.remember(&one, b"board", &GameSpec::new(GameKind::Hex));
        memory.remember(&other, b"board", &GameSpec::new(GameKind::Classic));
        assert_eq!(kind(&one, b"board"), Some(GameKind::Hex));
        assert_eq!(kind(&other, b"board"), Some(GameKind::Classic));
        assert_eq!(kind(&folder.path().join("moved.txt"), b"board"), Some(GameKind::Classic));
        assert_eq!(kind(&one, b"changed"), None);
    }

    #[test]
    fn old_boards_are_dropped_and_a_broken_memory_is_replaced() {
        let folder = tempfile::tempdir().expect("there is a folder for tests");
        let file = folder.path().join("boards.json");
        fs::write(&file, "{").expect("it can be written");
        let memory = BoardMemory::new(Some(file));
        for number in 0..MOST_BOARDS + 1 {
            let path = folder.path().join(format!("{number}.txt"));
            memory.remember(&path, number.to_string().as_bytes(), &GameSpec::new(GameKind::Hex));
        }
        assert!(memory.recall(Path::new("0.txt"), b"0").is_none());
        assert!(memory.recall(Path::new("1.txt"), b"1").is_some());
    }

    #[test]
    fn the_memory_of_a_newer_program_is_left_alone() {
        let folder = tempfile::tempdir().expect("there is a folder for tests");
        let file = folder.path().join("boards.json");
        let newer = r#"{"version":2,"boards":{"of":"another form"}}"#;
        fs::write(&file, newer).expect("it can be written");
        let memory = BoardMemory::new(Some(file.clone()));
        memory.remember(Path::new("one.txt"), b"board", &GameSpec::new(GameKind::Hex));
        assert!(memory.recall(Path::new("one.txt"), b"board").is_none());
        assert_eq!(fs::read_to_string(file).expect("it is there"), newer);
    }
}
