//! The statistics of each player.

use std::collections::HashMap;
use std::mem;

/// No cell.
pub(super) const NO_CELL: u32 = u32::MAX;

/// The maximum number of players that are stored in a vector.
const MAX_DENSE: u32 = 1 << 16;
const MORE_THAN_DENSE: u32 = MAX_DENSE + 1;
/// The maximum number of players that are stored in pages.
const MAX_PAGED: u32 = 1 << 22;
/// The number of players in a page.
const PAGE: usize = 32;

/// The statistics of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// A rectangle around all of its cells: left, bottom, right, top.
    pub(super) reach: [u32; 4],
    /// A cell that it could last take with its golden move: checked first, since it may still be possible.
    pub(super) witness: u32,
    /// The change count at which no golden move was possible.
    pub(super) refused_at: u64,
    /// The latest candidate for its golden move, as an index into the list of all; [`NO_CELL`] for none.
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
        reach: [u32::MAX, u32::MAX, 0, 0],
        witness: NO_CELL,
        refused_at: 0,
        candidates: NO_CELL,
        tracked: false,
        watched: false,
    };

    /// Restores an earlier state, except what the index for golden moves keeps.
    pub(super) fn restore(&mut self, before: &PlayerStats) {
        let PlayerStats { candidates, tracked, watched, .. } = *self;
        *self = PlayerStats { candidates, tracked, watched, ..before.clone() };
    }

    pub(super) fn extend_reach(&mut self, x: u32, y: u32) {
        let [left, bottom, right, top] = self.reach;
        self.reach = [left.min(x), bottom.min(y), right.max(x), top.max(y)];
    }
}

/// The statistics of all players: in a vector when there are few, in pages that are made when they are needed when there
/// are more, else in a map of those who have made a move.
///
/// Player 0 is a dummy that stands for "no player": updating it is cheaper than checking for it.
#[derive(Clone, Debug)]
pub(super) enum Players {
    Dense(Vec<PlayerStats>),
    /// A page that was not needed yet is empty.
    Paged(Vec<Vec<PlayerStats>>),
    Sparse(HashMap<u32, PlayerStats>),
}

/// Returns the page of a player, and its place in it.
#[inline(always)]
fn page_of(number: u32) -> (usize, usize) {
    (number as usize / PAGE, number as usize % PAGE)
}

impl Players {
    pub(super) fn new(count: u32) -> Players {
        match count {
            ..=MAX_DENSE => Players::Dense(vec![PlayerStats::NEW; count as usize + 1]),
            MORE_THAN_DENSE..=MAX_PAGED => Players::Paged(vec![Vec::new(); count as usize / PAGE + 1]),
            _ => Players::Sparse(HashMap::new()),
        }
    }

    /// Returns the number of bytes allocated at the start.
    pub(super) fn bytes(count: u32) -> usize {
        match count {
            ..=MAX_DENSE => (count as usize + 1) * mem::size_of::<PlayerStats>(),
            MORE_THAN_DENSE..=MAX_PAGED => (count as usize / PAGE + 1) * mem::size_of::<Vec<PlayerStats>>(),
            _ => 0,
        }
    }

    /// Makes room for a player. Returns false if there is not enough memory.
    #[inline(always)]
    pub(super) fn make_room(&mut self, number: u32) -> bool {
        match self {
            Players::Dense(_) => true,
            Players::Paged(pages) => {
                let page = &mut pages[page_of(number).0];
                !page.is_empty() || page.try_reserve_exact(PAGE).is_ok()
            }
            Players::Sparse(players) => players.contains_key(&number) || players.try_reserve(2).is_ok(),
        }
    }

    /// Returns a player by number.
    #[inline(always)]
    pub(super) fn get(&self, number: u32) -> &PlayerStats {
        match self {
            Players::Dense(players) => &players[number as usize],
            Players::Paged(pages) => {
                let (page, place) = page_of(number);
                pages[page].get(place).unwrap_or(&PlayerStats::NEW)
            }
            Players::Sparse(players) => players.get(&number).unwrap_or(&PlayerStats::NEW),
        }
    }

    #[inline(always)]
    pub(super) fn get_mut(&mut self, number: u32) -> &mut PlayerStats {
        match self {
            Players::Dense(players) => &mut players[number as usize],
            Players::Paged(pages) => {
                let (page, place) = page_of(number);
                let page = &mut pages[page];
                if page.is_empty() {
                    page.resize(PAGE, PlayerStats::NEW);
                }
                &mut page[place]
            }
            Players::Sparse(players) => players.entry(number).or_insert(PlayerStats::NEW),
        }
    }
}
