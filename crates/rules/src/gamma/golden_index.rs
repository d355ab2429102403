//! The index for golden moves: contours and contacts, made for the players that need them and updated by every change.
//!
//! A game without hard questions never needs it. It is made when the neighbours of a cell do not show whether an area
//! breaks apart, or when scans and searches have cost more than a fixed multiple of the cells and moves so far. After
//! that a question costs what has changed since the last, whatever the size of the board.

use super::contacts::{Contact, Contacts, parts};
use super::contours::{Contours, OwnerMap, opposite};
use super::game::Gamma;
use super::neighbourhood::Neighbourhood;

/// The most cells for which contacts can be numbered.
const MAX_CELLS: usize = 1 << 30;

/// How much scans may cost for each cell and each change: about as much as an index does.
const SCANS_PER_CELL: u64 = 8;

/// What is known about golden moves: the contours of areas, and the cells where players touch.
#[derive(Clone, Debug)]
pub(super) struct GoldenIndex {
    contours: Contours,
    contacts: Contacts,
    /// Whether the contours of all players are kept.
    all_watched: bool,
    /// Whether the contacts of all players are kept.
    all_tracked: bool,
    /// Whether the contacts of any player are kept.
    any_tracked: bool,
}

/// The state of the index.
#[derive(Clone, Debug, Default)]
pub(super) enum IndexState {
    /// Not needed yet.
    #[default]
    Unused,
    /// The board is too large for one.
    Unavailable,
    Used(Box<GoldenIndex>),
}

impl IndexState {
    #[inline(always)]
    pub(super) fn is_used(&self) -> bool {
        matches!(self, IndexState::Used(_))
    }
}

impl Gamma {
    /// Returns whether a scan of so many cells is within what scans may cost, and counts it if it is.
    pub(super) fn can_scan(&mut self, cells: u64) -> bool {
        let allowed = SCANS_PER_CELL.saturating_mul((self.cell_count() as u64).saturating_add(self.changes));
        let after = self.scanned.saturating_add(cells);
        let affordable = after <= allowed;
        if affordable {
            self.scanned = after;
        }
        affordable
    }

    /// Makes an empty index, unless there is one. Returns false if the board is too large for one.
    pub(super) fn prepare_index(&mut self) -> bool {
        if matches!(self.index, IndexState::Unused) {
            let cells = self.cell_count();
            let bytes = cells.checked_mul(Contours::BYTES_PER_CELL + Contacts::BYTES_PER_CELL);
            let fits = |bytes: usize| Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
            self.index = if cells <= MAX_CELLS && bytes.is_some_and(fits) {
                IndexState::Used(Box::new(GoldenIndex {
                    contours: Contours::new(cells),
                    contacts: Contacts::new(cells),
                    all_watched: false,
                    all_tracked: false,
                    any_tracked: false,
                }))
            } else {
                IndexState::Unavailable
            };
        }
        self.index.is_used()
    }

    fn view(&self) -> OwnerMap<'_> {
        OwnerMap { owners: &self.owners, width: self.width, height: self.height }
    }

    /// Returns whether the contours of a player are kept.
    #[inline(always)]
    pub(super) fn is_watched(&self, player: u32) -> bool {
        match &self.index {
            IndexState::Used(index) => index.all_watched || self.players.get(player).watched,
            _ => false,
        }
    }

    /// Returns whether the contacts of a player are kept.
    pub(super) fn is_tracked(&self, player: u32) -> bool {
        match &self.index {
            IndexState::Used(index) => index.all_tracked || self.players.get(player).tracked,
            _ => false,
        }
    }

    /// Returns whether scanning the rectangle of a player is cheap enough, and the rectangle to scan: that one, or the
    /// whole board, after which no further scan is needed.
    fn scanned_part(&mut self, player: u32) -> (bool, [u32; 4]) {
        if self.can_scan(self.reach_size(player)) {
            (true, self.players.get(player).reach())
        } else {
            (false, [0, 0, self.width - 1, self.height - 1])
        }
    }

    /// Keeps the contours of a player from now on; there must be an index.
    pub(super) fn watch(&mut self, player: u32) {
        if self.is_watched(player) {
            return;
        }
        let (scan, [left, bottom, right, top]) = self.scanned_part(player);
        let IndexState::Used(index) = &mut self.index else {
            return;
        };
        let view = OwnerMap { owners: &self.owners, width: self.width, height: self.height };
        for y in bottom..=top {
            let row = y as usize * self.width as usize;
            for x in left..=right {
                let owner = view.owners.get(row + x as usize);
                if owner == player || (owner != 0 && !scan) {
                    index.contours.label_cell(view, (x, y));
                }
            }
        }
        // When scans have become too expensive, one of the whole board is the last.
        index.all_watched = !scan;
        self.players.get_mut(player).watched = true;
    }

    /// Keeps the contacts of a player from now on; there must be an index.
    pub(super) fn track(&mut self, player: u32) {
        if self.is_tracked(player) {
            return;
        }
        let (scan, [left, bottom, right, top]) = self.scanned_part(player);
        let IndexState::Used(index) = &mut self.index else {
            return;
        };
        let view = OwnerMap { owners: &self.owners, width: self.width, height: self.height };
        for y in bottom..=top {
            let row = y as usize * self.width as usize;
            for cell in row + left as usize..=row + right as usize {
                let owner = view.owners.get(cell);
                if owner != player && (owner == 0 || scan) {
                    continue;
                }
                for side in 0..4 {
                    let other = view.beside(cell, side).map_or(0, |next| view.owners.get(next));
                    if other != 0 && other != owner {
                        index.contacts.push(&mut self.players, owner, cell, side);
                    }
                }
            }
        }
        index.any_tracked = true;
        index.all_tracked = !scan;
        self.players.get_mut(player).tracked = true;
    }

    /// Returns the number of cells of the rectangle around a player's cells.
    pub(super) fn reach_size(&self, player: u32) -> u64 {
        let [left, bottom, right, top] = self.players.get(player).reach();
        if left > right { 0 } else { u64::from(right - left + 1) * u64::from(top - bottom + 1) }
    }

    /// Returns the number of pieces that taking a cell from a watched player leaves.
    pub(super) fn pieces(&self, cell: usize, neighbourhood: &Neighbourhood) -> u32 {
        let ring = neighbourhood.ring(self.owners.get(cell));
        match &self.index {
            IndexState::Used(index) => index.contours.pieces(self.view(), cell, &ring),
            _ => ring.run_count() as u32,
        }
    }

    /// Updates the index when a cell has got a new owner, or none. Returns the number of areas of the new owner that it
    /// touches, if that player is watched.
    #[cold]
    pub(super) fn index_change(
        &mut self,
        cell: usize,
        before: u32,
        now: u32,
        neighbourhood: &Neighbourhood,
    ) -> Option<u32> {
        let watched = [before, now].map(|player| player != 0 && self.is_watched(player));
        let IndexState::Used(index) = &mut self.index else {
            return None;
        };
        let view = OwnerMap { owners: &self.owners, width: self.width, height: self.height };
        let mut touched = Vec::new();
        if watched[0] {
            index.contours.lose(view, cell, before, &neighbourhood.ring(before));
        }
        let areas =
            watched[1].then(|| index.contours.gain(view, cell, now, &neighbourhood.ring(now), &mut touched));
        if index.any_tracked {
            self.index_contacts(cell, before, now, touched);
        }
        self.refresh_contours();
        areas
    }

    /// Makes the contacts around a change candidates: those of the cell and of its neighbours that belong to one of its
    /// owners, and those of the cells on a new contour.
    fn index_contacts(&mut self, cell: usize, before: u32, now: u32, touched: Vec<u32>) {
        let view = OwnerMap { owners: &self.owners, width: self.width, height: self.height };
        for side in 0..4 {
            if let (Some(next), IndexState::Used(index)) = (view.beside(cell, side), &mut self.index) {
                index.contacts.forget(cell, side);
                index.contacts.forget(next, opposite(side));
            }
        }
        for side in 0..4 {
            if let Some(next) = self.view().beside(cell, side) {
                self.push_contact(cell, side, next);
            }
        }
        let near = self.square_around(cell);
        for taken in near.chain(touched.into_iter().map(|cell| cell as usize)) {
            let owner = self.owners.get(taken);
            if owner != 0 && (owner == before || owner == now) {
                for side in 0..4 {
                    if let Some(next) = self.view().beside(taken, side) {
                        self.push_contact(next, opposite(side), taken);
                    }
                }
            }
        }
    }

    /// Makes a contact a candidate, if it is one and its player is tracked.
    #[inline(always)]
    fn push_contact(&mut self, cell: usize, side: usize, taken: usize) {
        let (player, owner) = (self.owners.get(cell), self.owners.get(taken));
        if player != 0
            && owner != 0
            && player != owner
            && let IndexState::Used(index) = &mut self.index
            && (index.all_tracked || self.players.get(player).tracked)
        {
            index.contacts.push(&mut self.players, player, cell, side);
        }
    }

    /// Tells players that wait for it that a player may hold more areas than before.
    #[inline(always)]
    pub(super) fn index_room(&mut self, player: u32) {
        if let IndexState::Used(index) = &mut self.index {
            let spare = self.most_areas.saturating_sub(self.players.get(player).areas);
            index.contacts.tell_room(player, spare);
        }
    }

    /// Labels all contours anew when too many labels have been used.
    fn refresh_contours(&mut self) {
        let IndexState::Used(index) = &mut self.index else {
            return;
        };
        if !index.contours.is_crowded() {
            return;
        }
        let view = OwnerMap { owners: &self.owners, width: self.width, height: self.height };
        index.contours.clear();
        for cell in 0..self.width as usize * self.height as usize {
            let owner = view.owners.get(cell);
            if owner != 0 && (index.all_watched || self.players.get(owner).watched) {
                let place = (cell as u32 % self.width, cell as u32 / self.width);
                index.contours.label_cell(view, place);
            }
        }
    }

    /// Returns whether a tracked player at its area limit could make a golden move.
    pub(super) fn has_candidate(&mut self, player: u32) -> bool {
        while let Some(contact) = self.contacts().and_then(|contacts| contacts.top(&self.players, player)) {
            let owner = self.contact_owner(player, contact);
            let pieces = owner.and_then(|_| self.pieces_if_too_many(contact));
            if owner.is_some() && pieces.is_none() {
                return true;
            }
            let IndexState::Used(index) = &mut self.index else {
                return false;
            };
            let holds_cell = self.owners.get(parts(contact).0) == player;
            index.contacts.pop(&mut self.players, player, holds_cell);
            if let (Some(owner), Some(pieces)) = (owner, pieces) {
                self.block(player, owner, contact, pieces);
            }
        }
        while let Some(owner) = self.contacts().and_then(|contacts| contacts.owner_with_room(player)) {
            if self.has_unblocked(player, owner) {
                return true;
            }
            if let IndexState::Used(index) = &mut self.index {
                index.contacts.wait_again(player, owner);
            }
        }
        false
    }

    /// Returns whether a player could take a blocked cell of an owner that may hold more areas than before.
    fn has_unblocked(&mut self, player: u32, owner: u32) -> bool {
        let spare = self.most_areas - self.players.get(owner).areas;
        let most_pieces = (spare as usize).saturating_add(1);
        while let Some((contact, listed)) =
            self.contacts().and_then(|contacts| contacts.blocked_contact(player, owner, most_pieces))
        {
            let is_contact = self.contact_owner(player, contact) == Some(owner);
            let pieces = if is_contact { self.pieces_if_too_many(contact) } else { None };
            if is_contact && pieces.is_none() {
                return true;
            }
            if let IndexState::Used(index) = &mut self.index {
                index.contacts.unblock(player, owner, listed, is_contact);
            }
            if let Some(pieces) = pieces {
                self.block(player, owner, contact, pieces);
            }
        }
        false
    }

    fn contacts(&self) -> Option<&Contacts> {
        match &self.index {
            IndexState::Used(index) => Some(&index.contacts),
            _ => None,
        }
    }

    /// Notes that a cell cannot be taken. If it leaves more pieces than anyone may hold areas, more room cannot help.
    fn block(&mut self, player: u32, owner: u32, contact: Contact, pieces: u32) {
        if let IndexState::Used(index) = &mut self.index
            && pieces <= self.most_areas
        {
            index.contacts.block(player, owner, contact, pieces as usize);
        }
    }

    /// Returns the owner of the other cell of a contact, if it is still a contact of the player.
    fn contact_owner(&self, player: u32, contact: Contact) -> Option<u32> {
        let (cell, side) = parts(contact);
        let owner = self.owners.get(self.beside(cell, side));
        (self.owners.get(cell) == player && owner != 0 && owner != player).then_some(owner)
    }

    /// Returns the number of pieces that taking the other cell of a contact leaves, if they are too many.
    fn pieces_if_too_many(&mut self, contact: Contact) -> Option<u32> {
        let (cell, side) = parts(contact);
        let taken = self.beside(cell, side);
        let (x, y) = self.place(taken);
        let neighbourhood = self.neighbourhood(taken, x, y);
        let owner = self.owners.get(taken);
        let most = (self.most_areas - self.players.get(owner).areas).saturating_add(1);
        if neighbourhood.count_runs(owner) <= most {
            return None;
        }
        self.watch(owner);
        let pieces = self.pieces(taken, &neighbourhood);
        (pieces > most).then_some(pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Boards with the same cells that answer in different ways: with an index when it is needed, with an index of all
    /// players from the start, and always with searches.
    fn boards(side: u32, players: u32, areas: u32) -> [Gamma; 3] {
        let mut boards = [0; 3].map(|_| Gamma::new(side, side, players, areas).expect("a small board"));
        boards.iter_mut().for_each(Gamma::keep_history);
        assert!(boards[1].prepare_index());
        if let IndexState::Used(index) = &mut boards[1].index {
            (index.all_watched, index.all_tracked, index.any_tracked) = (true, true, true);
        }
        boards[2].index = IndexState::Unavailable;
        boards
    }

    fn all_agree<T: PartialEq + std::fmt::Debug>(
        boards: &mut [Gamma; 3],
        ask: impl Fn(&mut Gamma) -> T,
    ) -> T {
        let [one, two, three] = boards.each_mut().map(ask);
        assert_eq!(one, two, "the index from the start differs");
        assert_eq!(one, three, "searches differ");
        one
    }

    /// Returns a cell beside a random cell of a player, or a random cell.
    fn near(board: &Gamma, random: &mut Random, player: u32) -> (u32, u32) {
        let side = u64::from(board.width());
        for _ in 0..30 {
            let place = (random.below(side) as u32, random.below(side) as u32);
            if board.owner(place.0, place.1) == Some(player) {
                let cell = place.1 as usize * board.width() as usize + place.0 as usize;
                return board.view().beside(cell, random.index(4)).map_or(place, |next| board.place(next));
            }
        }
        (random.below(side) as u32, random.below(side) as u32)
    }

    fn play(boards: &mut [Gamma; 3], random: &mut Random, steps: u32, undo: bool) {
        let players = boards[0].players();
        for _ in 0..steps {
            let player = 1 + random.below(u64::from(players)) as u32;
            let (x, y) = near(&boards[0], random, player);
            // Thin areas have many articulation points, and close large rings.
            let cell = boards[0].cell(x, y).expect("a cell of the board");
            let thick =
                boards[0].around(cell, x, y).iter().filter(|&next| boards[0].owners.get(next) == player);
            let makes_thick = thick.count() > 1;
            match random.below(20) {
                0..12 if makes_thick && random.below(4) > 0 => {}
                0..12 => _ = all_agree(boards, |board| board.take(player, x, y)),
                12..14 => _ = all_agree(boards, |board| board.take_golden(player, x, y)),
                14 | 15 if undo => {
                    for _ in 0..random.below(4) {
                        all_agree(boards, Gamma::undo);
                    }
                }
                _ => {}
            }
            for _ in 0..2 {
                let asking = 1 + random.below(u64::from(players)) as u32;
                all_agree(boards, |board| board.golden_possible(asking));
                all_agree(boards, |board| (board.areas(asking), board.free(asking)));
            }
        }
    }

    #[test]
    fn all_ways_to_answer_agree() {
        for seed in 0..2500 {
            let mut random = Random::new(seed);
            let side = 3 + random.below(if seed % 16 == 0 { 20 } else { 6 }) as u32;
            let players = 2 + random.below(if seed % 16 == 0 { 60 } else { 5 }) as u32;
            let areas = 1 + random.below(4) as u32;
            let mut boards = boards(side, players, areas);
            play(&mut boards, &mut random, 6 * side * side, seed % 2 == 0);
            let mut copies = boards.each_ref().map(Gamma::trial);
            play(&mut copies, &mut random, 40, true);
        }
    }

    #[test]
    fn contours_get_new_labels_when_many_were_used() {
        let mut boards = boards(5, 3, 2);
        let mut random = Random::new(1);
        play(&mut boards, &mut random, 60, true);
        for _ in 0..3000 {
            for (x, y) in [(0, 0), (4, 4), (2, 2), (0, 4)] {
                all_agree(&mut boards, |board| board.take(1, x, y) && board.undo());
            }
        }
        let IndexState::Used(index) = &boards[1].index else {
            panic!("the second board has an index");
        };
        assert!(!index.contours.is_crowded());
        play(&mut boards, &mut random, 200, true);
    }
}
