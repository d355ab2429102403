//! Exact solver for the movement phase of two-player games: zero-window searches with a proof table.
//!
//! A value is the future fish of the player to move minus the opponent's. Each search tests whether the value is at
//! least some number; a few such tests, which share the proof table, find the value.
//!
//! Most of the speed comes from simplifying positions. Floes that nobody can reach and penguins that are stuck are
//! dropped. When the players no longer share any floes, each plays alone ([`SoloSolver`]). Until then, a part of the
//! board that only one player can reach is worth its fish, and also its slides: moving is compulsory, so a slide there
//! is a turn to wait (a tempo move). If one line collects both the most fish and the most slides, the part is replaced
//! by these two numbers. Only the difference between the waiting turns of both players counts, because a waiting turn
//! can be answered by another one.

use floe_rules::penguins::{Bits, Compact, Scoring};

use super::cluster::{Cluster, Clusters, most_fish, reachable};
use super::move_ordering::TilePair;
use super::proof_table::{NO_TURN, ProofKey, ProofTable};
use super::solo::{Objective, SoloSolver, fish_and_slides};
use super::territory::Territory;
use crate::timer::Timer;

/// The kind of these positions in the proof table.
const KIND: u64 = 77;
/// More than any value.
const INFINITE: i32 = 1 << 28;
/// With at least this many free floes, turns are ordered by territory.
const FLOES_FOR_TERRITORY: u32 = 10;
/// The largest region of one player that is replaced by its numbers of fish and slides; larger ones take too long to
/// count.
const MAX_COUNTED_FLOES: u32 = 18;

/// The binary logarithm of the largest proof table for the single-player solver.
const SOLO_BITS: u32 = 20;

/// A state of the movement phase, from the view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EndgameState<const W: usize> {
    pub(crate) free: Bits<W>,
    pub(crate) mine: Bits<W>,
    pub(crate) theirs: Bits<W>,
    /// How many more waiting turns the player to move has than the opponent.
    pub(crate) waits: i32,
}

impl<const W: usize> EndgameState<W> {
    /// Returns the state after a slide, from the view of the opponent.
    #[inline]
    pub(crate) fn after(&self, (from, to): TilePair) -> EndgameState<W> {
        let mut mine = self.mine;
        mine.remove(from);
        mine.insert(to);
        let mut free = self.free;
        free.remove(to);
        EndgameState { free, mine: self.theirs, theirs: mine, waits: -self.waits }
    }

    /// Returns the state after a waiting turn, from the view of the opponent.
    #[inline]
    fn after_waiting(&self) -> EndgameState<W> {
        EndgameState { free: self.free, mine: self.theirs, theirs: self.mine, waits: 1 - self.waits }
    }
}

/// A simplified state.
struct Reduced<const W: usize> {
    /// The part that must be searched.
    state: EndgameState<W>,
    /// The fish that the player to move gains, net, from the parts that were removed.
    certain: i32,
    /// Whether the players still share floes; if not, there is nothing to search.
    contested: bool,
}

/// Proves the values of states.
pub(crate) struct EndgameSolver<const W: usize> {
    departure: bool,
    table: ProofTable,
    solo: SoloSolver<W>,
    history: Vec<u32>,
    /// The turns of all nodes from the root to the current one.
    turns: Vec<(i32, TilePair)>,
}

impl<const W: usize> EndgameSolver<W> {
    /// Creates a solver whose table may grow to 2 to the power of `bits` states.
    pub(crate) fn new(scoring: Scoring, bits: u32) -> Self {
        let tiles = 64 * W;
        EndgameSolver {
            departure: scoring == Scoring::Departure,
            table: ProofTable::new(bits),
            solo: SoloSolver::new(scoring, bits.min(SOLO_BITS)),
            history: vec![0; tiles * tiles],
            turns: Vec::new(),
        }
    }

    /// Returns bounds of the value of a state that need no search.
    pub(crate) fn range(&self, ice: &Compact<W>, state: &EndgameState<W>) -> (i32, i32) {
        let most = |flock| most_fish(ice, self.departure, reachable(ice, state.free, flock), flock);
        (-most(state.theirs), most(state.mine))
    }

    /// Searches a state with a zero window: returns a lower bound of at least `beta`, or an upper bound below it.
    ///
    /// Returns nothing when a limit ends the search.
    pub(crate) fn test(
        &mut self,
        ice: &Compact<W>,
        state: &EndgameState<W>,
        beta: i32,
        timer: &mut Timer<'_>,
    ) -> Option<i32> {
        if timer.tick() {
            return None;
        }
        let Reduced { state, certain, contested } = self.reduce(ice, state, timer)?;
        if !contested {
            return Some(certain);
        }
        Some(certain + self.test_contested(ice, &state, beta - certain, timer)?)
    }

    /// Simplifies a state.
    fn reduce(
        &mut self,
        ice: &Compact<W>,
        state: &EndgameState<W>,
        timer: &mut Timer<'_>,
    ) -> Option<Reduced<W>> {
        let clusters = Clusters::new(ice, state.free, state.mine, state.theirs);
        let shared = |cluster: &Cluster<W>| !cluster.mine.is_empty() && !cluster.theirs.is_empty();
        let contested = clusters.clone().any(|cluster| shared(&cluster));
        let nothing =
            EndgameState { free: Bits::EMPTY, mine: Bits::EMPTY, theirs: Bits::EMPTY, waits: state.waits };
        let mut reduced = Reduced { state: nothing, certain: 0, contested };
        for cluster in clusters {
            let sign = if cluster.mine.is_empty() { -1 } else { 1 };
            let flock = cluster.mine | cluster.theirs;
            if shared(&cluster) {
                reduced.keep(&cluster);
            } else if !contested {
                reduced.certain += sign * self.solo.most(ice, cluster.free, flock, Objective::Fish, timer)?;
            } else if let Some((fish, slides)) = self.count(ice, cluster.free, flock, timer)? {
                reduced.certain += sign * fish;
                reduced.state.waits += sign * slides;
            } else {
                reduced.keep(&cluster);
            }
        }
        Some(reduced)
    }

    /// Returns the fish and slides of a region that only one player can reach, if one line maximises both.
    fn count(
        &mut self,
        ice: &Compact<W>,
        free: Bits<W>,
        flock: Bits<W>,
        timer: &mut Timer<'_>,
    ) -> Option<Option<(i32, i32)>> {
        if free.len() > MAX_COUNTED_FLOES {
            return Some(None);
        }
        let (fish, slides) =
            fish_and_slides(self.solo.most(ice, free, flock, Objective::FishThenSlides, timer)?);
        let all = slides == free.len().cast_signed()
            || slides == self.solo.most(ice, free, flock, Objective::Slides, timer)?;
        Some(all.then_some((fish, slides)))
    }

    /// Does the same as [`test`](EndgameSolver::test) for a simplified state in which the players share floes.
    fn test_contested(
        &mut self,
        ice: &Compact<W>,
        state: &EndgameState<W>,
        beta: i32,
        timer: &mut Timer<'_>,
    ) -> Option<i32> {
        let mut state = *state;
        let (my_floes, their_floes) =
            (reachable(ice, state.free, state.mine), reachable(ice, state.free, state.theirs));
        let most = most_fish(ice, self.departure, my_floes, state.mine);
        let least = -most_fish(ice, self.departure, their_floes, state.theirs);
        if most < beta {
            return Some(most);
        }
        if least >= beta {
            return Some(least);
        }
        // More waiting turns than the opponent has moves are useless.
        state.waits = state.waits.clamp(-my_floes.len().cast_signed(), their_floes.len().cast_signed());
        let key = ProofKey::new(KIND)
            .word(u64::from(state.waits.cast_unsigned()))
            .tiles(state.free)
            .tiles(state.mine)
            .tiles(state.theirs);
        let mut known = self.table.get(key);
        if known.low >= beta {
            return Some(known.low);
        }
        if known.high < beta {
            return Some(known.high);
        }
        known.low = known.low.max(least);
        known.high = known.high.min(most);
        let first = self.turns.len();
        self.list(ice, &state, known.best);
        let (mut value, mut best) = (-INFINITE, NO_TURN);
        let end = self.turns.len();
        for index in first..end {
            let next = (index..end).max_by_key(|&other| self.turns[other].0).unwrap_or(index);
            self.turns.swap(index, next);
            let turn = self.turns[index].1;
            let found = if turn == NO_TURN {
                self.test(ice, &state.after_waiting(), 1 - beta, timer).map(|below| -below)
            } else {
                let gain = self.gain(ice, turn);
                self.test(ice, &state.after(turn), 1 - (beta - gain), timer).map(|below| gain - below)
            };
            let Some(found) = found else {
                self.turns.truncate(first);
                return None;
            };
            if found > value {
                (value, best) = (found, turn);
            }
            if value >= beta {
                self.record_cutoff(turn, state.free.len());
                break;
            }
        }
        self.turns.truncate(first);
        if value >= beta {
            known.low = known.low.max(value);
        } else {
            known.high = known.high.min(value);
        }
        known.best = best;
        self.table.put(key, known, state.free.len());
        Some(value)
    }

    /// Returns the fish that a slide scores.
    #[inline]
    pub(crate) fn gain(&self, ice: &Compact<W>, (from, to): TilePair) -> i32 {
        i32::from(ice.fish_of(if self.departure { from } else { to }).count())
    }

    fn record_cutoff(&mut self, (from, to): TilePair, floes: u32) {
        if (from, to) != NO_TURN {
            let history = &mut self.history[usize::from(from) * 64 * W + usize::from(to)];
            *history = history.saturating_add(floes * floes);
        }
    }

    /// Appends the turns of a state to the list, each with its ordering score.
    fn list(&mut self, ice: &Compact<W>, state: &EndgameState<W>, known: TilePair) {
        let by_territory = state.free.len() >= FLOES_FOR_TERRITORY;
        if state.waits > 0 {
            // Waiting is seldom best, so it is tried last.
            self.turns.push((-INFINITE, NO_TURN));
        }
        for from in state.mine {
            for to in ice.reach_over(from, state.free) {
                let turn = (from, to);
                let order = if turn == known {
                    INFINITE
                } else if by_territory {
                    self.territory_score(ice, state, turn)
                } else {
                    self.history[usize::from(from) * 64 * W + usize::from(to)].min(1 << 20).cast_signed()
                        + i32::from(ice.fish_of(to).count())
                };
                self.turns.push((order, turn));
            }
        }
    }

    /// Returns the ordering score of a turn by the territory after it.
    pub(crate) fn territory_score(&self, ice: &Compact<W>, state: &EndgameState<W>, turn: TilePair) -> i32 {
        let next = state.after(turn);
        let ice = ice.over(next.free);
        let territory = Territory::new(&ice, next.mine, next.theirs);
        let fish = |set: Bits<W>| ice.fish_on(set).cast_signed();
        let [theirs, mine] = territory.held.map(fish);
        let shared = fish(territory.shared[0] | territory.shared[1]);
        let room = territory.near[1].len().cast_signed() - territory.near[0].len().cast_signed();
        16 * self.gain(&ice, turn) + 16 * (mine - theirs) - 4 * shared + 4 * room
    }
}

impl<const W: usize> Reduced<W> {
    fn keep(&mut self, cluster: &Cluster<W>) {
        self.state.free = self.state.free | cluster.free;
        self.state.mine = self.state.mine | cluster.mine;
        self.state.theirs = self.state.theirs | cluster.theirs;
    }
}
