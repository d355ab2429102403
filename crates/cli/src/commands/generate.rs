//! `floe generate`: makes a board file.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use floe_rules::board_file;
use floe_rules::generate::{Recipe, Shape, generate};

use super::{RulesArgs, print};
use crate::exit::Exit;
use crate::files;
use crate::play::drawn_seed;

/// Make a board file
///
/// The board always has enough one-fish floes for all penguins, and its ice is in one piece. The same
/// seed gives the same board in every release; without one, the seed that was drawn is told on standard
/// error.
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
    /// The number of rows [default: 8; with 'hex' 9]
    #[arg(long, value_name = "M")]
    rows: Option<u32>,
    /// The number of columns [default: 8; with 'hex' 9]
    #[arg(long, value_name = "N")]
    cols: Option<u32>,
    /// The outline: all of it, an island, two equal halves, or the published board [default: full; with
    /// 'classic' classic]
    #[arg(long, value_name = "SHAPE", value_parser = PossibleValuesParser::new(Shape::ALL.map(Shape::name)))]
    shape: Option<String>,
    /// How many percent are water [default: 0; with 'island' 40, with 'mirrored' 10]
    #[arg(long, value_name = "PERCENT")]
    holes: Option<u32>,
    /// How often floes with one, two and three fish occur [default: 3,2,1]
    #[arg(long, value_name = "W1,W2,W3", value_delimiter = ',', num_args = 1)]
    fish: Option<Vec<u32>>,
    /// How many will play
    #[arg(long, value_name = "K", default_value_t = 2)]
    players: u8,
    /// Penguins each [default: 3; with 'hex' and 'classic' by the players]
    #[arg(long, value_name = "N")]
    penguins: Option<u32>,
    /// Picks one of the many boards that fit
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Where to write the board [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

const PENGUINS: u32 = 3;

impl Generate {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let seed = self.seed.unwrap_or_else(drawn_seed);
        let setup = generate(&self.recipe(seed)?).context("such a board cannot be made")?;
        let text = board_file::write(&setup);
        match &self.output {
            Some(path) => {
                files::replace(path, &text).with_context(|| format!("cannot write {}", path.display()))?;
            }
            None => print(&String::from_utf8_lossy(&text))?,
        }
        if self.seed.is_none() {
            // Not part of the board, so it must not be in its way.
            let _ = writeln!(anstream::stderr(), "seed {seed}");
        }
        Ok(Exit::Done)
    }

    fn recipe(&self, seed: u64) -> anyhow::Result<Recipe> {
        let rules = self.rules.rules()?;
        let shape = match &self.shape {
            Some(name) => Shape::ALL.into_iter().find(|shape| shape.name() == name),
            None if rules.name == "classic" => Some(Shape::Classic),
            None => None,
        };
        let shape = shape.unwrap_or(Shape::Full);
        if shape == Shape::Classic && (self.holes.is_some() || self.fish.is_some()) {
            bail!(
                "the classic board has its own holes and fish: leave out --holes and --fish, or choose another --shape"
            );
        }
        let side = if rules.name == "hex" && shape != Shape::Classic { 9 } else { 8 };
        let holes = match shape {
            Shape::Island => 40,
            Shape::Mirrored => 10,
            Shape::Full | Shape::Classic => 0,
        };
        let plain = Recipe::plain(rules, self.rows.unwrap_or(side), self.cols.unwrap_or(side));
        let fish_weights = match self.fish.as_deref() {
            None => plain.fish_weights,
            Some(&[one, two, three]) => [one, two, three],
            Some(other) => bail!("--fish needs three weights, such as 3,2,1, but has {}", other.len()),
        };
        Ok(Recipe {
            shape,
            holes: self.holes.unwrap_or(holes),
            fish_weights,
            players: self.players,
            penguins: self.penguins.or_else(|| rules.penguins_each(self.players)).unwrap_or(PENGUINS),
            seed,
            ..plain
        })
    }
}
