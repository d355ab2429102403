//! `floe replay`: steps through a recorded game.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use floe_rules::record::{self, Ending, Record};
use floe_tui::app::Opening;
use floe_tui::plain::record_text;
use serde_json::json;

use super::load::{BadState, read};
use super::play::DisplayArgs;
use super::print;
use super::values::whole;
use crate::exit::Exit;
use crate::play::{has_screen, play_full_screen};

/// Replay a recorded game
///
/// All turns of the record are checked first; an illegal record is rejected with the line number and the reason. At a
/// terminal, you can step through the game; otherwise, and with --plain, it is printed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  floe replay game.floe\n  floe replay game.floe --plain --turn 12\n  \
                        floe replay game.floe --json")]
pub(super) struct ReplayArgs {
    /// The record
    file: PathBuf,
    /// Print the game instead of opening the full screen
    #[arg(long)]
    plain: bool,
    /// Print the position after N turns instead of the final one
    #[arg(long, value_name = "N", conflicts_with = "json", allow_negative_numbers = true, value_parser = whole::<usize>)]
    turn: Option<usize>,
    /// Print the game as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    display: DisplayArgs,
}

impl ReplayArgs {
    /// Shows the game; `before` are the options before the command.
    pub(super) fn run(&self, before: &DisplayArgs) -> anyhow::Result<Exit> {
        let (name, bytes) = read(&self.file)?;
        let record = record::read(&bytes).map_err(|faults| BadState(faults.report(&name, &bytes)))?;
        let count = record.game().made();
        if let Some(turn) = self.turn.filter(|&turn| turn > count) {
            let plural = if count == 1 { "" } else { "s" };
            bail!("--turn {turn}: the game has {count} turn{plural}");
        }
        if self.json {
            print(&format!("{:#}\n", as_json(&record)))?;
        } else if has_screen() && !self.plain && self.turn.is_none() {
            play_full_screen(Opening::Replay(Box::new(record)), &self.display.or(before).options())?;
        } else {
            print(&record_text(self.display.or(before).options().lang(), &record, self.turn))?;
        }
        Ok(Exit::Done)
    }
}

fn as_json(record: &Record) -> serde_json::Value {
    let game = record.game();
    let player = |number: u32| {
        let player_info = record.player_info(number);
        json!({
            "number": number,
            "name": player_info.map(|player_info| player_info.name().to_owned()),
            "kind": player_info.map(|player_info| player_info.kind.to_string()),
            "score": game.score(number),
        })
    };
    let turn = |(number, action)| json!({ "player": number, "turn": game.notation(action).to_string() });
    let finished = record.ending() != Ending::Unfinished;
    json!({
        "game": game.name(),
        "players": game.players().into_iter().map(player).collect::<Vec<_>>(),
        "turns": game.actions().map(turn).collect::<Vec<_>>(),
        "ending": record.ending().to_string(),
        "winners": if finished { game.leaders() } else { Vec::new() },
    })
}
