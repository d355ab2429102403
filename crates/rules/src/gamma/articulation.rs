//! Articulation points: into how many pieces an area breaks when one of its cells is taken.
//!
//! There are three methods, from cheap to expensive: the eight surrounding cells give an upper bound; searches from the
//! cell's neighbours, advanced in lockstep, find the smaller pieces without visiting the largest; and one depth-first
//! search of the whole area finds the answers for all of its cells.

use std::collections::HashMap;

use super::game::Gamma;

/// An unknown number of pieces.
pub(super) const UNKNOWN: u8 = 7;

const PIECES: u8 = 0b111;
const GROUP: u8 = 0b111 << 3;
const PARENT: u8 = 0b11 << 6;

/// One byte per cell: the number of pieces that taking it leaves, which search has visited it, and its parent in the
/// depth-first search.
#[derive(Debug, Default)]
pub(super) struct Marks {
    bytes: Vec<u8>,
    /// When each cell was found by a depth-first search, counted over all of them; allocated when first needed.
    found_at: Vec<u32>,
    /// The number of cells that these searches have found.
    found: u32,
    /// The number of cells that searches have visited in areas that were not analysed, by their roots.
    visited: HashMap<u32, u64>,
}

impl Clone for Marks {
    /// Copies what is known of areas, but not the working memory.
    fn clone(&self) -> Marks {
        Marks { bytes: self.bytes.clone(), visited: self.visited.clone(), ..Marks::default() }
    }
}

impl Marks {
    /// The number of bytes per cell, including what searches need temporarily: a byte, when the cell was found, and the
    /// earliest cell that it reaches.
    pub(super) const BYTES_PER_CELL: usize = 1 + 4 + 4;

    fn prepare(&mut self, cells: usize) {
        if self.bytes.is_empty() {
            self.bytes = vec![0; cells];
        }
    }

    /// Prepares a depth-first search of an area of at most so many cells. Returns the time before it.
    fn prepare_walk(&mut self, cells: usize, most: u64) -> u32 {
        self.prepare(cells);
        if self.found_at.is_empty() {
            self.found_at = vec![0; cells];
        }
        if u64::from(self.found) + most > u64::from(u32::MAX) {
            // Times have run out: all cells are forgotten.
            self.found_at.fill(0);
            self.found = 0;
        }
        self.found
    }

    /// Returns the number of cells that searches have visited in an area that was not analysed.
    pub(super) fn visited(&self, root: u32) -> u64 {
        self.visited.get(&root).copied().unwrap_or(0)
    }

    /// Forgets what was visited in an area.
    pub(super) fn forget_visits(&mut self, root: u32) {
        self.visited.remove(&root);
    }

    /// Returns the number of pieces that an analysis found for a cell.
    pub(super) fn pieces(&self, cell: usize) -> u8 {
        self.bytes[cell] & PIECES
    }

    pub(super) fn set_pieces(&mut self, cell: usize, pieces: u8) {
        self.bytes[cell] = self.bytes[cell] & !PIECES | pieces;
    }

    /// Returns the side of the cell's parent in the depth-first search.
    fn parent_side(&self, cell: usize) -> usize {
        usize::from(self.bytes[cell] >> 6)
    }

    fn set_parent_side(&mut self, cell: usize, side: usize) {
        self.bytes[cell] = self.bytes[cell] & !PARENT | (side as u8) << 6;
    }

    /// Returns the search that has visited the cell, counted from 0.
    fn group(&self, cell: usize) -> Option<usize> {
        usize::from((self.bytes[cell] & GROUP) >> 3).checked_sub(1)
    }

    fn set_group(&mut self, cell: usize, group: Option<usize>) {
        let number = group.map_or(0, |group| group as u8 + 1);
        self.bytes[cell] = self.bytes[cell] & !GROUP | number << 3;
    }
}

/// One of the searches that run in lockstep: the cells it has found, and how many of them it has expanded.
struct Walk {
    found: Vec<u32>,
    done: usize,
}

/// Searches from several sides, and which of them have met.
struct Lockstep {
    walks: Vec<Walk>,
    /// The group of each search: searches that have met share the group of the lowest.
    groups: Vec<usize>,
}

impl Lockstep {
    fn new(starts: &[usize]) -> Lockstep {
        let walks = starts.iter().map(|&start| Walk { found: vec![start as u32], done: 0 }).collect();
        Lockstep { walks, groups: (0..starts.len()).collect() }
    }

    /// Returns the next cell that a search has not expanded.
    fn next(&mut self, walk: usize) -> Option<usize> {
        let walk = &mut self.walks[walk];
        let cell = *walk.found.get(walk.done)?;
        walk.done += 1;
        Some(cell as usize)
    }

    /// Merges two searches that have met. Returns false if they had met before.
    fn meet(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.groups[one], self.groups[other]);
        if one == other {
            return false;
        }
        let (low, high) = (one.min(other), one.max(other));
        self.groups.iter_mut().filter(|group| **group == high).for_each(|group| *group = low);
        true
    }

    /// Returns the groups that have not finished their piece.
    fn open(&self) -> Vec<usize> {
        let is_open = |walk: &Walk| walk.done < walk.found.len();
        let open = self.walks.iter().zip(&self.groups).filter(|(walk, _)| is_open(walk));
        let mut groups: Vec<usize> = open.map(|(_, &group)| group).collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    /// Returns the cells of all pieces except one: the unfinished piece, or an arbitrary one if all are finished.
    fn all_but_one(self) -> Vec<Vec<u32>> {
        let rest = self.open().first().copied().unwrap_or(self.groups[0]);
        let mut pieces: Vec<(usize, Vec<u32>)> = Vec::new();
        for (walk, group) in self.walks.into_iter().zip(self.groups).filter(|&(_, group)| group != rest) {
            match pieces.iter_mut().find(|(known, _)| *known == group) {
                Some((_, piece)) => piece.extend(walk.found),
                None => pieces.push((group, walk.found)),
            }
        }
        pieces.into_iter().map(|(_, piece)| piece).collect()
    }
}

impl Gamma {
    /// Returns the pieces that taking a cell cuts off from the rest of its area, each with all its cells;
    /// `starts` are cells on the sides that may come apart.
    ///
    /// The searches run until all but one have finished their piece or met another, so the rest, which may be
    /// large, is not visited.
    pub(super) fn break_apart(&mut self, cell: usize, starts: &[usize]) -> Vec<Vec<u32>> {
        let owner = self.owners.get(cell);
        let mut marks = std::mem::take(&mut self.marks);
        marks.prepare(self.cell_count());
        for (walk, &start) in starts.iter().enumerate() {
            marks.set_group(start, Some(walk));
        }
        let mut search = Lockstep::new(starts);
        'searching: loop {
            for walk in 0..starts.len() {
                let Some(at) = search.next(walk) else {
                    continue;
                };
                let (x, y) = self.place(at);
                let mut met = false;
                for next in self.around(at, x, y).iter() {
                    if next == cell || self.owners.get(next) != owner {
                        continue;
                    }
                    match marks.group(next) {
                        None => {
                            marks.set_group(next, Some(walk));
                            search.walks[walk].found.push(next as u32);
                        }
                        Some(other) => met |= search.meet(walk, other),
                    }
                }
                let ended = search.walks[walk].done == search.walks[walk].found.len();
                if (met || ended) && search.open().len() <= 1 {
                    break 'searching;
                }
            }
        }
        let mut visited = 0;
        for walk in &search.walks {
            walk.found.iter().for_each(|&found| marks.set_group(found as usize, None));
            visited += walk.found.len() as u64;
        }
        let root = self.areas.find(self.labels[cell]);
        *marks.visited.entry(root).or_default() += visited;
        self.marks = marks;
        search.all_but_one()
    }

    /// Marks each cell of an area with the number of pieces that taking it leaves.
    ///
    /// A depth-first search finds the articulation points: a cell cuts off every subtree that has no back edge above it;
    /// unless it is the root, the rest of the area is one more piece. The parents are stored in the marks, so no stack
    /// is needed.
    pub(super) fn walk_area(&mut self, start: usize) {
        let owner = self.owners.get(start);
        let mut marks = std::mem::take(&mut self.marks);
        // Discovery times go on from those of earlier searches, so that nothing has to be cleared: a search costs what its
        // area does, not what the board does.
        let before_walk = marks.prepare_walk(self.cell_count(), self.players.get(owner).busy);
        let mut found_at = std::mem::take(&mut marks.found_at);
        // The earliest cell that is reachable another way (low link), by the order in which cells are found.
        let mut earliest: Vec<u32> = Vec::new();
        let index = |time: u32| (time - before_walk - 1) as usize;
        let mut count = before_walk + 1;
        found_at[start] = count;
        earliest.push(count);
        marks.set_pieces(start, 0);
        let (mut x, mut y) = self.place(start);
        let mut cell = start;
        let mut side = 0;
        loop {
            if side < 4 {
                let there = [y + 1 < self.height, x + 1 < self.width, y > 0, x > 0][side];
                if there && self.owners.get(self.beside(cell, side)) == owner {
                    let next = self.beside(cell, side);
                    if found_at[next] <= before_walk {
                        count += 1;
                        found_at[next] = count;
                        earliest.push(count);
                        marks.set_pieces(next, 0);
                        marks.set_parent_side(next, opposite(side));
                        (cell, (x, y)) = (next, step(x, y, side));
                        side = 0;
                        continue;
                    }
                    let low = &mut earliest[index(found_at[cell])];
                    *low = (*low).min(found_at[next]);
                }
                side += 1;
                continue;
            }
            if cell == start {
                break;
            }
            let back = marks.parent_side(cell);
            let before = self.beside(cell, back);
            marks.set_pieces(cell, marks.pieces(cell) + 1);
            let own = earliest[index(found_at[cell])];
            let low = &mut earliest[index(found_at[before])];
            *low = (*low).min(own);
            if own >= found_at[before] {
                marks.set_pieces(before, marks.pieces(before) + 1);
            }
            (cell, (x, y)) = (before, step(x, y, back));
            side = opposite(back) + 1;
        }
        (marks.found_at, marks.found) = (found_at, count);
        self.marks = marks;
    }
}

/// Returns the opposite side.
fn opposite(side: usize) -> usize {
    (side + 2) % 4
}

/// Returns the cell on a side; it must be on the board.
fn step(x: u32, y: u32, side: usize) -> (u32, u32) {
    match side {
        0 => (x, y + 1),
        1 => (x + 1, y),
        2 => (x, y - 1),
        _ => (x - 1, y),
    }
}
