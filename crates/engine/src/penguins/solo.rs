//! Exact play for one player alone: the most fish that its penguins can collect.
//!
//! Once nobody else can reach what a player can reach, the rest of its game is a problem of its own, a kind of longest
//! path: each slide takes a floe away, and the order of the slides is free. The search goes through all of them with
//! a memory of what is proved, gives up a way that cannot be better than the best one, and takes parts that have
//! nothing to do with each other one by one.

use floe_rules::penguins::{Bits, Compact, Move, Phase, Position, Scoring, Seat};

use super::cluster::{Cluster, Clusters, most_fish};
use super::proof_table::{NO_TURN, ProofKey, ProofTable, ProvenBounds, TilePair, proof_table_bits};
use crate::context::SearchContext;
use crate::timer::Timer;

/// What is to be made as large as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Objective {
    /// Fish.
    Fish,
    /// Fish, and among the ways to the most fish the number of slides; see [`parts`].
    FishThenSlides,
    /// The number of slides.
    Slides,
}

/// What a fish is worth beside slides: more than there can be slides.
const FISH_OVER_SLIDES: i32 = 1024;

impl Objective {
    /// Returns what a fish and a slide are worth.
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
pub(crate) fn parts(value: i32) -> (i32, i32) {
    (value / FISH_OVER_SLIDES, value % FISH_OVER_SLIDES)
}

/// More than any value.
const INFINITE: i32 = 1 << 28;

/// What one player's penguins can collect, and what has been proved about it.
pub(crate) struct SoloSolver<const W: usize> {
    departure: bool,
    proofs: ProofTable,
    /// The slides of all nodes on the way, those of the node at hand last.
    slides: Vec<(i32, TilePair)>,
}

/// One player alone: free floes and penguins.
#[derive(Clone, Copy, Debug)]
struct SoloState<const W: usize> {
    free: Bits<W>,
    flock: Bits<W>,
}

impl<const W: usize> SoloSolver<W> {
    /// Remembers up to 2 to the power of `bits` positions.
    pub(crate) fn new(scoring: Scoring, bits: u32) -> Self {
        SoloSolver {
            departure: scoring == Scoring::Departure,
            proofs: ProofTable::new(bits),
            slides: Vec::new(),
        }
    }

    /// Returns the most that some penguins can collect on the free floes, or nothing when the timer ends it.
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

    /// Returns slides that collect the most, in an order in which they can be made.
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
            // What is left is worth something, so that some slide leads there.
            let (slide, need) = found?;
            line.push(slide);
            at = at.after(slide);
            left = need;
        }
        Some(line)
    }

    /// Does what [`best_solo`] does.
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

    #[inline]
    fn gain(&self, ice: &Compact<W>, (from, to): TilePair, objective: Objective) -> i32 {
        let (fish, slide) = objective.worth();
        let found = ice.fish_of(if self.departure { from } else { to });
        i32::from(found.count()) * fish + slide
    }

    /// Returns at least what can be collected.
    #[inline]
    fn bound(&self, ice: &Compact<W>, at: SoloState<W>, objective: Objective) -> i32 {
        let (fish, slide) = objective.worth();
        let slides = at.free.len().cast_signed() * slide;
        most_fish(ice, self.departure, at.free, at.flock) * fish + slides
    }

    /// Returns what can be collected in all parts together.
    ///
    /// As usual a result of at least `high` or at most `low` is only a bound.
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

    /// Returns what can be collected in one part, where every floe can be reached.
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
        let mut known = self.proofs.get(key);
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
            // The next best is looked for only when it is needed.
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
        self.proofs.put(key, proved, at.free.len());
        Some(most)
    }

    /// Lists the slides after those that are there, each with how promising it looks; returns their number.
    fn list(&mut self, ice: &Compact<W>, at: SoloState<W>, known: TilePair) -> usize {
        let before = self.slides.len();
        for from in at.flock {
            let beside = ice.neighbours(from);
            for to in ice.reach_over(from, at.free) {
                let exits = (ice.neighbours(to) & at.free).len().cast_signed();
                // Narrow places first, since they are lost once passed by, but dead ends last; short slides leave less
                // behind.
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

/// Tells whether nobody but a player can reach what it can reach.
pub(crate) fn is_alone<const W: usize>(position: &Position<Compact<W>>, seat: Seat) -> bool {
    let (mut mine, mut others) = (Bits::EMPTY, Bits::EMPTY);
    for (owner, herd) in position.herds() {
        if owner == seat {
            mine = herd.0;
        } else {
            others = others | herd.0;
        }
    }
    let ice = position.ice();
    let shared = |cluster: Cluster<W>| !cluster.mine.is_empty() && !cluster.theirs.is_empty();
    !Clusters::new(ice, ice.free(), mine, others).any(shared)
}

/// Returns the most fish that a player can still collect if nobody else moves, and the slides that collect them.
///
/// Where nobody else can reach what it can reach, that is what the player gets from best play. Nothing when the
/// limits end it, while penguins are being placed, or for a player that is not in the game.
pub fn best_solo<const W: usize>(
    position: &Position<Compact<W>>,
    seat: Seat,
    context: SearchContext<'_>,
) -> Option<(u32, Vec<Move>)> {
    let budget = &context.budget;
    let mut solo = SoloSolver::new(position.rules().scoring, proof_table_bits(budget));
    solo.collect(position, seat, &mut Timer::new(budget))
}
