//! A player that makes random legal turns.

use floe_rules::penguins::{Move, Position};
use floe_rules::random::{Random, scramble};

use crate::context::SearchContext;
use crate::search::{Choice, Progress, Search, Value};

/// Makes a random legal turn, all of them equally likely.
///
/// It ignores all limits but the seed.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPlayer;

impl Search for RandomPlayer {
    type Position = Position;
    type Move = Move;

    fn search(
        &mut self,
        position: &Position,
        mut context: SearchContext<'_, Progress<Move>>,
    ) -> Option<Choice<Move>> {
        let mut random = Random::new(scramble(context.limits().seed) ^ position.hash());
        let turn = any_turn(position, &mut random)?;
        let progress = Progress {
            depth: 0,
            nodes: 1,
            elapsed: context.budget.elapsed(),
            value: Value(0),
            line: vec![turn],
            considered: Vec::new(),
        };
        context.report(&progress);
        Some(Choice { turn, progress })
    }
}

/// Returns one of the legal turns, all equally likely; nothing when the game is over.
fn any_turn(position: &Position, random: &mut Random) -> Option<Move> {
    // Two passes without a list, which would be long on a large board.
    let mut left = random.below(position.count_turns());
    let mut picked = None;
    position.each_turn(|turn| {
        if left == 0 && picked.is_none() {
            picked = Some(turn);
        }
        left = left.saturating_sub(1);
    });
    picked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, MonotonicClock};
    use floe_rules::board_file;
    use floe_rules::penguins::{RuleSet, Stage};
    use std::collections::HashMap;

    #[test]
    fn all_turns_are_equally_likely() {
        let setup = board_file::read(&b"3 3\n10 10 10\n10 01 10\n10 10 01\nA 1 1\n"[..]).unwrap();
        let position = Position::new(&setup, &RuleSet::SQUARE, &Stage::Movement).unwrap();
        let clock = MonotonicClock::start();
        let mut seen: HashMap<Move, u32> = HashMap::new();
        for seed in 0..6000 {
            let limits = Limits { seed, ..Limits::default() };
            let choice = RandomPlayer.search(&position, SearchContext::new(&limits, &clock)).unwrap();
            *seen.entry(choice.turn).or_default() += 1;
        }
        assert_eq!(seen.len() as u64, position.count_turns());
        let even = 6000 / seen.len() as u32;
        assert!(seen.values().all(|count| count.abs_diff(even) < even / 5), "{seen:?}");
    }
}
