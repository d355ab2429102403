//! Into how many pieces an area breaks when one of its cells is taken.
//!
//! Three ways to know, from cheap to dear: the eight cells around say how many sides the cell holds
//! together at most; a search from those sides in lockstep finds the smaller pieces without walking the
//! largest; and one walk over a whole area answers for all of its cells, until the area changes.

use super::game::Gamma;

/// Stands for a number of pieces that must be found out.
pub(super) const UNKNOWN: u8 = 7;

const PIECES: u8 = 0b111;
const GROUP: u8 = 0b111 << 3;

/// A byte for each cell: the pieces that taking it leaves, and which search has been there.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    bytes: Vec<u8>,
    /// The area, by its root, that was last searched in vain, and how many cells were visited.
    wasted: (u32, u64),
}

impl Marks {
    /// How many bytes a cell may take, those that searches and walks need for a while included.
    pub(super) const BYTES_A_CELL: usize = 1 + 4 + 24;

    fn prepare(&mut self, cells: usize) {
        if self.bytes.is_empty() {
            self.bytes = vec![0; cells];
        }
    }

    /// Returns how many cells searches have visited in an area since another was searched.
    pub(super) fn wasted(&self, root: u32) -> u64 {
        if self.wasted.0 == root { self.wasted.1 } else { 0 }
    }

    /// Returns what an analysis found for a cell.
    pub(super) fn pieces(&self, cell: usize) -> u8 {
        self.bytes[cell] & PIECES
    }

    pub(super) fn set_pieces(&mut self, cell: usize, pieces: u8) {
        self.bytes[cell] = self.bytes[cell] & !PIECES | pieces;
    }

    /// Returns the search that has been here, counted from 0.
    fn group(&self, cell: usize) -> Option<usize> {
        usize::from((self.bytes[cell] & GROUP) >> 3).checked_sub(1)
    }

    fn set_group(&mut self, cell: usize, group: Option<usize>) {
        let number = group.map_or(0, |group| group as u8 + 1);
        self.bytes[cell] = self.bytes[cell] & !GROUP | number << 3;
    }
}

/// One of the searches that run in lockstep: the cells it has found, and how many of them it has left.
struct Walk {
    found: Vec<u32>,
    done: usize,
}

impl Gamma {
    /// Returns the pieces that taking a cell cuts off from the rest of its area, each with all its cells;
    /// `starts` are cells on the sides that may come apart.
    ///
    /// The searches go on until all but one have seen the end of their piece or met another, so the rest,
    /// which may be large, is not walked.
    pub(super) fn break_apart(&mut self, cell: usize, starts: &[usize]) -> Vec<Vec<u32>> {
        let owner = self.owners.get(cell);
        let mut marks = std::mem::take(&mut self.marks);
        marks.prepare(self.cell_count());
        let mut walks: Vec<Walk> =
            starts.iter().map(|&start| Walk { found: vec![start as u32], done: 0 }).collect();
        for (group, &start) in starts.iter().enumerate() {
            marks.set_group(start, Some(group));
        }
        // Which searches have met: each is of the group of the lowest.
        let mut group_of: Vec<usize> = (0..walks.len()).collect();
        let open = |walks: &[Walk], group_of: &[usize]| {
            let mut groups: Vec<usize> = (0..walks.len())
                .filter(|&walk| walks[walk].done < walks[walk].found.len())
                .map(|walk| group_of[walk])
                .collect();
            groups.sort_unstable();
            groups.dedup();
            groups
        };
        'searching: loop {
            for walk in 0..walks.len() {
                let Some(&at) = walks[walk].found.get(walks[walk].done) else {
                    continue;
                };
                walks[walk].done += 1;
                let (x, y) = self.place(at as usize);
                let mut met = false;
                for next in self.around(at as usize, x, y).iter() {
                    if next == cell || self.owners.get(next) != owner {
                        continue;
                    }
                    match marks.group(next) {
                        None => {
                            marks.set_group(next, Some(walk));
                            walks[walk].found.push(next as u32);
                        }
                        Some(other) if group_of[other] != group_of[walk] => {
                            let (low, high) =
                                (group_of[other].min(group_of[walk]), group_of[other].max(group_of[walk]));
                            group_of
                                .iter_mut()
                                .filter(|group| **group == high)
                                .for_each(|group| *group = low);
                            met = true;
                        }
                        Some(_) => {}
                    }
                }
                let ended = walks[walk].done == walks[walk].found.len();
                if (met || ended) && open(&walks, &group_of).len() <= 1 {
                    break 'searching;
                }
            }
        }
        let rest = open(&walks, &group_of).first().copied();
        let rest = rest.unwrap_or_else(|| group_of[0]);
        let mut pieces: Vec<(usize, Vec<u32>)> = Vec::new();
        let mut visited = 0;
        for (walk, group) in walks.into_iter().zip(group_of) {
            for &found in &walk.found {
                marks.set_group(found as usize, None);
            }
            visited += walk.found.len() as u64;
            if group == rest {
                continue;
            }
            match pieces.iter_mut().find(|(known, _)| *known == group) {
                Some((_, piece)) => piece.extend(walk.found),
                None => pieces.push((group, walk.found)),
            }
        }
        let root = self.areas.find(self.labels[cell]);
        marks.wasted = (root, marks.wasted(root) + visited);
        self.marks = marks;
        pieces.into_iter().map(|(_, piece)| piece).collect()
    }

    /// Walks over the area of a cell and marks each of its cells with the pieces that taking it leaves.
    ///
    /// A walk in depth finds where the area would come apart: a cell holds together as many pieces as
    /// there are branches from which no way leads around it, and the rest of the area unless the walk
    /// began there.
    pub(super) fn walk_area(&mut self, start: usize) {
        struct Step {
            cell: u32,
            /// How many cells around have been looked at.
            looked: u8,
            branches: u8,
            /// The earliest cell to which a way leads around.
            earliest: u32,
        }
        let owner = self.owners.get(start);
        let mut marks = std::mem::take(&mut self.marks);
        marks.prepare(self.cell_count());
        // When each cell was found, from 1; zeroed memory is only touched where the area lies.
        let mut found_at = vec![0u32; self.cell_count()];
        let mut count = 1;
        found_at[start] = count;
        let mut steps = vec![Step { cell: start as u32, looked: 0, branches: 0, earliest: count }];
        while let Some(step) = steps.last_mut() {
            let cell = step.cell as usize;
            let (x, y) = self.place(cell);
            let next = self.around(cell, x, y).iter().nth(usize::from(step.looked));
            step.looked += 1;
            match next {
                Some(next) if self.owners.get(next) != owner => {}
                Some(next) if found_at[next] == 0 => {
                    count += 1;
                    found_at[next] = count;
                    steps.push(Step { cell: next as u32, looked: 0, branches: 0, earliest: count });
                }
                Some(next) => step.earliest = step.earliest.min(found_at[next]),
                None => {
                    let (earliest, branches) = (step.earliest, step.branches);
                    steps.pop();
                    let Some(before) = steps.last_mut() else {
                        marks.set_pieces(cell, branches);
                        break;
                    };
                    marks.set_pieces(cell, branches + 1);
                    before.earliest = before.earliest.min(earliest);
                    before.branches += u8::from(earliest >= found_at[before.cell as usize]);
                }
            }
        }
        self.marks = marks;
    }
}
