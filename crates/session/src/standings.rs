//! Skipped players and the ranking, for any game.

use floe_rules::game::{Action, Game, Turn};
use floe_rules::penguins::{Move, Phase};

/// Returns the players who were skipped before the player to move, because they cannot move.
pub fn skipped(game: &Game) -> Vec<u32> {
    let players = game.players();
    let last = game.actions().next_back();
    let due = match game {
        // A player who has placed all penguins is done, not skipped.
        Game::Penguins(history) if history.position().phase() != Phase::Movement => return Vec::new(),
        Game::Penguins(history) => match last {
            Some((player, Action::Turn(Turn::Penguins(Move::Slide { .. })) | Action::LostTurn)) => {
                after(&players, player)
            }
            // A player leaves the game before the turn that another has now.
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

/// Returns the players with their ranks, the best first; equal scores have equal ranks.
pub fn ranking(game: &Game) -> Vec<(usize, u32)> {
    let mut players: Vec<(u64, u32)> =
        game.players().into_iter().map(|player| (game.score(player), player)).collect();
    players.sort_by_key(|&(score, player)| (std::cmp::Reverse(score), player));
    let rank = |score: u64| 1 + players.iter().filter(|&&(other, _)| other > score).count();
    players.iter().map(|&(score, player)| (rank(score), player)).collect()
}
