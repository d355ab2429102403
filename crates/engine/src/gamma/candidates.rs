//! Selection of candidate cells, so that the search does not have to evaluate every cell of a large board.
//!
//! Cells deep in the territory of the player to move are alike and can wait. Candidates are the cells on the way to the
//! border between its territory and that of others. If the player may start another area, the border itself and a lattice of
//! cells over the whole board are candidates too.

use super::bit_board::BitBoard;
use super::cell_set::CellSet;

/// Selects candidate cells.
pub(crate) struct CandidateCells<const W: usize> {
    /// Cells spread over the whole board, a fine and a coarse lattice.
    lattices: [CellSet<W>; 2],
    fronts: Vec<CellSet<W>>,
    /// The territory of the player to move, the nearest ring first.
    rings: Vec<CellSet<W>>,
}

/// How many candidates to select.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resolution {
    /// Many, for the root of the search.
    Fine,
    /// Few, for all other positions.
    Coarse,
}

/// The approximate size of the fine and of the coarse lattice.
const LATTICES: [u32; 2] = [150, 40];

impl<const W: usize> CandidateCells<W> {
    pub(crate) fn new(board: &BitBoard<W>) -> CandidateCells<W> {
        let cells = board.cells();
        let lattice = |most: u32| {
            let step = (1..64).find(|step| cells / (step * step) <= most).unwrap_or(64);
            board.lattice(step)
        };
        CandidateCells {
            lattices: LATTICES.map(lattice),
            fronts: vec![CellSet::EMPTY; board.players()],
            rings: Vec::new(),
        }
    }

    /// Returns the candidates among the cells that the player to move can take.
    pub(crate) fn cells(&mut self, board: &BitBoard<W>, resolution: Resolution) -> CellSet<W> {
        let Some(player) = board.current() else { return CellSet::EMPTY };
        let stride = board.stride();
        let meeting = self.expand(board, player).beside(stride);
        let mut border = CellSet::EMPTY;
        let mut ways = CellSet::EMPTY;
        for &ring in self.rings.iter().rev() {
            let here = ring & meeting;
            border |= here;
            ways = (ways.beside(stride) & ring) | here;
        }
        let mut cells = ways;
        if board.spare(player) > 0 {
            cells |= border | self.lattices[usize::from(resolution == Resolution::Coarse)];
            if resolution == Resolution::Fine {
                cells |= border.beside(stride);
            }
        }
        cells & board.free(player)
    }

    /// Expands all players; returns the cells and territory of the others.
    fn expand(&mut self, board: &BitBoard<W>, player: usize) -> CellSet<W> {
        let players = board.players();
        let mut free = board.empty();
        let mut others = CellSet::EMPTY;
        for other in 0..players {
            self.fronts[other] = board.held(other);
            if other != player {
                others |= board.held(other);
            }
        }
        self.rings.clear();
        loop {
            let mut grown = false;
            for at in (player..players).chain(0..player) {
                let ring = self.fronts[at].beside(board.stride()) & free;
                free ^= ring;
                self.fronts[at] = ring;
                grown |= !ring.is_empty();
                if at == player {
                    self.rings.push(ring);
                } else {
                    others |= ring;
                }
            }
            if !grown {
                return others;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use floe_rules::gamma::{Gamma, Turns};

    #[test]
    fn ways_to_the_border_are_candidates_and_cells_behind_are_not() {
        let mut turns = Turns::new(Gamma::new(9, 9, 2, 1).expect("the board is small"));
        assert!(turns.take(2, 4) && turns.take(6, 4));
        let board: BitBoard<2> = BitBoard::whole(&turns).expect("the board is small");

        let cells = CandidateCells::new(&board).cells(&board, Resolution::Fine);

        let places: Vec<usize> = cells.cells().collect();
        assert_eq!(places, [3 * 10 + 2, 4 * 10 + 3, 5 * 10 + 2]);
    }

    #[test]
    fn with_a_spare_area_the_border_and_open_cells_are_candidates() {
        let mut turns = Turns::new(Gamma::new(40, 40, 2, 2).expect("the board is small"));
        let empty: BitBoard<40> = BitBoard::whole(&turns).expect("the board is small");
        assert!(turns.take(10, 20) && turns.take(30, 20));
        let board: BitBoard<40> = BitBoard::whole(&turns).expect("the board is small");

        let close = CandidateCells::new(&board).cells(&board, Resolution::Fine);
        let coarse = CandidateCells::new(&board).cells(&board, Resolution::Coarse);

        assert!(
            close.contains(20 * 41 + 20) && close.contains(20 * 41 + 21) && coarse.contains(20 * 41 + 20)
        );
        assert!(coarse.len() < close.len() && close.len() < 300, "{} {}", coarse.len(), close.len());
        assert!(!CandidateCells::new(&empty).cells(&empty, Resolution::Coarse).is_empty());
    }
}
