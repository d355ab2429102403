//! The search for the pieces into which an area breaks when one of its cells is taken.
//!
//! Searches from the cell's neighbours advance in lockstep, so that they find the smaller pieces without visiting the
//! largest.

use super::game::Gamma;

/// How many cells could be scanned in the time of visiting one in a search.
const SCANS_PER_VISIT: u64 = 24;

/// For each cell the search that has visited it; allocated when first needed, and clear between searches.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    groups: Vec<u8>,
}

impl Marks {
    /// The number of bytes per cell.
    pub(super) const BYTES_PER_CELL: usize = 1;

    fn prepare(&mut self, cells: usize) {
        if self.groups.is_empty() {
            self.groups = vec![0; cells];
        }
    }

    /// Returns the search that has visited the cell, counted from 0.
    fn group(&self, cell: usize) -> Option<usize> {
        usize::from(self.groups[cell]).checked_sub(1)
    }

    fn set_group(&mut self, cell: usize, group: Option<usize>) {
        self.groups[cell] = group.map_or(0, |group| group as u8 + 1);
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
        self.scanned = self.scanned.saturating_add(SCANS_PER_VISIT.saturating_mul(visited));
        self.marks = marks;
        search.all_but_one()
    }
}
