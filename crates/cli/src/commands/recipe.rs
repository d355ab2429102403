//! The arguments and settings that describe a board to generate.

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use floe_rules::generate::{Recipe, Shape};
use floe_rules::penguins::RuleSet;
use serde::Deserialize;

use super::values::whole;

/// The penguins per player where the rules do not say.
pub(crate) const PENGUINS: u32 = 3;

/// The size, shape, holes and fish of a board.
#[derive(Clone, Debug, Default, Args, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RecipeArgs {
    /// The number of rows [default: 8; with 'hex' 9]
    #[arg(long, value_name = "M", allow_negative_numbers = true, value_parser = whole::<u32>)]
    rows: Option<u32>,
    /// The number of columns [default: 8; with 'hex' 9]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>)]
    cols: Option<u32>,
    /// The shape: the full rectangle, an island, two mirrored halves, or the published board [default: full; with 'classic'
    /// classic]
    #[arg(long, value_name = "SHAPE", value_parser = PossibleValuesParser::new(Shape::ALL.map(Shape::name)))]
    shape: Option<String>,
    /// The percentage of water [default: 0; with 'island' 40, with 'mirrored' 10]
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true, value_parser = whole::<u32>)]
    holes: Option<u32>,
    /// The relative frequencies of floes with one, two and three fish [default: 3,2,1]
    #[arg(long, value_name = "W1,W2,W3", value_delimiter = ',', num_args = 1)]
    fish: Option<Vec<u32>>,
}

impl RecipeArgs {
    /// Returns whether any of them is given.
    pub(crate) fn is_given(&self) -> bool {
        self.rows.is_some()
            || self.cols.is_some()
            || self.shape.is_some()
            || self.holes.is_some()
            || self.fish.is_some()
    }

    /// Returns the recipe of a board for a game.
    pub(crate) fn recipe(
        &self,
        rules: RuleSet,
        players: u8,
        penguins: Option<u32>,
        seed: u64,
    ) -> anyhow::Result<Recipe> {
        let shape = match &self.shape {
            Some(name) => {
                let named = Shape::ALL.into_iter().find(|shape| shape.name() == name);
                named.with_context(|| {
                    format!("unknown shape '{name}': use full, island, mirrored or classic")
                })?
            }
            None if rules.name == "classic" => Shape::Classic,
            None => Shape::Full,
        };
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
            Some(other) => bail!("--fish needs three weights, such as 3,2,1, but got {}", other.len()),
        };
        Ok(Recipe {
            shape,
            holes: self.holes.unwrap_or(holes),
            fish_weights,
            players,
            penguins: penguins.or_else(|| rules.penguins_each(players)).unwrap_or(PENGUINS),
            seed,
            ..plain
        })
    }
}
