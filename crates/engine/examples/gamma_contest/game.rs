//! One game of a match.

use std::time::{Duration, Instant};

use floe_engine::{Limits, MonotonicClock, SearchContext};
use floe_rules::gamma::{Gamma, Turns};
use floe_rules::random::{Random, scramble};

use crate::game_result::{Effort, GameResult};
use crate::options::{Budget, Options, Player};

/// Plays a game; consecutive games, one for each seat, are on boards of the same kind.
pub(crate) fn play(options: &Options, game: u32) -> Result<GameResult, String> {
    let (kind, seat) = (game / options.players, game % options.players + 1);
    let mut random = Random::new(scramble(options.seed) ^ scramble(kind.into()));
    let mut draw = |range: &std::ops::RangeInclusive<u32>| {
        range.start() + random.below(u64::from(range.end() - range.start()) + 1) as u32
    };
    let (width, height, areas) = (draw(&options.sides), draw(&options.sides), draw(&options.areas));
    let board = Gamma::new(width, height, options.players, areas).map_err(|why| why.to_string())?;
    let mut turns = Turns::new(board);
    let player_at = |player| if player == seat { &options.one } else { &options.two };
    let mut searches: Vec<_> = (1..=options.players).map(|player| player_at(player).start_game()).collect();
    let mut efforts = [Effort::default(), Effort::default()];
    let mut made = 0;
    let mut random_turns = options.random.unwrap_or(options.players);
    while random_turns > 0 && turns.to_move().is_some_and(|player| turns.game().free(player) > 0) {
        let (x, y) = (random.below(width.into()) as u32, random.below(height.into()) as u32);
        random_turns -= u32::from(turns.take(x, y));
    }
    while let Some(player) = turns.to_move() {
        let started = Instant::now();
        let Player { name, level, .. } = player_at(player);
        let seed = scramble(options.seed.wrapping_add(scramble(u64::from(game) << 32 | made)));
        let mut limits = Limits { level: *level, seed, ..Limits::default() };
        let mut allowed = Duration::MAX;
        match options.budget {
            Budget::Time(time) => {
                allowed = time;
                limits.time = Some(time);
            }
            Budget::Nodes(nodes) => limits.nodes = Some(nodes),
        }
        let choice = searches[player as usize - 1]
            .search(&turns, SearchContext::new(&limits, &MonotonicClock::start()));
        let took = started.elapsed();
        let choice = choice.ok_or_else(|| format!("{name} found no turn"))?;
        efforts[usize::from(player != seat)].add(&Effort {
            turns: 1,
            depth: u64::from(choice.progress.depth),
            nodes: choice.progress.nodes,
            time: took,
            longest_overrun: took.saturating_sub(allowed),
        });
        turns
            .play(choice.turn)
            .map_err(|why| format!("{name} made an illegal turn, {}: {why}", choice.turn))?;
        made += 1;
    }
    let cells = |player| turns.game().busy(player).cast_signed();
    let rival = (1..=options.players).filter(|&player| player != seat).map(cells).max().unwrap_or(0);
    let outcome = turns.top_score();
    let share = if cells(seat).cast_unsigned() == outcome.most { 1.0 / outcome.leaders as f64 } else { 0.0 };
    Ok(GameResult { share, lead: cells(seat) - rival, efforts })
}
