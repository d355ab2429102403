//! The contours of areas: which edges lie on the same boundary, and so which cells are articulation points.
//!
//! An area has one contour around it and one around each of its holes. Around a cell of the area, the cells of others
//! form gaps. Two gaps lie on the same contour exactly when taking the cell breaks the area apart between them, so the
//! number of pieces follows from the contours at its gaps.
//!
//! Each edge between a cell and a neighbour that does not belong to its owner has a label, and labels are joined in a
//! union-find. A cell that changes its owner joins contours, which costs a union, or splits them: then the new contours
//! are walked in lockstep, and all except the longest get new labels. A contour only splits into shorter ones while
//! cells are added, so each edge is relabelled a logarithmic number of times.

use super::area_labels::AreaLabels;
use super::neighbourhood::Ring;
use super::owners::Owners;

/// The owners of the cells, with the shape of the board.
#[derive(Clone, Copy)]
pub(super) struct OwnerMap<'a> {
    pub(super) owners: &'a Owners,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl OwnerMap<'_> {
    /// Returns the number of a cell, which must be on the board.
    #[inline(always)]
    fn cell(&self, (x, y): (u32, u32)) -> usize {
        y as usize * self.width as usize + x as usize
    }

    /// Returns whether a player holds a cell; false beyond the edge of the board.
    #[inline(always)]
    fn is_held(&self, player: u32, (x, y): (u32, u32)) -> bool {
        x < self.width && y < self.height && self.owners.get(self.cell((x, y))) == player
    }

    #[inline(always)]
    fn place(&self, cell: usize) -> (u32, u32) {
        (cell as u32 % self.width, cell as u32 / self.width)
    }

    /// Returns the cell on a side, if it is on the board.
    #[inline(always)]
    pub(super) fn beside(&self, cell: usize, side: usize) -> Option<usize> {
        let (x, y) = shift(self.place(cell), side);
        (x < self.width && y < self.height).then(|| self.cell((x, y)))
    }
}

/// Returns the opposite side.
#[inline(always)]
pub(super) fn opposite(side: usize) -> usize {
    (side + 2) % 4
}

/// Returns the place on a side; beyond the left or lower edge of the board the numbers wrap around.
#[inline(always)]
fn shift((x, y): (u32, u32), side: usize) -> (u32, u32) {
    match side {
        0 => (x, y.wrapping_add(1)),
        1 => (x.wrapping_add(1), y),
        2 => (x, y.wrapping_sub(1)),
        _ => (x.wrapping_sub(1), y),
    }
}

/// An edge of a contour: a side of a cell that faces a cell of another owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge {
    place: (u32, u32),
    side: usize,
}

impl Edge {
    /// Moves on to the next edge of the contour, with the owner's cells on the left. Returns the cell inside the bend
    /// if the contour turns right: it touches the contour only at a corner.
    #[inline(always)]
    fn advance(&mut self, view: OwnerMap<'_>, player: u32) -> Option<(u32, u32)> {
        let direction = (self.side + 3) % 4;
        let ahead = shift(self.place, direction);
        if !view.is_held(player, ahead) {
            self.side = direction;
            return None;
        }
        let across = shift(ahead, self.side);
        if !view.is_held(player, across) {
            self.place = ahead;
            return None;
        }
        *self = Edge { place: across, side: opposite(direction) };
        Some(ahead)
    }
}

/// No label.
const NONE: u32 = 0;

/// The labels of all edges of the players whose contours are kept.
#[derive(Clone, Debug)]
pub(super) struct Contours {
    /// The labels of the edges, first those on the north side of each cell, then east, south and west.
    ///
    /// In this order, straight boundaries touch only some of the memory.
    edges: Vec<u32>,
    cells: usize,
    labels: AreaLabels,
}

impl Contours {
    /// The number of bytes that are reserved per cell.
    pub(super) const BYTES_PER_CELL: usize = 4 * 4;

    pub(super) fn new(cells: usize) -> Contours {
        let mut labels = AreaLabels::default();
        // Label 0 is no contour.
        labels.create();
        Contours { edges: vec![NONE; 4 * cells], cells, labels }
    }

    /// Forgets all labels.
    pub(super) fn clear(&mut self) {
        self.edges.fill(NONE);
        self.labels.truncate(1);
    }

    /// Returns whether so many labels have been made that the contours should be labelled anew.
    pub(super) fn is_crowded(&self) -> bool {
        self.labels.len() > (8 * self.cells + 1024).min(1 << 30)
    }

    #[inline(always)]
    fn root(&self, cell: usize, side: usize) -> u32 {
        self.labels.find(self.edges[side * self.cells + cell])
    }

    #[inline(always)]
    fn set(&mut self, cell: usize, side: usize, label: u32) {
        self.edges[side * self.cells + cell] = label;
    }

    /// Labels the contours on which a cell lies, unless they are labelled.
    pub(super) fn label_cell(&mut self, view: OwnerMap<'_>, (x, y): (u32, u32)) {
        let cell = view.cell((x, y));
        let player = view.owners.get(cell);
        for side in 0..4 {
            if !view.is_held(player, shift((x, y), side)) && self.edges[side * self.cells + cell] == NONE {
                self.relabel(view, player, Edge { place: (x, y), side }, |_| ());
            }
        }
    }

    /// Gives a contour a new label, and passes on the cells that touch it.
    fn relabel(&mut self, view: OwnerMap<'_>, player: u32, start: Edge, mut touch: impl FnMut(usize)) {
        let label = self.labels.create();
        let mut edge = start;
        loop {
            let cell = view.cell(edge.place);
            self.set(cell, edge.side, label);
            touch(cell);
            if let Some(inside) = edge.advance(view, player) {
                touch(view.cell(inside));
            }
            if edge == start {
                return;
            }
        }
    }

    /// Returns the number of pieces that are left of an area without one of its cells.
    pub(super) fn pieces(&self, view: OwnerMap<'_>, cell: usize, ring: &Ring) -> u32 {
        let count = ring.run_count();
        if count <= 1 {
            return count as u32;
        }
        let roots = self.gap_roots(view, cell, ring);
        (count + 1 - distinct(&roots[..count])) as u32
    }

    /// Returns the labels of the contours in the gaps around a cell of an area; gap `i` follows run `i`.
    fn gap_roots(&self, view: OwnerMap<'_>, cell: usize, ring: &Ring) -> [u32; 4] {
        let mut roots = [NONE; 4];
        for (run, root) in roots.iter_mut().enumerate().take(ring.run_count()) {
            let (cell, side) = gap_edge(view, cell, ring, run);
            *root = self.root(cell, side);
        }
        roots
    }

    /// Updates the contours of a player that has got a cell. Returns the number of areas that the cell touches, which
    /// are now one; appends the cells that touch a new contour.
    pub(super) fn gain(
        &mut self,
        view: OwnerMap<'_>,
        cell: usize,
        player: u32,
        ring: &Ring,
        touched: &mut Vec<u32>,
    ) -> u32 {
        let count = ring.run_count();
        let open_sides = (0..4).filter(|&side| !ring.is_side(side));
        if count == 0 {
            let label = self.labels.create();
            open_sides.for_each(|side| self.set(cell, side, label));
            return 0;
        }
        let mut roots = [NONE; 4];
        for (run, root) in roots.iter_mut().enumerate().take(count) {
            let first = ring.run(run).0;
            *root = view.beside(cell, first).map_or(NONE, |next| self.root(next, opposite(first)));
        }
        let roots = &roots[..count];
        if count == 1 {
            open_sides.for_each(|side| self.set(cell, side, roots[0]));
            return 1;
        }
        // Before, a contour came along a gap, passed the run after it and left along the next gap. Now it crosses from
        // run to run, along the new cell. Runs on the same contour follow each other clockwise.
        let next: Vec<usize> = (0..count)
            .map(|gap| {
                let run = (gap + 1..=gap + count).find(|&run| roots[run % count] == roots[gap]);
                (run.unwrap_or(gap) + count - 1) % count
            })
            .collect();
        let groups = cycles(&next);
        let starts: Vec<Edge> =
            groups.firsts().map(|gap| edge_at(view, gap_edge(view, cell, ring, gap))).collect();
        let kept = self.split(view, player, &starts, |cell| touched.push(cell as u32));
        let label = self.join_all(roots);
        for side in open_sides {
            if groups.group(ring.gap_of_side(side)) == kept {
                self.set(cell, side, label);
            }
        }
        distinct(roots) as u32
    }

    /// Updates the contours of a player that has lost a cell. Returns the number of pieces that are left of its area.
    pub(super) fn lose(&mut self, view: OwnerMap<'_>, cell: usize, player: u32, ring: &Ring) -> u32 {
        let count = ring.run_count();
        let held = |run: usize| {
            let (first, length) = ring.run(run);
            (first..first + length).map(|side| side % 4)
        };
        let mut groups = Cycles::default();
        if count > 0 && ring.has_gap() {
            let roots = self.gap_roots(view, cell, ring);
            let roots = &roots[..count];
            // The reverse of `gain`: gaps on the same contour follow each other anticlockwise.
            let next: Vec<usize> = (0..count)
                .map(|run| {
                    let gap = (1..=count).find(|&back| roots[(run + count - back) % count] == roots[run]);
                    (run + count - gap.unwrap_or(0) + 1) % count
                })
                .collect();
            groups = cycles(&next);
            let start = |run: usize| {
                let side = ring.run(run).0;
                Edge { place: shift(view.place(cell), side), side: opposite(side) }
            };
            let starts: Vec<Edge> = groups.firsts().map(start).collect();
            let kept = self.split(view, player, &starts, |_| ());
            let label = self.join_all(roots);
            for side in (0..count).filter(|&run| groups.group(run) == kept).flat_map(held) {
                if let Some(next) = view.beside(cell, side) {
                    self.set(next, opposite(side), label);
                }
            }
        } else if count > 0 {
            let label = self.labels.create();
            for side in 0..4 {
                if let Some(next) = view.beside(cell, side) {
                    self.set(next, opposite(side), label);
                }
            }
            groups = cycles(&[0]);
        }
        (0..4).for_each(|side| self.set(cell, side, NONE));
        groups.count as u32
    }

    /// Gives new labels to all contours except the longest. Returns the index of that one.
    fn split(
        &mut self,
        view: OwnerMap<'_>,
        player: u32,
        starts: &[Edge],
        mut touch: impl FnMut(usize),
    ) -> usize {
        let mut walks: Vec<(usize, Edge)> = starts.iter().copied().enumerate().collect();
        let mut at = 0;
        while walks.len() > 1 {
            let (index, edge) = &mut walks[at];
            edge.advance(view, player);
            if *edge == starts[*index] {
                walks.swap_remove(at);
            } else {
                at += 1;
            }
            if at >= walks.len() {
                at = 0;
            }
        }
        let kept = walks.first().map_or(0, |&(index, _)| index);
        for (index, &start) in starts.iter().enumerate() {
            if index != kept {
                self.relabel(view, player, start, &mut touch);
            }
        }
        kept
    }

    /// Joins contours, given by their roots. Returns the new root.
    fn join_all(&mut self, roots: &[u32]) -> u32 {
        let mut all = roots[0];
        for &root in &roots[1..] {
            let root = self.labels.find(root);
            if root != all {
                all = self.labels.join(all, root).0;
            }
        }
        all
    }
}

/// Returns an edge in the gap after a run, for a cell that belongs to the same player.
fn gap_edge(view: OwnerMap<'_>, cell: usize, ring: &Ring, run: usize) -> (usize, usize) {
    let (first, length) = ring.run(run);
    let (last, next) = ((first + length + 3) % 4, (first + length) % 4);
    if ring.is_side(next) {
        // Only the corner between two sides belongs to another player.
        (view.beside(cell, last).unwrap_or(cell), next)
    } else {
        (cell, next)
    }
}

fn edge_at(view: OwnerMap<'_>, (cell, side): (usize, usize)) -> Edge {
    Edge { place: view.place(cell), side }
}

/// The cycles of a permutation of up to four numbers.
#[derive(Default)]
struct Cycles {
    /// The cycle of each number.
    groups: [usize; 4],
    /// The lowest number of each cycle.
    lowest: [usize; 4],
    count: usize,
}

impl Cycles {
    fn firsts(&self) -> impl Iterator<Item = usize> {
        self.lowest.into_iter().take(self.count)
    }

    fn group(&self, number: usize) -> usize {
        self.groups[number]
    }
}

fn cycles(next: &[usize]) -> Cycles {
    let mut cycles = Cycles::default();
    let mut seen = [false; 4];
    for start in 0..next.len() {
        if seen[start] {
            continue;
        }
        cycles.lowest[cycles.count] = start;
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            cycles.groups[at] = cycles.count;
            at = next[at];
        }
        cycles.count += 1;
    }
    cycles
}

/// Counts the different labels.
fn distinct(labels: &[u32]) -> usize {
    (0..labels.len()).filter(|&at| !labels[..at].contains(&labels[at])).count()
}
