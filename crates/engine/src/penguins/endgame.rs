//! Proofs about the movement of two players: what a position is worth with best play to the end.
//!
//! A value is what the player to move gains on the other from here on, in fish. Each question is whether it is at least
//! some number; a few such questions, each answered by what the ones before left in the proofs, close in on the
//! value.
//!
//! What makes it fast is to forget what does not matter. Floes that nobody can reach and penguins that are stuck are
//! dropped. Where nobody meets any more, both play alone ([`SoloSolver`]). While they still meet somewhere, a part of the
//! board that only one of them can reach is worth its fish, and as many turns to wait as there are slides in
//! it: moving is compulsory, so that waiting is worth something. Where one way gives both the most fish and the most
//! slides, nothing else is to be known about the part, and it becomes two numbers. One turn to wait for each player
//! cancels out: whoever is made to use the last has been answered by then.

use floe_rules::penguins::{Bits, Compact, Scoring};

use super::cluster::{Cluster, Clusters, closure, most_fish};
use super::proof_table::{NO_TURN, ProofKey, ProofTable, TilePair};
use super::solo::{Objective, SoloSolver, parts};
use super::territory::Territory;
use crate::timer::Timer;

/// The name of these positions in the proofs.
const KIND: u64 = 77;
/// More than any value.
const INFINITE: i32 = 1 << 28;
/// From so many floes on, turns are ordered by the territory behind them.
const FLOES_TO_LOOK: u32 = 10;
/// So many floes of one player alone are taken as fish and turns at most: beyond, finding out costs too much.
const FLOES_TO_COUNT: u32 = 18;

/// The logarithm of the most positions of one player alone that are remembered: there are fewer of them.
const SOLO_BITS: u32 = 20;

/// A state of the movement, as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EndgameState<const W: usize> {
    pub(crate) free: Bits<W>,
    pub(crate) mine: Bits<W>,
    pub(crate) theirs: Bits<W>,
    /// How many more turns than the other the player to move can wait.
    pub(crate) waits: i32,
}

impl<const W: usize> EndgameState<W> {
    /// Returns the state as the other sees it, after a slide.
    #[inline]
    pub(crate) fn after(&self, (from, to): TilePair) -> EndgameState<W> {
        let mut mine = self.mine;
        mine.remove(from);
        mine.insert(to);
        let mut free = self.free;
        free.remove(to);
        EndgameState { free, mine: self.theirs, theirs: mine, waits: -self.waits }
    }

    /// Returns the state as the other sees it, after a turn that was spent waiting.
    #[inline]
    fn after_waiting(&self) -> EndgameState<W> {
        EndgameState { free: self.free, mine: self.theirs, theirs: self.mine, waits: 1 - self.waits }
    }
}

/// What is left of a state when all that does not matter is gone.
struct Reduced<const W: usize> {
    /// What is still to be searched.
    state: EndgameState<W>,
    /// What the player to move gains for sure beside it.
    sure: i32,
    /// Whether the players still meet; if not, all is sure.
    open: bool,
}

/// Proves what states are worth.
pub(crate) struct EndgameSolver<const W: usize> {
    departure: bool,
    proofs: ProofTable,
    solo: SoloSolver<W>,
    history: Vec<u32>,
    /// The turns of all nodes on the way, those of the node at hand last.
    turns: Vec<(i32, TilePair)>,
}

impl<const W: usize> EndgameSolver<W> {
    /// Remembers up to 2 to the power of `bits` states.
    pub(crate) fn new(scoring: Scoring, bits: u32) -> Self {
        let tiles = 64 * W;
        EndgameSolver {
            departure: scoring == Scoring::Departure,
            proofs: ProofTable::new(bits),
            solo: SoloSolver::new(scoring, bits.min(SOLO_BITS)),
            history: vec![0; tiles * tiles],
            turns: Vec::new(),
        }
    }

    /// Returns the least and the most that a state can be worth, without any search.
    pub(crate) fn range(&self, ice: &Compact<W>, state: &EndgameState<W>) -> (i32, i32) {
        let most = |flock| most_fish(ice, self.departure, closure(ice, state.free, flock), flock);
        (-most(state.theirs), most(state.mine))
    }

    /// Returns a bound of what a state is worth: at least `beta` if it is that, else less than `beta`.
    ///
    /// Nothing when the timer ends the search.
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
        let Reduced { state, sure, open } = self.reduce(ice, state, timer)?;
        if !open {
            return Some(sure);
        }
        Some(sure + self.open(ice, &state, beta - sure, timer)?)
    }

    /// Takes from a state what is known without search.
    fn reduce(
        &mut self,
        ice: &Compact<W>,
        state: &EndgameState<W>,
        timer: &mut Timer<'_>,
    ) -> Option<Reduced<W>> {
        let clusters = Clusters::new(ice, state.free, state.mine, state.theirs);
        let meet = |cluster: &Cluster<W>| !cluster.mine.is_empty() && !cluster.theirs.is_empty();
        let open = clusters.clone().any(|cluster| meet(&cluster));
        let nothing =
            EndgameState { free: Bits::EMPTY, mine: Bits::EMPTY, theirs: Bits::EMPTY, waits: state.waits };
        let mut reduced = Reduced { state: nothing, sure: 0, open };
        for cluster in clusters {
            let sign = if cluster.mine.is_empty() { -1 } else { 1 };
            let flock = cluster.mine | cluster.theirs;
            if meet(&cluster) {
                reduced.keep(&cluster);
            } else if !open {
                reduced.sure += sign * self.solo.most(ice, cluster.free, flock, Objective::Fish, timer)?;
            } else if let Some((fish, slides)) = self.count(ice, cluster.free, flock, timer)? {
                reduced.sure += sign * fish;
                reduced.state.waits += sign * slides;
            } else {
                reduced.keep(&cluster);
            }
        }
        Some(reduced)
    }

    /// Returns the fish and slides of a part that one player has alone, if one way gives the most of both.
    fn count(
        &mut self,
        ice: &Compact<W>,
        free: Bits<W>,
        flock: Bits<W>,
        timer: &mut Timer<'_>,
    ) -> Option<Option<(i32, i32)>> {
        if free.len() > FLOES_TO_COUNT {
            return Some(None);
        }
        let (fish, slides) = parts(self.solo.most(ice, free, flock, Objective::FishThenSlides, timer)?);
        let all = slides == free.len().cast_signed()
            || slides == self.solo.most(ice, free, flock, Objective::Slides, timer)?;
        Some(all.then_some((fish, slides)))
    }

    /// Does the same as [`test`](EndgameSolver::test) for a state that is reduced and in which the players meet.
    fn open(
        &mut self,
        ice: &Compact<W>,
        state: &EndgameState<W>,
        beta: i32,
        timer: &mut Timer<'_>,
    ) -> Option<i32> {
        let mut state = *state;
        let (my_floes, their_floes) =
            (closure(ice, state.free, state.mine), closure(ice, state.free, state.theirs));
        let most = most_fish(ice, self.departure, my_floes, state.mine);
        let least = -most_fish(ice, self.departure, their_floes, state.theirs);
        if most < beta {
            return Some(most);
        }
        if least >= beta {
            return Some(least);
        }
        // Nobody waits more often than the other can move.
        state.waits = state.waits.clamp(-my_floes.len().cast_signed(), their_floes.len().cast_signed());
        let key = ProofKey::new(KIND)
            .word(u64::from(state.waits.cast_unsigned()))
            .tiles(state.free)
            .tiles(state.mine)
            .tiles(state.theirs);
        let mut known = self.proofs.get(key);
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
        self.proofs.put(key, known, state.free.len());
        Some(value)
    }

    /// Returns the fish that a slide brings.
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

    /// Lists the turns after those that are there, each with how promising it looks.
    fn list(&mut self, ice: &Compact<W>, state: &EndgameState<W>, known: TilePair) {
        let look = state.free.len() >= FLOES_TO_LOOK;
        if state.waits > 0 {
            // Waiting is seldom best, and no less so later.
            self.turns.push((-INFINITE, NO_TURN));
        }
        for from in state.mine {
            for to in ice.reach_over(from, state.free) {
                let turn = (from, to);
                let order = if turn == known {
                    INFINITE
                } else if look {
                    self.evaluation(ice, state, turn)
                } else {
                    self.history[usize::from(from) * 64 * W + usize::from(to)].min(1 << 20).cast_signed()
                        + i32::from(ice.fish_of(to).count())
                };
                self.turns.push((order, turn));
            }
        }
    }

    /// Returns how good the territory behind a turn looks.
    fn evaluation(&self, ice: &Compact<W>, state: &EndgameState<W>, turn: TilePair) -> i32 {
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
