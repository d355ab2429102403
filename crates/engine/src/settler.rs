//! A simple, honest player of Gamma.

use std::time::Instant;

use floe_rules::gamma::{Gamma, Move, Turns};
use floe_rules::random::{Random, scramble};

use crate::order::Order;
use crate::search::{Choice, Limits, Progress, Search, Stop, Value};

/// Settles on land that nobody else can reach as soon.
#[derive(Clone, Debug, Default)]
pub struct Settler;

impl Search for Settler {
    type Position = Turns;
    type Move = Move;

    fn search(
        &mut self,
        position: &Turns,
        limits: &Limits,
        _stop: &Stop,
        report: &mut dyn FnMut(&Progress<Move>),
    ) -> Option<Choice<Move>> {
        let started = Instant::now();
        let player = position.to_move()?;
        let board = position.game();
        let mut random = Random::new(scramble(limits.seed) ^ board.busy(player));
        let cells = board.width() as usize * board.height() as usize;
        let places = Order::new(cells, &mut random).map(|cell| {
            let width = board.width() as usize;
            ((cell % width) as u32, (cell / width) as u32)
        });
        let turn = choose(board, player, places)?;
        let progress =
            Progress { depth: 1, nodes: 1, elapsed: started.elapsed(), value: Value(0), line: vec![turn] };
        report(&progress);
        Some(Choice { turn, progress })
    }
}

/// Returns the first legal turn, and an ordinary one if there is any.
fn choose(board: &Gamma, player: u32, places: impl Iterator<Item = (u32, u32)>) -> Option<Move> {
    let mut trial = board.clone();
    let mut golden = None;
    for (x, y) in places {
        if board.owner(x, y).is_none() && trial.take(player, x, y) {
            return Some(Move::Take { x, y });
        }
        if golden.is_none() && board.clone().take_golden(player, x, y) {
            golden = Some(Move::Golden { x, y });
        }
    }
    golden
}
