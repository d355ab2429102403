//! Parts of a game that are searched as games of their own, and their bitboards.

use floe_rules::gamma::{Gamma, Move, Turns};

use super::bit_board::{BitBoard, CellMove, Holdings, LONGEST_ROW, MOST_PLAYERS, golden_key, key};
use super::cell_set::CellSet;
use super::rectangle::Rectangle;

/// Counts of cells are limited to this, so that their values fit into an `i32`.
const MOST_CELLS: u64 = 1 << 20;

/// The most turns that a side of several players makes in a row: not all of them move near the player.
const MOST_REPLIES: u32 = 5;

/// A part of a game: a rectangle of the board, and the sides that play there.
#[derive(Clone, Debug)]
pub(crate) struct BoardPart {
    pub(crate) cells: Rectangle,
    /// The players that are sides of their own, in ascending order.
    pub(crate) players: Vec<u32>,
    /// How many other players form one more side together, which comes last; 0 if there is none.
    pub(crate) others: u32,
    /// The side that moves first; none when the game is over.
    pub(crate) first: Option<usize>,
}

impl BoardPart {
    /// Returns the whole game, if it has few enough players.
    pub(crate) fn whole(turns: &Turns) -> Option<BoardPart> {
        let (game, first) = (turns.game(), turns.to_move().map(|player| player as usize - 1));
        let players = 1..=game.players();
        let cells = Rectangle::all(game);
        (game.players() <= MOST_PLAYERS).then(|| BoardPart {
            cells,
            players: players.collect(),
            others: 0,
            first,
        })
    }

    /// Returns how many words its bitboards take; nothing if its rows are too long.
    pub(crate) fn words(&self) -> Option<u64> {
        let Rectangle { width, height, .. } = self.cells;
        let (short, long) = (width.min(height), width.max(height));
        (short <= LONGEST_ROW).then(|| ((u64::from(short) + 1) * u64::from(long)).div_ceil(64))
    }

    /// Returns how many sides there are.
    pub(crate) fn sides(&self) -> usize {
        self.players.len() + usize::from(self.others > 0)
    }

    /// Returns the side of a player.
    pub(crate) fn side(&self, player: u32) -> Option<usize> {
        self.players.binary_search(&player).ok().or((self.others > 0).then_some(self.players.len()))
    }
}

impl<const W: usize> BitBoard<W> {
    /// Converts a whole game, if it fits.
    #[cfg(test)]
    pub(crate) fn whole(turns: &Turns) -> Option<BitBoard<W>> {
        BitBoard::new(turns.game(), &BoardPart::whole(turns)?)
    }

    /// Converts a part of a game, if it fits.
    ///
    /// Areas are those of the whole game. Cells of a player at the edge of the part that continue outside count as
    /// connected there, so that joining them frees no area; but a golden move never counts on it. So all turns of the
    /// part are legal on the whole board.
    pub(crate) fn new(game: &Gamma, part: &BoardPart) -> Option<BitBoard<W>> {
        let Rectangle { left, bottom, width, height } = part.cells;
        if part.words()? > W as u64 {
            return None;
        }
        let holdings = |&player: &u32| Holdings {
            busy: game.busy(player).min(MOST_CELLS) as u32,
            areas: game.areas(player),
            golden: game.has_golden(player),
        };
        let mut board = BitBoard {
            origin: (left, bottom),
            stride: width.min(height) + 1,
            rows: width.max(height),
            transposed: width > height,
            most_areas: game.most_areas(),
            empty: CellSet::EMPTY,
            held: vec![CellSet::EMPTY; part.sides()],
            exits: CellSet::EMPTY,
            holdings: part.players.iter().map(holdings).collect(),
            others: (part.others > 0).then_some(part.players.len()),
            rivals: (part.players.len() as u32 + part.others).saturating_sub(1).max(1),
            replies: part.others.min(MOST_REPLIES),
            replies_left: part.others.min(MOST_REPLIES),
            current: part.first,
            hash: 0,
        };
        for (x, y) in part.cells.rows() {
            let cell = board.cell(x, y);
            let Some(player) = game.owner(x, y) else {
                board.empty.toggle(cell);
                continue;
            };
            let Some(index) = part.side(player) else { continue };
            board.held[index].toggle(cell);
            board.hash ^= key(index, cell);
            let sides = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
            let leaves = |(x, y)| !part.cells.contains(x, y) && game.owner(x, y) == Some(player);
            if sides.into_iter().any(leaves) {
                board.exits.toggle(cell);
            }
        }
        if let Some(others) = board.others {
            // Each of them has its golden move only once, and not all will make it here.
            let busy = board.held[others].len();
            board.holdings.push(Holdings { busy, areas: game.most_areas(), golden: false });
        }
        for (player, holdings) in board.holdings.iter().enumerate() {
            board.hash ^= golden_key(player) * u64::from(holdings.golden);
        }
        Some(board)
    }

    fn cell(&self, x: u32, y: u32) -> usize {
        let (x, y) = (x - self.origin.0, y - self.origin.1);
        let (x, y) = if self.transposed { (y, x) } else { (x, y) };
        (y * self.stride + x) as usize
    }

    /// Converts a turn to a turn of the rules.
    pub(crate) fn to_move(&self, step: CellMove) -> Move {
        let cell = u32::from(step.0);
        let (x, y) = (cell % self.stride, cell / self.stride);
        let (x, y) = if self.transposed { (y, x) } else { (x, y) };
        let (x, y) = (x + self.origin.0, y + self.origin.1);
        if self.empty.contains(cell as usize) { Move::Take { x, y } } else { Move::Golden { x, y } }
    }

    /// Converts a line of turns to turns of the rules.
    pub(crate) fn moves(&mut self, line: &[CellMove]) -> Vec<Move> {
        let mut undos = Vec::new();
        let mut moves = Vec::new();
        for &step in line {
            moves.push(self.to_move(step));
            undos.push(self.make(step));
        }
        while let Some(undo) = undos.pop() {
            self.unmake(&undo);
        }
        moves
    }
}
