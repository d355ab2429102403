//! A recorded game as text: its players, its turns, a position and the result.

use std::fmt::Write;

use floe_locale::{Lang, tr};
use floe_rules::game::{Action, Game};
use floe_rules::record::{Ending, PlayerKind, Record};
use floe_session::Roster;

use super::console::wrapped;
use super::dialogue::{drawing, loser};
use crate::phrases::Phrases;

/// Returns a recorded game as text, with the position after so many turns, or the last one.
///
/// Lines that are too wide are wrapped. Tiles of all boards are named as in the record, such as `r4c7`.
pub fn record_text(lang: Lang, record: &Record, turn: Option<usize>) -> String {
    let (mut game, roster) = (record.game().clone(), Roster::from_record(record));
    let count = game.made();
    let shown = turn.unwrap_or(count).min(count);
    let mut text = title(lang, &game, count) + "\n";
    for (number, info) in roster.seats() {
        let player = Phrases::new(lang, &game, &roster).player(*number);
        let line = match info.kind {
            PlayerKind::Person => tr!(lang, "record-person", player = player),
            PlayerKind::Engine { level } => tr!(lang, "record-engine", player = player, level = level),
            PlayerKind::Program => tr!(lang, "record-program", player = player),
        };
        let _ = writeln!(text, "{}", wrapped(&line, "   "));
    }
    game.go_to(0);
    for index in 0..shown {
        let Some((player, action)) = record.game().action(index) else { break };
        let (before, loser) = (game.score(player), action.turn().and_then(|turn| loser(&game, turn)));
        game.redo();
        let gain = game.score(player).saturating_sub(before);
        let phrases = Phrases::new(lang, &game, &roster);
        let sentence = match action {
            Action::Turn(turn) => phrases.turn(player, turn, gain, loser),
            _ => phrases.action(player, action, gain),
        };
        let line = format!("{:>4}. {sentence}", index + 1);
        let _ = writeln!(text, "{}", wrapped(&line, "      "));
    }
    text += &drawing(&Phrases::new(lang, &game, &roster));
    for line in Phrases::new(lang, &game, &roster).standings() {
        let _ = writeln!(text, "{}", wrapped(&line, "   "));
    }
    let winner = Phrases::new(lang, &game, &roster).winner();
    let last = match record.ending() {
        _ if shown < count => tr!(lang, "record-after", turn = shown, count = count),
        Ending::Over => winner,
        Ending::Stopped => tr!(lang, "record-stopped", winner = winner),
        Ending::Unfinished => tr!(lang, "record-unfinished"),
    };
    text + &wrapped(&last, "") + "\n"
}

fn title(lang: Lang, game: &Game, turns: usize) -> String {
    match game.name() {
        "square" => tr!(lang, "record-square", turns = turns),
        "hex" => tr!(lang, "record-hex", turns = turns),
        "classic" => tr!(lang, "record-classic", turns = turns),
        _ => tr!(lang, "record-gamma", turns = turns),
    }
}
