//! `floe generate`: generates board files.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use floe_rules::board_file;
use floe_rules::generate::generate;

use super::recipe::RecipeArgs;
use super::values::whole;
use super::{RulesArgs, print};
use crate::exit::Exit;
use crate::files;
use crate::play::new_seed;

/// Generate a board file
///
/// The board always has enough one-fish floes for all penguins, and its ice is connected. The same seed gives the same
/// board in every release. Without --seed, a random seed is used and printed to standard error.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  floe generate --rows 12 --cols 12 --penguins 3 --seed 7 --output board.txt\n  \
                        floe generate --shape island --holes 45 --rows 20 --cols 30\n  \
                        floe generate --rules hex --players 3 --shape mirrored\n  \
                        floe generate --rules classic"
)]
pub(super) struct Generate {
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    board: RecipeArgs,
    /// The number of players
    #[arg(long, value_name = "K", default_value_t = 2, allow_negative_numbers = true, value_parser = whole::<u8>)]
    players: u8,
    /// Penguins per player [default: 3; with 'hex' and 'classic', depends on the number of players]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>)]
    penguins: Option<u32>,
    /// The random seed
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole::<u64>)]
    seed: Option<u64>,
    /// The file to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Generate {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let seed = self.seed.unwrap_or_else(new_seed);
        let setup = generate(&self.board.recipe(self.rules.rules()?, self.players, self.penguins, seed)?)
            .context("the board cannot be generated")?;
        let text = board_file::write(&setup);
        match &self.output {
            Some(path) => {
                files::replace(path, &text).with_context(|| format!("cannot write {}", path.display()))?;
            }
            None => print(&String::from_utf8_lossy(&text))?,
        }
        if self.seed.is_none() {
            // The board file does not contain the seed.
            let _ = writeln!(anstream::stderr(), "seed {seed}");
        }
        Ok(Exit::Done)
    }
}
