//! The board of Gamma: its moves and queries.

use std::mem;

use super::area_labels::AreaLabels;
use super::golden_index::IndexState;
use super::neighbourhood::Neighbourhood;
use super::owners::Owners;
use super::players::{PlayerStats, Players};
use super::split_search::Marks;
use super::undo_log::UndoEntry;

/// The maximum number of cells of a board: labels of areas have 31 bits.
const MAX_CELLS: u64 = (1 << 31) - 1;

/// A board of Gamma.
///
/// Players are numbered from 1, cells from (0, 0) at the bottom left. A number without a player or cell is not an
/// error: moves return false, and counts are 0.
///
/// ```
/// use floe_rules::gamma::Gamma;
///
/// let mut board = Gamma::new(4, 4, 2, 1)?;
/// assert!(board.take(1, 0, 0));
/// assert!(!board.take(1, 2, 2), "that would be a second area");
/// assert_eq!((board.busy(1), board.free(1), board.free(2)), (1, 2, 15));
/// # Ok::<(), floe_rules::gamma::BoardSizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Gamma {
    pub(super) width: u32,
    pub(super) height: u32,
    player_count: u32,
    pub(super) most_areas: u32,
    pub(super) owners: Owners,
    pub(super) labels: Vec<u32>,
    pub(super) areas: AreaLabels,
    pub(super) players: Players,
    pub(super) empty: u64,
    /// The number of changes so far, from 1.
    pub(super) changes: u64,
    /// The number of cells that scans and searches have visited.
    pub(super) scanned: u64,
    /// Working memory of the searches, allocated when first needed.
    pub(super) marks: Marks,
    /// What is known for golden moves, made when first needed.
    pub(super) index: IndexState,
    pub(super) history: Option<Vec<UndoEntry>>,
}

/// Why a board cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardSizeError {
    /// Width, height, players or areas are 0.
    #[error("a game needs at least one column, row, player and area")]
    Zero,
    /// The board has too many cells.
    #[error("a board has at most {MAX_CELLS} cells")]
    TooLarge,
    /// There is not enough memory.
    #[error("there is not enough memory for such a board")]
    Memory,
}

/// The up to four neighbours of a cell.
#[derive(Clone, Copy)]
pub(super) struct Neighbours {
    cells: [usize; 4],
    count: usize,
}

impl Neighbours {
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        self.cells.into_iter().take(self.count)
    }
}

impl Gamma {
    /// Makes an empty board, or fails before any memory is used.
    pub fn new(width: u32, height: u32, players: u32, most_areas: u32) -> Result<Gamma, BoardSizeError> {
        if width == 0 || height == 0 || players == 0 || most_areas == 0 {
            return Err(BoardSizeError::Zero);
        }
        let cells = u64::from(width) * u64::from(height);
        if cells > MAX_CELLS {
            return Err(BoardSizeError::TooLarge);
        }
        let cells = usize::try_from(cells).map_err(|_| BoardSizeError::Memory)?;
        // Allocating too much zeroed memory would abort the program, so try to reserve it first.
        let bytes_per_cell =
            Owners::bytes_per_cell(players) + 2 * mem::size_of::<u32>() + Marks::BYTES_PER_CELL;
        let bytes = cells.checked_mul(bytes_per_cell).ok_or(BoardSizeError::Memory)?;
        let bytes = bytes.checked_add(Players::bytes(players)).ok_or(BoardSizeError::Memory)?;
        Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| BoardSizeError::Memory)?;
        Ok(Gamma {
            width,
            height,
            player_count: players,
            most_areas,
            owners: Owners::new(cells, players),
            labels: vec![0; cells],
            areas: AreaLabels::with_capacity(cells),
            players: Players::new(players),
            empty: cells as u64,
            changes: 1,
            scanned: 0,
            marks: Marks::default(),
            index: IndexState::default(),
            history: None,
        })
    }

    /// Makes a board with the owners of its cells row by row from the bottom, 0 for none.
    #[cfg(feature = "serde")]
    pub(crate) fn from_owners(
        width: u32,
        height: u32,
        players: u32,
        most_areas: u32,
        owners: &[u32],
        golden_used: &[u32],
    ) -> Result<Gamma, String> {
        if u64::from(width) * u64::from(height) != owners.len() as u64 {
            return Err(format!(
                "a board of {width} x {height} cells needs an owner for each, not {}",
                owners.len()
            ));
        }
        let mut board = Gamma::new(width, height, players, most_areas).map_err(|error| error.to_string())?;
        // While the cells are added there may be more areas than in the end.
        board.most_areas = u32::MAX;
        for (cell, &owner) in owners.iter().enumerate().filter(|&(_, &owner)| owner != 0) {
            let (x, y) = board.place(cell);
            if !board.take(owner, x, y) {
                return Err(format!("player {owner} is not in the game"));
            }
        }
        board.most_areas = most_areas;
        for &player in owners.iter().filter(|&&owner| owner != 0) {
            if board.areas(player) > most_areas {
                return Err(format!("player {player} holds too many areas"));
            }
        }
        for &player in golden_used {
            if !board.is_player(player) || !board.players.make_room(player) {
                return Err(format!("player {player} is not in the game"));
            }
            board.players.get_mut(player).golden_used = true;
        }
        Ok(board)
    }

    /// Logs moves from now on, so that they can be [undone](Gamma::undo).
    pub fn keep_history(&mut self) {
        self.history.get_or_insert_default();
    }

    /// Returns the number of columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns the number of players.
    pub fn players(&self) -> u32 {
        self.player_count
    }

    /// Returns the maximum number of areas per player.
    pub fn most_areas(&self) -> u32 {
        self.most_areas
    }

    /// Returns the owner of a cell, if it has one.
    pub fn owner(&self, x: u32, y: u32) -> Option<u32> {
        let owner = self.owners.get(self.cell(x, y)?);
        (owner != 0).then_some(owner)
    }

    /// Returns the number of cells that a player holds.
    pub fn busy(&self, player: u32) -> u64 {
        if self.is_player(player) { self.players.get(player).busy } else { 0 }
    }

    /// Returns the number of areas of a player.
    pub fn areas(&self, player: u32) -> u32 {
        if self.is_player(player) { self.players.get(player).areas } else { 0 }
    }

    /// Returns the number of cells that a player could take with an ordinary move.
    pub fn free(&self, player: u32) -> u64 {
        if !self.is_player(player) {
            return 0;
        }
        let state = self.players.get(player);
        if state.areas < self.most_areas { self.empty } else { state.border }
    }

    /// Returns whether a player still has the golden move.
    pub fn has_golden(&self, player: u32) -> bool {
        self.is_player(player) && !self.players.get(player).golden_used
    }

    /// Returns the number of empty cells.
    pub fn empty(&self) -> u64 {
        self.empty
    }

    /// Returns the lower left and upper right corner of a rectangle around all cells of a player, or `None` if the
    /// player has never held a cell. The rectangle never shrinks, so it may be larger than necessary.
    pub fn reach(&self, player: u32) -> Option<[(u32, u32); 2]> {
        if !self.is_player(player) {
            return None;
        }
        let [left, bottom, right, top] = self.players.get(player).reach();
        (left <= right).then_some([(left, bottom), (right, top)])
    }

    /// Returns a copy on which moves can be tried and undone, with an empty undo log.
    ///
    /// Cheaper than a clone, which copies the undo log as well.
    pub fn trial(&self) -> Gamma {
        Gamma {
            width: self.width,
            height: self.height,
            player_count: self.player_count,
            most_areas: self.most_areas,
            owners: self.owners.clone(),
            labels: self.labels.clone(),
            areas: self.areas.clone(),
            players: self.players.clone(),
            empty: self.empty,
            changes: self.changes,
            scanned: self.scanned,
            marks: Marks::default(),
            index: self.index.clone(),
            history: Some(Vec::new()),
        }
    }

    pub(super) fn is_player(&self, player: u32) -> bool {
        (1..=self.player_count).contains(&player)
    }

    #[inline(always)]
    pub(super) fn cell(&self, x: u32, y: u32) -> Option<usize> {
        (x < self.width && y < self.height).then(|| y as usize * self.width as usize + x as usize)
    }

    #[inline(always)]
    pub(super) fn place(&self, cell: usize) -> (u32, u32) {
        // A u32 is large enough, and its division is twice as fast.
        let cell = cell as u32;
        (cell % self.width, cell / self.width)
    }

    #[inline(always)]
    pub(super) fn around(&self, cell: usize, x: u32, y: u32) -> Neighbours {
        let width = self.width as usize;
        let mut around = Neighbours { cells: [0; 4], count: 0 };
        let mut add = |there: bool, next: usize| {
            around.cells[around.count] = next;
            around.count += usize::from(there);
        };
        add(x > 0, cell.wrapping_sub(1));
        add(x + 1 < self.width, cell + 1);
        add(y > 0, cell.wrapping_sub(width));
        // The last neighbour is written only if it exists.
        if y + 1 < self.height {
            around.cells[around.count] = cell + width;
            around.count += 1;
        }
        around
    }

    /// Takes an empty cell for a player. Returns false if the rules forbid it (rule M1).
    pub fn take(&mut self, player: u32, x: u32, y: u32) -> bool {
        let Some(cell) = self.cell(x, y) else {
            return false;
        };
        if !self.is_player(player) || self.owners.get(cell) != 0 {
            return false;
        }
        let neighbourhood = self.neighbourhood(cell, x, y);
        if !neighbourhood.touches(player) && self.players.get(player).areas >= self.most_areas {
            return false;
        }
        if !self.players.make_room(player) {
            return false;
        }
        self.begin_entry(cell, player, &neighbourhood);
        self.empty -= 1;
        for side in 0..4 {
            // The cell is no longer an empty neighbour of its neighbours' owners.
            let state = self.players.get_mut(neighbourhood.new_holder(side));
            state.border = state.border.wrapping_sub(1);
        }
        self.settle(player, cell, x, y, &neighbourhood);
        true
    }

    /// Gives a cell to a player, and updates areas, borders and counts.
    #[inline(always)]
    pub(super) fn settle(&mut self, player: u32, cell: usize, x: u32, y: u32, neighbourhood: &Neighbourhood) {
        let before = self.owners.get(cell);
        self.owners.set(cell, player);
        let mut contacts = 0;
        for side in 0..4 {
            let other = neighbourhood.other_holder(side, player);
            contacts += u64::from(other != 0);
            let state = self.players.get_mut(other);
            state.contacts = state.contacts.wrapping_add(1);
        }
        // Contours show the areas of players that are watched, labels those of the others.
        let touched = match self.index.is_used() {
            true => self.index_change(cell, before, player, neighbourhood),
            false => None,
        };
        let touched = touched.unwrap_or_else(|| self.label(player, cell, neighbourhood));
        self.changes += 1;
        let state = self.players.get_mut(player);
        state.busy += 1;
        state.border += neighbourhood.empty_sides_only_here(player);
        state.contacts += contacts;
        state.extend_reach(x, y);
        state.areas = state.areas + 1 - touched;
        if touched > 1 {
            self.index_room(player);
        }
    }

    /// Labels a new cell of a player, and joins the areas around it. Returns their number.
    #[inline(always)]
    fn label(&mut self, player: u32, cell: usize, neighbourhood: &Neighbourhood) -> u32 {
        let (root, joined) = if neighbourhood.touches(player) {
            self.join_sides(player, cell, neighbourhood)
        } else {
            (None, 0)
        };
        match root {
            Some(root) => {
                self.labels[cell] = root;
                joined + 1
            }
            None => {
                self.labels[cell] = self.areas.create();
                0
            }
        }
    }

    /// Joins the areas of a player around a cell; returns their root, and by how many their number decreased.
    fn join_sides(&mut self, player: u32, cell: usize, neighbourhood: &Neighbourhood) -> (Option<u32>, u32) {
        let mut root = None;
        let mut joined = 0;
        for side in (0..4).filter(|&side| neighbourhood.is_held(side, player)) {
            let other = self.areas.find(self.labels[self.beside(cell, side)]);
            match root {
                None => root = Some(other),
                Some(mine) if mine != other => {
                    self.log_joins(mine, other);
                    root = Some(self.areas.join(mine, other).0);
                    joined += 1;
                }
                Some(_) => {}
            }
        }
        (root, joined)
    }

    /// Returns the number of cells.
    pub(super) fn cell_count(&self) -> usize {
        self.labels.len()
    }

    /// Undoes the latest move. Returns false if there is none or moves are not [logged](Gamma::keep_history).
    pub fn undo(&mut self) -> bool {
        let Some(entry) = self.history.as_mut().and_then(Vec::pop) else {
            return false;
        };
        for &(label, was) in entry.joins.iter().rev() {
            self.areas.restore(label, was);
        }
        for &(cell, label) in entry.relabelled.iter().rev() {
            self.labels[cell] = label;
        }
        self.areas.truncate(entry.labels);
        self.labels[entry.cell] = entry.label;
        let now = self.owners.get(entry.cell);
        self.owners.set(entry.cell, entry.owner);
        self.empty += u64::from(entry.owner == 0);
        self.changes += 1;
        if self.index.is_used() {
            let (x, y) = self.place(entry.cell);
            let neighbourhood = self.neighbourhood(entry.cell, x, y);
            self.index_change(entry.cell, now, entry.owner, &neighbourhood);
        }
        for (number, player) in entry.players {
            self.players.get_mut(number).restore(&player);
            self.index_room(number);
        }
        true
    }

    /// Logs what a move is going to change, if moves are logged.
    #[inline(always)]
    pub(super) fn begin_entry(&mut self, cell: usize, player: u32, neighbourhood: &Neighbourhood) {
        if let Some(history) = &mut self.history {
            history.push(UndoEntry {
                cell,
                owner: self.owners.get(cell),
                label: self.labels[cell],
                players: vec![(player, self.players.get(player).clone())],
                joins: Vec::new(),
                relabelled: Vec::new(),
                labels: self.areas.len(),
            });
            (0..4)
                .map(|side| neighbourhood.holder(side))
                .filter(|&holder| holder != 0)
                .for_each(|holder| self.log_player(holder));
        }
    }

    /// Logs the statistics of a player before the current move changes them.
    pub(super) fn log_player(&mut self, player: u32) {
        if let Some(entry) = self.history.as_mut().and_then(|history| history.last_mut())
            && entry.players.iter().all(|&(known, _)| known != player)
        {
            let state: &PlayerStats = self.players.get(player);
            entry.players.push((player, state.clone()));
        }
    }

    #[inline(always)]
    fn log_joins(&mut self, one: u32, other: u32) {
        if let Some(entry) = self.history.as_mut().and_then(|history| history.last_mut()) {
            entry.joins.push((one, self.areas.entry(one)));
            entry.joins.push((other, self.areas.entry(other)));
        }
    }
}
