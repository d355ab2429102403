//! The player of Gamma.

use std::time::Instant;

use floe_rules::gamma::{Move, Turns};

use crate::gamma::board::{Board, bits_needed};
use crate::gamma::duel::Duel;
use crate::gamma::judge::Weights;
use crate::gamma::lookahead::GammaLookahead;
use crate::search::{Choice, Limits, Progress, Search, Stop, Value};

/// Plays Gamma.
#[derive(Clone, Debug, Default)]
pub struct Settler {
    weights: Weights,
}

impl Settler {
    /// Plays with other weights.
    pub fn with_weights(weights: Weights) -> Settler {
        Settler { weights }
    }

    fn deep<const W: usize>(
        &mut self,
        position: &Turns,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Progress<Move>),
    ) -> Option<Choice<Move>> {
        let started = Instant::now();
        let board: Board<W> = Board::new(position)?;
        let names = board.clone();
        if self.weights.way == 1 {
            let mut tree = crate::gamma::tree::Tree::new(board, self.weights, limits, stop);
            let found = tree.run()?;
            let progress = Progress {
                depth: u32::from(found.depth),
                nodes: tree.nodes(),
                elapsed: started.elapsed(),
                value: Value(i64::from(found.value)),
                line: vec![names.to_move(found.step)],
            };
            report(&progress);
            return Some(Choice { turn: progress.line[0], progress });
        }
        let mut duel = Duel::new(board, self.weights, limits, stop);
        let progress = |found: &crate::gamma::duel::Found, nodes| Progress {
            depth: u32::from(found.depth),
            nodes,
            elapsed: started.elapsed(),
            value: Value(i64::from(found.value)),
            line: vec![names.to_move(found.step)],
        };
        let deepest = limits.depth.unwrap_or(60).clamp(1, 60);
        let found = duel.run(deepest, |found, nodes| report(&progress(found, nodes)))?;
        let progress = progress(&found, duel.nodes());
        report(&progress);
        Some(Choice { turn: progress.line[0], progress })
    }
}

impl Search for Settler {
    type Position = Turns;
    type Move = Move;

    fn search(
        &mut self,
        position: &Turns,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Progress<Move>),
    ) -> Option<Choice<Move>> {
        position.to_move()?;
        let words = bits_needed(position.game()).map_or(u64::MAX, |bits| bits.div_ceil(64));
        if position.game().players() >= 2 {
            match words {
                0..=2 => return self.deep::<2>(position, limits, stop, report),
                3..=4 => return self.deep::<4>(position, limits, stop, report),
                5..=8 => return self.deep::<8>(position, limits, stop, report),
                9..=16 => return self.deep::<16>(position, limits, stop, report),
                17..=40 => return self.deep::<40>(position, limits, stop, report),
                _ => {}
            }
        }
        GammaLookahead.search(position, limits, stop, report)
    }
}
