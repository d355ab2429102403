//! The cells that each player could take with its golden move: candidates, and those that are blocked.
//!
//! A contact is an edge between a cell of the player and a cell of another. A contact whose cell may have become easier
//! to take is a candidate, kept on a stack of the player; a question looks at the top until it finds a cell that can be
//! taken, which stays there as the answer to the next question. A cell that would leave its owner with too many areas
//! is blocked. It becomes a candidate again when the owner's contours change there, and it is put on a list of the two
//! players for the case that the owner may hold more areas again.

use std::collections::HashMap;

use super::players::Players;

/// A contact: four times the player's cell, plus the side of the other cell.
pub(super) type Contact = u32;

/// The most pieces that taking a cell can leave.
const MAX_PIECES: usize = 4;

/// The contacts between two players that are blocked, by the number of pieces that taking the cell leaves.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocked {
    lists: [Vec<Contact>; MAX_PIECES + 1],
    /// For which numbers of pieces the player waits until the owner may hold more areas.
    waits: [bool; MAX_PIECES + 1],
}

/// The end of a linked list: the first entry is never used.
const END: u32 = 0;

/// The candidates and blocked contacts of all players that are tracked.
#[derive(Clone, Debug)]
pub(super) struct Contacts {
    /// For each cell four bits per side: whether the contact is a candidate, and on which lists of blocked contacts it is.
    bits: Vec<u16>,
    /// The stacks of candidates as linked lists: a contact, and the index of the next.
    entries: Vec<(Contact, u32)>,
    free_entry: u32,
    /// The blocked contacts, by player and owner.
    blocked: HashMap<(u32, u32), Blocked>,
    /// By owner and number of pieces: the players that wait until the owner may hold so many more areas.
    waiting: HashMap<(u32, usize), Vec<u32>>,
    /// By player: the owners that it waited for and that have room for more areas now.
    with_room: HashMap<u32, Vec<u32>>,
}

/// Returns the cell and the side of a contact.
pub(super) fn parts(contact: Contact) -> (usize, usize) {
    (contact as usize / 4, contact as usize % 4)
}

impl Contacts {
    /// The number of bytes that are reserved per cell.
    pub(super) const BYTES_PER_CELL: usize = 2;

    pub(super) fn new(cells: usize) -> Contacts {
        Contacts {
            bits: vec![0; cells],
            entries: vec![(0, END)],
            free_entry: END,
            blocked: HashMap::new(),
            waiting: HashMap::new(),
            with_room: HashMap::new(),
        }
    }

    /// Sets a bit of a contact: 0 for candidates, else a number of pieces less 1. Returns false if it was set.
    #[inline(always)]
    fn mark(&mut self, cell: usize, side: usize, bit: usize) -> bool {
        let mask = 1 << (4 * side + bit);
        let is_new = self.bits[cell] & mask == 0;
        self.bits[cell] |= mask;
        is_new
    }

    fn unmark(&mut self, contact: Contact, bit: usize) {
        let (cell, side) = parts(contact);
        self.bits[cell] &= !(1 << (4 * side + bit));
    }

    /// Forgets on which lists a contact is, because one of its cells has another owner.
    pub(super) fn forget(&mut self, cell: usize, side: usize) {
        self.bits[cell] &= !(0b1111 << (4 * side));
    }

    /// Makes a contact of a player a candidate.
    #[inline(always)]
    pub(super) fn push(&mut self, players: &mut Players, player: u32, cell: usize, side: usize) {
        if !self.mark(cell, side, 0) {
            return;
        }
        let head = &mut players.get_mut(player).candidates;
        let entry = ((4 * cell + side) as Contact, *head);
        if self.free_entry == END {
            *head = self.entries.len() as u32;
            self.entries.push(entry);
        } else {
            *head = self.free_entry;
            let free = &mut self.entries[self.free_entry as usize];
            self.free_entry = free.1;
            *free = entry;
        }
    }

    /// Returns the latest candidate of a player.
    pub(super) fn top(&self, players: &Players, player: u32) -> Option<Contact> {
        let head = players.get(player).candidates;
        (head != END).then(|| self.entries[head as usize].0)
    }

    /// Removes the latest candidate of a player, which may no longer hold the cell.
    pub(super) fn pop(&mut self, players: &mut Players, player: u32, holds_cell: bool) {
        let head = &mut players.get_mut(player).candidates;
        let index = *head;
        let (contact, next) = self.entries[index as usize];
        *head = next;
        self.entries[index as usize].1 = self.free_entry;
        self.free_entry = index;
        if holds_cell {
            self.unmark(contact, 0);
        }
    }

    /// Puts a contact on the list of its players, for the case that the owner may hold more areas.
    pub(super) fn block(&mut self, player: u32, owner: u32, contact: Contact, pieces: usize) {
        let (cell, side) = parts(contact);
        if self.mark(cell, side, pieces - 1) {
            let blocked = self.blocked.entry((player, owner)).or_default();
            blocked.lists[pieces].push(contact);
            self.wait(player, owner, pieces);
        }
    }

    fn wait(&mut self, player: u32, owner: u32, pieces: usize) {
        let blocked = self.blocked.entry((player, owner)).or_default();
        if !std::mem::replace(&mut blocked.waits[pieces], true) {
            self.waiting.entry((owner, pieces)).or_default().push(player);
        }
    }

    /// Tells the players that wait for an owner that it may add so many areas now.
    #[inline(always)]
    pub(super) fn tell_room(&mut self, owner: u32, spare: u32) {
        if !self.waiting.is_empty() {
            self.tell_waiting(owner, (spare as usize).saturating_add(1).min(MAX_PIECES));
        }
    }

    fn tell_waiting(&mut self, owner: u32, most_pieces: usize) {
        for pieces in 2..=most_pieces {
            for player in self.waiting.remove(&(owner, pieces)).unwrap_or_default() {
                if let Some(blocked) = self.blocked.get_mut(&(player, owner)) {
                    blocked.waits[pieces] = false;
                }
                self.with_room.entry(player).or_default().push(owner);
            }
        }
    }

    /// Returns an owner that a player has waited for and that may have room now.
    pub(super) fn owner_with_room(&self, player: u32) -> Option<u32> {
        self.with_room.get(&player)?.last().copied()
    }

    /// Returns a blocked contact between two players whose cell leaves at most so many pieces.
    pub(super) fn blocked_contact(
        &self,
        player: u32,
        owner: u32,
        most_pieces: usize,
    ) -> Option<(Contact, usize)> {
        let blocked = self.blocked.get(&(player, owner))?;
        let numbers = 2..=most_pieces.min(MAX_PIECES);
        numbers.into_iter().find_map(|pieces| Some((*blocked.lists[pieces].last()?, pieces)))
    }

    /// Removes the contact that [`blocked_contact`](Contacts::blocked_contact) has returned.
    pub(super) fn unblock(&mut self, player: u32, owner: u32, pieces: usize, is_contact: bool) {
        let contact = self.blocked.get_mut(&(player, owner)).and_then(|blocked| blocked.lists[pieces].pop());
        if let Some(contact) = contact.filter(|_| is_contact) {
            self.unmark(contact, pieces - 1);
        }
    }

    /// Lets a player wait again for an owner that has no room for it.
    pub(super) fn wait_again(&mut self, player: u32, owner: u32) {
        if let Some(owners) = self.with_room.get_mut(&player) {
            owners.pop();
            if owners.is_empty() {
                self.with_room.remove(&player);
            }
        }
        for pieces in 2..=MAX_PIECES {
            let lists = self.blocked.get(&(player, owner)).map(|blocked| &blocked.lists);
            if lists.is_some_and(|lists| !lists[pieces].is_empty()) {
                self.wait(player, owner, pieces);
            }
        }
    }
}
