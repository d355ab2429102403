//! `floe replay`: steps through a recorded game.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use floe_locale::Lang;
use floe_rules::record::{self, Ending, Record};
use floe_tui::app::Opening;
use serde_json::json;

use super::load::{BadState, read};
use super::play::DisplayArgs;
use super::print;
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
    #[arg(long, value_name = "N")]
    turn: Option<usize>,
    /// Print the game as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    display: DisplayArgs,
}

impl ReplayArgs {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let (name, bytes) = read(&self.file)?;
        let record = record::read(&bytes).map_err(|faults| BadState(faults.report(&name, &bytes)))?;
        if self.json {
            print(&format!("{:#}\n", as_json(&record)))?;
        } else if has_screen() && !self.plain && self.turn.is_none() {
            play_full_screen(Opening::Replay(Box::new(record)), &self.display.options())?;
        } else {
            print(&as_text(&record, self.turn))?;
        }
        Ok(Exit::Done)
    }
}

fn as_text(record: &Record, turn: Option<usize>) -> String {
    let mut game = record.game().clone();
    let count = game.made();
    let turns = if count == 1 { "1 turn".to_owned() } else { format!("{count} turns") };
    game.go_to(turn.unwrap_or(count));
    let mut text = format!("{}, {turns}\n", game.name());
    for (number, player_info) in record.player_infos() {
        let _ = writeln!(text, "player {number}: {} ({})", player_info.name(), player_info.kind);
    }
    for (index, (number, action)) in (1..).zip(game.actions()) {
        let _ = writeln!(text, "{index:>4}. {number} {}", game.notation(action));
    }
    text += &floe_tui::plain::drawing(Lang::English, &game);
    for number in game.players() {
        let _ = writeln!(text, "player {number}: {}", game.score(number));
    }
    if game.made() < count {
        let _ = writeln!(text, "after turn {} of {count}", game.made());
    } else {
        text += &ending_line(record);
    }
    text
}

fn ending_line(record: &Record) -> String {
    let leaders: Vec<String> = record.game().leaders().iter().map(u32::to_string).collect();
    let winner = match leaders.as_slice() {
        [one] => format!("player {one} won"),
        several => format!("players {} share the win", several.join(", ")),
    };
    match record.ending() {
        Ending::Over => format!("over: {winner}\n"),
        Ending::Stopped => format!("stopped: {winner}\n"),
        Ending::Unfinished => "unfinished\n".to_owned(),
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
