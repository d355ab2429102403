//! The boards of a match or a tournament: files, folders of files, or generated from seeds.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use floe_arena::event::NamedBoard;
use floe_arena::referee::{GameTerms, check_board};
use floe_rules::generate::generate;

use super::note;
use crate::board_folder::FolderScan;
use crate::commands::load::{Loaded, load};
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
    ///
    /// A file that is named must be a board. Of a folder, the files on which a game can start are taken, and notes name
    /// the rest; unless `quiet`, also what does not even look like a board.
    pub(crate) fn boards(
        &self,
        terms: &GameTerms,
        players: u8,
        quiet: bool,
    ) -> anyhow::Result<Vec<NamedBoard>> {
        let mut boards = Vec::new();
        for path in self.paths {
            let path = self.folder.join(path);
            if path.is_dir() {
                boards.extend(of_folder(&path, terms, players, quiet)?);
            } else {
                let board = named(&path, load(&path)?);
                check_start(&board, terms, players)?;
                boards.push(board);
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
            let board = NamedBoard { name: format!("seed {seed}"), setup };
            check_start(&board, terms, players)?;
            boards.push(board);
        }
        if boards.is_empty() {
            bail!("there are no boards to play on");
        }
        Ok(boards)
    }
}

fn named(path: &Path, loaded: Loaded) -> NamedBoard {
    let name = path.file_name().map_or(loaded.name, |name| name.to_string_lossy().into_owned());
    NamedBoard { name, setup: loaded.setup }
}

/// Checks that a game can start on a board.
fn check_start(board: &NamedBoard, terms: &GameTerms, players: u8) -> anyhow::Result<()> {
    check_board(&board.setup, &terms.rules, players.into(), terms.penguins)
        .with_context(|| format!("no game can start on board '{}'", board.name))
}

/// Returns the boards of a folder on which a game can start, in the order of their names.
fn of_folder(folder: &Path, terms: &GameTerms, players: u8, quiet: bool) -> anyhow::Result<Vec<NamedBoard>> {
    let scan = FolderScan::new(folder, false)?;
    let mut boards = Vec::new();
    let mut refused = Vec::new();
    for path in &scan.boards {
        let board = load(path).map(|loaded| named(path, loaded)).and_then(|board| {
            check_start(&board, terms, players)?;
            Ok(board)
        });
        match board {
            Ok(board) => boards.push(board),
            Err(error) => refused.push(error),
        }
    }
    if boards.is_empty() {
        let about = || format!("no game can start on any file of the folder {}", folder.display());
        // The first board that was refused says most.
        return match refused.into_iter().next() {
            Some(error) => Err(error).with_context(about),
            None => bail!("there are no board files in the folder {}", folder.display()),
        };
    }
    // A board that is missing changes the tournament, so these notes are not for progress only.
    for error in &refused {
        let words = format!("{error:#}");
        note(&format!("passed over: {}", words.lines().next().unwrap_or_default()));
    }
    if let Some(line) = scan.passed_over(folder).filter(|_| !quiet) {
        note(&line);
    }
    Ok(boards)
}
