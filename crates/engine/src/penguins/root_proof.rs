//! What can be proven about the turns of a position before it is searched: a best turn, or bounds of their values.
//!
//! The prover of two players first asks only who wins. That takes far fewer nodes than the exact value, because most
//! positions are far from the border between a win and a loss. The exact value follows if the limits allow it.

use floe_rules::penguins::{Bits, Compact, Move, Packed, PackedVisitor, Phase, Position, Seat};

use super::cluster::reachable;
use super::exact::{SolveProgress, Solver};
use super::greedy::lead;
use super::proof_table::proof_table_bits;
use super::pvs::FISH;
use super::solo::{SoloSolver, is_alone};
use super::territory::Territory;
use super::tile_table::sides;
use crate::considered::ConsideredTurn;
use crate::context::{Budget, SearchContext};
use crate::search::{Choice, Progress, Value};
use crate::timer::Timer;

/// The most floes that both players can reach in positions that [`prove_root`] tries with the longest limits.
pub const MAX_SHARED_FLOES: u32 = 44;

/// The speed that the number of shared floes is chosen for.
const NODES_PER_SECOND: f64 = 1e6;

/// The proven bounds of a turn: the lead that the player who makes it has at the end of the game, with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvenTurn {
    /// The turn.
    pub turn: Move,
    /// The lower bound of the final lead.
    pub low: i64,
    /// The upper bound of the final lead.
    pub high: i64,
}

/// What is proven about a position.
#[derive(Clone, Debug)]
pub enum RootProof {
    /// A best turn, with the final lead as its value.
    Best(Choice<Move>),
    /// Bounds of all turns, the one with the best lower bound first.
    Bounds(Vec<ProvenTurn>),
}

impl RootProof {
    /// Returns the bounds of the final lead of the player to move, with best play.
    ///
    /// The value of a best turn stands for both, even where it contains an estimate of what others collect.
    pub fn bounds(&self) -> (i64, i64) {
        match self {
            RootProof::Best(choice) => {
                let lead = choice.progress.value.0 / i64::from(FISH);
                (lead, lead)
            }
            RootProof::Bounds(turns) => (most(turns, |turn| turn.low), most(turns, |turn| turn.high)),
        }
    }
}

fn most(turns: &[ProvenTurn], bound: impl Fn(&ProvenTurn) -> i64) -> i64 {
    turns.iter().map(bound).max().unwrap_or(0)
}

/// Proves what the limits allow about the turns of a position; returns nothing where no proof is tried.
///
/// The engine does this before it searches, with a part of its time or nodes, so that it plays endgames that can be
/// solved perfectly, and loses no win that can be proven. It answers
///
/// - for any number of players, when no other player can reach the floes of the player to move: the first of the
///   slides that collect the most fish. The value is the final lead over the best of the others. What others collect is
///   computed for two players, if there is time, and estimated otherwise;
/// - for two players who share few enough floes, 32 with 10,000 nodes and up to [`MAX_SHARED_FLOES`] with more: a best turn if the rest of the game can be
///   solved within the limits, and bounds otherwise. Whether the player to move wins is proven first, then whether it
///   draws, and then the exact value;
/// - otherwise nothing.
///
/// Progress is reported whenever the bounds of two players get closer; they are those of the future fish of the player
/// to move minus the opponent's. The line of a best turn is one turn. With a node limit and no time limit the result is
/// deterministic.
///
/// ```
/// use floe_engine::penguins::root_proof::{RootProof, prove_root};
/// use floe_engine::{Limits, MonotonicClock, SearchContext};
/// use floe_rules::board_file;
/// use floe_rules::penguins::{Position, RuleSet, Stage};
///
/// let text = b"2 3\n01 10 30\n10 20 02\nAnn 1 0\nBen 2 0\n";
/// let setup = board_file::read(text).expect("the board file is valid");
/// let position = Position::new(&setup, &RuleSet::SQUARE, &Stage::Movement)?;
///
/// let clock = MonotonicClock::start();
/// let proof = prove_root(&position, SearchContext::new(&Limits::default(), &clock));
/// assert_eq!(proof.map(|proof| proof.bounds()), Some((1, 1)), "Ann gets 4 fish and Ben 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove_root(position: &Position, context: SearchContext<'_, SolveProgress>) -> Option<RootProof> {
    Packed::new(position)?.visit(ProveRoot { position, context })
}

struct ProveRoot<'a, 'c> {
    position: &'a Position,
    context: SearchContext<'c, SolveProgress>,
}

impl PackedVisitor for ProveRoot<'_, '_> {
    type Output = Option<RootProof>;

    fn visit<const W: usize>(mut self, packed: Position<Compact<W>>) -> Option<RootProof> {
        let seat = self.position.to_move()?;
        if self.position.phase() != Phase::Movement {
            return None;
        }
        let budget = &self.context.budget.clone();
        if is_alone(&packed, seat) {
            return alone(self.position, &packed, seat, budget).map(RootProof::Best);
        }
        if self.position.seats().count() != 2 || shared_floes(&packed) > max_shared_floes(budget) {
            return None;
        }
        let mut prover = RootProver::new(packed, lead(self.position, seat), budget);
        let _ = prover.prove(&mut |reached| self.context.report(reached));
        Some(prover.result(budget))
    }
}

/// Returns the most floes that both players can reach in positions that are likely to be proven within a budget.
fn max_shared_floes(budget: &Budget<'_>) -> u32 {
    let nodes = budget.expected_nodes(NODES_PER_SECOND).unwrap_or(u64::MAX).max(1);
    // Of positions on squares with 32 shared floes, 10,000 nodes prove one in five, and ten times the nodes reach about
    // four floes further. Hexagons reach less far.
    (17 + nodes.ilog2() * 6 / 5).min(MAX_SHARED_FLOES)
}

/// Returns how many floes both players can reach.
fn shared_floes<const W: usize>(position: &Position<Compact<W>>) -> u32 {
    let (mine, theirs) = sides(position);
    let ice = position.ice();
    (reachable(ice, ice.free(), mine) & reachable(ice, ice.free(), theirs)).len()
}

/// Proves bounds of the turns of two players.
struct RootProver<'a, const W: usize> {
    solver: Solver<'a, W>,
    /// The present lead of the player to move.
    lead: i64,
    /// The turns with bounds of what they gain, the one with the best lower bound first.
    turns: Vec<RootBounds>,
}

/// A turn with bounds of the future fish of the player to move minus the opponent's.
#[derive(Clone, Copy, Debug)]
struct RootBounds {
    turn: Move,
    low: i32,
    high: i32,
}

impl<'a, const W: usize> RootProver<'a, W> {
    fn new(position: Position<Compact<W>>, lead: i64, budget: &'a Budget<'a>) -> Self {
        let solver = Solver::new(position, budget);
        let (low, high) = solver.range();
        let turns = solver.ordered_turns().into_iter().map(|turn| RootBounds { turn, low, high }).collect();
        RootProver { solver, lead, turns }
    }

    fn low(&self) -> i32 {
        self.turns.first().map_or(0, |best| best.low)
    }

    fn high(&self) -> i32 {
        self.turns.iter().map(|turn| turn.high).max().unwrap_or(0)
    }

    /// Proves a win, a draw or a loss, and then the exact value. Returns nothing when a limit ends the search.
    fn prove(&mut self, report: &mut dyn FnMut(&SolveProgress)) -> Option<()> {
        let (low, high) = (self.low(), self.high());
        let middle = i32::midpoint(low, high);
        // More than anyone can gain is decided without a test.
        let even = (-self.lead).clamp(i64::from(low) - 1, i64::from(high)) as i32;
        for beta in [even + 1, even] {
            self.test(beta, report)?;
            if self.low() >= beta {
                break;
            }
        }
        let mut guess = middle;
        while self.low() < self.high() {
            let beta = guess.clamp(self.low() + 1, self.high());
            self.test(beta, report)?;
            guess = if self.low() >= beta { self.low() } else { self.high() };
        }
        Some(())
    }

    /// Tests whether some turn gains at least `beta`.
    fn test(&mut self, beta: i32, report: &mut dyn FnMut(&SolveProgress)) -> Option<()> {
        if self.low() < beta {
            for at in 0..self.turns.len() {
                let RootBounds { turn, high, .. } = self.turns[at];
                if high < beta {
                    continue;
                }
                let found = self.solver.test_after(turn, beta)?;
                if found >= beta {
                    self.turns[at].low = found;
                    self.turns[..=at].rotate_right(1);
                    break;
                }
                self.turns[at].high = found;
            }
        }
        report(&self.solver.reached(self.low(), self.high()));
        Some(())
    }

    fn result(self, budget: &Budget<'_>) -> RootProof {
        let lead = self.lead;
        match self.turns.first() {
            Some(best) if best.low == self.high() => RootProof::Best(best_turn(
                best.turn,
                lead + i64::from(best.low),
                self.solver.timer.nodes,
                budget,
            )),
            _ => {
                let with_lead = |&RootBounds { turn, low, high }: &RootBounds| ProvenTurn {
                    turn,
                    low: lead + i64::from(low),
                    high: lead + i64::from(high),
                };
                RootProof::Bounds(self.turns.iter().map(with_lead).collect())
            }
        }
    }
}

/// Returns a best turn of a player whose floes no other player can reach.
fn alone<const W: usize>(
    position: &Position,
    packed: &Position<Compact<W>>,
    seat: Seat,
    budget: &Budget<'_>,
) -> Option<Choice<Move>> {
    let mut timer = Timer::new(budget);
    let mut solo = SoloSolver::new(position.rules().scoring, proof_table_bits(budget));
    let (fish, line) = solo.collect(packed, seat, &mut timer)?;
    // If nothing can be collected, any turn is as good.
    let turn = line.first().copied().or_else(|| position.turns().first().copied())?;
    // The value is what the lead over the best of the others will change by.
    let value = fish.cast_signed() - rivals_gain(position, packed, seat, &mut solo, &mut timer);
    Some(best_turn(turn, lead(position, seat) + i64::from(value), timer.nodes, budget))
}

/// Returns the choice of a turn that is proven to be best.
fn best_turn(turn: Move, lead: i64, nodes: u64, budget: &Budget<'_>) -> Choice<Move> {
    let progress = Progress {
        depth: 1,
        nodes,
        elapsed: budget.elapsed(),
        value: Value(i64::from(FISH) * lead),
        line: vec![turn],
        considered: ConsideredTurn::only(turn),
    };
    Choice { turn, progress }
}

/// Returns by how much the fish of the best of the others will increase, while a player collects its own.
///
/// The turn of the player is proven even if there is no time to compute what another one collects.
fn rivals_gain<const W: usize>(
    position: &Position,
    packed: &Position<Compact<W>>,
    seat: Seat,
    solo: &mut SoloSolver<W>,
    timer: &mut Timer<'_>,
) -> i32 {
    let seats: Vec<Seat> = position.seats().collect();
    let score = |seat: Seat| position.score(seat).unwrap_or(0).min(1 << 20) as i32;
    let mut gain = |at: usize| match seats.len() {
        2 => match solo.collect(packed, seats[at], timer) {
            Some((fish, _)) => fish.cast_signed(),
            None => solo.estimate(packed, seats[at]),
        },
        _ => {
            let flock = |wanted: bool| {
                let of = packed.flocks().filter(|&(owner, _)| (owner == seats[at]) == wanted);
                of.fold(Bits::EMPTY, |all, (_, flock)| all | flock.0)
            };
            let territory = Territory::new(packed.ice(), flock(true), flock(false));
            packed.ice().fish_on(territory.held[0]).cast_signed()
        }
    };
    let rivals = || (0..seats.len()).filter(|&at| seats[at] != seat);
    let finally = rivals().map(|at| score(seats[at]) + gain(at)).max();
    let now = rivals().map(|at| score(seats[at])).max();
    finally.zip(now).map_or(0, |(finally, now)| finally - now)
}
