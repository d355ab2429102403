//! The statistics of each player.

use std::collections::HashMap;
use std::mem;

use bytemuck::Zeroable;

/// The maximum number of players that are stored in a vector.
const MAX_DENSE: u32 = 1 << 21;

/// The statistics of one player.
///
/// A player who has made no move has zeros only, so that memory from the system needs no first write.
#[derive(Clone, Debug, PartialEq, Eq, Zeroable)]
pub(super) struct PlayerStats {
    /// The number of its cells.
    pub(super) busy: u64,
    /// The number of its areas.
    pub(super) areas: u32,
    /// The number of empty cells next to its own.
    pub(super) border: u64,
    /// The number of times that one of its cells touches one of another player.
    pub(super) contacts: u64,
    pub(super) golden_used: bool,
    /// A rectangle around all of its cells: the distances of its left and bottom sides from the largest coordinate, and
    /// its right and top sides.
    reach: [u32; 4],
    /// A cell that it could last take with its golden move, plus 1; 0 for none.
    witness: u32,
    /// The change count at which no golden move was possible.
    pub(super) refused_at: u64,
    /// The latest candidate for its golden move, as an index into the list of all; 0 for none.
    pub(super) candidates: u32,
    /// Whether its contacts with others are kept.
    pub(super) tracked: bool,
    /// Whether its contours are kept.
    pub(super) watched: bool,
}

// Two players must not need three cache lines.
const _: () = assert!(mem::size_of::<PlayerStats>() == 64);

impl PlayerStats {
    const NEW: PlayerStats = PlayerStats {
        busy: 0,
        areas: 0,
        border: 0,
        contacts: 0,
        golden_used: false,
        reach: [0; 4],
        witness: 0,
        refused_at: 0,
        candidates: 0,
        tracked: false,
        watched: false,
    };

    /// Restores an earlier state, except what the index for golden moves keeps.
    pub(super) fn restore(&mut self, before: &PlayerStats) {
        let PlayerStats { candidates, tracked, watched, .. } = *self;
        *self = PlayerStats { candidates, tracked, watched, ..before.clone() };
    }

    /// Returns a rectangle around all cells of the player: left, bottom, right, top. If it never held one, left is
    /// larger than right.
    pub(super) fn reach(&self) -> [u32; 4] {
        let [left, bottom, right, top] = self.reach;
        [u32::MAX - left, u32::MAX - bottom, right, top]
    }

    #[inline(always)]
    pub(super) fn extend_reach(&mut self, x: u32, y: u32) {
        let [left, bottom, right, top] = self.reach;
        self.reach = [left.max(u32::MAX - x), bottom.max(u32::MAX - y), right.max(x), top.max(y)];
    }

    /// Returns a cell that it could last take with its golden move: checked first, since it may still be possible.
    pub(super) fn witness(&self) -> Option<usize> {
        (self.witness as usize).checked_sub(1)
    }

    pub(super) fn set_witness(&mut self, cell: usize) {
        self.witness = cell as u32 + 1;
    }
}

/// The statistics of all players: in a vector, of which the system provides only the pages that are used, or of very many
/// players in a map of those who have made a move.
///
/// Player 0 is a dummy that stands for "no player": updating it is cheaper than checking for it.
#[derive(Clone, Debug)]
pub(super) enum Players {
    Dense(Vec<PlayerStats>),
    Sparse(HashMap<u32, PlayerStats>),
}

impl Players {
    pub(super) fn new(count: u32) -> Players {
        match count {
            ..=MAX_DENSE => Players::Dense(bytemuck::zeroed_vec(count as usize + 1)),
            _ => Players::Sparse(HashMap::new()),
        }
    }

    /// Returns the number of bytes allocated at the start.
    pub(super) fn bytes(count: u32) -> usize {
        match count {
            ..=MAX_DENSE => (count as usize + 1) * mem::size_of::<PlayerStats>(),
            _ => 0,
        }
    }

    /// Makes room for a player. Returns false if there is not enough memory.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_players_are_the_same_in_a_vector_and_in_a_map() {
        assert_eq!(PlayerStats::zeroed(), PlayerStats::NEW);
        let (mut dense, mut sparse) = (Players::new(MAX_DENSE), Players::new(MAX_DENSE + 1));
        assert!(matches!((&dense, &sparse), (Players::Dense(_), Players::Sparse(_))));
        for players in [&mut dense, &mut sparse] {
            let [left, _, right, _] = players.get(7).reach();
            assert!(left > right);
            assert!(players.make_room(MAX_DENSE));
            players.get_mut(MAX_DENSE).extend_reach(5, 6);
            players.get_mut(MAX_DENSE).extend_reach(3, 9);
            assert_eq!(players.get(MAX_DENSE).reach(), [3, 6, 5, 9]);
            assert_eq!(players.get(MAX_DENSE).witness(), None);
            players.get_mut(MAX_DENSE).set_witness(0);
            assert_eq!(players.get(MAX_DENSE).witness(), Some(0));
        }
    }
}
