//! A slow and obvious reference implementation of Penguins, independent of the fast one.
//!
//! Squares are compared by row and column. Hexagons are converted to cube coordinates, in which one of the three
//! numbers is constant on a straight line. Every pair of fields is tried, and every turn is made on a copy of the
//! board.

use floe_rules::grid::{Layout, Topology};
use floe_rules::penguins::{RuleSet, Scoring, Seat, Setup};

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Field {
    pub(crate) fish: u8,
    pub(crate) player: u8,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Slow {
    layout: Option<Layout>,
    arrival: bool,
    pub(crate) board: Vec<Vec<Field>>,
    /// Number, score, penguins to place; sorted by number.
    pub(crate) players: Vec<(u8, u64, u32)>,
    pub(crate) placing: bool,
    /// The index of the player to move, if any can act.
    pub(crate) turn: Option<usize>,
}

/// A turn: the start of a slide, or `None` for a placement, and its target; rows and columns from 0.
pub(crate) type SlowTurn = (Option<(usize, usize)>, (usize, usize));

impl Slow {
    /// Makes a state; `placement` is the number of penguins per player and all player numbers during placement.
    pub(crate) fn new(setup: &Setup, rules: &RuleSet, placement: Option<(u32, &[u8])>) -> Slow {
        let board: Vec<Vec<Field>> = setup
            .tiles()
            .chunks(setup.cols() as usize)
            .map(|row| {
                row.iter()
                    .map(|tile| Field {
                        fish: tile.fish().count(),
                        player: tile.seat().map_or(0, Seat::number),
                    })
                    .collect()
            })
            .collect();
        let mut numbers: Vec<u8> = setup.players.iter().map(|player| player.seat.number()).collect();
        numbers.extend(placement.map_or(&[][..], |(_, numbers)| numbers));
        numbers.sort();
        numbers.dedup();
        let players = numbers
            .into_iter()
            .map(|number| {
                let row = setup.players.iter().find(|player| player.seat.number() == number);
                let placed = board.iter().flatten().filter(|field| field.player == number).count() as u32;
                let unplaced = placement.map_or(0, |(penguins, _)| penguins.saturating_sub(placed));
                (number, row.map_or(0, |row| row.score), unplaced)
            })
            .collect();
        let layout = match rules.topology {
            Topology::Square => None,
            Topology::Hex(layout) => Some(layout),
        };
        let arrival = rules.scoring == Scoring::Arrival;
        let mut slow = Slow { layout, arrival, board, players, placing: placement.is_some(), turn: None };
        slow.find_player(0);
        slow
    }

    /// Gives the turn to the first player from `start` on who has a turn.
    pub(crate) fn find_player(&mut self, start: usize) {
        let count = self.players.len();
        self.turn = None;
        if self.placing {
            for step in 0..count {
                let player = (start + step) % count;
                if !self.turns_of(player).is_empty() {
                    self.turn = Some(player);
                    return;
                }
            }
            self.placing = false;
            return self.find_player(0);
        }
        for step in 0..count {
            let player = (start + step) % count;
            if !self.turns_of(player).is_empty() {
                self.turn = Some(player);
                return;
            }
        }
    }

    pub(crate) fn turns(&self) -> Vec<SlowTurn> {
        self.turn.map_or_else(Vec::new, |player| self.turns_of(player))
    }

    fn turns_of(&self, player: usize) -> Vec<SlowTurn> {
        let mut turns = Vec::new();
        let (number, _, unplaced) = self.players[player];
        for to in self.places() {
            if self.placing {
                if unplaced > 0 && self.board[to.0][to.1] == (Field { fish: 1, player: 0 }) {
                    turns.push((None, to));
                }
                continue;
            }
            for from in self.places() {
                if self.board[from.0][from.1].player == number && self.can_slide(from, to) {
                    turns.push((Some(from), to));
                }
            }
        }
        turns.sort();
        turns
    }

    fn places(&self) -> Vec<(usize, usize)> {
        (0..self.board.len()).flat_map(|row| (0..self.board[0].len()).map(move |col| (row, col))).collect()
    }

    fn is_free(&self, (row, col): (usize, usize)) -> bool {
        self.board[row][col].player == 0 && self.board[row][col].fish > 0
    }

    /// Returns whether `to` is in a straight line from `from` with only free floes up to it.
    fn can_slide(&self, from: (usize, usize), to: (usize, usize)) -> bool {
        if self.layout.is_none() && from.0 != to.0 && from.1 != to.1 {
            return false;
        }
        let (a, b) = (self.cube(from), self.cube(to));
        let difference = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
        let distance = difference.iter().map(|part| part.abs()).max().unwrap();
        if distance == 0 || !difference.contains(&0) {
            return false;
        }
        (1..=distance).all(|step| {
            let at = [0, 1, 2].map(|axis| a[axis] + difference[axis] / distance * step);
            self.places().into_iter().any(|place| self.cube(place) == at && self.is_free(place))
        })
    }

    /// Returns cube coordinates of a hexagon; of a square, its row and column.
    fn cube(&self, (row, col): (usize, usize)) -> [i64; 3] {
        let (row, col) = (row as i64, col as i64);
        match self.layout {
            None => [row, col, 0],
            Some(Layout::OddR) => cube_of(col - (row - (row & 1)) / 2, row),
            Some(Layout::EvenR) => cube_of(col - (row + (row & 1)) / 2, row),
            Some(Layout::OddQ) => cube_of(col, row - (col - (col & 1)) / 2),
            Some(Layout::EvenQ) => cube_of(col, row - (col + (col & 1)) / 2),
        }
    }

    pub(crate) fn play(&mut self, (from, to): SlowTurn) {
        let player = self.turn.unwrap();
        let (number, score, unplaced) = &mut self.players[player];
        let found = self.board[to.0][to.1].fish;
        match from {
            None => *unplaced -= 1,
            Some((row, col)) => {
                if !self.arrival {
                    *score += u64::from(self.board[row][col].fish);
                }
                self.board[row][col] = Field { fish: 0, player: 0 };
            }
        }
        if self.arrival {
            *score += u64::from(found);
        }
        let left = if self.arrival { 0 } else { found };
        self.board[to.0][to.1] = Field { fish: left, player: *number };
        self.find_player((player + 1) % self.players.len());
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 {
            return self.turns().len() as u64;
        }
        let mut total = 0;
        for turn in self.turns() {
            let mut next = self.clone();
            next.play(turn);
            total += next.perft(depth - 1);
        }
        total
    }
}

fn cube_of(x: i64, z: i64) -> [i64; 3] {
    [x, -x - z, z]
}
