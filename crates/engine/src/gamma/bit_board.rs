//! The board that the search uses: bitboards on which turns are made and undone in place.
//!
//! It holds boards that fit into `W` machine words with up to [`MOST_PLAYERS`] players, and follows the rules of
//! [`Gamma`](floe_rules::gamma::Gamma) (M1 to M5). Areas are only counted: when a turn may join or split areas, a flood fill
//! over the player's cells updates the count.

use super::cell_set::CellSet;

/// The most players.
pub(crate) const MOST_PLAYERS: u32 = 16;
/// The longest row that a shift by one row can cross.
pub(crate) const LONGEST_ROW: u32 = 62;

/// A turn, as the index of its cell. It is a golden move if the cell belongs to another player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CellMove(pub(crate) u16);

/// The information to undo a turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undo {
    step: CellMove,
    player: usize,
    areas: u32,
    replies_left: u32,
    /// The former owner of the cell, and how many areas it had.
    victim: Option<(usize, u32)>,
}

/// The counts of a player, and whether it still has its golden move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Holdings {
    pub(crate) busy: u32,
    pub(crate) areas: u32,
    pub(crate) golden: bool,
}

/// A position of Gamma as bitboards. Players are numbered from 0 here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BitBoard<const W: usize> {
    /// The lower left cell, on the board of the rules.
    pub(super) origin: (u32, u32),
    pub(super) stride: u32,
    pub(super) rows: u32,
    /// Whether rows and columns are swapped, which makes rows short.
    pub(super) transposed: bool,
    pub(super) most_areas: u32,
    pub(super) empty: CellSet<W>,
    pub(super) held: Vec<CellSet<W>>,
    /// The cells whose areas continue outside, where the board is a part of a larger one.
    pub(super) exits: CellSet<W>,
    pub(super) holdings: Vec<Holdings>,
    /// The side that several players form together, if there is one. It only grows: its number of areas means nothing.
    pub(super) others: Option<usize>,
    /// How many turns the others make in a row, and how many of them are still to come.
    pub(super) replies: u32,
    pub(super) replies_left: u32,
    /// How many players a player has against it.
    pub(super) rivals: u32,
    pub(super) current: Option<usize>,
    pub(super) hash: u64,
}

impl<const W: usize> BitBoard<W> {
    pub(crate) fn players(&self) -> usize {
        self.held.len()
    }

    /// Returns the player to move; none when the game is over.
    pub(crate) fn current(&self) -> Option<usize> {
        self.current
    }

    pub(crate) fn stride(&self) -> u32 {
        self.stride
    }

    pub(crate) fn empty(&self) -> CellSet<W> {
        self.empty
    }

    pub(crate) fn held(&self, player: usize) -> CellSet<W> {
        self.held[player]
    }

    pub(crate) fn holdings(&self, player: usize) -> Holdings {
        self.holdings[player]
    }

    /// Returns how many more areas a player may start.
    pub(crate) fn spare(&self, player: usize) -> u32 {
        self.most_areas - self.holdings[player].areas
    }

    /// Returns the hash of the position.
    pub(crate) fn hash(&self) -> u64 {
        let turn = self.current.map_or(0, |player| player as u64 + 1);
        self.hash ^ turn.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Returns how many players a player has against it, at least 1.
    pub(crate) fn rivals(&self) -> u32 {
        self.rivals
    }

    /// Returns how many cells the board has.
    pub(crate) fn cells(&self) -> u32 {
        self.rows * (self.stride - 1)
    }

    /// Returns the cells in every `step`-th row and column.
    pub(crate) fn lattice(&self, step: u32) -> CellSet<W> {
        let (across, up) = (step.min(self.stride - 1), step.min(self.rows));
        let mut lattice = CellSet::EMPTY;
        for y in (up / 2..self.rows).step_by(up as usize) {
            for x in (across / 2..self.stride - 1).step_by(across as usize) {
                lattice.toggle((y * self.stride + x) as usize);
            }
        }
        lattice
    }

    /// Returns any turn of the player to move and the final cells of all players, if the rest of the game is decided:
    /// no player has a golden move, and no cell can be reached by two players.
    pub(crate) fn decided(&self) -> Option<(CellMove, Vec<u32>)> {
        let mut reached = CellSet::EMPTY;
        let mut ends = Vec::new();
        for (player, holdings) in self.holdings.iter().enumerate() {
            let reach = self.reach(player);
            if holdings.golden || !(reached & reach).is_empty() {
                return None;
            }
            reached |= reach;
            ends.push(holdings.busy + reach.len());
        }
        // Any free cell will do, because no player can be cut off any more.
        let cell = self.free(self.current?).cells().next()?;
        Some((CellMove(cell as u16), ends))
    }

    /// Returns the empty cells that a player could ever take without a golden move.
    fn reach(&self, player: usize) -> CellSet<W> {
        let mut reach = self.free(player);
        loop {
            let more = reach | (reach.beside(self.stride) & self.empty);
            if more == reach {
                return reach;
            }
            reach = more;
        }
    }

    /// Returns whether a turn takes a cell from another player.
    pub(crate) fn is_golden(&self, step: CellMove) -> bool {
        !self.empty.contains(usize::from(step.0))
    }

    /// Returns the empty cells that a player could take (rule M3).
    pub(crate) fn free(&self, player: usize) -> CellSet<W> {
        if self.spare(player) > 0 { self.empty } else { self.held[player].beside(self.stride) & self.empty }
    }

    /// Returns the cells of others that a player might take with its golden move: its own areas allow it, those of the
    /// owner may not.
    pub(crate) fn golden_targets(&self, player: usize) -> CellSet<W> {
        if !self.holdings[player].golden {
            return CellSet::EMPTY;
        }
        let mut others = CellSet::EMPTY;
        for (other, held) in self.held.iter().enumerate() {
            if other != player {
                others |= *held;
            }
        }
        if self.spare(player) > 0 { others } else { self.held[player].beside(self.stride) & others }
    }

    /// Returns the cells that are the only one of their owner.
    pub(crate) fn last_cells(&self) -> CellSet<W> {
        let mut cells = CellSet::EMPTY;
        for (holdings, held) in self.holdings.iter().zip(&self.held) {
            if holdings.busy == 1 {
                cells |= *held;
            }
        }
        cells
    }

    /// Returns whether a golden move may take a cell: its owner must not get too many areas. What the owner holds outside
    /// is unknown, so a cell that is connected with it stays.
    pub(crate) fn can_be_taken(&self, cell: usize) -> bool {
        let Some(victim) = self.owner(cell).filter(|_| !self.exits.contains(cell)) else { return false };
        let spare = self.spare(victim);
        let runs = self.runs(victim, cell);
        runs <= 1 || runs <= spare + 1 || self.pieces(victim, cell, CellSet::EMPTY) <= spare + 1
    }

    /// Returns whether a player could make a golden move now (rule M4).
    pub(crate) fn golden_possible(&self, player: usize) -> bool {
        self.golden_targets(player).cells().any(|cell| self.can_be_taken(cell))
    }

    pub(crate) fn owner(&self, cell: usize) -> Option<usize> {
        self.held.iter().position(|held| held.contains(cell))
    }

    /// Makes a legal turn of the player to move.
    pub(crate) fn make(&mut self, step: CellMove) -> Undo {
        let player = self.current.expect("turns are made only while the game is not over");
        let cell = usize::from(step.0);
        let (areas, replies_left) = (self.holdings[player].areas, self.replies_left);
        let mut undo = Undo { step, player, areas, replies_left, victim: None };
        if self.empty.contains(cell) {
            self.empty.toggle(cell);
        } else {
            let victim = self.owner(cell).expect("a cell that is not empty has an owner");
            undo.victim = Some((victim, self.holdings[victim].areas));
            let pieces = self.pieces(victim, cell, CellSet::EMPTY);
            self.held[victim].toggle(cell);
            let holdings = &mut self.holdings[victim];
            holdings.areas = holdings.areas - 1 + pieces;
            holdings.busy -= 1;
            self.holdings[player].golden = false;
            self.hash ^= key(victim, cell) ^ golden_key(player);
        }
        let joined = self.pieces(player, cell, self.exits);
        self.held[player].toggle(cell);
        let holdings = &mut self.holdings[player];
        if self.others != Some(player) {
            holdings.areas = holdings.areas + 1 - joined;
        }
        holdings.busy += 1;
        self.hash ^= key(player, cell);
        if self.others == Some(player) && self.replies_left > 1 && !self.free(player).is_empty() {
            self.replies_left -= 1;
        } else {
            self.replies_left = self.replies;
            self.current = self.next_after(player);
        }
        undo
    }

    /// Undoes the last turn.
    pub(crate) fn unmake(&mut self, undo: &Undo) {
        let (cell, player) = (usize::from(undo.step.0), undo.player);
        self.current = Some(player);
        self.replies_left = undo.replies_left;
        self.held[player].toggle(cell);
        self.hash ^= key(player, cell);
        let holdings = &mut self.holdings[player];
        holdings.areas = undo.areas;
        holdings.busy -= 1;
        match undo.victim {
            None => self.empty.toggle(cell),
            Some((victim, areas)) => {
                holdings.golden = true;
                self.held[victim].toggle(cell);
                self.holdings[victim].areas = areas;
                self.holdings[victim].busy += 1;
                self.hash ^= key(victim, cell) ^ golden_key(player);
            }
        }
    }

    /// Returns the player who moves after another (rule M5).
    fn next_after(&self, player: usize) -> Option<usize> {
        let players = self.players();
        let mut after = (1..=players).map(|further| (player + further) % players);
        after.find(|&player| !self.free(player).is_empty() || self.golden_possible(player))
    }

    /// Counts the groups of a player's cells around a cell that are connected within its eight neighbours.
    #[inline]
    fn runs(&self, player: usize, cell: usize) -> u32 {
        let (held, stride) = (&self.held[player], self.stride as usize);
        let at = |cell: usize| u32::from(held.contains(cell));
        let (left, right) = (cell.wrapping_sub(1), cell + 1);
        let (below, above) = (cell.wrapping_sub(stride), cell + stride);
        let sides = [at(left), at(above), at(right), at(below)];
        let count: u32 = sides.iter().sum();
        if count <= 1 {
            return count;
        }
        let corners = [
            sides[0] & sides[1] & at(above.wrapping_sub(1)),
            sides[1] & sides[2] & at(above + 1),
            sides[2] & sides[3] & at(below.wrapping_add(1)),
            sides[3] & sides[0] & at(below.wrapping_sub(1)),
        ];
        // Four sides joined at all four corners are still one run.
        (count - corners.iter().sum::<u32>()).max(1)
    }

    /// Counts the areas of a player that touch a cell, without the cell itself. All those that contain a cell of `exits`
    /// count as one.
    fn pieces(&self, player: usize, cell: usize, exits: CellSet<W>) -> u32 {
        let runs = self.runs(player, cell);
        if runs <= 1 {
            return runs;
        }
        let stride = self.stride as usize;
        let mut within = self.held[player];
        within &= !CellSet::one(cell);
        let mut left = CellSet::one(cell).beside(self.stride) & within;
        // Neighbouring bits at row ends are not neighbours, but those bits are never held.
        let (mut pieces, mut leaving) = (0, 0);
        for side in [cell.wrapping_sub(1), cell + 1, cell.wrapping_sub(stride), cell + stride] {
            if left.contains(side) {
                let piece = CellSet::flood(side, within, self.stride);
                left &= !piece;
                pieces += 1;
                leaving += u32::from(!(piece & exits).is_empty());
            }
        }
        pieces - leaving.saturating_sub(1)
    }
}

/// Returns the hash key of a cell of a player.
pub(super) fn key(player: usize, cell: usize) -> u64 {
    floe_rules::random::scramble((player as u64) << 32 | cell as u64)
}

pub(super) fn golden_key(player: usize) -> u64 {
    floe_rules::random::scramble(1 << 48 | player as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use floe_rules::gamma::{Gamma, Move, Turns};
    use floe_rules::random::Random;
    use proptest::prelude::*;

    /// Returns all legal turns, found by trying them.
    fn legal_by_the_rules(turns: &Turns) -> Vec<Move> {
        let Some(player) = turns.to_move() else { return Vec::new() };
        let mut trial = turns.game().trial();
        let places = (0..trial.height()).flat_map(|y| (0..trial.width()).map(move |x| (x, y)));
        let mut legal = Vec::new();
        for (x, y) in places.collect::<Vec<_>>() {
            if trial.take(player, x, y) {
                legal.push(Move::Take { x, y });
                trial.undo();
            } else if trial.take_golden(player, x, y) {
                legal.push(Move::Golden { x, y });
                trial.undo();
            }
        }
        legal
    }

    fn legal_steps<const W: usize>(board: &BitBoard<W>) -> Vec<CellMove> {
        let Some(player) = board.current() else { return Vec::new() };
        let golden = board.golden_targets(player).cells().filter(|&cell| board.can_be_taken(cell));
        board.free(player).cells().chain(golden).map(|cell| CellMove(cell as u16)).collect()
    }

    fn compare<const W: usize>(board: &BitBoard<W>, turns: &Turns) {
        let mut game = turns.game().trial();
        assert_eq!(Some(board.clone()), BitBoard::whole(turns));
        assert_eq!(u64::from(board.empty().len()), game.empty());
        for player in 0..board.players() {
            let number = player as u32 + 1;
            assert_eq!(u64::from(board.free(player).len()), game.free(number), "free cells of {number}");
            assert_eq!(
                board.golden_possible(player),
                game.golden_possible(number),
                "golden move of {number}"
            );
        }
        let mut moves: Vec<Move> = legal_steps(board).into_iter().map(|step| board.to_move(step)).collect();
        let mut legal = legal_by_the_rules(turns);
        moves.sort_unstable();
        legal.sort_unstable();
        assert_eq!(moves, legal);
    }

    /// Plays a random game on both boards, and takes it all back on the fast one.
    fn play<const W: usize>(width: u32, height: u32, players: u32, areas: u32, seed: u64) {
        let mut turns = Turns::new(Gamma::new(width, height, players, areas).expect("the board is small"));
        let mut board: BitBoard<W> = BitBoard::whole(&turns).expect("the board is small");
        let mut random = Random::new(seed);
        let mut past = Vec::new();
        compare(&board, &turns);
        while board.current().is_some() {
            let steps = legal_steps(&board);
            // Golden moves are few at first, and would come too late to matter if all turns were alike.
            let golden: Vec<CellMove> = steps.iter().copied().filter(|&step| board.is_golden(step)).collect();
            let steps = if golden.is_empty() || random.below(8) > 0 { steps } else { golden };
            let step = steps[random.index(steps.len())];
            turns.play(board.to_move(step)).expect("all turns of the list are legal");
            let before = board.clone();
            past.push((board.make(step), before));
            compare(&board, &turns);
        }
        while let Some((undo, before)) = past.pop() {
            board.unmake(&undo);
            assert_eq!(board, before);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn it_keeps_the_rules(
            width in 1u32..=9,
            height in 1u32..=9,
            players in 1u32..=5,
            areas in 1u32..=4,
            seed: u64,
        ) {
            play::<2>(width, height, players, areas, seed);
        }
    }

    #[test]
    fn it_keeps_the_rules_where_rows_span_words() {
        play::<16>(31, 28, 3, 2, 1);
        play::<4>(62, 3, 2, 2, 2);
        play::<4>(3, 62, 2, 2, 3);
        play::<8>(1, 200, 2, 3, 4);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let board =
            |width, height, players| Turns::new(Gamma::new(width, height, players, 1).expect("small"));
        assert!(BitBoard::<2>::whole(&board(11, 11, 2)).is_none());
        assert!(BitBoard::<4>::whole(&board(11, 11, 2)).is_some());
        assert!(BitBoard::<64>::whole(&board(62, 64, 2)).is_some());
        assert!(BitBoard::<64>::whole(&board(63, 63, 2)).is_none());
        assert!(BitBoard::<64>::whole(&board(3, 3, MOST_PLAYERS + 1)).is_none());
    }
}
