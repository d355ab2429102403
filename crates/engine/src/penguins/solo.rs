//! Exact solver for one player alone: the most fish that its penguins can collect.
//!
//! Once no other player can reach the floes of a player, the rest of its game is a longest-path problem: each slide removes a
//! floe, and the slides may come in any order. The search is branch and bound with a proof table, and solves
//! independent parts of the board separately.

use floe_rules::penguins::{Bits, Compact, Move, Phase, Position, Scoring, Seat};

use super::cluster::{Cluster, Clusters, most_fish};
use super::move_ordering::TilePair;
use super::proof_table::{NO_TURN, ProofKey, ProofTable, ProvenBounds, proof_table_bits};
use crate::context::SearchContext;
use crate::timer::Timer;

/// What is maximised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Objective {
    /// Fish.
    Fish,
    /// Fish first, then the number of slides; see [`fish_and_slides`].
    FishThenSlides,
    /// The number of slides.
    Slides,
}

/// The value of a fish relative to a slide: more than there can be slides.
const FISH_OVER_SLIDES: i32 = 1024;

impl Objective {
    /// Returns the values of a fish and of a slide.
    #[inline]
    fn worth(self) -> (i32, i32) {
        match self {
            Objective::Fish => (1, 0),
            Objective::FishThenSlides => (FISH_OVER_SLIDES, 1),
            Objective::Slides => (0, 1),
        }
    }
}

/// Returns the fish and the slides of a value under [`Objective::FishThenSlides`].
pub(crate) fn fish_and_slides(value: i32) -> (i32, i32) {
    (value / FISH_OVER_SLIDES, value % FISH_OVER_SLIDES)
}

/// More than any value.
const INFINITE: i32 = 1 << 28;

/// Finds the most that the penguins of one player can collect.
pub(crate) struct SoloSolver<const W: usize> {
    departure: bool,
    table: ProofTable,
    /// The slides of all nodes from the root to the current one.
    slides: Vec<(i32, TilePair)>,
}

/// The free floes and penguins of one player.
#[derive(Clone, Copy, Debug)]
struct SoloState<const W: usize> {
    free: Bits<W>,
    flock: Bits<W>,
}

impl<const W: usize> SoloSolver<W> {
    /// Creates a solver whose table may grow to 2 to the power of `bits` positions.
    pub(crate) fn new(scoring: Scoring, bits: u32) -> Self {
        SoloSolver {
            departure: scoring == Scoring::Departure,
            table: ProofTable::new(bits),
            slides: Vec::new(),
        }
    }

    /// Returns the most that penguins can collect on free floes, or nothing when a limit ends the search.
    pub(crate) fn most(
        &mut self,
        ice: &Compact<W>,
        free: Bits<W>,
        flock: Bits<W>,
        objective: Objective,
        timer: &mut Timer<'_>,
    ) -> Option<i32> {
        self.sum(ice, SoloState { free, flock }, objective, -INFINITE, INFINITE, timer)
    }

    /// Returns slides that collect the most, in a legal order.
    pub(crate) fn line(
        &mut self,
        ice: &Compact<W>,
        free: Bits<W>,
        flock: Bits<W>,
        objective: Objective,
        timer: &mut Timer<'_>,
    ) -> Option<Vec<TilePair>> {
        let mut at = SoloState { free, flock };
        let mut left = self.most(ice, free, flock, objective, timer)?;
        let mut line = Vec::new();
        while left > 0 {
            let (first, slides) = (self.slides.len(), self.list(ice, at, NO_TURN));
            self.slides[first..].sort_unstable_by_key(|&(order, slide)| (-order, slide));
            let mut found = None;
            for index in first..first + slides {
                let (_, slide) = self.slides[index];
                let gain = self.gain(ice, slide, objective);
                let need = left - gain;
                if need == 0 || self.sum(ice, at.after(slide), objective, need - 1, need, timer)? >= need {
                    found = Some((slide, need));
                    break;
                }
            }
            self.slides.truncate(first);
            // Something is left to collect, so some slide must lead there.
            let (slide, need) = found?;
            line.push(slide);
            at = at.after(slide);
            left = need;
        }
        Some(line)
    }

    /// Does the same as [`best_solo`].
    pub(crate) fn collect(
        &mut self,
        position: &Position<Compact<W>>,
        seat: Seat,
        timer: &mut Timer<'_>,
    ) -> Option<(u32, Vec<Move>)> {
        if position.phase() == Phase::Placement {
            return None;
        }
        let (ice, flock) = (position.ice(), position.flock(seat)?.0);
        let fish = self.most(ice, ice.free(), flock, Objective::Fish, timer)?;
        let line = self.line(ice, ice.free(), flock, Objective::Fish, timer)?;
        let slide = |(from, to)| Move::Slide { from: ice.cell_of(from), to: ice.cell_of(to) };
        Some((fish.cast_unsigned(), line.into_iter().map(slide).collect()))
    }

    /// Estimates the fish that a player collects, without a search.
    ///
    /// The estimate is midway between what a walk by the ordering scores collects, and the upper bound.
    pub(crate) fn estimate(&mut self, position: &Position<Compact<W>>, seat: Seat) -> i32 {
        let (ice, flock) = (position.ice(), position.flock(seat).map_or(Bits::EMPTY, |flock| flock.0));
        let mut at = SoloState { free: ice.free(), flock };
        let parts = Clusters::new(ice, at.free, at.flock, Bits::EMPTY);
        let most: i32 = parts.map(|part| most_fish(ice, self.departure, part.free, part.mine)).sum();
        let mut walked = 0;
        loop {
            let first = self.slides.len();
            self.list(ice, at, NO_TURN);
            let next = self.slides[first..].iter().max().map(|&(_, slide)| slide);
            self.slides.truncate(first);
            let Some(slide) = next else { break };
            walked += self.gain(ice, slide, Objective::Fish);
            at = at.after(slide);
        }
        i32::midpoint(walked, most)
    }

    #[inline]
    fn gain(&self, ice: &Compact<W>, (from, to): TilePair, objective: Objective) -> i32 {
        let (fish, slide) = objective.worth();
        let found = ice.fish_of(if self.departure { from } else { to });
        i32::from(found.count()) * fish + slide
    }

    /// Returns an upper bound of what can be collected.
    #[inline]
    fn bound(&self, ice: &Compact<W>, at: SoloState<W>, objective: Objective) -> i32 {
        let (fish, slide) = objective.worth();
        let slides = at.free.len().cast_signed() * slide;
        most_fish(ice, self.departure, at.free, at.flock) * fish + slides
    }

    /// Returns what can be collected in all parts together.
    ///
    /// As in alpha-beta search, a result outside the window is only a bound.
    fn sum(
        &mut self,
        ice: &Compact<W>,
        at: SoloState<W>,
        objective: Objective,
        low: i32,
        high: i32,
        timer: &mut Timer<'_>,
    ) -> Option<i32> {
        let parts = Clusters::new(ice, at.free, at.flock, Bits::EMPTY)
            .map(|cluster| SoloState { free: cluster.free, flock: cluster.mine });
        let mut rest: i32 = parts.clone().map(|part| self.bound(ice, part, objective)).sum();
        if rest <= low {
            return Some(rest);
        }
        let mut sum = 0;
        for part in parts {
            rest -= self.bound(ice, part, objective);
            sum += self.part(ice, part, objective, low - sum - rest, high - sum, timer)?;
            if sum + rest <= low || sum >= high {
                return Some(if sum >= high { sum } else { sum + rest });
            }
        }
        Some(sum)
    }

    /// Returns what can be collected in one connected part.
    fn part(
        &mut self,
        ice: &Compact<W>,
        at: SoloState<W>,
        objective: Objective,
        low: i32,
        high: i32,
        timer: &mut Timer<'_>,
    ) -> Option<i32> {
        if timer.tick() {
            return None;
        }
        let key = ProofKey::new(objective as u64).tiles(at.free).tiles(at.flock);
        let mut known = self.table.get(key);
        known.high = known.high.min(self.bound(ice, at, objective));
        known.low = known.low.max(0);
        if known.low >= high || known.low == known.high {
            return Some(known.low);
        }
        if known.high <= low {
            return Some(known.high);
        }
        let (first, slides) = (self.slides.len(), self.list(ice, at, known.best));
        let (mut most, mut best) = (-INFINITE, NO_TURN);
        let aimed = high.min(known.high);
        let mut floor = low;
        for index in first..first + slides {
            // Selecting one slide at a time is cheaper than sorting.
            let next = (index..first + slides).max_by_key(|&other| self.slides[other].0).unwrap_or(index);
            self.slides.swap(index, next);
            let slide = self.slides[index].1;
            let gain = self.gain(ice, slide, objective);
            let below = self.sum(ice, at.after(slide), objective, floor - gain, aimed - gain, timer);
            let Some(below) = below else {
                self.slides.truncate(first);
                return None;
            };
            if gain + below > most {
                (most, best) = (gain + below, slide);
            }
            floor = floor.max(most);
            if most >= aimed {
                break;
            }
        }
        self.slides.truncate(first);
        let most = most.min(known.high);
        let proved = ProvenBounds {
            low: if most > low { most } else { known.low },
            high: if most < high { most } else { known.high },
            best,
        };
        self.table.put(key, proved, at.free.len());
        Some(most)
    }

    /// Appends the slides of a state to the list, each with its ordering score; returns their number.
    fn list(&mut self, ice: &Compact<W>, at: SoloState<W>, known: TilePair) -> usize {
        let before = self.slides.len();
        for from in at.flock {
            let beside = ice.neighbours(from);
            for to in ice.reach_over(from, at.free) {
                let exits = (ice.neighbours(to) & at.free).len().cast_signed();
                // Narrow places come first, because they are lost once passed, but dead ends last. Short slides leave
                // fewer floes behind.
                let narrow = if exits == 0 { -100 } else { -8 * exits };
                let near = if beside.contains(to) { 12 } else { 0 };
                let fish = i32::from(ice.fish_of(to).count());
                let order = if (from, to) == known { INFINITE } else { narrow + near + fish };
                self.slides.push((order, (from, to)));
            }
        }
        self.slides.len() - before
    }
}

impl<const W: usize> SoloState<W> {
    #[inline]
    fn after(mut self, (from, to): TilePair) -> Self {
        self.free.remove(to);
        self.flock.remove(from);
        self.flock.insert(to);
        self
    }
}

/// Returns whether no other player can reach the floes of a player.
pub(crate) fn is_alone<const W: usize>(position: &Position<Compact<W>>, seat: Seat) -> bool {
    let (mut mine, mut others) = (Bits::EMPTY, Bits::EMPTY);
    for (owner, flock) in position.flocks() {
        if owner == seat {
            mine = flock.0;
        } else {
            others = others | flock.0;
        }
    }
    let ice = position.ice();
    let shared = |cluster: Cluster<W>| !cluster.mine.is_empty() && !cluster.theirs.is_empty();
    !Clusters::new(ice, ice.free(), mine, others).any(shared)
}

/// Returns the most fish that a player can still collect if no other player moves, and slides that collect them.
///
/// If no other player can reach its floes, this is what the player gets with best play. Returns nothing when a limit ends
/// the search, during placement, and for a player who is not in the game.
pub fn best_solo<const W: usize>(
    position: &Position<Compact<W>>,
    seat: Seat,
    context: SearchContext<'_>,
) -> Option<(u32, Vec<Move>)> {
    let budget = context.budget;
    let mut solo = SoloSolver::new(position.rules().scoring, proof_table_bits(&budget));
    solo.collect(position, seat, &mut Timer::new(&budget))
}
