//! `floe show`: draws a board file.

use std::path::PathBuf;

use clap::Args;
use floe_rules::penguins::{PlayerRow, RuleSet, Setup, Tile};
use serde_json::json;

use super::load::load;
use super::{RulesArgs, print};
use crate::exit::Exit;

/// Draw the board and the players of a file
///
/// Digits are fish, letters are penguins (A is player 1), and ~ is water. Colours depend on NO_COLOR, CLICOLOR_FORCE and
/// whether the output is a terminal.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  floe show board.txt\n  floe show hive.txt --rules hex --layout even-q")]
pub(super) struct Show {
    /// The board file
    file: PathBuf,
    #[command(flatten)]
    rules: RulesArgs,
    /// Print the state as JSON
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let rules = self.rules.rules()?;
        let setup = load(&self.file)?.setup;
        if self.json {
            print(&format!("{:#}\n", as_json(&setup, &rules)))?;
        } else {
            print(&floe_tui::draw(&setup, rules.topology).colored())?;
            print(&floe_tui::roster(&setup))?;
        }
        Ok(Exit::Done)
    }
}

fn as_json(setup: &Setup, rules: &RuleSet) -> serde_json::Value {
    // Rows are strings as in the file: an object for each field would take a hundred times the memory.
    let row = |tiles: &[Tile]| tiles.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = setup.tiles().chunks(setup.cols() as usize).map(row).collect();
    let player = |player: &PlayerRow| json!({ "id": player.id.to_string(), "number": player.seat.number(), "score": player.score });
    json!({
        "rules": rules.name,
        "rows": setup.rows(),
        "cols": setup.cols(),
        "board": rows,
        "players": setup.players.iter().map(player).collect::<Vec<_>>(),
    })
}
