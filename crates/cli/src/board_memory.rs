//! What board files do not contain, remembered in the state folder: the rules, the phase, who plays and who is to move.
//!
//! A board file is recognised by the digest of its bytes, and among equal ones by its path. The format of board files is not
//! ours to extend.

use std::fs;
use std::path::{Path, PathBuf};

use floe_session::GameSpec;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::files;

/// The most boards that are remembered; the oldest are dropped.
const MOST_BOARDS: usize = 200;
const VERSION: u32 = 1;

/// The boards that were saved; without a file, nothing is remembered.
#[derive(Debug, Default)]
pub(crate) struct BoardMemory {
    file: Option<PathBuf>,
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

    fn read(&self) -> Option<Vec<BoardForm>> {
        let bytes = fs::read(self.file.as_ref()?).ok()?;
        let memory: MemoryForm = serde_json::from_slice(&bytes).ok()?;
        (memory.version == VERSION).then_some(memory.boards)
    }

    /// Remembers a board file. It is only a convenience: a failure is not reported.
    pub(crate) fn remember(&self, path: &Path, bytes: &[u8], game: &GameSpec) {
        let Some(file) = &self.file else { return };
        let mut boards = self.read().unwrap_or_default();
        let path = absolute(path);
        boards.retain(|board| board.path != path);
        boards.push(BoardForm { path, sha256: digest(bytes), game: game.clone() });
        boards.drain(..boards.len().saturating_sub(MOST_BOARDS));
        let Ok(json) = serde_json::to_vec(&MemoryForm { version: VERSION, boards }) else { return };
        if let Some(folder) = file.parent() {
            let _ = fs::create_dir_all(folder);
        }
        let _ = files::replace(file, &json);
    }

    /// Returns what was remembered about a board file.
    pub(crate) fn recall(&self, path: &Path, bytes: &[u8]) -> Option<GameSpec> {
        let (path, sha256) = (absolute(path), digest(bytes));
        let mut same: Vec<BoardForm> = self.read()?;
        same.retain(|board| board.sha256 == sha256);
        let at = same.iter().rposition(|board| board.path == path).or(same.len().checked_sub(1))?;
        Some(same.swap_remove(at).game)
    }
}

fn absolute(path: &Path) -> PathBuf {
    fs::canonicalize(path).or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_path_buf())
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
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
}
