//! The writer of records, in canonical form.

use std::fmt::Write;

use super::sections::{Section, Version};
use super::{Ending, Record};
use crate::board_file;
use crate::game::{Action, Game, GameHistory};
use crate::penguins::{Position, Stage};

/// Returns the text of a record: the turns made so far, without those that were undone.
pub fn write(record: &Record) -> Vec<u8> {
    let mut bytes = headers(record).into_bytes();
    if let Game::Penguins(history) = record.game() {
        heading(&mut bytes, Section::Start);
        bytes.extend_from_slice(&board_file::write(history.start()));
    }
    heading(&mut bytes, Section::Turns);
    let game = record.game();
    for (player, turn) in game.actions() {
        bytes.extend_from_slice(format!("{player} {}\n", game.notation(turn)).as_bytes());
    }
    heading(&mut bytes, Section::Result);
    bytes.extend_from_slice(result(record).as_bytes());
    bytes
}

fn heading(bytes: &mut Vec<u8>, section: Section) {
    bytes.extend_from_slice(format!("\n{section}\n").as_bytes());
}

fn headers(record: &Record) -> String {
    let game = record.game();
    let penalty = |(_, action)| matches!(action, Action::LostTurn | Action::Eliminated);
    // The first version is written wherever it can be, so that older programs can read the record.
    let version = if game.actions().any(penalty) { Version::Two } else { Version::One };
    let mut text = format!("floe record {}\ngame: {}\n", version.number(), game.name());
    text += &match record.game() {
        Game::Penguins(history) => terms(history),
        Game::Gamma(history) => {
            let board = history.board();
            format!("board: {} {}\nareas: {}\n", board.width(), board.height(), board.most_areas())
        }
    };
    for (player, player_info) in record.player_infos() {
        line(&mut text, &format!("player {player}"), &player_info.to_string());
    }
    for header in record.more() {
        line(&mut text, header.key(), header.value());
    }
    text
}

fn terms(history: &GameHistory<Position>) -> String {
    let mut text = String::new();
    let rules = history.position().rules();
    if let Some(layout) = rules.chosen_layout() {
        line(&mut text, "layout", layout.name());
    }
    match history.stage() {
        Stage::Placement { penguins, .. } => line(&mut text, "penguins", &penguins.to_string()),
        Stage::Movement => line(&mut text, "phase", "movement"),
    }
    if let Some(seat) = history.first() {
        line(&mut text, "turn", &seat.number().to_string());
    }
    text
}

fn line(text: &mut String, key: &str, value: &str) {
    let blank = if value.is_empty() { "" } else { " " };
    let _ = writeln!(text, "{key}:{blank}{value}");
}

fn result(record: &Record) -> String {
    let game = record.game();
    let mut text = match record.ending() {
        Ending::Unfinished => return "unfinished\n".to_owned(),
        Ending::Stopped => "stopped\n".to_owned(),
        Ending::Over => String::new(),
    };
    for player in game.players() {
        line(&mut text, &player.to_string(), &game.score(player).to_string());
    }
    text + &leaders(game) + "\n"
}

/// Returns the line about the winner.
pub(super) fn leaders(game: &Game) -> String {
    let leaders: Vec<String> = game.leaders().iter().map(u32::to_string).collect();
    let key = if leaders.len() == 1 { "winner" } else { "shared" };
    format!("{key}: {}", leaders.join(" "))
}
