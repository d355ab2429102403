//! The golden move: making it, and whether one is possible.
//!
//! Results are cached: for each player a cell that it could take (the witness), or the change count at which there
//! was none; for each area that had to be searched, the number of pieces that taking each of its cells leaves. Most
//! moves affect only the cells around the one they take, and the cache is updated there.

use super::articulation::UNKNOWN;
use super::game::Gamma;
use super::neighbourhood::Neighbourhood;
use super::players::NO_CELL;

/// The effect of losing a cell on an area.
struct Loss {
    /// The number of pieces left.
    pieces: u32,
    /// All but one of them, with their cells.
    cut_off: Vec<Vec<u32>>,
}

impl Gamma {
    /// Takes another player's cell with the golden move. Returns false if the rules forbid it (rule M2).
    pub fn take_golden(&mut self, player: u32, x: u32, y: u32) -> bool {
        let Some(cell) = self.cell(x, y) else {
            return false;
        };
        if !self.is_player(player) || self.players.get(player).golden_used {
            return false;
        }
        let victim = self.owners.get(cell);
        if victim == 0 || victim == player {
            return false;
        }
        let neighbourhood = self.neighbourhood(cell, x, y);
        if !neighbourhood.touches(player) && self.players.get(player).areas >= self.most_areas {
            return false;
        }
        let Some(loss) = self.judge_loss(cell, &neighbourhood) else {
            return false;
        };
        if !self.players.make_room(player) {
            return false;
        }
        self.begin_entry(cell, player, &neighbourhood);
        self.log_player(victim);
        self.lose(cell, &neighbourhood, loss);
        self.players.get_mut(player).golden_used = true;
        self.settle(player, cell, x, y, &neighbourhood);
        self.changes.global();
        true
    }

    /// Returns the effect of losing a cell on its owner, or `None` when that would make too many areas.
    fn judge_loss(&mut self, cell: usize, neighbourhood: &Neighbourhood) -> Option<Loss> {
        let victim = self.owners.get(cell);
        let starts: Vec<usize> = self.starts(cell, neighbourhood);
        let most = self.spare(cell) + 1;
        if starts.len() <= 1 {
            return Some(Loss { pieces: starts.len() as u32, cut_off: Vec::new() });
        }
        let root = self.areas.find(self.labels[cell]);
        let analysed = self.analysed.contains(&root);
        match if analysed { self.marks.pieces(cell) } else { UNKNOWN } {
            UNKNOWN => {}
            1 => return Some(Loss { pieces: 1, cut_off: Vec::new() }),
            pieces if u32::from(pieces) > most => return None,
            _ => {}
        }
        let cut_off = self.break_apart(cell, &starts);
        let pieces = 1 + cut_off.len() as u32;
        if pieces <= most {
            return Some(Loss { pieces, cut_off });
        }
        if analysed {
            self.marks.set_pieces(cell, pieces as u8);
        } else if self.marks.visited(root) > self.players.get(victim).busy {
            // The searches of this area have visited more cells than an analysis of all of it would.
            self.analyse(cell);
        }
        None
    }

    /// Takes a cell from its owner, whose area may break apart.
    fn lose(&mut self, cell: usize, neighbourhood: &Neighbourhood, loss: Loss) {
        let victim = self.owners.get(cell);
        let root = self.areas.find(self.labels[cell]);
        self.forget_analysis(root);
        for piece in loss.cut_off {
            let label = self.areas.create();
            for cell in piece {
                let cell = cell as usize;
                if let Some(entry) = self.history.as_mut().and_then(|entries| entries.last_mut()) {
                    entry.relabelled.push((cell, self.labels[cell]));
                }
                self.labels[cell] = label;
            }
        }
        let mut lost_contacts = 0;
        for side in 0..4 {
            let other = neighbourhood.other_holder(side, victim);
            lost_contacts += u64::from(other != 0);
            let state = self.players.get_mut(other);
            state.contacts = state.contacts.wrapping_sub(1);
        }
        let state = self.players.get_mut(victim);
        state.busy -= 1;
        state.border -= neighbourhood.empty_sides_only_here(victim);
        state.contacts -= lost_contacts;
        state.areas = state.areas - 1 + loss.pieces;
    }

    /// Returns whether a player could make a golden move now (rule M4).
    pub fn golden_possible(&mut self, player: u32) -> bool {
        if !self.is_player(player) {
            return false;
        }
        let state = self.players.get(player);
        if state.golden_used {
            return false;
        }
        let cells = u64::from(self.width) * u64::from(self.height);
        let of_others = cells - self.empty - state.busy;
        if of_others == 0 {
            return false;
        }
        // Every area has a cell that can be removed without breaking it: a leaf of a spanning tree.
        if state.areas < self.most_areas {
            return true;
        }
        if state.contacts == 0 || state.refused_at == self.changes.count() {
            return false;
        }
        let (witness, refused_at) = (state.witness, state.refused_at);
        if witness != NO_CELL && self.is_still_witness(player, witness as usize) {
            return true;
        }
        // If there was none before, a new one can only be next to a change.
        let witness = match self.changes.since(refused_at) {
            Some(changed) => changed.into_iter().find_map(|cell| self.witness_beside(player, cell)),
            None => self.search_witness(player),
        };
        let now = self.changes.count();
        let state = self.players.get_mut(player);
        match witness {
            Some(cell) => state.witness = cell as u32,
            None => state.refused_at = now,
        }
        witness.is_some()
    }

    /// Finds a cell that a player at its area limit could take: another player's cell next to one of its own.
    fn search_witness(&mut self, player: u32) -> Option<usize> {
        // Cells that can be decided by their neighbours come first, then those that need a search of the area.
        let mut unsure: Vec<u32> = Vec::new();
        let [left, bottom, right, top] = self.players.get(player).reach;
        for y in bottom..=top {
            let row = y as usize * self.width as usize;
            for x in left..=right {
                let cell = row + x as usize;
                if self.owners.get(cell) != player {
                    continue;
                }
                for next in self.around(cell, x, y).iter() {
                    let owner = self.owners.get(next);
                    if owner == 0 || owner == player {
                        continue;
                    }
                    if self.can_lose_by_neighbours(next) {
                        return Some(next);
                    }
                    unsure.push(next as u32);
                }
            }
        }
        unsure.into_iter().map(|cell| cell as usize).find(|&cell| self.can_lose(cell))
    }

    /// Like [`search_witness`](Gamma::search_witness), but looks only at a cell and its eight neighbours.
    fn witness_beside(&mut self, player: u32, cell: usize) -> Option<usize> {
        self.square_around(cell).find(|&near| self.is_contact(player, near) && self.can_lose(near))
    }

    /// Iterates over a cell and the up to eight cells around it.
    fn square_around(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let ((x, y), width) = (self.place(cell), self.width as usize);
        let xs = x.saturating_sub(1)..=(x + 1).min(self.width - 1);
        let ys = y.saturating_sub(1)..=(y + 1).min(self.height - 1);
        ys.flat_map(move |y| xs.clone().map(move |x| y as usize * width + x as usize))
    }

    /// Returns whether a cell belongs to another player and touches a cell of this player.
    fn is_contact(&self, player: u32, cell: usize) -> bool {
        let (x, y) = self.place(cell);
        let owner = self.owners.get(cell);
        owner != 0 && owner != player && self.neighbourhood(cell, x, y).touches(player)
    }

    /// Returns whether a player at its area limit is known to be able to take a cell; false may mean that a search is needed.
    fn is_still_witness(&self, player: u32, cell: usize) -> bool {
        self.is_contact(player, cell) && (self.can_lose_by_neighbours(cell) || self.can_lose_by_marks(cell))
    }

    /// Returns the number of areas that the owner of a cell may still add.
    fn spare(&self, cell: usize) -> u32 {
        self.most_areas - self.players.get(self.owners.get(cell)).areas
    }

    /// Returns whether the neighbours alone show that the owner of a cell may lose it.
    fn can_lose_by_neighbours(&self, cell: usize) -> bool {
        let (x, y) = self.place(cell);
        let most = self.neighbourhood(cell, x, y).count_runs(self.owners.get(cell));
        most <= 1 || most <= self.spare(cell) + 1
    }

    fn can_lose_by_marks(&self, cell: usize) -> bool {
        self.analysed.contains(&self.areas.find(self.labels[cell]))
            && self.marks.pieces(cell) != UNKNOWN
            && u32::from(self.marks.pieces(cell)) <= self.spare(cell) + 1
    }

    /// Returns whether the owner of a cell may lose it, with a search if necessary.
    fn can_lose(&mut self, cell: usize) -> bool {
        if self.can_lose_by_neighbours(cell) {
            return true;
        }
        self.analyse(cell);
        if self.marks.pieces(cell) == UNKNOWN {
            let (x, y) = self.place(cell);
            let starts = self.starts(cell, &self.neighbourhood(cell, x, y));
            let pieces = match starts.len() {
                0 | 1 => starts.len() as u8,
                _ => 1 + self.break_apart(cell, &starts).len() as u8,
            };
            self.marks.set_pieces(cell, pieces);
        }
        self.can_lose_by_marks(cell)
    }

    /// Returns a cell of each run of sides that may be separated when a cell is lost.
    fn starts(&self, cell: usize, neighbourhood: &Neighbourhood) -> Vec<usize> {
        let runs = neighbourhood.runs(self.owners.get(cell));
        (0..4).filter(|&side| runs[side]).map(|side| self.beside(cell, side)).collect()
    }

    /// Computes the piece counts of all cells of an area, unless they are up to date.
    fn analyse(&mut self, cell: usize) {
        let root = self.areas.find(self.labels[cell]);
        if !self.analysed.contains(&root) {
            self.walk_area(cell);
            self.marks.forget_visits(root);
            self.analysed.insert(root);
        }
    }

    /// Updates the marks of an area that has grown by a cell with one run of sides.
    #[inline(always)]
    pub(super) fn note_growth(&mut self, player: u32, cell: usize, neighbourhood: &Neighbourhood, root: u32) {
        if !self.analysed.is_empty() && self.analysed.contains(&root) {
            self.mend_marks(player, cell, neighbourhood);
        }
    }

    fn mend_marks(&mut self, player: u32, cell: usize, neighbourhood: &Neighbourhood) {
        // The new cell is not an articulation point.
        self.marks.set_pieces(cell, 1);
        let held: Vec<usize> = (0..4).filter(|&side| neighbourhood.is_held(side, player)).collect();
        if let [side] = held[..] {
            // Only its one neighbour now separates the new cell from the rest.
            let beside = self.beside(cell, side);
            let pieces = self.marks.pieces(beside);
            if pieces != UNKNOWN {
                self.marks.set_pieces(beside, pieces + 1);
            }
            return;
        }
        // There is a new way around a corner: the cell at the corner may no longer be an articulation point.
        for near in self.square_around(cell) {
            if near != cell && self.owners.get(near) == player {
                self.marks.set_pieces(near, UNKNOWN);
            }
        }
    }
}
