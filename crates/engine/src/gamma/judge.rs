//! What a position is worth to each player: its cells, and the land that it gets to first.
//!
//! All grow over the empty cells in turn, from what they hold, a ring each time. Cutting others off and keeping room
//! show in who gets how much.

use super::board::{Board, MOST_PLAYERS};
use super::plane::Plane;

/// What a cell in hand is worth; all else is measured against it.
pub(crate) const CELL: i32 = 100;

/// What each player gets, in hundredths of a cell.
pub(crate) type Shares = [i32; MOST_PLAYERS as usize];

/// How much counts for how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// By how much less a cell is worth for each ring that it lies away.
    pub far: i32,
    /// However far a cell lies, it is still worth so much.
    pub least: i32,
    /// What a golden move that is left is worth.
    pub golden: i32,
    /// What it is worth, in percent of the land of others, that one more area may be started.
    pub spare: i32,
    /// The same for all further areas together.
    pub more: i32,
    /// How many turns of a position are looked into.
    pub beam: i32,
    /// Which search.
    pub way: i32,
    /// Bonus for a won game.
    pub win: i32,
    /// Spare.
    pub x: i32,
    /// Spare.
    pub y: i32,
}

impl Weights {
    /// The weights that are played with.
    pub const DEFAULT: Weights =
        Weights { far: 3, least: 40, golden: 200, spare: 15, more: 5, beam: 10, way: 0, win: 1000, x: 0, y: 0 };

    /// Reads changes of weights.
    pub fn parse(text: &str) -> Option<Weights> {
        let mut weights = Weights::DEFAULT;
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once(':')?;
            let value = value.parse().ok()?;
            *match name {
                "far" => &mut weights.far,
                "least" => &mut weights.least,
                "golden" => &mut weights.golden,
                "spare" => &mut weights.spare,
                "more" => &mut weights.more,
                "beam" => &mut weights.beam,
                "way" => &mut weights.way,
                "win" => &mut weights.win,
                "x" => &mut weights.x,
                "y" => &mut weights.y,
                _ => return None,
            } = value;
        }
        Some(weights)
    }
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::DEFAULT
    }
}

/// Judges positions.
pub(crate) struct Judge<const W: usize> {
    pub(crate) weights: Weights,
    fronts: Vec<Plane<W>>,
}

impl<const W: usize> Judge<W> {
    pub(crate) fn new(weights: Weights, players: usize) -> Judge<W> {
        Judge { weights, fronts: vec![Plane::EMPTY; players] }
    }

    /// Returns what each player gets.
    pub(crate) fn shares(&mut self, board: &Board<W>) -> Shares {
        let mut shares = [0; MOST_PLAYERS as usize];
        let players = board.players();
        let Some(first) = board.current() else {
            for player in 0..players {
                shares[player] = board.purse(player).busy as i32 * CELL;
            }
            let most = shares[..players].iter().copied().max().unwrap_or(0);
            let leaders = shares[..players].iter().filter(|share| **share == most).count() as i32;
            for share in &mut shares[..players] {
                if *share == most {
                    *share += self.weights.win / leaders;
                }
            }
            return shares;
        };
        let mut free = board.empty();
        let mut lands = [0; MOST_PLAYERS as usize];
        for player in 0..players {
            self.fronts[player] = board.held(player);
        }
        let mut worth = CELL;
        loop {
            worth = (worth - self.weights.far).max(self.weights.least);
            let mut grown = 0;
            for further in 0..players {
                let player = if first + further < players { first + further } else { first + further - players };
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
        let all: i32 = lands[..players].iter().sum();
        for player in 0..players {
            let purse = board.purse(player);
            shares[player] += purse.busy as i32 * CELL;
            shares[player] += i32::from(purse.golden) * self.weights.golden;
            let spare = board.spare(player) as i32;
            if spare > 0 {
                let percent = self.weights.spare + self.weights.more * (spare - 1).min(3);
                shares[player] += percent * (all - lands[player]);
            }
        }
        shares
    }
}
