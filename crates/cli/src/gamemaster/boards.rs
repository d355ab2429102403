//! The boards of a match or a tournament: files, folders of files, or generated from seeds.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use floe_arena::event::NamedBoard;
use floe_arena::referee::{GameTerms, check_board};
use floe_rules::generate::generate;

use crate::commands::load::load;
use crate::commands::recipe::RecipeArgs;

/// The number of boards to generate when none are given.
const COUNT: u32 = 4;

/// Where the boards of a tournament come from.
#[derive(Clone, Debug)]
pub(crate) struct BoardSource<'a> {
    /// The folder that relative paths refer to.
    pub(crate) folder: &'a Path,
    /// Files and folders.
    pub(crate) paths: &'a [PathBuf],
    /// The number of boards to generate.
    pub(crate) count: Option<u32>,
    /// The options of generated boards.
    pub(crate) recipe: &'a RecipeArgs,
    /// The seed of the first generated board; the others have the seeds after it.
    pub(crate) seed: u64,
}

impl BoardSource<'_> {
    /// Reads and generates the boards, and checks that a game can start on each.
    pub(crate) fn boards(&self, terms: &GameTerms, players: u8) -> anyhow::Result<Vec<NamedBoard>> {
        let mut boards = Vec::new();
        for path in self.paths {
            for file in files(&self.folder.join(path))? {
                let loaded = load(&file)?;
                let name = file.file_name().map_or(loaded.name, |name| name.to_string_lossy().into_owned());
                boards.push(NamedBoard { name, setup: loaded.setup });
            }
        }
        let count = match self.count {
            None if self.paths.is_empty() => COUNT,
            None if self.recipe.is_given() => {
                bail!(
                    "boards come from files: give the number of boards to generate besides them with --boards"
                )
            }
            None => 0,
            Some(count) => count,
        };
        for number in 0..u64::from(count) {
            let seed = self.seed.wrapping_add(number);
            let recipe = self.recipe.recipe(terms.rules, players, Some(terms.penguins), seed)?;
            let setup = generate(&recipe).context("such a board cannot be generated")?;
            boards.push(NamedBoard { name: format!("seed {seed}"), setup });
        }
        if boards.is_empty() {
            bail!("there are no boards to play on");
        }
        for board in &boards {
            check_board(&board.setup, &terms.rules, players.into(), terms.penguins)
                .with_context(|| format!("no game can start on board '{}'", board.name))?;
        }
        Ok(boards)
    }
}

/// Returns a file, or the files of a folder in the order of their names, without hidden ones.
fn files(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let about = || format!("cannot read the folder {}", path.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(path).with_context(about)? {
        let entry = entry.with_context(about)?;
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if !hidden && entry.path().is_file() {
            files.push(entry.path());
        }
    }
    if files.is_empty() {
        bail!("there are no board files in the folder {}", path.display());
    }
    files.sort();
    Ok(files)
}
