//! `floe show`: draws a board file.

use std::io;
use std::path::PathBuf;

use anstream::{AutoStream, ColorChoice};
use clap::Args;
use floe_rules::penguins::{PlayerRow, RuleSet, Setup, Tile};
use floe_tui::{Charset, Palette, Theme};
use serde_json::json;

use super::load::load;
use super::{RulesArgs, print};
use crate::exit::Exit;
use crate::locale::charset;
use crate::play::colors;

/// Draw the board and the players of a file
///
/// Digits are fish, letters are penguins (A is player 1), and ~ is water. Colours depend on NO_COLOR, CLICOLOR_FORCE and
/// whether the output is a terminal. With colours, tiles are filled shapes if the locale is UTF-8, and fish are drawn.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  floe show board.txt\n  floe show hive.txt --rules hex --layout even-q")]
pub(super) struct Show {
    /// The board file
    file: PathBuf,
    #[command(flatten)]
    rules: RulesArgs,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
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
            let palette = Palette { theme: Theme::Default, colors: colors() };
            // Filled shapes cannot be told apart without colours.
            let board = if AutoStream::choice(&io::stdout()) == ColorChoice::Never {
                floe_tui::draw(&setup, rules.topology, Charset::Ascii).plain()
            } else {
                floe_tui::draw(&setup, rules.topology, charset(self.ascii)).colored(palette)
            };
            print(&board)?;
            print(&floe_tui::roster(&setup, palette))?;
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
