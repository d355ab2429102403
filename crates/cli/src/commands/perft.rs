//! `floe perft`: counts sequences of legal turns.

use clap::Args;
use floe_rules::penguins::{Move, divide, perft};
use serde_json::json;

use super::print;
use super::state::StateArgs;
use super::values::whole;
use crate::exit::Exit;

/// Count the sequences of exactly D legal turns
///
/// A game that ends earlier counts as 0, and a skipped player takes no turn. Without --penguins the count starts in the
/// movement phase. The last line of the output is the total.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  floe perft board.txt --depth 4\n  \
                        floe perft empty.txt --depth 3 --rules hex --players 2 --penguins 4 --divide")]
pub(super) struct Perft {
    /// The number of turns
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = whole::<u32>)]
    depth: u32,
    #[command(flatten)]
    state: StateArgs,
    /// Also list the count for each first turn
    #[arg(long)]
    divide: bool,
    /// Print the counts as JSON
    #[arg(long)]
    json: bool,
}

impl Perft {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let position = self.state.load()?.1;
        let parts = if self.divide { divide(&position, self.depth) } else { Vec::new() };
        let total = if parts.is_empty() {
            perft(&position, self.depth)
        } else {
            parts.iter().map(|&(_, count)| count).sum()
        };
        let grid = position.grid();
        let notation = |turn: Move| turn.notation(&grid).to_string();
        if self.json {
            let part = |&(turn, count): &(Move, u64)| json!({ "turn": notation(turn), "count": count });
            let mut answer = json!({ "depth": self.depth, "total": total });
            if self.divide {
                answer["divide"] = parts.iter().map(part).collect();
            }
            print(&format!("{answer:#}\n"))?;
        } else {
            let mut text: String =
                parts.iter().map(|&(turn, count)| format!("{}: {count}\n", notation(turn))).collect();
            text += &format!("{total}\n");
            print(&text)?;
        }
        Ok(Exit::Done)
    }
}
