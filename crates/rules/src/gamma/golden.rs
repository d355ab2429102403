//! The golden move: making it, and whether one is possible.
//!
//! Questions are answered by counters, by a cell that was found before, or by a scan that looks for a cell whose
//! neighbours show that it can be taken. When none of them is enough, the [index](super::golden_index) is made.

use super::game::Gamma;
use super::golden_index::IndexState;
use super::neighbourhood::Neighbourhood;

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
        self.index_room(victim);
        true
    }

    /// Returns the effect of losing a cell on its owner, or `None` when that would make too many areas.
    fn judge_loss(&mut self, cell: usize, neighbourhood: &Neighbourhood) -> Option<Loss> {
        let victim = self.owners.get(cell);
        let most = self.spare(cell).saturating_add(1);
        let starts = self.starts(cell, neighbourhood);
        if starts.len() <= 1 {
            return Some(Loss { pieces: starts.len() as u32, cut_off: Vec::new() });
        }
        if !self.is_watched(victim) && !self.can_scan(0) && self.prepare_index() {
            // Searches have cost more than contours do.
            self.watch(victim);
        }
        let loss = if self.is_watched(victim) {
            Loss { pieces: self.pieces(cell, neighbourhood), cut_off: Vec::new() }
        } else {
            let cut_off = self.break_apart(cell, &starts);
            Loss { pieces: 1 + cut_off.len() as u32, cut_off }
        };
        (loss.pieces <= most).then_some(loss)
    }

    /// Takes a cell from its owner, whose area may break apart.
    fn lose(&mut self, cell: usize, neighbourhood: &Neighbourhood, loss: Loss) {
        let victim = self.owners.get(cell);
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
        if state.contacts == 0 || state.refused_at == self.changes {
            return false;
        }
        if self.is_tracked(player) {
            return self.has_candidate(player);
        }
        if state.witness().is_some_and(|witness| self.is_still_witness(player, witness)) {
            return true;
        }
        let witness = self.scan_for_witness(player);
        if witness.is_none() && !matches!(self.index, IndexState::Unavailable) && self.prepare_index() {
            self.track(player);
            return self.has_candidate(player);
        }
        let now = self.changes;
        let state = self.players.get_mut(player);
        match witness {
            Some(cell) => state.set_witness(cell),
            None => state.refused_at = now,
        }
        witness.is_some()
    }

    /// Finds a cell that a player at its area limit could take: another player's cell next to one of its own.
    ///
    /// If there can be an index, only cells that can be decided by their neighbours are found, and none when scans have
    /// become too expensive. Else every cell is found, with searches of the areas.
    fn scan_for_witness(&mut self, player: u32) -> Option<usize> {
        let can_search = matches!(self.index, IndexState::Unavailable);
        if !can_search && !self.can_scan(self.reach_size(player)) {
            return None;
        }
        let mut unsure: Vec<u32> = Vec::new();
        let [left, bottom, right, top] = self.players.get(player).reach();
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
                    if can_search {
                        unsure.push(next as u32);
                    }
                }
            }
        }
        unsure.into_iter().map(|cell| cell as usize).find(|&cell| {
            let (x, y) = self.place(cell);
            self.judge_loss(cell, &self.neighbourhood(cell, x, y)).is_some()
        })
    }

    /// Iterates over a cell and the up to eight cells around it.
    pub(super) fn square_around(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
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

    /// Returns whether the neighbours of a cell show that a player at its area limit could take it.
    fn is_still_witness(&self, player: u32, cell: usize) -> bool {
        self.is_contact(player, cell) && self.can_lose_by_neighbours(cell)
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

    /// Returns a cell of each run of sides that may be separated when a cell is lost.
    fn starts(&self, cell: usize, neighbourhood: &Neighbourhood) -> Vec<usize> {
        let runs = neighbourhood.runs(self.owners.get(cell));
        (0..4).filter(|&side| runs[side]).map(|side| self.beside(cell, side)).collect()
    }
}
