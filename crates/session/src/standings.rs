//! The ranking, for any game.

use floe_rules::game::Game;

/// Returns the players with their ranks, the best first; equal scores have equal ranks.
pub fn ranking(game: &Game) -> Vec<(usize, u32)> {
    let mut players: Vec<(u64, u32)> =
        game.players().into_iter().map(|player| (game.score(player), player)).collect();
    players.sort_by_key(|&(score, player)| (std::cmp::Reverse(score), player));
    let rank = |score: u64| 1 + players.iter().filter(|&&(other, _)| other > score).count();
    players.iter().map(|&(score, player)| (rank(score), player)).collect()
}
