//! The engine for Penguins: it picks a search method by the players, the board, the limits and the level.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use floe_rules::penguins::{Compact, MOST_TILES, Move, Packed, PackedLarge, PackedVisitor, Position};

use super::greedy::{PenguinsGreedy, lead};
use super::policy::TurnPolicy;
use super::puct;
use super::pvs::{DEEPEST, FISH, Found, PvsSearch, progress};
use super::root_proof::{RootProof, prove_root};
use super::tile_codes::Coding;
use super::tile_table::TileTable;
use super::transposition_table::TranspositionTable;
use super::windows;
use crate::context::{Budget, SearchContext};
use crate::search::{Choice, Level, Limits, Progress, Search, Stop, Value};

/// Plays Penguins on any board, with any number of players and at any level.
#[derive(Debug, Default)]
pub struct PenguinsEngine {
    /// Kept between the turns of a game.
    table: Option<TranspositionTable>,
    /// Whether the last turn was proven to win.
    is_winning: bool,
    /// The evaluation to use instead of the built-in one with the same coding.
    evaluation: Option<Arc<TileTable>>,
}

/// The search speed assumed when choosing the size of the transposition table.
const NODES_PER_SECOND: f64 = 4e6;
/// The time or nodes are divided by this number to get those of a proof.
const PARTS_FOR_PROOF: u32 = 4;
/// The same after a turn that was proven to win, so that the proof is found again whatever the opponent does.
const PARTS_FOR_PROOF_OF_WIN: u32 = 2;
/// The longest time of a proof.
const LONGEST_PROOF: Duration = Duration::from_secs(5);
/// Proofs that may take at least this long follow a short search.
const LONG_PROOF: Duration = Duration::from_secs(1);
/// The node limit of the short search before a long proof, and of a forced turn.
const NODES_IN_PASSING: u64 = 20_000;
/// The binary logarithm of the size of the smallest table, which costs nothing to allocate, and of the largest one.
const FEWEST_BITS: u32 = 10;
const MOST_BITS: u32 = 28;
/// The node limit when the caller sets no limit.
const DEFAULT_NODES: u64 = 200_000;
/// The node limits of the levels from 5 to 9 with three or more players.
const NODES_OF_LEVELS: [u64; 5] = [10, 30, 100, 300, 1_000];

/// How a level plays.
enum Method {
    /// The greedy player, at the given level of the greedy player.
    Greedy(u8),
    /// A search to a fixed depth; with three or more players, of a fixed number of nodes.
    FixedDepth(u8),
    /// A search to the limits, with proofs.
    Full,
}

/// Returns how a level plays; `docs/engine.md` has the strength of each.
fn method(level: Level) -> Method {
    match level.get() {
        1 => Method::Greedy(1),
        2 => Method::Greedy(7),
        3 => Method::Greedy(9),
        4 => Method::Greedy(10),
        level @ 5..=9 => Method::FixedDepth(level - 4),
        _ => Method::Full,
    }
}

impl Search for PenguinsEngine {
    type Position = Position;
    type Move = Move;

    fn search(
        &mut self,
        position: &Position,
        mut context: SearchContext<'_, Progress<Move>>,
    ) -> Option<Choice<Move>> {
        position.to_move()?;
        let is_for_two = position.seats().count() <= 2;
        let deepest = match method(context.limits().level) {
            Method::Greedy(level) => {
                context.budget.limits.level = Level::new(level).unwrap_or(Level::FULL);
                return PenguinsGreedy.search(position, context);
            }
            Method::FixedDepth(depth) if is_for_two => depth,
            Method::FixedDepth(depth) => {
                limit_nodes(&mut context.budget.limits, NODES_OF_LEVELS[usize::from(depth - 1)]);
                // Each thread would search so many nodes.
                context.budget.limits.threads = NonZeroUsize::MIN;
                DEEPEST
            }
            Method::Full => DEEPEST,
        };
        let unlimited = context.budget.is_unlimited();
        let limits = &mut context.budget.limits;
        if unlimited && (limits.depth.is_none() || !is_for_two) {
            limits.nodes = Some(DEFAULT_NODES);
        }
        limits.depth = Some(limits.depth.unwrap_or(deepest).min(deepest));
        if position.count_turns() == 1 {
            // A forced turn is searched for its value only.
            limit_nodes(limits, NODES_IN_PASSING);
        }
        match Packed::new(position) {
            Some(packed) => packed.visit(PackedSearch { player: self, position, context }),
            None => match PackedLarge::new(position) {
                Some(packed) => packed.visit(PackedSearch { player: self, position, context }),
                None => windows::search(self, position, context),
            },
        }
    }
}

fn limit_nodes(limits: &mut Limits, most: u64) {
    limits.nodes = Some(limits.nodes.map_or(most, |nodes| nodes.min(most)));
}

/// A search on bitboards.
struct PackedSearch<'a, 'c> {
    player: &'a mut PenguinsEngine,
    position: &'a Position,
    context: SearchContext<'c, Progress<Move>>,
}

impl PackedVisitor for PackedSearch<'_, '_> {
    type Output = Option<Choice<Move>>;

    fn visit<const W: usize>(self, packed: Position<Compact<W>>) -> Option<Choice<Move>> {
        self.player.search_packed(self.position, &packed, self.context)
    }
}

impl PenguinsEngine {
    /// Returns an engine with another evaluation than the built-in ones.
    pub fn with_evaluation(evaluation: Arc<TileTable>) -> PenguinsEngine {
        PenguinsEngine { evaluation: Some(evaluation), ..PenguinsEngine::default() }
    }

    fn search_packed<const W: usize>(
        &mut self,
        position: &Position,
        packed: &Position<Compact<W>>,
        mut context: SearchContext<'_, Progress<Move>>,
    ) -> Option<Choice<Move>> {
        let budget = &context.budget.clone();
        let limits = &budget.limits;
        let players = position.seats().count();
        // The value of a tree search includes the present lead.
        let lead = if players > 2 { 0 } else { lead(position, position.to_move()?) };
        let evaluation = self.evaluation.clone();
        let coding = Coding::of(position.rules(), players, W);
        let given = evaluation.as_deref().filter(|given| given.coding() == coding);
        let evaluation = given.unwrap_or_else(|| TileTable::of(position.rules(), players, W));
        let (mut before_proof, mut proven, mut bounds) = (None, Vec::new(), (i64::MIN, i64::MAX));
        let is_full = limits.level == Level::FULL && limits.depth.is_none_or(|depth| depth >= DEEPEST);
        if is_full && 64 * W <= MOST_TILES {
            let was_winning = std::mem::take(&mut self.is_winning);
            let proof = budget_for_proof(budget, was_winning);
            if players <= 2 && proof.has_time(LONG_PROOF) {
                // A long proof reports nothing, and its caller may stop it: this turn is shown and made until then.
                let (found, nodes) = short_search(packed, evaluation, budget);
                if let Some(found) = &found {
                    context.report(&progress(found, nodes, budget.elapsed(), lead));
                }
                before_proof = found.map(|found| (found, nodes));
            }
            let proof = prove_root(position, SearchContext::of_budget(proof));
            self.is_winning = players <= 2 && proof.as_ref().is_some_and(|proof| proof.bounds().0 > 0);
            match proof {
                Some(RootProof::Best(choice)) => {
                    context.report(&choice.progress);
                    return Some(choice);
                }
                Some(proof @ RootProof::Bounds(_)) => {
                    let (low, high) = proof.bounds();
                    bounds = (low * i64::from(FISH), high * i64::from(FISH));
                    proven = turns_to_search(&proof, lead);
                    let is_kept = |turn| proven.is_empty() || proven.iter().any(|&(kept, _)| kept == turn);
                    before_proof = before_proof.filter(|(found, _)| is_kept(found.turn));
                }
                None => {}
            }
        }
        let bits = table_bits(budget);
        // The table of earlier turns is kept unless it is far too small, or too large.
        let is_kept =
            |table: &TranspositionTable| (bits..=most_bits(limits) + 1).contains(&(table.bits() + 1));
        if !self.table.as_ref().is_some_and(is_kept) {
            self.table = Some(TranspositionTable::new(bits));
        }
        let table = self.table.get_or_insert_with(|| TranspositionTable::new(bits));
        table.start_search();
        let deepest = limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let progress = |found: &Found, nodes: u64| {
            let progress = progress(found, nodes, budget.elapsed(), lead);
            Progress { value: Value(progress.value.0.clamp(bounds.0, bounds.1)), ..progress }
        };
        let mut report = |found: &Found, nodes: u64| context.report(&progress(found, nodes));
        let (found, nodes) = if proven.is_empty() {
            search_tree(packed, evaluation, table, deepest, budget, &mut report)
        } else {
            search_two(packed, evaluation, table, deepest, budget, &proven, &mut report)
        };
        let (found, nodes) = match (found?, before_proof) {
            // It was stopped during the proof.
            (Found { depth: 0, .. }, Some(before_proof)) => before_proof,
            (found, _) => (found, nodes),
        };
        Some(Choice { turn: found.turn, progress: progress(&found, nodes) })
    }
}

/// Searches a position to a depth with the method for its number of players.
fn search_tree<const W: usize>(
    position: &Position<Compact<W>>,
    evaluation: &TileTable,
    table: &TranspositionTable,
    deepest: u8,
    budget: &Budget<'_>,
    report: &mut dyn FnMut(&Found, u64),
) -> (Option<Found>, u64) {
    if position.seats().count() <= 2 {
        search_two(position, evaluation, table, deepest, budget, &[], report)
    } else {
        let mut budget = budget.clone();
        budget.limits.depth = Some(deepest);
        let mut report = |progress: &Progress<Move>| {
            if let Some(found) = found_by_tree(progress) {
                report(&found, progress.nodes);
            }
        };
        let policy = TurnPolicy::of(position.rules());
        let progress = puct::search(position, evaluation, policy, &budget, &mut report);
        let nodes = progress.as_ref().map_or(0, |progress| progress.nodes);
        (progress.as_ref().and_then(found_by_tree), nodes)
    }
}

/// Returns the result of a tree search.
fn found_by_tree(progress: &Progress<Move>) -> Option<Found> {
    let Progress { line, considered, .. } = progress.clone();
    let depth = u8::try_from(progress.depth).unwrap_or(DEEPEST).min(DEEPEST);
    Some(Found { turn: *line.first()?, value: progress.value.0 as i32, depth, line, considered })
}

/// Searches a position for some milliseconds, with a table of its own.
fn short_search<const W: usize>(
    position: &Position<Compact<W>>,
    evaluation: &TileTable,
    budget: &Budget<'_>,
) -> (Option<Found>, u64) {
    let mut budget = budget.clone();
    limit_nodes(&mut budget.limits, NODES_IN_PASSING);
    budget.limits.threads = NonZeroUsize::MIN;
    let table = TranspositionTable::new(table_bits(&budget));
    search_tree(position, evaluation, &table, DEEPEST, &budget, &mut |_, _| {})
}

/// Returns the turns to search, with bounds of their values: if any are proven to win, only those. Returns none when all
/// turns are to be searched as if nothing were proven.
fn turns_to_search(proof: &RootProof, lead: i64) -> Vec<(Move, (i32, i32))> {
    let RootProof::Bounds(turns) = proof else { return Vec::new() };
    let (low, high) = proof.bounds();
    if high < 0 {
        // All turns lose. The search knows better than loose bounds which of them is the hardest to answer.
        return Vec::new();
    }
    let value = |bound: i64| (bound - lead) as i32 * FISH;
    let kept = turns.iter().filter(|turn| low <= 0 || turn.low > 0);
    kept.map(|turn| (turn.turn, (value(turn.low), value(turn.high)))).collect()
}

/// Searches a game of one or two players on the number of threads in the limits. The threads share the transposition
/// table.
fn search_two<const W: usize>(
    position: &Position<Compact<W>>,
    evaluation: &TileTable,
    table: &TranspositionTable,
    deepest: u8,
    budget: &Budget<'_>,
    proven: &[(Move, (i32, i32))],
    report: &mut dyn FnMut(&Found, u64),
) -> (Option<Found>, u64) {
    let done = Stop::default();
    let helper_budget = &budget.of_helper(&done);
    // There are no threads on wasm.
    let threads = if cfg!(target_family = "wasm") { 1 } else { budget.limits.threads.get() };
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map(|index| {
                let position = position.clone();
                scope.spawn(move || {
                    let mut search = PvsSearch::new(position, evaluation, table, helper_budget).among(proven);
                    // Threads that start deeper fill the table with what the others have not seen yet.
                    let first = 1 + (index % 3) as u8;
                    search.run(first.min(deepest), deepest, |_, _| {});
                    search.nodes()
                })
            })
            .collect();
        let mut search = PvsSearch::new(position.clone(), evaluation, table, budget).among(proven);
        let found = search.run(1, deepest, report);
        done.stop();
        // The nodes of a helper that panicked are not counted.
        let helped: u64 = helpers.into_iter().map(|helper| helper.join().unwrap_or(0)).sum();
        (found, search.nodes() + helped)
    })
}

/// Returns the part of the budget that a proof may use.
fn budget_for_proof<'a>(budget: &Budget<'a>, was_winning: bool) -> Budget<'a> {
    let parts = if was_winning { PARTS_FOR_PROOF_OF_WIN } else { PARTS_FOR_PROOF };
    let nodes = budget.limits.nodes.map(|nodes| nodes / u64::from(parts));
    budget.part_of_time(parts, Limits { nodes, ..budget.limits.clone() }).at_most(LONGEST_PROOF)
}

/// Returns the binary logarithm of the table size for a search within a budget.
fn table_bits(budget: &Budget<'_>) -> u32 {
    let nodes = budget.expected_nodes(NODES_PER_SECOND);
    nodes.map_or(20, |nodes| nodes.max(1).ilog2() + 1).clamp(FEWEST_BITS, most_bits(&budget.limits))
}

/// Returns the binary logarithm of the largest table that the limits allow. An entry takes 16 bytes.
fn most_bits(limits: &Limits) -> u32 {
    let entries = u64::from(limits.memory.get()) << 16;
    entries.ilog2().clamp(FEWEST_BITS, MOST_BITS)
}
