//! Independent parts of a board.
//!
//! A slide never leaves the connected floes that it starts beside, and floes never come back. So the board splits into
//! clusters: connected free floes with all penguins beside them, and the other floes beside those penguins. A turn in one
//! cluster changes nothing in another, apart from the player to move.

use floe_rules::penguins::{Bits, Compact};

/// Connected floes and the penguins that can move on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cluster<const W: usize> {
    pub(crate) free: Bits<W>,
    pub(crate) mine: Bits<W>,
    pub(crate) theirs: Bits<W>,
}

/// Iterates over the clusters of a board; penguins that are stuck are in none.
#[derive(Clone, Debug)]
pub(crate) struct Clusters<'a, const W: usize> {
    ice: &'a Compact<W>,
    left: Cluster<W>,
}

impl<'a, const W: usize> Clusters<'a, W> {
    /// Splits a board; `free` counts instead of what is free on the ice.
    pub(crate) fn new(ice: &'a Compact<W>, free: Bits<W>, mine: Bits<W>, theirs: Bits<W>) -> Self {
        Clusters { ice, left: Cluster { free, mine, theirs } }
    }
}

impl<const W: usize> Iterator for Clusters<'_, W> {
    type Item = Cluster<W>;

    #[inline]
    fn next(&mut self) -> Option<Cluster<W>> {
        let Cluster { free, mine, theirs } = self.left;
        let mut penguins = mine | theirs;
        loop {
            let first = penguins.first()?;
            penguins.remove(first);
            let mut edge = self.ice.neighbours(first) & free;
            if edge.is_empty() {
                continue;
            }
            let (mut floes, mut flock) = (edge, Bits::one(first));
            while let Some(tile) = edge.first() {
                edge.remove(tile);
                let beside = self.ice.neighbours(tile);
                let mut found = beside & free;
                // A penguin connects the floes beside it; two neighbouring penguins do not connect theirs.
                for penguin in beside & penguins {
                    flock.insert(penguin);
                    penguins.remove(penguin);
                    found = found | self.ice.neighbours(penguin) & free;
                }
                found = found & !floes;
                floes = floes | found;
                edge = edge | found;
            }
            self.left = Cluster { free: free & !floes, mine: mine & penguins, theirs: theirs & penguins };
            return Some(Cluster { free: floes, mine: mine & flock, theirs: theirs & flock });
        }
    }
}

/// Returns the floes that penguins can ever reach.
#[inline]
pub(crate) fn reachable<const W: usize>(ice: &Compact<W>, free: Bits<W>, penguins: Bits<W>) -> Bits<W> {
    let (mut floes, mut edge) = (Bits::EMPTY, penguins);
    while let Some(tile) = edge.first() {
        edge.remove(tile);
        let found = ice.neighbours(tile) & free & !floes;
        floes = floes | found;
        edge = edge | found;
    }
    floes
}

/// Returns an upper bound of the fish that penguins can score on floes.
#[inline]
pub(crate) fn most_fish<const W: usize>(
    ice: &Compact<W>,
    departure: bool,
    floes: Bits<W>,
    penguins: Bits<W>,
) -> i32 {
    let fish = ice.fish_on(floes);
    if !departure {
        return fish.cast_signed();
    }
    let (mut beneath, mut lost) = (0, 0);
    for tile in penguins {
        let under = u32::from(ice.fish_of(tile).count());
        beneath += under;
        // A penguin never scores the tile where it ends; only its present tile may be without fish.
        lost += under.min(1);
    }
    (fish + beneath - lost).cast_signed()
}

#[cfg(test)]
mod tests {
    use floe_rules::board_file;
    use floe_rules::penguins::{Packed, Position, RuleSet, Stage};

    use super::*;

    fn position(text: &str) -> Position<Compact<1>> {
        let setup = board_file::read(text.as_bytes()).unwrap();
        let position = Position::new(&setup, &RuleSet::SQUARE, &Stage::Movement).unwrap();
        match Packed::new(&position) {
            Some(Packed::One(packed)) => packed,
            _ => panic!("a small board"),
        }
    }

    #[test]
    fn penguins_connect_floes_and_water_separates_them() {
        // Ann stands between two floes, Ben beside the second; Ann's other penguin has a cluster to itself.
        let board =
            position("3 6\n10 01 20 02 00 00\n00 00 00 00 00 00\n01 10 10 00 01 02\nAnn 1 0\nBen 2 0\n");
        let mut flocks = board.flocks().map(|(_, flock)| flock.0);
        let (ann, ben) = (flocks.next().unwrap(), flocks.next().unwrap());
        let clusters: Vec<_> = Clusters::new(board.ice(), board.ice().free(), ann, ben).collect();
        let sizes: Vec<_> = clusters.iter().map(|c| (c.free.len(), c.mine.len(), c.theirs.len())).collect();
        assert_eq!(sizes, [(2, 1, 1), (2, 1, 0)]);
        assert_eq!(reachable(board.ice(), board.ice().free(), ben).len(), 1);
        assert_eq!(most_fish(board.ice(), false, clusters[0].free, ann), 3);
    }
}
