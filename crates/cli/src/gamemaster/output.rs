//! The output folder: records, what programs printed, and reports.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use floe_arena::report::{self, FileContent, Records, Report, ReportFiles};
use floe_arena::result::GameResult;

use crate::files;

/// Events with more games have their records in subfolders.
const MOST_IN_ONE_FOLDER: usize = 500;

/// The number of games whose files are in one subfolder.
const GAMES_IN_SUBFOLDER: usize = 1000;

/// The folder with those subfolders.
const SUBFOLDERS: &str = "games";

/// The end of the name of a record.
const RECORD: &str = ".floe";

/// A folder for the files of a tournament.
#[derive(Clone, Debug)]
pub(crate) struct OutputFolder {
    path: PathBuf,
    /// Whether the files of games are in subfolders.
    has_subfolders: bool,
}

impl OutputFolder {
    /// Creates the folder. A folder that has files in it is refused, so that nothing is lost.
    pub(crate) fn new_empty(path: &Path) -> anyhow::Result<OutputFolder> {
        let folder = OutputFolder::open(path)?;
        let mut entries =
            fs::read_dir(path).with_context(|| format!("cannot read the folder {}", path.display()))?;
        if entries.next().is_some() {
            bail!("the folder {} is not empty: choose another one", path.display());
        }
        Ok(folder)
    }

    /// Creates the first of the folders `NAME-1`, `NAME-2` and so on that does not exist.
    pub(crate) fn new_numbered(name: &str) -> anyhow::Result<OutputFolder> {
        for number in 1u32.. {
            let path = PathBuf::from(format!("{name}-{number}"));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(OutputFolder { path, has_subfolders: false }),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return Err(error)
                        .with_context(|| format!("cannot create the folder {}", path.display()));
                }
            }
        }
        bail!("there are too many folders '{name}-1', '{name}-2' and so on")
    }

    /// Opens the folder, or creates it.
    pub(crate) fn open(path: &Path) -> anyhow::Result<OutputFolder> {
        fs::create_dir_all(path).with_context(|| format!("cannot create the folder {}", path.display()))?;
        Ok(OutputFolder { path: path.to_owned(), has_subfolders: false })
    }

    /// Returns the folder for an event of so many games. Where files of games are stays as it is: entrants may have joined.
    pub(crate) fn for_games(self, games: usize) -> OutputFolder {
        let has_subfolders = self.path.join(SUBFOLDERS).is_dir()
            || games > MOST_IN_ONE_FOLDER && !self.path.join(flat_name(1, RECORD)).exists();
        OutputFolder { has_subfolders, ..self }
    }

    /// Returns its path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of a file of a game, which ends in this way.
    fn game_path(&self, number: usize, end: &str) -> PathBuf {
        if self.has_subfolders {
            let folder = format!("{:04}", number / GAMES_IN_SUBFOLDER);
            self.path.join(SUBFOLDERS).join(folder).join(format!("game-{number:06}{end}"))
        } else {
            self.path.join(flat_name(number, end))
        }
    }

    /// Writes the record of a game, and what each program printed. Files that are there already are kept; those of another
    /// tournament that was here are replaced or removed.
    pub(crate) fn write_game(&self, game: &GameResult) -> anyhow::Result<()> {
        let mut files = vec![(RECORD.to_owned(), game.record.as_bytes())];
        for (seat, result) in (1..).zip(&game.results) {
            for (stream, printed) in [("stdout", &result.stdout), ("stderr", &result.stderr)] {
                files.push((format!(".player-{seat}.{stream}"), &printed[..]));
            }
        }
        for (end, bytes) in files {
            let path = self.game_path(game.number, &end);
            let written = if is_content(&path, bytes) {
                Ok(())
            } else if bytes.is_empty() {
                remove_if_there(&path)
            } else {
                create_parent(&path).and_then(|()| files::replace(&path, bytes))
            };
            written.with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }

    /// Reads the record of a game that was written.
    pub(crate) fn record(&self, game: &GameResult) -> io::Result<String> {
        let path = self.game_path(game.number, RECORD);
        let explained =
            |error: io::Error| io::Error::other(format!("cannot read {}: {error}", path.display()));
        let bytes = files::read_bounded(&path, files::LARGEST_GAME).map_err(explained)?;
        String::from_utf8(bytes).map_err(|error| explained(io::Error::other(error)))
    }

    /// Writes the report in all its forms. Parts of the page that an earlier report wrote are kept.
    pub(crate) fn report(&self, report: &Report, records: &Records<'_>) -> anyhow::Result<()> {
        Ok(report::write_files(report, records, &mut FilesIn(&self.path))?)
    }
}

/// Returns the name of a file of a game in an event without subfolders.
fn flat_name(number: usize, end: &str) -> String {
    format!("game-{number:04}{end}")
}

/// Returns whether a file has this content.
fn is_content(path: &Path, bytes: &[u8]) -> bool {
    fs::metadata(path).is_ok_and(|there| there.is_file() && there.len() == bytes.len() as u64)
        && fs::read(path).is_ok_and(|there| there == bytes)
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn create_parent(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if !folder.is_dir() => fs::create_dir_all(folder),
        _ => Ok(()),
    }
}

/// The files of a report in a folder.
struct FilesIn<'a>(&'a Path);

impl ReportFiles for FilesIn<'_> {
    fn write(&mut self, name: &str, content: FileContent<'_>) -> io::Result<()> {
        let path = self.0.join(name);
        create_parent(&path).and_then(|()| files::replace_with(&path, content)).map_err(|error| {
            io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()))
        })
    }

    fn read(&mut self, name: &str) -> io::Result<Option<Vec<u8>>> {
        match fs::read(self.0.join(name)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn size(&mut self, name: &str) -> io::Result<Option<u64>> {
        match fs::metadata(self.0.join(name)) {
            Ok(metadata) => Ok(metadata.is_file().then_some(metadata.len())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use floe_arena::result::SeatResult;

    use super::*;

    fn game(record: &str, stderr: &str) -> GameResult {
        let result = SeatResult {
            fish: 1,
            place: 1,
            out: None,
            calls: 1,
            thought: std::time::Duration::ZERO,
            slowest: std::time::Duration::ZERO,
            cpu: None,
            stdout: Vec::new(),
            stderr: stderr.as_bytes().to_vec(),
        };
        GameResult {
            number: 1,
            round: 1,
            board: 0,
            seats: vec![0],
            results: vec![result],
            faults: Vec::new(),
            replays: Vec::new(),
            record: record.to_owned(),
        }
    }

    #[test]
    fn files_of_an_earlier_tournament_are_replaced_or_removed() {
        let parent = tempfile::tempdir().unwrap();
        let folder = OutputFolder::open(parent.path()).unwrap().for_games(1);
        let read = |end: &str| fs::read_to_string(parent.path().join(flat_name(1, end))).ok();
        folder.write_game(&game("one", "oh")).unwrap();
        assert_eq!((read(RECORD), read(".player-1.stderr")), (Some("one".to_owned()), Some("oh".to_owned())));
        folder.write_game(&game("two", "")).unwrap();
        assert_eq!((read(RECORD), read(".player-1.stderr")), (Some("two".to_owned()), None));
    }

    #[test]
    fn an_event_that_grows_keeps_its_layout() {
        let parent = tempfile::tempdir().unwrap();
        let open = |games| OutputFolder::open(parent.path()).unwrap().for_games(games);
        assert!(open(501).has_subfolders && !open(500).has_subfolders);
        open(500).write_game(&game("one", "")).unwrap();
        assert!(!open(501).has_subfolders);
        let parent = tempfile::tempdir().unwrap();
        let open = |games| OutputFolder::open(parent.path()).unwrap().for_games(games);
        open(501).write_game(&game("one", "")).unwrap();
        assert!(open(1).has_subfolders);
    }
}
