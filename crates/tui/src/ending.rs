//! Who was skipped, who has won, and how everybody stands.

use std::fmt::Write;

use floe_rules::game::{Action, Game, Turn};
use floe_rules::penguins::{Move, Phase};

use crate::company::{Company, mark};

/// Says who was skipped before the player to move, if anybody was.
pub(crate) fn skips(game: &Game, company: &Company) -> Option<String> {
    let skipped = skipped(game);
    let verb = match game {
        Game::Penguins(_) => "cannot move",
        Game::Gamma(_) => "can do nothing",
    };
    let names = company.names(&skipped);
    match skipped.len() {
        0 => None,
        1 => Some(format!("{names} {verb} and is skipped.")),
        _ => Some(format!("{names} {verb} and are skipped.")),
    }
}

/// Returns the players between whose turn it would have been and whose turn it is.
fn skipped(game: &Game) -> Vec<u32> {
    let players = game.players();
    let last = game.actions().next_back();
    let due = match game {
        // Who has placed all penguins is not skipped, but done.
        Game::Penguins(history) if history.position().phase() != Phase::Movement => return Vec::new(),
        Game::Penguins(history) => match last {
            Some((player, Action::Turn(Turn::Penguins(Move::Slide { .. })) | Action::LostTurn)) => {
                after(&players, player)
            }
            // Who goes out does so before the turn that another has now.
            Some((_, Action::Eliminated)) => return Vec::new(),
            // Movement begins with the lowest number (rule P8).
            Some(_) => 0,
            None => history.first().map_or(0, |first| index_of(&players, u32::from(first.number()))),
        },
        Game::Gamma(_) => last.map_or(0, |(player, _)| after(&players, player)),
    };
    let Some(now) = game.to_move() else {
        return Vec::new();
    };
    let (before, from) = players.split_at(due);
    from.iter().chain(before).copied().take_while(|&player| player != now).collect()
}

fn index_of(players: &[u32], player: u32) -> usize {
    players.iter().position(|&other| other == player).unwrap_or(0)
}

fn after(players: &[u32], player: u32) -> usize {
    (index_of(players, player) + 1) % players.len().max(1)
}

/// Says who has won.
pub(crate) fn winner(game: &Game, company: &Company) -> String {
    let leaders = game.leaders();
    let score = leaders.first().map_or(0, |&player| game.score(player));
    let (names, amount) = (company.names(&leaders), amount(game, score));
    match leaders.len() {
        1 if names == "You" => format!("You win with {amount}."),
        1 => format!("{names} wins with {amount}."),
        _ => format!("{names} share the win with {amount} each."),
    }
}

/// Returns the players with their ranks, the best first; equal ones have equal ranks.
pub(crate) fn ranked(game: &Game) -> Vec<(usize, u32)> {
    let mut players: Vec<(u64, u32)> =
        game.players().into_iter().map(|player| (game.score(player), player)).collect();
    players.sort_by_key(|&(score, player)| (std::cmp::Reverse(score), player));
    let rank = |score: u64| 1 + players.iter().filter(|&&(other, _)| other > score).count();
    players.iter().map(|&(score, player)| (rank(score), player)).collect()
}

/// Lists the players, the best first.
pub(crate) fn ranking(game: &Game, company: &Company) -> String {
    let mut text = String::new();
    for (rank, player) in ranked(game) {
        let (mark, name) = (mark(game, player), company.name(player));
        let told = company.name_after(player, &mark).is_empty();
        let mark = if told { String::new() } else { format!(" ({mark})") };
        let _ = writeln!(text, "{rank}. {name}{mark}: {}", amount(game, game.score(player)));
    }
    text
}

/// Returns how many fish or cells there are, in words.
pub(crate) fn amount(game: &Game, score: u64) -> String {
    match game {
        Game::Penguins(_) => format!("{score} fish"),
        Game::Gamma(_) if score == 1 => "1 cell".to_owned(),
        Game::Gamma(_) => format!("{score} cells"),
    }
}
