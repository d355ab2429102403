//! Static evaluation of Gamma: the cells of each player, and the territory that it reaches first.
//!
//! All players expand over the empty cells in turn, one ring at a time, from the cells they hold. The cells that each
//! reaches first are its territory, which reflects cutting others off and keeping room. A player who may start another area
//! can still invade the territory of others, so a part of that counts for it too. An unused golden move counts as what it
//! will bring at least.

use super::bit_board::{BitBoard, MOST_PLAYERS};
use super::cell_set::CellSet;
use super::weights::Weights;

/// The value of a cell.
pub(crate) const CELL: i32 = 100;
/// More spare areas than this do not count.
const MOST_SPARE: u32 = 4;

/// A number for each player.
pub(crate) type PerPlayer<N> = [N; MOST_PLAYERS as usize];

/// Evaluates positions.
pub(crate) struct Evaluator<const W: usize> {
    weights: Weights,
    /// The last ring of each player during the expansion.
    fronts: Vec<CellSet<W>>,
}

impl<const W: usize> Evaluator<W> {
    pub(crate) fn new(weights: Weights, players: usize) -> Evaluator<W> {
        Evaluator { weights, fronts: vec![CellSet::EMPTY; players] }
    }

    /// Returns the lead of each player over the best of the others, in hundredths of a cell.
    pub(crate) fn leads(&mut self, board: &BitBoard<W>) -> PerPlayer<i32> {
        let shares = self.shares(board);
        let shares = &shares[..board.players()];
        let mut leads = [0; MOST_PLAYERS as usize];
        // The rival of the leader is the second; the rival of all others is the leader.
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

    /// Returns the expected final cells of each player, in hundredths.
    fn shares(&mut self, board: &BitBoard<W>) -> PerPlayer<i32> {
        let Some(first) = board.current() else {
            return self.shares_at_the_end(board);
        };
        let players = board.players();
        let mut shares = [0; MOST_PLAYERS as usize];
        let mut territories = [0; MOST_PLAYERS as usize];
        let mut free = board.empty();
        for player in 0..players {
            self.fronts[player] = board.held(player);
        }
        let mut worth = CELL;
        loop {
            worth = (worth - self.weights.far).max(self.weights.least);
            let mut grown = 0;
            // The player to move expands first.
            for player in (first..players).chain(0..first) {
                let ring = self.fronts[player].beside(board.stride()) & free;
                free ^= ring;
                self.fronts[player] = ring;
                let len = ring.len() as i32;
                grown += len;
                territories[player] += len;
                shares[player] += worth * len;
            }
            if grown == 0 {
                break;
            }
        }
        let all: i32 = territories.iter().sum();
        // A golden move, like a new area, can invade the territory of one other player.
        let rivals = board.rivals().min(1 << 16) as i32;
        let golden = self.weights.golden + self.weights.early * all / board.cells() as i32 / rivals;
        for player in 0..players {
            let holdings = board.holdings(player);
            shares[player] += holdings.busy as i32 * CELL + i32::from(holdings.golden) * golden;
            let spare = board.spare(player).min(MOST_SPARE) as i32;
            if spare > 0 {
                let percent = self.weights.spare + self.weights.more * (spare - 1);
                shares[player] += percent * CELL / 100 * (all - territories[player]) / rivals;
            }
        }
        shares
    }

    fn shares_at_the_end(&self, board: &BitBoard<W>) -> PerPlayer<i32> {
        let mut shares = [0; MOST_PLAYERS as usize];
        let shares_of_all = &mut shares[..board.players()];
        for (player, share) in shares_of_all.iter_mut().enumerate() {
            *share = board.holdings(player).busy as i32 * CELL;
        }
        let most = shares_of_all.iter().copied().max().unwrap_or(0);
        let winners = shares_of_all.iter().filter(|&&share| share == most).count() as i32;
        for share in shares_of_all.iter_mut().filter(|share| **share == most) {
            *share += self.weights.win / winners;
        }
        shares
    }
}
