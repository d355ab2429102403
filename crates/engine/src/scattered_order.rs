//! A scattered order of cells, for a search that may not see all of them.

use floe_rules::random::Random;

/// Iterates over all indices below a length in a scattered order.
///
/// A search that ends early has then seen cells from the whole board, not only from its top.
pub(crate) struct ScatteredOrder {
    len: usize,
    at: usize,
    stride: usize,
    left: usize,
}

impl ScatteredOrder {
    pub(crate) fn new(len: usize, random: &mut Random) -> ScatteredOrder {
        // A prime stride visits every index once, unless it divides the length.
        const STRIDES: [usize; 2] = [104_729, 15_485_863];
        let stride = STRIDES.into_iter().find(|stride| !len.is_multiple_of(*stride)).unwrap_or(1);
        ScatteredOrder { len, at: random.index(len), stride, left: len }
    }
}

impl Iterator for ScatteredOrder {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        let index = self.at;
        self.at = (self.at + self.stride) % self.len;
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_comes_once() {
        for len in [0, 1, 2, 64, 104_729, 2 * 104_729] {
            let mut seen: Vec<usize> = ScatteredOrder::new(len, &mut Random::new(3)).collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..len));
        }
    }
}
