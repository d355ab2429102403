//! Which turns a search considers, and how much of its work each of them takes.

use std::cmp::Reverse;

use crate::search::Progress;

/// The most turns that are reported.
const MOST_CONSIDERED: usize = 32;

/// A turn that a search considered, with its share of the work.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ConsideredTurn<M> {
    /// The turn.
    pub turn: M,
    /// The share of the whole work that the search spent on the turn, from 0 to 1.
    pub share: f32,
}

impl<M> ConsideredTurn<M> {
    /// Returns the only turn that was considered.
    pub(crate) fn only(turn: M) -> Vec<ConsideredTurn<M>> {
        vec![ConsideredTurn { turn, share: 1.0 }]
    }

    /// Converts the turn with a function.
    pub(crate) fn map<N>(self, convert: impl FnOnce(M) -> N) -> ConsideredTurn<N> {
        ConsideredTurn { turn: convert(self.turn), share: self.share }
    }
}

/// Returns the turns that took the most work, the most first.
///
/// `work` has every turn with the work spent on it, in nodes or visits. The best turn is always among the result.
pub(crate) fn most_considered<M: Copy + PartialEq>(
    best: M,
    work: impl Iterator<Item = (M, u64)>,
) -> Vec<ConsideredTurn<M>> {
    let mut work: Vec<(M, u64)> = work.filter(|&(turn, spent)| spent > 0 || turn == best).collect();
    let total: u64 = work.iter().map(|&(_, spent)| spent).sum();
    if total == 0 {
        return ConsideredTurn::only(best);
    }
    work.sort_by_key(|&(turn, spent)| (Reverse(spent), turn != best));
    if let Some(at) = work.iter().position(|&(turn, _)| turn == best)
        && at >= MOST_CONSIDERED
    {
        work.swap(at, MOST_CONSIDERED - 1);
    }
    work.truncate(MOST_CONSIDERED);
    let share = |spent: u64| (spent as f64 / total as f64) as f32;
    work.into_iter().map(|(turn, spent)| ConsideredTurn { turn, share: share(spent) }).collect()
}

/// Adds the work on the turns of a window to that on the turns of the board; windows that overlap share turns.
pub(crate) fn add_work<M: Copy + PartialEq>(
    work: &mut Vec<(M, u64)>,
    found: &Progress<M>,
    to_board: impl Fn(M) -> Option<M>,
) {
    for considered in &found.considered {
        let spent = (f64::from(considered.share) * found.nodes as f64) as u64;
        let Some(turn) = to_board(considered.turn) else { continue };
        match work.iter_mut().find(|(known, _)| *known == turn) {
            Some((_, sum)) => *sum += spent,
            None => work.push((turn, spent)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(best: u32, work: &[(u32, u64)]) -> Vec<(u32, f32)> {
        let considered = most_considered(best, work.iter().copied());
        considered.into_iter().map(|considered| (considered.turn, considered.share)).collect()
    }

    #[test]
    fn the_most_work_comes_first_and_no_work_is_left_out() {
        assert_eq!(shares(3, &[(1, 25), (2, 0), (3, 50), (4, 25)]), [(3, 0.5), (1, 0.25), (4, 0.25)]);
        assert_eq!(shares(4, &[(1, 1), (4, 1)]), [(4, 0.5), (1, 0.5)]);
    }

    #[test]
    fn the_best_turn_is_listed_even_without_work() {
        assert_eq!(shares(2, &[(1, 8), (2, 0)]), [(1, 1.0), (2, 0.0)]);
        assert_eq!(shares(2, &[(1, 0), (2, 0)]), [(2, 1.0)]);
        assert_eq!(shares(2, &[]), [(2, 1.0)]);
    }

    #[test]
    fn of_many_turns_the_least_considered_are_left_out_but_not_the_best() {
        let work: Vec<(u32, u64)> = (0..100).map(|turn| (turn, u64::from(100 - turn))).collect();
        let considered = shares(80, &work);
        assert_eq!(considered.len(), MOST_CONSIDERED);
        let turns: Vec<u32> = considered.iter().map(|&(turn, _)| turn).collect();
        assert!(turns.into_iter().eq((0..31).chain([80])));
        assert!(considered.iter().map(|&(_, share)| share).sum::<f32>() < 1.0);
    }
}
