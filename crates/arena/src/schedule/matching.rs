//! Perfect matchings of a graph in which only some pairs are allowed, by Edmonds' blossom algorithm.
//!
//! An augmenting path between two unmatched vertices matches both; odd cycles (blossoms) are contracted. Unlike a
//! search by backtracking, it always finds a perfect matching in polynomial time. The maintained graph crates find one
//! matching, but do not let a caller fix pairs one at a time, as Swiss pairing requires.

use std::collections::VecDeque;

/// A graph of entrants with edges between allowed pairs, and a matching.
pub(super) struct PairingGraph {
    size: usize,
    allowed: Vec<bool>,
    /// The vertices that are not removed yet.
    active: Vec<bool>,
    mate: Vec<Option<usize>>,
}

impl PairingGraph {
    /// Makes a graph of `size` vertices with the edges for which `allowed` is true.
    pub(super) fn new(size: usize, allowed: impl Fn(usize, usize) -> bool) -> PairingGraph {
        let cells =
            (0..size * size).map(|cell| cell / size != cell % size && allowed(cell / size, cell % size));
        PairingGraph { size, allowed: cells.collect(), active: vec![true; size], mate: vec![None; size] }
    }

    /// Removes a vertex.
    pub(super) fn remove(&mut self, who: usize) {
        self.active[who] = false;
        if let Some(mate) = self.mate[who].take() {
            self.mate[mate] = None;
        }
    }

    /// Looks for a perfect matching; returns whether there is one.
    pub(super) fn match_all(&mut self) -> bool {
        for who in 0..self.size {
            if self.active[who] && self.mate[who].is_none() && !self.augment(who) {
                return false;
            }
        }
        true
    }

    /// Fixes a pair and removes both vertices, if the rest still has a perfect matching. All vertices must be matched.
    pub(super) fn fix_pair(&mut self, one: usize, other: usize) -> bool {
        if !self.may_meet(one, other) {
            return false;
        }
        let [left, right] = [one, other].map(|who| self.mate[who]);
        if left == Some(other) {
            self.remove(one);
            self.remove(other);
            return true;
        }
        let before = self.mate.clone();
        self.remove(one);
        self.remove(other);
        let (Some(left), Some(right)) = (left, right) else { return true };
        if self.may_meet(left, right) {
            // The most common case, without a search.
            self.mate[left] = Some(right);
            self.mate[right] = Some(left);
            return true;
        }
        if self.augment(left) {
            return true;
        }
        self.mate = before;
        self.active[one] = true;
        self.active[other] = true;
        false
    }

    fn may_meet(&self, one: usize, other: usize) -> bool {
        self.active[one] && self.active[other] && self.allowed[one * self.size + other]
    }

    /// Matches an unmatched vertex along an augmenting path; returns whether there is one.
    fn augment(&mut self, root: usize) -> bool {
        let mut search = PathSearch {
            mate: &self.mate,
            from: vec![None; self.size],
            base: (0..self.size).collect(),
            outer: vec![false; self.size],
        };
        search.outer[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(who) = queue.pop_front() {
            for other in 0..self.size {
                let possible = self.active[other] && self.allowed[who * self.size + other];
                if !possible || search.base[who] == search.base[other] || self.mate[who] == Some(other) {
                    continue;
                }
                let reached = self.mate[other].is_some_and(|mate| search.from[mate].is_some());
                if other == root || reached {
                    search.contract(who, other, &mut queue);
                } else if search.from[other].is_none() {
                    search.from[other] = Some(who);
                    let Some(mate) = self.mate[other] else {
                        let from = search.from;
                        self.swap_along(&from, other);
                        return true;
                    };
                    search.outer[mate] = true;
                    queue.push_back(mate);
                }
            }
        }
        false
    }

    /// Augments the matching along the path that ends at an unmatched vertex.
    fn swap_along(&mut self, from: &[Option<usize>], end: usize) {
        let mut next = Some(end);
        while let Some(who) = next {
            let before = from[who].expect("the path leads back to the root");
            next = self.mate[before];
            self.mate[who] = Some(before);
            self.mate[before] = Some(who);
        }
    }
}

/// The search for an augmenting path.
struct PathSearch<'a> {
    mate: &'a [Option<usize>],
    /// The predecessor of each vertex at an odd distance.
    from: Vec<Option<usize>>,
    /// The base of the blossom of each vertex.
    base: Vec<usize>,
    /// The vertices at an even distance.
    outer: Vec<bool>,
}

impl PathSearch<'_> {
    /// Contracts the blossom that an edge between two outer vertices closes.
    fn contract(&mut self, one: usize, other: usize, queue: &mut VecDeque<usize>) {
        let top = self.common_ancestor(one, other);
        let mut inside = vec![false; self.base.len()];
        self.mark(one, top, other, &mut inside);
        self.mark(other, top, one, &mut inside);
        for who in 0..self.base.len() {
            if inside[self.base[who]] {
                self.base[who] = top;
                if !self.outer[who] {
                    self.outer[who] = true;
                    queue.push_back(who);
                }
            }
        }
    }

    /// Returns the lowest common ancestor of two vertices.
    fn common_ancestor(&self, one: usize, other: usize) -> usize {
        let mut passed = vec![false; self.base.len()];
        let mut at = one;
        loop {
            at = self.base[at];
            passed[at] = true;
            let Some(mate) = self.mate[at] else { break };
            at = self.from[mate].expect("the mate of an outer vertex was reached");
        }
        at = other;
        loop {
            at = self.base[at];
            if passed[at] {
                return at;
            }
            let mate = self.mate[at].expect("only the root has none, and the root was passed");
            at = self.from[mate].expect("the mate of an outer vertex was reached");
        }
    }

    /// Marks the blossoms on the path from a vertex to the top, and sets the back pointers along it, starting with
    /// `child`.
    fn mark(&mut self, mut at: usize, top: usize, mut child: usize, inside: &mut [bool]) {
        while self.base[at] != top {
            let mate = self.mate[at].expect("only the root has none, and the root is not below the top");
            inside[self.base[at]] = true;
            inside[self.base[mate]] = true;
            self.from[at] = Some(child);
            child = mate;
            at = self.from[mate].expect("the mate of an outer vertex was reached");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use floe_rules::random::Random;

    /// Tries all pairings.
    fn can_be_paired(left: &[usize], allowed: &dyn Fn(usize, usize) -> bool) -> bool {
        let Some((&first, rest)) = left.split_first() else { return true };
        rest.iter().any(|&mate| {
            let others: Vec<usize> = rest.iter().copied().filter(|&who| who != mate).collect();
            allowed(first, mate) && can_be_paired(&others, allowed)
        })
    }

    fn is_pairing(graph: &PairingGraph) -> bool {
        (0..graph.size).all(|who| match graph.mate[who] {
            Some(mate) => graph.mate[mate] == Some(who) && graph.allowed[who * graph.size + mate],
            None => !graph.active[who],
        })
    }

    #[test]
    fn finds_a_matching_exactly_where_there_is_one() {
        let mut random = Random::new(5);
        let (mut yes, mut no) = (0, 0);
        for _ in 0..3000 {
            let size = 2 * (1 + random.index(5));
            let percent = 15 + random.below(40);
            let mut cells = vec![false; size * size];
            for a in 0..size {
                for b in a + 1..size {
                    let edge = random.below(100) < percent;
                    cells[a * size + b] = edge;
                    cells[b * size + a] = edge;
                }
            }
            let allowed = |a: usize, b: usize| cells[a * size + b];
            let mut graph = PairingGraph::new(size, allowed);
            let possible = can_be_paired(&(0..size).collect::<Vec<_>>(), &allowed);
            assert_eq!(graph.match_all(), possible);
            if !possible {
                no += 1;
                continue;
            }
            yes += 1;
            assert!(is_pairing(&graph));
            // Fixing pairs agrees with trying all, and keeps the rest matched.
            let mut left: Vec<usize> = (0..size).collect();
            while let Some(&one) = left.first() {
                let mut settled = false;
                for &other in &left[1..] {
                    let others: Vec<usize> =
                        left.iter().copied().filter(|&who| who != one && who != other).collect();
                    let good = allowed(one, other) && can_be_paired(&others, &allowed);
                    assert_eq!(graph.fix_pair(one, other), good);
                    assert!(is_pairing(&graph));
                    if good {
                        left = others;
                        settled = true;
                        break;
                    }
                }
                assert!(settled);
            }
        }
        assert!(yes > 500 && no > 500, "{yes} {no}");
    }
}
