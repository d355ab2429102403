//! What is known about each player.

use std::collections::HashMap;
use std::mem;

/// Stands for no cell.
pub(super) const NO_CELL: u32 = u32::MAX;

/// The most players that have a place of their own from the start.
const MOST_DENSE: u32 = 1 << 16;

/// What is known about one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlayerStats {
    /// How many cells it holds.
    pub(super) busy: u64,
    /// In how many areas.
    pub(super) areas: u32,
    /// How many empty cells touch its own.
    pub(super) border: u64,
    /// How many times a cell of its own touches one of another player.
    pub(super) contacts: u64,
    pub(super) golden_used: bool,
    /// A rectangle around all of its cells: left, bottom, right, top.
    pub(super) reach: [u32; 4],
    /// A cell that it could take with its golden move when last asked; only a place to look first.
    pub(super) witness: u32,
    /// The state of the board at which it could take none.
    pub(super) refused_at: u64,
}

impl PlayerStats {
    const NEW: PlayerStats = PlayerStats {
        busy: 0,
        areas: 0,
        border: 0,
        contacts: 0,
        golden_used: false,
        reach: [u32::MAX, u32::MAX, 0, 0],
        witness: NO_CELL,
        refused_at: 0,
    };

    pub(super) fn extend_reach(&mut self, x: u32, y: u32) {
        let [left, bottom, right, top] = self.reach;
        self.reach = [left.min(x), bottom.min(y), right.max(x), top.max(y)];
    }
}

/// All players: in a row when there are few, else only those who have done something.
///
/// There is a player 0 whom nobody sees: what happens to nobody is noted there, which is cheaper than
/// asking each time whether it happened to anybody.
#[derive(Clone, Debug)]
pub(super) enum Players {
    Dense(Vec<PlayerStats>),
    Sparse(HashMap<u32, PlayerStats>),
}

impl Players {
    pub(super) fn new(count: u32) -> Players {
        if count <= MOST_DENSE {
            Players::Dense(vec![PlayerStats::NEW; count as usize + 1])
        } else {
            Players::Sparse(HashMap::new())
        }
    }

    /// Returns how many bytes so many players take from the start.
    pub(super) fn bytes(count: u32) -> usize {
        if count <= MOST_DENSE { (count as usize + 1) * mem::size_of::<PlayerStats>() } else { 0 }
    }

    /// Makes sure that there is a place for a player; false when there is no memory.
    #[inline(always)]
    pub(super) fn make_room(&mut self, number: u32) -> bool {
        match self {
            Players::Dense(_) => true,
            Players::Sparse(players) => players.contains_key(&number) || players.try_reserve(2).is_ok(),
        }
    }

    /// Returns a player by number.
    #[inline(always)]
    pub(super) fn get(&self, number: u32) -> &PlayerStats {
        match self {
            Players::Dense(players) => &players[number as usize],
            Players::Sparse(players) => players.get(&number).unwrap_or(&PlayerStats::NEW),
        }
    }

    #[inline(always)]
    pub(super) fn get_mut(&mut self, number: u32) -> &mut PlayerStats {
        match self {
            Players::Dense(players) => &mut players[number as usize],
            Players::Sparse(players) => players.entry(number).or_insert(PlayerStats::NEW),
        }
    }
}
