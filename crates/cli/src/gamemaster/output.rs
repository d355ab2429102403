//! The output folder: records, standard error of programs, and reports.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use floe_arena::report::{self, Report};
use floe_arena::result::GameResult;

use crate::files;

/// A folder for the files of a tournament.
#[derive(Clone, Debug)]
pub(crate) struct OutputFolder(PathBuf);

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
                Ok(()) => return Ok(OutputFolder(path)),
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
        Ok(OutputFolder(path.to_owned()))
    }

    /// Returns its path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    fn write(&self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let path = self.0.join(name);
        files::replace(&path, bytes).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Writes the record of a game, and the standard error of each program.
    pub(crate) fn write_game(&self, game: &GameResult) -> anyhow::Result<()> {
        let number = game.number;
        self.write(&format!("game-{number:04}.floe"), game.record.as_bytes())?;
        for (seat, result) in (1..).zip(&game.results) {
            if !result.stderr.is_empty() {
                self.write(&format!("game-{number:04}.player-{seat}.stderr"), &result.stderr)?;
            }
        }
        Ok(())
    }

    /// Writes the report in all its forms.
    pub(crate) fn report(&self, report: &Report) -> anyhow::Result<()> {
        self.write("report.html", report::html(report).as_bytes())?;
        self.write("report.json", report::json(report).as_bytes())?;
        for (name, text) in report::csv(report).files() {
            self.write(name, text.as_bytes())?;
        }
        Ok(())
    }
}
