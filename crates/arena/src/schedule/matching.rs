//! Pairing everyone off where not all pairs are allowed.
//!
//! Whether that can be done at all is answered by Edmonds' blossom algorithm: a path between two that are
//! left over, along which partners are swapped, pairs both; odd circles in the way are shrunk to one place.
//! It never gives up where a pairing exists, which trying pairs one after another cannot promise in bearable
//! time.

use std::collections::VecDeque;

/// Those to be paired, who may be paired with whom, and a pairing.
pub(super) struct Graph {
    size: usize,
    allowed: Vec<bool>,
    /// Who takes part.
    here: Vec<bool>,
    mate: Vec<Option<usize>>,
}

impl Graph {
    /// Makes a graph of `size` in which `allowed` says who may meet.
    pub(super) fn new(size: usize, allowed: impl Fn(usize, usize) -> bool) -> Graph {
        let cells =
            (0..size * size).map(|cell| cell / size != cell % size && allowed(cell / size, cell % size));
        Graph { size, allowed: cells.collect(), here: vec![true; size], mate: vec![None; size] }
    }

    /// Takes one out.
    pub(super) fn remove(&mut self, who: usize) {
        self.here[who] = false;
        if let Some(mate) = self.mate[who].take() {
            self.mate[mate] = None;
        }
    }

    /// Pairs as many as possible and tells whether nobody is left over.
    pub(super) fn pair_all(&mut self) -> bool {
        for who in 0..self.size {
            if self.here[who] && self.mate[who].is_none() && !self.extend(who) {
                return false;
            }
        }
        true
    }

    /// Settles a pair and takes both out, unless the others, who are all paired, could not be paired then.
    pub(super) fn settle(&mut self, one: usize, other: usize) -> bool {
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
            // By far the most common case, and no search is needed.
            self.mate[left] = Some(right);
            self.mate[right] = Some(left);
            return true;
        }
        if self.extend(left) {
            return true;
        }
        self.mate = before;
        self.here[one] = true;
        self.here[other] = true;
        false
    }

    fn may_meet(&self, one: usize, other: usize) -> bool {
        self.here[one] && self.here[other] && self.allowed[one * self.size + other]
    }

    /// Pairs one who is left over, with others changing partners; tells whether that could be done.
    fn extend(&mut self, root: usize) -> bool {
        let mut search = Search {
            mate: &self.mate,
            from: vec![None; self.size],
            base: (0..self.size).collect(),
            outer: vec![false; self.size],
        };
        search.outer[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(who) = queue.pop_front() {
            for other in 0..self.size {
                let here = self.here[other] && self.allowed[who * self.size + other];
                if !here || search.base[who] == search.base[other] || self.mate[who] == Some(other) {
                    continue;
                }
                let reached = self.mate[other].is_some_and(|mate| search.from[mate].is_some());
                if other == root || reached {
                    search.shrink(who, other, &mut queue);
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

    /// Swaps partners along the path that ends at one who was left over.
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

/// A search for a path from one who is left over.
struct Search<'a> {
    mate: &'a [Option<usize>],
    /// From whom each that is an odd number of steps away was reached.
    from: Vec<Option<usize>>,
    /// The place that each one's odd circle was shrunk to.
    base: Vec<usize>,
    /// Who is an even number of steps away.
    outer: Vec<bool>,
}

impl Search<'_> {
    /// Shrinks the odd circle that two outer ones close who are next to each other.
    fn shrink(&mut self, one: usize, other: usize, queue: &mut VecDeque<usize>) {
        let top = self.meeting_place(one, other);
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

    /// Returns where the ways of two back to the root come together.
    fn meeting_place(&self, one: usize, other: usize) -> usize {
        let mut passed = vec![false; self.base.len()];
        let mut at = one;
        loop {
            at = self.base[at];
            passed[at] = true;
            let Some(mate) = self.mate[at] else { break };
            at = self.from[mate].expect("an outer one's mate was reached");
        }
        at = other;
        loop {
            at = self.base[at];
            if passed[at] {
                return at;
            }
            let mate = self.mate[at].expect("only the root has none, and the root was passed");
            at = self.from[mate].expect("an outer one's mate was reached");
        }
    }

    /// Marks the circles on the way from one up to the top, and lets the way be walked backwards through
    /// `child`.
    fn mark(&mut self, mut at: usize, top: usize, mut child: usize, inside: &mut [bool]) {
        while self.base[at] != top {
            let mate = self.mate[at].expect("only the root has none, and the root is not below the top");
            inside[self.base[at]] = true;
            inside[self.base[mate]] = true;
            self.from[at] = Some(child);
            child = mate;
            at = self.from[mate].expect("an outer one's mate was reached");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use floe_rules::random::Random;

    /// Tries everything.
    fn can_be_paired(left: &[usize], allowed: &dyn Fn(usize, usize) -> bool) -> bool {
        let Some((&first, rest)) = left.split_first() else { return true };
        rest.iter().any(|&mate| {
            let others: Vec<usize> = rest.iter().copied().filter(|&who| who != mate).collect();
            allowed(first, mate) && can_be_paired(&others, allowed)
        })
    }

    fn is_pairing(graph: &Graph) -> bool {
        (0..graph.size).all(|who| match graph.mate[who] {
            Some(mate) => graph.mate[mate] == Some(who) && graph.allowed[who * graph.size + mate],
            None => !graph.here[who],
        })
    }

    #[test]
    fn finds_a_pairing_exactly_where_there_is_one() {
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
            let mut graph = Graph::new(size, allowed);
            let possible = can_be_paired(&(0..size).collect::<Vec<_>>(), &allowed);
            assert_eq!(graph.pair_all(), possible);
            if !possible {
                no += 1;
                continue;
            }
            yes += 1;
            assert!(is_pairing(&graph));
            // Settling agrees with trying everything too, and never spoils the rest.
            let mut left: Vec<usize> = (0..size).collect();
            while let Some(&one) = left.first() {
                let mut settled = false;
                for &other in &left[1..] {
                    let others: Vec<usize> =
                        left.iter().copied().filter(|&who| who != one && who != other).collect();
                    let good = allowed(one, other) && can_be_paired(&others, &allowed);
                    assert_eq!(graph.settle(one, other), good);
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
