//! What a position is worth to each player: its cells, and the land that it gets to first.
//!
//! LocalEvaluator is worth something to whoever gets there first. So all players grow over the empty cells in turn, from what they
//! hold, a ring each time; cutting others off and keeping room show in who gets how much. Who may start another area can
//! still break into the land of others, so that a part of that counts for it as well, and a golden move that is left
//! counts as what it will bring at least.

use super::bit_board::{BitBoard, MOST_PLAYERS};
use super::cell_set::CellSet;
use super::weights::Weights;

/// What a cell in hand is worth; all else is measured against it.
pub(crate) const CELL: i32 = 100;
/// Even more areas than this that may be started are no use.
const MOST_SPARE: u32 = 4;

/// A number for each player, as many as there are.
pub(crate) type PerPlayer<N> = [N; MOST_PLAYERS as usize];

/// Judges positions.
pub(crate) struct Evaluator<const W: usize> {
    weights: Weights,
    /// The cells that each player took last, while all grow.
    fronts: Vec<CellSet<W>>,
}

impl<const W: usize> Evaluator<W> {
    pub(crate) fn new(weights: Weights, players: usize) -> Evaluator<W> {
        Evaluator { weights, fronts: vec![CellSet::EMPTY; players] }
    }

    /// Returns by how much each player leads the best of the others, in hundredths of a cell.
    pub(crate) fn leads(&mut self, board: &BitBoard<W>) -> PerPlayer<i32> {
        let shares = self.shares(board);
        let shares = &shares[..board.players()];
        let mut leads = [0; MOST_PLAYERS as usize];
        // The best of the others is the best of all, but for the best itself it is the second.
        let (mut best, mut second, mut leader) = (0, 0, usize::MAX);
        for (player, &share) in shares.iter().enumerate() {
            if leader == usize::MAX || share > best {
                (second, best, leader) = (best, share, player);
            } else {
                second = second.max(share);
            }
        }
        for (player, &share) in shares.iter().enumerate() {
            leads[player] = share - if player == leader { second } else { best };
        }
        leads
    }

    /// Returns what each player gets, in hundredths of a cell.
    fn shares(&mut self, board: &BitBoard<W>) -> PerPlayer<i32> {
        let Some(first) = board.current() else {
            return self.shares_at_the_end(board);
        };
        let players = board.players();
        let mut shares = [0; MOST_PLAYERS as usize];
        let mut lands = [0; MOST_PLAYERS as usize];
        let mut free = board.empty();
        for player in 0..players {
            self.fronts[player] = board.held(player);
        }
        let mut worth = CELL;
        loop {
            worth = (worth - self.weights.far).max(self.weights.least);
            let mut grown = 0;
            // The player to move is the first to grow.
            for player in (first..players).chain(0..first) {
                let ring = self.fronts[player].beside(board.stride()) & free;
                free ^= ring;
                self.fronts[player] = ring;
                let len = ring.len() as i32;
                grown += len;
                lands[player] += len;
                shares[player] += worth * len;
            }
            if grown == 0 {
                break;
            }
        }
        let all: i32 = lands.iter().sum();
        // A golden move, like another area, can break into land as long as there is some, but only into that of one.
        let rivals = (players as i32 - 1).max(1);
        let golden = self.weights.golden + self.weights.early * all / board.cells() as i32 / rivals;
        for player in 0..players {
            let holdings_of = board.holdings_of(player);
            shares[player] += holdings_of.busy as i32 * CELL + i32::from(holdings_of.golden) * golden;
            let spare = board.spare(player).min(MOST_SPARE) as i32;
            if spare > 0 {
                let percent = self.weights.spare + self.weights.more * (spare - 1);
                shares[player] += percent * CELL / 100 * (all - lands[player]) / rivals;
            }
        }
        shares
    }

    fn shares_at_the_end(&self, board: &BitBoard<W>) -> PerPlayer<i32> {
        let mut shares = [0; MOST_PLAYERS as usize];
        let shares_of_all = &mut shares[..board.players()];
        for (player, share) in shares_of_all.iter_mut().enumerate() {
            *share = board.holdings_of(player).busy as i32 * CELL;
        }
        let most = shares_of_all.iter().copied().max().unwrap_or(0);
        let winners = shares_of_all.iter().filter(|&&share| share == most).count() as i32;
        for share in shares_of_all.iter_mut().filter(|share| **share == most) {
            *share += self.weights.win / winners;
        }
        shares
    }
}
